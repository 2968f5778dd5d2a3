"""How a deck is played, on one page: made from its cards and from the clauses that they bring into the game.

What a deck lacks is not spoken of: without Creepers there is no word about them. A line of the page names the clauses
that it rests on, and up to three cards of the deck that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Card, Deck

_NAMED: Final = 3  # cards that a line names


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or two, the clauses that it rests on, and titles of cards that it is about."""

    text: str
    clauses: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KindLine:
    """A kind of card: how many of it there are, what is done with it, and the title and the name of one to look at."""

    kind: str
    count: int
    text: str
    clauses: tuple[str, ...]
    card: str
    name: str


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The page of a deck: how it begins, the turn, how it is won, its kinds of card, and what else it has."""

    title: str
    cards: int
    begin: tuple[Line, ...]
    turn: tuple[Line, ...]
    win: tuple[Line, ...]
    kinds: tuple[KindLine, ...]
    more: tuple[Line, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines but those of the kinds."""
        return self.begin + self.turn + self.win + self.more


_KINDS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "keeper": ("Put it face up in front of you. Goals ask for Keepers.", ("KEEP-1",)),
    "goal": ("Put it in the middle; the Goal that was there is discarded. It is everybody's.", ("GOAL-1", "GOAL-3")),
    "rule": (
        "Put it in the middle. It holds at once and for everybody, and a rule that it contradicts is discarded.",
        ("RULE-3", "RULE-5"),
    ),
    "action": ("Do what it says, then discard it. Whatever it makes you play is part of one play.", ("ACT-1", "ACT-2")),
    "creeper": (
        "When you draw one, put it in front of you at once and draw another card. It keeps you from winning, unless a "
        "card says otherwise.",
        ("CREEP-1", "CREEP-2", "CREEP-3"),
    ),
    "surprise": (
        "It does one thing as a play in your turn, and another as an answer to somebody else, at any time. Any "
        "Surprise cancels another one.",
        ("SURP-1", "SURP-2"),
    ),
    "ungoal": ("Played like a Goal. When what it says has come true, everybody loses.", ("UNGOAL-1",)),
    "meta": ("In force for the whole game, if everybody agrees before it begins.", ("SETUP-5",)),
    "basic": ("They lie in the middle from the start and never leave it.", ("SETUP-1",)),
}
ORDER: Final = ("keeper", "goal", "rule", "action", "creeper", "surprise", "ungoal", "meta")

