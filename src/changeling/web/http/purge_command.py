"""`changeling purge`: remove what is too old from a store, or say what would be removed."""

from __future__ import annotations

import argparse
import asyncio

from changeling.errors import ChangelingError
from changeling.web.http.housekeeping import PAUSE
from changeling.web.http.serve import LONGEST, ages_of, named_store
from changeling.web.settings import Ages
from changeling.web.storage.databases import connector
from changeling.web.storage.purge import Purge, Removed
from changeling.web.storage.store import Store
from changeling.web.wire.errors import StoreError


def purge(args: argparse.Namespace) -> int:
    """Remove what is too old, and say what; gives the exit status. A server may run meanwhile."""
    place, ages = named_store(args.db), _ages(args)
    try:
        removed = asyncio.run(_purge(Store(connector(place)), ages, dry=args.dry_run))
    except StoreError as error:
        raise ChangelingError(f"--db: {error}") from error
    print(f"{'Would be removed' if args.dry_run else 'Removed'}: {removed}.")
    return 0


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
