"""Free actions: which a seat may use now, offering them, and using one (TURN-4)."""

from __future__ import annotations

from changeling.cards.codes import A_USE, CREEPERS, GOALS, KEEPERS, METAS, NONE, RULES, SORT
from changeling.engine.layout import AS_BEFORE, WHEN_DONE, Table
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import TURN_4, TURN_8, V_USES, note
from changeling.engine.machine.rules.lasting import player_of
from changeling.engine.machine.rules.permissions import is_disabled
from changeling.engine.machine.values.expressions import evaluate
from changeling.engine.machine.values.selection import offer
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.sheet_layout import Sheet


def applies(t: Table, card: int, seat: int) -> bool:
    """Whether a card in play acts for the seat: rules and Goals for everybody, Keepers and Creepers for their owner
    (KEEP-2), an Action that lasts for its player."""
    zone = t.place[card]
    if zone == METAS and t.lastings > 0:
        player = player_of(t, card)
        return player == NONE or player == seat
    return zone == RULES or zone == METAS or zone == KEEPERS + seat or zone == CREEPERS + seat or zone == GOALS


def usable(d: Sheet, t: Table, hook: int, seat: int) -> bool:
    """Whether a seat may use a free action now: on its own turn, or at any time where the card says so (C-R115)."""
    card, test = d.free_card[hook], d.free_test[hook]
    if not applies(t, card, seat) or (d.free_once[hook] == 1 and t.used[hook] > 0) or is_disabled(d, t, card):
        return False
    if seat != t.turn and d.free_anytime[hook] == 0:
        return False
    return test == NONE or evaluate(d, t, test, seat, card, NONE) != 0


def offer_uses(d: Sheet, t: Table, seat: int) -> None:
    """Add the free actions that a seat may use now, one for a card (TURN-4)."""
    last = NONE
    for hook in range(d.frees):
        last = offer_use(d, t, hook, seat, last)


def offer_uses_off_turn(d: Sheet, t: Table, seat: int) -> None:
    """The same on another player's turn: those that may be used at any time (C-R115)."""
    last = NONE
    for place in range(d.anytimes):
        last = offer_use(d, t, d.anytime[place], seat, last)


def offer_use(d: Sheet, t: Table, hook: int, seat: int, last: int) -> int:
    """Add a free action if the seat may use it and its card is not the one that was added last; gives that card."""
    card = d.free_card[hook]
    if card != last and usable(d, t, hook, seat):
        offer(t, A_USE * SORT + card)
        return card
    return last


def use_power(d: Sheet, t: Table, seat: int, this: int, card: int) -> None:
    """A player uses the first free action of another card that this card could use, shown to everybody."""
    if card < 0 or is_disabled(d, t, card):
        return
    for hook in range(d.frees):
        test = d.free_test[hook]
        if d.free_card[hook] == card and (test == NONE or evaluate(d, t, test, seat, this, NONE) != 0):
            t.known[card] |= EVERYBODY
            note(t, V_USES, seat, card, NONE, NONE, TURN_8)
            push(d, t, d.free_program[hook], seat, this, AS_BEFORE)
            return


def use(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A seat uses the first free action of a card that it may use."""
    for hook in range(d.frees):
        if d.free_card[hook] == card and usable(d, t, hook, seat):
            t.used[hook] += 1
            note(t, V_USES, seat, card, NONE, NONE, TURN_4)
            push(d, t, d.free_program[hook], seat, card, WHEN_DONE)
            return
