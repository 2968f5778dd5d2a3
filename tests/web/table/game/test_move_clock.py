"""The clock for silent players: when it counts, and what a table does when the time is up."""

from __future__ import annotations

import asyncio
import time

from msgspec.structs import replace
from tests.web.served import PATIENT
from tests.web.table.tables import Party, sent_to

from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.changes import Moment
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.move_clock import MoveClock
from changeling.web.wire.values import DeckChoice, Question


def moment(now: float, *, people: int = 2, clock: float = 10.0) -> Moment:
    seats = [SeatDocument("human" if place < people else "bot", str(place)) for place in range(3)]
    return Moment(now, TableDocument("table", 0.0, DeckChoice(), seats, "", clock=clock), frozenset())


def test_the_time_counts_from_when_a_question_was_put() -> None:
    clock = MoveClock()
    assert clock.limit(7, moment(0.0)) is None
    clock.put(7, moment(100.0))
    clock.put(7, moment(105.0))  # the same question, which goes on
    assert clock.limit(7, moment(105.0)) == 110.0
    assert not clock.is_late(7, moment(109.9))
    assert clock.is_late(7, moment(110.0))
    assert not clock.is_late(8, moment(200.0))
    clock.put(8, moment(200.0))
    assert clock.limit(8, moment(200.0)) == 210.0
    clock.stop()
    clock.put(8, moment(300.0))
    assert clock.limit(8, moment(300.0)) == 310.0


def test_nobody_is_late_without_a_clock_or_against_bots_alone() -> None:
    clock = MoveClock()
    clock.put(7, moment(0.0))
    assert clock.limit(7, moment(99.0, clock=0.0)) is None
    assert clock.limit(7, moment(99.0, people=1)) is None


def test_a_clock_of_days_runs_on_while_nobody_is_there_and_through_a_restart() -> None:
    clock, day = MoveClock(), 86_400.0
    clock.put(7, moment(100.0, clock=day))
    clock.stop()
    clock.put(7, moment(5000.0, clock=day))
    assert clock.limit(7, moment(5000.0, clock=day)) == 100.0 + day
    again = MoveClock()
    again.loaded(time.time() - day)
    again.put(7, moment(50.0, clock=day))
    assert again.is_late(7, moment(50.0, clock=day))
    again.put(8, moment(60.0, clock=day))
    assert again.limit(8, moment(60.0, clock=day)) == 60.0 + day, "the next question has its whole time"
    short = MoveClock()
    short.loaded(time.time() - day)
    short.put(7, moment(50.0))
    assert short.limit(7, moment(50.0)) == 60.0, "of a clock of seconds nobody is held to what a restart has taken"


def asked(party: Party) -> tuple[str, Question]:
    """Who is asked, and what."""
    assert party.table.loop is not None
    for name, client in party.clients.items():
        question = party.table.loop.question(client.place, party.table.moment()) if client.place is not None else None
        if question is not None:
            return name, question
    raise AssertionError("nobody is asked")


async def silent_party(clock: float) -> Party:
    party = Party()
    party.table.document.clock = clock
    return await party.gather(playing=True)


def test_a_bot_answers_for_a_silent_player_and_everybody_is_told() -> None:
    async def main() -> None:
        party = await silent_party(0.1)
        name, question = asked(party)
        assert question.seconds is not None
        assert not party.store.statements
        async with asyncio.timeout(PATIENT):
            while not party.store.statements:
                await asyncio.sleep(0.02)
        async with party.table.lock:
            heard = [one for one in await sent_to(party.clients["watcher"]) if one["type"] == "told"]
            assert heard[0] == {"type": "told", "what": "late", "name": name}
        party.table.close()

    asyncio.run(main())


def test_without_a_clock_everybody_is_waited_for() -> None:
    async def main() -> None:
        party = await silent_party(0.0)
        assert asked(party)[1].seconds is None
        await asyncio.sleep(0.2)
        assert not party.store.statements
        party.table.close()

    asyncio.run(main())


def test_who_is_late_is_asked_in_a_window_all_the_same() -> None:
    async def main() -> None:
        party = await silent_party(10.0)
        loop = party.table.loop
        assert isinstance(loop, GameLoop)
        name, question = asked(party)
        later = replace(party.table.moment(), now=party.table.moment().now + 60.0)
        place = party.clients[name].place
        assert place is not None
        assert loop._is_bots(later)
        assert place not in later.bots  # windows ask whoever is no bot's
        still = loop.question(place, later)
        assert still is not None, "an answer that comes while the bot thinks still counts"
        assert (still.id, still.seconds) == (question.id, 0.0)
        party.table.close()

    asyncio.run(main())
