"""A SQLite file is for one server: a second one on the same file refuses to start."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import IO

from changeling.errors import ChangelingError


@contextlib.contextmanager
def only_server(path: str) -> Iterator[None]:
    """Be the server of a file, as long as this lasts. Raises ChangelingError where another is.

    The lock is the system's, on a file beside it: it ends with the process, however that ends.
    """
    try:
        beside = open(f"{path}.lock", "a+b")  # noqa: SIM115  held for as long as the server runs
    except OSError as error:
        raise ChangelingError(f"--db: {path}.lock cannot be written: {error.strerror}") from error
    with beside:
        if not _lock(beside):
            raise ChangelingError(
                f"--db: another server runs with {path}; a file is for one server, and PostgreSQL for several"
            )
        yield


def server_runs(path: str) -> bool:
    """Whether a server has a file. Nothing is made, so that whoever asks leaves no file of theirs to the server."""
    try:
        with open(f"{path}.lock", "r+b") as beside:
            return not _lock(beside)
    except FileNotFoundError:
        return False
    except OSError:  # somebody else's, whom it is not for us to disturb
        return True


def _lock(file: IO[bytes]) -> bool:
    """Lock a file; gives whether nobody else had."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
