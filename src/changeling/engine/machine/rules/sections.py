"""Sections about events: `on discarded` runs when what caused it is done, `instead of discarded` in its place.

Such a section is kept among the `when` sections, with an event in place of a condition. Its program has the event in
its first registers: the card, who did it, whose the card was, and the card that made it happen.
"""

from __future__ import annotations

from changeling.cards.codes import (
    CREEPER,
    CREEPERS,
    DISCARDED,
    DOWN,
    DRAWN,
    GONE,
    INSTEAD,
    NONE,
    PLAYED,
    ROBBED,
    STOLEN,
    THIS_CARD,
    WIDTH,
    WON,
)
from changeling.engine.layout import (
    AS_BEFORE,
    AT_REST,
    F_CARD,
    F_HOOK,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    FRAME,
    MAX_FRAMES,
    SUSPECT,
    WHEN_DONE,
    Table,
)
from changeling.engine.machine.board.counts import fits
from changeling.engine.machine.frames import push
from changeling.engine.machine.happenings import (
    actor_in,
    card_in,
    cause_in,
    drop_event,
    event_in,
    owner_in,
    pack,
    tell_event,
)
from changeling.engine.machine.journal import TURN_8, V_IS_HELD_UP, note
from changeling.engine.machine.rules.lasting import keeper_of
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.zones import EVERYBODY, on_table, seat_of
from changeling.engine.sheet_layout import Sheet

R_IT = F_REGISTER  # the registers of codes.EVENT_NAMES
R_ACTOR = F_REGISTER + 1
R_OWNER = F_REGISTER + 2
R_CAUSE = F_REGISTER + 3


# --- after the event --------------------------------------------------------------------------------------------------
def start_section(d: Sheet, t: Table) -> bool:
    """Start the next section that waits for something which has happened, if there is one."""
    while t.happenings > 0 and (t.event_hook > 0 or bring_forward(d, t)):
        packed = t.happened[0]
        hook = t.event_hook
        if hook == 0:
            t.event_hook = 1
            if open_creeper(d, t, packed):
                return True
            continue
        if hook > d.whens:
            t.event_hook = 0
            drop_event(t, 0)
            continue
        t.event_hook = hook + 1
        if is_about(d, t, hook - 1, event_in(packed), card_in(packed)) and awake(d, t, hook - 1, packed):
            t.fired[hook - 1] |= 0 if t.floor == 0 else SUSPECT
            if event_in(packed) == ROBBED:
                t.known[card_in(packed)] = EVERYBODY  # what then happens tells which card it is
            run_section(d, t, hook - 1, packed, WHEN_DONE)
            return True
    return False


def bring_forward(d: Sheet, t: Table) -> bool:
    """Put the first event whose cause is done before the others; gives whether there is one."""
    place = 0
    while place < t.happenings and under_way(d, t, t.happened[place]):
        place += 1
    if place == t.happenings:
        return False
    packed = t.happened[place]
    for other in range(place, 0, -1):
        t.happened[other] = t.happened[other - 1]
    t.happened[0] = packed
    return True


def under_way(d: Sheet, t: Table, packed: int) -> bool:
    """Whether the event is the play of a card that is not done yet."""
    if event_in(packed) != PLAYED:
        return False
    card = card_in(packed)
    for frame in range(t.frames):
        base = frame * FRAME
        if t.stack[base + F_CARD] == card and (frame < t.frames - 1 or d.code[t.stack[base + F_PC] * WIDTH] != 0):
            return True
    return False


def is_about(d: Sheet, t: Table, hook: int, event: int, card: int) -> bool:
    """Whether a section is about such an event of that card."""
    if d.when_event[hook] != event:
        return False
    if d.when_filter[hook] == THIS_CARD:
        return d.when_card[hook] == card
    return card == NONE or fits(d, t, card, d.when_filter[hook])


def awake(d: Sheet, t: Table, hook: int, packed: int) -> bool:
    """Whether the card of a section is in play and has a say, or is the one that has just left."""
    card, event = d.when_card[hook], event_in(packed)
    if t.fired[hook] & AT_REST != 0:
        return False
    if d.when_filter[hook] == THIS_CARD and (event == DISCARDED or event == GONE or event == DRAWN or event == ROBBED):
        return True
    if d.when_filter[hook] == THIS_CARD and event == STOLEN and not on_table(t, card):
        return True  # put aside for somebody, sealed, or taken into a hand
    return on_table(t, card) and not is_disabled(d, t, card)


