"""Starting a server: where it listens, what it prints, and how it stops."""

from __future__ import annotations

import argparse
import contextlib
import ipaddress
import logging
import math
import os
import re
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

import segno
import uvicorn

from changeling.errors import ChangelingError
from changeling.web.gallery.decks import edition_list
from changeling.web.http.app import application
from changeling.web.http.limits.addresses import network_of
from changeling.web.http.limits.connections import protocol_for
from changeling.web.http.limits.shared_counts import counts_of
from changeling.web.http.links import LinkedProtocol
from changeling.web.http.running import logs
from changeling.web.http.running.fleet import Fleet, ends
from changeling.web.http.running.memory import collect_seldom
from changeling.web.http.running.siblings import Siblings
from changeling.web.nodes.postgres_peers import peers_at
from changeling.web.settings import Ages, Limits, Settings
from changeling.web.storage.databases import connector, file_of, store_at
from changeling.web.storage.file_lock import only_server
from changeling.web.storage.store import Store
from changeling.web.table.game.machine import stay_interpreted
from changeling.web.table.registry import Registry
from changeling.web.table.workers import Workers
from changeling.web.wire.errors import StoreError

log = logging.getLogger("changeling.web")
PORT, TRIES = 8600, 20
AGAIN = 1.0  # seconds until a store that could not be opened is tried again
LONGEST = 100_000  # days
TURNS = 0.001  # seconds after which a thread that works hands over to the event loop
LARGEST = 1024 * 1024  # bytes of a message; the sockets refuse much smaller ones by themselves


def serve(args: argparse.Namespace) -> int:
    """Run a server until it is stopped; gives the exit status. Raises ChangelingError where it cannot start; who reads
    the log as JSON finds that there instead."""
    log_lines = partial(logs.configure, args.log, access=args.access_log)
    log_lines()
    stay_interpreted()
    before = {number: signal.signal(number, signal.default_int_handler) for number in ends()}
    try:
        _serve(args, log_lines)
    except KeyboardInterrupt:  # before it serves, which ends otherwise
        log.info("told to stop before anybody was served")
    except ChangelingError as error:
        if args.log != "json":
            raise
        log.critical("changeling: %s", error)
        return 2
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    with contextlib.suppress(OSError):  # the terminal may be closed
        print("Stopped. Every table is kept, and goes on when the server does.", flush=True)
    return 0


def _serve(args: argparse.Namespace, log_lines: Callable[[], None]) -> None:
    settings, place = _settings(args), args.db or default_store()
    file = _file_of(place, args.workers)
    with contextlib.ExitStack() as stack:
        if file is not None:  # before anything is done to it: another server may be there, also of an earlier version
            stack.enter_context(only_server(file))
        _open_once(place)
        listener = stack.enter_context(listen(args.host, args.port))
        host, port = listener.getsockname()[:2]
        here = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
        lan = [f"http://{address}:{port}" for address in lan_addresses(args.host)]
        greet(sys.stdout, here, lan)
        if args.open:
            threading.Timer(0.8, _open, [here]).start()
        settings = replace(settings, addresses=tuple(lan))
        if args.workers > 1:
            Fleet(args.workers, load_all, run_node, place, settings, listener, log_lines).run()
        else:
            run_node(place, settings, listener, log_lines)


def _file_of(place: str, workers: int) -> str | None:
    """The file of a store, where it is one. Raises ChangelingError for what is no place or no number of processes."""
    connector(place)
    file = file_of(place)
    if workers < 1:
        raise ChangelingError(f"--workers: at least 1 process is needed, not {workers}")
    if workers > 1 and file is not None:
        raise ChangelingError("--workers: several processes need PostgreSQL (--db); a file is for one")
    return file


def _open_once(place: str) -> None:
    """Make a store ready, or say why that cannot be done. Raises ChangelingError."""
    store = store_at(place)
    try:
        store.open()
        store.close()
    except StoreError as error:
        raise ChangelingError(f"--db: {error}") from error


