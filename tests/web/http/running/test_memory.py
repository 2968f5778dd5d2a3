"""Garbage is looked for among what is new; what ends later is in no circle, so that nothing has to be looked for."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import httpx
import pytest
import uvicorn
import uvloop
from tests.web.served import serving
from tests.web.table.tables import Party
from websockets.asyncio.client import connect

from changeling.web.http import links
from changeling.web.http.routes import ApiRequest
from changeling.web.http.running.memory import FEW, NEVER, collect_seldom, keeping_memory, look
from changeling.web.http.running.serve import config_of
from changeling.web.settings import Settings
from changeling.web.storage.databases import store_at
from changeling.web.storage.documents import Row
from changeling.web.storage.store import put_row
from changeling.web.table.commands.commands import execute
from changeling.web.table.registry import Registry
from changeling.web.table.workers import Workers
from changeling.web.wire import messages as m
from changeling.web.wire.errors import StoreConflict, StoreError
from changeling.web.workers.process import WorkerLost


class Circle:
    """Something that only garbage collection frees."""

    def __init__(self) -> None:
        self.itself = self


@contextlib.contextmanager
def as_a_server() -> Iterator[None]:
    """Collect as a server does, and afterwards as before."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def test_garbage_is_found_among_what_is_new_and_what_is_left_is_not_gone_through_again() -> None:
    with as_a_server():
        kept = [Circle() for _ in range(FEW)]
        gone = ref(Circle())
        before = gc.get_freeze_count()
        assert look() >= 1
        assert gone() is None
        assert gc.get_freeze_count() >= before + FEW
        late = ref(kept.pop())
        filling = [Circle() for _ in range(FEW)]
        look()
        assert late() is not None, "it was old when it became garbage"
        look(everything=True)
        assert late() is None
        del filling


def test_a_few_new_objects_are_not_worth_a_look() -> None:
    with as_a_server():
        assert look() == 0


def test_only_a_process_that_was_told_so_is_looked_after(tmp_path: Path) -> None:
    async def main() -> int:
        async with keeping_memory(Registry(store_at(str(tmp_path / "t.sqlite")), Settings())):
            return len(asyncio.all_tasks())

    assert gc.get_threshold()[2] != NEVER
    assert asyncio.run(main()) == 1


def test_a_table_that_is_put_away_is_freed_at_once() -> None:
    async def main() -> None:
        party = await Party().gather(playing=True)
        table, clients = party.table, list(party.clients.values())
        loop = table.loop
        assert loop is not None
        question = loop.log.decision
        place = loop.log.game.seats.index(question.seat)
        await execute(
            table,
            next(one for one in clients if one.place == place),
            m.Answer(loop.next_question(table.moment()), question.options[0].code),
        )
        gone = ref(table)
        for client in clients:
            await table.disconnect(client)
        table.close()
        del party, clients, client, loop
        gc.disable()
        try:
            del table
            await asyncio.sleep(0)
            assert gone() is None
        finally:
            gc.enable()

    asyncio.run(main())


def test_what_a_store_refuses_is_freed_at_once(tmp_path: Path) -> None:
    store = store_at(str(tmp_path / "t.sqlite"))
    store.open()
    row = put_row("game", Row(1, "option", "Ann", "7", "person"))

    async def main() -> None:
        await store.write([row])
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                with contextlib.suppress(StoreConflict):
                    await store.write([row])
                with contextlib.suppress(StoreError):
                    await store.read("SELECT nonsense")
            assert [one for one in gc.get_objects() if isinstance(one, StoreConflict)] == []
            await store.read("SELECT 1")  # the writer has its last jobs until there are others
            assert [one for one in gc.get_objects() if isinstance(one, StoreError)] == []
        finally:
            gc.enable()

    asyncio.run(main())
    store.close()


def test_a_worker_that_is_given_up_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> None:
        raise WorkerLost("it took too long")

    async def main() -> None:
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                with contextlib.suppress(WorkerLost):
                    await pool.ask("nothing")
            await asyncio.sleep(0.05)
            assert [one for one in gc.get_objects() if isinstance(one, WorkerLost)] == []
        finally:
            gc.enable()

    pool = Workers(Settings()).uploads
    monkeypatch.setattr(type(pool), "_answer", lost)
    asyncio.run(main())
    pool.close()


def test_a_connection_that_is_lost_is_freed_at_once(tmp_path: Path) -> None:
    made: list[ref[links.LinkedProtocol]] = []

    class Noted(links.LinkedProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made.append(ref(self))
            super().connection_made(transport)

    async def main(server: uvicorn.Server, listener: socket.socket) -> None:
        running = asyncio.create_task(server.serve(sockets=[listener]))
        port = listener.getsockname()[1]
        while not server.started:
            await asyncio.sleep(0.01)
        gc.disable()
        try:
            for _ in range(3):
                async with connect(f"ws://127.0.0.1:{port}/ws/no-such-table") as visit:
                    await visit.send('{"type":"hello"}')
                    await visit.recv()
            for head in (
                b"\x81\xff\x00\x00\x01\x00\x00\x00\x00\x00",
                b"\x8f\x80\x00\x00\x00\x00",
            ):  # too large, no frame
                visit = await connect(f"ws://127.0.0.1:{port}/ws/no-such-table")
                visit.transport.write(head)
                await visit.wait_closed()
            for _ in range(100):
                if all(one() is None for one in made):
                    break
                await asyncio.sleep(0.05)
            assert [one() for one in made] == [None] * 5
        finally:
            gc.enable()
            server.should_exit = True
            await running

    settings = Settings(rates=False)
    config = config_of(Registry(store_at(str(tmp_path / "t.sqlite")), settings, workers=Workers(settings)))
    config.ws = Noted
    loops = asyncio.Runner(loop_factory=uvloop.new_event_loop)
    with socket.create_server(("127.0.0.1", 0)) as listener, loops as runner:
        runner.run(main(uvicorn.Server(config), listener))


def test_a_request_that_is_refused_is_freed_at_once(tmp_path: Path) -> None:
    """It can have the cards of a whole deck, and take many seconds."""
    with serving(tmp_path / "tables.sqlite") as served:
        bad = {"name": "Ann", "deck": {"parts": [], "text": "keeper Sun"}}
        gc.collect()
        gc.disable()
        try:
            answers = [
                httpx.post(f"{served.url}/api/tables", json=bad).status_code,
                httpx.get(f"{served.url}/api/replays/none").status_code,
            ]
            assert answers == [409, 404]
            assert [one for one in gc.get_objects() if isinstance(one, ApiRequest)] == []
        finally:
            gc.enable()
