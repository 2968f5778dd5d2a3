"""The numbers in force: what the Basic Rules and the rules in play add up to, for every seat.

They are kept in the table and worked out again only when something that a formula in play reads has changed. Formulas
that read nothing but the rules go into `fixed` when the rules change; those that vary are applied on top of that.
"""

from __future__ import annotations

from changeling.cards.codes import (
    ADDS,
    ALL,
    BASICS,
    DISABLED,
    DRAWS,
    GOALS_ALLOWED,
    HAND_LIMIT,
    HARMLESS,
    INFLATION,
    KEEPER_LIMIT,
    METAS,
    N_STATICS,
    NONE,
    PART_ALL,
    PART_BOARD,
    PART_EVENTS,
    PART_FORCE,
    PART_GOALS,
    PART_RULES,
    PART_TURN,
    PLAYS,
    REQUIRES,
    RULES,
    SETS,
    UNSAID,
)
from changeling.engine.layout import (
    ANY_CARD,
    FORMULA_MODE,
    FORMULA_READS,
    FORMULA_SHARED,
    FORMULA_STATIC,
    FORMULA_VALUE,
    FORMULA_WIDTH,
    MAX_VARYING,
    Table,
)
from changeling.engine.machine.rules.bounds import bound_all
from changeling.engine.machine.rules.formulas import (
    ALL_BOUNDS,
    FIXED,
    FOR_EVERYONE,
    FOR_OTHERS,
    FOR_OWNER,
    VARYING,
    apply_varying,
    collect_varying,
    fold_board,
    fold_card,
    fold_for_others,
    fold_zone,
    forget_varying,
    raised,
    scopes_in_play,
    turn_only,
    update_varying,
    varies,
)
from changeling.engine.machine.rules.lasting import keeper_of
from changeling.engine.machine.rules.permissions import is_disabled, some_card_disables
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.zones import EVERYBODY, on_table
from changeling.engine.sheet_layout import Sheet


def mark_all_changed(t: Table) -> None:
    """Have everything checked again, as at a table that was just laid out."""
    t.dirty = PART_ALL
    t.relevant = PART_ALL if t.watched == 0 else PART_ALL | PART_EVENTS
    t.changed_boards = EVERYBODY
    t.moved_cards = ANY_CARD
    t.recheck_all = 1
    t.formulas_read = PART_ALL
    t.rules_changed = 1


def refresh(d: Sheet, t: Table) -> None:
    """Bring the numbers in force up to date, for every seat."""
    if t.dirty & t.formulas_read == 0:
        return
    if d.like_tests != 0:
        count_anew(d, t)
    scopes = d.board_scopes
    if d.bounds | d.wide_statics | d.permitted != 0:  # of the many formulas of such a deck few are in play
        scopes = scopes_in_play(d, t)
    if d.permitted >> DISABLED & 1 == 1 and some_card_disables(d, t):
        t.entangled = 1
    anew = t.rules_changed == 1 or t.entangled == 1 or t.moved_cards & d.board_mask != 0
    anew = anew or t.dirty & scopes & PART_ALL & ~PART_BOARD != 0
    anew = anew or scopes & ALL_BOUNDS != 0 or (d.goal_statics == 1 and t.dirty & PART_GOALS != 0)
    before = win_fingerprint(t) if anew else 0
    if t.rules_changed == 1 or t.entangled == 1:
        t.rules_changed = 0
        read_rules(d, t)
    if d.bounds | d.wide_statics | d.permitted != 0:
        t.formulas_read = t.rules_read | PART_BOARD | scopes & PART_ALL
    changed = anew
    for index in range(t.varying):
        if update_varying(d, t, index, anew):
            changed = True
    if not changed:
        return
    if not anew:
        before = win_fingerprint(t)
    for index in range(t.seats * N_STATICS):
        t.force[index] = t.fixed[index]
    for index in range(t.varying):
        apply_varying(d, t, index)
    if scopes & FOR_OWNER != 0:
        for seat in range(t.seats):
            fold_board(d, t, seat)
    if d.wide_statics == 1 and scopes & (FOR_OTHERS | FOR_EVERYONE) != 0:
        fold_for_others(d, t)
    if d.bounds == 1 and scopes & ALL_BOUNDS != 0:
        bound_all(d, t, scopes)
    t.limited = 0
    for seat in range(t.seats):
        row = seat * N_STATICS
        if t.force[row + HAND_LIMIT] < ALL or t.force[row + KEEPER_LIMIT] < ALL:
            t.limited = 1
    if win_fingerprint(t) != before:
        t.recheck_all = 1
    t.dirty |= PART_FORCE
    t.relevant |= t.formulas_read


def count_anew(d: Sheet, t: Table) -> None:
    """Find out which cards count as others, count for several or lend now, of those that do so under a condition: one
    after another. Of a rule or a Goal that lends, `you` is whoever has the turn."""
    before = t.like_holds
    t.like_holds = 0
    for row in range(d.like_tests):
        card = d.like_test_card[row]
        if on_table(t, card) and evaluate(d, t, d.like_test[row], keeper_of(t, card), card, NONE) != 0:
            t.like_holds |= 1 << row
    if t.like_holds != before:
        t.dirty |= PART_BOARD
        t.changed_boards = EVERYBODY
        t.moved_cards = ANY_CARD
        t.recheck_all = 1