def run_section(d: Sheet, t: Table, hook: int, packed: int, checked: int) -> None:
    """Let the program of a section run for an event."""
    card = d.when_card[hook]
    seat = keeper_of(t, card)
    if d.when_filter[hook] == THIS_CARD and not on_table(t, card):
        seat = owner_in(packed) if owner_in(packed) != NONE else actor_in(packed)
    frames = t.frames
    push(d, t, d.when_program[hook], seat if seat != NONE else t.turn, card, checked)
    if t.frames > frames:
        base = frames * FRAME
        lay_event(t, base, packed)
        t.stack[base + F_HOOK] = hook


def of_event(d: Sheet, program: int) -> bool:
    """Whether a program is that of a section about an event."""
    for hook in range(d.whens if d.watched != 0 else 0):
        if d.when_program[hook] == program and d.when_event[hook] != NONE:
            return True
    return False


def open_creeper(d: Sheet, t: Table, packed: int) -> bool:
    """A Creeper that was drawn can be answered, where some Surprise of the deck answers Creepers."""
    card = card_in(packed)
    if event_in(packed) != DRAWN or d.answerable >> CREEPER & 1 == 0 or not CREEPERS <= t.place[card] < DOWN:
        return False
    frames = t.frames
    push(d, t, d.resolve_program, seat_of(t, card), card, WHEN_DONE)
    if t.frames > frames:
        t.stack[frames * FRAME + F_PC] = d.resolve_window
    return t.frames > frames


def tell_drawn(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card was drawn. One that a section is about is shown to everybody: what then happens tells it anyway."""
    cause = t.stack[(t.frames - 1) * FRAME + F_CARD] if t.frames > 0 else NONE
    packed = pack(DRAWN, card, seat, NONE, cause)
    wanted = d.kind[card] == CREEPER
    for hook in range(0 if wanted else d.whens):
        wanted = wanted or (is_about(d, t, hook, DRAWN, card) and awake(d, t, hook, packed))
    if wanted:
        t.known[card] = EVERYBODY
        tell_event(t, DRAWN, card, seat, NONE, cause)


# --- instead of it ----------------------------------------------------------------------------------------------------
def replaced(d: Sheet, t: Table, event: int, card: int, actor: int, after: int) -> bool:
    """Begin the next section behind `after` that says what happens instead of an event; gives whether there is one."""
    return d.insteads >> event & 1 == 1 and replace(d, t, event, card, actor, after)


def replace(d: Sheet, t: Table, event: int, card: int, actor: int, after: int) -> bool:
    """The same, of a deck in which there are sections about such events."""
    outer = t.frames - (2 if event == PLAYED else 1)  # of a play, what the card that is being played is played by
    packed = pack(event, card, actor, seat_of(t, card), t.stack[outer * FRAME + F_CARD] if outer >= 0 else NONE)
    for hook in range(after + 1, d.whens):
        if not is_about(d, t, hook, INSTEAD + event, card) or runs_for(d, t, hook, card):
            continue
        by = d.when_card[hook]
        if t.fired[hook] & AT_REST != 0 or not on_table(t, by) or is_disabled(d, t, by):
            continue
        if applies_to(d, t, hook, packed):
            t.fired[hook] |= 0 if t.floor == 0 else SUSPECT
            t.known[card] |= EVERYBODY  # what happens instead tells which card it is
            note(t, V_IS_HELD_UP, actor, card, event, by, TURN_8)
            run_section(d, t, hook, packed, WHEN_DONE if event == WON or event == PLAYED else AS_BEFORE)
            return True
    return False


def applies_to(d: Sheet, t: Table, hook: int, packed: int) -> bool:
    """Whether the condition of a section holds for an event, read as if its program had begun."""
    if d.when_test[hook] == NONE or t.frames >= MAX_FRAMES:
        return d.when_test[hook] == NONE
    base = t.frames * FRAME
    lay_event(t, base, packed)
    found = evaluate(d, t, d.when_test[hook], keeper_of(t, d.when_card[hook]), d.when_card[hook], base)
    for register in range(R_IT, R_CAUSE + 1):
        t.stack[base + register] = 0  # as it is where nothing runs
    return found != 0


def lay_event(t: Table, base: int, packed: int) -> None:
    """Put an event into the first registers of a frame."""
    t.stack[base + R_IT] = card_in(packed)
    t.stack[base + R_ACTOR] = actor_in(packed)
    t.stack[base + R_OWNER] = owner_in(packed)
    t.stack[base + R_CAUSE] = cause_in(packed)


def runs_for(d: Sheet, t: Table, hook: int, card: int) -> bool:
    """Whether a section is in the middle of replacing an event of that card: it does not replace it again. Another
    copy of its card, which shares its program, may."""
    for frame in range(t.frames):
        base = frame * FRAME
        runs = t.stack[base + F_PROGRAM] == d.when_program[hook] and t.stack[base + F_HOOK] == hook
        if runs and t.stack[base + R_IT] == card:
            return True
    return False
