"""Commands of a server: running it, looking after its store, verifying what it hands out."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import partial
from pathlib import Path

from changeling.commands import Work
from changeling.errors import ChangelingError
from changeling.web.settings import Ages, Limits


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


def serve_arguments(serve: argparse.ArgumentParser) -> None:
    """What `changeling serve` takes."""
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


def _serve(args: argparse.Namespace) -> Work:
    try:
        from changeling.web.http.running.serve import serve
    except ImportError as error:
        raise ChangelingError(f"the server needs more ({error}): pip install 'changeling[web]'") from error
    return partial(serve, args)


def purge_arguments(purge: argparse.ArgumentParser) -> None:
    """What `changeling purge` takes."""
    _database_argument(purge, "--db", "--database")
    about = "for finished tables, tables never begun and replays; default: each as below"
    purge.add_argument("--days", type=int, metavar="N", help=about)
    purge.add_argument("--dry-run", action="store_true", help="remove nothing; say what would be removed")
    _age_arguments(purge)
    purge.set_defaults(command=_purge)


def _purge(args: argparse.Namespace) -> Work:
    try:
        from changeling.web.http.running.purge_command import purge
    except ImportError as error:
        raise ChangelingError(f"purging needs more ({error}): pip install 'changeling[web]'") from error
    return partial(purge, args)


def backup_arguments(backup: argparse.ArgumentParser) -> None:
    """What `changeling backup` takes."""
    backup.add_argument("file", metavar="FILE", help="to write, such as changeling-monday.backup")
    _database_argument(backup, "--db", "--database")
    backup.add_argument("--replace", action="store_true", help="write over a file that is there")
    backup.set_defaults(command=_backup)


def _backup(args: argparse.Namespace) -> Work:
    try:
        from changeling.web.http.running.backup_command import backup
    except ImportError as error:
        raise ChangelingError(f"backups need more ({error}): pip install 'changeling[web]'") from error
    return partial(backup, args)


def restore_arguments(restore: argparse.ArgumentParser) -> None:
    """What `changeling restore` takes."""
    restore.add_argument("file", metavar="FILE", help="a backup")
    _database_argument(restore, "--db", "--database")
    restore.add_argument("--replace", action="store_true", help="first remove all that is in the store")
    restore.add_argument("--check", action="store_true", help="restore nothing; say whether the backup is whole")
    restore.set_defaults(command=_restore)


def _restore(args: argparse.Namespace) -> Work:
    try:
        from changeling.web.http.running.backup_command import restore_command
    except ImportError as error:
        raise ChangelingError(f"restoring needs more ({error}): pip install 'changeling[web]'") from error
    return partial(restore_command, args)


def verify_arguments(verify: argparse.ArgumentParser) -> None:
    """What `changeling verify` takes."""
    verify.add_argument("file", metavar="FILE", help="a replay's file, as a table hands it out")
    verify.add_argument(
        "--commitment", default="", metavar="HEX", help="the fingerprint that your page showed when the game began"
    )
    verify.set_defaults(command=_verify)


def _verify(args: argparse.Namespace) -> Work:
    try:
        from changeling.web.table.replay.verdict import verify
    except ImportError as error:
        raise ChangelingError(f"verifying needs more ({error}): pip install 'changeling[web]'") from error

    def work() -> int:
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

    return work
