"""What happened, told to one person in short sentences: made from the facts of events, and never read back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from changeling.cards.deck import Deck
from changeling.engine.seen.events import Event
from changeling.engine.seen.places import Place
from changeling.terminal.table_text import KINDS, listed, plural, possessive, text_of


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; one that says whose turn begins is the heading of what follows."""

    text: str
    heading: bool = False


class Narrator:
    """Tells events in sentences. The text of a card is told the first time that the card is played."""

    def __init__(self, deck: Deck) -> None:
        self._cards = deck.by_title()
        self._told: set[str] = set()

    def sentences(self, seat: str, events: Sequence[Event]) -> list[Sentence]:
        """The events as a seat saw them, several of a kind in one sentence."""
        groups = [list(group) for _, group in groupby(events, _alike)]
        rows = [Sentence(self._group(seat, group), group[0].what == "begins a turn") for group in groups]
        return [row for row in rows if row.text]

    def _group(self, me: str, events: list[Event]) -> str:
        what = events[0].what
        return "" if what in SILENT else _TELLERS[what](self, me, events)

    # --- one method for each kind of event ----------------------------------------------------------------------------
    def _draws(self, me: str, events: list[Event]) -> str:
        first = events[0]
        who = _subject(me, first.seat)
        if first.clause == "SETUP-2":
            return f"{who} are dealt {_cards(events)}." if first.seat == me else ""
        aside = _zone(first.destination) == "set aside"
        verb = _verb(me, first.seat, "set") + " aside" if aside else _verb(me, first.seat, "draw")
        return f"{who} {verb} {_cards(events)}{_because(first, ('TURN-1',))}."

    def _lays_down(self, me: str, events: list[Event]) -> str:
        creepers = listed([event.card for event in events])
        who, seat = _subject(me, events[0].seat), events[0].seat
        return f"{who} {_verb(me, seat, 'turn')} up the Creeper {creepers}; it stays in front of {_object(me, seat)}."

    def _plays(self, me: str, events: list[Event]) -> str:
        event = events[0]
        card = self._cards[event.card]
        row = f"{_subject(me, event.seat)} {_verb(me, event.seat, 'play')} the {KINDS[card.kind]} {event.card}"
        zone = _zone(event.origin)
        if zone == "discard pile" or (zone == "hand" and _owner(event.origin) != event.seat):
            row += f" out of {_place(me, event.origin)}"
        if card.kind != "keeper" and event.card not in self._told:
            self._told.add(event.card)
            row += f": {text_of(card)}"
        return row if row.endswith((".", ")")) else row + "."

    def _discards(self, me: str, events: list[Event]) -> str:
        first = events[0]
        if first.clause == "ACT-1":
            return ""
        cards = _cards(events)
        if first.clause in ("RULE-3", "GOAL-1"):
            return f"{cards} {'leaves' if len(events) == 1 else 'leave'} play."
        if _zone(first.origin) == "set aside" or _owner(first.origin) == first.seat:
            return f"{_subject(me, first.seat)} {_verb(me, first.seat, 'discard')} {cards}{_because(first)}."
        whose = "" if _zone(first.origin) in ("rules", "goals") else f" from {_place(me, first.origin)}"
        return f"{cards}{whose} {'is' if len(events) == 1 else 'are'} discarded{_because(first)}."

    def _takes(self, me: str, events: list[Event]) -> str:
        first = events[0]
        in_front = _zone(first.origin) in ("keepers", "creepers")
        source = _object(me, _owner(first.origin)) if in_front else _place(me, first.origin)
        who = f"{_subject(me, first.seat)} {_verb(me, first.seat, 'take')}"
        return f"{who} {_cards(events)} from {source}{_because(first)}."

    def _gives(self, me: str, events: list[Event]) -> str:
        first = events[0]
        target = _owner(first.destination)
        if target == first.seat:
            return f"{_subject(me, first.seat)} {_verb(me, first.seat, 'keep')} {_cards(events)}{_because(first)}."
        to = _object(me, target)
        if first.card == first.because:
            return f"{first.card} moves from {_object(me, first.seat)} to {to}."
        return f"{_subject(me, first.seat)} {_verb(me, first.seat, 'give')} {_cards(events)} to {to}{_because(first)}."

    def _swaps(self, me: str, events: list[Event]) -> str:
        who, verb = _subject(me, events[0].seat), _verb(me, events[0].seat, "swap")
        if len(events) < 2:
            return f"{who} {verb} {_cards(events)}{_because(events[0])}."
        mine, theirs = events[0], events[1]
        return f"{who} {verb} {mine.card} for {theirs.card} from {_object(me, _owner(theirs.origin))}{_because(mine)}."

    def _is_dealt(self, me: str, events: list[Event]) -> str:
        shares: dict[str, list[Event]] = {}
        for event in events:
            shares.setdefault(_owner(event.destination), []).append(event)
        parts = [f"{_subject(me, seat)} {_verb(me, seat, 'get')} {_cards(share)}" for seat, share in shares.items()]
        return f"{events[0].because} deals anew: {'; '.join(parts)}."

    def _passes(self, me: str, events: list[Event]) -> str:
        first = events[0]
        giver, taker = _owner(first.origin), _owner(first.destination)
        row = f"{_subject(me, giver)} {_verb(me, giver, 'pass')} {plural(len(events), 'card')} to {_object(me, taker)}"
        seen = [event.card for event in events if event.card]
        return row + (f": {listed(seen)}." if me in (giver, taker) and seen else ".")

    def _uses(self, me: str, events: list[Event]) -> str:
        return f"{_subject(me, events[0].seat)} {_verb(me, events[0].seat, 'use')} {events[0].card}."

    def _copies(self, me: str, events: list[Event]) -> str:
        verb = "carry" if events[0].seat == me else "carries"
        return f"{_subject(me, events[0].seat)} {verb} out {events[0].card}{_because(events[0])}."

    def _wins(self, me: str, events: list[Event]) -> str:
        return f"{_subject(me, events[0].seat)} {_verb(me, events[0].seat, 'win')} with {events[0].card}!"

    def _shuffles(self, me: str, events: list[Event]) -> str:
        return "The discard pile is shuffled into the draw pile."

    def _turn(self, me: str, events: list[Event]) -> str:
        return "Your turn." if events[0].seat == me else f"{events[0].seat}'s turn."

    def _extra(self, me: str, events: list[Event]) -> str:
        return f"{_subject(me, events[0].seat)} will have an extra turn."

    def _joins(self, me: str, events: list[Event]) -> str:
        return f"{events[0].seat} joins the game."

    def _takes_in(self, me: str, events: list[Event]) -> str:
        return f"{_subject(me, events[0].seat)} {_verb(me, events[0].seat, 'take')} {_cards(events)} into the hand."


