"""Decks that use none of the rarer words are played by a leaner machine: compiled without what only those words need.

The machine asks of many things that few decks have: who is out of the game, which sections wait for an event, what may
not be played. In a game of a deck without such cards the answer is always 0. The lean machine is compiled with that
answer in place of the question, so what would follow from another one is left out. Nobody pays for words that their
deck does not use: neither in time nor in waiting for the compiler.
"""

from __future__ import annotations

from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.cards.vocabulary import Effects
from changeling.engine.sheet_layout import Sheet

# Of the sheet: what the deck has of the rarer words. A deck of which any of these is not 0 is not lean.
LEAN_SHEET: Final = frozenset(
    {
        "backs",
        "bounds",
        "counters",
        "deals",
        "goal_statics",
        "guards",
        "insteads",
        "like_sets",
        "like_tests",
        "lends",
        "lent_marks",
        "lent_ranks",
        "multiples",
        "numerals",
        "opens",
        "own_goals",
        "own_reads",
        "permits",
        "permitted",
        "react_tests",
        "recalls",
        "secrets",
        "shares",
        "stoppers",
        "watched",
        "weighed",
        "wide_statics",
    }
)
# Of the table: what stays 0 in every game of a lean deck.
LEAN_TABLE: Final = frozenset(
    {
        "averted",
        "co_winners",
        "like_holds",
        "event_hook",
        "happenings",
        "lastings",
        "memories",
        "next_up",
        "out",
        "tokened",
        "turned_round",
        "upkeep",
        "watched",
    }
)
# Of the table: what nothing reads in a game of a lean deck, whatever it holds.
LEAN_UNREAD: Final = frozenset({"touched"})
# The effects that would change one of those, besides what LEAN_SHEET rules out.
_CHANGES: Final = frozenset(
    word.statement
    for word in (
        Effects.add_tokens,
        Effects.eliminate,
        Effects.go_next,
        Effects.remember,
        Effects.remember_card,
        Effects.turn_round,
        Effects.win_all,
    )
)


def is_lean(deck: Deck, d: Sheet) -> bool:
    """Whether games of a deck, of which `d` is the sheet, can be played by the lean machine."""
    if any(getattr(d, name) for name in LEAN_SHEET) or deck.lasts:
        return False
    places = (pc for program in deck.programs for pc in range(program.entry, program.entry + program.length))
    return all(deck.code[pc * w.WIDTH] not in _CHANGES for pc in places)
