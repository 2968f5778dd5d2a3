"""How fast puzzles are found, and how many of them a bot solves.

python -m benchmarks.puzzles hunt --games 1000

plays that many games of greedy bots of each edition and searches every turn of them: processor time, positions, wins.

python -m benchmarks.puzzles solve --bot search:200ms --each 20

has a bot play that many of the shipped puzzles of each grade, where the others let everything pass. A bot's time to
think is processor time, so that other work on the machine takes nothing from it. Both print the table of the docs.

python -m benchmarks.puzzles regrade FILE...

proves every puzzle of files anew and writes its way, grade and title as they are made today; what does not hold is said
and left out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from changeling.bots import Bot
from changeling.decks.shelf import editions, load_deck
from changeling.engine.machine.playout import seed_state
from changeling.errors import ChangelingError
from changeling.learn.choosing import regraded
from changeling.learn.greedy_turns import GAME_OVER, GAME_ROW, HUNT
from changeling.learn.lesson import YOU
from changeling.learn.moment import MOST_NODES
from changeling.learn.puzzle import GRADES, Puzzle, read_puzzles, shipped, write_puzzles
from changeling.learn.search_room import SearchRoom, compiled_room
from changeling.learn.titles import named_apart
from changeling.play import bot_factory
from changeling.play.game import Game
from changeling.play.seated_bot import BOT_NAMES

SEATS = 3


def hunt(edition: str, games: int, room: SearchRoom, *, first: int = 1) -> str:
    """A row about an edition: what was searched and found in so many games, of seeds from `first` on, and the processor
    time of a game."""
    deck, lengths, began = load_deck(edition), Counter[int](), time.process_time()
    state = room.hunt
    state.turns = state.nodes = state.too_large = room.seek.kindly = 0
    state.task, room.seek.most = HUNT, MOST_NODES
    for seed in range(first, first + games):
        room.store(Game(deck, seats=BOT_NAMES[:SEATS], seed=seed).table, GAME_ROW)
        state.rng = seed_state(seed)
        state.made = state.last = 0
        while (value := room.hunt_wins()) != GAME_OVER:
            lengths[value] += 1
    took = time.process_time() - began
    longer = sum(count for length, count in lengths.items() if length > 1)
    counts = (games, int(state.turns), int(state.nodes), int(state.too_large), lengths.total(), longer)
    return f"| {edition} | {' | '.join(f'{count:,}' for count in counts)} | {took / games * 1000:.1f} ms |"


def wins(bot: Bot, puzzle: Puzzle) -> bool:
    """Whether a bot wins a puzzle before the turn ends."""
    game = puzzle.game()
    turns = game.table.turns
    while not game.over and game.table.turns == turns:
        options = game.decision.options
        mine = game.decision.seat == YOU
        game.answer(bot.choose(game.view(YOU), game.decision) if mine else options[-1])
    return game.winner == YOU


def solve(name: str, each: int) -> Iterator[str]:
    """A row for every grade: how many of some puzzles a bot wins."""
    for grade in GRADES:
        all_of_it = [puzzle for puzzle in shipped().values() if puzzle.grade == grade]
        some = all_of_it[:: max(1, len(all_of_it) // each)][:each]
        bots = (bot_factory.bot(name, seed, wait=True, clock=time.process_time) for seed in range(len(some)))
        won = sum(wins(bot, puzzle) for bot, puzzle in zip(bots, some, strict=True))
        yield f"| {grade} | {len(all_of_it)} | {name} | {won} of {len(some)} |"


def regrade(file: Path) -> None:
    """Write a file of puzzles anew."""
    head, puzzles = read_puzzles(file)
    found = []
    for puzzle in puzzles:
        try:
            found.append(regraded(puzzle))
        except ChangelingError as error:
            print(f"left out: {error}", file=sys.stderr)
    found.sort(key=lambda one: (one.grade, one.id))
    deck = load_deck(list(found[0].deck)) if found else None
    write_puzzles(file, head, named_apart(deck, found) if deck is not None else found)


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("hunt", "solve", "regrade"))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="seed of the first game; a long hunt can be cut in pieces")
    parser.add_argument("--editions", nargs="+", default=list(editions()))
    parser.add_argument("--bot", default="search:200ms")
    parser.add_argument("--each", type=int, default=20)
    args = parser.parse_args()
    if args.what == "regrade":
        for file in args.files:
            regrade(file)
    elif args.what == "hunt":
        print("| deck | games | turns searched | positions | too large | wins | longer than one answer | a game |")
        print("|---|---|---|---|---|---|---|---|")
        for edition in args.editions:
            print(hunt(edition, args.games, compiled_room(load_deck(edition)), first=args.first), flush=True)
    else:
        print("| grade | puzzles | bot | wins |\n|---|---|---|---|")
        for row in solve(args.bot, args.each):
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
