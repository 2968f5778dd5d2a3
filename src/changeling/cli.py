"""The command line: one function a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from changeling import __version__
from changeling.errors import ERROR, ChangelingError, EngineFault, ScenarioError
from changeling.web.settings import Ages, Limits


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit status. What a user gave us wrongly is said in a line and exits with 2."""
    parser = _parser()
    args, unknown = parser.parse_known_args(argv)
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")  # with what this command takes
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

    for name, (about, arguments) in _COMMANDS.items():
        arguments(commands.add_parser(name, help=about))
    for each in (parser, *commands.choices.values()):
        each.set_defaults(parser=each)
    return parser


def _serve_arguments(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen at; default: %(default)s, the network")
    serve.add_argument("--port", type=int, metavar="N", help="0 for any; default: the first free one from 8600 on")
    _database_argument(serve, "--db")
    serve.add_argument("--workers", type=int, default=1, metavar="N", help="processes; more than 1 need PostgreSQL")
    serve.add_argument("--open", action="store_true", help="open the page in the browser")
    serve.add_argument("--bot-delay", type=float, metavar="S", help="how long bots wait; default: as long as people do")
    serve.add_argument("--patience", type=float, default=90.0, metavar="S", help="until a bot plays for who is gone")
    serve.add_argument("--host-patience", type=float, default=120.0, metavar="S", help="until another player is host")
    serve.add_argument("--rates", choices=("on", "off"), default="on", help="all limits to what a client may ask for")
    serve.add_argument("--origin", action="append", default=[], metavar="URL", help="another site whose pages may ask")
    serve.add_argument(
        "--host-name", action="append", default=[], metavar="NAME", help="a name that people reach this server by"
    )
    serve.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS", help="of a proxy whose X-Forwarded-For is believed"
    )
    serve.add_argument("--log", choices=("plain", "json"), default="plain", help="lines for people, or JSON with ids")
    serve.add_argument("--access-log", action="store_true", help="a line for each request and each connection")
    serve.add_argument(
        "--metrics",
        action="append",
        default=[],
        metavar="NETWORK",
        help="that may read /metrics, or `off`; may be repeated; default: this machine only",
    )
    _limit_arguments(serve.add_argument_group("limits for each address (0 sets none, but for the first two)"))
    _age_arguments(serve)
    serve.set_defaults(command=_serve)


def _database_argument(parser: argparse.ArgumentParser, *names: str) -> None:
    about = "a file for SQLite, or postgresql://...; default: $CHANGELING_DB, or a file in your home folder"
    parser.add_argument(*names, metavar="URL", help=about)


def _limit_arguments(limits: argparse._ArgumentGroup) -> None:
    about = {
        "rate": "units a second: a message costs 1, a new table 20",
        "burst": "units at once",
        "sockets": "open at once",
        "tables": "kept",
        "replays": "brought as files and kept",
        "megabytes": "kept",
    }
    for name, usual in asdict(Limits()).items():
        text = f"{about[name]}; default: %(default)g"
        limits.add_argument(f"--{name}", type=type(usual), default=usual, metavar="N", help=text)


def _age_arguments(parser: argparse.ArgumentParser) -> None:
    about = {
        "lobbies": "tables that were never begun",
        "tables": "tables whose game is over",
        "games": "games left in the middle",
        "replays": "replays, since they were made",
    }
    ages = parser.add_argument_group("what is removed after so many days without anything happening (0: never)")
    for name, usual in asdict(Ages()).items():
        text = f"{about[name]}; default: %(default)s"
        ages.add_argument(f"--keep-{name}", type=int, default=usual, metavar="DAYS", help=text)


def _purge_arguments(purge: argparse.ArgumentParser) -> None:
    _database_argument(purge, "--db", "--database")
    about = "for finished tables, tables never begun and replays; default: each as below"
    purge.add_argument("--days", type=int, metavar="N", help=about)
    purge.add_argument("--dry-run", action="store_true", help="remove nothing; say what would be removed")
    _age_arguments(purge)
    purge.set_defaults(command=_purge)


