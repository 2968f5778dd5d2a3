"""The numbers in force: what the Basic Rules and the rules in play add up to, for every seat.

They are kept in the table and read again only when something that a formula in play looks at has changed. Formulas that
look at
nothing but the rules are folded into `fixed` when the rules change; those that shift with the table are added to that.
"""

from __future__ import annotations

from changeling.cards.words import (
    ADDS,
    ALL,
    BASICS,
    CREEPERS,
    DRAWS,
    FIRST_PLAY_RANDOM,
    GOALS_ALLOWED,
    HAND_LIMIT,
    HARMLESS,
    INFLATION,
    KEEPER_LIMIT,
    KEEPERS,
    METAS,
    N_STATICS,
    NONE,
    OPTIONAL_PLAYS,
    PLAYS,
    REQUIRES,
    RULES,
    SEES_ALL,
    SEES_BOARD,
    SEES_FORCE,
    SEES_RULES,
    SEES_TURN,
    SETS,
)
from changeling.engine.layout import ROW, ROW_MODE, ROW_READS, ROW_SHARED, ROW_STATIC, ROW_VALUE, Sheet, Table
from changeling.engine.queries import evaluate
from changeling.engine.zones import EVERYBODY

LASTING = 0  # formulas that look at nothing but the rules
SHIFTING = 1  # formulas that look at something else


def look_afresh(t: Table) -> None:
    """Have everything looked at again, as at a table that was just laid out."""
    t.dirty = SEES_ALL
    t.alert = SEES_ALL
    t.touched = EVERYBODY
    t.tied = 1
    t.watched = SEES_ALL
    t.rules_changed = 1


def refresh(d: Sheet, t: Table) -> None:
    """Bring the numbers in force up to date, for every seat."""
    if t.dirty & t.watched == 0:
        return
    if t.rules_changed == 1 or t.entangled == 1:
        t.rules_changed = 0
        read_rules(d, t)
    for index in range(t.seats * N_STATICS):
        t.force[index] = t.fixed[index]
    if t.entangled == 0 and t.watched != SEES_RULES:
        fold_zone(d, t, RULES, SETS, SHIFTING)
        fold_zone(d, t, RULES, ADDS, SHIFTING)
    if d.board_statics == 1:
        for seat in range(t.seats):
            fold_board(d, t, seat)
    t.limited = 0
    for seat in range(t.seats):
        row = seat * N_STATICS
        if t.force[row + HAND_LIMIT] < ALL or t.force[row + KEEPER_LIMIT] < ALL:
            t.limited = 1
    t.dirty |= SEES_FORCE
    t.alert |= t.watched


def read_rules(d: Sheet, t: Table) -> None:
    """Fold what the rules say into `fixed`: sets before adds, the newest last. Entangled rules are folded whole,
    every time."""
    t.inflation = 0
    t.watched = SEES_RULES
    t.entangled = 0
    card = t.head[RULES]
    while card != NONE:
        survey(d, t, card)
        card = t.next[card]
    card = t.head[METAS]
    while card != NONE:
        survey(d, t, card)
        if t.watched != SEES_RULES:
            t.entangled = 1
        card = t.next[card]
    if d.board_statics == 1:
        t.watched |= SEES_BOARD
    for seat in range(t.seats):
        row = seat * N_STATICS
        for static in range(N_STATICS):
            t.force[row + static] = 0
        t.force[row + HAND_LIMIT] = ALL
        t.force[row + KEEPER_LIMIT] = ALL
        t.force[row + GOALS_ALLOWED] = 1
        t.force[row + REQUIRES] = 1
        t.force[row + INFLATION] = t.inflation
    fold_card(d, t, d.basic, SETS, LASTING)
    for mode in (SETS, ADDS):
        fold_zone(d, t, METAS, mode, LASTING)
        if t.entangled == 1:
            fold_zone(d, t, METAS, mode, SHIFTING)
    for seat in range(t.seats):
        row = seat * N_STATICS
        t.force[row + DRAWS] += t.force[row + BASICS]
        t.force[row + PLAYS] += t.force[row + BASICS]
    for mode in (SETS, ADDS):
        fold_zone(d, t, RULES, mode, LASTING)
        if t.entangled == 1:
            fold_zone(d, t, RULES, mode, SHIFTING)
    for index in range(t.seats * N_STATICS):
        t.fixed[index] = t.force[index]


