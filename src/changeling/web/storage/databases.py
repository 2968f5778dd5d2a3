"""Which database a store is on, by the place that an operator names: a SQLite file, or PostgreSQL by URL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from changeling.errors import ChangelingError
from changeling.web.storage.file_guard import Guard
from changeling.web.storage.postgres import Postgres
from changeling.web.storage.sqlite_file import SameFile, Sqlite
from changeling.web.storage.store import Store

_URLS = ("postgresql://", "postgres://")


def store_at(place: str) -> Store:
    """The store of a server, at a path or URL. Raises ChangelingError for what is neither."""
    return Store(connector(place, guarded=True))


def file_of(place: str) -> str | None:
    """The file of a store that is one; None for a database that is reached by a URL."""
    return None if place.startswith(_URLS) else place.removeprefix("sqlite:///")


def connector(place: str, *, guarded: bool = False, reading: bool = False) -> Callable[[], Sqlite | Postgres]:
    """What opens the database at a path or URL: `guarded` for a server, or `reading` for who changes nothing. Raises
    ChangelingError for what is neither."""
    if place.startswith(_URLS):
        try:
            import psycopg  # noqa: F401  whether it is there; Postgres imports it again
        except ImportError as error:
            raise ChangelingError("--db: PostgreSQL needs its driver: pip install 'changeling[postgres]'") from error
        return lambda: Postgres(place)
    path = file_of(place) or ""
    if "://" in path:
        raise ChangelingError(f"--db: '{place}' is neither a file nor a URL such as postgresql://user@host/name")
    if path == ":memory:":
        raise ChangelingError("--db: a table has to outlive its server: name a file")
    folder = Path(path).parent
    if not folder.is_dir():
        raise ChangelingError(f"--db: there is no folder {folder} for {path}")
    return (lambda: Sqlite(path, reading=True)) if reading else SameFile(path, Guard(path) if guarded else None)
