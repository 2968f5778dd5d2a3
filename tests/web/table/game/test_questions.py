"""Nobody is shown a question that the table answers by itself: who answers what is shown is not refused for that."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import cast

import pytest
from tests.cards.endless import STUCK
from tests.engine.machine.choices.test_surprises import NAMES, positions
from tests.web.table.game.test_game_loop import turned_to
from tests.web.table.game.test_surprise_window import Thinkers, nothing
from tests.web.table.tables import Party, sent_to

import changeling as cl
from changeling.engine.seen.questions.decision import in_window
from changeling.play.driver import goes_without_saying
from changeling.web.gallery.decks import deck_of
from changeling.web.settings import Settings
from changeling.web.storage.documents import GameDocument, SeatDocument, TableDocument
from changeling.web.table.changes import Moment, Receipt
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.game import game_loop
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.surprise_window import Window
from changeling.web.table.workers import Workers
from changeling.web.table.written.game_log import log_of
from changeling.web.wire import messages as m
from changeling.web.wire.values import DeckChoice


def test_what_goes_without_saying_is_asked_of_nobody_while_the_table_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in what is sent when it pauses, nor in a state that is asked for meanwhile."""
    monkeypatch.setattr(game_loop, "MOST_AT_ONCE", 1)

    async def main() -> int:
        party = await turned_to(STUCK["nothing may be kept or played"][0])
        paused = 0
        for _ in range(300):
            async with party.table.lock:
                loop = party.table.loop
                if loop is None or loop.over:
                    break
                paused += goes_without_saying(loop.log.decision) and len(loop.log.decision.options) == 1
                states = [party.table.state(client) for client in party.clients.values()]
                heard = [one for client in party.clients.values() for one in await sent_to(client)]
            for options in [
                *(one.question.options for one in states if one.question is not None),
                *(
                    one["question"]["options"]
                    for one in heard
                    if one["type"] in ("state", "update") and one["question"]
                ),
            ]:
                assert len(options) > 1, "nobody has a choice in this game that would have to be made"
            asked = next(
                ((one, s.question) for one, s in zip(party.clients.values(), states, strict=True) if s.question), None
            )
            if asked is not None:
                await execute(party.table, asked[0], m.Answer(asked[1].id, asked[1].options[0].code))
            await asyncio.sleep(0.001)
        party.table.close()
        return paused

    assert asyncio.run(main()) > 20


