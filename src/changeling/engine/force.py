"""The numbers in force: what the Basic Rules and the rules in play add up to, for every seat.

They are kept in the table and read again only when something that a formula in play looks at has changed.
"""

from __future__ import annotations

from changeling.cards.words import (
    ADDS,
    ALL,
    BASICS,
    CREEPERS,
    DRAWS,
    GOALS_ALLOWED,
    HAND_LIMIT,
    HARMLESS,
    INFLATION,
    KEEPER_LIMIT,
    KEEPERS,
    METAS,
    N_STATICS,
    NONE,
    PLAYS,
    REQUIRES,
    RULES,
    SEES_BOARD,
    SEES_RULES,
    SETS,
)
from changeling.engine.layout import Sheet, Table
from changeling.engine.queries import evaluate


def refresh(d: Sheet, t: Table) -> None:
    """Bring the numbers in force up to date, for every seat."""
    if t.dirty & t.watched == 0:
        return
    t.inflation = 0
    card = t.head[RULES]
    while card != NONE:
        inflate(d, t, card)
        card = t.next[card]
    t.watched = SEES_RULES
    for seat in range(t.seats):
        row = seat * N_STATICS
        for static in range(N_STATICS):
            t.force[row + static] = 0
        t.force[row + HAND_LIMIT] = ALL
        t.force[row + KEEPER_LIMIT] = ALL
        t.force[row + GOALS_ALLOWED] = 1
        t.force[row + REQUIRES] = 1
        t.force[row + INFLATION] = t.inflation
        fold_mode(d, t, d.basic, seat, SETS)
        card = t.head[METAS]
        while card != NONE:
            fold_mode(d, t, card, seat, SETS)
            fold_mode(d, t, card, seat, ADDS)
            card = t.next[card]
        t.force[row + DRAWS] += t.force[row + BASICS]
        t.force[row + PLAYS] += t.force[row + BASICS]
        card = t.head[RULES]
        while card != NONE:
            fold_mode(d, t, card, seat, SETS)
            card = t.next[card]
        card = t.head[RULES]
        while card != NONE:
            fold_mode(d, t, card, seat, ADDS)
            card = t.next[card]
        if d.board_statics == 1:
            fold_board(d, t, seat)


def fold_board(d: Sheet, t: Table, seat: int) -> None:
    """Let the formulas of a player's own Keepers and Creepers count for that player."""
    t.watched |= SEES_BOARD
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            fold_mode(d, t, card, seat, SETS)
            fold_mode(d, t, card, seat, ADDS)
            card = t.next[card]


def fold_mode(d: Sheet, t: Table, card: int, seat: int, mode: int) -> None:
    """Let those formulas of a rule count that set (0) or that add (1)."""
    at = d.statics_at[card]
    if at == NONE:
        return
    for place in range(at + 1, at + 1 + 4 * d.statics[at], 4):
        if d.statics[place + 1] == mode and d.statics[place] != INFLATION:
            fold_row(d, t, card, seat, place)


def fold_row(d: Sheet, t: Table, card: int, seat: int, place: int) -> None:
    """Let one formula count."""
    index = seat * N_STATICS + d.statics[place]
    t.watched |= d.statics[place + 3]
    value = evaluate(d, t, d.statics[place + 2], seat, card, NONE)
    if value == NONE:
        return
    if d.statics[place + 1] == ADDS:
        if t.force[index] < ALL:
            t.force[index] = min(max(t.force[index] + value, 0), ALL)
    elif d.statics[place] == HARMLESS:
        t.force[index] = 1 if value != 0 or t.force[index] != 0 else 0
    elif d.statics[place] == REQUIRES:
        t.force[index] = 1 if value != 0 and t.force[index] != 0 else 0
    else:
        t.force[index] = max(value, 0)


def inflate(d: Sheet, t: Table, card: int) -> None:
    """Read how much a rule makes numerals grow. Its own number is written as a word."""
    at = d.statics_at[card]
    if at == NONE:
        return
    for place in range(at + 1, at + 1 + 4 * d.statics[at], 4):
        if d.statics[place] == INFLATION:
            value = evaluate(d, t, d.statics[place + 2], t.turn, card, NONE)
            if value != NONE:
                t.inflation = min(max(t.inflation + value, 0), ALL)
