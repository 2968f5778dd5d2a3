"""Formulas of cards in play: what a card adds to the numbers in force, or sets them to.

A formula that reads nothing but the rules is fixed as long as these do not change. The others vary; their values are
remembered, so that one is evaluated again only when something that it reads has changed.
"""

from __future__ import annotations

from changeling.cards.codes import (
    ADDS,
    ALL,
    ALL_BUT,
    AT_LEAST,
    AT_MOST,
    CREEPERS,
    DOWN,
    DRAWS,
    FIRST_PLAY_RANDOM,
    GOALS,
    HARMLESS,
    INFLATION,
    KEEPERS,
    LAST_PLAY_RANDOM,
    MAX_SEATS,
    METAS,
    N_STATICS,
    NONE,
    OF_EVERYONE,
    OF_OTHERS,
    OF_OWNER,
    OPTIONAL_PLAYS,
    PART_ALL,
    PART_RULES,
    PART_TURN,
    PLAYS,
    REQUIRES,
    RULES,
    SCOPE,
    SCOPES,
    TIMES,
    UNSAID,
)
from changeling.engine.layout import (
    FORMULA_MASK,
    FORMULA_MODE,
    FORMULA_READS,
    FORMULA_SHARED,
    FORMULA_STATIC,
    FORMULA_VALUE,
    FORMULA_WIDTH,
    Table,
)
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.zones import still_valid
from changeling.engine.sheet_layout import Sheet

# The two sorts of formulas, by what they read.
FIXED = 0  # nothing but the rules
VARYING = 1  # something else too


# Bits of `scopes` behind those of what formulas read. By OF_OWNER, OF_OTHERS, OF_EVERYONE: in force for these players.
FOR_OWNER = PART_ALL + 1
FOR_OTHERS = FOR_OWNER << OF_OTHERS
FOR_EVERYONE = FOR_OWNER << OF_EVERYONE
BOUNDS = FOR_OWNER << SCOPES // SCOPE  # then by TIMES, AT_LEAST, AT_MOST: a number is bounded so
ALL_BOUNDS = BOUNDS << TIMES - 1 | BOUNDS << AT_LEAST - 1 | BOUNDS << AT_MOST - 1


def turn_only(static: int) -> bool:
    """Whether a number is kept up to date only for the player whose turn it is, since it matters for nobody else."""
    return static == DRAWS or static == PLAYS or static == OPTIONAL_PLAYS or picks_play(static)


def picks_play(static: int) -> bool:
    """Whether a number says that a play of the turn is picked by chance."""
    return static == FIRST_PLAY_RANDOM or static == LAST_PLAY_RANDOM


def varies(d: Sheet, place: int) -> bool:
    """Whether a formula reads something besides the rules, and so may change while they do not."""
    return d.statics[place + FORMULA_READS] | PART_RULES != PART_RULES


def scope_bit(mode: int) -> int:
    """The bit of `scopes` for a formula: for whom it is in force, or how it bounds a number."""
    return FOR_OWNER << mode // SCOPE if mode < SCOPES else BOUNDS << mode // SCOPES - 1


def fold_bit(mode: int, sort: int) -> int:
    """The bit of `folds` for formulas of a mode (SETS, ADDS) and a sort (FIXED, VARYING)."""
    return 1 << (2 * sort + mode)


def fold_zone(d: Sheet, t: Table, zone: int, mode: int, sort: int, seats: int) -> None:
    """Apply the formulas of a mode and a sort of the cards in a zone, the oldest card first."""
    fold = fold_bit(mode, sort)
    t.touched += t.size[zone]
    card = t.head[zone]
    while card != NONE:
        if d.folds[card] & fold != 0:
            fold_card(d, t, card, mode, sort, seats)
        card = t.next[card]


def fold_card(d: Sheet, t: Table, card: int, mode: int, sort: int, seats: int) -> None:
    """Apply the formulas of a mode and a sort of a card, for the first so many seats."""
    at = d.statics_at[card]
    if at == NONE or is_disabled(d, t, card):
        return
    for place in range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH):
        static = d.statics[place + FORMULA_STATIC]
        if d.statics[place + FORMULA_MODE] != mode or varies(d, place) != (sort == VARYING) or static == INFLATION:
            continue
        own = sort == VARYING and turn_only(static)
        value = UNSAID
        for number in range(1 if own else seats):
            seat = t.turn if own else number
            if number == 0 or d.statics[place + FORMULA_SHARED] == 0:
                value = read(d, t, d.statics[place + FORMULA_VALUE], seat, card, NONE)
            if value != UNSAID:
                apply_value(t, seat * N_STATICS + static, static, mode, value)


def fold_board(d: Sheet, t: Table, seat: int) -> None:
    """Apply the formulas of a player's own Keepers and Creepers, for that player."""
    for zone in (KEEPERS + seat, CREEPERS + seat):
        card = t.head[zone]
        while card != NONE:
            fold_own(d, t, card, seat)
            card = t.next[card]
    for place in range(t.lastings):
        if t.lasting_seat[place] == seat:
            fold_own(d, t, t.lasting_card[place], seat)


def fold_own(d: Sheet, t: Table, card: int, seat: int) -> None:
    """Apply the formulas of a card in front of a player, for that player."""
    if d.scopes[card] & FOR_OWNER != 0:
        fold_scope(d, t, card, seat, OF_OWNER)


