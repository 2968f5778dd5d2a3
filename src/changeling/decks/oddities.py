"""What is in a deck, and what is wrong or odd with it, found before a game starts (MIX-1)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.compiler.lint.deck_lint import (
    Stock,
    does,
    has_power,
    mentions,
    moves,
    needs_creepers,
    passes,
    reading_of,
    says,
    wanted,
)
from changeling.cards.deck import Card, Deck
from changeling.decks.shelf import editions
from changeling.errors import DeckError

ERROR, ODD = "error", "odd"
HEADINGS = {
    "unwinnable": "Nobody can win",
    "seats": "Cards for the players",
    "unmeetable": "Goals and Ungoals that cannot be met",
    "unwanted": "Keepers that no Goal wants",
    "stuck": "Creepers with no way out",
    "slots": "Rules of one matter in different slots",
    "absent": "Cards that speak of what is not there",
    "meta": "What a Meta Rule leaves out",
    "twice": "The same name from more than one place",
}
_DEALT = 3  # cards that each player begins with (SETUP-4)
_THIN = 6  # cards for each player below which the draw pile runs out at once
_MATTERS = (w.DRAWS, w.PLAYS, w.HAND_LIMIT, w.KEEPER_LIMIT, w.GOALS_ALLOWED, w.INFLATION)
_PILE = ("rule", "goal", "ungoal", "keeper", "action", "surprise")  # what can be dealt; Creepers are replaced


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something wrong or odd about a deck. `kind` is a key of HEADINGS, `card` a name or empty.

    With the severity `error` the deck cannot be played; `odd` is only told.
    """

    kind: str
    card: str
    text: str
    severity: str = ODD


@dataclass(frozen=True, slots=True)
class Kind:
    """How many cards of one kind a deck has, how many different ones, and how many of all are our own stand-ins."""

    kind: str
    cards: int
    different: int
    house: int


def kinds_in(deck: Deck) -> list[Kind]:
    """What is in a deck by kind, in the order of the rulebook; the Basic Rules are not counted."""
    found = []
    for kind in w.KINDS[1:]:
        cards = [card for card in deck.cards if card.kind == kind]
        if cards:
            house = sum(card.house for card in cards)
            found.append(Kind(kind, len(cards), len({card.name for card in cards}), house))
    return found


def oddities(deck: Deck, *, seats: int | None = None, meta: Sequence[str] = ()) -> list[Oddity]:
    """All that is wrong or odd with a deck, errors first. Given seats and Meta Rules, it is looked at for that game."""
    gone = {deck.leaves_out[card.id] for card in deck.cards if card.kind == "meta" and card.name in meta} - {w.NONE}
    cards = [card for card in deck.cards if w.KINDS.index(card.kind) not in gone]
    stock = Stock(cards)
    first = list({(card.file, card.line): card for card in reversed(cards)}.values())[::-1]  # no copies
    found = [
        *_winnable(deck, first, stock),
        *_enough(stock, seats),
        *_unmeetable(first, stock),
        *_unwanted(first),
        *_stuck(deck, cards),
        *_slots(deck, first),
        *_absent(deck, first, stock),
        *_left_out(deck, first, stock, gone),
        *_twice(cards),
    ]
    return sorted(dict.fromkeys(found), key=lambda oddity: oddity.severity != ERROR)


def before_game(deck: Deck, *, seats: int, meta: Sequence[str] = ()) -> list[str]:
    """What players should be told before a game of a mix or a deck of their own, a line each; nothing of an edition.

    Raises DeckError when the deck cannot be played.
    """
    if deck.name in editions():
        return []
    found = oddities(deck, seats=seats, meta=meta)
    wrong = [oddity.text for oddity in found if oddity.severity == ERROR]
    if wrong:
        raise DeckError(f"the deck '{deck.name}' cannot be played: {'; '.join(wrong)}")
    lines = []
    for kind, heading in HEADINGS.items():
        if kind == "meta":
            continue  # what the Meta Rules agreed on leave out is left out already; others do not matter
        cards = list(dict.fromkeys(oddity.card or oddity.text for oddity in found if oddity.kind == kind))
        if cards:
            more = f" and {len(cards) - 5} more" if len(cards) > 6 else ""
            lines.append(f"{heading}: {', '.join(cards[:5] if more else cards)}{more}.")
    return lines


# --- what makes a deck unplayable -------------------------------------------------------------------------------------
def _winnable(deck: Deck, cards: list[Card], stock: Stock) -> Iterator[Oddity]:
    claimed = any(static.static == w.CLAIMS for card in cards for static in deck.statics[card.id])
    if any(says(card, "win") or (claimed and card.kind == "ungoal") for card in cards):
        return
    goals = [card for card in cards if card.kind == "goal"]
    if not goals:
        yield Oddity("unwinnable", "", "there is no Goal in the deck", ERROR)
    elif all(stock.lacks(_condition(card)) for card in goals):
        yield Oddity("unwinnable", "", "no Goal in the deck can ever be met", ERROR)


