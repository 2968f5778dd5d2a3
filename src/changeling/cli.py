"""The command line: one function a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from changeling import __version__
from changeling.errors import ChangelingError, EngineFault


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit status. What a user gave us wrongly is said in a line and exits with 2."""
    parser = _parser()
    args = parser.parse_args(argv)
    command: Callable[[argparse.Namespace], int] | None = getattr(args, "command", None)
    if command is None:
        parser.print_help()
        return 2
    try:
        return command(args)
    except (ChangelingError, EngineFault) as error:
        print(f"changeling: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="changeling", description="Card games whose rules change while they are played.")
    parser.add_argument("--version", action="version", version=f"changeling {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    scenario = commands.add_parser("scenario", help="run scenarios: positions and proofs as text")
    scenario.add_argument("files", nargs="+", metavar="FILE")
    scenario.set_defaults(command=_scenario)

    check = commands.add_parser("check", help="check card files; every problem with file, line and column")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(command=_check)

    card = commands.add_parser("card", help="show a card: its text, its source and its program")
    card.add_argument("name", metavar="NAME")
    card.add_argument("--deck", help="an edition, a mix (a+b) or a .cards file; default: all editions")
    card.set_defaults(command=_card)

    words = commands.add_parser("words", help="the vocabulary of the card language")
    words.add_argument("word", nargs="?", help="only this word")
    words.set_defaults(command=_words)
    return parser


def _scenario(args: argparse.Namespace) -> int:
    from changeling.play.scenario import Failed, read_scenarios, run_scenario

    failed = passed = 0
    for file in args.files:
        for scenario in read_scenarios(Path(file)):
            proves = f" [{', '.join(scenario.proves)}]" if scenario.proves else ""
            try:
                run_scenario(scenario)
            except Failed as error:
                failed += 1
                print(f"FAIL {file}: {scenario.title}{proves}: {' / '.join(str(error).splitlines())}")
            else:
                passed += 1
                print(f"ok   {file}: {scenario.title}{proves}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _check(args: argparse.Namespace) -> int:
    from changeling.play.shelf import check_file

    problems = [problem for file in args.files for problem in check_file(file)]
    for problem in problems:
        print(problem)
    if not problems:
        print("no problems")
    return 1 if problems else 0


def _card(args: argparse.Namespace) -> int:
    from changeling.play.cards import describe

    print(describe(args.name, args.deck))
    return 0


def _words(args: argparse.Namespace) -> int:
    from changeling.play.cards import words

    print(words(args.word))
    return 0


if __name__ == "__main__":
    sys.exit(main())
