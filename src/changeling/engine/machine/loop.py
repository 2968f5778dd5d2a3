"""The machine: one instruction after another, until somebody is asked or the game is over."""

from __future__ import annotations

from changeling.cards.codes import HAND, METAS, NONE, PILE, SURPRISE_WINDOW, WORD_DONE
from changeling.engine.layout import AT_ONCE, BUDGET, COUNTED_FROM, GOING, MOST_CHARGED, STRETCH, TOUCHES, Table
from changeling.engine.machine.chance import below, sow
from changeling.engine.machine.checks.checks import check_table
from changeling.engine.machine.checks.endless import look_for_circles
from changeling.engine.machine.checks.upkeep import look_after
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.effects.drawing import draw
from changeling.engine.machine.effects.showing import open_hands
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import CHOICE, SETUP_2, note
from changeling.engine.machine.rules.rules_in_force import mark_all_changed
from changeling.engine.machine.turn.pace import count_answer
from changeling.engine.machine.zones import shuffle
from changeling.engine.sheet_layout import Sheet

HAND_DEALT = 3  # SETUP-2


def begin_game(d: Sheet, t: Table, seed: int, first: int) -> None:
    """Shuffle, choose who begins where nobody was chosen, deal, and run to the first question (SETUP-2 to SETUP-6)."""
    sow(t, seed)
    shuffle(t, PILE)
    t.turn = below(t, t.seats) if first == NONE else first
    t.regular = t.turn
    dealt = cards_dealt(d, t)
    for place in range(t.seats):
        seat = (t.turn + place) % t.seats
        draw(d, t, seat, dealt, HAND + seat, SETUP_2)
    push(d, t, d.turn_program, t.turn, NONE, AT_ONCE)
    mark_all_changed(t)
    run(d, t)


def cards_dealt(d: Sheet, t: Table) -> int:
    """How many cards a player is dealt: three (SETUP-2), unless a Meta Rule says otherwise."""
    dealt = HAND_DEALT
    for row in range(d.deals):
        if t.place[d.deal_card[row]] == METAS:
            dealt = d.deal_number[row]
    return dealt


def run(d: Sheet, t: Table) -> None:
    """Go on until a seat is asked, or the game is over."""
    t.touched = 0  # what was read meanwhile, by whoever looks at the table, is no part of the game
    run_on(d, t)
    t.touched = 0  # as it is where nothing is counted


def run_on(d: Sheet, t: Table) -> None:
    """The same, counting what is gone through."""
    while t.outcome == GOING:
        if t.upkeep != 0 and t.answer == NONE:
            look_after(d, t)
        if t.dirty & t.relevant == 0:
            t.dirty = 0
        elif t.answer == NONE:  # an answer goes to whoever asked, before anything else
            while t.dirty != 0 and check_table(d, t):
                pass
            if t.outcome != GOING:
                return
        t.steps += 1
        if d.weighed == 1 and t.touched >= COUNTED_FROM:
            charge(t)
        if t.steps > BUDGET and t.answer == NONE and look_for_circles(d, t):
            continue
        step(d, t)
        if t.asked != NONE:
            if d.opens == 1:
                open_hands(t)
            if t.prompt != SURPRISE_WINDOW:
                t.steps = 0
            return


def charge(t: Table) -> None:
    """Count what was looked through and moved since the last instruction as instructions that take as long.

    One instruction is no loop, however long it takes, so there is a most. And it goes no further than to where a loop
    is looked for, or to the end of a stretch of looking: there it is judged."""
    most = BUDGET if t.steps <= BUDGET else t.steps + (-t.steps) % STRETCH
    t.steps = min(t.steps + min(t.touched // TOUCHES, MOST_CHARGED), most)
    t.touched = 0


def ask_again(d: Sheet, t: Table) -> None:
    """Put the pending question again: the instruction that asked is run once more, before anything else that is due."""
    t.asked = NONE
    t.options = 0
    step(d, t)
    if t.asked == NONE:
        run(d, t)
    t.touched = 0


def answer(d: Sheet, t: Table, index: int) -> None:
    """Give the option of that index as the answer, and go on."""
    t.answer = t.option[index]
    note(t, CHOICE, t.asked, t.answer, NONE, NONE, NONE)
    # who let a window pass is nobody else's business
    count_answer(t, t.options, t.prompt == SURPRISE_WINDOW and t.answer == WORD_DONE)
    t.asked = NONE
    t.options = 0
    t.idle = 0
    run(d, t)
