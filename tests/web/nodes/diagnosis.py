"""What is known of a table that stands still: what its people think, and what each node has of it in memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from changeling.web.nodes.postgres_peers import PostgresPeers
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.registry import Registry

if TYPE_CHECKING:
    from tests.web.nodes.people import Stubborn

ANSWERS = 3.0  # seconds that a node has to tell what it knows


# --- in a node --------------------------------------------------------------------------------------------------------
def _file_of(pid: int) -> Path:
    return Path(tempfile.gettempdir()) / f"changeling-node-{pid}.txt"


def tell_when_asked(registry: Registry) -> None:
    """Have this process write down what it knows of its tables when it gets SIGUSR1, whatever its event loop does."""

    def tell(number: int, frame: object) -> None:
        whole = _file_of(os.getpid()).with_suffix(".part")
        whole.write_text("\n".join([_node(registry), *(_table(table) for table in list(registry.tables.values()))]))
        whole.rename(_file_of(os.getpid()))

    signal.signal(signal.SIGUSR1, tell)


def _node(registry: Registry) -> str:
    peers: Any = registry.peers
    if not isinstance(peers, PostgresPeers):
        return "no other nodes"
    return (
        f"  node {peers.node}: listening {peers._listening}, holding {peers._holding}, {len(peers._told)} to tell,"
        f" knows {sorted(peers._others)}, wants {sorted(peers._wanted)}, drives {sorted(peers._driven)},"
        f" turns {_of(registry.turns)}, loading {sorted(registry._loading)}"
    )


def _table(table: LiveTable) -> str:
    lines = [
        f"    table {table.id}: version {table.version}, phase {table.document.phase}, round {table.document.round},"
        f" drives {table.drives}, locked {table.lock.locked()}, lost {table._lost}, stuck {table._stuck},"
        f" unheard {table.unheard}, bots {_bots(table)}, places here {sorted(_places(table), key=str)},"
        f" present elsewhere {[(sorted(one.seats), one.watching) for one in table.peers.present(table.id)]}"
    ]
    if table.loop is not None:
        loop: Any = table.loop
        handle = loop._alarm._handle
        alarm = (
            "none"
            if handle is None
            else f"at {handle.when() - time.monotonic():+.2f} s, cancelled {handle.cancelled()}"
        )
        lines.append(
            f"      game {loop.log.document.id}: next row {loop.log.next_row}, {loop.log.happened} events,"
            f" asked {loop.log.game.standing.asked}, over {loop.over}, unfinished {loop._unfinished}, alarm {alarm},"
            f" thinks of {sorted(loop._thinking._tasks)}, has chosen {sorted(loop._thinking._chosen)},"
            f" bot delay {loop._bot_delay}"
        )
        if loop.window is not None:
            lines.append(f"      window: asks {[(one.place, one.id) for one in loop.window.questions]}")
            for place, intent in loop.window.intents.items():
                here = intent.receipt is not None and intent.receipt.client in table.clients
                lines.append(
                    f"        {place} means {intent.option.code} by {intent.by}, receipt {intent.receipt is not None},"
                    f" its client is here {here}"
                )
    lines += [f"      client at {client.place}: {_of(client)}" for client in table.clients]
    return "\n".join(lines)


def _places(table: LiveTable) -> list[int | None]:
    return [client.place for client in table.clients]


def _bots(table: LiveTable) -> list[int]:
    return sorted(table.attendance.bots(table.document, time.monotonic()))


def _of(thing: Any) -> str:
    names = (*getattr(type(thing), "__slots__", ()), *getattr(thing, "__dict__", ()))
    kept = {name: getattr(thing, name, None) for name in names if name not in ("state", "write", "later", "holds")}
    return ", ".join(f"{name} {str(value)[:80]}" for name, value in kept.items())


# --- in a test --------------------------------------------------------------------------------------------------------
def ask_node(pid: int) -> str:
    """What a node knows, by the id of its process."""
    place = _file_of(pid)
    place.unlink(missing_ok=True)
    try:
        os.kill(pid, signal.SIGUSR1)
    except ProcessLookupError:
        return f"  process {pid} is gone"
    end = time.monotonic() + ANSWERS
    while not place.exists():
        if time.monotonic() > end:
            return f"  process {pid} does not answer"
        time.sleep(0.02)
    text = place.read_text()
    place.unlink()
    return text


async def diagnosis(people: Sequence[Stubborn], pids: Sequence[int]) -> str:
    """What is known of a table now, and whether somebody who comes to a node has it go on."""
    lines = [f"table {people[0].table} stands still"]
    lines += [f"  {person.thinks()}" for person in people]
    for pid in pids:
        lines += [f"  process {pid}:", await asyncio.to_thread(ask_node, pid)]
    return "\n".join(lines)


async def unstuck(people: Sequence[Stubborn]) -> str:
    """What has the table go on: that some person comes by another connection, or nothing."""
    for person in people:
        before = sum(len(one.accepted) for one in people)
        person.moves = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * ANSWERS):
                while sum(len(one.accepted) for one in people) == before:
                    await asyncio.sleep(0.05)
                return f"  it went on after the person at place {person.place} had come by another connection"
    return "  it does not go on whoever comes by another connection"
