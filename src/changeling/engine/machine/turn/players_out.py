"""Players who are out of the game: they stay at the table, and nothing is theirs any more.

`out` has their bits. Groups of seats pass over them (`seats.seat_at`), and so do turns and questions. What still comes
to them is discarded before the next instruction (`upkeep`).
"""

from __future__ import annotations

from changeling.cards.codes import CREEPERS, DISCARD, DOWN, HAND, KEEPERS, NONE, PART_TURN
from changeling.engine.layout import ENDING, PLAYERS_OUT, POSTPONED, WON, Table
from changeling.engine.machine.board.attachments import move_with_attached
from changeling.engine.machine.board.counters import board_changed
from changeling.engine.machine.journal import TURN_8, V_DISCARDS, V_LEAVES, V_WINS, note
from changeling.engine.machine.rules.lasting import stop_lasting
from changeling.engine.machine.turn.extra_turns import drop_extra
from changeling.engine.sheet_layout import Sheet


def in_game(t: Table, seat: int) -> bool:
    """Whether there is such a player and it is not out of the game."""
    return seat >= 0 and t.out >> seat & 1 == 0


def eliminate(d: Sheet, t: Table, this: int, seat_out: int) -> None:
    """A player is out of the game; the last one in it wins."""
    if not in_game(t, seat_out):
        return
    t.out |= 1 << seat_out
    t.upkeep |= PLAYERS_OUT
    note(t, V_LEAVES, seat_out, NONE, NONE, NONE, TURN_8)
    clear_seat(d, t, seat_out)
    for place in range(t.lastings - 1, -1, -1):
        if t.lasting_seat[place] == seat_out:
            stop_lasting(t, place)
    t.misses[seat_out] = 0
    if t.next_up == seat_out + 1:
        t.next_up = 0
    place = 0
    while place < t.extras:
        if t.extra_seat[place] % POSTPONED == seat_out:
            drop_extra(t, place)
        else:
            place += 1
    board_changed(t)
    t.dirty |= PART_TURN
    t.recheck_all = 1
    if t.turn == seat_out:
        t.phase = ENDING
    last = NONE
    for seat in range(t.seats):
        if in_game(t, seat):
            if last != NONE:
                return
            last = seat
    t.outcome = WON
    t.winner = last
    note(t, V_WINS, last, this, NONE, NONE, TURN_8)


def clear_seat(d: Sheet, t: Table, seat: int) -> None:
    """Discard whatever a player who is out holds or has in front."""
    for zone in (HAND + seat, KEEPERS + seat, CREEPERS + seat, DOWN + seat):
        while t.head[zone] != NONE:
            before = t.size[zone]
            move_with_attached(d, t, V_DISCARDS, seat, t.head[zone], DISCARD, TURN_8)
            if t.size[zone] == before:
                break
