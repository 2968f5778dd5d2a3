"""Where cards lie: the threads through the cards stay whole whatever is moved."""

from __future__ import annotations

import random

import pytest

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.layout import Table
from changeling.engine.machine.board.census import can_lie
from changeling.engine.machine.chance import sow
from changeling.engine.machine.zones import (
    EVERYBODY,
    change_of,
    forget_who_knows,
    link,
    move,
    on_table,
    seat_of,
    shuffle,
    unlink,
)
from changeling.engine.seen.view import cards_in
from changeling.engine.setup import bare
from changeling.engine.sheet_cache import sheet_for
from changeling.proofs.conformance import census


@pytest.fixture
def game() -> cl.Game:
    return cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=4)


@pytest.fixture
def t(game: cl.Game) -> Table:
    return game.table


def test_any_number_of_moves_leaves_every_card_in_one_place(game: cl.Game, t: Table) -> None:
    chance = random.Random(1)
    zones = [w.PILE, w.DISCARD, w.RULES, w.GOALS, w.BEING_PLAYED, *range(w.HAND, w.CREEPERS)]
    kinds = {card.id: w.KINDS.index(card.kind) for card in game.deck.cards}
    cards = [card for card, kind in kinds.items() if kind not in (w.BASIC, w.META, w.CREEPER)]
    for _ in range(2000):
        card = chance.choice(cards)
        zone = chance.choice([zone for zone in zones if can_lie(kinds[card], zone)])
        move(t, card, zone)
        assert t.place[card] == zone
        assert census(game.deck, t) == []


@pytest.mark.parametrize("which", [0, 1, -1])
def test_a_card_leaves_the_head_the_middle_and_the_tail(t: Table, which: int) -> None:
    before = cards_in(t, w.PILE)
    unlink(t, before[which])
    assert cards_in(t, w.PILE) == [card for card in before if card != before[which]]
    assert t.size[w.PILE] == len(before) - 1
    assert (t.head[w.PILE], t.tail[w.PILE]) == (cards_in(t, w.PILE)[0], cards_in(t, w.PILE)[-1])


def test_the_only_card_of_a_zone_leaves_it_empty(t: Table) -> None:
    card = t.head[w.PILE]
    move(t, card, w.RULES)
    unlink(t, card)
    assert (t.head[w.RULES], t.tail[w.RULES], t.size[w.RULES]) == (w.NONE, w.NONE, 0)


def test_a_card_goes_on_top_of_the_discard_pile_and_behind_elsewhere(t: Table) -> None:
    one, two = cards_in(t, w.PILE)[:2]
    for zone, expected in ((w.DISCARD, [two, one]), (w.KEEPERS, [one, two]), (w.RULES, [one, two])):
        move(t, one, zone)
        move(t, two, zone)
        assert cards_in(t, zone) == expected


def test_moving_says_what_has_to_be_looked_at_again(t: Table) -> None:
    card = t.head[w.PILE]
    other = (t.turn + 1) % t.seats
    for zone, bits in (
        (w.HAND + other, w.PART_HANDS | w.PART_GAINS),
        (w.KEEPERS + t.turn, w.PART_HANDS | w.PART_BOARD),
        (w.RULES, w.PART_BOARD | w.PART_RULES),
        (w.DISCARD, w.PART_RULES | w.PART_PILES),
    ):
        t.dirty = 0
        move(t, card, zone)
        assert t.dirty == bits
    assert change_of(w.ASIDE) == change_of(w.PILE) == change_of(w.BEING_PLAYED) == 0


def test_only_a_goal_that_comes_or_goes_changes_the_goals(t: Table) -> None:
    card = t.head[w.PILE]
    t.goals_changed = 0
    move(t, card, w.DISCARD)
    assert t.goals_changed == 0
    for zone in (w.GOALS, w.DISCARD):
        t.goals_changed = 0
        move(t, card, zone)
        assert t.goals_changed == 1


def test_who_knows_a_card_follows_from_where_it_goes(t: Table) -> None:
    card = t.head[w.PILE]
    assert t.known[card] == 0
    move(t, card, w.HAND + 1)
    assert t.known[card] == 0b010
    move(t, card, w.HAND + 2)
    assert t.known[card] == 0b110, "who held it still knows it"
    move(t, card, w.KEEPERS)
    assert t.known[card] == EVERYBODY


def test_a_promise_ends_with_the_move(t: Table) -> None:
    card = t.head[w.HAND]
    t.promised[card], t.promises = 1, 1
    move(t, card, w.HAND + 1)
    assert (t.promised[card], t.promises) == (w.NONE, 0)


def test_whose_card_it_is(t: Table) -> None:
    card = t.head[w.HAND + 2]
    assert seat_of(t, card) == 2
    assert not on_table(t, card)
    for zone, seat, table in (
        (w.KEEPERS + 1, 1, True),
        (w.CREEPERS, 0, True),
        (w.RULES, w.NONE, True),
        (w.GOALS, w.NONE, True),
        (w.DISCARD, w.NONE, False),
        (w.BEING_PLAYED, w.NONE, False),
        (w.ASIDE, w.NONE, False),
    ):
        move(t, card, zone)
        assert seat_of(t, card) == seat
        assert on_table(t, card) == table


def test_a_card_that_leaves_unseen_blurs_what_stays(t: Table) -> None:
    for card in cards_in(t, w.HAND):
        t.known[card] = 0b111
    forget_who_knows(t, w.HAND, 0, 1)
    assert {t.known[card] for card in cards_in(t, w.HAND)} == {0b011}
    forget_who_knows(t, w.HAND, w.NONE, w.NONE)
    assert {t.known[card] for card in cards_in(t, w.HAND)} == {0}


def test_a_shuffle_keeps_the_cards_and_forgets_who_knew_them(game: cl.Game, t: Table) -> None:
    before = cards_in(t, w.PILE)
    t.known[before[3]] = EVERYBODY
    shuffle(t, w.PILE)
    after = cards_in(t, w.PILE)
    assert after != before
    assert sorted(after) == sorted(before)
    assert not any(t.known[card] for card in after)
    assert census(game.deck, t) == []


def test_every_order_of_a_shuffle_is_as_likely(t: Table) -> None:
    cards = cards_in(t, w.PILE)[:3]
    for card in cards:
        move(t, card, w.BEING_PLAYED)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(3000):
        shuffle(t, w.BEING_PLAYED)
        order = tuple(cards_in(t, w.BEING_PLAYED))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())


def test_shuffling_nothing_or_one_card(game: cl.Game, t: Table) -> None:
    shuffle(t, w.BEING_PLAYED)
    card = t.head[w.PILE]
    unlink(t, card)
    link(t, card, w.BEING_PLAYED)
    shuffle(t, w.BEING_PLAYED)
    assert cards_in(t, w.BEING_PLAYED) == [card]
    assert census(game.deck, t) == []


def test_a_shuffle_never_changes(game: cl.Game) -> None:
    """Records hold a seed instead of an order, so what a seed does has to stay what it is."""
    t = bare(sheet_for(game.deck), 2)
    for card in range(10):
        link(t, card, w.PILE)
    sow(t, 7)
    shuffle(t, w.PILE)
    assert cards_in(t, w.PILE) == [9, 2, 5, 1, 8, 0, 4, 7, 3, 6]
