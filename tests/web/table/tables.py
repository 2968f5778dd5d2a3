"""A live table without sockets and disks: two people and one who looks on, and a store that notes what is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.web.shared_workers import SHARED

from changeling.web.gallery.decks import deck_of
from changeling.web.settings import Settings
from changeling.web.storage.documents import GameDocument, Row, SeatDocument, TableDocument, write
from changeling.web.storage.store import Statement, Store
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.gathering.fair_shuffle import promise_of
from changeling.web.table.gathering.seat_tokens import token_hash
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.written import replays
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse, StoreError
from changeling.web.wire.values import DeckChoice

NAMES = ("host", "guest", "watcher")


def no_database() -> Any:
    raise AssertionError("this store has no database")


@dataclass(slots=True)
class NotingStore(Store):
    """Notes what is written, and fails when it is told to. What it has of the table is what was there at first."""

    connect: Callable[[], Any] = no_database
    document: TableDocument | None = None
    statements: list[Statement] = field(default_factory=list)
    fails: bool = False
    on_write: Callable[[], None] = lambda: None

    async def write(self, statements: list[Statement]) -> None:
        self.on_write()
        if self.fails:
            raise StoreError("no room left")
        self.statements += statements

    async def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        return [(write(self.document), 0)] if self.document is not None and "FROM tables" in statement else []

    async def game(self, game: str) -> tuple[GameDocument, list[Row]] | None:
        return None

    async def chat(self, table: str, most: int) -> list[tuple[int, str, str, float]]:
        return []


class Party:
    """A table with its clients, in the lobby."""

    def __init__(self, *, lobby_delay: float = 0.0, host_patience: float = 120.0) -> None:
        seats = [SeatDocument("human", name, token=token_hash(name)) for name in NAMES[:2]]
        document = TableDocument("table-id", 0.0, DeckChoice(["family"]), [*seats, SeatDocument()], "00", pause=0)
        self.store = NotingStore(document=document)
        quick = Settings(
            bot_delay=(0.0, 0.0),
            window_delay=(0.0, 0.0),
            await_bots=True,
            lobby_delay=lobby_delay,
            host_patience=host_patience,
        )
        self.table = LiveTable(document, deck_of(document.deck), self.store, quick, SHARED)
        self.clients = {name: Client(self.table.state_of) for name in NAMES}

    async def gather(self, *, playing: bool = False) -> Party:
        """Have everybody come in; what they hear of that is forgotten."""
        for name, client in self.clients.items():
            await self.table.connect(client, m.Hello(token=name if name != "watcher" else ""))
        if playing:
            await execute(self.table, self.clients["host"], m.Start())
        for client in self.clients.values():
            await sent_to(client)
        self.store.statements.clear()
        return self


async def sent_to(client: Client) -> list[dict[str, Any]]:
    """All that is queued for a client."""
    found = []
    while client._replies or client._news:
        text = await client.next()
        assert text is not None
        found.append(json.loads(text))
    return found


class Start:
    """A table of two people, about to begin, whose clients do what each test has them do."""

    def __init__(self, party: Party) -> None:
        self.party, self.table = party, party.table

    async def say(self, name: str, message: m.FromClient) -> str:
        """Send a message; gives the code of its refusal."""
        try:
            await execute(self.table, self.party.clients[name], message)
        except Refuse as refuse:
            return refuse.code
        return ""

    async def commit(self, **nonces: str) -> None:
        for name, nonce in nonces.items():
            assert await self.say(name, m.Commit(promise_of(nonce))) == ""

    async def time_passes(self) -> None:
        """The time for a stage is over."""
        self.table._start_timer._until = 0.0
        await self.table.wake()

    @property
    def phase(self) -> str:
        return self.table.document.phase

    @property
    def shuffle(self) -> Any:
        return self.table.document.shuffle

    def file(self) -> dict[str, Any]:
        """The game as a file."""
        assert self.table.loop is not None
        found: dict[str, Any] = json.loads(replays.file_of(self.table.loop.log.document, ()))
        return found

    def seal(self) -> Any:
        return self.file()["web"]["seal"]


async def gathered() -> Start:
    return Start(await Party().gather())


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a message: the code of its refusal, what was written, and what everybody was sent."""

    refused: str
    written: list[str]
    sent: dict[str, list[str]]


async def tried(sender: str, message: m.FromClient, *, playing: bool) -> Tried:
    """Have somebody send a message at a new table."""
    party = await Party().gather(playing=playing)
    refused = ""
    try:
        await execute(party.table, party.clients[sender], message)
    except Refuse as refuse:
        refused = refuse.code
    sent = {name: [one["type"] for one in await sent_to(client)] for name, client in party.clients.items()}
    party.table.close()
    written = [statement.split()[2] for statement, _ in party.store.statements]
    return Tried(refused, [name for name in written if name != "table_versions"], sent)
