"""The HTTP part: what it gives, what it refuses and how, and what a tool that tries everything finds."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.effort import EFFORT
from tests.web.served import PATIENT, Served, serving

import changeling as cl
from changeling.web.http import openapi, page
from changeling.web.http.routes import ROUTES
from changeling.web.settings import Settings


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, verify=False, timeout=PATIENT) as client:
        yield client


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_editions_and_every_card_of_them(http: httpx.Client) -> None:
    listed = http.get("/api/editions").json()["editions"]
    assert {edition["name"] for edition in listed} == set(cl.editions())
    for edition in listed:
        deck = cl.load_deck(edition["name"])
        answer = http.get(f"/api/decks/{edition['id']}")
        assert "immutable" in answer.headers["cache-control"]
        cards = answer.json()["cards"]
        assert [card["title"] for card in cards] == [card.title for card in deck.cards]
        assert all(card["text"] for card in cards if card["kind"] != "basic")
        assert answer.json()["digest"] == edition["digest"] == deck.digest
        unread = [card["name"] for card in cards if not card["rulings"] and card["kind"] != "basic"]
        assert not unread, "every card has a scenario that shows how it is read"
        assert [rule["name"] for rule in edition["meta"]] == [c.name for c in deck.cards if c.kind == "meta"]
    assert code_of(http.get("/api/decks/00000000000000000000")) == (404, "deck/none")


def test_lessons_and_puzzles_are_played_by_requests_alone(http: httpx.Client) -> None:
    found = http.get("/api/practice").json()
    assert found["lessons"][0]["name"] == "first-keeper"
    asked = {"kind": "puzzle", "name": found["today"]}
    made = http.post("/api/practice", json=asked).json()
    assert made["verdict"] == "on"
    assert len(http.get(f"/api/decks/{made['deck']}").json()["cards"]) > 50
    assert code_of(http.post("/api/practice", json={**asked, "name": "none"})) == (404, "practice/none")


def test_a_deck_text_is_checked_with_line_and_column(http: httpx.Client) -> None:
    text = 'take "family"\n\nkeeper "Tea"\n    "Warm."\n\ngoal "Tea Time"\n    "Have Tea."\n    wins = hass("Tea")\n'
    report = http.post("/api/decks/check", json={"deck": {"text": text}}).json()
    assert not report["playable"]
    assert (report["problems"][0]["line"], report["problems"][0]["column"] > 0) == (8, True)
    good = http.post("/api/decks/check", json={"deck": {"text": text.replace("hass", "has")}, "seats": 4}).json()
    assert good["playable"]
    assert good["cards"] == 57
    titles = [card["title"] for card in http.get(f"/api/decks/{good['id']}").json()["cards"]]
    assert "Tea Time" in titles
    assert code_of(http.post("/api/decks/check", json={"deck": {"parts": ["/etc/passwd"]}})) == (409, "deck/unknown")
    assert code_of(http.post("/api/decks/check", json={"deck": {"parts": ["own.cards"]}})) == (409, "deck/unknown")
    asked = {"deck": {"parts": ["family"]}, "meta": ["No Creepers"]}
    assert code_of(http.post("/api/decks/check", json=asked)) == (409, "meta/unknown")


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({}, "body/invalid"),
        ({"name": ""}, "body/invalid"),
        ({"name": "Ann", "surprise": 1}, "body/invalid"),
        ({"name": "\u0007"}, "seat/name"),
        ({"name": "+Ann"}, "seat/name"),
        ({"name": "Ann", "deck": {"parts": ["chess"]}}, "deck/unknown"),
        ({"name": "Ann", "deck": {}}, "deck/unknown"),
        ({"name": "Ann", "deck": {"text": "keeper"}}, "deck/problems"),
        ({"name": "Ann", "deck": {"text": 'keeper "Tea"\n    "Warm."\n'}}, "deck/unplayable"),
        ({"name": "Ann", "meta": ["Free Parking"]}, "meta/unknown"),
        ({"name": "Ann", "seats": [{"kind": "bot", "bot": "greedy"}] * 2}, "arrange/seats"),
        ({"name": "Ann", "seats": [{"kind": "human"}] * 2}, "arrange/seats"),
        ({"name": "Ann", "seats": [{"kind": "human"}, {"kind": "bot", "bot": "hal"}]}, "bot/unknown"),
        ({"name": "Ann", "first": 5}, "arrange/seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused(http: httpx.Client, form: dict[str, Any], code: str) -> None:
    assert code_of(http.post("/api/tables", json=form)) == (400 if code == "body/invalid" else 409, code)


def test_bodies_are_json_of_a_certain_size_from_our_own_pages(served: Served, http: httpx.Client) -> None:
    assert code_of(http.post("/api/tables", content="{}")) == (415, "body/type")
    kind = {"content-type": "application/json"}
    assert code_of(http.post("/api/tables", content="{", headers=kind)) == (400, "body/invalid")
    assert code_of(http.post("/api/tables", content=b"\xff", headers=kind)) == (400, "body/invalid")
    assert code_of(http.post("/api/tables", content=b"[" * 300_000, headers=kind)) == (413, "body/too-large")
    foreign = {**kind, "origin": "https://elsewhere.example"}
    assert code_of(http.post("/api/tables", content="{}", headers=foreign)) == (403, "origin/foreign")
    ours = {**kind, "origin": served.url}
    assert http.post("/api/tables", json={"name": "Ann"}, headers=ours).status_code == 201


def test_unknown_paths_and_methods(http: httpx.Client) -> None:
    assert code_of(http.get("/api/nothing")) == (404, "path/none")
    assert code_of(http.get("/api/tables/none-of-ours")) == (404, "table/none")
    assert code_of(http.get("/api/replays/none-of-ours")) == (404, "replay/none")
    answer = http.delete("/api/tables")
    assert code_of(answer) == (405, "path/method")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}


def test_the_page_and_its_headers(http: httpx.Client) -> None:
    for path in ("/", "/t/whatever", "/r/whatever", "/gallery", "/gallery/family", "/about"):
        answer = http.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert http.get(path, headers={"if-none-match": answer.headers["etag"]}).status_code == 304
    assert http.get("/nothing").status_code == 404
    for path in (
        "/assets/none.js",
        "/../../pyproject.toml",
        "/%2e%2e/%2e%2e/app.py",
        "/assets/..%2f..%2fapp.py",
        "/.env",
    ):
        assert http.get(path).status_code == 404, path
    for file in page.FOLDER.glob("assets/*"):
        answer = http.get(f"/assets/{file.name}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


def test_every_answer_is_what_the_openapi_document_says(http: httpx.Client) -> None:
    document = http.get("/openapi.json").json()
    assert document == json.loads(openapi.document())
    paths = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    assert paths == {(route.path, route.method) for route in ROUTES}
    made = http.post("/api/tables", json={"name": "Ann"})
    for path, kind in [("/api/health", 0), ("/api/server", 1), ("/api/editions", 2), ("/api/tables", 5)]:
        msgspec.json.decode(http.get(path).content, type=ROUTES[kind].gives, strict=True)
    assert set(made.json()) == {"table", "place", "token"}


@pytest.mark.parametrize(
    "damage",
    [
        lambda found: "garbage",
        lambda found: "{}",
        lambda found: json.dumps({**found, "seats": []}),
        lambda found: json.dumps({**found, "host": 7}),
        lambda found: json.dumps({**found, "host": -1}),
        lambda found: json.dumps({**found, "first": 9}),
    ],
)
def test_a_table_that_cannot_be_read_is_no_matter_of_the_others(
    tmp_path: Path, damage: Callable[[dict[str, Any]], str], caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "tables.sqlite"
    with serving(place) as served, httpx.Client(base_url=served.url, timeout=PATIENT) as http:
        made = [http.post("/api/tables", json={"name": "Ann", "public": True}).json()["table"] for _ in range(2)]
        with contextlib.closing(sqlite3.connect(place)) as file, file:
            (text,) = file.execute("SELECT document FROM tables WHERE id = ?", made[:1]).fetchone()
            file.execute("UPDATE tables SET document = ? WHERE id = ?", (damage(json.loads(text)), made[0]))
        listed = http.get("/api/tables")
        assert (listed.status_code, [line["table"] for line in listed.json()["tables"]]) == (200, made[1:])
        assert f"table {made[0]} is left out of the list" in caplog.text
        assert code_of(http.get(f"/api/tables/{made[0]}")) == (503, "store/unavailable")
        assert http.get(f"/api/tables/{made[1]}").status_code == 200


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "tables.sqlite", Settings()) as served,
        httpx.Client(base_url=served.url, verify=False, timeout=PATIENT) as http,
    ):
        codes = [http.post("/api/tables", json={}).status_code]
        end = time.monotonic() + PATIENT
        while codes[-1] != 429 and time.monotonic() < end:  # a slow machine needs more of them
            codes.append(http.post("/api/tables", json={}).status_code)
        assert set(codes[:-1]) == {400}
        assert codes[-1] == 429
        assert http.get("/api/health").status_code == 200


def test_schemathesis_finds_nothing(served: Served, tmp_path: Path) -> None:
    """A tool that makes requests from the OpenAPI document, good ones and bad ones, and looks at every answer."""
    settings = tmp_path / "schemathesis.toml"
    statuses = ["2xx", "3xx", "401", "403", "404", "409", "410", "429", "5xx"]  # the usual, and another version
    refusals = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]  # and 413
    settings.write_text(
        f"[checks]\npositive_data_acceptance.expected-statuses = {statuses}\n"
        f"negative_data_rejection.expected-statuses = {refusals}\n",
        encoding="utf-8",
    )
    command = [
        str(Path(sys.executable).parent / "schemathesis"),
        f"--config-file={settings}",
        "run",
        f"{served.url}/openapi.json",
        f"--max-examples={4 * EFFORT}",
        "--seed=7",
        "--checks=all",
        "--phases=examples,coverage,fuzzing",
        "--request-timeout=60",
        "--suppress-health-check=all",
        "--no-color",
    ]
    found = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert found.returncode == 0, found.stdout[-6000:]
