"""Where cards lie: a place as a typed value, and the cards that lie in a zone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from changeling.cards import codes as w
from changeling.cards.codes import Zone
from changeling.cards.deck import Deck
from changeling.engine.layout import F_ASIDE, F_SEAT, FRAME, Table


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: one of the table, or one of the seat that is named. As text, the form of `Event.source`: `Ann's hand`."""

    zone: Zone
    seat: str = ""

    def __str__(self) -> str:
        return f"{self.seat}'s {self.zone}" if self.seat else self.zone


_TABLE_ZONES: Final[dict[int, Place]] = {
    w.PILE: Place("draw pile"),
    w.DISCARD: Place("discard pile"),
    w.RULES: Place("rules"),
    w.GOALS: Place("goals"),
    w.METAS: Place("meta rules"),
    w.OUT: Place("out of the game"),
    w.BEING_PLAYED: Place("being played"),
    w.CENTRE: Place("centre"),
    w.SEALED: Place("sealed"),
}
_SEAT_ZONES: Final[tuple[Zone, ...]] = ("hand", "keepers", "creepers", "face-down cards")  # from HAND on, in this order
_ASIDE: Final = Place("set aside")


def place_at(zone: int, names: Sequence[str]) -> Place | None:
    """The place that a zone's number stands for; nothing for NONE."""
    if zone == w.NONE:
        return None
    if zone < w.HAND:
        return _TABLE_ZONES[zone]
    if zone >= w.ASIDE:
        return _ASIDE
    kind, seat = divmod(zone - w.HAND, w.MAX_SEATS)
    return _seat_place(_SEAT_ZONES[kind], names[seat])


_seat_place = lru_cache(1 << 10)(Place)  # thousands of events of one game share a few places


def cards_in(t: Table, zone: int) -> list[int]:
    """The cards of a zone, in order."""
    found = []
    card = t.head[zone]
    while card != w.NONE:
        found.append(card)
        card = t.next[card]
    return found


def titles(deck: Deck, t: Table, zone: int) -> tuple[str, ...]:
    """The titles of the cards of a zone, in order; asked for some thirty zones each time that a table is shown."""
    card = t.head[zone]
    if card == w.NONE:
        return ()
    found, names, following = [], deck.titles, t.next
    while card != w.NONE:
        found.append(names[card])
        card = following[card]
    return tuple(found)


def asides_of(t: Table, seat: int) -> list[int]:
    """The cards that a seat's programs have set aside, outermost first."""
    if t.asides == 0:
        return []
    zones = [
        t.stack[base + F_ASIDE]
        for base in range(0, t.frames * FRAME, FRAME)
        if t.stack[base + F_SEAT] == seat and t.stack[base + F_ASIDE] != w.NONE
    ]
    return [card for zone in zones for card in cards_in(t, zone)]
