"""Commands of a game at this terminal."""

from __future__ import annotations

import argparse
from functools import partial

from changeling.commands import Work


def play_arguments(play: argparse.ArgumentParser) -> None:
    """What `changeling play` takes."""
    play.add_argument("--deck", default="fluxx-4", help="an edition, a mix (a+b) or a .cards file; default: fluxx-4")
    play.add_argument("--seats", metavar="N", help="players in all, 2 to 6; default: 4, or as many as there are humans")
    play.add_argument("--humans", metavar="NAMES", help="the humans at this screen, with commas between; default: You")
    play.add_argument(
        "--bot",
        metavar="NAME",
        help="in the other seats: greedy, learned, random, search, search:1s, my_bot.py:MyBot; default: greedy",
    )
    play.add_argument("--seed", metavar="N", help="the same seed and answers give the same game")
    play.add_argument("--meta", nargs="+", action="extend", default=[], metavar="NAME", help="Meta Rules agreed on")
    play.add_argument("--first", metavar="NAME", help="who begins; default: chance decides")
    play.add_argument("--holiday", action="store_true", help="today is a holiday, for cards that ask")
    play.add_argument(
        "--people", metavar="FACTS", help="for cards that ask: 'Ann: 9; Bob: 41 parent'; '' says nothing; default: ask"
    )
    play.add_argument("--plain", action="store_true", help="no colour and no boxes: full sentences, for screen readers")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.set_defaults(command=_play)


def _play(args: argparse.Namespace) -> Work:
    from changeling.terminal.start import play

    return partial(play, args)
