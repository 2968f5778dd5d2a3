"""Choosing several cards or players together, and going through them one by one: the instructions. `picks` keeps
them."""

from __future__ import annotations

from changeling.cards.codes import MAX_PICKS, NONE, PICKED_SEAT, SORT, WORD_DONE
from changeling.engine.layout import F_CARD, F_PC, F_REGISTER, F_SEAT, F_WINDOW, NAMING, Table
from changeling.engine.machine.chance import below
from changeling.engine.machine.choices.questions import announce, leave_out_spared, named_already
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.values.picks import (
    add_pick,
    count_picked,
    drop_pick,
    drop_picks,
    option_at,
    picked_at,
    whose,
)
from changeling.engine.machine.values.selection import ask, drop, offer
from changeling.engine.sheet_layout import Sheet


def begin_picks(t: Table, base: int, register: int, limit: int) -> None:
    """Begin to choose so many cards together. Where a card goes through its beginning again, after it was answered,
    what was chosen stands."""
    if t.stack[base + F_WINDOW] != NAMING:
        drop_picks(t, whose(base, register))
    t.stack[base + F_REGISTER + register] = limit


def pick_more(d: Sheet, t: Table, base: int, pc: int, register: int, selection: int, asked: int, prompt: int) -> None:
    """Ask for one more card of a set, or take the answer given; until there are enough, or no more."""
    optional, owner = prompt % 2 == 1, whose(base, register)
    if t.answer != NONE:
        given = t.answer
        t.answer = NONE
        if given == WORD_DONE:
            return
        add_pick(t, owner, given)
        announce(t, base, read(d, t, asked, t.stack[base + F_SEAT], t.stack[base + F_CARD], base), given)
    seat, this = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    who = read(d, t, asked, seat, this, base)
    if who != NONE and t.out >> who & 1 == 1:
        who = NONE
    read(d, t, selection, seat, this, base)
    if d.permitted != 0:
        leave_out_spared(d, t, prompt, seat, who)
    again = t.stack[base + F_WINDOW] == NAMING
    if leave_picked_out(t, owner) and again and optional:
        t.options = 0  # what was chosen still stands, and no more was wanted
    full = count_picked(t, base, register) >= t.stack[base + F_REGISTER + register] or t.picks >= MAX_PICKS
    if t.options == 0 or who == NONE or full:
        t.options = 0
        return
    if optional:
        offer(t, WORD_DONE)
    t.stack[base + F_PC] = pc
    ask(t, who, prompt)


def pick_several_by_chance(t: Table, base: int, register: int, number: int) -> None:
    """Keep so many cards of the selection, by chance, in the order in which they are picked; all, where there are
    fewer."""
    owner = whose(base, register)
    drop_picks(t, owner)
    left = t.options
    for _ in range(min(number, left)):
        place = below(t, left)
        add_pick(t, owner, t.option[place])
        left -= 1
        t.option[place] = t.option[left]
    t.options = 0


def leave_picked_out(t: Table, owner: int) -> bool:
    """Leave out of the selection what was picked, and forget what cannot be picked any more. Gives whether all that was
    picked still can be."""
    whole = True
    place = picked_at(t, owner, NONE)
    while place != NONE:
        if named_already(t, option_at(t, place) % SORT, False):
            drop(t, option_at(t, place))
        else:
            whole = False
            drop_pick(t, place)
            place -= 1
        place = picked_at(t, owner, place)
    return whole


def for_cards(d: Sheet, t: Table, base: int, register: int, selection: int, leave: int) -> None:
    """The next card of a loop over cards: those that are in the set as it begins. After the last the loop is left."""
    go_through(d, t, base, register, selection, leave)
    if t.stack[base + F_REGISTER + register] >= PICKED_SEAT:
        t.stack[base + F_REGISTER + register] = NONE


def for_players(d: Sheet, t: Table, base: int, register: int, selection: int, leave: int) -> None:
    """The next player of a loop over players that were chosen or pass a test, likewise."""
    go_through(d, t, base, register, selection, leave)
    at = base + F_REGISTER + register
    t.stack[at] = t.stack[at] - PICKED_SEAT if t.stack[at] >= PICKED_SEAT else NONE


def go_through(d: Sheet, t: Table, base: int, register: int, selection: int, leave: int) -> None:
    """Put the next of what a loop goes through into its register, and leave the loop after the last."""
    at, owner = base + F_REGISTER + register, whose(base, register)
    if t.stack[at] == NONE:
        drop_picks(t, owner)
        read(d, t, selection, t.stack[base + F_SEAT], t.stack[base + F_CARD], base)
        for place in range(t.options):
            add_pick(t, owner, t.option[place])
        t.options = 0
    first = picked_at(t, owner, NONE)
    if first == NONE:
        t.stack[at] = NONE
        t.stack[base + F_PC] = leave
    else:
        t.stack[at] = t.pick[first] % SORT
        drop_pick(t, first)