def run_node(
    place: str,
    settings: Settings,
    listener: socket.socket,
    log_lines: Callable[[], None],
    siblings: Siblings | None = None,
) -> None:
    """Be one node of a server until it is stopped. `log_lines` says how a process logs; `siblings` are the processes at
    the same port, where there are any."""
    log_lines()
    collect_seldom()
    sys.setswitchinterval(TURNS)
    registry = Registry(store_at(place), settings, workers=Workers(settings), peers=peers_at(place))
    server = uvicorn.Server(config_of(registry, siblings))

    def stop(*_: object) -> None:
        server.should_exit = True

    for told in ends():  # uvicorn raises again, at the end, what it was told
        signal.signal(told, stop)
    if _opened(registry.store, server):
        server.run(sockets=[listener])


def _opened(store: Store, server: uvicorn.Server) -> bool:
    """Open the store, or wait until that can be done; gives whether it was, before the server was told to stop."""
    while not server.should_exit:
        try:
            store.open()
            return True
        except StoreError as error:
            store.outage.noticed("store", str(error))
            time.sleep(AGAIN)
    return False


def load_all() -> None:
    """Have ready what a node would load when it is first asked for: with this module, everything is imported."""
    stay_interpreted()
    edition_list()


def config_of(registry: Registry, siblings: Siblings | None = None) -> uvicorn.Config:
    """How the server is run."""
    return uvicorn.Config(
        application(registry, siblings),
        http=protocol_for(registry.settings, counts_of(siblings)),
        log_level="warning",
        ws=LinkedProtocol,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        timeout_graceful_shutdown=3,
        server_header=False,
        access_log=False,  # it has one of its own: changeling.web.http.running.watch
        log_config=None,  # changeling.web.http.running.logs
        proxy_headers=False,  # whom a proxy asks for is read by `addresses`, of the proxies that are named
    )


def _settings(args: argparse.Namespace) -> Settings:
    """What the server does. Raises ChangelingError for an option that would do nothing, or the wrong thing."""
    delay = args.bot_delay
    usual = Settings()
    for name in ("bot_delay", "patience", "host_patience"):
        seconds = getattr(args, name)
        if seconds is not None and not 0 <= seconds < math.inf:
            raise ChangelingError(f"--{name.replace('_', '-')}: 0 or more seconds, not {seconds:g}")
    return Settings(
        bot_delay=usual.bot_delay if delay is None else (delay, delay),
        window_delay=usual.window_delay if delay is None else (delay, delay),
        patience=args.patience,
        host_patience=args.host_patience,
        rates=args.rates == "on",
        limits=_limits(args),
        ages=ages_of(args),
        proxies=_proxies(args.proxy),
        origins=tuple(map(_origin, args.origin)),
        host_names=(*map(_host_name, args.host_name), args.host),
        metrics=_metrics(args.metrics),
    )


def _limits(args: argparse.Namespace) -> Limits:
    """The limits that were given. Raises ChangelingError for a number that cannot be a limit."""
    if not 0 < args.rate < math.inf or not 0 < args.burst < math.inf:
        raise ChangelingError("--rate, --burst: more than 0 units are needed; --rates off sets no limit")
    for name in ("sockets", "tables", "replays", "megabytes"):
        if not 0 <= getattr(args, name) < math.inf:
            raise ChangelingError(f"--{name}: 0 or more, where 0 sets no limit, not {getattr(args, name):g}")
    return Limits(args.rate, args.burst, args.sockets, args.tables, args.replays, args.megabytes)


def ages_of(args: argparse.Namespace) -> Ages:
    """After how many days what is removed. Raises ChangelingError for a number of days that is out of range."""
    given = {name: getattr(args, f"keep_{name}") for name in ("lobbies", "tables", "games", "replays")}
    for name, days in given.items():
        if not 0 <= days <= LONGEST:
            raise ChangelingError(f"--keep-{name}: 0 (for ever) to {LONGEST:,} days, not {days:,}")
    return Ages(**given)


