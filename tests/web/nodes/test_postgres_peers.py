"""Nodes that share a database: one of them drives a table, and what one says the others hear."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import psycopg
import pytest
from tests.web.postgres import Postgres
from tests.web.served import PATIENT

from changeling.web.nodes import postgres_peers
from changeling.web.nodes.notices import Ask, Notice, Presence
from changeling.web.nodes.postgres_peers import PostgresPeers

HERE = Presence("table", {"hash": []}, 1, {}, [])


async def until(fits: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENT):
        while not fits():
            await asyncio.sleep(0.01)


def with_two(url: str, test: Callable[[PostgresPeers, PostgresPeers], Awaitable[None]]) -> None:
    async def main() -> None:
        first, second = PostgresPeers(url), PostgresPeers(url)
        await first.open()
        await second.open()
        try:
            await until(lambda: first._others and second._others)
            await test(first, second)
        finally:
            await first.close()
            await second.close()

    asyncio.run(main())


def test_one_node_drives_a_table_and_another_when_it_is_released(postgres: Postgres) -> None:
    async def test(first: PostgresPeers, second: PostgresPeers) -> None:
        driven: list[str] = []
        second.on_drive = driven.append
        first.want("table")
        await until(lambda: first.drives("table"))
        second.want("table")
        await asyncio.sleep(3 * postgres_peers.BEAT)
        assert not second.drives("table")
        first.release("table")
        await until(lambda: second.drives("table"))
        assert driven == ["table"]
        assert not first.drives("table")

    with_two(postgres.database("peers_drive"), test)


def test_a_node_that_ends_leaves_its_tables_to_others(postgres: Postgres) -> None:
    async def test(first: PostgresPeers, second: PostgresPeers) -> None:
        gone: list[list[str]] = []
        second.on_gone = gone.append
        first.want("table")
        first.tell(HERE)
        await until(lambda: first.drives("table") and list(second.present("table")) == [HERE])
        second.want("table")
        await first.close()
        await until(lambda: second.drives("table"))
        await until(lambda: gone == [["table"]])
        assert not list(second.present("table"))

    with_two(postgres.database("peers_end"), test)


def test_a_node_that_hangs_is_relieved(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(first: PostgresPeers, second: PostgresPeers) -> None:
        first.want("table")
        await until(lambda: first.drives("table"))
        first._tasks[1].cancel()  # it says nothing any more,
        held = first._tasks.pop(1)
        monkeypatch.setattr(first, "_driven", {"table"})
        await asyncio.wait({held})
        second.want("table")
        await until(lambda: second.drives("table"))

    with_two(postgres.database("peers_hang"), test)


def test_what_was_not_heard_is_known_to_be_missing(postgres: Postgres) -> None:
    async def test(first: PostgresPeers, second: PostgresPeers) -> None:
        heard: list[Notice] = []
        back: list[bool] = []
        second.on_notice, second.on_back = heard.append, lambda: back.append(True)
        first.tell(Ask("one"))
        await until(lambda: Ask("one") in heard)
        await asyncio.to_thread(own.restart)
        await until(lambda: back)
        await until(lambda: first._listening)
        first.tell(Ask("two"))
        await until(lambda: Ask("two") in heard)

    own = Postgres()
    try:
        with_two(own.database("peers_missed"), test)
    finally:
        own.close()


def test_what_is_told_while_the_connection_is_lost_is_told_later(postgres: Postgres) -> None:
    """By the connection after that, in its order."""

    async def test(first: PostgresPeers, second: PostgresPeers) -> None:
        heard: list[Notice] = []
        second.on_notice = heard.append
        url = postgres.url("peers_lost")
        for turn in range(5):
            await until(lambda: first._holding and first._listening)
            assert await asyncio.to_thread(ended, url, first)
            for part in "ab":
                first.tell(Ask(f"{turn}{part}"))
                await asyncio.sleep(0)
        told = [Ask(f"{turn}{part}") for turn in range(5) for part in "ab"]
        await until(lambda: all(one in heard for one in told))
        firsts = sorted(told, key=heard.index)
        assert firsts == told

    with_two(postgres.database("peers_lost"), test)


def ended(url: str, node: PostgresPeers) -> int:
    """End the connections of a node; gives how many it had."""
    statement = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = %s"
    with psycopg.connect(url, autocommit=True) as connection:
        return len(connection.execute(statement, (node._name(node.node),)).fetchall())


def test_a_node_knows_whether_it_hears_and_whether_it_can_drive(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_peers, "DEAF", 4 * postgres_peers.BEAT)

    async def test(first: PostgresPeers, second: PostgresPeers) -> None:
        await until(lambda: not first.wrong() and not second.wrong())
        for node, task, said in ((first, 0, "does not hear"), (second, 1, "cannot drive")):
            node._tasks[task].cancel()
            await until(node.wrong)
            assert said in node.wrong()

    assert "cannot drive" in PostgresPeers("postgresql://nowhere").wrong()
    with_two(postgres.database("peers_well"), test)


def test_a_connection_that_hears_nothing_is_not_well_and_ends_nobody(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hears no sign of life of the others, but its own neither: so it cannot tell who is silent."""
    monkeypatch.setattr(postgres_peers, "SILENT", 2 * postgres_peers.BEAT)
    monkeypatch.setattr(postgres_peers, "DEAF", 6 * postgres_peers.BEAT)

    async def test(first: PostgresPeers, second: PostgresPeers) -> None:
        await until(lambda: not first.wrong())
        monkeypatch.setattr(first, "_hear", lambda text: None)
        await until(first.wrong)
        assert "does not hear" in first.wrong()
        assert second.node in first._others
        assert not second.wrong()

    with_two(postgres.database("peers_deaf"), test)
