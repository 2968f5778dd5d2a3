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
    parser = argparse.ArgumentParser(
        prog="changeling", description="Card games whose rules change while they are played."
    )
    parser.add_argument("--version", action="version", version=f"changeling {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    _play_arguments(commands.add_parser("play", help="play a game in this terminal, against bots or with friends"))

    scenario = commands.add_parser("scenario", help="run scenarios: positions and proofs as text")
    scenario.add_argument("files", nargs="+", metavar="FILE")
    scenario.set_defaults(command=_scenario)

    check = commands.add_parser("check", help="check card files; every problem with file, line and column")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(command=_check)

    fmt = commands.add_parser("fmt", help="put card files into the usual form; files with problems are left alone")
    fmt.add_argument("files", nargs="+", metavar="FILE")
    fmt.add_argument(
        "--check", action="store_true", help="change nothing; name the files that are not in the usual form"
    )
    fmt.set_defaults(command=_fmt)

    card = commands.add_parser("card", help="show a card: its text, its source and its program")
    card.add_argument("name", metavar="NAME")
    card.add_argument("--deck", help="an edition, a mix (a+b) or a .cards file; default: all editions")
    card.set_defaults(command=_card)

    deck = commands.add_parser("deck", help="what is in a deck and what is odd with it; `deck new my.cards` starts one")
    deck.add_argument("parts", nargs="+", metavar="DECK", help="editions and .cards files; several are mixed")
    deck.add_argument("--seats", type=int, metavar="N", help="look at it for that many players")
    deck.add_argument("--meta", action="append", default=[], metavar="NAME", help="a Meta Rule agreed on")
    deck.add_argument("--json", action="store_true", help="print JSON")
    deck.set_defaults(command=_deck)

    words = commands.add_parser("words", help="the vocabulary of the card language")
    words.add_argument("word", nargs="?", help="only this word")
    words.set_defaults(command=_words)

    bench = commands.add_parser("bench", help="measure decisions per second here, compiled and interpreted")
    bench.add_argument("--deck", default="fluxx-4", help="an edition, a mix or a .cards file; default: %(default)s")
    bench.add_argument("--seats", default="4", metavar="N", help="default: %(default)s")
    bench.add_argument("--seconds", type=float, default=2.0, metavar="N", help="a measurement; default: %(default)g")
    bench.add_argument("--json", action="store_true", help="print JSON")
    bench.set_defaults(command=_bench)

    soak = commands.add_parser("soak", help="random games by the thousand, every decision checked")
    soak.add_argument("--deck", action="append", default=[], help="may be given more than once; default: every edition")
    soak.add_argument("--games", type=int, default=100_000, metavar="N", help="for each deck; default: %(default)s")
    soak.add_argument("--seats", default="2-6", metavar="N-M", help="taken in turns; default: %(default)s")
    soak.add_argument("--cap", type=int, default=5000, metavar="N", help="at most, in a game; default: %(default)s")
    soak.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default: %(default)s")
    soak.add_argument("--meta", action="append", default=[], metavar="NAME", help="a Meta Rule; may be repeated")
    soak.add_argument("--checked", action="store_true", help="also catch every index beyond its array; slower")
    soak.set_defaults(command=_soak)
    return parser


def _play_arguments(play: argparse.ArgumentParser) -> None:
    play.add_argument("--deck", default="fluxx-4", help="an edition, a mix (a+b) or a .cards file; default: fluxx-4")
    play.add_argument("--seats", metavar="N", help="players in all, 2 to 6; default: 4, or as many as there are humans")
    play.add_argument("--humans", metavar="NAMES", help="the humans at this screen, with commas between; default: You")
    play.add_argument("--bot", metavar="NAME", help="who has the other seats: greedy or random; default: greedy")
    play.add_argument("--seed", metavar="N", help="the same seed and answers give the same game")
    play.add_argument("--meta", nargs="+", action="extend", default=[], metavar="NAME", help="Meta Rules agreed on")
    play.add_argument("--first", metavar="NAME", help="who begins; default: chance decides")
    play.add_argument("--holiday", action="store_true", help="today is a holiday, for cards that ask")
    play.add_argument("--plain", action="store_true", help="no colour and no boxes: full sentences, for screen readers")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.set_defaults(command=_play)


def _play(args: argparse.Namespace) -> int:
    from changeling.terminal.start import play

    return play(args)


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


def _fmt(args: argparse.Namespace) -> int:
    from changeling.play.shelf import check_file, format_file

    status = 0
    for file in args.files:
        problems = check_file(file)
        for problem in problems:
            print(problem)
        if problems:
            status = 1
        elif format_file(file, write=not args.check):
            print(f"{file} {'is not in the usual form' if args.check else 'rewritten'}")
            status = max(status, int(args.check))
    return status


def _card(args: argparse.Namespace) -> int:
    from changeling.play.cards import describe

    print(describe(args.name, args.deck))
    return 0


def _deck(args: argparse.Namespace) -> int:
    from changeling.play.game import MAX_SEATS, MIN_SEATS
    from changeling.play.workshop import new_deck, report

    if args.parts[0] == "new":
        if len(args.parts) != 2:
            raise ChangelingError("name the one file to begin: changeling deck new my.cards")
        new_deck(args.parts[1])
        print(f"{args.parts[1]} written; look at it with: changeling deck {args.parts[1]}")
        return 0
    if args.seats is not None and not MIN_SEATS <= args.seats <= MAX_SEATS:
        raise ChangelingError(f"--seats: {MIN_SEATS} to {MAX_SEATS} players can play, not {args.seats}")
    found = report("+".join(args.parts), seats=args.seats, meta=args.meta)
    print(found.to_json() if args.json else found)
    return 0 if found.playable else 1


def _words(args: argparse.Namespace) -> int:
    from changeling.play.cards import words

    print(words(args.word))
    return 0


def _bench(args: argparse.Namespace) -> int:
    from changeling.lab import bench

    return bench.run(deck=args.deck, seats=args.seats, seconds=args.seconds, as_json=args.json)


def _soak(args: argparse.Namespace) -> int:
    from changeling.lab import soak

    return soak.run(
        decks=args.deck,
        games=args.games,
        seats=args.seats,
        cap=args.cap,
        seed=args.seed,
        meta=args.meta,
        checked=args.checked,
    )


if __name__ == "__main__":
    sys.exit(main())
