"""What a puzzle is called: the theme of its way, and cards that lie in plain sight and are no part of it.

So a title says which position it is, and gives nothing away that one could not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, count
from typing import Any, Final

from changeling.cards.deck import Deck
from changeling.learn.lesson import YOU
from changeling.learn.puzzle import Puzzle

# What is on the way; the first that fits gives the title. None of them says in which order, or what is to be done.
_THEMES: Final[tuple[tuple[set[str], str], ...]] = (
    ({"use", "rule"}, "Fine print"),
    ({"use", "action"}, "All at your disposal"),
    ({"use", "surprise"}, "More than meets the eye"),
    ({"use", "goal"}, "Close at hand"),
    ({"use", "keeper"}, "Nothing is idle"),
    ({"use"}, "Plain to see"),
    ({"surprise", "action"}, "A trick up each sleeve"),
    ({"surprise"}, "Out of the blue"),
    ({"rule", "action", "goal"}, "Everything at once"),
    ({"rule", "action"}, "Law and disorder"),
    ({"rule", "goal", "keeper"}, "A long day"),
    ({"rule", "goal"}, "By the book"),
    ({"rule", "keeper"}, "Elbow room"),
    ({"rule"}, "In other words"),
    ({"action", "goal", "keeper"}, "Many hands"),
    ({"action", "goal"}, "Cause and effect"),
    ({"action", "keeper"}, "Give and take"),
    ({"action"}, "Sleight of hand"),
    ({"ungoal"}, "On the brink"),
    ({"goal", "keeper"}, "Made for each other"),
    ({"goal"}, "A change of heart"),
    ({"keeper"}, "Odds and ends"),
)
_ANY: Final = "Well chosen"


def kinds_on(deck: Deck, line: Sequence[str]) -> list[str]:
    """Of every answer on a way that plays or uses a card: its kind, or `use`."""
    found = []
    for text in line:
        verb, _, title = text.partition(" ")
        card = deck.card(title) if verb in ("play", "use") else None
        if card is not None:
            found.append("use" if verb == "use" else card.kind)
    return found


def theme_of(deck: Deck, line: Sequence[str]) -> str:
    """The theme of a way: what sorts of cards come together on it, in any order."""
    kinds = set(kinds_on(deck, line))
    return next((title for theme, title in _THEMES if theme <= kinds), _ANY)


def pattern_of(deck: Deck, line: Sequence[str]) -> str:
    """What sorts of cards are on a way, each as often as it is: puzzles with the same ones feel alike."""
    return " ".join(sorted(kinds_on(deck, line)))


def cards_on(deck: Deck, line: Sequence[str]) -> frozenset[str]:
    """The names of the cards on a way: puzzles with the same ones are alike."""
    titles = [text.removeprefix("play ").removeprefix("use ") for text in line]
    return frozenset(card.name for card in map(deck.card, titles) if card is not None)


def title_of(deck: Deck, line: Sequence[str], table: Mapping[str, Any]) -> str:
    """A title of a puzzle by itself."""
    return next(_titles(deck, line, table))


def named_apart(deck: Deck, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Puzzles of one deck with titles of which none is like another; the first ones keep what they are called."""
    taken: set[str] = set()
    named = []
    for puzzle in puzzles:
        title = next(one for one in _titles(deck, puzzle.line, puzzle.table) if one not in taken)
        taken.add(title)
        named.append(replace(puzzle, title=title))
    return named


def _titles(deck: Deck, line: Sequence[str], table: Mapping[str, Any]) -> Iterator[str]:
    """Titles that fit, the best first, and no end of them: with one card in sight, with two, with a number."""
    theme, names = theme_of(deck, line), list(_in_sight(deck, line, table))
    for many in (1, 2):
        yield from (f"{theme} · {', '.join(some)}" for some in combinations(names, many))
    yield theme
    yield from (f"{theme} {number}" for number in count(2))


def _in_sight(deck: Deck, line: Sequence[str], table: Mapping[str, Any]) -> Iterator[str]:
    """The names of cards that everybody sees and that are not on the way: Goals, then rules, then what lies in front of
    others, then what lies in front of You."""
    fronts = [table.get("creepers", {}), table.get("keepers", {})]
    seats = sorted({seat for front in fronts for seat in front}, key=lambda seat: (seat == YOU, seat))
    rows = [table.get("goals", ()), table.get("rules", ())]
    rows += [front.get(seat, ()) for seat in seats for front in fronts]
    found = (deck.card(str(title)) for row in rows for title in row)
    names = dict.fromkeys(card.name for card in found if card is not None)
    on_the_way = cards_on(deck, line)
    return (name for name in names if name not in on_the_way)