def test_a_window_that_opens_because_somebody_comes_is_shown_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has paused before it opens it; nobody else would be asked, and everybody would wait for them."""

    async def main() -> None:
        party = Party()
        party.table.document.deck = DeckChoice(["doctor-who"])
        party.table.publisher.use_deck(deck_of(party.table.document.deck))
        await party.gather(playing=True)
        loop = party.table.loop
        assert loop is not None
        for _ in range(40):
            moment = party.table.moment()
            people = [one for one in party.clients.values() if one.place is not None]
            asked = next((one, question) for one in people if (question := loop.question(one.place or 0, moment)))
            plays = [option for option in asked[1].options if option.sort == "play"] or asked[1].options
            monkeypatch.setattr(game_loop, "MOST_AT_ONCE", 0)
            await execute(party.table, asked[0], m.Answer(asked[1].id, plays[0].code))
            if in_window(loop.log.game.standing):
                break
            monkeypatch.undo()
            await party.table.wake()
        assert not window_of(loop), "it has paused"
        for client in party.clients.values():
            await sent_to(client)
        await party.table.connect(Client(party.table.state_of), m.Hello())
        told = {name: await sent_to(client) for name, client in party.clients.items()}
        asked_now = [name for name, heard in told.items() if any(one.get("question") for one in heard)]
        window = window_of(loop)
        assert window is not None
        waited_for = [one.place for one in window.questions if one.place not in window.intents]
        assert sorted(party.clients[name].place or 0 for name in asked_now) == sorted(waited_for)
        assert waited_for
        party.table.close()

    asyncio.run(main())


def window_of(loop: GameLoop) -> Window | None:
    return loop.window


async def no_state(client: Client) -> bytes:
    return b""


# --- windows ----------------------------------------------------------------------------------------------------------
class Asked:
    """A game in which a seat has just done its first option; the second person and a bot play besides."""

    def __init__(self, game: cl.Game, seat: str, thinkers: Thinkers) -> None:
        choice = DeckChoice(list(game.record().deck))
        log = log_of(GameDocument("game", "table", 0.0, choice, game.record().to_json()), game.copy(), 0, [], {})
        self.actor = NAMES.index(seat)
        self.second = next(place for place in range(len(NAMES)) if place != self.actor)
        self.others = frozenset(range(len(NAMES))) - {self.actor, self.second}
        seated = [SeatDocument("bot" if n in self.others else "human", name) for n, name in enumerate(NAMES)]
        self.document = TableDocument("table", 0.0, choice, seated, "", phase="playing", game="game", pause=5.0)
        self.loop = GameLoop(log, Settings(), nothing, cast(Workers, thinkers))
        log.answer(log.decision.options[0], "person")

    def moment(self, now: float, *, away: bool = False) -> Moment:
        return Moment(now, self.document, self.others | ({self.second} if away else frozenset()))


def windows(thinkers: Thinkers, most: int = 40) -> list[Asked]:
    """Games with a window in which the second person is asked, and has a choice."""
    found = []
    for game, _, seat in islice(positions("doctor-who", polite=True), 0, 5 * most, 5):
        asked = Asked(game, seat, thinkers)
        if not in_window(asked.loop.log.game.standing):
            continue
        asked.loop.settle(asked.moment(0.0))
        question = asked.loop.question(asked.second, asked.moment(0.0))
        if question is not None and question.window and len(question.options) > 1:
            again = Asked(game, seat, thinkers)
            found.append(again)
    assert found
    return found


def test_whose_time_in_a_window_is_up_is_asked_no_more() -> None:
    async def main() -> None:
        for asked in windows(Thinkers(0)):
            asked.loop.settle(asked.moment(0.0))
            assert asked.loop.question(asked.second, asked.moment(4.9)) is not None
            assert asked.loop.question(asked.second, asked.moment(5.0)) is None, "the table passes in a moment"
            asked.loop.rest()

    asyncio.run(main())


@pytest.mark.parametrize("thought", [False, True])
def test_who_comes_back_while_a_window_is_open_is_asked_and_waited_for(thought: bool) -> None:
    """Whatever a bot has chosen meanwhile in their place, or is about to choose."""

    async def main() -> int:
        counted = 0
        for asked in windows(Thinkers(0 if thought else 3)):
            asked.document.pause = 0.0
            loop, away = asked.loop, asked.moment(0.0, away=True)
            loop.settle(away)
            loop.plan(away)
            for _ in range(3 if thought else 1):
                await asyncio.sleep(0)
            if thought:
                loop.settle(asked.moment(0.05, away=True))
            back = asked.moment(0.1)
            loop.show(back)
            question = loop.question(asked.second, back)
            assert question is not None
            for _ in range(5):
                await asyncio.sleep(0)
            loop.settle(asked.moment(60.0))
            still = loop.question(asked.second, asked.moment(60.0))
            assert still is not None, "somebody else answered"
            assert still.id == question.id
            receipt = Receipt(Client(no_state), question.id, question.options[-1].code)
            assert loop.answer(asked.second, receipt, asked.moment(60.0)).noted is receipt
            closed = loop.settle(asked.moment(61.0))
            counted += [(row.by, row.seat) for row in closed.rows].count(("person", NAMES[asked.second]))
            loop.rest()
        return counted

    assert asyncio.run(main()) > 0


def test_who_comes_back_to_a_window_that_ends_has_a_pause_of_their_own() -> None:
    async def main() -> None:
        for asked in windows(Thinkers(None)):
            loop = asked.loop
            loop.settle(asked.moment(0.0, away=True))
            loop.show(asked.moment(2.0))
            assert loop.question(asked.second, asked.moment(6.9)) is not None
            closed = loop.settle(asked.moment(7.0))
            assert ("table", NAMES[asked.second]) in [(row.by, row.seat) for row in closed.rows]
            loop.rest()

    asyncio.run(main())
