"""The table as one person sees it: what every screen shows of it, and the words that they share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.deck import Card
from changeling.engine.seen.view import SeatView, View

KINDS = w.KIND_WORDS


@dataclass(frozen=True, slots=True)
class Piece:
    """Something a Goal asks for, or forbids, and where it is. `owner` is a seat's name, "hand" or nothing."""

    name: str
    owner: str
    forbidden: bool = False


@dataclass(frozen=True, slots=True)
class Aim:
    """A Goal or an Ungoal in play, as `kind` calls it."""

    kind: str
    title: str
    text: str
    pieces: tuple[Piece, ...]


def aims(view: View) -> tuple[Aim, ...]:
    """The Goals and Ungoals in play, with who has what of each."""
    found = []
    for title in view.goals:
        card = card_of(view, title)
        pieces = [Piece(name, _whereabouts(view, name)) for name in card.needs]
        pieces += [Piece(name, owner_of(view, name), True) for name in card.forbids]
        found.append(Aim(KINDS[card.kind], card.name, text_of(card), tuple(pieces)))
    return tuple(found)


def owner_of(view: View, name: str) -> str:
    """The first seat that has a card of this name in front of it, or nothing."""
    for seat in view.seats:
        if any(card_of(view, title).name == name for title in (*seat.keepers, *seat.creepers)):
            return seat.name
    return ""


def _whereabouts(view: View, name: str) -> str:
    """Who has a card in front of them; a card that the viewer holds and may play is better news than another's."""
    mine = view.look(view.seat)
    if any(card_of(view, title).name == name for title in (*mine.keepers, *mine.creepers)):
        return view.seat
    return "hand" if any(card_of(view, title).name == name for title in view.hand) else owner_of(view, name)


def card_of(view: View, title: str) -> Card:
    """The card of a title that the view shows."""
    card = view.deck.card(title)
    assert card is not None
    return card


def names(view: View, titles: Iterable[str]) -> list[str]:
    """Cards by their names: people do not number copies."""
    return [card_of(view, title).name for title in titles]


def has_doom(view: View) -> bool:
    """Whether the deck has anything to do with Doom."""
    return "doom" in view.deck.marks or "anti_doom" in view.deck.marks


def doom_of_table(view: View) -> int:
    """The Doom of all players together."""
    return sum(seat.doom for seat in view.seats)


def hidden_of(seat: SeatView) -> list[str]:
    """What a seat has besides the cards that are seen: counters, and in numbers what lies unseen."""
    if seat.out:
        return ["out of the game"]
    counts = [f"{name.replace('_', ' ')} {number}" for name, number in seat.counters]
    return counts + _unseen(seat)


def _unseen(seat: SeatView) -> list[str]:
    """What lies in front of a seat without being seen, in numbers."""
    down = [f"{plural(seat.face_down, 'card')} face down"] if seat.face_down else []
    return down + ([f"{plural(seat.aside, 'card')} set aside"] if seat.aside else [])


def worn(view: View, seat: SeatView | None) -> list[str]:
    """What is attached to the cards in front of a seat, or sealed under them; with no seat, to cards elsewhere."""
    fronts = {one.name: (*one.keepers, *one.creepers) for one in view.seats}
    front = fronts[seat.name] if seat is not None else [title for cards in fronts.values() for title in cards]
    ways = (("attached to", view.attached), ("sealed under", view.sealed))
    tokens = [
        f"{card_of(view, title).name} has {plural(number, 'token')}"
        for title, number in view.tokens
        if (title in front) == (seat is not None)
    ]
    remembered = [
        f"{card_of(view, title).name} remembers {_named(view, what)}"
        for title, what in view.remembered
        if (title in front) == (seat is not None)
    ]
    return [*tokens, *remembered] + [
        f"{card_of(view, title).name} is {way} {card_of(view, host).name}"
        for way, pairs in ways
        for title, host in pairs
        if (host in front) == (seat is not None)
    ]


def _named(view: View, what: str) -> str:
    """What a card remembers: a player, or a card."""
    if what == view.seat:
        return "you"
    return what if what in {seat.name for seat in view.seats} else card_of(view, what).name


def text_of(card: Card) -> str:
    """The card's text for people, with the Doom that it bears (an icon on the card), marked where the card is our own
    stand-in."""
    doom = card.marks.count("doom")
    text = f"{card.text} Bears {doom} Doom." if doom else card.text
    return f"{text} (house)" if card.house else text


def numbers(view: View) -> list[str]:
    """The numbers that follow from the rules in force, for whoever has the turn; limits for the viewer."""
    draws, plays = amount(view.draws), amount(view.plays, view.kept)
    rows = [f"draw {draws}", f"play {plays}"]
    if view.optional_plays:
        rows[1] += f" (and up to {view.optional_plays} more)"
    if view.drawn or view.played:
        rows[1] += f" ({view.played} played)"
    rows.append(f"hand limit {'none' if view.hand_limit is None else view.hand_limit}")
    rows.append(f"Keeper limit {'none' if view.keeper_limit is None else view.keeper_limit}")
    if view.inflation:
        rows.append(f"numerals +{view.inflation}")
    if view.backwards:
        rows.append("turns go round the other way")
    rows += [f"{seat.name} misses {plural(seat.misses, 'turn')}" for seat in view.seats if seat.misses]
    if view.pile_known:
        known = [f"{card_of(view, title).name} ({place + 1}.)" for place, title in view.pile_known]
        rows.append(f"in the draw pile you know {listed(known)}")
    return rows


def amount(number: int, kept: int = 0) -> str:
    """A number in force, or `all`, but for those that are kept."""
    return str(number) if number < w.ALL else f"all but {kept}" if kept else "all"


def listed(items: list[str]) -> str:
    """Things in a row, with `and` before the last; with semicolons where a title has a comma itself."""
    if len(items) > 2 and any("," in item for item in items):
        return "; ".join([*items[:-1], f"and {items[-1]}"])
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def plural(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def possessive(name: str) -> str:
    """Whose it is."""
    return f"{name}'s"
