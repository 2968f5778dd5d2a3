"""Commands of lessons and puzzles."""

from __future__ import annotations

import argparse


def learn_arguments(learn: argparse.ArgumentParser) -> None:
    """What `changeling learn` takes."""
    learn.add_argument("lesson", nargs="?", metavar="LESSON", help="its number or name; default: the next one")
    learn.add_argument("--list", action="store_true", help="the lessons, and which are done")
    learn.add_argument(
        "--plain", action="store_true", help="no colour and no boxes: full sentences, for screen readers"
    )
    learn.add_argument("--check", nargs="+", metavar="FILE", help="check lesson files instead: each way, each answer")
    learn.set_defaults(command=_learn)


def _learn(args: argparse.Namespace) -> int:
    from changeling.terminal.lessons import learn

    return learn(args)
