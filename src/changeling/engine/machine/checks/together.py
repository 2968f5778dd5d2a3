"""Winning together: who wins with whoever wins by a card, and whether all who meet Goals at once do (`wins_with`)."""

from __future__ import annotations

from changeling.cards.codes import CREEPERS, GOALS, KEEPERS, N_STATICS, NONE, REQUIRES, SORT
from changeling.engine.layout import F_CLAIM, F_PROGRAM, FRAME, WON, Table
from changeling.engine.machine.checks.goals import TIE, blocked, goal_met, meets
from changeling.engine.machine.journal import TURN_8, UNGOAL_2, V_CLAIMS, V_WINS, V_WINS_TOO, note
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.sheet_layout import Sheet


def seats_with(d: Sheet, t: Table, goal: int, winner: int) -> int:
    """The seats that win together with the winner of a card, as bits, without that one."""
    found = 0
    for seat in range(t.seats if d.wins_with[goal] != NONE else 0):
        if seat != winner and t.out >> seat & 1 == 0 and wins_along(d, t, goal, winner, seat):
            found |= 1 << seat
    return found


def wins_along(d: Sheet, t: Table, goal: int, winner: int, seat: int) -> bool:
    """Whether a seat is among those that a card has win with its winner, and nothing keeps it from winning."""
    item = t.item
    t.item = seat
    named = evaluate(d, t, d.wins_with[goal], winner, goal, NONE) != 0
    t.item = item
    return named and t.force[seat * N_STATICS + REQUIRES] != 0 and not blocked(d, t, goal, seat)


# --- several who meet Goals at once -----------------------------------------------------------------------------------
def seats_meeting(d: Sheet, t: Table, seats: int) -> int:
    """Of some seats (bits) those that meet a Goal in play, or win by a card of their own."""
    found = 0
    for seat in range(t.seats):
        if seats >> seat & 1 == 1 and t.out >> seat & 1 == 0 and goal_met(d, t, seat) != NONE:
            found |= 1 << seat
    return found


def first_for_all(d: Sheet, t: Table, tied: int) -> int:
    """Of the seats that meet Goals the first, from the turn clockwise, with whom all of them win; TIE if none."""
    for place in range(t.seats):
        seat = (t.turn + place) % t.seats
        if tied >> seat & 1 == 1 and goal_for_all(d, t, seat, tied) != NONE:
            return seat
    return TIE


def goal_for_all(d: Sheet, t: Table, seat: int, tied: int) -> int:
    """The card that a seat meets and by which all of these seats win together; or NONE."""
    for zone in (GOALS, KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            met = d.wins_with[card] != NONE and meets(d, t, card, seat)
            if met and tied & ~(1 << seat | seats_with(d, t, card, seat)) == 0:
                return card
            card = t.next[card]
    return NONE


# --- who is told to have won ------------------------------------------------------------------------------------------
def name_winners(t: Table, winners: int, by: int, clause: int) -> None:
    """These seats (bits) have won: the one that has the turn is named first, or the next clockwise."""
    for place in range(t.seats):
        seat = (t.turn + place) % t.seats
        if winners >> seat & 1 == 1:
            if t.winner == NONE:
                t.winner = seat
                note(t, V_WINS, seat, by, NONE, NONE, clause)
            else:
                t.co_winners |= 1 << seat
                note(t, V_WINS_TOO, seat, by, NONE, NONE, clause)


def win_all(d: Sheet, t: Table, base: int, this: int) -> None:
    """The players of the selection win together. As an answer to an Ungoal the first of them claims the win."""
    winners = 0
    first = NONE
    for place in range(t.options):
        seat = t.option[place] % SORT
        if t.out >> seat & 1 == 0:
            winners |= 1 << seat
            first = seat if first == NONE else first
    t.options = 0
    if first == NONE:
        return
    if base >= FRAME and t.stack[base - FRAME + F_PROGRAM] == d.doom_program:
        t.stack[base - FRAME + F_CLAIM] = first
        note(t, V_CLAIMS, first, this, NONE, NONE, UNGOAL_2)
    else:
        t.outcome = WON
        name_winners(t, winners, this, TURN_8)


def has_won(t: Table, seat: int) -> bool:
    """Whether a seat is the winner of a game, or one of those that have won together."""
    return t.outcome == WON and (t.winner == seat or t.co_winners >> seat & 1 == 1)
