"""The metrics of several processes that listen at one port: whichever is asked answers with those of all.

A request for /metrics reaches any one of them, and counters that come now from one and now from another say nothing.
So each process gives its numbers to the others, over a Unix socket in a folder of their own; the label `process` says
which process a number is of.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from changeling.web.http.running.metrics import Meters

log = logging.getLogger("changeling.web")
PATIENCE = 2.0  # seconds that a process has to give its numbers; one that hangs is shown as not up
Sample = tuple[str, dict[str, str], float]


class Family(msgspec.Struct, array_like=True):
    """One number of one process, with all its labels."""

    name: str
    help: str
    type: str
    samples: list[Sample]


_encode = msgspec.msgpack.encode
_decoder = msgspec.msgpack.Decoder(list[Family])


@dataclass(frozen=True, slots=True)
class Siblings:
    """The processes of one server, and which of them this one is."""

    folder: str
    process: int
    count: int

    def _socket(self, process: int) -> Path:
        return Path(self.folder) / str(process)

    @contextlib.asynccontextmanager
    async def giving(self, meters: Meters) -> AsyncIterator[None]:
        """While this lasts, the others are given this process's numbers when they ask."""

        async def give(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError), contextlib.closing(writer):
                writer.write(_encode(families_of(meters)))
                await writer.drain()

        place = self._socket(self.process)
        place.unlink(missing_ok=True)  # of the process in whose place this one was started
        server = await asyncio.start_unix_server(give, place)
        try:
            yield
        finally:
            server.close()
            place.unlink(missing_ok=True)

    async def text(self, meters: Meters) -> bytes:
        """The numbers of all processes, as Prometheus reads them. One that does not give its own is shown as not up."""
        found = await asyncio.gather(*(self._numbers(process, meters) for process in range(self.count)))
        numbers = CollectorRegistry()
        numbers.register(_Gathered(found))
        return generate_latest(numbers)

    async def _numbers(self, process: int, meters: Meters) -> list[Family] | None:
        if process == self.process:
            return families_of(meters)
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._socket(process))
                with contextlib.closing(writer):
                    return _decoder.decode(await reader.read())
        except (OSError, TimeoutError, msgspec.MsgspecError) as error:
            log.warning("process %d does not give its numbers: %s", process, error or type(error).__name__)
            return None


def families_of(meters: Meters) -> list[Family]:
    """The numbers of this process."""
    return [
        Family(one.name, one.documentation, one.type, [(s.name, dict(s.labels), s.value) for s in one.samples])
        for one in meters.numbers.collect()
    ]


class _Gathered(Collector):
    """What all processes gave, each number under the name of its process."""

    def __init__(self, found: list[list[Family] | None]) -> None:
        self._found = found

    def collect(self) -> Iterable[Metric]:
        """All numbers; those of one name together, as the format wants it."""
        up = GaugeMetricFamily("changeling_process_up", "Whether a process gave its numbers", labels=["process"])
        together: dict[str, Metric] = {}
        for process, families in enumerate(self._found):
            up.add_metric([str(process)], families is not None)
            for family in families or ():
                metric = together.setdefault(family.name, Metric(family.name, family.help, family.type))
                for name, labels, value in family.samples:
                    metric.add_sample(name, {**labels, "process": str(process)}, value)
        yield up
        yield from together.values()
