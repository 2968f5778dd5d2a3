"""`changeling serve` as people start it."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tests.web.postgres import Postgres
from tests.web.served import PATIENT

import changeling as cl
from changeling.cli import main
from changeling.commands.server import serve_arguments
from changeling.web.http.limits.guard import is_foreign
from changeling.web.http.running.serve import _settings, default_store, greet, lan_addresses, listen
from changeling.web.storage.databases import connector
from changeling.web.storage.file_lock import only_server
from changeling.web.storage.migrations import migrate, version_of


def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "changeling.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--db", str(tmp_path / "tables.sqlite"), "--open"]
    environment = {key: value for key, value in os.environ.items() if "DISPLAY" not in key}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        assert said.startswith("Changeling is at http://127.0.0.1:")
        assert "Ctrl-C" in server.stdout.readline()
        url = said.split()[-1]
        assert httpx.get(f"{url}/api/health", verify=False, timeout=PATIENT).json()["status"] == "ok"
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENT) == 0
        assert "Every table is kept" in server.stdout.read()
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def test_a_port_that_is_taken_is_said_or_stepped_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        database = str(tmp_path / "tables.sqlite")
        assert main(["serve", "--host", "127.0.0.1", "--port", str(port), "--db", database]) == 2
        assert f"port {port}" in capsys.readouterr().err
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]


def test_what_is_wrong_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for wrong in ("mysql://x", str(tmp_path / "none" / "x.sqlite"), "postgresql://nobody@127.0.0.1:9/none"):
        assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--db", wrong]) == 2
        assert "--db" in capsys.readouterr().err
    with pytest.raises(cl.ChangelingError, match="cannot listen"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rate", "0"], "--rate, --burst: more than 0"),
        (["--burst", "nan"], "--rate, --burst: more than 0"),
        (["--sockets", "-1"], "--sockets: 0 or more"),
        (["--megabytes", "inf"], "--megabytes: 0 or more"),
        (["--keep-replays", "-1"], "--keep-replays: 0 (for ever) to"),
        (["--keep-games", "100001"], "--keep-games: 0 (for ever) to"),
        (["--proxy", "proxy.example"], "--proxy: 'proxy.example' is no address"),
        (["--patience", "-1"], "--patience: 0 or more seconds, not -1"),
        (["--host-patience", "nan"], "--host-patience: 0 or more seconds, not nan"),
        (["--bot-delay", "inf"], "--bot-delay: 0 or more seconds, not inf"),
        (["--origin", "cards.example.org"], "--origin: 'cards.example.org' is no site such as https://"),
        (["--origin", "https://cards.example.org/table"], "--origin: 'https://cards.example.org/table' is no site"),
        (["--host-name", "https://cards.example.org"], "--host-name: 'https://cards.example.org' is no name"),
        (["--host-name", "cards.example.org:8600"], "without https:// and port"),
    ],
)
def test_a_limit_that_is_none_is_said_before_anything_is_opened(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = tmp_path / "tables.sqlite"
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--db", str(database), *options]) == 2
    assert said in capsys.readouterr().err
    assert not database.exists()


def test_a_site_is_taken_as_browsers_name_it() -> None:
    parser = argparse.ArgumentParser()
    serve_arguments(parser)
    options = ["--origin", "https://Cards.example.org:443/", "--origin", "http://[2001:db8::1]:8080"]
    names = ["--host-name", "cards.example.org", "--host-name", "2001:db8::1"]
    settings = _settings(parser.parse_args([*options, *names]))
    assert settings.origins == ("https://cards.example.org", "http://[2001:db8::1]:8080")
    assert settings.host_names[:2] == ("cards.example.org", "2001:db8::1")
    assert not is_foreign({"origin": "https://cards.example.org", "host": "inside:8600"}, settings)


def test_phones_find_the_address_as_a_picture() -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    greet(screen, "http://127.0.0.1:8600", ["http://192.0.2.7:8600"])
    assert "http://192.0.2.7:8600" in screen.getvalue()
    assert "█" in screen.getvalue() or "▀" in screen.getvalue()
    plain = io.StringIO()
    greet(plain, "http://127.0.0.1:8600", ["http://192.0.2.7:8600"])
    assert "▀" not in plain.getvalue()


def test_addresses_for_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert lan_addresses("127.0.0.1") == []
    assert lan_addresses("192.0.2.7") == ["192.0.2.7"]
    assert all(not address.startswith("127.") for address in lan_addresses("0.0.0.0"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == str(tmp_path / "changeling" / "tables.sqlite")


def test_a_second_server_on_one_file_refuses_to_start(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    with only_server(database):
        assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--db", database]) == 2
        assert f"another server runs with {database}" in capsys.readouterr().err
    with only_server(database):  # it ends with the server
        pass


def test_the_file_of_another_server_is_not_brought_up_to_date(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = str(tmp_path / "tables.sqlite")
    with contextlib.closing(connector(database)()) as old:
        migrate(old, 2)
    with only_server(database):  # of an earlier version
        for command in (
            ["serve", "--host", "127.0.0.1", "--port", "0"],
            ["purge"],
            ["backup", str(tmp_path / "backup")],
        ):
            assert main([*command, "--db", database]) == (0 if command[0] == "backup" else 2)
        assert "a server of an earlier version has this store open" in capsys.readouterr().err
    with contextlib.closing(connector(database)()) as old:
        assert version_of(old) == 2


def test_several_processes_need_postgres(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for number, said in (("2", "need PostgreSQL"), ("0", "at least 1")):
        command = [
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--db",
            str(tmp_path / "x.sqlite"),
            "--workers",
            number,
        ]
        assert main(command) == 2
        assert said in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="the processes are found in /proc")
def test_several_processes_serve_one_port_and_one_that_dies_is_replaced(postgres: Postgres) -> None:
    command = [sys.executable, "-m", "changeling.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "2"]
    command += ["--db", postgres.database("fleet")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        assert httpx.get(f"{url}/api/health", timeout=PATIENT).status_code == 200
        before = children(server.pid)
        assert len(before) >= 2
        until(lambda: processes(url) == {"0", "1"})
        os.kill(min(before), signal.SIGKILL)
        until(lambda: len(children(server.pid) - before) == 1)
        assert httpx.get(f"{url}/api/health", timeout=PATIENT).status_code == 200
        until(lambda: processes(url) == {"0", "1"})
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENT) == 0
        assert "Every table is kept" in server.stdout.read()
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def children(parent: int) -> set[int]:
    """The nodes of a server: the processes that it has started, but for the one that tracks what they share."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(pid) for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def processes(url: str) -> set[str]:
    """The processes whose numbers are told, whichever of them answers."""
    answer = httpx.get(f"{url}/metrics", timeout=PATIENT)
    assert answer.status_code == 200
    return set(re.findall(r'^changeling_build\{.*process="(\d+)"', answer.text, re.MULTILINE))


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENT
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.05)
