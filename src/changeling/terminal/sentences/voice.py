"""The words of sentences to one person: who, whose, which cards, where, and because of what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from changeling.cards.deck import Card
from changeling.engine.seen.events import Event
from changeling.engine.seen.places import Place
from changeling.terminal.table_text import listed, plural, possessive

_ENDS = (".", "!", "?", '."', '!"', '?"')
_ZONES = {"keepers": "Keepers", "creepers": "Creepers", "goals": "Goals", "meta rules": "Meta Rules"}
_PLACES = {"set aside": "the cards set aside", "being played": "the table", "sealed": "the sealed cards"}
_ARTICLES = ("The ", "A ", "An ")
_IN = ("hand", "draw pile", "discard pile")  # cards lie in these, and among the cards of other places


class Voice:
    """Speaks to one person about the cards of one deck. People know cards by their names: copies have no numbers."""

    def __init__(self, me: str, cards: Mapping[str, Card], told: set[str]) -> None:
        self.me = me
        self.known = cards
        self.told = told  # the cards whose texts were told

    # --- players ------------------------------------------------------------------------------------------------------
    def subject(self, seat: str) -> str:
        """Who, at the beginning of a sentence."""
        return "You" if seat == self.me else seat

    def object(self, seat: str) -> str:
        """Whom."""
        return "you" if seat == self.me else seat

    def whose(self, seat: str) -> str:
        """Whose, inside a sentence."""
        return "your" if seat == self.me else possessive(seat)

    def does(self, seat: str, verb: str) -> str:
        """Who does something, at the beginning of a sentence: `You pass`, `Ann passes`."""
        if seat == self.me:
            return f"You {verb}"
        return f"{seat} {verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"

    # --- cards --------------------------------------------------------------------------------------------------------
    def card(self, title: str) -> str:
        """A card by its name."""
        card = self.known.get(title)
        return title if card is None else card.name

    def cards(self, events: Sequence[Event]) -> str:
        """The cards of some events; those that cannot be seen are counted."""
        seen = [self.card(event.card) for event in events if event.card]
        hidden = len(events) - len(seen)
        others = plural(hidden, "other card") if seen else plural(hidden, "card") if hidden > 1 else "a card"
        return listed(seen + ([others] if hidden else []))

    def owned(self, seat: str, card: str) -> str:
        """Somebody's card: `Ann's Jackpot!`, but `The Stick from Ann`."""
        return f"{card} from {self.object(seat)}" if card.startswith(_ARTICLES) else f"{self.whose(seat)} {card}"

    # --- causes -------------------------------------------------------------------------------------------------------
    def because(self, events: Sequence[Event]) -> str:
        """The card that made it happen, unless the sentence is about that card anyway."""
        cause = events[0].because
        if not cause or any(event.card == cause for event in events):
            return ""
        name = self.card(cause)
        return f", by {name}" if "(" in name else f" ({name})"

    def using(self, events: Sequence[Event]) -> str:
        """The card that somebody does it with."""
        cause = events[0].because
        return f" with {self.card(cause)}" if cause and all(event.card != cause for event in events) else ""

    # --- places -------------------------------------------------------------------------------------------------------
    def place(self, place: Place | None) -> str:
        """A place."""
        if place is None:
            return "the table"
        if place.seat:
            return f"{self.whose(place.seat)} {_ZONES.get(place.zone, place.zone)}"
        return _PLACES.get(place.zone, f"the {_ZONES.get(place.zone, place.zone)}")

    def inside(self, place: Place | None) -> str:
        """In a place."""
        if zone(place) == "being played":
            return "on the table"
        return f"{'in' if zone(place) in _IN else 'among'} {self.place(place)}"

    def giver(self, place: Place | None) -> str:
        """From whom or where a card comes: what lies in front of somebody comes from that player."""
        return self.object(owner(place)) if zone(place) in ("keepers", "creepers") else self.place(place)


def owner(place: Place | None) -> str:
    """The seat that a place belongs to, or nothing."""
    return place.seat if place is not None else ""


def zone(place: Place | None) -> str:
    """The zone of a place, or nothing."""
    return place.zone if place is not None else ""


def ended(text: str, mark: str = ".") -> str:
    """A sentence with its mark; a title that ends it, such as Jackpot!, has one already."""
    return text if text.endswith(_ENDS) else text + mark
