"""The order of turns: who is next, who misses a turn, which way round, and what of a turn is made and left."""

from __future__ import annotations

from changeling.cards.codes import ALL, DRAWS, N_STATICS, NONE, PART_TURN, PLAYS, REVERSED
from changeling.engine.layout import Table
from changeling.engine.machine.board.counts import plays_left
from changeling.engine.machine.journal import (
    TURN_2,
    TURN_8,
    V_GOES_NEXT,
    V_LEAVES_OUT_THE_DRAW,
    V_MISSES_A_TURN,
    V_SPENDS,
    V_TURNS_ROUND,
    V_WILL_MISS_A_TURN,
    note,
)
from changeling.engine.machine.turn.extra_turns import extra_turn, giver
from changeling.engine.machine.turn.players_out import in_game
from changeling.engine.sheet_layout import Sheet

MOST_MISSED = 99  # turns that a player can have to miss


def backwards(t: Table) -> bool:
    """Whether the turn passes against the clock from whoever has it."""
    return (t.turned_round != 0) != (t.force[t.turn * N_STATICS + REVERSED] != 0)


def next_regular(t: Table) -> int:
    """The seat that has the next regular turn: the one that a card named, else the neighbour of the last."""
    if t.next_up > 0:
        seat = t.next_up - 1
        t.next_up = 0
        if in_game(t, seat):
            return seat
    step = t.seats - 1 if backwards(t) else 1
    seat = (t.regular + step) % t.seats
    while t.out >> seat & 1 == 1:
        seat = (seat + step) % t.seats
    return seat


def misses_turn(t: Table) -> bool:
    """Whether the seat that the turn has come to has to miss it; then it has."""
    if t.misses[t.turn] == 0:
        return False
    t.misses[t.turn] -= 1
    note(t, V_MISSES_A_TURN, t.turn, NONE, NONE, NONE, TURN_2)
    return True


# --- words ------------------------------------------------------------------------------------------------------------
def skip_turn(t: Table, player: int) -> None:
    """A player has to miss the next turn."""
    if in_game(t, player) and t.misses[player] < MOST_MISSED:
        t.misses[player] += 1
        note(t, V_WILL_MISS_A_TURN, player, NONE, NONE, NONE, TURN_8)


def go_next(t: Table, player: int) -> None:
    """A player has the next regular turn; of several cards that say so, the last one counts."""
    if in_game(t, player):
        t.next_up = player + 1
        note(t, V_GOES_NEXT, player, NONE, NONE, NONE, TURN_8)


def turn_round(t: Table, seat: int) -> None:
    """Turns pass the other way."""
    t.turned_round = 1 - t.turned_round
    note(t, V_TURNS_ROUND, seat, NONE, NONE, NONE, TURN_8)


def skip_draw(t: Table) -> None:
    """What the draw rule asks for now counts as drawn."""
    required = t.force[t.turn * N_STATICS + DRAWS]
    if required > t.draws_done:
        t.draws_done = required
        note(t, V_LEAVES_OUT_THE_DRAW, t.turn, NONE, NONE, NONE, TURN_8)


def extra_turn_of(d: Sheet, t: Table, base: int, this: int, by: int) -> None:
    """Another turn for a player; nobody gets none."""
    if in_game(t, by):
        extra_turn(d, t, by, giver(d, t, base, this))


def spend_plays(t: Table, number: int) -> None:
    """So many of the plays that are left count as made."""
    spent = min(number, plays_left(t)) if t.force[t.turn * N_STATICS + PLAYS] < ALL else 0
    if spent > 0:
        t.played += spent
        t.dirty |= PART_TURN
        note(t, V_SPENDS, t.turn, NONE, spent, NONE, TURN_8)


# --- terms ------------------------------------------------------------------------------------------------------------
def draws_made(t: Table) -> int:
    """Cards drawn by the draw rule this turn."""
    return t.drawn


def draws_left(t: Table) -> int:
    """Cards that the draw rule has still to draw this turn."""
    return max(t.force[t.turn * N_STATICS + DRAWS] - t.draws_done, 0)


def plays_made(t: Table) -> int:
    """Plays made this turn."""
    return t.played


def date_of(t: Table, part: int) -> int:
    """A part of the date or the hour when the game was made."""
    return t.dates[part]