# Kinds of event that have no sentence in the terminal.
SILENT = frozenset(
    {
        "settles",
        "ends the turn",
        "sets aside",
        "picks by chance",
        "attaches",
        "detaches",
        "seals",
        "uncovers",
        "cancels",
        "looks at",
        "diverts",
    }
)
_TELLERS: dict[str, Callable[[Narrator, str, list[Event]], str]] = {
    "draws": Narrator._draws,
    "lays down": Narrator._lays_down,
    "plays": Narrator._plays,
    "discards": Narrator._discards,
    "takes": Narrator._takes,
    "gives": Narrator._gives,
    "swaps": Narrator._swaps,
    "is dealt": Narrator._is_dealt,
    "passes": Narrator._passes,
    "shuffles": Narrator._shuffles,
    "begins a turn": Narrator._turn,
    "uses": Narrator._uses,
    "copies": Narrator._copies,
    "wins": Narrator._wins,
    "gains a turn": Narrator._extra,
    "joins": Narrator._joins,
    "takes in": Narrator._takes_in,
}


def _alike(event: Event) -> tuple[object, ...]:
    """Events that are told in one sentence have this in common."""
    if event.what in ("is dealt", "swaps"):
        return (event.what, event.decision)
    if event.what == "plays":
        return (event.what, event.number)
    return (event.what, event.seat, event.origin, event.destination, event.because, event.clause)


def _cards(events: Sequence[Event]) -> str:
    """The cards of some events; those that cannot be seen are counted."""
    seen = [event.card for event in events if event.card]
    hidden = len(events) - len(seen)
    return listed(seen + ([plural(hidden, "card") if hidden > 1 or seen else "a card"] if hidden else []))


def _because(event: Event, silent: tuple[str, ...] = ()) -> str:
    return f" ({event.because})" if event.because and event.clause not in silent else ""


def _owner(place: Place | None) -> str:
    """The seat that a place belongs to, or nothing."""
    return place.seat if place is not None else ""


def _zone(place: Place | None) -> str:
    return place.zone if place is not None else ""


def _place(me: str, place: Place | None) -> str:
    """A place in words."""
    if place is None:
        return "nowhere"
    zone = {"keepers": "Keepers", "creepers": "Creepers"}.get(place.zone, place.zone)
    if not place.seat:
        return f"the {zone}"
    return f"your {zone}" if place.seat == me else f"{possessive(place.seat)} {zone}"


def _subject(me: str, seat: str) -> str:
    return "You" if seat == me else seat


def _object(me: str, seat: str) -> str:
    return "you" if seat == me else seat


def _verb(me: str, seat: str, verb: str) -> str:
    if seat == me:
        return verb
    return f"{verb}es" if verb.endswith(("s", "sh", "ch")) else f"{verb}s"
