"""What the answers to a question would lead to, for the seat that is asked."""

from __future__ import annotations

import asyncio
import contextlib

from changeling.web.table.changes import Change
from changeling.web.table.clients import Client
from changeling.web.table.commands.permissions import seat_of, shown_game
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.live.live_table import LiveTable
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Prospect

WITHIN = 10.0  # seconds, with the wait for a worker: the table waits as long
KEPT = 12  # questions whose prospects are kept: every device of every seat asks about the same few


async def foresee(table: LiveTable, client: Client, message: m.Foresee) -> Change:
    """Say what each answer would lead to; nothing where the seat is not asked that (any more)."""
    loop, place = shown_game(table), seat_of(client)
    question = loop.question(place, table.moment())
    prospects: list[Prospect] = []
    if question is not None and question.id == message.question:
        prospects = await _prospects(table, loop, place, question.id)
    return Change(replies=((client, m.Foreseen(message.question, prospects)),))


async def _prospects(table: LiveTable, loop: GameLoop, place: int, question: int) -> list[Prospect]:
    """Worked out once a question, by a worker; nothing where that takes too long, for no game depends on it."""
    if question not in loop.foreseen:
        while len(loop.foreseen) >= KEPT:
            del loop.foreseen[next(iter(loop.foreseen))]
        loop.foreseen[question] = []
        with contextlib.suppress(Refuse, TimeoutError):
            async with asyncio.timeout(WITHIN):
                game, choice = loop.log.game, loop.log.document.deck
                loop.foreseen[question] = await table.workers.foreseen(choice, game, place, WITHIN)
    return loop.foreseen[question]
