"""`changeling backup` and `changeling restore`: all of a store as one file, and back, also into another database."""

from __future__ import annotations

import argparse
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from changeling import __version__
from changeling.errors import ChangelingError
from changeling.web.http.running.serve import default_store, named_store
from changeling.web.storage.backup import WholeDatabase, back_up, restore
from changeling.web.storage.backup_file import Contents, look_through
from changeling.web.storage.databases import connector, file_of
from changeling.web.storage.failures import plainly
from changeling.web.storage.file_lock import server_runs

IN_USE = "--db: a server has this store open; stop it first"


def backup(args: argparse.Namespace) -> int:
    """Write a backup, and read it once to see that it is whole; gives the exit status. A server may run meanwhile."""
    place, file = named_store(args.db), Path(args.file)
    with opened(place, reading=True) as database:
        written = back_up(database, file, version=__version__, replace=args.replace)
    print(f"Backed up to {file}: {written}.")
    return 0


def restore_command(args: argparse.Namespace) -> int:
    """Put a backup back, all of it or nothing; gives the exit status. No server may run on the store meanwhile."""
    file = Path(args.file)
    contents = look_through(file)
    if args.check:
        print(f"{file} is whole: {contents}. {_age(contents)}")
        return 0
    place = args.db or default_store()
    path = file_of(place)
    if path is not None and server_runs(path):
        raise ChangelingError(IN_USE)
    new = path is not None and not Path(path).exists() and not Path(f"{path}-wal").exists()
    try:
        with opened(place) as database:
            if database.in_use():
                raise ChangelingError(IN_USE)
            restore(database, file, replace=args.replace)
    except BaseException:
        if new and path is not None:
            for rest in (path, f"{path}-wal", f"{path}-shm"):
                Path(rest).unlink(missing_ok=True)
        raise
    print(f"Restored from {file}: {contents}. {_age(contents)}")
    return 0


def _age(contents: Contents) -> str:
    return f"It was made on {time.strftime('%Y-%m-%d at %H:%M', time.localtime(contents.made))}."


@contextlib.contextmanager
def opened(place: str, *, reading: bool = False) -> Iterator[WholeDatabase]:
    """A database, whose failures are said in plain words. Who is only `reading` changes nothing."""
    connect = connector(place, reading=reading)
    try:
        with contextlib.closing(connect()) as database:
            yield database
    except ChangelingError:
        raise
    except Exception as error:
        raise ChangelingError(f"--db: {plainly(error)}") from error
