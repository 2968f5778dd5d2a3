"""A card that is played: laid down, carried out or put in its place; and an Action that another copies."""

from __future__ import annotations

from changeling.cards.codes import (
    ACTION,
    BEING_PLAYED,
    CREEPER,
    DISCARD,
    DOWN,
    GOAL,
    HAND,
    KEEPER,
    NONE,
    PLAYED,
    RULE,
    RULES,
    SURPRISE,
    UNGOAL,
)
from changeling.engine.layout import (
    AS_BEFORE,
    AT_ONCE,
    BEFORE_DRAW,
    CANCELLED,
    CLOSED,
    F_CARD,
    F_PROGRAM,
    F_WINDOW,
    FRAME,
    Table,
)
from changeling.engine.machine.board.attachments import front, move_with_attached, stays
from changeling.engine.machine.choices.questions import checks_first
from changeling.engine.machine.choices.replies import trigger_of
from changeling.engine.machine.choices.surprises import drop_cancelled
from changeling.engine.machine.effects.taking import is_guarded
from changeling.engine.machine.frames import become, push, transfer
from changeling.engine.machine.happenings import note_play
from changeling.engine.machine.journal import (
    ACT_2,
    KEEP_1,
    RULE_3,
    RULE_5,
    SURP_1,
    SURP_2,
    TURN_3,
    TURN_8,
    V_COPIES,
    V_DISCARDS,
    V_PLAYS,
    V_SETTLES,
    V_TAKES_IN,
    note,
)
from changeling.engine.machine.rules.permissions import is_barred
from changeling.engine.machine.rules.sections import of_event, replaced
from changeling.engine.machine.zones import EVERYBODY, on_table
from changeling.engine.sheet_layout import Sheet


def place_rule(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A New Rule comes into force; those about the same thing go (RULE-3, RULE-5)."""
    old = t.head[RULES]
    while old != NONE:
        after = t.next[old]
        if d.slot[old] == d.slot[card]:
            move_with_attached(d, t, V_DISCARDS, seat, old, DISCARD, RULE_3)
        old = after
    transfer(t, V_SETTLES, seat, card, RULES, RULE_5)


def play(d: Sheet, t: Table, base: int, pc: int, card: int, by: int) -> None:
    """A player plays a card as part of this play (ACT-2)."""
    if card < 0 or by < 0 or t.out >> by & 1 == 1:
        return
    if stays(t, card) or resolving(d, t, card):
        return
    if is_barred(d, t, card, by):
        take_up(d, t, card, by)
        return
    if d.permitted != 0 and is_guarded(d, t, card, by):
        return  # it would be taken from somebody who keeps it
    if not checks_first(t, base, pc):
        push(d, t, d.resolve_program, by, card, AT_ONCE)


def take_up(d: Sheet, t: Table, card: int, seat: int) -> None:
    """What lies face down and cannot be played as the turn begins goes into the hand: it would lie there for ever."""
    if t.place[card] == DOWN + seat:
        move_with_attached(d, t, V_TAKES_IN, seat, card, HAND + seat, TURN_8)


def resolving(d: Sheet, t: Table, card: int) -> bool:
    """Whether a program of the card is in the middle of its work; until it is done the card cannot be played again.
    What a card says of its own being drawn or discarded may play it."""
    for frame in range(t.frames):
        base = frame * FRAME
        if t.stack[base + F_CARD] == card and (on_table(t, card) or not of_event(d, t.stack[base + F_PROGRAM])):
            return True
    return False


def copy_action(d: Sheet, t: Table, seat: int, this: int, card: int) -> None:
    """Show an Action to everybody and carry out its instructions, as if this card said them."""
    if card >= 0 and d.play[card] != NONE:
        t.known[card] |= EVERYBODY
        note(t, V_COPIES, seat, card, t.place[card], NONE, TURN_8)
        push(d, t, d.play[card], seat, this, AS_BEFORE)
        t.stack[(t.frames - 1) * FRAME + F_WINDOW] = CLOSED


def lay_down(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """The card leaves where it was and is being played, unless a card in play says what happens instead."""
    t.answer = NONE
    if this != NONE:
        move_with_attached(d, t, V_PLAYS, seat, this, BEING_PLAYED, laid_by(d, t, base))
        if d.recalls == 1:
            note_play(t, this)
        if replaced(d, t, PLAYED, this, seat, NONE):
            t.stack[base + F_WINDOW] = CANCELLED  # unless the section says `as_usual`


def laid_by(d: Sheet, t: Table, base: int) -> int:
    """The clause by which a card is laid down: a play of the turn, an answer, or what something else makes happen."""
    if t.stack[base + F_PROGRAM] == d.react_program:
        return SURP_2 if trigger_of(d, t, base - FRAME) == SURPRISE else SURP_1
    return TURN_3 if t.frames == 2 and t.phase != BEFORE_DRAW else ACT_2  # face down until now: no play (K-B05)


def carry_out(d: Sheet, t: Table, base: int, this: int) -> None:
    """A card that is a program of its own goes on as that program, which says when it can be answered: an Action, a
    Surprise, a Goal that looks for its place."""
    if t.stack[base + F_WINDOW] == CANCELLED:
        drop_cancelled(d, t, base)
        return
    kind = d.kind[this]
    if t.place[this] != BEING_PLAYED:
        return  # something has taken it away already
    if kind == GOAL or kind == UNGOAL:
        become(d, t, base, d.goal_program)
    elif (kind == ACTION or kind == SURPRISE) and d.play[this] != NONE:
        become(d, t, base, d.play[this])


def settle(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """The card being played takes its place on the table (KEEP-1, RULE-5), and what a rule does when played follows."""
    kind = d.kind[this]
    if t.place[this] != BEING_PLAYED:
        return  # something has taken it away already
    if kind == KEEPER or kind == CREEPER:
        transfer(t, V_SETTLES, seat, this, front(d, this, seat), KEEP_1)
    elif kind == RULE:
        place_rule(d, t, seat, this)
        if d.play[this] != NONE:
            become(d, t, base, d.play[this])
