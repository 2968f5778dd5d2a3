"""Numbers about a running server, for Prometheus: answers, times, queues, tables, workers and the store."""

from __future__ import annotations

import asyncio
import contextlib
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import AsyncIterator, Iterable
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from changeling import __version__
from changeling.engine.version import ENGINE
from changeling.web.http.running.meanwhile import meanwhile
from changeling.web.storage.migrations import VERSION as SCHEMA
from changeling.web.table.registry import Registry
from changeling.web.wire.messages import PROTOCOL
from changeling.web.wire.values import Phase

CONTENT = "text/plain; version=0.0.4; charset=utf-8"
TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LOOK = 0.5  # seconds between two looks at how late the event loop is
PHASES: tuple[Phase, ...] = ("lobby", "playing", "over")


class Meters:
    """What is counted while it happens. Names and labels are few and fixed: nothing that people write is among them."""

    def __init__(self) -> None:
        self.numbers = CollectorRegistry()
        self.requests = Histogram(
            "changeling_request_seconds",
            "HTTP requests",
            ("route", "method", "status"),
            buckets=TIMES,
            registry=self.numbers,
        )
        self._messages = Times(
            "changeling_message_seconds",
            "Messages of clients, from when they were read until all was stored and sent",
            "type",
        )
        self._refusals = Counter("changeling_refusals", "Messages that were refused", ("code",), registry=self.numbers)
        self._late = Histogram(
            "changeling_loop_lag_seconds",
            "How late the event loop came to something",
            buckets=TIMES,
            registry=self.numbers,
        )
        self._store = Times("changeling_store_transaction_seconds", "Transactions of the store", "good")
        self.numbers.register(self._messages)
        self.numbers.register(self._store)

    def message(self, kind: str, seconds: float) -> None:
        """Count a message of that type, which took so many seconds."""
        self._messages.observe(kind, seconds)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals.labels(code).inc()

    def transaction(self, seconds: float, good: bool) -> None:
        """Count a transaction of the store; called by the thread that writes."""
        self._store.observe("yes" if good else "no", seconds)

    @contextlib.asynccontextmanager
    async def watching(self, registry: Registry) -> AsyncIterator[None]:
        """While this lasts, the store and the event loop are measured, and what stands there can be asked for."""
        standing = _Standing(registry)
        collectors = [
            GCCollector(self.numbers),
            PlatformCollector(self.numbers),
            ProcessCollector(registry=self.numbers),
        ]
        self.numbers.register(standing)
        registry.store.watch = self.transaction
        try:
            async with meanwhile(self._watch_loop()):
                yield
        finally:
            for collector in (standing, *collectors):
                self.numbers.unregister(collector)

    async def _watch_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            self._late.observe(max(0.0, loop.time() - due))

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.numbers)


class Times(Collector):
    """How long something took, by one label. One thread counts, without a lock: it is done for every answer."""

    def __init__(self, name: str, about: str, label: str) -> None:
        self._name, self._about, self._label = name, about, label
        self._counts: dict[str, list[int]] = {}  # by the label, for each of TIMES and beyond
        self._sums: dict[str, float] = {}

    def observe(self, kind: str, seconds: float) -> None:
        """Count something that took so long."""
        counts = self._counts.get(kind)
        if counts is None:
            counts = self._counts[kind] = [0] * (len(TIMES) + 1)
            self._sums[kind] = 0.0
        counts[bisect_left(TIMES, seconds)] += 1
        self._sums[kind] += seconds

    def collect(self) -> Iterable[Metric]:
        """The numbers of now."""
        family = HistogramMetricFamily(self._name, self._about, labels=[self._label])
        for kind, counts in list(self._counts.items()):
            bounds = [*map(str, TIMES), "+Inf"]
            family.add_metric([kind], list(zip(bounds, accumulate(counts), strict=True)), self._sums.get(kind, 0.0))
        yield family


class _Standing(Collector):
    """What stands there at the moment when it is asked for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def collect(self) -> Iterable[Metric]:
        """The numbers of now."""
        labels = {"version": __version__, "engine": str(ENGINE), "schema": str(SCHEMA), "protocol": str(PROTOCOL)}
        about = GaugeMetricFamily("changeling_build", "Which program this is", labels=list(labels))
        about.add_metric(list(labels.values()), 1)
        yield about
        yield from self._tables()
        yield from self._of_store()
        yield from self._workers()

    def _tables(self) -> Iterable[Metric]:
        live = list(self._registry.tables.values())
        phases = Tally(table.document.phase for table in live)
        tables = GaugeMetricFamily("changeling_tables", "Tables in memory", labels=["phase"])
        for phase in PHASES:
            tables.add_metric([phase], phases[phase])
        yield tables
        seated = sum(client.place is not None for table in live for client in table.clients)
        clients = GaugeMetricFamily("changeling_clients", "Connected clients", labels=["seated"])
        clients.add_metric(["yes"], seated)
        clients.add_metric(["no"], sum(len(table.clients) for table in live) - seated)
        yield clients

    def _of_store(self) -> Iterable[Metric]:
        store = self._registry.store
        yield GaugeMetricFamily("changeling_store_waiting", "Jobs that wait for the store", store.waiting())
        yield CounterMetricFamily("changeling_store_statements", "Statements that were committed", store.written)
        answers = CounterMetricFamily("changeling_answers", "Answers on the disk", labels=["by"])
        for by in ("person", "bot", "table"):
            answers.add_metric([by], store.answers[by])
        yield answers

    def _workers(self) -> Iterable[Metric]:
        pools = {"uploads": self._registry.workers.uploads, "bots": self._registry.workers.bots}
        workers = GaugeMetricFamily("changeling_workers", "Worker processes", labels=["pool", "state"])
        waiting = GaugeMetricFamily("changeling_work_waiting", "Jobs that wait for a worker", labels=["pool"])
        lost = CounterMetricFamily("changeling_workers_lost", "Jobs to which no worker gave an answer", labels=["pool"])
        jobs = CounterMetricFamily("changeling_work", "Jobs that workers were asked for", labels=["pool", "job"])
        for name, pool in pools.items():
            state = pool.state()
            workers.add_metric([name, "idle"], state.idle)
            workers.add_metric([name, "busy"], state.busy)
            waiting.add_metric([name], state.waiting)
            lost.add_metric([name], state.lost)
            for job, count in pool.asked.items():
                jobs.add_metric([name, job], count)
        yield from (workers, waiting, lost, jobs)
