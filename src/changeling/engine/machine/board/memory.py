"""What cards remember: a player, or a card in play. It lies open, like tokens.

A memory goes with its card. Sections about a card's leaving can still ask for it, so it is forgotten only when no event
waits and nothing of the card runs any more.
"""

from __future__ import annotations

from changeling.cards.codes import BEING_PLAYED, NONE
from changeling.engine.layout import F_CARD, FRAME, MAX_MEMORIES, REMEMBERED, Table
from changeling.engine.machine.board.counters import board_changed
from changeling.engine.machine.journal import TURN_8, V_REMEMBERS, note
from changeling.engine.machine.zones import on_table


def memory_place(t: Table, card: int) -> int:
    """Where it is noted what a card remembers, or NONE."""
    for place in range(t.memories):
        if t.memory_card[place] == card:
            return place
    return NONE


def remembered_player(t: Table, card: int) -> int:
    """The player that a card has remembered, or NONE."""
    place = memory_place(t, card)
    return t.memory_seat[place] - 1 if place != NONE else NONE


def remembered_card(t: Table, card: int) -> int:
    """The card that a card has remembered, or NONE."""
    place = memory_place(t, card)
    return t.memory_of[place] - 1 if place != NONE else NONE


def remember(t: Table, seat: int, this: int, who: int) -> None:
    """A card remembers a player who is in the game."""
    if who < 0 or t.out >> who & 1 == 1:
        return
    place = memory_for(t, this)
    if place == NONE or t.memory_seat[place] == who + 1:
        return
    t.memory_seat[place] = who + 1
    board_changed(t)
    note(t, V_REMEMBERS, seat, this, who, NONE, TURN_8)


def remember_card(t: Table, seat: int, this: int, card: int) -> None:
    """A card remembers a card in play."""
    if card < 0 or not on_table(t, card):
        return
    place = memory_for(t, this)
    if place == NONE or t.memory_of[place] == card + 1:
        return
    t.memory_of[place] = card + 1
    board_changed(t)
    note(t, V_REMEMBERS, seat, this, NONE, card, TURN_8)


def memory_for(t: Table, card: int) -> int:
    """Where it can be noted what a card remembers; NONE where it is not in play, or there is no room."""
    if card < 0 or not is_at_work(t, card):
        return NONE
    place = memory_place(t, card)
    if place == NONE and t.memories < MAX_MEMORIES:
        place = t.memories
        t.memory_card[place] = card
        t.memories += 1
        t.upkeep |= REMEMBERED
    return place


def is_at_work(t: Table, card: int) -> bool:
    """Whether a card is in play, or being played."""
    return on_table(t, card) or t.place[card] == BEING_PLAYED


def forget(t: Table) -> None:
    """Forget what cards remember that have left play, and cards that have; but not while sections are told of that."""
    if t.happenings > 0:
        return
    for place in range(t.memories - 1, -1, -1):
        card, other = t.memory_card[place], t.memory_of[place] - 1
        lost = other != NONE and not on_table(t, other)
        if (is_at_work(t, card) and not lost) or is_running(t, card):
            continue
        if is_at_work(t, card):
            t.memory_of[place] = 0
        else:
            t.memory_seat[place] = 0
            t.memory_of[place] = 0
        board_changed(t)
        if t.memory_seat[place] == 0 and t.memory_of[place] == 0:
            drop_memory(t, place)
    if t.memories == 0:
        t.upkeep &= ~REMEMBERED


def is_running(t: Table, card: int) -> bool:
    """Whether some program of a card is under way."""
    for frame in range(t.frames):
        if t.stack[frame * FRAME + F_CARD] == card:
            return True
    return False


def drop_memory(t: Table, place: int) -> None:
    """Take a memory out of the list; the last one takes its place."""
    t.memories -= 1
    last = t.memories
    t.memory_card[place] = t.memory_card[last]
    t.memory_seat[place] = t.memory_seat[last]
    t.memory_of[place] = t.memory_of[last]
    t.memory_card[last] = 0
    t.memory_seat[last] = 0
    t.memory_of[last] = 0
