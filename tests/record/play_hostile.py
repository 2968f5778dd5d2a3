"""Reads notations, one JSON string a line, plays each on at random, and prints what came of it, a line each.

Runs in a process of its own: what is tried here may take the process with it, or never come back.
"""

from __future__ import annotations

import json
import random
import sys

import changeling as cl
from changeling.engine.machine.board.census import census
from changeling.engine.sheet_cache import sheet_for

DECISIONS = 200


def outcome_of(text: str) -> str:
    """`refused`, `played`, or what went wrong."""
    try:
        game = cl.Game.from_notation(text)
    except cl.ChangelingError:
        return "refused"
    except Exception as error:
        return f"reading: {type(error).__name__}: {error}"
    chance = random.Random(1)
    try:
        for _ in range(DECISIONS):
            if game.over:
                break
            game.answer(chance.randrange(len(game.decision.options)))
            if census(sheet_for(game.deck), game.table):
                return "playing: a card is lost"
        cl.Game.from_notation(game.notation())
    except Exception as error:
        return f"playing: {type(error).__name__}: {error}"
    return "played"


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(outcome_of(json.loads(line))), flush=True)
