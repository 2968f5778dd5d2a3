"""An update says what a whole state says: it is put together from parts that are kept, and none of them is ever old."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from tests.web.shared_workers import SHARED
from tests.web.table.tables import NotingStore

from changeling.web.gallery.decks import deck_of
from changeling.web.settings import Settings
from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.gathering.seat_tokens import token_hash
from changeling.web.table.live import publish
from changeling.web.table.live.live_table import LiveTable
from changeling.web.wire import messages as m
from changeling.web.wire.values import DeckChoice

NAMES = ("Ann", "Bob", "Cy")
SAME = ("public", "own", "question", "pause", "standings")


async def gathered(
    edition: str, every: float = 0.0, standings_every: float | None = None
) -> tuple[LiveTable, list[Client]]:
    """A table of three people, one who looks on, and a second screen of the first. With no more said, everybody is sent
    every update, whole."""
    seats = [SeatDocument("human", name, token=token_hash(name)) for name in NAMES]
    document = TableDocument("table-id", 0.0, DeckChoice([edition]), seats, "00", pause=0)
    seconds = every if standings_every is None else standings_every
    settings = Settings(lobby_delay=0.0, update_every=every, standings_every=seconds)
    table = LiveTable(document, deck_of(document.deck), NotingStore(document=document), settings, SHARED)
    clients = [Client(table.state_of) for _ in (*NAMES, "", NAMES[0])]
    for client, token in zip(clients, (*NAMES, "", NAMES[0]), strict=True):
        await table.connect(client, m.Hello(token=token))
    return table, clients


async def answer_one(table: LiveTable, clients: list[Client], chance: random.Random) -> None:
    """Have somebody who is asked give an answer."""
    while True:
        loop, moment = table.loop, table.moment()
        assert loop is not None
        waiting = loop.window.intents if loop.window is not None else ()
        asked = [(place, loop.question(place, moment)) for place in range(len(NAMES)) if place not in waiting]
        place, question = next(((one, put) for one, put in asked if put is not None), (0, None))
        if question is not None:
            break
        await asyncio.sleep(0.001)  # the table has paused, so that others have their turn
    await execute(table, clients[place], m.Answer(question.id, chance.choice(question.options).code))


async def played(edition: str, answers: int) -> int:
    """Play so many answers, compare what everybody was told with a whole state; gives how many updates that were."""
    chance, updates = random.Random(3), 0
    table, clients = await gathered(edition)
    await execute(table, clients[0], m.Start())
    for _ in range(answers):
        if table.document.phase != "playing":
            break
        for client in clients:
            client._news.clear()
            client._replies.clear()
        await answer_one(table, clients, chance)
        for client in clients:
            told: list[dict[str, Any]] = [json.loads(news) for news in client._news]
            if not told or told[-1]["type"] != "update":
                continue
            updates += 1
            now = json.loads(publish.encode(table.state(client)))
            assert {name: told[-1][name] for name in SAME} == {name: now[name] for name in SAME}
            events = told[-1]["events"]
            assert events == (now["events"][-len(events) :] if events else [])
    table.close()
    return updates


@pytest.mark.parametrize("edition", ["fluxx-4", "cthulhu", "dice-camera-action"])
def test_an_update_says_what_a_state_says(edition: str) -> None:
    assert asyncio.run(played(edition, 150)) > 300
