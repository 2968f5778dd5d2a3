"""Automatic effects: the next section of a card in play whose condition has become true is started."""

from __future__ import annotations

from changeling.cards.codes import NONE, PART_BOARD
from changeling.engine.layout import AT_REST, FIRED_FOR, FLAGS, SUSPECT, WHEN_DONE, Table
from changeling.engine.machine.frames import push
from changeling.engine.machine.rules.lasting import is_everybodys, keeper_of
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.rules.sections import start_section
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import around, on_table, still_valid
from changeling.engine.sheet_layout import Sheet


def start_automatic_effect(d: Sheet, t: Table) -> bool:
    """Start the next automatic effect whose condition has become true, if there is one."""
    if t.happenings > 0 and start_section(d, t):
        return True
    if t.goals_changed == 1:
        for hook in range(d.on_goals):
            card = d.goal_card[hook]
            if t.goal_fired[hook] & ~SUSPECT == 0 and on_table(t, card) and not is_disabled(d, t, card):
                t.goal_fired[hook] |= 1 if t.floor == 0 else 1 | SUSPECT
                push(d, t, d.goal_hook[hook], keeper_of(t, card), card, WHEN_DONE)
                return True
    for hook in range(d.whens):
        if t.dirty & d.when_reads[hook] == 0 or still_valid(t, d.when_reads[hook], d.when_mask[hook]):
            continue
        card = d.when_card[hook]
        if not on_table(t, card) or is_disabled(d, t, card):
            t.fired[hook] &= FLAGS
            continue
        if d.when_each[hook] == 1:
            if start_for_somebody(d, t, hook, card):
                return True
            continue
        seat = keeper_of(t, card)
        if d.when_own[hook] == 1 and t.changed_boards >> seat & 1 == 0 and t.dirty & d.when_reads[hook] == PART_BOARD:
            continue
        if evaluate(d, t, d.when_test[hook], seat, card, NONE) == 0:
            t.fired[hook] &= FLAGS
        elif not has_run(t, t.fired[hook] & ~FLAGS, seat, card) and t.fired[hook] & AT_REST == 0:
            begin_first(d, t, hook)
            return True
    return False


def begin_first(d: Sheet, t: Table, hook: int) -> None:
    """Start this section, or one that has become true at the same time for a player who comes before."""
    chosen, place = hook, how_soon(t, d.when_card[hook])
    for other in range(hook + 1, d.whens):
        card = d.when_card[other]
        if place > 0 and has_come_true(d, t, other, card) and not is_everybodys(t, card) and how_soon(t, card) < place:
            chosen, place = other, how_soon(t, card)
    card = d.when_card[chosen]
    seat = keeper_of(t, card)
    t.fired[chosen] = seat + 1 if t.floor == 0 else seat + 1 | SUSPECT
    push(d, t, d.when_program[chosen], seat, card, WHEN_DONE)


def how_soon(t: Table, card: int) -> int:
    """How many players come before the owner of this card: what several have to do at once is asked clockwise, from the
    left of the player whose turn it is. A card that is everybody's waits for nobody."""
    return 0 if is_everybodys(t, card) else around(t, keeper_of(t, card) - t.turn - 1 + t.seats)


def has_come_true(d: Sheet, t: Table, hook: int, card: int) -> bool:
    """Whether the condition of a section has become true, and it has not run for that yet."""
    if t.dirty & d.when_reads[hook] == 0 or d.when_each[hook] == 1 or not on_table(t, card) or is_disabled(d, t, card):
        return False
    seat = keeper_of(t, card)
    return (
        not has_run(t, t.fired[hook] & ~FLAGS, seat, card)
        and t.fired[hook] & AT_REST == 0
        and evaluate(d, t, d.when_test[hook], seat, card, NONE) != 0
    )


def has_run(t: Table, ran_for: int, seat: int, card: int) -> bool:
    """Whether a section has run since its condition became true: for this owner of its card, or, of a card that is
    everybody's, for whoever had the turn."""
    return ran_for == seat + 1 or (ran_for != 0 and is_everybodys(t, card))


def start_for_somebody(d: Sheet, t: Table, hook: int, card: int) -> bool:
    """Start a rule's `when` for the next player for whom its condition has become true, clockwise from the left of the
    player whose turn it is."""
    for place in range(t.seats):
        seat = around(t, t.turn + 1 + place)
        bit = FIRED_FOR << seat
        if t.out >> seat & 1 == 1 or evaluate(d, t, d.when_test[hook], seat, card, NONE) == 0:
            t.fired[hook] &= ~bit
        elif t.fired[hook] & (bit | AT_REST) == 0:
            t.fired[hook] |= bit if t.floor == 0 else bit | SUSPECT
            push(d, t, d.when_program[hook], seat, card, WHEN_DONE)
            return True
    return False
