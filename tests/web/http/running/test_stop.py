"""A server that is told to stop says so, in one line, whenever it is told: nobody is shown how the program is made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.web.postgres import Postgres
from tests.web.served import PATIENT

STOPPED = "Stopped. Every table is kept, and goes on when the server does."


@contextmanager
def heard() -> Iterator[None]:
    """What is started here hears of every signal, also where these tests run in the background or after nohup: what
    is ignored is inherited."""
    before = {each: signal.signal(each, signal.SIG_DFL) for each in (signal.SIGHUP, signal.SIGINT)}
    try:
        yield
    finally:
        for each, how in before.items():
            signal.signal(each, how)


@contextmanager
def started(database: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A server, as a terminal starts it: in a group of processes, to all of which Ctrl-C goes."""
    command = [sys.executable, "-m", "changeling.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--db", database]
    with heard():
        server = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
        )
    try:
        yield server
    finally:
        server.kill()
        server.wait()
        for pipe in (server.stdout, server.stderr):
            assert pipe is not None
            pipe.close()


def greeted(server: subprocess.Popen[str]) -> str:
    """Where a server is that has begun."""
    assert server.stdout is not None
    return server.stdout.readline().split()[-1]


def told(server: subprocess.Popen[str], name: str) -> tuple[str, str]:
    """What a server says when it is told to stop, or is stopped at a terminal, on both streams."""
    if name == "Ctrl-C":
        os.killpg(server.pid, signal.SIGINT)
    elif name == "closed terminal":
        os.killpg(server.pid, signal.SIGHUP)
    else:
        server.send_signal(signal.SIGTERM)
    said, logged = server.communicate(timeout=PATIENT)
    assert server.returncode == 0
    return said, logged


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")
@pytest.mark.parametrize("name", ["Ctrl-C", "SIGTERM", "closed terminal"])
@pytest.mark.parametrize("served", [False, True])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_is_said(postgres: Postgres, tmp_path: Path, name: str, workers: int, *, served: bool) -> None:
    """Whether it serves already or is only about to."""
    database = str(tmp_path / "tables.sqlite") if workers == 1 else postgres.database("stopped")
    with started(database, "--workers", str(workers)) as server:
        url = greeted(server)
        if served:
            assert httpx.get(f"{url}/api/health", timeout=PATIENT).status_code == 200
        said, logged = told(server, name)
    assert said.splitlines()[-1] == STOPPED
    assert "Traceback" not in logged, logged
    assert "rror" not in logged, logged
