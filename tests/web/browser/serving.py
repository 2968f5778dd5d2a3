"""A server in a process of its own, as a person starts it: it can be killed and started again at the same address."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.web.ports import reserved_port

COMMAND = [sys.executable, "-c", "import sys; from changeling.cli import main; sys.exit(main())", "serve"]
ADDRESS = "Changeling is at "


class Server:
    """`changeling serve` with quick bots."""

    def __init__(self, database: Path) -> None:
        self._place, self._port = reserved_port()
        self._database = database
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        options = ["--host", "127.0.0.1", "--port", str(self._port), "--db", str(self._database)]
        options += ["--bot-delay", "0", "--rates", "off", "--patience", "600"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            [*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self._process.stdout is not None
        said: list[str] = []
        for line in self._process.stdout:
            said.append(line)
            if line.startswith(ADDRESS):
                self.url = line.removeprefix(ADDRESS).strip()
                return
        self._end(signal.SIGKILL)
        raise AssertionError("the server did not start:\n" + "".join(said))

    def kill(self) -> None:
        """Pull the plug."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """Stop it as Ctrl-C does."""
        self._end(signal.SIGINT)
        self._place.close()

    def _end(self, sign: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(sign)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
