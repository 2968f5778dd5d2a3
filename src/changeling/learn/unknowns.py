"""What a seat cannot know on a table, and what may therefore not decide a puzzle: chance, unseen cards, Surprises that
others might hold."""

from __future__ import annotations

from collections.abc import Iterator

from changeling.cards import codes as w
from changeling.engine.layout import FRAME, Table
from changeling.engine.machine.choices.surprises import can_answer, trigger_of
from changeling.engine.machine.loop import ask_again
from changeling.engine.machine.zones import EVERYBODY, link, unlink
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_layout import Sheet

_CARD_SORTS = tuple(place for place, sort in enumerate(w.SORTS) if sort in ("play", "use", "card"))


def card_of(code: int) -> int:
    """The card that an option is about, or NONE."""
    return code % w.SORT if code // w.SORT in _CARD_SORTS else w.NONE


def is_hidden(t: Table, card: int, seat: int) -> bool:
    """Whether the seat cannot know which card this is."""
    return t.known[card] >> seat & 1 == 0


def strange_after(d: Sheet, before: Table, after: Table, seat: int, strange: int) -> int:
    """The cards that came into hands unseen, as bits, where an answer led from one table to another; NONE where the way
    from here would hang on something that the seat could not know.

    Chance decides where the generator was asked. An unseen card may only move into a hand, where nothing follows from
    which one it is. From the pile it may not even do that while a Creeper may lie there, for that one is laid down.
    """
    if before.rng != after.rng or after.blind != w.NONE:
        return w.NONE
    known, places, now_known, now_places = before.known, before.place, after.known, after.place
    bit = 1 << seat
    for card in range(d.cards):
        if known[card] & bit:
            continue
        if places[card] != now_places[card]:
            if not _into_a_hand(d, before, after, seat, card):
                return w.NONE
            strange |= 1 << card
        elif now_known[card] & bit:
            return w.NONE  # somebody showed it
    return strange if _kept_apart(d, after, strange) else w.NONE


def _into_a_hand(d: Sheet, before: Table, after: Table, seat: int, card: int) -> bool:
    """Whether an unseen card came into a hand, from where nothing follows from which card it is."""
    was = before.place[card]
    safe = _in_hand(was) or (was == w.PILE and not _creepers_unseen(d, before, seat))
    return safe and _in_hand(after.place[card])


def _in_hand(zone: int) -> bool:
    return w.HAND <= zone < w.KEEPERS


def _creepers_unseen(d: Sheet, t: Table, seat: int) -> bool:
    return any(d.kind[card] == w.CREEPER and is_hidden(t, card, seat) for card in range(d.cards))


def _kept_apart(d: Sheet, t: Table, strange: int) -> bool:
    """Whether the cards that came unseen are in hands still, or discarded: nothing follows from which ones they are."""
    return strange == 0 or all(
        _in_hand(t.place[card]) or t.place[card] in (w.DISCARD, w.PILE)
        for card in range(d.cards)
        if strange >> card & 1
    )


def surprises_possible(d: Sheet, t: Table, seat: int) -> Iterator[tuple[Table, int]]:
    """For a Surprise window of another seat: each world in which that seat holds an unseen Surprise that can answer,
    and the number of that answer there."""
    owner = t.asked
    unseen = [card for card in cards_in(t, w.HAND + owner) if is_hidden(t, card, seat)]
    if not unseen:
        return
    base = (t.frames - 1) * FRAME
    trigger = trigger_of(d, t, base)
    for card in range(d.cards):
        if d.kind[card] != w.SURPRISE or not is_hidden(t, card, seat):
            continue
        if not (t.place[card] == w.PILE or _in_hand(t.place[card])) or t.promised[card] != w.NONE:
            continue
        if can_answer(d, t, base, card, owner, trigger):
            world = _holding(d, t, card, unseen)
            yield world, world.option[: world.options].index(w.A_PLAY * w.SORT + card)


def _holding(d: Sheet, t: Table, card: int, unseen: list[int]) -> Table:
    """The table with an unseen card in the hand of the seat that is asked, in exchange for one that was there."""
    world, zone = t.copy(), t.place[card]
    hand = w.HAND + t.asked
    if zone != hand:
        other = unseen[0]
        for moved in (card, other):
            unlink(world, moved)
        link(world, card, hand)
        link(world, other, zone)
        world.known[other] = 1 << (zone - w.HAND) if _in_hand(zone) else 0
    world.known[card] = EVERYBODY  # as it will be when it is played
    ask_again(d, world)
    return world