def _backup_arguments(backup: argparse.ArgumentParser) -> None:
    backup.add_argument("file", metavar="FILE", help="to write, such as changeling-monday.backup")
    _database_argument(backup, "--db", "--database")
    backup.add_argument("--replace", action="store_true", help="write over a file that is there")
    backup.set_defaults(command=_backup)


def _restore_arguments(restore: argparse.ArgumentParser) -> None:
    restore.add_argument("file", metavar="FILE", help="a backup")
    _database_argument(restore, "--db", "--database")
    restore.add_argument("--replace", action="store_true", help="first remove all that is in the store")
    restore.add_argument("--check", action="store_true", help="restore nothing; say whether the backup is whole")
    restore.set_defaults(command=_restore)


def _play_arguments(play: argparse.ArgumentParser) -> None:
    play.add_argument("--deck", default="fluxx-4", help="an edition, a mix (a+b) or a .cards file; default: fluxx-4")
    play.add_argument("--seats", metavar="N", help="players in all, 2 to 6; default: 4, or as many as there are humans")
    play.add_argument("--humans", metavar="NAMES", help="the humans at this screen, with commas between; default: You")
    play.add_argument(
        "--bot", metavar="NAME", help="in the other seats: greedy, random, search or search:1s; default: greedy"
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


def _ladder_arguments(ladder: argparse.ArgumentParser) -> None:
    ladder.add_argument(
        "bots", nargs="+", metavar="BOT", help="random, greedy, search, search:1s, search:500, my_bot.py:MyBot ..."
    )
    ladder.add_argument("--deck", default="fluxx-4", help="an edition, a mix or a .cards file; default: %(default)s")
    ladder.add_argument("--seats", type=int, default=2, metavar="N", help="default: %(default)s")
    ladder.add_argument("--games", type=int, default=100, metavar="N", help="for each pairing; default: %(default)s")
    ladder.add_argument("--seed", type=int, default=1, metavar="N", help="of the first deal; default: %(default)s")
    ladder.add_argument("--jobs", type=int, default=1, metavar="N", help="games at once; default: %(default)s")
    ladder.add_argument("--on", metavar="CLUSTER", help="ray, or ray://host:port: play on a Ray cluster")
    ladder.add_argument("--out", metavar="FILE.json", help="keep every game; a file that is there is gone on with")
    ladder.add_argument("--plot", metavar="FILE.svg", help="a picture of shares and ratings")
    ladder.set_defaults(command=_ladder)


def _scenario_arguments(scenario: argparse.ArgumentParser) -> None:
    scenario.add_argument("files", nargs="+", metavar="FILE")
    scenario.set_defaults(command=_scenario)


def _check_arguments(check: argparse.ArgumentParser) -> None:
    check.add_argument("files", nargs="+", metavar="FILE", help="card files and editions, looked at as one deck")
    check.add_argument("--strict", action="store_true", help="fail for warnings too")
    check.set_defaults(command=_check)


def _fmt_arguments(fmt: argparse.ArgumentParser) -> None:
    fmt.add_argument("files", nargs="+", metavar="FILE")
    fmt.add_argument(
        "--check", action="store_true", help="change nothing; name the files that are not in the usual form"
    )
    fmt.set_defaults(command=_fmt)


def _card_arguments(card: argparse.ArgumentParser) -> None:
    card.add_argument("name", metavar="NAME")
    card.add_argument("--deck", help="an edition, a mix (a+b) or a .cards file; default: all editions")
    card.set_defaults(command=_card)


def _deck_arguments(deck: argparse.ArgumentParser) -> None:
    deck.add_argument("parts", nargs="+", metavar="DECK", help="editions and .cards files; several are mixed")
    deck.add_argument("--seats", type=int, metavar="N", help="look at it for that many players")
    deck.add_argument("--meta", action="append", default=[], metavar="NAME", help="a Meta Rule agreed on")
    deck.add_argument("--json", action="store_true", help="print JSON")
    deck.set_defaults(command=_deck)


def _words_arguments(words: argparse.ArgumentParser) -> None:
    words.add_argument("sought", nargs="*", metavar="WORD", help="look for this, in names and in what is said of them")
    words.set_defaults(command=_words)


def _bench_arguments(bench: argparse.ArgumentParser) -> None:
    bench.add_argument("--deck", default="fluxx-4", help="an edition, a mix or a .cards file; default: %(default)s")
    bench.add_argument("--seats", default="4", metavar="N", help="default: %(default)s")
    bench.add_argument("--seconds", type=float, default=2.0, metavar="N", help="a measurement; default: %(default)g")
    bench.add_argument("--json", action="store_true", help="print JSON")
    bench.set_defaults(command=_bench)


def _simulate_arguments(simulate: argparse.ArgumentParser) -> None:
    about = "an edition, a mix (a+b) or a .cards file; default: fluxx-4, or that of the run gone on with"
    simulate.add_argument("--deck", help=about)
    simulate.add_argument("--seats", type=int, metavar="N", help="2 to 6; default: 4")
    simulate.add_argument("--bots", metavar="NAMES", help="greedy, random, or one for each seat; default: greedy")
    simulate.add_argument("--games", type=int, metavar="N", help="default: 1000")
    simulate.add_argument("--seed", type=int, metavar="N", help="of the first game; default: 1")
    simulate.add_argument("--meta", action="append", default=[], metavar="NAME", help="a Meta Rule; may be repeated")
    simulate.add_argument("--out", required=True, metavar="FOLDER", help="where the games are kept")
    simulate.add_argument("--resume", action="store_true", help="go on with the run that is there")
    _place_arguments(simulate)
    simulate.set_defaults(command=_simulate)


def _place_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cores", type=int, metavar="N", help="of this machine; default: all")
    parser.add_argument("--on", metavar="CLUSTER", help="ray, or ray://host:port: play on a Ray cluster")


def _report_arguments(report: argparse.ArgumentParser) -> None:
    report.add_argument("folder", metavar="FOLDER", help="of a run, as `changeling simulate` makes it")
    report.add_argument("--out", metavar="FILE.html", help="default: report.html in the folder")
    report.set_defaults(command=_report)


def _compare_arguments(compare: argparse.ArgumentParser) -> None:
    compare.add_argument("decks", nargs=2, metavar="DECK", help="an edition, a mix (a+b) or a .cards file")
    compare.add_argument("--seats", type=int, default=4, metavar="N", help="default: %(default)s")
    compare.add_argument("--bots", default="greedy", metavar="NAMES", help="default: %(default)s")
    compare.add_argument("--games", type=int, default=2000, metavar="N", help="with each deck; default: %(default)s")
    compare.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default: %(default)s")
    _place_arguments(compare)
    compare.set_defaults(command=_compare)


def _tune_arguments(tune: argparse.ArgumentParser) -> None:
    tune.add_argument("deck", metavar="DECK", help="a .cards file, or a mix with one; its own cards are looked at")
    tune.add_argument("--turns", metavar="N-M", help="how long games should be, in turns; default: as they are")
    tune.add_argument("--seat-advantage", type=float, metavar="P", help="at most, in percent; default: 3")
    tune.add_argument("--goal-share", type=float, metavar="X", help="times even, at most, for any Goal; default: 2.5")
    tune.add_argument("--seats", type=int, default=4, metavar="N", help="default: %(default)s")
    tune.add_argument("--bots", default="greedy", metavar="NAMES", help="default: %(default)s")
    tune.add_argument(
        "--games", type=int, default=2000, metavar="N", help="for a change, at most; default: %(default)s"
    )
    tune.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default: %(default)s")
    tune.add_argument("--card", action="append", default=[], metavar="NAME", help="look only at this; may be repeated")
    _place_arguments(tune)
    tune.set_defaults(command=_tune)


def _soak_arguments(soak: argparse.ArgumentParser) -> None:
    soak.add_argument("--deck", action="append", default=[], help="may be given more than once; default: every edition")
    soak.add_argument("--games", type=int, default=100_000, metavar="N", help="for each deck; default: %(default)s")
    soak.add_argument("--seats", default="2-6", metavar="N-M", help="taken in turns; default: %(default)s")
    soak.add_argument("--cap", type=int, default=5000, metavar="N", help="at most, in a game; default: %(default)s")
    soak.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default: %(default)s")
    soak.add_argument("--meta", action="append", default=[], metavar="NAME", help="a Meta Rule; may be repeated")
    soak.add_argument("--checked", action="store_true", help="also catch every index beyond its array; slower")
    soak.set_defaults(command=_soak)


def _verify_arguments(verify: argparse.ArgumentParser) -> None:
    verify.add_argument("file", metavar="FILE", help="a replay's file, as a table hands it out")
    verify.add_argument(
        "--commitment", default="", metavar="HEX", help="the fingerprint that your page showed when the game began"
    )
    verify.set_defaults(command=_verify)


def _play(args: argparse.Namespace) -> int:
    from changeling.terminal.start import play

    return play(args)


def _scenario(args: argparse.Namespace) -> int:
    from changeling.proofs.scenario import Failed, read_scenarios, run_scenario

    failed = passed = 0
    for file in args.files:
        try:
            scenarios = read_scenarios(Path(file))
        except ScenarioError as error:  # of this file only: the others are run
            failed += 1
            print(f"FAIL {error}")
            continue
        for scenario in scenarios:
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
    from changeling.decks.shelf import check_together

    problems = check_together(list(dict.fromkeys(args.files)))
    for problem in problems:
        print(problem.pointed())
    errors = sum(problem.severity == ERROR for problem in problems)
    warnings = len(problems) - errors
    counts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    print(", ".join(counts) or "no problems")
    return 1 if errors or (warnings and args.strict) else 0


def _fmt(args: argparse.Namespace) -> int:
    from changeling.decks.shelf import check_file, format_file

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
    from changeling.decks.card_listing import describe

    print(describe(args.name, args.deck))
    return 0


def _deck(args: argparse.Namespace) -> int:
    from changeling.decks.deck_report import new_deck, report
    from changeling.play.seats import MAX_SEATS, MIN_SEATS

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
    from changeling.decks.card_listing import words

    print(words(*args.sought))
    return 0


def _bench(args: argparse.Namespace) -> int:
    from changeling.lab import bench

    return bench.run(deck=args.deck, seats=args.seats, seconds=args.seconds, as_json=args.json)


def _ladder(args: argparse.Namespace) -> int:
    from changeling.lab import ladder_command as climb
    from changeling.lab.ladder import Match

    match = Match(tuple(args.bots), args.deck, args.seats, args.seed)
    return climb.run(match, games=args.games, jobs=args.jobs, out=args.out, plot=args.plot, on=args.on)


def _needs_lab(error: ImportError) -> ChangelingError:
    return ChangelingError(f"the lab needs more ({error}): pip install 'changeling[lab]'")


def _simulate(args: argparse.Namespace) -> int:
    try:
        from changeling.lab import simulate_command
    except ImportError as error:
        raise _needs_lab(error) from error
    asked = simulate_command.Asked(args.deck, args.seats, args.bots, args.games, args.seed, tuple(args.meta))
    return simulate_command.run(asked, out=args.out, resume=args.resume, cores=args.cores, on=args.on)


def _report(args: argparse.Namespace) -> int:
    try:
        from changeling.lab import report_command
    except ImportError as error:
        raise _needs_lab(error) from error
    return report_command.run(args.folder, out=args.out)


def _compare(args: argparse.Namespace) -> int:
    try:
        from changeling.lab import compare_command
        from changeling.lab.trials import Seating
    except ImportError as error:
        raise _needs_lab(error) from error
    table = Seating(args.seats, args.bots, args.games, args.seed)
    one, other = args.decks
    return compare_command.run(one, other, table, on=args.on or args.cores)


def _tune(args: argparse.Namespace) -> int:
    try:
        from changeling.lab import tune_command
        from changeling.lab.trials import Seating
    except ImportError as error:
        raise _needs_lab(error) from error
    aims = tune_command.aims_of(args.turns, args.seat_advantage, args.goal_share)
    table = Seating(args.seats, args.bots, args.games, args.seed)
    return tune_command.run(args.deck, aims, table, cards=args.card, on=args.on or args.cores)


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


def _serve(args: argparse.Namespace) -> int:
    try:
        from changeling.web.http.serve import serve
    except ImportError as error:
        raise ChangelingError(f"the server needs more ({error}): pip install 'changeling[web]'") from error
    return serve(args)


def _purge(args: argparse.Namespace) -> int:
    try:
        from changeling.web.http.purge_command import purge
    except ImportError as error:
        raise ChangelingError(f"purging needs more ({error}): pip install 'changeling[web]'") from error
    return purge(args)


def _backup(args: argparse.Namespace) -> int:
    try:
        from changeling.web.http.backup_command import backup
    except ImportError as error:
        raise ChangelingError(f"backups need more ({error}): pip install 'changeling[web]'") from error
    return backup(args)


def _restore(args: argparse.Namespace) -> int:
    try:
        from changeling.web.http.backup_command import restore_command
    except ImportError as error:
        raise ChangelingError(f"restoring needs more ({error}): pip install 'changeling[web]'") from error
    return restore_command(args)


def _verify(args: argparse.Namespace) -> int:
    try:
        from changeling.web.table.verdict import verify
    except ImportError as error:
        raise ChangelingError(f"verifying needs more ({error}): pip install 'changeling[web]'") from error
    try:
        text = Path(args.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ChangelingError(f"{args.file} cannot be read: {error}") from error
    verdict = verify(text, args.commitment)
    for good, what in verdict.checks:
        print(f"{'ok  ' if good else 'FAIL'} {what}")
    for what in verdict.notes:
        print(f"note {what}")
    return 0 if verdict.holds else 1


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "play": ("play a game in this terminal, against bots or with friends", _play_arguments),
    "scenario": ("run scenarios: positions and proofs as text", _scenario_arguments),
    "check": ("check card files: mistakes and what looks like one, with line and column", _check_arguments),
    "fmt": ("put card files into the usual form; files with problems are left alone", _fmt_arguments),
    "card": ("show a card: its text, its source and its program", _card_arguments),
    "deck": ("what is in a deck and what is odd with it; `deck new my.cards` starts one", _deck_arguments),
    "words": ("the vocabulary of the card language", _words_arguments),
    "bench": ("measure decisions per second here, compiled and interpreted", _bench_arguments),
    "ladder": ("bots against each other: shares won, intervals, ratings", _ladder_arguments),
    "simulate": ("games by the million, kept as tables that a report is made of", _simulate_arguments),
    "report": ("one page on a run: length, seats, Goals, cards, drama, strange games", _report_arguments),
    "compare": ("two decks on the same seeds: what changes, and how sure that is", _compare_arguments),
    "tune": ("which copies and numbers to change to come nearer to what a deck should be", _tune_arguments),
    "soak": ("random games by the thousand, every decision checked", _soak_arguments),
    "serve": ("a table in the browser, for this machine and phones beside it", _serve_arguments),
    "purge": ("remove old tables and replays from a server's store", _purge_arguments),
    "backup": ("write all of a server's store to one file, while it runs", _backup_arguments),
    "restore": ("put a backup back, into SQLite or PostgreSQL", _restore_arguments),
    "verify": ("check the shuffle and the moves of a game that was saved as a file", _verify_arguments),
}


if __name__ == "__main__":
    sys.exit(main())
