"""Commands of lessons and puzzles."""

from __future__ import annotations

import argparse
from functools import partial

from changeling.commands import Work


def learn_arguments(learn: argparse.ArgumentParser) -> None:
    """What `changeling learn` takes."""
    learn.add_argument("lesson", nargs="?", metavar="LESSON", help="its number or name; default: the next one")
    learn.add_argument("--list", action="store_true", help="the lessons, and which are done")
    learn.add_argument(
        "--plain", action="store_true", help="no colour and no boxes: full sentences, for screen readers"
    )
    learn.add_argument("--check", nargs="+", metavar="FILE", help="check lesson files instead: each way, each answer")
    learn.set_defaults(command=_learn)


def _learn(args: argparse.Namespace) -> Work:
    from changeling.terminal.lessons import learn

    return partial(learn, args)


def puzzle_arguments(puzzle: argparse.ArgumentParser) -> None:
    """What `changeling puzzle` takes."""
    puzzle.add_argument(
        "puzzle", nargs="?", metavar="NAME", help="one by name, or a file with puzzles; default: that of the day"
    )
    puzzle.add_argument("--next", action="store_true", help="the next one that you have not solved")
    puzzle.add_argument("--grade", metavar="N", help="the next one of this grade, 1 to 5")
    puzzle.add_argument("--deck", help="the next one with this deck")
    puzzle.add_argument("--make", metavar="GAME", help="make a puzzle of a moment of a saved game, and write it")
    puzzle.add_argument("--at", metavar="N", help="the moment: after N moves; default: the last that makes a puzzle")
    puzzle.add_argument("--out", metavar="FILE", help="where the puzzle is written to; default: this screen")
    puzzle.add_argument("--list", action="store_true", help="the puzzles, and which are solved")
    puzzle.add_argument(
        "--plain", action="store_true", help="no colour and no boxes: full sentences, for screen readers"
    )
    puzzle.set_defaults(command=_puzzle)


def _puzzle(args: argparse.Namespace) -> Work:
    from changeling.terminal.puzzles import puzzle

    return partial(puzzle, args)


def puzzles_arguments(puzzles: argparse.ArgumentParser) -> None:
    """What `changeling puzzles` takes."""
    puzzles.add_argument("--deck", default="fluxx-4", help="an edition, a mix (a+b) or a .cards file; default: fluxx-4")
    puzzles.add_argument("--seats", default="3", metavar="N", help="default: %(default)s")
    puzzles.add_argument("--seed", default="1", metavar="N", help="of the first game; default: %(default)s")
    puzzles.add_argument("--games", default="100", metavar="N", help="in all; default: %(default)s")
    puzzles.add_argument("--out", required=True, metavar="FILE", help="a file that is there is gone on with")
    puzzles.set_defaults(command=_puzzles)


def _puzzles(args: argparse.Namespace) -> Work:
    from changeling.terminal.puzzles import find_puzzles

    return partial(find_puzzles, args)


def how_arguments(how: argparse.ArgumentParser) -> None:
    """What `changeling how` takes."""
    how.add_argument(
        "deck", nargs="?", default="fluxx-4", help="an edition, a mix (a+b) or a .cards file; default: fluxx-4"
    )
    how.set_defaults(command=_how)


def _how(args: argparse.Namespace) -> Work:
    from changeling.terminal.how_to import how

    return partial(how, args)
