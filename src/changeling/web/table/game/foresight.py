"""What the answers to the questions of a game would lead to. It is worked out by worker processes, and told when it is
there: the table goes on meanwhile, for how long it takes hangs on what the seat that is asked holds."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field

from msgspec.json import Encoder

from changeling.engine.layout import Table
from changeling.play.game import Game
from changeling.web.table.clients import Client
from changeling.web.table.workers import Workers
from changeling.web.wire.errors import Refuse
from changeling.web.wire.messages import Foreseen
from changeling.web.wire.values import DeckChoice, Prospect

WITHIN = 10.0  # seconds, with the wait for a worker
KEPT = 12  # questions whose prospects are kept: every device of every seat asks about the same few
_encode = Encoder().encode


@dataclass(slots=True)
class _Look:
    """A look ahead from one question: what was found, or who waits for it."""

    found: list[Prospect] | None = None
    waiting: set[Client] = field(default_factory=set)
    task: asyncio.Task[None] | None = None


class Foresight:
    """Looks ahead for one game, once for each question."""

    def __init__(self, workers: Workers, choice: DeckChoice) -> None:
        self._workers, self._choice = workers, choice
        self._looks: dict[int, _Look] = {}

    def tell(self, client: Client, question: int, place: int, game: Game) -> None:
        """Tell a client, now or soon, what the answers to the question lead to that its place is asked now."""
        look = self._looks.get(question)
        if look is None:
            while len(self._looks) >= KEPT:
                del self._looks[next(iter(self._looks))]
            look = self._looks[question] = _Look()
            # as it stands now; without what has happened so far, which may be a thousand times as much
            look.task = asyncio.create_task(self._look(look, question, game.table.copy(), game.seats, place))
        if look.found is None:
            look.waiting.add(client)
        else:
            tell(client, question, look.found)

    async def _look(self, look: _Look, question: int, table: Table, names: tuple[str, ...], place: int) -> None:
        found: list[Prospect] = []  # where it takes too long, for no game depends on it
        try:
            with contextlib.suppress(Refuse, TimeoutError):
                async with asyncio.timeout(WITHIN):
                    found = await self._workers.foreseen(self._choice, table, names, place, WITHIN)
        finally:
            look.found = found
            for client in look.waiting:
                tell(client, question, found if client.place == place else [])
            look.waiting.clear()

    def forget(self) -> None:
        """Look again when somebody asks next."""
        self._looks.clear()


def tell(client: Client, question: int, found: list[Prospect]) -> None:
    """Tell a client what the answers to a question lead to; nothing where none is put to it."""
    client.reply(_encode(Foreseen(question, found)))
