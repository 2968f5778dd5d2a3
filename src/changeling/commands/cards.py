"""Commands about cards and decks: checking, showing, formatting, proving."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from changeling.commands import Work
from changeling.errors import ERROR, ChangelingError, ScenarioError


def scenario_arguments(scenario: argparse.ArgumentParser) -> None:
    """What `changeling scenario` takes."""
    scenario.add_argument("files", nargs="+", metavar="FILE", help="scenario files, or folders of them")
    scenario.set_defaults(command=_scenario)


def _scenario(args: argparse.Namespace) -> Work:
    from changeling.proofs.scenario import Failed, need_yaml, read_scenarios, run_scenario

    def work() -> int:
        need_yaml()
        failed = passed = 0
        unknown: list[str] = []
        for file in _scenario_files(args.files):
            try:
                scenarios = read_scenarios(file)
            except ScenarioError as error:  # of this file only: the others are run
                failed += 1
                print(_plain(f"FAIL {error}"))
                continue
            for scenario in scenarios:
                unknown += [f"{file}: {scenario.title}: {name}" for name in scenario.unknown]
                proves = f" [{', '.join(scenario.proves)}]" if scenario.proves else ""
                try:
                    run_scenario(scenario)
                except Failed as error:
                    failed += 1
                    print(_plain(f"FAIL {file}: {scenario.title}{proves}: {' / '.join(str(error).splitlines())}"))
                else:
                    passed += 1
                    print(_plain(f"ok   {file}: {scenario.title}{proves}"))
        print(f"{passed} passed, {failed} failed")
        for name in unknown:  # no failure: authors of decks may have clauses of their own
            print(_plain(f"note: {name}, which it says to prove, is no clause or ruling that we know"), file=sys.stderr)
        return 1 if failed else 0

    return work


def _plain(line: str) -> str:
    """A line without what a file could do to a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)


def _scenario_files(named: list[str]) -> Iterator[Path]:
    """The files named, and all YAML files of the folders named, by name; a folder without any stands for itself, so
    that it is said."""
    for path in map(Path, named):
        inside = (file for ending in ("*.yaml", "*.yml") for file in path.rglob(ending) if file.is_file())
        yield from (sorted(inside) if path.is_dir() else ()) or [path]


def check_arguments(check: argparse.ArgumentParser) -> None:
    """What `changeling check` takes."""
    check.add_argument("files", nargs="+", metavar="FILE", help="card files and editions, looked at as one deck")
    check.add_argument("--strict", action="store_true", help="fail for warnings too")
    check.set_defaults(command=_check)


def _check(args: argparse.Namespace) -> Work:
    from changeling.decks.shelf import check_together

    def work() -> int:
        problems = check_together(list(dict.fromkeys(args.files)))
        for problem in problems:
            print(problem.pointed())
        errors = sum(problem.severity == ERROR for problem in problems)
        warnings = len(problems) - errors
        counts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
        print(", ".join(counts) or "no problems")
        return 1 if errors or (warnings and args.strict) else 0

    return work


def fmt_arguments(fmt: argparse.ArgumentParser) -> None:
    """What `changeling fmt` takes."""
    fmt.add_argument("files", nargs="+", metavar="FILE")
    fmt.add_argument(
        "--check", action="store_true", help="change nothing; name the files that are not in the usual form"
    )
    fmt.set_defaults(command=_fmt)


def _fmt(args: argparse.Namespace) -> Work:
    from changeling.decks.shelf import check_file, format_file

    def work() -> int:
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

    return work


def card_arguments(card: argparse.ArgumentParser) -> None:
    """What `changeling card` takes."""
    card.add_argument("name", metavar="NAME")
    card.add_argument("--deck", help="an edition, a mix (a+b) or a .cards file; default: all editions")
    card.set_defaults(command=_card)


def _card(args: argparse.Namespace) -> Work:
    from changeling.decks.card_listing import describe

    def work() -> int:
        print(describe(args.name, args.deck))
        return 0

    return work


def deck_arguments(deck: argparse.ArgumentParser) -> None:
    """What `changeling deck` takes."""
    deck.add_argument("parts", nargs="+", metavar="DECK", help="editions and .cards files; several are mixed")
    deck.add_argument("--seats", type=int, metavar="N", help="look at it for that many players")
    deck.add_argument("--meta", action="append", default=[], metavar="NAME", help="a Meta Rule agreed on")
    deck.add_argument("--json", action="store_true", help="print JSON")
    deck.set_defaults(command=_deck)


def _deck(args: argparse.Namespace) -> Work:
    from changeling.decks.deck_report import new_deck, report
    from changeling.play.seats import MAX_SEATS, MIN_SEATS

    def work() -> int:
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

    return work


def words_arguments(words: argparse.ArgumentParser) -> None:
    """What `changeling words` takes."""
    words.add_argument("sought", nargs="*", metavar="WORD", help="look for this, in names and in what is said of them")
    words.set_defaults(command=_words)


def _words(args: argparse.Namespace) -> Work:
    from changeling.decks.card_listing import words

    def work() -> int:
        print(words(*args.sought))
        return 0

    return work
