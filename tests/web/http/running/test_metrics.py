"""/metrics: what it counts, and who may read it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.web.served import PATIENT, QUICK, Served, play_out, serving, table_of

from changeling.cli import main as run
from changeling.web.http.limits.addresses import Addresses
from changeling.web.http.running.metrics import Meters
from changeling.web.http.running.operations import Operations
from changeling.web.storage.databases import store_at
from changeling.web.table.registry import Registry

Numbers = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def numbers(served: Served) -> Numbers:
    answer = httpx.get(f"{served.url}/metrics", timeout=PATIENT)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def total(found: Numbers, name: str, **labels: str) -> float:
    return sum(value for (one, given), value in found.items() if one == name and labels.items() <= dict(given).items())


def test_a_game_is_counted(tmp_path: Path) -> None:
    async def main(served: Served) -> None:
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            await play_out(players, random.Random(1))
            await players[0].ask({"type": "answer", "question": 0, "option": 0})
            found = numbers(served)
            rows = await served.registry.store.read("SELECT made_by, COUNT(*) FROM answers GROUP BY made_by")
            assert {by: total(found, "changeling_answers_total", by=by) for by, _ in rows} == dict(rows)
            said = sum(one["type"] == "answer" for player in players for one in player.said)
            assert total(found, "changeling_message_seconds_count", type="answer") == said
            assert total(found, "changeling_refusals_total", code="answer/stale") >= 1
            assert total(found, "changeling_tables", phase="over") == 1
            assert total(found, "changeling_clients", seated="yes") == 2
            assert total(found, "changeling_store_transaction_seconds_count", good="yes") > 10
            assert total(found, "changeling_store_waiting") == 0
            made = {"route": "/api/tables", "method": "POST", "status": "201"}
            assert total(found, "changeling_request_seconds_count", **made) == 1
            assert total(found, "changeling_build") == 1

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(main(served))


def test_what_strangers_choose_makes_no_new_labels(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served, httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        http.get("/metrics")
        before = len(numbers(served))
        for number in range(30):
            http.get(f"/nowhere{number}")
            http.get(f"/api/tables/nosuch{number}")
            http.request(f"METHOD{number}", "/api/tables")
        assert len(numbers(served)) - before < 200


def test_the_loop_workers_and_process_are_among_them(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        httpx.get(f"{served.url}/readyz", timeout=PATIENT)
        names = {name for name, _ in numbers(served)}
        assert {
            "changeling_loop_lag_seconds_count",
            "changeling_workers",
            "changeling_work_waiting",
            "changeling_work_total",
            "process_resident_memory_bytes",
            "python_gc_collections_total",
        } <= names


# --- who may read them ------------------------------------------------------------------------------------------------
def allowed(tmp_path: Path, peer: str, said: dict[str, str], **settings: Any) -> bool:
    registry = Registry(store_at(str(tmp_path / "tables.sqlite")), replace(QUICK, **settings))
    addresses = Addresses(registry.settings.proxies)
    operations = Operations.of(registry, addresses, Meters())
    headers = [(key.encode(), value.encode()) for key, value in said.items()]
    return operations._may_read({"type": "http", "client": (peer, 1), "headers": headers})


@pytest.mark.parametrize(
    ("peer", "said", "settings", "may"),
    [
        ("127.0.0.1", {}, {}, True),
        ("::1", {}, {}, True),
        ("::ffff:127.0.0.1", {}, {}, True),
        ("192.168.1.7", {}, {}, False),
        ("8.8.8.8", {"x-forwarded-for": "127.0.0.1"}, {}, False),
        ("127.0.0.1", {"x-forwarded-for": "8.8.8.8"}, {}, False),  # a proxy on this machine that was not named
        ("127.0.0.1", {"forwarded": "for=8.8.8.8"}, {}, False),
        ("127.0.0.1", {"x-forwarded-for": "8.8.8.8"}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1, 8.8.8.8"}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"x-forwarded-for": "10.1.2.3"}, {"proxies": ("127.0.0.1",), "metrics": ("10.0.0.0/8",)}, True),
        ("127.0.0.1", {"forwarded": "for=8.8.8.8"}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"via": "1.1 proxy"}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"x-real-ip": "8.8.8.8"}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"x-forwarded-for": "8.8.8.8, garbage"}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"x-forwarded-for": "garbage, 127.0.0.1"}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"x-forwarded-for": ""}, {"proxies": ("127.0.0.1",)}, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, {"proxies": ("127.0.0.1",)}, True),
        ("127.0.0.1", {}, {"proxies": ("127.0.0.1",)}, True),  # asked from this machine without the proxy
        ("10.1.2.3", {}, {"metrics": ("10.0.0.0/8",)}, True),
        ("127.0.0.1", {}, {"metrics": ("10.0.0.0/8",)}, False),
        ("127.0.0.1", {}, {"metrics": ()}, False),
        ("", {}, {}, False),
    ],
)
def test_who_may_read_them(
    peer: str, said: dict[str, str], settings: dict[str, tuple[str, ...]], may: bool, tmp_path: Path
) -> None:
    assert allowed(tmp_path, peer, said, **settings) is may


def test_others_are_told_so(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as served:
        answer = httpx.get(f"{served.url}/metrics", headers={"x-forwarded-for": "8.8.8.8"}, timeout=PATIENT)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "metrics/closed")


def test_a_network_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["serve", "--metrics", "the office", "--db", str(tmp_path / "t.sqlite"), "--port", "0"]) == 2
    assert "--metrics: 'the office' is no address" in capsys.readouterr().err
