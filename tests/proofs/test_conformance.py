"""One suite for every edition on the shelf, two to six seats: what has to hold whatever the cards say."""

from __future__ import annotations

from itertools import product

import pytest
from tests.effort import EFFORT, part

import changeling as cl
from changeling.cards import codes as w
from changeling.decks.shelf import published
from changeling.engine.layout import Table
from changeling.engine.machine import loop as machine
from changeling.engine.machine.zones import move, unlink
from changeling.engine.sheet_layout import Sheet
from changeling.proofs.conformance import NAMES, Answer, census, conform, differences

DECISIONS = 400 * EFFORT  # for each edition and number of seats
BLOCK, MOST = 5, 200  # games at a time, and at most
CAPPED = 0.01  # the share of games that may reach the cap


@pytest.mark.parametrize(("edition", "seats"), part(list(product(cl.editions(), range(2, 7))), 2))
def test_random_games_conform(edition: str, seats: int) -> None:
    games = decisions = ended = stuck = capped = 0
    while decisions < DECISIONS and games < MOST:
        found = conform(edition, seats, BLOCK, 1_000 * seats + games)
        games += found.games
        decisions += found.decisions
        ended += found.ended
        stuck += found.stuck
        capped += found.capped
    print(f"{edition}, {seats} seats: {games} games, {ended} ended ({stuck} stuck), {capped} capped, {decisions} asked")
    assert ended + capped == games
    assert capped <= CAPPED * games


def test_a_mix_of_all_editions_conforms() -> None:
    found = conform(list(published()), 4, 4 * EFFORT, 7)
    print(found)
    assert found.games == found.ended + found.capped


def test_the_cap_is_reported() -> None:
    found = conform("fluxx-4", 3, 4, 1, cap=3)
    assert (found.ended, found.capped, found.longest, found.decisions) == (0, 4, 3, 12)
    assert (
        str(found)
        == "fluxx-4, 3 seats: 4 games, 0 ended (0 stuck), 4 reached the cap, 12 decisions, the longest game 3"
    )


def test_a_run_can_be_repeated() -> None:
    assert conform("family", 2, 5, 3) == conform("family", 2, 5, 3)


def _loses_a_card(d: Sheet, t: Table, index: int) -> None:
    machine.answer(d, t, index)
    if t.decisions == 8:
        unlink(t, t.head[w.PILE])


def _forgets_its_options(d: Sheet, t: Table, index: int) -> None:
    machine.answer(d, t, index)
    if t.decisions == 8:
        t.options = 0


def _repeats_an_option(d: Sheet, t: Table, index: int) -> None:
    machine.answer(d, t, index)
    t.option[t.options] = t.option[0]
    t.options += 1


def _asks_nobody(d: Sheet, t: Table, index: int) -> None:
    machine.answer(d, t, index)
    t.asked = t.seats


def _counts_wrongly(d: Sheet, t: Table, index: int) -> None:
    machine.answer(d, t, index)
    t.drawn += 1


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (_loses_a_card, "is nowhere"),
        (_forgets_its_options, "a question without options"),
        (_repeats_an_option, "an option is there twice"),
        (_asks_nobody, "the question goes to seat 4 of 4"),
        (_counts_wrongly, "a copy differs after the same answers: drawn"),
    ],
)
def test_a_broken_machine_is_caught_and_the_report_can_be_played_back(broken: Answer, message: str) -> None:
    with pytest.raises(cl.EngineFault, match=message) as caught:
        conform("fluxx-4", 4, 3, 1, answer=broken)
    game = cl.replay(cl.Record.from_json(caught.value.notation))
    assert game.seats == NAMES[:4]
    assert "turn" in caught.value.backtrace


def test_the_census_sees_a_card_that_is_in_two_places() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    assert census(game.deck, game.table) == []
    t = game.table
    t.next[t.tail[w.HAND]] = t.head[w.HAND + 1]
    assert any("is not in exactly one place" in line for line in census(game.deck, t))


def test_the_census_sees_a_creeper_in_a_hand() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=1)
    creeper = next(
        card.id for card in game.deck.cards if card.kind == "creeper" and game.table.place[card.id] == w.PILE
    )
    move(game.table, creeper, w.HAND)
    assert census(game.deck, game.table) == [f"{game.deck.cards[creeper].title} is in a hand"]


def test_differences_names_the_field() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    other = game.copy()
    assert differences(game.table, other.table) == []
    other.table.turns += 1
    assert differences(game.table, other.table) == ["turns: 1 and 2"]
