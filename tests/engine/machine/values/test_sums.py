"""Sums over ranks and marks."""

from __future__ import annotations

import itertools
import random

import pytest
from tests.cards.writing import expect
from tests.random_play import laid

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.machine.values.sums import adds_up, amount_on, consecutive, lowest_of_all, rank_of, total
from changeling.engine.sheet_cache import sheet_for

RANKS = (0, 1, 4, 7, 59, 60, 61, 100, 119, 500)
CARDS = "marks sweet\n" + "".join(f'keeper "K{rank}" rank {rank}\n    "One."\n' for rank in RANKS)
CARDS += 'keeper "Cake" sweet sweet sweet\n    "One."\nkeeper "Bun" sweet\n    "One."\nkeeper "Salt"\n    "One."\n'
ANN, NO_MARK = 0, w.NONE


def front(*names: str) -> cl.Game:
    """A game in which these lie in front of Ann."""
    return laid(CARDS, seats=("Ann", "Bob"), keepers={"Ann": list(names)}, rest="out")


def sums_to(game: cl.Game, number: int, mark: int = NO_MARK) -> bool:
    return adds_up(sheet_for(game.deck), game.table, w.KEEPERS, 0, mark, ANN, number)


def test_every_sum_that_some_cards_make_is_found_and_no_other() -> None:
    chance = random.Random(1)
    for _ in range(25):
        ranks = chance.sample(RANKS, chance.randrange(6))
        game = front(*(f"K{rank}" for rank in ranks))
        some = {sum(part) for size in range(1, len(ranks) + 1) for part in itertools.combinations(ranks, size)}
        found = {number for number in range(200) if sums_to(game, number)}
        assert found == {number for number in some if number <= w.MOST_SUM}, ranks


def test_nothing_adds_up_to_nothing_but_a_zero() -> None:
    assert not sums_to(front("Salt"), 0), "a card without a rank is no number"
    assert sums_to(front("K0", "Salt"), 0)


def test_marks_add_up_by_how_often_they_are_borne() -> None:
    game = front("Cake", "Bun", "Salt")
    d, t, sweet = sheet_for(game.deck), game.table, game.deck.marks.index("sweet")
    assert [
        amount_on(d, t, card, sweet) for card in range(d.cards) if game.deck.cards[card].name in ("Cake", "Bun", "Salt")
    ] == [3, 1, 0]
    assert total(d, t, ANN, w.KEEPERS, w.EVERYONE, 0, sweet, w.NONE) == 4
    assert [number for number in range(6) if sums_to(game, number, sweet)] == [0, 1, 3, 4]


def test_totals_of_ranks_leave_out_what_has_none() -> None:
    game = front("K500", "K4", "Salt")
    d, t = sheet_for(game.deck), game.table
    assert total(d, t, ANN, w.KEEPERS, w.YOU_ONLY, 0, NO_MARK, w.NONE) == 504
    assert total(d, t, ANN, w.KEEPERS, w.ONE_SEAT, 0, NO_MARK, w.NONE) == 0, "of nobody"
    assert rank_of(d, t, w.NONE) == 0


def test_the_lowest_is_never_one_without_a_rank() -> None:
    game = front("Salt", "K7", "K0")
    d, t = sheet_for(game.deck), game.table
    assert game.deck.cards[lowest_of_all(d, t, ANN, w.KEEPERS, w.EVERYONE, 0, w.NONE)].name == "K0"
    assert lowest_of_all(d, front("Salt").table, ANN, w.KEEPERS, w.EVERYONE, 0, w.NONE) == w.NONE


@pytest.mark.parametrize(("names", "holds"), [(("K0", "K1"), True), (("K60", "K61"), True), (("K61", "K59"), False)])
def test_ranks_next_to_each_other(names: tuple[str, ...], holds: bool) -> None:
    game = front(*names)
    assert consecutive(sheet_for(game.deck), game.table, ANN, w.KEEPERS, w.EVERYONE, 0, w.NONE) == holds


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("wins = adds_up(keepers(you), rank, ▸120)", "120 is too large; cards can add up to 119 at most here"),
        ("wins = adds_up(▸keepers(others), rank, 3)", "adds_up() looks at the cards of one player"),
        ("wins = ▸adds_up(keepers(you), rank)", "adds_up() takes 3 things, not 2"),
        ("wins = total(keepers(you), ▸sour) > 3", "total() needs a mark of this file, or the word rank"),
        ("wins = total(▸you, rank) > 3", "total() looks at the cards of one word"),
        ("wins = total(▸keepers(you) + creepers(you), rank) > 3", "total() looks at the cards of one word"),
    ],
)
def test_what_cannot_be_added_up(line: str, says: str) -> None:
    expect(f'goal "Test"\n    {line}\n', says)