# What a card in play may say of the game besides how many cards are drawn and played; in the order of codes.STATICS.
_IN_FORCE: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    w.OPTIONAL_PLAYS: ("Some plays may be left out.", ()),
    w.HAND_LIMIT: (
        "A Hand Limit binds the others at once, and you at the end of your turn. You choose what you discard.",
        ("RULE-10", "RULE-11", "RULE-12"),
    ),
    w.KEEPER_LIMIT: (
        "A Keeper Limit binds the others at once, and you at the end of your turn. You choose what you give up.",
        ("RULE-11", "RULE-12", "RULE-14"),
    ),
    w.GOALS_ALLOWED: ("There may be more than one Goal in play; meeting one of them is enough.", ("RULE-17",)),
    w.HARMLESS: ("Some cards make Creepers harmless.", ()),
    w.REQUIRES: ("A card may ask for something more than the Goal does before anybody wins.", ()),
    w.FIRST_PLAY_RANDOM: ("The first card of a turn may be picked by chance.", ()),
    w.BASICS: ("What the Basic Rules say can grow.", ()),
    w.INFLATION: ("Numbers printed on cards can grow, those of cards played later too.", ()),
    w.CLAIMS: ("When an Ungoal comes true, somebody may win by it.", ("UNGOAL-2",)),
    w.UNGOALS_APART: ("An Ungoal can lie beside a Goal.", ()),
    w.LAST_PLAY_RANDOM: ("The last card of a turn may be picked by chance.", ()),
    w.OPEN_HAND: ("Some hands may have to lie open.", ()),
    w.REVERSED: ("The direction of play can turn round.", ()),
}
# Of a limit that is not for everybody, by whom it binds.
_LIMITS: Final[dict[int, dict[int, str]]] = {
    w.HAND_LIMIT: {
        w.OF_OTHERS: "A Hand Limit can bind all but the owner of its card. Whom it binds chooses what to discard.",
        w.OF_OWNER: "A Hand Limit can bind the owner of its card alone, who chooses what to discard.",
    },
    w.KEEPER_LIMIT: {
        w.OF_OTHERS: "A Keeper Limit can bind all but the owner of its card. Whom it binds chooses what to give up.",
        w.OF_OWNER: "A Keeper Limit can bind the owner of its card alone, who chooses what to give up.",
    },
}
_OF_TURNS: Final = (w.OPTIONAL_PLAYS, w.HAND_LIMIT, w.KEEPER_LIMIT)
_OF_WINS: Final = (w.GOALS_ALLOWED, w.HARMLESS, w.REQUIRES, w.CLAIMS, w.UNGOALS_APART)
_WINNING: Final = ("win", "win_for")
# What programs do that a newcomer does not expect: words of the language, and what is said of them.
_DONE: Final[tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...]] = (
    (("attach",), "Some cards fasten themselves to a Keeper and go wherever it goes.", ("CREEP-5", "CREEP-6")),
    (("extra_turn", "extra_turn_of"), "Some cards give another turn, each of them once in a row of turns.", ()),
    (("skip_turn",), "A turn can be missed.", ()),
    (("seal",), "A card can be put face down under another, and is out of everybody's reach there.", ()),
    (("roll", "coin"), "Sometimes a die or a coin decides, before everybody.", ()),
    (("secret",), "Sometimes players choose in secret, and show it together.", ()),
    (("flip",), "Two-sided cards can be turned over.", ()),
    (("gain", "lose"), "Players count something besides their cards.", ()),
    (("add_tokens",), "Tokens can lie on cards.", ()),
    (_WINNING, "A card can win without any Goal.", ()),
    (("eliminate",), "Players can be out of the game.", ()),
    (("remove",), "Some cards leave the game for good.", ()),
)
_NOT_CODE: Final = re.compile(r'"[^"]*"|#.*')


def how_to_play(deck: Deck) -> HowToPlay:
    """The page of a deck."""
    kinds = tuple(_kinds(deck))
    return HowToPlay(
        title=deck.title,
        cards=sum(one.count for one in kinds),
        begin=tuple(_begin(deck)),
        turn=tuple(_turn(deck)),
        win=tuple(_win(deck)),
        kinds=kinds,
        more=tuple(_more(deck)),
    )


def _kinds(deck: Deck) -> Iterator[KindLine]:
    for kind in ORDER:
        cards = [card for card in deck.cards if card.kind == kind and not card.back_of]
        if cards:
            text, clauses = _KINDS[kind]
            shown = _shown(cards)
            yield KindLine(kind, len(cards), text, clauses, shown.title, shown.name)


def _shown(cards: Sequence[Card]) -> Card:
    """One card of a kind to look at: a Goal that names Keepers, and else the one with the fewest words."""
    wanted = [card for card in cards if card.needs] or cards
    return min(wanted, key=lambda card: (len(card.text) + len(card.name), card.id))


def _begin(deck: Deck) -> Iterator[Line]:
    yield Line("Shuffle and deal three cards to everybody; the rest is the draw pile.", ("SETUP-2",))
    if _of_kind(deck, "creeper"):
        yield Line("Creepers that were dealt are laid down in front of their players and replaced.", ("SETUP-4",))
    yield Line("There is no Goal and no New Rule yet: only the Basic Rules lie in the middle.", ("SETUP-1", "SETUP-3"))
    metas = _of_kind(deck, "meta")
    if metas:
        yield Line("If you all agree, play with a Meta Rule.", ("SETUP-5",), _titles(metas))
    yield Line("Decide who begins, or let chance do it.", ("SETUP-6",))


