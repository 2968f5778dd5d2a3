"""What an observation consists of, field by field: the one table from which its layout and its reference page are made.

An observation is bytes: first the table (`OF_TABLE`), then a row for each card of the deck (`OF_CARD`), in the deck's
order. What is printed on a card and never changes is in `OF_PRINT`, which is given once for a deck. Nothing in a card's
row depends on which card it is but what is said here, so that a policy can move from one deck to another; the number of
the row is the card's identity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine.layout import ZONES

MOST = 255  # what a byte can say; larger numbers are given as this
MARKS = 8
MOST_NEEDS = 31  # a Goal that names more is not followed


@dataclass(frozen=True, slots=True)
class Feature:
    """A field of an observation: how many bytes, and what they say. `each` names the bytes where there are several."""

    name: str
    width: int
    says: str
    each: tuple[str, ...] = ()


def _one(name: str, says: str) -> Feature:
    return Feature(name, 1, says)


def _many(name: str, says: str, *each: str) -> Feature:
    return Feature(name, len(each), says, each)


_SEATS = tuple(f"+{away}" for away in range(w.MAX_SEATS))
_OTHERS = _SEATS[1:]

OF_TABLE = (
    _many("seats", "1 for the number of players", "2", "3", "4", "5", "6"),
    _many("turn", "1 for whose turn it is, by how far to your left", *_SEATS),
    _many(
        "force",
        "the numbers in force for you (draws and plays: for whose turn it is); where there is no limit, 0",
        *w.STATICS,
    ),
    _many("unlimited", "1 where the number in force is without limit", *w.STATICS),
    _one("turn_draws", "how many cards the player whose turn it is draws"),
    _one("turn_plays", "how many cards that player has to play; 255 for all"),
    _one("drawn", "how many cards were drawn this turn"),
    _one("played", "how many cards were played this turn"),
    _one("inflation", "what is added to every printed numeral"),
    _one("pile", "cards in the draw pile"),
    _one("discards", "cards in the discard pile"),
    _one("rules", "New Rules in play"),
    _one("goals", "Goals and Ungoals in play"),
    _many("hand", "cards in each hand, by how far to your left; so the next six", *_SEATS),
    _many("keepers", "Keepers in front of each player", *_SEATS),
    _many("creepers", "Creepers in front of each player", *_SEATS),
    _many("aside", "cards that each player has set aside", *_SEATS),
    _many("down", "cards face down in front of each player", *_SEATS),
    _many("doom", "Doom less Anti-Doom of each player, when above 0", *_SEATS),
    _many("anti_doom", "Anti-Doom less Doom of each player, when above 0", *_SEATS),
    _one("backwards", "1: the turn passes against the clock from whoever has it"),
    _many("misses", "how many of their next turns each player misses", *_SEATS),
    _many("out", "1: this player is out of the game", *_SEATS),
    _many(
        "counters",
        "what each player has of each of the deck's counters, first of all players of the first counter",
        *(f"{counter} {away}" for counter in range(1, w.MAX_COUNTERS + 1) for away in _SEATS),
    ),
    _many("prompt", "1 for what you are asked about; all 0 when you are not asked", *w.PROMPTS),
    _one("optional", "1: you may say done instead"),
    _one("options", "how many answers you have"),
    _many("seat_option", "1: this player is one of the answers", *_SEATS),
    _many("word_option", "1: this word is one of the answers", *w.ANSWER_WORDS),
)

WHERE = (
    "unknown",
    "your hand",
    "in front of you",
    *(f"in front of {away}" for away in _OTHERS),
    "rule in play",
    "Goal in play",
    "Meta Rule in play",
    "discard pile",
    "being played",
    "sealed under another card",
    "Basic Rules",
    "out of the game",
    "set aside, known to you",
    *(f"hand of {away}, known to you" for away in _OTHERS),
    "face down, known to you",
    "draw pile, known to you",
)

OF_CARD = (
    _many("kind", "1 for the kind of card", *w.KINDS),
    _one("doom_icons", "Doom icons on it"),
    _one("anti_doom_icons", "Anti-Doom icons on it"),
    _many(
        "marks", "1 for each of the deck's first 8 marks that it bears", *(str(mark) for mark in range(1, MARKS + 1))
    ),
    _many("where", "1 for where it is, as far as you know", *WHERE),
    _many("option", "1: choosing, playing or using it is one of your answers", *w.SORTS[: w.A_SEAT]),
    _one("asking", "1: you are asked because of it"),
    _one("covered", "how many cards are attached to it or sealed under it"),
    _one("fastened", "1: it is attached to or sealed under another card"),
    _one("tokens", "how many tokens lie on it"),
    _one("remembers", "1 + how many seats to your left the player sits that it remembers; 0: it remembers none"),
    _one("remembered", "how many cards remember it"),
    _one("used", "how often its free action was used this turn"),
    _one("wanted", "how many Goals in play name it as needed"),
    _one("wanted_in_hand", "how many Goals in your hand, or that you have set aside, name it as needed"),
    _one("completes", "Goals in play of which it is all that you have not in front of you"),
    _one(
        "completes_in_hand",
        "Goals in your hand or set aside by you of which it is all that you have not in front of you",
    ),
    _one("completes_other", "Goals in play, and other players, of which it is all that the player has not in front"),
    _one(
        "mine", "of a Goal in play, in your hand or set aside by you: how many of the needed cards are in front of you"
    ),
    _one("held", "of such a Goal: how many of the needed cards are in your hand"),
    _one("theirs", "of such a Goal: the most of the needed cards in front of one other player"),
    _one("met", "of such a Goal: 1 when you have all needed cards in front of you"),
    _one("met_other", "of such a Goal: 1 when some other player has"),
)

_GROUPS: tuple[type[v.Group], ...] = (v.Effects, v.Queries, v.Questions, v.Control)
_DOES = [name for group in _GROUPS for name, word in group.words.items() if word.observed]
_HOOKS = ("free", "start", "finish", "when", "on goals", "react")

OF_PRINT = (
    _many("sets", "1 for each number in force that it has a formula for", *w.STATICS),
    _many("does", "1 for each kind of instruction in its programs", *_DOES),
    _many("hooks", "1 for each kind of section that it has", *_HOOKS),
    _one("needs", "of a Goal: how many cards it names as needed"),
    _one("forbids", "of a Goal: how many cards it forbids"),
    _one("wanted_by", "how many Goals of the deck name it as needed"),
    _one("rank", "its rank"),
)


def starts(features: Sequence[Feature]) -> dict[str, int]:
    """Where each field begins."""
    places, at = {}, 0
    for feature in features:
        places[feature.name] = at
        at += feature.width
    return places


def width(features: Sequence[Feature]) -> int:
    """The bytes of a row."""
    return sum(feature.width for feature in features)


TABLE_WIDTH = width(OF_TABLE)
CARD_WIDTH = width(OF_CARD)
PRINT_WIDTH = width(OF_PRINT)

# --- facts: a flat list of integers for a deck and a number of players, beside the sheet ------------------------------
FACT_WHERE = 3  # by seat and zone: where a card is in that seat's eyes
FACT_NEEDS = FACT_WHERE + w.MAX_SEATS * ZONES  # by card: where the list of what it needs begins, or NONE
HIDDEN = WHERE.index("set aside, known to you")  # from here on only if the seat knows the card


def size_of(deck: Deck) -> int:
    """The bytes of an observation."""
    return TABLE_WIDTH + len(deck.cards) * CARD_WIDTH


def facts_of(deck: Deck, seats: int) -> list[int]:
    """What observing needs to know of a deck: how many cards it has, how many play, whether there is Doom,
    places as seats see them, what each Goal needs.

    A list begins with its length. What a Goal needs is a list too: for each thing, a list of the cards that will do.
    """
    facts = [len(deck.cards), seats, int(any(set(card.marks) & {"doom", "anti_doom"} for card in deck.cards))]
    for seat in range(w.MAX_SEATS):
        facts += [_where(zone, seat, seats) for zone in range(ZONES)]
    needs = [w.NONE] * len(deck.cards)
    facts += needs
    for card in deck.cards:
        if card.kind in ("goal", "ungoal") and 0 < len(card.needs) <= MOST_NEEDS and not _repeats(deck, card.id):
            facts[FACT_NEEDS + card.id] = len(facts)
            facts.append(len(card.needs))
            for name in card.needs:
                will_do = deck.called(name)
                facts += [len(will_do), *will_do]
    return facts


def _repeats(deck: Deck, goal: int) -> bool:
    """Whether a Goal asks for two cards of one name. Its needs are not told: they are counted by names."""
    asked = deck.asked_for(goal, v.Queries.has, v.Queries.anyone_has)
    return any(len(set(items)) < len(items) for items in asked if min(items) >= 0)


_COMMON = {
    w.RULES: "rule in play",
    w.GOALS: "Goal in play",
    w.METAS: "Meta Rule in play",
    w.DISCARD: "discard pile",
    w.BEING_PLAYED: "being played",
    w.SEALED: "sealed under another card",
    w.CENTRE: "Basic Rules",
    w.OUT: "out of the game",
    w.PILE: "draw pile, known to you",
}


def _where(zone: int, seat: int, seats: int) -> int:
    if zone in _COMMON:
        return WHERE.index(_COMMON[zone])
    if zone >= w.ASIDE:
        return WHERE.index("set aside, known to you")
    if zone >= w.DOWN:
        return WHERE.index("face down, known to you")
    away = ((zone - w.HAND) % w.MAX_SEATS - seat) % seats
    if zone >= w.KEEPERS:
        return WHERE.index("in front of you") + away
    return WHERE.index("your hand") if away == 0 else WHERE.index("hand of +1, known to you") + away - 1


# --- what never changes -----------------------------------------------------------------------------------------------
def blank(deck: Deck) -> NDArray[np.uint8]:
    """An observation in which nothing is seen yet but what the cards are."""
    at = starts(OF_CARD)
    empty = np.zeros(size_of(deck), np.uint8)
    rows = empty[TABLE_WIDTH:].reshape(len(deck.cards), CARD_WIDTH)
    for card in deck.cards:
        row = rows[card.id]
        row[at["kind"] + w.KINDS.index(card.kind)] = 1
        row[at["doom_icons"]] = card.marks.count("doom")
        row[at["anti_doom_icons"]] = card.marks.count("anti_doom")
        for number, mark in enumerate(deck.marks[:MARKS]):
            row[at["marks"] + number] = mark in card.marks
    return empty


def printed(deck: Deck) -> NDArray[np.uint8]:
    """What is printed on the cards of a deck, a row for each: `OF_PRINT`."""
    at = starts(OF_PRINT)
    rows = np.zeros((len(deck.cards), PRINT_WIDTH), np.uint8)
    wanted = [name for card in deck.cards if card.kind == "goal" for name in card.needs]
    for card in deck.cards:
        row = rows[card.id]
        for formula in deck.statics[card.id]:
            row[at["sets"] + formula.static] = 1
        for program in _programs(deck, card.id, row[at["hooks"] :]):
            for op in _instructions(deck, program):
                if v.STATEMENTS[op].name in _DOES:
                    row[at["does"] + _DOES.index(v.STATEMENTS[op].name)] = 1
        row[at["needs"]], row[at["forbids"]] = len(card.needs), len(card.forbids)
        row[at["wanted_by"]] = min(MOST, wanted.count(card.name))
        row[at["rank"]] = min(MOST, max(0, card.rank))
    return rows


def _programs(deck: Deck, card: int, hooks: NDArray[np.uint8]) -> list[int]:
    """The programs of a card; notes which kinds of section they belong to."""
    found = [deck.play[card]] if deck.play[card] != w.NONE else []
    sections = (deck.frees, deck.starts, deck.finishes, deck.whens, deck.on_goals)
    for place, section in enumerate(sections):
        mine = [hook.program for hook in section if hook.card == card]
        if section is deck.whens:
            mine += [hook.program for hook in deck.events if hook.card == card]
        hooks[place] = bool(mine)
        found += mine
    hooks[len(sections)] = bool(deck.reacts[card])
    return found + [program for _, program in deck.reacts[card]]


def _instructions(deck: Deck, program: int) -> set[int]:
    entry, length = deck.programs[program].entry, deck.programs[program].length
    return {deck.code[pc * w.WIDTH] for pc in range(entry, entry + length)}
