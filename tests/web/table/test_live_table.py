"""A table played over real sockets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import pytest
from tests.web.served import Served, play_out, serving, table_of

import changeling as cl


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


@pytest.mark.parametrize("edition", list(cl.editions()))
def test_two_people_and_two_bots_play_to_the_end(served: Served, edition: str) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], bots=2, deck={"parts": [edition]}) as players:
            ended = await play_out(players, random.Random(3))
            assert ended["winner"] in (None, "Ann", "Bob", "Ada", "Basil")
            assert ended["text"]
            for player in players:
                assert player.view["public"]["over"]
                assert player.view["lobby"]["phase"] == "over"
                assert player.view["ended"] == ended

    asyncio.run(main())
