"""How hard a puzzle is, what it is called, and what is hinted: all from its way and the cards on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final

from changeling.cards.codes import KIND_WORDS
from changeling.cards.deck import Deck

_BOUNDS: Final = (4.3, 5.6, 7.3, 9.0)  # of the difficulty, between the five grades
# What is on the way besides the last card, and of what kind that is ("": any); the first that fits gives the title.
_THEMES: Final[tuple[tuple[set[str], str, str], ...]] = (
    ({"use", "rule"}, "", "Fine print"),
    ({"use", "action"}, "", "All at your disposal"),
    ({"use"}, "", "Free of charge"),
    ({"surprise", "action"}, "", "A trick up each sleeve"),
    ({"surprise"}, "", "Not only for others"),
    ({"rule", "action", "goal"}, "", "Everything at once"),
    ({"rule", "action"}, "", "Law and disorder"),
    ({"rule", "goal"}, "", "New rules, new aims"),
    ({"rule", "keeper"}, "", "Room for one more"),
    ({"rule"}, "goal", "Change the law, name the prize"),
    ({"rule"}, "keeper", "A law for one piece"),
    ({"rule"}, "", "Bend the rules"),
    ({"action", "goal"}, "", "Take and aim"),
    ({"action", "keeper"}, "", "Give and take"),
    ({"action"}, "goal", "The deed, then the aim"),
    ({"action"}, "keeper", "Help yourself"),
    ({"action"}, "", "Sleight of hand"),
    ({"ungoal"}, "", "Playing with doom"),
    ({"goal", "keeper"}, "goal", "A change of heart"),
    ({"goal", "keeper"}, "", "The last two pieces"),
    ({"goal"}, "keeper", "Aim first"),
    ({"goal"}, "action", "The aim, then the deed"),
    ({"goal"}, "use", "The aim is not enough"),
    ({"goal"}, "surprise", "The aim, and a surprise"),
    ({"goal"}, "rule", "The aim, then the law"),
    ({"goal"}, "", "Aim twice"),
    ({"keeper"}, "keeper", "Piece by piece"),
    ({"keeper"}, "action", "Bait"),
    ({"keeper"}, "use", "A piece and a favour"),
    ({"keeper"}, "", "Bring them together"),
)

# Where one card is on the way and the rest is what is chosen for it: by its kind.
_ALONE: Final = {
    "goal": "Which aim to give up",
    "action": "Sleight of hand",
    "keeper": "One piece, well placed",
    "rule": "Bend the rules",
    "surprise": "Not only for others",
    "ungoal": "Playing with doom",
    "use": "Free of charge",
}


def difficulty(*, length: int, ways: int, options: Sequence[int], greedy: bool) -> float:
    """How hard a way is to find: long, one of few among many answers, and not what looks best at once."""
    tried = sum(log2(count) for count in options if count > 1)
    return length + max(0.0, tried - log2(max(1, ways))) / 1.5 + (0 if greedy else 2)


def grade_of(value: float) -> int:
    """The grade, 1 to 5, of a difficulty."""
    return 1 + sum(value >= bound for bound in _BOUNDS)


def kinds_on(deck: Deck, line: Sequence[str]) -> list[str]:
    """Of every answer on a way that plays or uses a card: its kind, or `use`."""
    found = []
    for text in line:
        verb, _, title = text.partition(" ")
        card = deck.card(title) if verb in ("play", "use") else None
        if card is not None:
            found.append("use" if verb == "use" else card.kind)
    return found


def title_of(deck: Deck, line: Sequence[str]) -> str:
    """A title from the theme of a way: what has to be done before the last card."""
    kinds = kinds_on(deck, line)
    if len(kinds) < 2:
        return _ALONE.get("".join(kinds), "One card is enough")
    before, last = set(kinds[:-1]), kinds[-1]
    fits = (title for theme, end, title in _THEMES if theme <= before and end in ("", last))
    return next(fits, "One card is enough")


def cards_on(deck: Deck, line: Sequence[str]) -> frozenset[str]:
    """The names of the cards on a way: puzzles with the same ones are alike."""
    titles = [text.removeprefix("play ").removeprefix("use ") for text in line]
    return frozenset(card.name for card in map(deck.card, titles) if card is not None)


def hints(text: str, left: int, deck: Deck, *, begun: bool) -> tuple[str, str]:
    """Two hints at a question of which `text` is a right answer, with so many answers left: what sort of card to go on
    with, then which."""
    verb, _, title = text.partition(" ")
    card = deck.card(title) if verb in ("play", "use") else None
    answers, begin = _answers(left, begun=begun), "Go on" if begun else "Begin"
    if card is None:
        return answers, f"{begin} with: {text}."
    if verb == "use":
        return f"{answers} {begin} with something that is free.", f"{begin} with: use {card.name}."
    return (
        f"{answers} {begin} with a card of this kind: {KIND_WORDS[card.kind]}.",
        f"{begin} with: play {card.name}.",
    )


def _answers(left: int, *, begun: bool) -> str:
    if not begun:
        return f"It takes {left} {'answer' if left == 1 else 'answers'}."
    if left == 0:
        return "There is nothing more to choose."
    return "1 answer is left." if left == 1 else f"{left} answers are left."
