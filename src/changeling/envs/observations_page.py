"""The reference page of observations and answers, made from the table of features."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards.codes import ANSWER_WORDS, MAX_SEATS, MOST_CHOSEN
from changeling.engine.arrays.features import (
    CARD_WIDTH,
    MOST,
    MOST_NEEDS,
    OF_CARD,
    OF_PRINT,
    OF_TABLE,
    PRINT_WIDTH,
    TABLE_WIDTH,
    Feature,
    starts,
)

_HEAD = f"""# Observations and answers

This page is made from the source by `make docs`. How to use it all: [train a policy](../how-to/train.md).

An observation is what one seat may see, as bytes (`uint8`): {TABLE_WIDTH} for the table, then {CARD_WIDTH} for each
card of the deck, in the deck's order (`Deck.cards`). A deck of N cards gives {TABLE_WIDTH} + {CARD_WIDTH} N bytes,
whatever the number of players. Numbers above {MOST} are given as {MOST}.

- Players are named by how far to your left they sit: `+0` is you, `+1` the player to your left.
- What you cannot know is not in it. Two tables that a seat cannot tell apart give it equal observations; that is tested
  on every edition.
- A card's bytes say what kind of card it is, who wants it and where it is, and not which card it is: the number of the
  row says that. A policy that reads rows with the same weights can therefore move from one deck to another.
- What never changes is given once for a deck, as {PRINT_WIDTH} bytes a card: `printed`.

In Python: `changeling.Batch` has `observation` with its parts `table` and `cards`, and `printed`. The fields by name,
with their places: `changeling.engine.arrays.features`, where `OF_TABLE`, `OF_CARD` and `OF_PRINT` are the tables below
and `starts(OF_CARD)["where"]` is where a field begins.
"""

_NEEDS = f"""
What a Goal needs are the cards that its condition names, and those that count as them. That is a simplification: a Goal
may say more (a number of Keepers, a mark, an alternative), and one that names more than {MOST_NEEDS} cards is not
followed.
"""

_ANSWERS = f"""## Answers

A deck of N cards has 3 N + {MAX_SEATS + len(ANSWER_WORDS)} answers, whatever the number of players. A mask has 1 for
each of them that is legal now.

| number | answer | text |
|---|---|---|
| 0 to N - 1 | choosing the card of that number | `Milk` |
| N to 2 N - 1 | playing it | `play Milk` |
| 2 N to 3 N - 1 | using its free action | `use Milk` |
| 3 N to 3 N + {MAX_SEATS - 1} | the player so far to the left of whoever is asked | `seat +1` |
| 3 N + {MAX_SEATS} and on | {", ".join(ANSWER_WORDS)} | `done` |

Where cards of the deck offer numbers or words of their own, the numbers 0 to {MOST_CHOSEN} follow, then those words.

`changeling.engine.arrays.answer_space.Space` turns numbers into texts and into the codes of options
(`Option.code`), and back.

## Rewards

0 until the game ends; then 1 for who has won and -1 for who has lost. Where an Ungoal ends the game everybody has lost.
A game that is broken off, or in which nobody can do anything any more, gives 0 to all.
"""


def observations_page() -> str:
    """The whole page."""
    return "\n".join(
        [
            _HEAD,
            "## The table",
            "",
            *_rows(OF_TABLE),
            "",
            "## Each card",
            "",
            *_rows(OF_CARD),
            _NEEDS,
            "## What is printed on a card",
            "",
            *_rows(OF_PRINT),
            "",
            _ANSWERS,
        ]
    )


def _rows(features: Sequence[Feature]) -> list[str]:
    at = starts(features)
    rows = ["| byte | field | says | one by one |", "|---|---|---|---|"]
    for feature in features:
        first, last = at[feature.name], at[feature.name] + feature.width - 1
        place = str(first) if first == last else f"{first} to {last}"
        rows.append(f"| {place} | `{feature.name}` | {feature.says} | {'; '.join(feature.each)} |")
    return rows
