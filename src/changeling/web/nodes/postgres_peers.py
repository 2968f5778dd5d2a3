"""Nodes that share a PostgreSQL database: they hear of each other by LISTEN and NOTIFY, and lock the tables they drive.

Two connections besides the store's: one listens; the other tells, and holds an advisory lock for each table that is
driven here. The locks end with their connection, so with the node. A node that runs but hangs has its connection ended
by the others after `SILENT` seconds; should it go on afterwards, the store refuses what comes too late.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from changeling.web.nodes.notices import Alive, Ask, Notice, Presence, read, written
from changeling.web.nodes.peers import ALONE, Peers
from changeling.web.storage.databases import file_of
from changeling.web.storage.failures import plainly
from changeling.web.storage.outage import Outage
from changeling.web.storage.postgres import network_of
from changeling.web.storage.store import Statement

log = logging.getLogger("changeling.web")
CHANNEL = "changeling"
BEAT = 0.4  # seconds between two signs of life, and two tries to get a lock
SILENT = 1.6  # seconds without a sign of life after which a node counts as gone
DEAF = 5.0  # seconds without a sign of life of its own after which a node does not count as hearing
MOST_TOLD = (
    20_000  # notices that wait to be told; without a connection for longer, what is older is said when asked for
)
ID = 8  # characters of a node's name
_KEY = "hashtextextended(name, 7202)"


class PostgresPeers(Peers):
    """This node among others.

    `on_notice` is called with what another node tells, `on_gone` with the tables at which a node had clients that is
    gone, `on_deaf` when nothing can be heard any more, `on_back` when it can and something may have been missed, and
    `on_drive` with a table that is driven here from now on.
    """

    shared = True

    def __init__(self, url: str) -> None:
        self.node = secrets.token_hex(ID // 2)
        self.outage = Outage()
        self.on_notice: Callable[[Notice], None] = lambda notice: None
        self.on_gone: Callable[[list[str]], None] = lambda tables: None
        self.on_deaf: Callable[[], None] = lambda: None
        self.on_back: Callable[[], None] = lambda: None
        self.on_drive: Callable[[str], None] = lambda table: None
        self._url = url
        self._others: dict[str, float] = {}  # other nodes, and when they were last heard
        self._present: dict[str, dict[str, Presence]] = {}  # by table and node
        self._wanted: set[str] = set()
        self._fresh: set[str] = set()  # wanted since the last try
        self._driven: set[str] = set()
        self._unlocked: list[str] = []  # tables whose locks are to be given back
        self._told: deque[str] = deque(maxlen=MOST_TOLD)
        self._more = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listening = self._holding = False  # whether each of the two connections is there
        self._heard_itself = float("-inf")

    # --- for tables ---------------------------------------------------------------------------------------------------
    def telling(self, notice: Notice) -> list[Statement]:
        """The statement that tells the others when its transaction is done, and only then."""
        return [(f"SELECT pg_notify('{CHANNEL}', ?)", (written(self.node, notice),))]

    def tell(self, notice: Notice) -> None:
        """Tell the others something of the moment."""
        self._told.append(written(self.node, notice))
        self._more.set()

    def drives(self, table: str) -> bool:
        """Whether this node holds the lock of a table."""
        return table in self._driven

    def want(self, table: str) -> None:
        """Try to get the lock of a table, now and again."""
        if table not in self._wanted:
            self._wanted.add(table)
            self._fresh.add(table)
            self._more.set()

    def release(self, table: str) -> None:
        """Give the lock of a table back."""
        self._wanted.discard(table)
        if table in self._driven:
            self._driven.discard(table)
            self._unlocked.append(table)
            self._more.set()

    def hears(self) -> bool:
        """Whether there is a connection that listens."""
        return self._listening

    def wrong(self) -> str:
        """What is wrong with the connections. By its own signs of life a node knows that what is told arrives."""
        if not self._holding:
            return "this node cannot drive tables: the connection that holds its locks is gone; the log says why"
        if not self._listening or time.monotonic() - self._heard_itself > DEAF:
            return "this node does not hear the others; the log says why"
        return ""

    def present(self, table: str) -> Iterable[Presence]:
        """Who is at a table by way of other nodes."""
        return self._present.get(table, {}).values()

    # --- running ------------------------------------------------------------------------------------------------------
    async def open(self) -> None:
        """Begin to listen and to tell."""
        for run in (self._listen, self._keep):
            self._tasks.append(asyncio.create_task(self._again(run)))

    async def close(self) -> None:
        """End both connections, and with them the locks."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()

    async def _again(self, run: Callable[[Any], Awaitable[None]]) -> None:
        """Run with a connection, and with a new one when that is lost."""
        import psycopg

        while True:
            try:
                network = {**network_of(self._url), "connect_timeout": 5, "application_name": self._name(self.node)}
                connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True, **network)
                async with connection:
                    await run(connection)
            except (psycopg.Error, OSError) as error:
                self.outage.noticed("nodes", plainly(error))
            except Exception:
                log.exception("the other nodes cannot be reached for the moment")
            await asyncio.sleep(BEAT)

    @staticmethod
    def _name(node: str) -> str:
        return f"changeling node {node}"

    # --- listening ----------------------------------------------------------------------------------------------------
    async def _listen(self, connection: Any) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        now = time.monotonic()
        self._others = dict.fromkeys(self._others, now)  # they could not be heard meanwhile
        self._listening = True
        try:
            self.on_back()
            self.tell(Ask(""))
            async for heard in connection.notifies():
                self._hear(heard.payload)
        finally:
            self._listening = False
            self.on_deaf()

    def _hear(self, text: str) -> None:
        node = text[:ID]
        if node == self.node:
            self._heard_itself = time.monotonic()
            self.outage.over("nodes")  # both connections are there
            return
        known = node in self._others
        self._others[node] = time.monotonic()
        if not known:
            log.info("node %s is there", node)
        try:
            notice = read(text[ID:])
        except ValueError as error:
            log.warning("node %s says what is not understood here: %s", node, error)
            return
        if isinstance(notice, Presence):
            self._note(node, notice)
        if not isinstance(notice, Alive):
            self.on_notice(notice)

    def _note(self, node: str, presence: Presence) -> None:
        here = self._present.setdefault(presence.table, {})
        if presence.anybody:
            here[node] = presence
        else:
            here.pop(node, None)
        if not here:
            del self._present[presence.table]

    def _forget(self, node: str) -> None:
        """A node is gone, and everybody who was connected to it."""
        log.warning("node %s has been silent for %g seconds, and counts as gone", node, SILENT)
        del self._others[node]
        tables = [table for table, nodes in self._present.items() if node in nodes]
        for table in tables:
            del self._present[table][node]
            if not self._present[table]:
                del self._present[table]
        self.on_gone(tables)

    # --- telling, and the locks ---------------------------------------------------------------------------------------
    async def _keep(self, connection: Any) -> None:
        beat = time.monotonic()
        self._holding = True
        try:
            while True:
                self._more.clear()
                now = time.monotonic()
                if now >= beat:
                    await self._end_silent(connection, now, late=now - beat > BEAT)
                    self._told.append(written(self.node, Alive()))
                    self._fresh = set(self._wanted)
                    beat = now + BEAT
                await self._tell_all(connection)
                await self._unlock(connection)
                await self._lock(connection)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(max(0.0, beat - time.monotonic())):
                        await self._more.wait()
        finally:
            self._holding = False
            self._driven.clear()  # the locks have ended with the connection

    async def _tell_all(self, connection: Any) -> None:
        """Tell what waits to be told. Where the connection turns out to be lost, the next one tells it, perhaps for the
        second time: that does no harm."""
        told = list(self._told)
        if told:
            self._told.clear()
            statement = f"SELECT pg_notify('{CHANNEL}', told) FROM unnest(%s::text[]) AS told"
            try:
                await connection.execute(statement, (told,))
            except BaseException:
                self._told.extendleft(reversed(told))
                raise

    async def _unlock(self, connection: Any) -> None:
        names, self._unlocked = self._unlocked, []
        if names:
            await connection.execute(f"SELECT pg_advisory_unlock({_KEY}) FROM unnest(%s::text[]) AS name", (names,))

    async def _lock(self, connection: Any) -> None:
        names, self._fresh = list((self._fresh & self._wanted) - self._driven), set()
        if not names:
            return
        statement = f"SELECT name, pg_try_advisory_lock({_KEY}) FROM unnest(%s::text[]) AS name"
        cursor = await connection.execute(statement, (names,))
        for name, locked in await cursor.fetchall():
            if locked and name in self._wanted:
                self._driven.add(name)
                self.on_drive(name)
            elif locked:  # released while this was asked for
                self._unlocked.append(name)

    async def _end_silent(self, connection: Any, now: float, *, late: bool) -> None:
        """End the connections of nodes that give no sign of life, so that nobody waits for the tables they drive.

        A node is silent when this one has heard itself that much later: who does not hear itself does not hear the
        others either, and cannot tell. `late`: this node itself has hung, and what the others said meanwhile was not
        read yet.
        """
        if late:
            self._others = dict.fromkeys(self._others, now)
        if not self._listening:
            return
        for node in [node for node, heard in self._others.items() if self._heard_itself - heard > SILENT]:
            self._forget(node)
            statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
            await connection.execute(statement, (self._name(node),))


def peers_at(place: str) -> Peers:
    """The other nodes on the store at a path or URL: on a file there are none.

    On Windows neither: the event loop that servers run on there cannot wait for the connections of PostgreSQL.
    """
    return ALONE if file_of(place) is not None or sys.platform == "win32" else PostgresPeers(place)
