"""Who had what kept: how much of the store each address takes up.

Addresses themselves are not kept, only a hash of them with a secret of the store; it goes when the thing does.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Literal

from changeling.web.storage.store import Statement, Store

Kind = Literal["table", "replay"]
ANSWER = 100  # bytes that an answer counts for


@dataclass(frozen=True, slots=True)
class Holdings:
    """What one owner has in the store: how many, how many bytes, and when the oldest was made (0 for nothing)."""

    tables: int = 0
    replays: int = 0
    bytes: int = 0
    oldest_table: float = 0.0
    oldest_replay: float = 0.0

    @property
    def oldest(self) -> float:
        """When the oldest of all was made; 0 where there is nothing."""
        return min((made for made in (self.oldest_table, self.oldest_replay) if made), default=0.0)


async def secret_of(store: Store) -> str:
    """The secret of a store, drawn the first time that it is asked for."""
    keep = "INSERT INTO notes (name, value) VALUES ('secret', ?) ON CONFLICT (name) DO NOTHING"
    ask = "SELECT value FROM notes WHERE name = 'secret'"
    rows = await store.write_and_read([(keep, (secrets.token_hex(16),)), (ask, ())])
    return str(rows[0][0])


def owner_of(secret: str, address: str) -> str:
    """An address as it is kept."""
    return hashlib.sha256(f"changeling owner\n{secret}\n{address}".encode()).hexdigest()[:32]


def put_owner(kind: Kind, thing: str, owner: str) -> Statement:
    """Write down who had a thing kept."""
    return (
        "INSERT INTO owners (kind, id, owner, made) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO NOTHING",
        (kind, thing, owner, time.time()),
    )


def put_owners(kind: Kind, thing: str, owner: str) -> list[Statement]:
    """Write down who has a thing kept, with the thing; nothing where there are no accounts."""
    return [put_owner(kind, thing, owner)] if owner else []


async def table_owner(store: Store, table: str) -> str | None:
    """Who made a table; None where that is not known."""
    rows = await store.read("SELECT owner FROM owners WHERE kind = 'table' AND id = ?", table)
    return str(rows[0][0]) if rows else None


# The games of an owner's tables.
_GAMES = "owners JOIN games ON games.table_id = owners.id WHERE owners.owner = ? AND owners.kind = 'table'"
# What the tables of an owner hold besides their documents, in bytes. A deck that several games are played with is kept
# once, and counts once. Answers are so many that they are not measured: the number of a game's last one says how many.
_BESIDES = (
    f"SELECT COALESCE(SUM(OCTET_LENGTH(games.document)), 0) FROM {_GAMES}",
    "SELECT COALESCE(SUM(OCTET_LENGTH(decks.texts) + OCTET_LENGTH(decks.listing)), 0) FROM decks"
    f" WHERE decks.id IN (SELECT games.cards FROM {_GAMES})",
    f"SELECT {ANSWER} * COALESCE(SUM((SELECT MAX(answers.number) + 1 FROM answers WHERE answers.game = games.id)), 0)"
    f" FROM {_GAMES}",
    "SELECT COALESCE(SUM(OCTET_LENGTH(pictures.text)), 0) FROM pictures"
    f" WHERE pictures.game IN (SELECT games.id FROM {_GAMES})",
    "SELECT COALESCE(SUM(OCTET_LENGTH(chat.name) + OCTET_LENGTH(chat.text)), 0) FROM chat"
    " WHERE chat.table_id IN (SELECT owners.id FROM owners WHERE owners.owner = ? AND owners.kind = 'table')",
)


async def holdings_of(store: Store, owner: str) -> Holdings:
    """What an owner has in the store now. Games, their cards, answers and pictures, and the chat count with a table."""
    tables = await store.read(
        "SELECT COUNT(*), COALESCE(SUM(OCTET_LENGTH(tables.document)), 0), COALESCE(MIN(owners.made), 0)"
        " FROM owners JOIN tables ON tables.id = owners.id WHERE owners.owner = ? AND owners.kind = 'table'",
        owner,
    )
    replays = await store.read(
        "SELECT COUNT(*), COALESCE(SUM(OCTET_LENGTH(replays.text)), 0), COALESCE(MIN(owners.made), 0)"
        " FROM owners JOIN replays ON replays.id = owners.id WHERE owners.owner = ? AND owners.kind = 'replay'",
        owner,
    )
    besides = [int((await store.read(statement, owner))[0][0]) for statement in _BESIDES]
    return Holdings(
        tables=int(tables[0][0]),
        replays=int(replays[0][0]),
        bytes=int(tables[0][1]) + int(replays[0][1]) + sum(besides),
        oldest_table=float(tables[0][2]),
        oldest_replay=float(replays[0][2]),
    )
