"""Logs: lines for people, JSON with ids for programs, and the access log."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import PATIENT
from websockets.sync.client import connect

from changeling.cli import main
from changeling.web.http.running import logs
from changeling.web.http.running.logs import ABOUT, ACCESS, configure

log = logging.getLogger("changeling.web")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Logging is the whole process's: what a test changes is put back."""
    loggers = [logging.getLogger(name) for name in ("", "changeling", ACCESS)]
    before = [(logger.level, logger.handlers) for logger in loggers]
    yield
    for logger, (level, handlers) in zip(loggers, before, strict=True):
        logger.setLevel(level)
        logger.handlers = handlers


def test_json_has_the_ids_of_what_it_is_about() -> None:
    out = io.StringIO()
    configure("json", access=False, out=out)
    token = ABOUT.set({"request": "r1", "table": "t1"})
    try:
        log.warning('table %s: "quoted"\nand two lines', "t1", extra={"seconds": 0.5})
        try:
            raise ValueError("why")
        except ValueError:
            log.exception("it failed")
    finally:
        ABOUT.reset(token)
    log.info("later")
    first, second, third = (json.loads(line) for line in out.getvalue().splitlines())
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "warning",
        "logger": "changeling.web",
        "message": 'table t1: "quoted"\nand two lines',
        "request": "r1",
        "table": "t1",
        "seconds": 0.5,
    }
    assert "ValueError: why" in second["error"]
    assert "request" not in third


def test_a_line_for_people_is_one_line() -> None:
    out = io.StringIO()
    configure("plain", access=False, out=out)
    token = ABOUT.set({"request": "r1"})
    log.warning("one\ntwo")
    ABOUT.reset(token)
    assert out.getvalue().endswith(" warning [r1] one two\n")
    assert out.getvalue().count("\n") == 1


def test_the_access_log_is_there_when_wished() -> None:
    for access in (True, False):
        out = io.StringIO()
        configure("plain", access=access, out=out)
        logging.getLogger(ACCESS).info("GET /")
        assert ("GET /" in out.getvalue()) is access


def entries(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_server_logs_each_request_and_connection_as_json(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "changeling.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--log", "json"]
    command += ["--access-log", "--db", str(tmp_path / "tables.sqlite")]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"NO_COLOR": "1"}
    )
    assert server.stdout is not None
    url = server.stdout.readline().split()[-1]
    try:
        with httpx.Client(base_url=url, timeout=PATIENT) as http:
            form = {
                "name": "Ann",
                "deck": {"parts": ["family"]},
                "seats": [{"kind": "human"}, {"kind": "bot", "bot": "random"}],
            }
            made = http.post("/api/tables", json=form)
            table, request = made.json()["table"], made.headers["x-request-id"]
            http.get("/api/tables/nosuchtable")
        with connect(f"{url.replace('http', 'ws')}/ws/{table}") as socket:
            socket.send('{"type": "hello"}')
            socket.recv(timeout=PATIENT)
    finally:
        server.send_signal(signal.SIGINT)
        said = server.communicate(timeout=PATIENT)[1]
    found = entries(said)
    access = [one for one in found if one["logger"] == ACCESS]
    made_line = next(one for one in access if one["request"] == request)
    assert (made_line["method"], made_line["path"], made_line["status"]) == ("POST", "/api/tables", 201)
    assert made_line["address"] == "127.0.0.1"
    assert any((one["status"], one.get("table")) == (404, "nosuchtable") for one in access)
    (socket_line,) = [one for one in access if one["method"] == "SOCKET"]
    assert socket_line["table"] == table
    assert made.json()["token"] not in said
    assert len({one["request"] for one in access}) == len(access)


def test_nothing_that_a_record_has_anyway_is_said_twice() -> None:
    record = logging.makeLogRecord({"msg": "hello"})
    assert logs._extras(record) == {}


def test_what_keeps_a_server_from_starting_is_in_the_log_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong in (["--db", str(tmp_path / "none" / "x.sqlite")], ["--db", str(tmp_path / "x"), "--rate", "0"]):
        assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--log", "json", *wrong]) == 2
        line = json.loads(capsys.readouterr().err)
        assert line["level"] == "critical"
        assert line["message"].startswith("changeling: --")
