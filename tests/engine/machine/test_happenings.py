"""Events as integers: what is packed comes out again, and nothing is kept that nobody waits for."""

from __future__ import annotations

import pytest

from changeling.cards.codes import DISCARD, DISCARDED, HAND, MAX_SEATS, NONE, PLAYED, RESHUFFLED, WON
from changeling.engine.layout import F_CARD, FRAME, MAX_CARDS, MAX_HAPPENINGS, MAX_RECENT, Table
from changeling.engine.machine.happenings import (
    actor_in,
    card_in,
    cause_in,
    drop_event,
    event_in,
    forget_play,
    last_played,
    note_play,
    owner_in,
    pack,
    play_waits,
    tell_event,
    unnote_play,
)


@pytest.mark.parametrize("event", [PLAYED, RESHUFFLED, WON])
@pytest.mark.parametrize("card", [NONE, 0, MAX_CARDS - 1])
@pytest.mark.parametrize("seat", [NONE, 0, MAX_SEATS - 1])
def test_what_is_packed_comes_out_again(event: int, card: int, seat: int) -> None:
    packed = pack(event, card, seat, NONE, card)
    assert 0 <= packed < 2**31
    assert (event_in(packed), card_in(packed), actor_in(packed), owner_in(packed), cause_in(packed)) == (
        event,
        card,
        seat,
        NONE,
        card,
    )


def watching(*events: int) -> Table:
    t = Table()
    t.frames = 1
    t.watched = sum(1 << event for event in events)
    return t


def test_only_what_a_section_waits_for_is_kept_and_not_the_deal() -> None:
    t = watching(PLAYED)
    tell_event(t, DISCARDED, 1, 0, 0, NONE)
    assert t.happenings == t.dirty == 0
    tell_event(t, PLAYED, 1, 0, 0, NONE)
    assert (t.happenings, t.dirty != 0) == (1, True)
    t.frames = 0
    tell_event(t, PLAYED, 2, 0, 0, NONE)
    assert t.happenings == 1


def test_what_there_is_no_room_for_is_not_told() -> None:
    t = watching(DISCARDED)
    for card in range(MAX_HAPPENINGS + 3):
        tell_event(t, DISCARDED, card, 0, 0, NONE)
    assert t.happenings == MAX_HAPPENINGS
    drop_event(t, 0)
    assert [card_in(packed) for packed in t.happened[: t.happenings]] == list(range(1, MAX_HAPPENINGS))
    assert t.happened[MAX_HAPPENINGS - 1] == 0


def test_a_cancelled_card_was_not_played() -> None:
    t = watching(PLAYED, DISCARDED)
    tell_event(t, PLAYED, 4, 0, 0, NONE)
    tell_event(t, DISCARDED, 4, 0, 0, NONE)
    t.stack[F_CARD] = 4
    assert play_waits(t, 4)
    t.frames = 2
    t.stack[FRAME + F_CARD] = 4
    assert not play_waits(t, 4), "a frame below is about it too"
    forget_play(t, 4)
    assert [event_in(packed) for packed in t.happened[: t.happenings]] == [DISCARDED]


def test_the_cards_played_last_are_kept_in_order_and_a_cancelled_one_is_forgotten() -> None:
    t = Table()
    assert last_played(t, NONE) == NONE
    for card in (3, 4, 5):
        t.place[card] = DISCARD
        note_play(t, card)
    assert (last_played(t, NONE), last_played(t, 5)) == (5, 4)
    unnote_play(t, 4)
    assert last_played(t, 5) == 3
    t.place[5] = HAND
    assert last_played(t, NONE) == NONE, "nobody sees it any more, and the one before it is not the last"


def test_no_more_cards_are_kept_in_mind_than_there_is_room_for() -> None:
    t = Table()
    for card in range(2 * MAX_RECENT):
        note_play(t, card)
    assert t.recent == [2 * MAX_RECENT - place for place in range(MAX_RECENT)]