def _turn(deck: Deck) -> Iterator[Line]:
    yield Line(
        "Draw 1 card, play 1 card, unless New Rules say otherwise. Then it is the next player's turn, clockwise.",
        ("RULE-1", "TURN-2"),
    )
    yield Line(
        "A New Rule counts in the very turn in which it is played: draw or play what is missing.", ("RULE-6", "RULE-8")
    )
    yield Line(
        "You have to play, even if that makes somebody else win; you may not just discard. With an empty hand your "
        "plays are over.",
        ("TURN-7", "TURN-5"),
    )
    free = _cards(deck, [hook.card for hook in deck.frees])
    if free:
        yield Line("What is free may be used at any point of your turn, and is no play.", ("TURN-4",), _titles(free))
    yield from _in_force(deck, _OF_TURNS)
    yield Line("When the draw pile is empty, the discard pile is shuffled.", ("PILE-1",))


def _win(deck: Deck) -> Iterator[Line]:
    yield Line("Whoever meets the Goal in play wins at once, in anybody's turn.", ("GOAL-2", "GOAL-3"))
    yield Line("If several meet it, the game goes on until one alone does.", ("GOAL-5",))
    if _of_kind(deck, "creeper"):
        yield Line("With a Creeper in front of you, you win only if the Goal or another card allows it.", ("CREEP-3",))
    if _of_kind(deck, "ungoal"):
        yield Line("When an Ungoal comes true, the game ends and everybody loses.", ("UNGOAL-1",))
    yield from _in_force(deck, _OF_WINS)


def _more(deck: Deck) -> Iterator[Line]:
    yield from _in_force(deck, [static for static in _IN_FORCE if static not in (*_OF_TURNS, *_OF_WINS)])
    if any("doom" in mark for mark in deck.marks):
        doomed = [card for card in deck.cards if any("doom" in mark for mark in card.marks)]
        yield Line(
            "Doom is counted: what lies in front of you, less what takes it away.",
            ("DOOM-1", "DOOM-2"),
            _titles(doomed),
        )
    for words, text, clauses in _DONE:
        found, most = _doing(deck, words), _NAMED
        if words == _WINNING:  # whoever plays against them has to know them all
            found, most = [*found, *_winning(deck)], len(deck.cards)
        if found:
            yield Line(text, clauses, _titles(found, most))
    editions = {card.edition for card in deck.cards if card.kind != "basic"}
    if len(editions) > 1:
        yield Line("This is a mix: a Goal may ask for what cannot be had, and rules may clash.", ("MIX-1",))


def _in_force(deck: Deck, statics: Sequence[int]) -> Iterator[Line]:
    """A line for each of these numbers in force that some card of the deck, but the Basic Rules, says something of."""
    for static in statics:
        cards = [card for card in deck.cards if card.kind != "basic" and _scopes(deck, card, static)]
        if static == w.REVERSED:
            cards += _doing(deck, ("turn_round",))
        for scope, text in _LIMITS.get(static, {}).items():
            bound = [card for card in cards if scope in _scopes(deck, card, static)]
            if bound:
                yield Line(text, ("RULE-11", "RULE-12"), _titles(bound))
            cards = [card for card in cards if card not in bound]
        if cards:
            text, clauses = _IN_FORCE[static]
            yield Line(text, clauses, _titles(cards))


def _scopes(deck: Deck, card: Card, static: int) -> set[int]:
    """For whom a card says something of a number in force; what lies in the middle does so for everybody."""
    found = {formula.mode % w.SCOPES // w.SCOPE for formula in deck.statics[card.id] if formula.static == static}
    return {w.OF_EVERYONE for _ in found} if card.kind in ("rule", "meta") else found


def _winning(deck: Deck) -> list[Card]:
    """The cards in front of players that say themselves what wins."""
    return [card for card in deck.cards if card.kind != "goal" and deck.wins[card.id] != w.NONE]


def _doing(deck: Deck, words: Sequence[str]) -> list[Card]:
    """The cards whose instructions have one of these words."""
    meant = re.compile(rf"\b({'|'.join(words)})\(")
    return [card for card in deck.cards if meant.search(_NOT_CODE.sub("", card.source))]


def _of_kind(deck: Deck, kind: str) -> list[Card]:
    return [card for card in deck.cards if card.kind == kind]


def _cards(deck: Deck, ids: Sequence[int]) -> list[Card]:
    return [deck.cards[card] for card in dict.fromkeys(ids)]


def _titles(cards: Sequence[Card], most: int = _NAMED) -> tuple[str, ...]:
    """The names of some cards, each once."""
    return tuple(dict.fromkeys(card.name for card in cards))[:most]
