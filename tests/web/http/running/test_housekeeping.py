"""A running server removes what is too old, never what somebody has open, and says plainly what is gone."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import Any

import httpx
from tests.web.served import PATIENT, Player, Served, make, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from changeling.web.settings import Ages, Settings

OFTEN = Settings(rates=False, idle=0.1, purge_every=0.05, ages=Ages(lobbies=7))


def age(served: Served, *tables: str, days: float = 100) -> None:
    """Have it be so long since anything happened at these tables."""
    long_ago = time.time() - days * 86_400
    statements = [("UPDATE tables SET changed = ? WHERE id = ?", (long_ago, table)) for table in tables]
    asyncio.run(served.registry.store.write(statements))


async def kept(served: Served) -> set[str]:
    return {str(row[0]) for row in await served.registry.store.read("SELECT id FROM tables")}


def test_old_tables_go_and_open_ones_stay(tmp_path: Path) -> None:
    async def main(served: Served) -> None:
        made = [await make(served.address) for _ in range(3)]
        old, open_one, new = [one["table"] for one in made]
        player = await Player(served.address, open_one, made[1]["token"]).connect()
        await asyncio.to_thread(age, served, old, open_one)
        async with asyncio.timeout(PATIENT):
            while old in await kept(served):
                await asyncio.sleep(0.02)
        assert await kept(served) == {open_one, new}
        assert (await player.ask({"type": "ping", "number": 1}, "pong"))["number"] == 1
        await player.close()
        await asyncio.sleep(0.5)
        assert await kept(served) == {open_one, new}, "it was open just now, so it is not old"
        await gone(served, old)

    with serving(tmp_path / "tables.sqlite", OFTEN) as served:
        asyncio.run(main(served))


async def gone(served: Served, table: str) -> None:
    """Whoever follows the link of a table that was removed is told so in a sentence."""
    async with httpx.AsyncClient(base_url=served.url, verify=False, timeout=PATIENT) as http:
        answer = await http.get(f"/api/tables/{table}")
    assert answer.status_code == 404
    text = f"there is no table {table} here, or not any more"
    assert answer.json()["error"] == {"code": "table/none", "message": text, "problems": []}
    heard: list[dict[str, Any]] = []
    async with connect(f"ws://{served.address}/ws/{table}", open_timeout=PATIENT) as link:
        await link.send('{"type": "hello"}')
        with contextlib.suppress(ConnectionClosed):
            async for message in link:
                heard.append(json.loads(message))  # noqa: PERF401  what was heard before the end counts
    assert [(error["code"], error["message"]) for error in heard] == [("table/none", text)]
    assert link.close_code == 4404


def test_a_link_that_is_followed_keeps_its_table(tmp_path: Path) -> None:
    """To look at an old table makes it a table in use, before the next purge and for other processes too."""
    with serving(tmp_path / "tables.sqlite", Settings(rates=False, purge_every=9999)) as served:
        made = asyncio.run(make(served.address))
        age(served, made["table"])
        with httpx.Client(base_url=served.url, verify=False, timeout=PATIENT) as http:
            assert http.get(f"/api/tables/{made['table']}").status_code == 200
        rows = asyncio.run(served.registry.store.read("SELECT changed FROM tables"))
        assert time.time() - rows[0][0] < 3600


def test_a_failing_look_is_made_again(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", OFTEN) as served:
        store = served.registry.store
        connect_well = store.connect

        def fail() -> Any:
            raise RuntimeError("no database")

        with contextlib.suppress(Exception):
            store.connect = fail
            asyncio.run(store.read("SELECT nothing FROM nowhere"))
        time.sleep(0.3)
        store.connect = connect_well
        made = asyncio.run(make(served.address))
        age(served, made["table"])
        end = time.monotonic() + PATIENT
        while asyncio.run(kept(served)) and time.monotonic() < end:
            time.sleep(0.02)
        assert asyncio.run(kept(served)) == set()
