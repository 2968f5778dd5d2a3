"""What happened and why, told per seat: an event names a card only to those who could see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.machine.journal import CLAUSES, MOVES

_ZONES = {
    w.PILE: "draw pile",
    w.DISCARD: "discard pile",
    w.RULES: "rules",
    w.GOALS: "goals",
    w.METAS: "meta rules",
    w.OUT: "out of the game",
    w.BEING_PLAYED: "being played",
    w.CENTRE: "centre",
    w.SEALED: "sealed",
}


# Clauses that say the same thing from another side.
ALSO = {
    "RULE-12": ("RULE-10", "RULE-11", "RULE-14"),
    "TURN-3": ("TURN-1",),
    "TURN-1": ("RULE-1", "RULE-2"),
    "RULE-5": ("RULE-2", "RULE-3", "RULE-4"),
    "ACT-3": ("ACT-2",),
    "ACT-1": ("ACT-2",),
    "CREEP-1": ("CREEP-2",),
    "SURP-2": ("SURP-4",),
}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: who, what, from where to where, and because of which card and clause.

    `card` is empty where the event moves none, or where the seat that it is told to cannot see which one it is.
    """

    number: int
    decision: int
    what: str
    seat: str
    card: str
    source: str
    target: str
    because: str
    clause: str
    seen_by: tuple[str, ...]

    @property
    def moved(self) -> bool:
        """Whether a card changed its place."""
        return bool(self.target)

    def cites(self, what: str) -> bool:
        """Whether the event rests on this clause or card."""
        return what in (self.because, self.clause) or what in ALSO.get(self.clause, ())

    def __str__(self) -> str:
        card = f" {self.card}" if self.card else " a card" if self.moved and self.what != "shuffles" else ""
        way = f" ({self.source} -> {self.target})" if self.source and self.target else ""
        why = ", ".join(part for part in (self.because, self.clause) if part)
        return f"{self.seat} {self.what}{card}{way} [{why}]"


def zone_name(zone: int, names: Sequence[str]) -> str:
    """A zone in words."""
    if zone == w.NONE:
        return ""
    if zone < w.HAND:
        return _ZONES[zone]
    if zone >= w.ASIDE:
        return "set aside"
    kind, seat = divmod(zone - w.HAND, w.MAX_SEATS)
    return f"{names[seat]}'s {('hand', 'keepers', 'creepers', 'face-down cards')[kind]}"


def event_of(deck: Deck, names: Sequence[str], number: int, row: tuple[int, ...]) -> Event:
    """An event in words, with everything that happened."""
    verb, seat, card, source, target, clause, cause, seen, decision = row
    return Event(
        number=number,
        decision=decision,
        what=MOVES[verb],
        seat=names[seat] if seat >= 0 else "",
        card=deck.cards[card].title if card >= 0 else "",
        source=zone_name(source, names),
        target=zone_name(target, names),
        because=deck.cards[cause].title if cause >= 0 else "",
        clause=CLAUSES[clause],
        seen_by=tuple(name for place, name in enumerate(names) if seen >> place & 1 or card < 0),
    )


def redact(event: Event, seat: str) -> Event:
    """The event as a seat may know it."""
    hidden = bool(event.card) and seat not in event.seen_by
    return replace(event, card="" if hidden else event.card, seen_by=())