def survey(d: Sheet, t: Table, card: int) -> None:
    """See what a rule's formulas look at, and how much it makes numerals grow. Its own number is written as a word."""
    at = d.statics_at[card]
    if at == NONE:
        return
    for place in range(at + 1, at + 1 + ROW * d.statics[at], ROW):
        static = d.statics[place + ROW_STATIC]
        t.watched |= d.statics[place + ROW_READS]
        if turns_alone(static) and d.statics[place + ROW_READS] | SEES_RULES != SEES_RULES:
            t.watched |= SEES_TURN
        if static == INFLATION:
            value = evaluate(d, t, d.statics[place + ROW_VALUE], t.turn, card, NONE)
            if value != NONE:
                t.inflation = min(max(t.inflation + value, 0), ALL)
        elif (
            d.statics[place + ROW_MODE] == SETS
            and d.statics[place + ROW_READS] | SEES_RULES != SEES_RULES
            and static != HARMLESS
            and static != REQUIRES
        ):
            t.entangled = 1  # a number that is set by something that shifts: its place in the order matters


def fold_zone(d: Sheet, t: Table, zone: int, mode: int, when: int) -> None:
    """Let the formulas of the cards in a zone count, the oldest card first."""
    fold = fold_bit(mode, when)
    card = t.head[zone]
    while card != NONE:
        if d.folds[card] & fold != 0:
            fold_card(d, t, card, mode, when)
        card = t.next[card]


def fold_bit(mode: int, when: int) -> int:
    """The bit of `folds` that says that a card has formulas of a sort."""
    return 1 << (2 * when + mode)


def turns_alone(static: int) -> bool:
    """Whether a number matters only for the player whose turn it is, so that nobody else's is kept up to date."""
    return static == DRAWS or static == PLAYS or static == OPTIONAL_PLAYS or static == FIRST_PLAY_RANDOM


def fold_card(d: Sheet, t: Table, card: int, mode: int, when: int) -> None:
    """Let those formulas of a card count, for every seat, that set or that add, and that last or that shift."""
    at = d.statics_at[card]
    if at == NONE:
        return
    for place in range(at + 1, at + 1 + ROW * d.statics[at], ROW):
        shifts = SHIFTING if d.statics[place + ROW_READS] | SEES_RULES != SEES_RULES else LASTING
        if d.statics[place + ROW_MODE] != mode or shifts != when or d.statics[place + ROW_STATIC] == INFLATION:
            continue
        if when == SHIFTING and turns_alone(d.statics[place + ROW_STATIC]):
            value = evaluate(d, t, d.statics[place + ROW_VALUE], t.turn, card, NONE)
            if value != NONE:
                count(t, t.turn * N_STATICS + d.statics[place + ROW_STATIC], d.statics[place + ROW_STATIC], mode, value)
            continue
        value = NONE
        for seat in range(t.seats):
            if seat == 0 or d.statics[place + ROW_SHARED] == 0:
                value = evaluate(d, t, d.statics[place + ROW_VALUE], seat, card, NONE)
            if value != NONE:
                count(t, seat * N_STATICS + d.statics[place + ROW_STATIC], d.statics[place + ROW_STATIC], mode, value)


def fold_board(d: Sheet, t: Table, seat: int) -> None:
    """Let the formulas of a player's own Keepers and Creepers count for that player."""
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            at = d.statics_at[card]
            if at != NONE:
                for place in range(at + 1, at + 1 + ROW * d.statics[at], ROW):
                    static = d.statics[place + ROW_STATIC]
                    value = evaluate(d, t, d.statics[place + ROW_VALUE], seat, card, NONE)
                    if value != NONE and static != INFLATION:
                        count(t, seat * N_STATICS + static, static, d.statics[place + ROW_MODE], value)
            card = t.next[card]


def count(t: Table, index: int, static: int, mode: int, value: int) -> None:
    """Let one value count: added, or set, or as a condition that combines with the others."""
    if mode == ADDS:
        if t.force[index] < ALL:
            t.force[index] = min(max(t.force[index] + value, 0), ALL)
    elif static == HARMLESS:
        t.force[index] = 1 if value != 0 or t.force[index] != 0 else 0
    elif static == REQUIRES:
        t.force[index] = 1 if value != 0 and t.force[index] != 0 else 0
    else:
        t.force[index] = max(value, 0)
