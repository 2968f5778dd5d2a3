"""The command line: the list of commands, and what is said when one fails."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from changeling import __version__
from changeling.commands import Work
from changeling.commands.cards import (
    card_arguments,
    check_arguments,
    deck_arguments,
    fmt_arguments,
    scenario_arguments,
    words_arguments,
)
from changeling.commands.lab import (
    bench_arguments,
    compare_arguments,
    ladder_arguments,
    report_arguments,
    simulate_arguments,
    soak_arguments,
    transfer_arguments,
    tune_arguments,
)
from changeling.commands.learn import how_arguments, learn_arguments, puzzle_arguments, puzzles_arguments
from changeling.commands.server import (
    backup_arguments,
    purge_arguments,
    restore_arguments,
    serve_arguments,
    verify_arguments,
)
from changeling.commands.table import play_arguments
from changeling.errors import ChangelingError, EngineFault


def main(argv: Sequence[str] | None = None, *, begins: Callable[[], object] = lambda: None) -> int:
    """Run a command; gives the exit status. What a user gave us wrongly is said in a line and exits with 2.

    `begins` is called when a command has imported what it needs, just before it does anything.
    """
    parser = _parser()
    args, unknown = parser.parse_known_args(argv)
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")  # with what this command takes
    command: Callable[[argparse.Namespace], Work] | None = getattr(args, "command", None)
    if command is None:
        parser.print_help()
        return 2
    try:
        work = command(args)
        begins()
        status = work()
        sys.stdout.flush()
        return status
    except (ChangelingError, EngineFault) as error:
        print(f"changeling: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("changeling: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="changeling", description="Card games whose rules change while they are played."
    )
    parser.add_argument("--version", action="version", version=f"changeling {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    for name, (about, arguments) in _COMMANDS.items():
        arguments(commands.add_parser(name, help=about))
    for each in (parser, *commands.choices.values()):
        each.set_defaults(parser=each)
    return parser


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "play": ("play a game in this terminal, against bots or with friends", play_arguments),
    "how": ("how a deck is played, on one page", how_arguments),
    "learn": ("short lessons at this terminal: a position and something to do", learn_arguments),
    "puzzle": ("win this turn: the puzzle of the day, or another", puzzle_arguments),
    "puzzles": ("find puzzles in games of bots, and prove them", puzzles_arguments),
    "scenario": ("run scenarios: positions and proofs as text", scenario_arguments),
    "check": ("check card files: mistakes and what looks like one, with line and column", check_arguments),
    "fmt": ("put card files into the usual form; files with problems are left alone", fmt_arguments),
    "card": ("show a card: its text, its source and its program", card_arguments),
    "deck": ("what is in a deck and what is odd with it; `deck new my.cards` starts one", deck_arguments),
    "words": ("the vocabulary of the card language", words_arguments),
    "bench": ("measure decisions per second here, compiled and interpreted", bench_arguments),
    "ladder": ("bots against each other: shares won, intervals, ratings", ladder_arguments),
    "transfer": ("how well a policy plays decks that it was never trained on: one score", transfer_arguments),
    "simulate": ("games by the million, kept as tables that a report is made of", simulate_arguments),
    "report": ("one page on a run: length, seats, Goals, cards, drama, strange games", report_arguments),
    "compare": ("two decks on the same seeds: what changes, and how sure that is", compare_arguments),
    "tune": ("which copies and numbers to change to come nearer to what a deck should be", tune_arguments),
    "soak": ("random games by the thousand, every decision checked", soak_arguments),
    "serve": ("a table in the browser, for this machine and phones beside it", serve_arguments),
    "purge": ("remove old tables and replays from a server's store", purge_arguments),
    "backup": ("write all of a server's store to one file, while it runs", backup_arguments),
    "restore": ("put a backup back, into SQLite or PostgreSQL", restore_arguments),
    "verify": ("check the shuffle and the moves of a game that was saved as a file", verify_arguments),
}


if __name__ == "__main__":
    sys.exit(main())
