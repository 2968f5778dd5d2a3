"""Cards that never end, at a live table: it goes on, or ends with a sentence, and never holds everybody else up."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest
from tests.cards.endless import GOAL, STOPPED, STUCK
from tests.web.table.tables import NAMES, Party, sent_to

from changeling.web.gallery.decks import deck_of
from changeling.web.table.changes import Advance, Moment
from changeling.web.table.commands.commands import execute
from changeling.web.table.game import game_loop
from changeling.web.table.game.game_loop import MOST_AT_ONCE, GameLoop
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import DeckChoice


async def turned_to(text: str, *, alone: bool = False) -> Party:
    """A party that plays with these cards; where one is alone, against a bot."""
    party = Party()
    document = party.table.document
    document.deck = DeckChoice(text=text + GOAL)
    party.table.publisher.use_deck(deck_of(document.deck))
    if alone:
        document.seats[1].kind, document.seats[1].bot, document.seats[1].token = "bot", "random", ""
    party.store.document = document
    return await party.gather(playing=True)


async def answered(party: Party, most: int) -> list[dict[str, Any]]:
    """Give first answers until the game is over or so many were given; all that the host was sent."""
    heard: list[dict[str, Any]] = []
    for _ in range(most):
        async with party.table.lock:  # a game with people's own cards goes on in a thread while it is held
            loop = party.table.loop
            if loop is None or loop.over:
                break
            moment = party.table.moment()
            asked = [
                (client, loop.question(client.place, moment))
                for client in party.clients.values()
                if client.place is not None
            ]
        client, question = next(((one, found) for one, found in asked if found is not None), (None, None))
        if client is not None and question is not None:
            with contextlib.suppress(Refuse):  # the table has gone on by itself meanwhile
                await execute(party.table, client, m.Answer(question.id, question.options[0].code))
        else:
            await asyncio.sleep(0.001)
        for name in NAMES:
            sent = await sent_to(party.clients[name])
            heard += sent if name == "host" else []
    return heard


@pytest.mark.parametrize("name", ["a loop", "two sections that trigger one another", "a recursion that branches"])
def test_a_card_that_never_ends_is_stopped_and_the_table_goes_on(name: str) -> None:
    async def main() -> None:
        party = await turned_to(STOPPED[name])
        heard = await answered(party, 40)
        events = [event for one in heard if one["type"] == "update" for event in one["events"]]
        stopped = [event for event in events if event["what"] == "is stopped"]
        assert stopped
        assert all(event["card"].startswith("Round") and event["line"] > 1 for event in stopped)
        assert not any(one["type"] == "error" for one in heard)
        party.table.close()

    asyncio.run(main())


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("name", ["nothing may be kept or played", "more circles than can be stopped"])
def test_a_game_that_is_stuck_ends_with_a_sentence(name: str, alone: bool) -> None:
    async def main() -> None:
        party = await turned_to(STUCK[name][0], alone=alone)
        for _ in range(40):
            await answered(party, 100)
            if party.table.document.phase == "over":
                break
        ended = party.table.document.ended
        assert ended is not None
        assert ended.how == "stuck"
        assert ended.winner is None
        assert "nobody has won" in ended.text
        assert any(title.startswith(STUCK[name][1]) for title in ended.because)
        assert party.table.loop is not None
        assert party.table.loop.over
        party.table.close()

    asyncio.run(main())


async def pauses(monkeypatch: pytest.MonkeyPatch, rows: int, seconds: float) -> tuple[int, list[int]]:
    """Play a game that goes on by itself to its end, or for a while: how often others had their turn, and the rows that
    were given without a pause. `rows` and `seconds` are the most of both until there is one."""
    given: list[int] = []
    settle = GameLoop.settle

    def counted(self: GameLoop, moment: Moment, *, driving: bool = True) -> Advance:
        advance = settle(self, moment, driving=driving)
        given.append(len(advance.rows))
        return advance

    monkeypatch.setattr(GameLoop, "settle", counted)
    monkeypatch.setattr(game_loop, "MOST_AT_ONCE", rows)
    monkeypatch.setattr(game_loop, "LONGEST_AT_ONCE", seconds)
    party = await turned_to(STUCK["nothing may be kept or played"][0])
    turns = 0
    while turns < 5000 and party.table.document.phase != "over" and sum(given) < 600:
        await answered(party, 1)
        await asyncio.sleep(0.002)  # what is stored, and what replays the game, may take its time
        turns += 1
    party.table.close()
    return turns, given


def test_what_happens_by_itself_lets_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settling of forced questions pauses after so many, so that a server can do other things, such as end."""
    turns, given = asyncio.run(pauses(monkeypatch, MOST_AT_ONCE, 3600.0))  # however slow the machine is
    assert turns > 5
    assert max(given) == MOST_AT_ONCE
    assert given.count(MOST_AT_ONCE) >= 5


def test_what_happens_by_itself_slowly_pauses_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settling pauses when its time is up, however few questions it has come to."""
    turns, given = asyncio.run(pauses(monkeypatch, MOST_AT_ONCE, 0.0))
    assert turns > 5
    assert max(given) == 1