def _enough(stock: Stock, seats: int | None) -> Iterator[Oddity]:
    number = sum(card.kind in _PILE for card in stock.cards)
    least = seats or 2
    if number < _DEALT * least:
        text = f"{least} players are dealt {_DEALT * least} cards; besides Creepers there are {number}"
        yield Oddity("seats", "", text, ERROR)
    elif number < _THIN * (seats or w.MAX_SEATS):
        most = min(number // _THIN, w.MAX_SEATS)
        good = f"enough for {most} players" if most > 2 else "enough for 2 players" if most == 2 else "thin even for 2"
        yield Oddity("seats", "", f"{number} cards besides Creepers: {good}; with more the draw pile soon runs out")


# --- what is odd ------------------------------------------------------------------------------------------------------
def _condition(card: Card) -> ast.expr:
    return reading_of(card.source).formulas["wins" if card.kind == "goal" else "ends"]


def _lacking(lacks: Sequence[str]) -> str:
    return f"the deck lacks {', '.join(lacks)}"


def _unmeetable(cards: list[Card], stock: Stock) -> Iterator[Oddity]:
    """Goals stay in the deck all the same: they can be played to get rid of another (C-R65)."""
    for card in cards:
        lacks = stock.lacks(_condition(card)) if card.kind in ("goal", "ungoal") else ()
        if lacks:
            yield Oddity("unmeetable", card.name, _lacking(lacks))


def _unwanted(cards: list[Card]) -> Iterator[Oddity]:
    conditions = [_condition(card) for card in cards if card.kind == "goal"]
    readings = [reading_of(card.source) for card in cards]
    conditions += [reading.formulas["requires"] for reading in readings if "requires" in reading.formulas]
    filters = [one for condition in conditions for one in wanted(condition)]
    for card in cards:
        if card.kind != "keeper" or any(passes(card, one) for one in filters):
            continue
        items = [item.value for one in filters for item in one if isinstance(item, ast.Constant)]
        any_keeper = "counts_as" in reading_of(card.source).formulas and not card.likes
        if {*card.likes}.isdisjoint((*items, "keeper")) and not any_keeper:
            power = "; it has a power of its own" if has_power(card) else ""
            yield Oddity("unwanted", card.name, f"no Goal asks for it, by name, mark or number{power}")


def _stuck(deck: Deck, cards: list[Card]) -> Iterator[Oddity]:
    if any(static.static == w.HARMLESS for card in cards for static in deck.statics[card.id]):
        return
    movers = [card for card in cards if card.kind not in ("goal", "ungoal")]
    filters = [one for card in cards if card.kind == "goal" for one in wanted(_condition(card))]
    for creeper in cards:
        if creeper.kind != "creeper" or any(moves(card, creeper) for card in movers):
            continue
        if not any(passes(creeper, one) for one in filters):
            yield Oddity("stuck", creeper.name, "no card moves it or makes it harmless, and no Goal asks for it")


def _slots(deck: Deck, cards: list[Card]) -> Iterator[Oddity]:
    """Rules that set the same number and do not replace each other: the newer is in force, the older waits below it."""
    for matter in _MATTERS:
        rules = [
            card
            for card in cards
            if card.kind == "rule" and any(s.static == matter and s.mode == w.SETS for s in deck.statics[card.id])
        ]
        slots = Counter(card.slot for card in rules)
        home = slots.most_common(1)[0][0] if slots else ""
        for card in rules:
            if card.slot != home:
                beside = ", ".join(rule.name for rule in rules if rule.slot == home)
                where = f"in the slot '{card.slot}', not in '{home}' ({beside})"
                yield Oddity("slots", card.name, f"sets {w.STATICS[matter]} {where}: neither replaces the other")


def _absent(deck: Deck, cards: list[Card], stock: Stock) -> Iterator[Oddity]:
    names = {card.name for card in stock.cards} | {name for card in stock.cards for name in card.likes}
    marks = {mark for card in stock.cards for mark in card.marks}
    kinds = {card.kind for card in stock.cards} | {"theft", "turn"}
    kinds |= {"doom"} if "ungoal" in kinds else set()
    for card in cards:
        if card.kind in ("goal", "ungoal") and stock.lacks(_condition(card)):
            continue  # told already
        said, asked = mentions(card, deck.marks)
        lacks = [*sorted(said - names), *(f"{mark} cards" for mark in sorted(asked - marks))]
        if lacks:
            yield Oddity("absent", card.name, _lacking(lacks))
        triggers = reading_of(card.source).triggers
        if triggers and kinds.isdisjoint(triggers):
            yield Oddity("absent", card.name, f"answers {', '.join(triggers)}, which this deck does not have")


def _left_out(deck: Deck, cards: list[Card], stock: Stock, gone: set[int]) -> Iterator[Oddity]:
    for rule in cards:
        kind = deck.leaves_out[rule.id]
        if kind == w.NONE or kind in gone:
            continue
        out = {card.name for card in stock.cards if card.kind == w.KINDS[kind]}
        rest = Stock(card for card in stock.cards if card.kind != w.KINDS[kind])
        out -= {card.name for card in rest.cards}
        for card in cards:
            if card.kind == w.KINDS[kind]:
                continue
            if card.kind in ("goal", "ungoal"):
                condition = _condition(card)
                if rest.lacks(condition) and not stock.lacks(condition):
                    yield Oddity("meta", card.name, f"cannot be met with {rule.name}")
            elif mentions(card, ())[0] & out or (kind == w.CREEPER and needs_creepers(card)):
                yield Oddity("meta", card.name, f"about cards that {rule.name} leaves out")


def _twice(cards: list[Card]) -> Iterator[Oddity]:
    shelf = editions()
    places: dict[str, dict[str, Card]] = {}
    for card in cards:
        places.setdefault(card.name, {}).setdefault(f"{card.file}:{card.line}", card)
    for name, found in places.items():
        if len(found) > 1:
            unlike = len({does(card) for card in found.values()}) > 1
            where = [place if unlike or card.edition not in shelf else card.edition for place, card in found.items()]
            yield Oddity("twice", name, f"from {', '.join(where)}" + ("; they are not alike" if unlike else ""))
    spelt: dict[str, list[str]] = {}
    for name in places:
        spelt.setdefault(name.casefold(), []).append(name)
    for names in spelt.values():
        if len(names) > 1:
            yield Oddity("twice", names[0], f"also spelt {', '.join(names[1:])}: another card to the game")
