"""What has happened and sections of the deck wait for: `on discarded`, `on played goal`, ...

An event waits in `happened` until what caused it is done, and the table is checked (`sections`). Nothing is kept of
what no section of the deck is about. An event is one integer: its number, the card, who did it, whose the card was, and
the card that made it happen.
"""

from __future__ import annotations

from changeling.cards.codes import (
    ARRIVED,
    ASIDE,
    BEING_PLAYED,
    CREEPERS,
    DISCARD,
    DISCARDED,
    DOWN,
    GOALS,
    GONE,
    HAND,
    KEEPERS,
    MAX_SEATS,
    METAS,
    NONE,
    PART_EVENTS,
    PLAYED,
    ROBBED,
    RULES,
    STOLEN,
)
from changeling.engine.layout import F_CARD, FRAME, MAX_HAPPENINGS, MAX_RECENT, Table
from changeling.engine.machine.journal import V_PLAYS, V_SEALS, V_TAKES

CARD_ROOM = 1024  # more than there are cards; the last stands for none
SEAT_ROOM = 8  # more than there are seats; the last stands for nobody


def pack(event: int, card: int, actor: int, owner: int, cause: int) -> int:
    """An event as one integer."""
    found = event * CARD_ROOM + card % CARD_ROOM
    found = (found * SEAT_ROOM + actor % SEAT_ROOM) * SEAT_ROOM + owner % SEAT_ROOM
    return found * CARD_ROOM + cause % CARD_ROOM


def event_in(packed: int) -> int:
    """Which event a packed one is."""
    return packed // (CARD_ROOM * SEAT_ROOM * SEAT_ROOM * CARD_ROOM)


def card_in(packed: int) -> int:
    """The card of a packed event, or NONE."""
    return or_none(packed // (CARD_ROOM * SEAT_ROOM * SEAT_ROOM) % CARD_ROOM, CARD_ROOM)


def actor_in(packed: int) -> int:
    """Who did it, or NONE."""
    return or_none(packed // (CARD_ROOM * SEAT_ROOM) % SEAT_ROOM, SEAT_ROOM)


def owner_in(packed: int) -> int:
    """Who had the card before, or NONE."""
    return or_none(packed // CARD_ROOM % SEAT_ROOM, SEAT_ROOM)


def cause_in(packed: int) -> int:
    """The card that made it happen, or NONE."""
    return or_none(packed % CARD_ROOM, CARD_ROOM)


def or_none(value: int, room: int) -> int:
    """A part of a packed event: the last value that there is room for stands for NONE."""
    return NONE if value == room - 1 else value


def tell_event(t: Table, event: int, card: int, actor: int, owner: int, cause: int) -> None:
    """Keep an event, if some section of the deck is about such events and there is room. In the deal nothing happens
    but that cards arrive."""
    if (t.frames > 0 or event == ARRIVED) and t.watched >> event & 1 == 1 and t.happenings < MAX_HAPPENINGS:
        t.happened[t.happenings] = pack(event, card, actor, owner, cause)
        t.happenings += 1
        t.dirty |= PART_EVENTS


def tell_move(t: Table, verb: int, seat: int, card: int, source: int, zone: int) -> None:
    """A card has moved from a zone to another: tell what that was."""
    owner = (source - HAND) % MAX_SEATS if HAND <= source < ASIDE else NONE
    below = t.frames - 1
    cause = t.stack[below * FRAME + F_CARD] if below >= 0 else NONE
    if verb == V_PLAYS and zone == BEING_PLAYED:
        outside = t.stack[(below - 1) * FRAME + F_CARD] if below > 0 else NONE
        tell_event(t, PLAYED, card, seat, owner, outside)
    if zone == DISCARD and source != BEING_PLAYED:
        tell_event(t, DISCARDED, card, seat, owner, cause)
    if (verb == V_TAKES or verb == V_SEALS or verb == V_PLAYS) and HAND <= source < DOWN and owner != seat:
        tell_event(t, STOLEN if source >= KEEPERS else ROBBED, card, seat, owner, cause)
    before, after = plays_a_part(source), plays_a_part(zone)
    if before and not after:
        tell_event(t, GONE, card, seat, owner, cause)
    if after and source != zone:
        tell_event(t, ARRIVED, card, seat, owner, cause)


def plays_a_part(zone: int) -> bool:
    """Whether cards in a zone are in play."""
    return zone == RULES or zone == GOALS or zone == METAS or KEEPERS <= zone < CREEPERS + MAX_SEATS


def play_waits(t: Table, card: int) -> bool:
    """Whether a section waits for the card of the innermost frame to be done that was played, and no frame below it is
    about that card too."""
    for frame in range(t.frames - 1):
        if t.stack[frame * FRAME + F_CARD] == card:
            return False
    for place in range(t.happenings):
        if event_in(t.happened[place]) == PLAYED and card_in(t.happened[place]) == card:
            return True
    return False


def drop_event(t: Table, place: int) -> None:
    """Take an event out of those that wait."""
    t.happenings -= 1
    for other in range(place, t.happenings):
        t.happened[other] = t.happened[other + 1]
    t.happened[t.happenings] = 0


def forget_play(t: Table, card: int) -> None:
    """A card was cancelled: it counts as not played."""
    for place in range(t.happenings - 1, -1, -1):
        if event_in(t.happened[place]) == PLAYED and card_in(t.happened[place]) == card:
            drop_event(t, place)
            return


# --- which cards were played last -------------------------------------------------------------------------------------
def note_play(t: Table, card: int) -> None:
    """A card was laid down: it is the one played last."""
    for place in range(MAX_RECENT - 1, 0, -1):
        t.recent[place] = t.recent[place - 1]
    t.recent[0] = card + 1


def unnote_play(t: Table, card: int) -> None:
    """A card was cancelled: the one before it is the one played last."""
    for place in range(MAX_RECENT):
        if t.recent[place] == card + 1:
            for later in range(place, MAX_RECENT - 1):
                t.recent[later] = t.recent[later + 1]
            t.recent[MAX_RECENT - 1] = 0
            return


def last_played(t: Table, this: int) -> int:
    """The card played last other than this one, if everybody sees where it is; else NONE."""
    for place in range(MAX_RECENT):
        card = t.recent[place] - 1
        if card >= 0 and card != this:
            zone = t.place[card]
            return card if zone == DISCARD or zone == BEING_PLAYED or plays_a_part(zone) else NONE
    return NONE