def _origin(given: str) -> str:
    """A site as a browser names it. Raises ChangelingError for what none would ever send."""
    found = re.fullmatch(r"(https?://[\w.:\[\]-]+)/?", given.strip().lower(), re.ASCII)
    if found is None:
        raise ChangelingError(f"--origin: '{given}' is no site such as https://cards.example.org")
    return found[1].removesuffix(":443" if found[1].startswith("https:") else ":80")


def _host_name(given: str) -> str:
    """A name of this server. Raises ChangelingError for what is more than a name."""
    if not re.fullmatch(r"[\w.-]+|\[?[\da-f:.]+\]?", given, re.IGNORECASE) or re.fullmatch(r"[^:]*:\d*", given):
        raise ChangelingError(f"--host-name: '{given}' is no name such as cards.example.org; without https:// and port")
    return given


def _proxies(given: list[str]) -> tuple[str, ...]:
    return tuple(str(network_of(proxy)) for proxy in given)


def _metrics(given: list[str]) -> tuple[str, ...]:
    """The networks that may read /metrics: this machine, or those that are named, or none."""
    if not given:
        return Settings().metrics
    return tuple(str(network_of(network, "--metrics")) for network in given if network != "off")


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens. With no port named, the first that is free from the usual one on."""
    for number in [port] if port is not None else range(PORT, PORT + TRIES):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(1024)
            return listener
        except (OSError, OverflowError) as error:
            listener.close()
            reason = error
    where = f"port {port}" if port is not None else f"a port from {PORT} to {PORT + TRIES - 1}"
    raise ChangelingError(f"--host, --port: cannot listen at {host}, {where}: {reason}")


def named_store(given: str | None) -> str:
    """The store that is there already, by `--db` or as the server finds it. Raises ChangelingError for none."""
    place = given or default_store()
    path = file_of(place)
    if path is not None and not Path(path).is_file():
        more = "" if given else "; name the server's with --db, or as it is named to the server: CHANGELING_DB"
        raise ChangelingError(f"--db: there is no file {path}{more}")
    return place


def default_store() -> str:
    """The file that tables are kept in when no database is named: what CHANGELING_DB names, or one of one's own.

    A URL with a password is better named there, where no list of processes shows it."""
    named = os.environ.get("CHANGELING_DB", "")
    if named:
        return named
    home = os.environ.get("XDG_DATA_HOME")
    try:
        folder = (Path(home) if home else Path.home() / ".local" / "share") / "changeling"
    except RuntimeError as error:
        raise ChangelingError("--db: this user has no home folder to keep tables in; name a file") from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ChangelingError(f"--db: {folder} cannot be made: {error.strerror}; name a file") from error
    return str(folder / "tables.sqlite")


def lan_addresses(host: str) -> list[str]:
    """The addresses at which others on the network reach a server that listens at `host`."""
    if host not in ("0.0.0.0", "::"):
        try:
            return [] if ipaddress.ip_address(host).is_loopback else [host]
        except ValueError:
            return []
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which way out there is
            found = str(probe.getsockname()[0])
    except OSError:
        return []
    return [] if ipaddress.ip_address(found).is_loopback else [found]


def greet(out: TextIO, here: str, lan: list[str]) -> None:
    """Say where the server is, for people at this machine and for phones beside it."""
    print(f"Changeling is at {here}", file=out, flush=True)
    for address in lan:
        print(f"On the same network: {address}", file=out)
        if out.isatty():
            segno.make(address, error="l", micro=False).terminal(out=out, compact=True, border=2)
    print("Stop it with Ctrl-C; every table is kept.", file=out, flush=True)


def _open(address: str) -> None:
    """Open the page where there is a browser to open it in."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    webbrowser.open(address)
