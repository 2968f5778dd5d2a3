"""docs/protocol.md: its schema is current, its codes are those in use, and real traffic conforms to it."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from tests.web.served import Player, make, play_out, seats, serving, table_of

from changeling.web.http.routes import ROUTES
from changeling.web.wire import messages as m
from changeling.web.wire.protocol_page import protocol_page

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def published(side: str) -> Any:
    """The schema of one side, as the page has it."""
    block = re.search(rf"### From the {side}\n+```json\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    return json.loads(block.group(1))


def test_the_page_is_current() -> None:
    assert protocol_page(PAGE) == PAGE, "run `make docs`"
    assert published("client") == m.schema("client")
    assert published("server") == m.schema("server")


@pytest.mark.parametrize("edition", ["fluxx-4", "cthulhu"])
def test_real_traffic_conforms(edition: str, tmp_path: Path) -> None:
    async def main(address: str) -> list[Player]:
        async with table_of(address, ["Ann", "Bob"], bots=1, deck={"parts": [edition]}) as (ann, bob):
            watcher = await Player(address, ann.table).connect()
            await ann.commit("00ff" * 8)
            await bob.ask({"type": "agree", "meta": []}, "lobby")
            await ann.ask({"type": "arrange", "change": {"pause": 0, "holiday": True}}, "lobby")
            await bob.ask({"type": "introduce", "person": {"birthday": True, "age": 40}}, "lobby")
            await bob.ask({"type": "say", "text": "hello"}, "chat")
            await watcher.ask({"type": "react", "reaction": "wow"}, "reacted")
            await bob.ask({"type": "hold", "question": 1}, "state")
            await play_out([ann, bob], random.Random(1))
            await ann.ask({"type": "why", "about": "Ann"}, "reason")
            await ann.ask({"type": "ping", "number": 3}, "pong")
            await bob.ask({"type": "rematch"}, "state")
            await watcher.close()
            players = [ann, bob, watcher]
        made = await make(address, deck={"parts": [edition]}, seats=seats(1, 2), first=0)
        alone = await Player(address, made["table"], made["token"]).connect()
        await alone.say({"type": "habit", "windows": "quick"})
        await alone.ask({"type": "start"}, "state")
        await alone.ask({"type": "undo"}, "state")
        await alone.ask({"type": "leave"}, "state")
        await alone.ask({"type": "back"}, "state")
        await alone.close()
        return [*players, alone]

    with serving(tmp_path / "tables.sqlite") as served:
        players = asyncio.run(main(served.address))
    client, server = (jsonschema_rs.validator_for(published(side)) for side in ("client", "server"))
    heard: set[str] = set()
    for player in players:
        for message in player.said:
            client.validate(message)
        for message in player.heard:
            server.validate(message)
            heard.add(message["type"])
    wanted = {"welcome", "state", "update", "lobby", "seated", "accepted", "reason", "chat", "reacted", "over", "pong"}
    assert wanted | {"error"} <= heard


def test_the_schema_can_fail() -> None:
    server = jsonschema_rs.validator_for(published("server"))
    assert server.is_valid({"type": "pong", "number": 1})
    assert not server.is_valid({"type": "pong", "number": "1"})
    assert not server.is_valid({"type": "update", "seq": 1})


def test_every_code_is_on_the_page() -> None:
    """Codes in the source and codes on the page are the same."""
    source = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "src/changeling/web").rglob("*.py"))
    used = set(re.findall(r'(?:Refuse|m\.Error)\(\s*"([a-z]+/[a-z-]+)"', source))
    assert {"host/only", "message/garbage", "answer/stale", "store/unavailable"} <= used  # from every room
    used |= {code for route in ROUTES for _, code in route.refusals}
    told = set(re.findall(r"`([a-z]+/[a-z-]+)`", PAGE))
    assert used <= told, used - told
    for route in ROUTES:
        path = re.sub(r"{(\w+)}", lambda name: name.group(1).upper(), route.path)
        assert f"| `{route.method} {path}`" in PAGE, path
    for kind in m.TYPES:
        assert f"| `{kind}`" in PAGE, kind