def win_fingerprint(t: Table) -> int:
    """What the rules in force say about winning, as one number: inflation, and for each seat whether it has what the
    rules require and whether Creepers do it no harm. When it changes, every seat is checked for a win again."""
    found = t.inflation
    for seat in range(t.seats):
        row = seat * N_STATICS
        found = found << 2 | (t.force[row + REQUIRES] & 1) << 1 | t.force[row + HARMLESS] & 1
    return found


def read_rules(d: Sheet, t: Table) -> None:
    """Work out `fixed`: formulas that set before those that add, the newest last. Entangled rules go in whole, those
    that vary too."""
    alike = survey_rules(d, t)
    seats = 1 if alike and t.entangled == 0 else t.seats  # what is the same for all is worked out once
    without_rules(t, seats)
    fold_card(d, t, d.basic, SETS, FIXED, seats)
    fold_all(d, t, METAS, seats)
    for seat in range(seats):
        row = seat * N_STATICS
        t.force[row + DRAWS] = raised(t.force[row + DRAWS], t.force[row + BASICS])
        t.force[row + PLAYS] = raised(t.force[row + PLAYS], t.force[row + BASICS])
    fold_all(d, t, RULES, seats)
    for seat in range(t.seats):
        row = seat * N_STATICS
        source = row if seats > 1 else 0
        for static in range(N_STATICS):
            t.fixed[row + static] = t.force[source + static]
    t.varying = 0
    if t.entangled == 0 and t.formulas_read != PART_RULES:
        for mode in (SETS, ADDS):
            collect_varying(d, t, mode)


def without_rules(t: Table, seats: int) -> None:
    """Set the numbers in force to what they are before any card says something."""
    for seat in range(seats):
        row = seat * N_STATICS
        for static in range(N_STATICS):
            t.force[row + static] = 0
        t.force[row + HAND_LIMIT] = ALL
        t.force[row + KEEPER_LIMIT] = ALL
        t.force[row + GOALS_ALLOWED] = 1
        t.force[row + REQUIRES] = 1
        t.force[row + INFLATION] = t.inflation


def fold_all(d: Sheet, t: Table, zone: int, seats: int) -> None:
    """Apply the formulas of the cards in a zone: the fixed ones, and where the rules are entangled all."""
    for mode in (SETS, ADDS):
        fold_zone(d, t, zone, mode, FIXED, seats)
        if t.entangled == 1:
            fold_zone(d, t, zone, mode, VARYING, seats)


def survey_rules(d: Sheet, t: Table) -> bool:
    """Find out what the formulas of all rules read, whether these are entangled, and how much numerals grow. Gives
    whether the fixed ones are the same for every seat."""
    t.inflation = 0
    t.formulas_read = PART_RULES
    t.entangled = 0
    forget_varying(t)
    alike = survey(d, t, d.basic)
    card = t.head[RULES]
    while card != NONE:
        alike = survey(d, t, card) and alike
        card = t.next[card]
    card = t.head[METAS]
    while card != NONE:
        alike = survey(d, t, card) and alike
        if t.formulas_read != PART_RULES:
            t.entangled = 1
        card = t.next[card]
    if d.permitted >> DISABLED & 1 == 1:
        t.formulas_read |= PART_BOARD | PART_GOALS  # such a card may come
    if (d.permitted >> DISABLED & 1 == 1 and some_card_disables(d, t)) or d.like_tests | d.like_sets != 0:
        t.formulas_read = PART_ALL  # which formulas count can change with anything
        t.entangled = 1
    if d.goal_statics == 1:
        t.formulas_read |= PART_GOALS  # a Goal with formulas may come
    t.rules_read = t.formulas_read
    if d.board_statics == 1:
        t.formulas_read |= PART_BOARD | d.board_scopes & PART_ALL
    return alike


def survey(d: Sheet, t: Table, card: int) -> bool:
    """As `survey_rules`, for one card. (The number by which it makes numerals grow is itself written as a word.)"""
    at = d.statics_at[card]
    if at == NONE or is_disabled(d, t, card):
        return True
    alike = True
    for place in range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH):
        static = d.statics[place + FORMULA_STATIC]
        t.formulas_read |= d.statics[place + FORMULA_READS]
        if static == INFLATION:
            value = read(d, t, d.statics[place + FORMULA_VALUE], t.turn, card, NONE)
            if value != UNSAID:
                t.inflation = min(max(t.inflation + value, 0), ALL)
        elif varies(d, place):
            t.varying += 1
            if turn_only(static):
                t.formulas_read |= PART_TURN
            if d.statics[place + FORMULA_MODE] == SETS and static != HARMLESS and static != REQUIRES:
                t.entangled = 1  # a formula that varies sets a number: its place in the order matters
            if d.statics[place + FORMULA_READS] == PART_ALL or t.varying > MAX_VARYING:
                t.entangled = 1  # it reads what the others come to, or there are more than can be remembered
        elif d.statics[place + FORMULA_SHARED] == 0:
            alike = False
    return alike
