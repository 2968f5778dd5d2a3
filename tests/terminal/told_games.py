"""A game of each edition as the terminal tells it to one player, kept as a file: a change of words shows as a diff.

`python -m tests.terminal.told_games` writes the files again. Read every line before you commit it.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from tests.random_play import NAMES, advance

import changeling as cl
from changeling.terminal.plain import PlainScreen
from changeling.terminal.sentences.event_sentences import Narrator

FOLDER = Path(__file__).parent / "told"
LISTENER = NAMES[0]
LONGEST = 200  # answers; a game that goes on beyond them is a mistake in the choice of its seed
SEEDS = {"changeling-court": 67, "cthulhu": 1, "dice-camera-action": 32, "doctor-who": 115, "family": 80, "fluxx-4": 53}


def file_of(edition: str) -> Path:
    """Where the game of an edition is written down."""
    return FOLDER / f"{edition}.txt"


def told(edition: str) -> str:
    """The whole game in the terminal's words, and the table as it ends."""
    seed = SEEDS[edition]
    game = advance(cl.Game(edition, seats=NAMES[:3], seed=seed), seed, most=LONGEST)
    out = io.StringIO()
    screen = PlainScreen(io.StringIO(), out)
    screen.story(Narrator(game.deck).sentences(LISTENER, game.events_for(LISTENER)))
    screen.table(game.view(LISTENER), frozenset(game.seats[1:]))
    return out.getvalue()


def main() -> int:
    """Write all files again."""
    FOLDER.mkdir(exist_ok=True)
    for edition in SEEDS:
        file_of(edition).write_text(told(edition), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
