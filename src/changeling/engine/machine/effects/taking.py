"""Taking, giving and swapping cards, one at a time; a card that is safe stays where it is."""

from __future__ import annotations

from changeling.cards import vocabulary as v
from changeling.cards.codes import (
    CREEPER,
    CREEPERS,
    DOWN,
    HAND,
    KEEPER,
    KEEPERS,
    NONE,
    SAFE_FROM_THEFT,
    STOLEN,
    THEFT,
    WIDTH,
)
from changeling.engine.layout import AS_BEFORE, F_CARD, F_PC, F_PROGRAM, F_REGISTER, F_SEAT, FRAME, Table
from changeling.engine.machine.board.attachments import (
    can_seal,
    front,
    held,
    in_front,
    move_with_attached,
    moved_by,
    put_under,
    root_of,
    stays,
)
from changeling.engine.machine.effects.dealing import keep_for
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import TURN_8, V_GIVES, V_SWAPS, V_TAKES, V_TAKES_IN
from changeling.engine.machine.rules.permissions import permission
from changeling.engine.machine.rules.sections import replaced
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet

PROMISE = v.Effects.promise.statement
SEAL = v.Effects.seal.statement
AS_USUAL = v.Effects.as_usual.statement

INTO_HAND = NONE  # in the first register of a theft: the Keeper goes into the thief's hand


