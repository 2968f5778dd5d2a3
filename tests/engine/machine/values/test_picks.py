"""Cards that are chosen together wait in one list, for the register of the frame that they are for."""

from __future__ import annotations

from changeling.cards.codes import MAX_PICKS, REGISTERS
from changeling.engine.layout import FRAME, Table
from changeling.engine.machine.frames import forget_picks
from changeling.engine.machine.values.picks import add_pick, count_picked, drop_picks, picked_at, select_picked, whose


def test_each_register_of_each_frame_has_its_own() -> None:
    t = Table()
    for base, register, card in ((0, 1, 5), (FRAME, 1, 6), (0, 1, 7), (0, 2, 8)):
        add_pick(t, whose(base, register), card)
    assert [count_picked(t, 0, 1), count_picked(t, FRAME, 1), count_picked(t, 0, 2), count_picked(t, 0, 3)] == [
        2,
        1,
        1,
        0,
    ]
    select_picked(t, 0, 1)
    assert t.option[: t.options] == [5, 7], "in the order in which they were chosen"
    drop_picks(t, whose(0, 1))
    assert (t.picks, count_picked(t, FRAME, 1), count_picked(t, 0, 2)) == (2, 1, 1)
    assert not any(t.pick[t.picks :])


def test_registers_of_two_frames_are_never_the_same() -> None:
    assert whose(FRAME, 0) == whose(0, REGISTERS - 1) + 1


def test_what_a_frame_chose_goes_with_it() -> None:
    t = Table()
    t.frames = 1
    add_pick(t, whose(0, 0), 5)
    add_pick(t, whose(FRAME, 0), 6)
    forget_picks(t)
    assert (t.picks, t.pick[0] % 1024, t.pick[1]) == (1, 5, 0)


def test_there_is_room_for_so_many() -> None:
    t = Table()
    for card in range(MAX_PICKS + 9):
        add_pick(t, whose(0, 0), card)
    assert t.picks == MAX_PICKS
    assert picked_at(t, whose(0, 0), MAX_PICKS - 1) == -1
