"""What happened, told to one person in short sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from changeling.cards.deck import Deck
from changeling.engine.seen.events import Event
from changeling.terminal.scene import KINDS, listed, plural, text_of


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the tale; one that says whose turn begins is the heading of what follows."""

    text: str
    heading: bool = False


class Tale:
    """Tells events. The text of a card is told the first time that the card is played."""

    def __init__(self, deck: Deck) -> None:
        self._cards = deck.by_title()
        self._told: set[str] = set()

    def sentences(self, seat: str, events: Sequence[Event]) -> list[Sentence]:
        """The events as a seat saw them, several of a kind in one sentence."""
        groups = [list(group) for _, group in groupby(events, _alike)]
        rows = [Sentence(self._group(seat, group), group[0].what == "begins a turn") for group in groups]
        return [row for row in rows if row.text]

    def _group(self, me: str, events: list[Event]) -> str:
        tell = _TELLERS.get(events[0].what)
        return tell(self, me, events) if tell else ""

    # --- one method for each kind of event ----------------------------------------------------------------------------
    def _draws(self, me: str, events: list[Event]) -> str:
        first = events[0]
        who = _subject(me, first.seat)
        if first.clause == "SETUP-2":
            return f"{who} are dealt {_cards(events)}." if first.seat == me else ""
        verb = _verb(me, first.seat, "set") + " aside" if first.target == "set aside" else _verb(me, first.seat, "draw")
        return f"{who} {verb} {_cards(events)}{_because(first, ('TURN-1',))}."

    def _lays_down(self, me: str, events: list[Event]) -> str:
        creepers = listed([event.card for event in events])
        who, seat = _subject(me, events[0].seat), events[0].seat
        return f"{who} {_verb(me, seat, 'turn')} up the Creeper {creepers}; it stays in front of {_object(me, seat)}."

    def _plays(self, me: str, events: list[Event]) -> str:
        event = events[0]
        card = self._cards[event.card]
        row = f"{_subject(me, event.seat)} {_verb(me, event.seat, 'play')} the {KINDS[card.kind]} {event.card}"
        if event.source.endswith("'s hand") and event.source != f"{event.seat}'s hand":
            row += f" out of {_place(me, event.source)}"
        elif event.source == "discard pile":
            row += " out of the discard pile"
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
        own = {"set aside", f"{first.seat}'s hand", f"{first.seat}'s keepers", f"{first.seat}'s creepers"}
        if first.source in own:
            return f"{_subject(me, first.seat)} {_verb(me, first.seat, 'discard')} {cards}{_because(first)}."
        whose = "" if first.source in ("rules", "goals") else f" from {_place(me, first.source)}"
        return f"{cards}{whose} {'is' if len(events) == 1 else 'are'} discarded{_because(first)}."

    def _takes(self, me: str, events: list[Event]) -> str:
        first = events[0]
        source = _object(me, first.source.removesuffix("'s keepers").removesuffix("'s creepers"))
        who = f"{_subject(me, first.seat)} {_verb(me, first.seat, 'take')}"
        return f"{who} {_cards(events)} from {source}{_because(first)}."

    def _gives(self, me: str, events: list[Event]) -> str:
        first = events[0]
        target = _owner(first.target)
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
        return f"{who} {verb} {mine.card} for {theirs.card} from {_object(me, _owner(theirs.source))}{_because(mine)}."

    def _is_dealt(self, me: str, events: list[Event]) -> str:
        shares: dict[str, list[str]] = {}
        for event in events:
            shares.setdefault(_owner(event.target), []).append(event.card)
        parts = [f"{_subject(me, seat)} {_verb(me, seat, 'get')} {listed(cards)}" for seat, cards in shares.items()]
        return f"{events[0].because} deals anew: {'; '.join(parts)}."

    def _passes(self, me: str, events: list[Event]) -> str:
        first = events[0]
        giver, taker = _owner(first.source), _owner(first.target)
        row = f"{_subject(me, giver)} {_verb(me, giver, 'pass')} {plural(len(events), 'card')} to {_object(me, taker)}"
        seen = [event.card for event in events if event.card]
        return row + (f": {listed(seen)}." if me in (giver, taker) and seen else ".")

    def _uses(self, me: str, events: list[Event]) -> str:
        return f"{_subject(me, events[0].seat)} {_verb(me, events[0].seat, 'use')} {events[0].card}."

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


_TELLERS: dict[str, Callable[[Tale, str, list[Event]], str]] = {
    "draws": Tale._draws,
    "lays down": Tale._lays_down,
    "plays": Tale._plays,
    "discards": Tale._discards,
    "takes": Tale._takes,
    "gives": Tale._gives,
    "swaps": Tale._swaps,
    "is dealt": Tale._is_dealt,
    "passes": Tale._passes,
    "shuffles": Tale._shuffles,
    "begins a turn": Tale._turn,
    "uses": Tale._uses,
    "wins": Tale._wins,
    "gains a turn": Tale._extra,
    "joins": Tale._joins,
    "takes in": Tale._takes_in,
}


def _alike(event: Event) -> tuple[str, ...]:
    """Events that are told in one sentence have this in common."""
    if event.what in ("is dealt", "swaps"):
        return (event.what, str(event.decision))
    if event.what == "plays":
        return (event.what, str(event.number))
    return (event.what, event.seat, event.source, event.target, event.because, event.clause)


def _cards(events: Sequence[Event]) -> str:
    """The cards of some events; those that cannot be seen are counted."""
    seen = [event.card for event in events if event.card]
    hidden = len(events) - len(seen)
    return listed(seen + ([plural(hidden, "card") if hidden > 1 or seen else "a card"] if hidden else []))


def _because(event: Event, silent: tuple[str, ...] = ()) -> str:
    return f" ({event.because})" if event.because and event.clause not in silent else ""


def _owner(place: str) -> str:
    """The seat that a place belongs to."""
    for part in ("'s hand", "'s keepers", "'s creepers"):
        if place.endswith(part):
            return place.removesuffix(part)
    return place


def _place(me: str, place: str) -> str:
    owner = _owner(place)
    if owner == place:
        return f"the {place}"
    part = place[len(owner) + 3 :].replace("keepers", "Keepers").replace("creepers", "Creepers")
    return f"your {part}" if owner == me else f"{owner}'s {part}"


def _subject(me: str, seat: str) -> str:
    return "You" if seat == me else seat


def _object(me: str, seat: str) -> str:
    return "you" if seat == me else seat


def _verb(me: str, seat: str, verb: str) -> str:
    if seat == me:
        return verb
    return f"{verb}es" if verb.endswith(("s", "sh", "ch")) else f"{verb}s"
