"""`changeling purge`: remove what is too old from a store, or say what would be removed."""

from __future__ import annotations

import argparse
import asyncio

from changeling.errors import ChangelingError
from changeling.web.http.running.backup_command import opened
from changeling.web.http.running.housekeeping import PAUSE
from changeling.web.http.running.serve import LONGEST, ages_of, named_store
from changeling.web.settings import Ages
from changeling.web.storage.databases import connector, file_of
from changeling.web.storage.failures import FULL
from changeling.web.storage.file_lock import server_runs
from changeling.web.storage.migrations import VERSION, version_of
from changeling.web.storage.purge import Purge, Removed
from changeling.web.storage.store import Store
from changeling.web.wire.errors import StoreError

NEEDS_ROOM = (
    ". To remove something needs a little room, too: remove other files of that disk first, such as old backups; or"
    " stop the server, back up to another disk and restore there"
)


def purge(args: argparse.Namespace) -> int:
    """Remove what is too old, and say what; gives the exit status. A server may run meanwhile."""
    place, ages = named_store(args.db), _ages(args)
    _check_version(place)
    try:
        removed = asyncio.run(_purge(Store(connector(place)), ages, dry=args.dry_run))
    except StoreError as error:
        raise ChangelingError(f"--db: {error}{NEEDS_ROOM if FULL in str(error) else ''}") from error
    print(f"{'Would be removed' if args.dry_run else 'Removed'}: {removed}.")
    return 0


def _check_version(place: str) -> None:
    """A store is brought up to date before anything is removed, but not under a server of an earlier version that has
    the file. Raises ChangelingError then."""
    file = file_of(place)
    if file is None or not server_runs(file):
        return
    with opened(place, reading=True) as database:
        found = version_of(database)
    if found < VERSION:
        raise ChangelingError(
            f"--db: a server of an earlier version has this store open (its schema is {found}, and that of this version"
            f" {VERSION}): start the server again with this version first"
        )


def _ages(args: argparse.Namespace) -> Ages:
    """The days that were given: --days for all that is finished or was never begun, else each its own."""
    if args.days is None:
        return ages_of(args)
    if not 1 <= args.days <= LONGEST:
        raise ChangelingError(f"--days: 1 to {LONGEST:,} days, not {args.days:,}")
    return Ages(lobbies=args.days, tables=args.days, games=ages_of(args).games, replays=args.days)


async def _purge(store: Store, ages: Ages, *, dry: bool) -> Removed:
    store.open()
    try:
        return await Purge(store, ages, dry=dry, pause=PAUSE).run()
    finally:
        store.close()