def fold_for_others(d: Sheet, t: Table) -> None:
    """Apply the formulas of Keepers, Creepers and Actions that last which are in force for others than their owner, and
    those of Goals."""
    for owner in range(t.seats):
        for seat in range(t.seats):
            for zone in (KEEPERS + owner, CREEPERS + owner):
                t.touched += t.size[zone]
                card = t.head[zone]
                while card != NONE:
                    fold_beyond(d, t, card, owner, seat)
                    card = t.next[card]
            for place in range(t.lastings):
                if t.lasting_seat[place] == owner:
                    fold_beyond(d, t, t.lasting_card[place], owner, seat)
    card = t.head[GOALS] if d.goal_statics == 1 else NONE
    while card != NONE:
        for seat in range(t.seats):
            fold_beyond(d, t, card, NONE, seat)
        card = t.next[card]


def fold_beyond(d: Sheet, t: Table, card: int, owner: int, seat: int) -> None:
    """Apply to a seat what a card in front of `owner` says for everyone, and for others."""
    if d.scopes[card] & FOR_EVERYONE != 0:
        fold_scope(d, t, card, seat, OF_EVERYONE)
    if seat != owner and d.scopes[card] & FOR_OTHERS != 0:
        fold_scope(d, t, card, seat, OF_OTHERS)


def fold_scope(d: Sheet, t: Table, card: int, seat: int, scope: int) -> None:
    """Apply to a seat the formulas of a card that are in force for these players."""
    at = d.statics_at[card]
    if at == NONE or is_disabled(d, t, card):
        return
    for place in range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH):
        static, mode = d.statics[place + FORMULA_STATIC], d.statics[place + FORMULA_MODE]
        if static == INFLATION or mode // SCOPE != scope:
            continue
        value = read(d, t, d.statics[place + FORMULA_VALUE], seat, card, NONE)
        if value != UNSAID:
            apply_value(t, seat * N_STATICS + static, static, mode % SCOPE, value)


def apply_value(t: Table, index: int, static: int, mode: int, value: int) -> None:
    """Apply one value to a number in force: add it, set it, or combine it where the number is a condition."""
    if mode == ADDS:
        t.force[index] = raised(t.force[index], value)
    elif static == HARMLESS:
        t.force[index] = 1 if value != 0 or t.force[index] != 0 else 0
    elif static == REQUIRES:
        t.force[index] = 1 if value != 0 and t.force[index] != 0 else 0
    elif value <= ALL_BUT:
        t.force[index] = ALL + ALL_BUT - value
    else:
        t.force[index] = min(max(value, 0), ALL)


def raised(number: int, value: int) -> int:
    """A number in force to which something is added: of all but some, fewer are kept; all stays all."""
    if number < ALL:
        return min(max(number + value, 0), ALL)
    return number if number == ALL else min(max(number - value, ALL), 2 * ALL)


def scopes_in_play(d: Sheet, t: Table) -> int:
    """What formulas are in play besides those of the rules that set and add, as bits (`scopes`)."""
    found = 0
    for zone in range(KEEPERS, DOWN):
        card = t.head[zone]
        while card != NONE:
            found |= d.scopes[card]
            card = t.next[card]
    for each in range(2 + d.goal_statics):
        card = t.head[RULES if each == 0 else METAS if each == 1 else GOALS]
        while card != NONE:
            found |= d.scopes[card]
            card = t.next[card]
    return found


# --- formulas that vary -----------------------------------------------------------------------------------------------
def collect_varying(d: Sheet, t: Table, mode: int) -> None:
    """Add the varying formulas of a mode of the rules in play to those remembered, the oldest card's first."""
    fold = fold_bit(mode, VARYING)
    card = t.head[RULES]
    while card != NONE:
        if d.folds[card] & fold != 0:
            at = d.statics_at[card]
            for place in range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH):
                if d.statics[place + FORMULA_MODE] == mode and varies(d, place) and d.statics[place] != INFLATION:
                    t.varying_at[t.varying] = place
                    t.varying_card[t.varying] = card
                    t.varying += 1
        card = t.next[card]


def forget_varying(t: Table) -> None:
    """Forget all varying formulas and their values."""
    for index in range(t.varying):
        t.varying_at[index] = 0
        t.varying_card[index] = 0
        for seat in range(MAX_SEATS):
            t.varying_value[index * MAX_SEATS + seat] = 0
    t.varying = 0


def update_varying(d: Sheet, t: Table, index: int, anew: bool) -> bool:
    """Evaluate a varying formula again if what it reads has changed (`anew`: in any case); gives whether the numbers in
    force change by it."""
    place = t.varying_at[index]
    own = turn_only(d.statics[place + FORMULA_STATIC])
    reads = d.statics[place + FORMULA_READS]
    if own:
        reads |= PART_TURN
    if not anew and (t.dirty & reads == 0 or still_valid(t, reads, d.statics[place + FORMULA_MASK])):
        return False
    changed = own and t.dirty & PART_TURN != 0
    value = UNSAID
    for seat in range(1 if own else t.seats):
        if seat == 0 or d.statics[place + FORMULA_SHARED] == 0:
            you = t.turn if own else seat
            value = read(d, t, d.statics[place + FORMULA_VALUE], you, t.varying_card[index], NONE)
        if t.varying_value[index * MAX_SEATS + seat] != value:
            t.varying_value[index * MAX_SEATS + seat] = value
            changed = True
    return changed


def apply_varying(d: Sheet, t: Table, index: int) -> None:
    """Apply the remembered values of a varying formula."""
    place = t.varying_at[index]
    static, mode = d.statics[place + FORMULA_STATIC], d.statics[place + FORMULA_MODE]
    own = turn_only(static)
    for seat in range(1 if own else t.seats):
        value = t.varying_value[index * MAX_SEATS + seat]
        if value != UNSAID:
            apply_value(t, (t.turn if own else seat) * N_STATICS + static, static, mode, value)
