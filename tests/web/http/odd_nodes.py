"""Nodes that serve nothing, for tests of the processes of a server."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from changeling.web.http.running import logs
from changeling.web.http.running.fleet import Fleet
from changeling.web.http.running.siblings import Siblings


def loads() -> None:
    """Note that this process has everything loaded."""
    (Path(sys.argv[1]) / f"{os.getpid()}.loaded").touch()


def waits(folder: str, siblings: Siblings) -> None:
    """Wait until told to stop, and note that it was told so."""

    def stop(*_: object) -> None:
        (Path(folder) / f"{siblings.process}.stopped").touch()
        sys.exit(0)

    signal.signal(signal.SIGTERM, stop)
    begun = Path(folder) / f"{siblings.process}.new"
    begun.write_text(str(os.getpid()))
    begun.rename(Path(folder) / f"{siblings.process}.pid")
    while True:
        time.sleep(60)


if __name__ == "__main__":
    from tests.web.http import odd_nodes  # by its name, by which the processes find it

    logs.configure("json", access=False)
    Fleet(2, odd_nodes.loads, odd_nodes.waits, sys.argv[1]).run()
