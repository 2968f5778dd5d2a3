"""A real PostgreSQL for tests: the machine's own, or the one that the package pgserver brings."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
from tests.web.ports import reserved_port


def binaries() -> Path:
    """The folder of initdb and postgres. Raises RuntimeError where there is none."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pgserver")
    if package is not None and package.origin:
        places.append(Path(package.origin).parent / "pginstall" / "bin")
    for place in places:
        if (place / "initdb").is_file() and (place / "postgres").is_file():
            return place
    raise RuntimeError("there is no PostgreSQL: install one, or the package pgserver")


class Postgres:
    """A server of its own, in a folder of its own, on loopback."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="changeling-postgres-"))
        data, user = self._folder / "data", self._user()
        made = [str(binaries() / "initdb"), "-D", str(data), "-U", "changeling", "-A", "trust", "-E", "UTF8", "-N"]
        subprocess.run(made, check=True, capture_output=True, user=user)
        place, self._port = reserved_port()
        self._user_id = user
        self._run = [str(binaries() / "postgres"), "-D", str(data), "-p", str(self._port), "-h", "127.0.0.1", "-k", ""]
        self._process = self._start()
        with place:
            self._wait()

    def _start(self) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(self._run, stdout=log, stderr=log, user=self._user_id)

    def restart(self) -> None:
        """Stop at once, as when the machine does, and start again."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Stop at once."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(120)

    def start(self) -> None:
        """Start again what was stopped."""
        self._process = self._start()
        self._wait()

    def kill(self) -> None:
        """End the server without its noticing, and start it again; the connections of those who used it end with it."""
        self._process.kill()
        self._process.wait(120)
        end = time.monotonic() + 120
        while True:  # it waits until the last of the processes that served somebody has gone
            self._process = self._start()
            with contextlib.suppress(RuntimeError):
                self._wait()
                return
            assert time.monotonic() < end, (self._folder / "log").read_text(errors="replace")
            time.sleep(0.05)

    def crash(self) -> None:
        """Kill one of the processes that serve our nodes: the server then ends all of them, and recovers."""
        ask = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'changeling%' LIMIT 1"
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url("postgres")) as connection:
            connection.autocommit = True
            while (found := connection.execute(ask).fetchone()) is None:
                time.sleep(0.05)
            os.kill(found[0], signal.SIGKILL)
            while True:  # until this connection is ended, too
                connection.execute("SELECT pg_sleep(1)")
        self._wait()

    def _user(self) -> str | None:
        """Whom the server runs as: PostgreSQL refuses to run as root."""
        if os.geteuid() != 0:
            return None
        user = "postgres" if _exists("postgres") else "nobody"
        shutil.chown(self._folder, user)
        return user

    def _wait(self) -> None:
        end = time.monotonic() + 120
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise RuntimeError((self._folder / "log").read_text(errors="replace")) from None
                time.sleep(0.05)

    def url(self, name: str) -> str:
        return f"postgresql://changeling@127.0.0.1:{self._port}/{name}"

    def database(self, name: str) -> str:
        """The URL of a new, empty database; one of that name is gone then, as where a test is tried once more."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name)

    def close(self) -> None:
        self._process.send_signal(signal.SIGQUIT)  # at once: nothing in it is needed any more
        self._process.wait(120)
        shutil.rmtree(self._folder, ignore_errors=True)


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
