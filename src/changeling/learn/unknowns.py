"""What a seat cannot know on a table, and what may therefore not decide a puzzle: unseen cards, Surprises that others
might hold. Inside what is compiled."""

from __future__ import annotations

from changeling.cards.codes import (
    A_SEAT,
    CREEPER,
    DISCARD,
    HAND,
    KEEPERS,
    N_STATICS,
    NONE,
    OPEN_HAND,
    PILE,
    SORT,
    SURPRISE,
)
from changeling.engine.layout import Table
from changeling.engine.machine.choices.surprises import can_answer
from changeling.engine.machine.hidden.unseen import is_hidden
from changeling.engine.machine.loop import ask_again
from changeling.engine.machine.zones import EVERYBODY, link, unlink
from changeling.engine.sheet_layout import Sheet
from changeling.learn.seek import STRANGE_BITS, STRANGE_WORDS, Seek


def card_of(code: int) -> int:
    """The card that an option is about, or NONE."""
    return code % SORT if code // SORT < A_SEAT else NONE


def is_strange(seek: Seek, at: int, card: int) -> bool:
    """Whether a card came into a hand unseen, by the bits that begin at a place."""
    return seek.strange[at + card // STRANGE_BITS] >> card % STRANGE_BITS & 1 == 1


def in_some_hand(zone: int) -> bool:
    """Whether a zone is somebody's hand."""
    return HAND <= zone < KEEPERS


def follow_unknown(d: Sheet, before: Table, after: Table, seek: Seek, at: int) -> bool:
    """Add to the bits at a place the cards that came into hands unseen where an answer led from one table to another.
    Gives False where the way from here would hang on something that the seat could not know.

    An unseen card may only move into a hand, where nothing follows from which one it is. From the pile it may not even
    do that while a Creeper may lie there, for that one is laid down.

    A hand that comes to lie open decides nothing: the seat goes on as if it had not looked.
    """
    bit = 1 << seek.seat
    for card in range(d.cards):
        if before.known[card] & bit != 0:
            continue
        if before.place[card] != after.place[card]:
            if not into_a_hand(d, before, after, seek.seat, card):
                return False
            seek.strange[at + card // STRANGE_BITS] |= 1 << card % STRANGE_BITS
            if lies_open(after, seek.seat, card):
                after.known[card] &= ~bit
        elif after.known[card] & bit != 0:
            if not lies_open(after, seek.seat, card):
                return False  # a card showed it, and may go by what it is
            after.known[card] &= ~bit
    return kept_apart(d, after, seek, at)


def into_a_hand(d: Sheet, before: Table, after: Table, seat: int, card: int) -> bool:
    """Whether an unseen card came into a hand, from where nothing follows from which card it is."""
    if not in_some_hand(after.place[card]):
        return False
    was = before.place[card]
    return in_some_hand(was) or (was == PILE and not creepers_unseen(d, before, seat))


def lies_open(t: Table, seat: int, card: int) -> bool:
    """Whether a card is seen only because a rule in force has somebody else's hand lie open."""
    zone = t.place[card]
    return in_some_hand(zone) and zone != HAND + seat and t.force[(zone - HAND) * N_STATICS + OPEN_HAND] != 0


def creepers_unseen(d: Sheet, t: Table, seat: int) -> bool:
    """Whether there is a Creeper of which the seat cannot know where it is."""
    for card in range(d.cards):
        if d.kind[card] == CREEPER and is_hidden(t, card, seat):
            return True
    return False


def kept_apart(d: Sheet, t: Table, seek: Seek, at: int) -> bool:
    """Whether the cards that came unseen are in hands still, or discarded: nothing follows from which ones they are."""
    for word in range(STRANGE_WORDS):
        bits = seek.strange[at + word]
        card = word * STRANGE_BITS
        while bits != 0:
            if bits & 1 == 1 and not (in_some_hand(t.place[card]) or t.place[card] == DISCARD or t.place[card] == PILE):
                return False
            bits >>= 1
            card += 1
    return True


def first_unseen(t: Table, owner: int, seat: int) -> int:
    """The first card in the owner's hand that the seat cannot know, or NONE."""
    card = t.head[HAND + owner]
    while card != NONE and not is_hidden(t, card, seat):
        card = t.next[card]
    return card


def might_answer(d: Sheet, t: Table, base: int, card: int, seat: int, trigger: int) -> bool:
    """Whether, as far as the seat can know, the asked one might hold this Surprise and answer with it what the frame
    at `base` does."""
    if d.kind[card] != SURPRISE or not is_hidden(t, card, seat) or t.promised[card] != NONE:
        return False
    return (t.place[card] == PILE or in_some_hand(t.place[card])) and can_answer(d, t, base, card, t.asked, trigger)


def hold_instead(d: Sheet, t: Table, card: int, other: int) -> None:
    """Exchange an unseen card for another in the hand of the seat that is asked, and ask it again."""
    zone, hand = t.place[card], HAND + t.asked
    if zone != hand:
        unlink(t, card)
        unlink(t, other)
        link(t, card, hand)
        link(t, other, zone)
        t.known[other] = 1 << (zone - HAND) if in_some_hand(zone) else 0
    t.known[card] = EVERYBODY  # as it will be when it is played
    ask_again(d, t)
