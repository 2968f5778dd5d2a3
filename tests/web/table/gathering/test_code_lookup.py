"""A table is found by its code while it waits for players, and only then; another round has another code."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from tests.web.served import Player, Served, make, serving, start, table_of

from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.storage.store import put_table
from changeling.web.table.gathering import code_lookup
from changeling.web.table.gathering.code_lookup import keep_table, waiting_table
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import DeckChoice


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as one:
        yield one


async def found(served: Served, code: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://{served.address}", timeout=60) as web:
        return await web.get(f"/api/codes/{code}")


def test_a_code_leads_to_a_table_until_its_game_begins(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], bots=1) as players:
            ann = players[0]
            code = ann.view["lobby"]["code"]
            answer = await found(served, code.lower())
            assert (answer.status_code, answer.json()) == (200, {"table": ann.table})
            await start(players)
            assert ann.view["lobby"]["code"] == ""
            answer = await found(served, code)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "code/none")

    asyncio.run(main())


def test_a_full_table_does_not_wait_and_neither_does_what_is_no_code(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"]) as (ann, _):
            assert (await found(served, ann.view["lobby"]["code"])).status_code == 404
        for code in ("AAAA", "BCDFG", "%00%00%00%00", "....", "'; --"):
            assert (await found(served, code)).status_code in (400, 404)

    asyncio.run(main())


def test_a_code_that_is_taken_is_drawn_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def table(name: str) -> TableDocument:
        return TableDocument(name, 0.0, DeckChoice(["family"]), [SeatDocument()], "", code="BCDF")

    async def main() -> None:
        store = served.registry.store
        await keep_table(store, table("first-table"))
        monkeypatch.setattr(code_lookup, "draw_code", iter(["BCDF", "GHJK"]).__next__)
        second = table("second-table")
        await keep_table(store, second)
        assert second.code == "GHJK"
        assert await waiting_table(store, "BCDF") == "first-table"
        assert await waiting_table(store, "ghjk") == "second-table"
        second.phase = "over"
        await store.write([put_table(second)])
        with pytest.raises(Refuse, match="no table that waits"):
            await waiting_table(store, "GHJK")

    asyncio.run(main())


def test_who_is_about_to_sit_down_when_the_game_begins_has_a_seat_kept(served: Served) -> None:
    async def main() -> None:
        seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}]
        made = await make(served.address, name="Ann", seats=seats, pause=0)
        ann = await Player(served.address, made["table"], made["token"]).connect()
        bob = await Player(served.address, made["table"]).connect()
        await bob.ask({"type": "approach"}, "lobby")
        while not ann.view["lobby"]["coming"]:
            await ann.until("lobby", since=len(ann.heard))
        await start([ann, bob])
        kinds = [seat["kind"] for seat in ann.view["lobby"]["seats"]]
        assert kinds == ["human", "bot", "bot"], "one free seat is kept, the other goes"
        asked = await bob.ask({"type": "sit", "name": "Bob", "place": 2}, "waiting")
        assert asked["type"] == "waiting", "for any other seat the host is asked"
        assert (await bob.ask({"type": "sit", "name": "Bob", "place": 1}, "seated"))["type"] == "seated"
        refused = await ann.ask({"type": "approach"}, "error")
        assert refused["code"] == "seat/have"
        for player in (ann, bob):
            await player.close()

    asyncio.run(main())


def test_who_comes_back_is_told_from_where_on_a_bot_has_played(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"]) as (ann, bob):
            await start([ann, bob])
            away, here = (ann, bob) if ann.view["question"] else (bob, ann)
            assert [one["stood_in"] for one in away.heard if one["type"] == "welcome"] == [None]
            before = away.view["events"][-1]["number"]
            await away.say({"type": "leave"})
            while not here.view["question"]:
                await here.until("update", since=len(here.heard))
            again = await Player(served.address, away.table, away.token).connect()
            since = next(one["stood_in"] for one in again.heard if one["type"] == "welcome")
            assert before < since <= again.view["events"][-1]["number"]
            looker = await Player(served.address, away.table).connect()
            assert next(one["stood_in"] for one in looker.heard if one["type"] == "welcome") is None
            await again.close()
            await looker.close()

    asyncio.run(main())
