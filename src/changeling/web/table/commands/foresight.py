"""What the answers to a question would lead to, for the seat that is asked."""

from __future__ import annotations

from changeling.web.table.changes import Change
from changeling.web.table.clients import Client
from changeling.web.table.commands.permissions import seat_of, shown_game
from changeling.web.table.game.foresight import tell
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.workers import is_quick
from changeling.web.wire import messages as m


async def foresee(table: LiveTable, client: Client, message: m.Foresee) -> Change:
    """Say what each answer would lead to, as soon as that is known; nothing where the seat is not asked that (any
    more). The table does not wait for it.

    In a Surprise window nothing is foreseen with people's own cards. Workers are shared, so whoever had a look ahead of
    their own could tell by its length how long others' take, and cards can be made to take long."""
    loop, place = shown_game(table), seat_of(client)
    question = loop.question(place, table.moment())
    secret = question is not None and question.window and not is_quick(loop.log.document.deck)
    if question is None or question.id != message.question or secret:
        tell(client, message.question, [])
    else:
        loop.foresight.tell(client, question.id, place, loop.log.game)
    return Change()
