"""The census finds every card that is not in exactly one place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from changeling.cards import codes as w
from changeling.engine.layout import Table
from changeling.engine.machine.board.census import (
    MISATTACHED,
    MISCOUNTED,
    MISFILED,
    MISPLACED,
    MISSING,
    SECRET_CREEPER,
    card_found,
    census,
    finding,
    kind_found,
)
from changeling.engine.machine.loop import begin_game
from changeling.engine.machine.playout import checked_playout
from changeling.engine.machine.zones import link, move, unlink
from changeling.lab.games.start_tables import setting_of

SETTING = setting_of("fluxx-4")
NAMES_OF_TWO = [SETTING.deck.names.index(name) for name in ("Milk", "Bread")]


@pytest.fixture
def t() -> Table:
    table = SETTING.start(4)
    begin_game(SETTING.sheet, table, 1, -1)
    return table


def lose(t: Table, card: int) -> None:
    unlink(t, card)


def put_elsewhere(t: Table, card: int) -> None:
    t.place[card] = w.DISCARD


def go_round(t: Table, card: int) -> None:
    t.next[t.next[card]] = card


def put_twice(t: Table, card: int) -> None:
    t.head[w.DISCARD] = t.tail[w.DISCARD] = card
    t.size[w.DISCARD] = 1


def put_into_a_closed_zone(t: Table, card: int) -> None:
    unlink(t, card)
    link(t, card, w.ASIDE + 7)


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (lose, MISSING),
        (put_elsewhere, MISPLACED),
        (go_round, MISPLACED),
        (put_twice, MISPLACED),
        (put_into_a_closed_zone, MISSING),
    ],
)
def test_a_card_that_is_lost_or_in_two_zones_is_found(t: Table, spoil: Callable[[Table, int], None], kind: int) -> None:
    assert census(SETTING.sheet, t) == 0
    card = t.head[w.PILE]
    spoil(t, card)
    found = census(SETTING.sheet, t)
    assert (kind_found(found), card_found(found)) == (kind, card)
    assert checked_playout(SETTING.sheet, t, 1, 2000) == found


def test_a_zone_that_is_miscounted_or_ends_wrongly_is_found(t: Table) -> None:
    last = t.tail[w.PILE]
    t.size[w.PILE] += 1
    assert census(SETTING.sheet, t) == finding(MISCOUNTED, last)
    t.size[w.PILE] -= 1
    assert census(SETTING.sheet, t) == 0
    t.tail[w.PILE] = t.head[w.PILE]
    assert census(SETTING.sheet, t) == finding(MISCOUNTED, last)


def test_a_creeper_in_a_hand_is_found(t: Table) -> None:
    creeper = SETTING.sheet.kind.index(w.CREEPER)
    move(t, creeper, w.HAND + 1)
    assert census(SETTING.sheet, t) == finding(SECRET_CREEPER, creeper)


@pytest.mark.parametrize("zone", [w.RULES, w.GOALS, w.METAS, w.CENTRE, w.CREEPERS + 1])
def test_a_keeper_that_lies_where_none_can_is_found(t: Table, zone: int) -> None:
    keeper = SETTING.sheet.kind.index(w.KEEPER)
    move(t, keeper, w.KEEPERS + 1)
    assert census(SETTING.sheet, t) == 0
    move(t, keeper, zone)
    assert census(SETTING.sheet, t) == finding(MISFILED, keeper)


def test_a_rule_in_front_of_a_player_is_found(t: Table) -> None:
    rule = SETTING.sheet.kind.index(w.RULE)
    move(t, rule, w.KEEPERS)
    assert census(SETTING.sheet, t) == finding(MISFILED, rule)


def test_a_card_on_one_that_is_not_there_is_found(t: Table) -> None:
    one, other = (card for card in range(SETTING.sheet.cards) if SETTING.sheet.name[card] in NAMES_OF_TWO)
    for place, elsewhere, kind in (
        (w.KEEPERS, w.KEEPERS, 0),
        (w.KEEPERS, w.KEEPERS + 1, MISATTACHED),
        (w.KEEPERS, w.DISCARD, MISATTACHED),
        (w.SEALED, w.KEEPERS + 1, 0),
        (w.SEALED, w.HAND, MISATTACHED),
        (w.HAND, w.KEEPERS, MISATTACHED),
    ):
        move(t, one, place)
        move(t, other, elsewhere)
        t.host[one], t.attached = other, 1
        assert census(SETTING.sheet, t) == (finding(kind, one) if kind else 0)
    move(t, one, w.KEEPERS)
    t.host[other], t.attached = one, 2
    assert kind_found(census(SETTING.sheet, t)) == MISATTACHED, "they lie on each other"
    t.host[one] = t.host[other] = w.NONE
    assert census(SETTING.sheet, t) == finding(MISATTACHED, w.NONE), "there are none"
    t.attached, t.promises = 0, 1
    assert census(SETTING.sheet, t) == finding(MISATTACHED, w.NONE), "none is promised"
    t.promises = 0
    move(t, one, w.SEALED)
    assert census(SETTING.sheet, t) == finding(MISATTACHED, one), "it lies under nothing"


def test_a_finding_is_negative_and_says_both_things() -> None:
    for kind in range(1, 8):
        for card in (w.NONE, 0, 1, 511):
            found = finding(kind, card)
            assert found < 0
            assert (kind_found(found), card_found(found)) == (kind, card)
