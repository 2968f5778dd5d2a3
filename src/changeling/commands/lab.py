"""Commands that play many games: measuring, comparing, simulating, soaking."""

from __future__ import annotations

import argparse
from functools import partial

from changeling.commands import Work
from changeling.errors import ChangelingError


def _needs_lab(error: ImportError) -> ChangelingError:
    return ChangelingError(f"the lab needs more ({error}): pip install 'changeling[lab]'")


def _needs_numpy(what: str, error: ImportError) -> ChangelingError:
    return ChangelingError(f"{what} needs NumPy ({error}): pip install 'changeling[fast]'")


def _place_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cores", type=int, metavar="N", help="of this machine; default: all")
    parser.add_argument("--on", metavar="CLUSTER", help="ray, or ray://host:port: play on a Ray cluster")


def bench_arguments(bench: argparse.ArgumentParser) -> None:
    """What `changeling bench` takes."""
    bench.add_argument("--deck", default="fluxx-4", help="an edition, a mix or a .cards file; default: %(default)s")
    bench.add_argument("--seats", default="4", metavar="N", help="default: %(default)s")
    bench.add_argument("--seconds", type=float, default=2.0, metavar="N", help="a measurement; default: %(default)g")
    bench.add_argument("--json", action="store_true", help="print JSON")
    bench.set_defaults(command=_bench)


def _bench(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab.speed import bench
    except ImportError as error:
        raise _needs_numpy("bench", error) from error

    return partial(bench.run, deck=args.deck, seats=args.seats, seconds=args.seconds, as_json=args.json)


def ladder_arguments(ladder: argparse.ArgumentParser) -> None:
    """What `changeling ladder` takes."""
    ladder.add_argument(
        "bots", nargs="+", metavar="BOT", help="random, greedy, learned, search, search:1s, my_bot.py:MyBot ..."
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


def _ladder(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab.contest import ladder_command as climb
        from changeling.lab.contest.ladder import Match
    except ImportError as error:
        raise _needs_numpy("ladder", error) from error

    match = Match(tuple(args.bots), args.deck, args.seats, args.seed)
    return partial(climb.run, match, games=args.games, jobs=args.jobs, out=args.out, plot=args.plot, on=args.on)


def transfer_arguments(transfer: argparse.ArgumentParser) -> None:
    """What `changeling transfer` takes."""
    transfer.add_argument("policy", metavar="POLICY", help="a bot: learned, search:50ms, my_bot.py:MyBot ...")
    transfer.add_argument("--games", type=int, default=200, metavar="N", help="of each deck; default: %(default)s")
    transfer.add_argument("--jobs", type=int, default=1, metavar="N", help="games at once; default: %(default)s")
    transfer.add_argument("--out", metavar="FILE.json", help="keep what came of it")
    transfer.add_argument("--resume", action="store_true", help="go on with the games that --out has already")
    transfer.set_defaults(command=_transfer)


def _transfer(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab.transfer import transfer_command
    except ImportError as error:
        raise _needs_numpy("transfer", error) from error

    return partial(
        transfer_command.run, args.policy, games=args.games, jobs=args.jobs, out=args.out, resume=args.resume
    )


def simulate_arguments(simulate: argparse.ArgumentParser) -> None:
    """What `changeling simulate` takes."""
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


def _simulate(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab import simulate_command
    except ImportError as error:
        raise _needs_lab(error) from error
    asked = simulate_command.Asked(args.deck, args.seats, args.bots, args.games, args.seed, tuple(args.meta))
    return partial(simulate_command.run, asked, out=args.out, resume=args.resume, cores=args.cores, on=args.on)


def report_arguments(report: argparse.ArgumentParser) -> None:
    """What `changeling report` takes."""
    report.add_argument("folder", metavar="FOLDER", help="of a run, as `changeling simulate` makes it")
    report.add_argument("--out", metavar="FILE.html", help="default: report.html in the folder")
    report.set_defaults(command=_report)


def _report(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab import report_command
    except ImportError as error:
        raise _needs_lab(error) from error
    return partial(report_command.run, args.folder, out=args.out)


def compare_arguments(compare: argparse.ArgumentParser) -> None:
    """What `changeling compare` takes."""
    compare.add_argument("decks", nargs=2, metavar="DECK", help="an edition, a mix (a+b) or a .cards file")
    compare.add_argument("--seats", type=int, default=4, metavar="N", help="default: %(default)s")
    compare.add_argument("--bots", default="greedy", metavar="NAMES", help="default: %(default)s")
    compare.add_argument("--games", type=int, default=2000, metavar="N", help="with each deck; default: %(default)s")
    compare.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default: %(default)s")
    _place_arguments(compare)
    compare.set_defaults(command=_compare)


def _compare(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab.changes import compare_command
        from changeling.lab.changes.trials import Seating
    except ImportError as error:
        raise _needs_lab(error) from error
    table = Seating(args.seats, args.bots, args.games, args.seed)
    one, other = args.decks
    return partial(compare_command.run, one, other, table, on=args.on or args.cores)


def tune_arguments(tune: argparse.ArgumentParser) -> None:
    """What `changeling tune` takes."""
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


def _tune(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab.changes import tune_command
        from changeling.lab.changes.trials import Seating
    except ImportError as error:
        raise _needs_lab(error) from error
    aims = tune_command.aims_of(args.turns, args.seat_advantage, args.goal_share)
    table = Seating(args.seats, args.bots, args.games, args.seed)
    return partial(tune_command.run, args.deck, aims, table, cards=args.card, on=args.on or args.cores)


def soak_arguments(soak: argparse.ArgumentParser) -> None:
    """What `changeling soak` takes."""
    soak.add_argument("--deck", action="append", default=[], help="may be given more than once; default: every edition")
    soak.add_argument("--games", type=int, default=100_000, metavar="N", help="for each deck; default: %(default)s")
    soak.add_argument("--seats", default="2-6", metavar="N-M", help="taken in turns; default: %(default)s")
    soak.add_argument("--cap", type=int, default=5000, metavar="N", help="at most, in a game; default: %(default)s")
    soak.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game; default: %(default)s")
    soak.add_argument("--meta", action="append", default=[], metavar="NAME", help="a Meta Rule; may be repeated")
    soak.add_argument("--checked", action="store_true", help="also catch every index beyond its array; slower")
    soak.set_defaults(command=_soak)


def _soak(args: argparse.Namespace) -> Work:
    try:
        from changeling.lab import soak
    except ImportError as error:
        raise _needs_numpy("soak", error) from error

    return partial(
        soak.run,
        decks=args.deck,
        games=args.games,
        seats=args.seats,
        cap=args.cap,
        seed=args.seed,
        meta=args.meta,
        checked=args.checked,
    )
