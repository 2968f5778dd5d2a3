"""Digests of whole random games: a change of the code that changes no rule leaves them as they are.

`python -m tests.proofs.game_digests` writes them again, after a rule was mended on purpose.
"""

from __future__ import annotations

import hashlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.proofs import engine_number
from tests.random_play import NAMES, play_on

import changeling as cl

FILE = Path(__file__).with_name("game_digests.json")
EDITIONS = ("fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action")
DECKS = (*EDITIONS, "+".join(EDITIONS), "changeling-court")
SEATS = range(2, 7)
GAMES = 100  # of each deck and number of seats
BLOCK = 10  # games in one digest, so that a part can be compared
LONGEST = 1500  # answers in one game


def block_digest(deck: str, seats: int, block: int) -> str:
    """One digest of a block of games: every decision with its options, every event, and how each game ended."""
    sha = hashlib.sha256()
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        game = cl.Game(deck.split("+"), seats=NAMES[:seats], seed=seed)
        for here in play_on(game, seed, most=LONGEST):
            ask = here.decision
            options = "|".join(f"{option.text}={option.code}" for option in ask.options)
            sha.update(f"{ask.id} {ask.seat} {ask.about} {ask.because} {options}\n".encode())
        for event in game.events:
            fields = (
                event.number,
                event.decision,
                event.what,
                event.seat,
                event.card,
                event.source,
                event.target,
                event.because,
                event.clause,
                event.seen_by,
            )
            sha.update(repr(fields).encode())
        sha.update(f"{game.over} {game.winner}\n".encode())
    return sha.hexdigest()[:16]


def _row(given: tuple[str, int]) -> tuple[str, list[str]]:
    deck, seats = given
    return f"{deck} {seats}", [block_digest(deck, seats, block) for block in range(GAMES // BLOCK)]


def main() -> None:
    """Play all games and write their digests."""
    with ProcessPoolExecutor() as pool:
        rows = dict(pool.map(_row, [(deck, seats) for deck in DECKS for seats in SEATS]))
    engine_number.write(rows)  # refuses what stored games would suffer from
    FILE.write_text(json.dumps(rows, indent=1) + "\n")
    print(f"{len(rows)} rows written to {FILE.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