def is_safe(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a player cannot take a card away from another: it is safe, or something that moves along with it is."""
    if d.permitted >> SAFE_FROM_THEFT & 1 == 0:
        return False
    if is_guarded(d, t, card, seat):
        return True
    root = moved_by(t, card)
    if t.attached == 0 or not in_front(t, root) or seat_of(t, root) == seat:
        return False
    rider = next_along(t, root, NONE)
    while rider != NONE:
        if permission(d, t, SAFE_FROM_THEFT, rider, NONE):
            return True
        rider = next_along(t, root, rider)
    return False


def is_guarded(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a card that goes alone is safe from a player, by itself or by what it is attached to."""
    root = moved_by(t, card)
    owner = seat_of(t, root)
    if d.permitted >> SAFE_FROM_THEFT & 1 == 0 or owner == NONE or owner == seat:
        return False
    return permission(d, t, SAFE_FROM_THEFT, card, NONE) or permission(d, t, SAFE_FROM_THEFT, root, NONE)


def is_held_back(d: Sheet, t: Table, card: int, thief: int) -> bool:
    """Whether something else happens instead of taking a card from in front of its owner, or what moves along with it:
    then all of it stays."""
    if d.insteads >> STOLEN & 1 == 0:
        return False
    root = moved_by(t, card)
    if replaced(d, t, STOLEN, card, thief, NONE) or (root != card and replaced(d, t, STOLEN, root, thief, NONE)):
        return True
    rider = next_along(t, root, NONE) if t.attached > 0 and in_front(t, root) else NONE
    while rider != NONE:
        if rider != card and replaced(d, t, STOLEN, rider, thief, NONE):
            return True
        rider = next_along(t, root, rider)
    return False


def next_along(t: Table, root: int, now: int) -> int:
    """Of the cards that lie face up on one in front of a player, the one behind `now`, or NONE."""
    owner = seat_of(t, root)
    card = t.next[now] if now != NONE else t.head[CREEPERS + owner]
    keepers = now != NONE and KEEPERS <= t.place[now] < CREEPERS
    while True:
        t.touched += 1
        if card == NONE:
            if keepers:
                return NONE
            keepers = True
            card = t.head[KEEPERS + owner]
        elif card != root and root_of(t, card) == root:
            return card
        else:
            card = t.next[card]


# --- taking from another player ---------------------------------------------------------------------------------------
def take(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card comes to the seat, from in front of another or from wherever it was found, unless it is safe from that or
    something else happens instead."""
    if card >= 0 and not withheld(d, t, seat, card):
        take_away(d, t, seat, card)


def promise(d: Sheet, t: Table, base: int, seat: int, card: int, receiver: int) -> None:
    """A card is kept for a player, unless it belongs to another, who keeps it or may answer. To promise somebody their
    own card takes nothing away."""
    if card < 0 or receiver < 0 or stays(t, card):
        return
    if seat_of(t, moved_by(t, card)) == receiver:
        keep_for(t, base, card, receiver)
    elif not withheld(d, t, seat, card):
        take_away(d, t, seat, card)


def seal(d: Sheet, t: Table, seat: int, card: int, over: int) -> None:
    """A card goes face down under another, unless it belongs to another player, who keeps it or may answer."""
    if can_seal(t, card, over) and not withheld(d, t, seat, card):
        take_away(d, t, seat, card)


def withheld(d: Sheet, t: Table, seat: int, card: int) -> bool:
    """Whether a card is not taken from another player: it is safe from that, or something else happens instead."""
    root = moved_by(t, card)
    if is_safe(d, t, card, seat):
        return True
    return in_front(t, root) and seat_of(t, root) != seat and is_held_back(d, t, card, seat)


def take_away(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card is being taken. A Keeper may be defended, also one that would come along with the Creeper on it (K-E05,
    W-B31)."""
    defended = keeper_to_defend(d, t, seat, card) if d.answerable >> THEFT & 1 else NONE
    if defended != NONE:
        push(d, t, d.theft_program, seat, defended, AS_BEFORE)
    else:
        carry_off(d, t, seat, card)


def carry_off(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card goes where the instruction that takes it says: aside for somebody, under another card, or in front of the
    seat. That instruction may have waited for an answer, or for what was to happen instead."""
    base = t.frames * FRAME - FRAME
    at = (t.stack[base + F_PC] - 1) * WIDTH
    while base > 0 and (t.stack[base + F_PROGRAM] == d.theft_program or d.code[at] == AS_USUAL):
        base -= FRAME
        at = (t.stack[base + F_PC] - 1) * WIDTH
    if d.code[at] != PROMISE and d.code[at] != SEAL:
        move_with_attached(d, t, V_TAKES, seat, card, front(d, card, seat), TURN_8)
        return
    other = read(d, t, d.code[at + 2], t.stack[base + F_SEAT], t.stack[base + F_CARD], base)
    if d.code[at] == PROMISE:
        keep_for(t, base, card, other)
    elif can_seal(t, card, other):
        put_under(t, seat, card, other)


def keeper_to_defend(d: Sheet, t: Table, seat: int, card: int) -> int:
    """The Keeper of somebody else that would leave its owner if this card were taken, or NONE."""
    root = moved_by(t, card)
    owner = seat_of(t, root)
    if not in_front(t, root) or owner == seat:
        return NONE
    if d.kind[root] == KEEPER:
        return root
    keeper = t.head[KEEPERS + owner]
    while keeper != NONE and root_of(t, keeper) != root:
        keeper = t.next[keeper]
    return keeper


def give(d: Sheet, t: Table, seat: int, card: int, receiver: int) -> None:
    """A card goes to another seat, which draws nothing for it (C-R109)."""
    if card >= 0 and receiver >= 0 and not is_safe(d, t, card, seat):
        move_with_attached(d, t, V_GIVES, seat, card, front(d, card, receiver), TURN_8)


def swap(d: Sheet, t: Table, seat: int, mine: int, theirs: int) -> None:
    """Two cards, in hands or in front of players, change places; each takes what is attached to it along."""
    if mine < 0 or theirs < 0 or not can_swap(t, mine) or not can_swap(t, theirs):
        return
    if root_of(t, mine) == root_of(t, theirs) or is_safe(d, t, mine, seat) or is_safe(d, t, theirs, seat):
        return
    one = taken_place(d, t, mine, theirs)
    other = taken_place(d, t, theirs, mine)
    if one != t.place[mine] or other != t.place[theirs]:
        move_with_attached(d, t, V_SWAPS, seat, mine, one, TURN_8)
        move_with_attached(d, t, V_SWAPS, seat, theirs, other, TURN_8)


def can_swap(t: Table, card: int) -> bool:
    """Whether a card is in a hand or lies face up in front of a player."""
    return HAND <= t.place[card] < DOWN


def taken_place(d: Sheet, t: Table, card: int, other: int) -> int:
    """The zone in which a card takes the place of another: in the hand that the other was in, else in front."""
    owner = seat_of(t, other)
    return held(d, card, owner) if t.place[other] < KEEPERS else front(d, card, owner)


def to_hand(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card goes into the hand of its owner, or of the seat where it has none; a Creeper never does (W-F5)."""
    if card < 0:
        return
    owner = seat_of(t, root_of(t, card))
    receiver = owner if owner != NONE else seat
    zone = held(d, card, receiver)
    if t.place[card] != zone:
        move_with_attached(d, t, V_TAKES if d.kind[card] == CREEPER else V_TAKES_IN, seat, card, zone, TURN_8)


def seize(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """The Keeper being taken changes its owner, unless an answer has taken it away already."""
    if in_front(t, this):
        if t.stack[base + F_REGISTER] == INTO_HAND:
            move_with_attached(d, t, V_TAKES, seat, this, held(d, this, seat), TURN_8)
        else:
            carry_off(d, t, seat, this)
