"""What the answers to a question would lead to, for the seat that is asked."""

from __future__ import annotations

import asyncio

from changeling.play.game import Game
from changeling.play.outlook import outlook
from changeling.web.table.changes import Change
from changeling.web.table.clients import Client
from changeling.web.table.game_loop import GameLoop
from changeling.web.table.live_table import LiveTable
from changeling.web.table.permissions import seat_of, shown_game
from changeling.web.table.render import in_window
from changeling.web.table.surprise_window import pass_of
from changeling.web.wire import messages as m
from changeling.web.wire.values import CardFate, Prospect

KEPT = 12  # questions whose prospects are kept: every device of every seat asks about the same few


async def foresee(table: LiveTable, client: Client, message: m.Foresee) -> Change:
    """Say what each answer would lead to; nothing where the seat is not asked that (any more)."""
    loop, place = shown_game(table), seat_of(client)
    question = loop.question(place, table.moment())
    prospects: list[Prospect] = []
    if question is not None and question.id == message.question:
        prospects = await _prospects(loop, place, question.id)
    return Change(replies=((client, m.Foreseen(message.question, prospects)),))


async def _prospects(loop: GameLoop, place: int, question: int) -> list[Prospect]:
    """Worked out once a question, beside the event loop."""
    if question not in loop.foreseen:
        while len(loop.foreseen) >= KEPT:
            del loop.foreseen[next(iter(loop.foreseen))]
        loop.foreseen[question] = await asyncio.to_thread(_look, loop.log.game.copy(), place)
    return loop.foreseen[question]


def _look(game: Game, place: int) -> list[Prospect]:
    """What a place has before it, in a window when all who are asked before it have let it pass."""
    while not game.over and game.table.asked != place and in_window(game.table):
        game.answer(pass_of(game.decision))
    if game.over or game.table.asked != place:
        return []
    return [
        Prospect(one.code, one.over, one.winner, [CardFate(at.card, at.cancelled, at.owner) for at in one.fates])
        for one in outlook(game)
    ]
