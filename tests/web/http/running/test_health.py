"""/healthz and /readyz: alive, and ready or not, in words."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import psycopg
import pytest
from tests.web.postgres import Postgres
from tests.web.served import PATIENT, serving
from tests.web.small_disk import fill_up

from changeling.web.http.running import health
from changeling.web.http.running.health import Checks, checks_of
from changeling.web.nodes.postgres_peers import PostgresPeers
from changeling.web.storage import write_health
from changeling.web.storage.databases import store_at
from changeling.web.table.registry import Registry
from changeling.web.wire.http_bodies import CheckResult


def test_a_server_that_is_well(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served, httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        assert (http.get("/healthz").status_code, http.get("/healthz").text) == (200, "ok\n")
        ready = http.get("/readyz")
        assert ready.status_code == 200
        assert ready.json() == {
            "ready": True,
            "checks": [{"name": name, "wrong": ""} for name in ("store", "workers", "bots")],
        }
        assert ready.headers["cache-control"] == "no-store"
        assert ready.headers["x-content-type-options"] == "nosniff"
        assert http.head("/readyz").status_code == 200
        assert http.post("/readyz").status_code == 405


def test_without_its_store_it_is_alive_and_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    file = tmp_path / "tables.sqlite"
    with serving(file) as served, httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        assert http.get("/readyz").status_code == 200
        file.rename(tmp_path / "elsewhere")
        ready = http.get("/readyz")
        assert ready.status_code == 503
        assert [one["name"] for one in ready.json()["checks"] if one["wrong"]] == ["store"]
        assert str(tmp_path) not in ready.text
        assert http.get("/healthz").status_code == 200


def test_where_nothing_can_be_written_it_is_not_ready(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    with (
        serving(small_disk / "tables.sqlite") as served,
        httpx.Client(base_url=served.url, timeout=PATIENT) as http,
    ):
        assert http.get("/readyz").status_code == 200
        fill_up(small_disk / "rest")
        codes = [http.get("/readyz").status_code for _ in range(40)]  # the log may have some room in it still
        assert codes[-1] == 503
        assert "the disk is full" in caplog.text
        (small_disk / "rest").unlink()
        assert http.post("/api/tables", json={"name": "Ann"}).status_code == 201
        assert http.get("/readyz").status_code == 200


def test_a_database_that_can_only_be_read_is_not_ready(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    url = postgres.database("standby")
    with serving(url) as served, psycopg.connect(url, autocommit=True) as owner:

        def store() -> str:
            checks = httpx.get(f"{served.url}/readyz", timeout=PATIENT).json()["checks"]
            return str(next(one["wrong"] for one in checks if one["name"] == "store"))

        assert store() == ""
        for value in ("on", "off"):
            owner.execute(f"ALTER DATABASE standby SET default_transaction_read_only = {value}".encode())
            owner.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            store()  # whose connection was lost
            if value == "on":
                assert "cannot be written" in store()
        assert "it is a standby" in caplog.text
        assert "file" not in "".join(
            record.getMessage() for record in caplog.records if "standby" in record.getMessage()
        )
        monkeypatch.setattr(write_health, "REMEMBERED", 0.0)
        assert store() == ""


def test_a_part_adds_a_check_of_its_own() -> None:
    """What it finds, what it raises and that it hangs are all told, and one does not keep the others from it."""

    async def well() -> str:
        return ""

    async def ill() -> str:
        return "has a cold"

    async def broken() -> str:
        raise RuntimeError("/a/path")

    async def hangs() -> str:
        await asyncio.sleep(3600)
        return ""

    async def main() -> None:
        checks = Checks()
        for check in (well, ill, broken, hangs):
            checks.add(check.__name__, check)
        found = await checks.readiness()
        assert not found.ready
        assert found.checks[:2] == [CheckResult("well", ""), CheckResult("ill", "has a cold")]
        assert "/a/path" not in found.checks[2].wrong
        assert found.checks[3].wrong == health.SLOW

    patience, health.PATIENCE = health.PATIENCE, 0.1
    try:
        asyncio.run(main())
    finally:
        health.PATIENCE = patience


def test_who_asks_often_does_not_have_everything_looked_at_each_time() -> None:
    calls = []

    async def check() -> str:
        calls.append(1)
        return ""

    async def main() -> None:
        checks = Checks()
        checks.add("one", check)
        found = await asyncio.gather(*(checks.readiness() for _ in range(50)))
        assert all(one.ready for one in found)

    asyncio.run(main())
    assert len(calls) == 1


def test_a_node_among_others_says_whether_it_hears_them(postgres: Postgres) -> None:
    with serving(postgres.database("health_nodes")) as served:
        end = time.monotonic() + PATIENT
        while not (found := httpx.get(f"{served.url}/readyz", timeout=PATIENT)).is_success and time.monotonic() < end:
            time.sleep(0.1)
        assert found.status_code == 200
        assert {"name": "nodes", "wrong": ""} in found.json()["checks"]


def test_a_node_that_does_not_hear_the_others_is_not_ready(tmp_path: Path) -> None:
    peers = PostgresPeers("postgresql://nobody@127.0.0.1:1/nothing")  # which is never opened
    registry = Registry(store_at(str(tmp_path / "tables.sqlite")), peers=peers)
    found = asyncio.run(checks_of(registry)._look("nodes"))
    assert "cannot drive tables" in found.wrong
