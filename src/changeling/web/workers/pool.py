"""A pool of worker processes. A crash, a time that is up or a memory that is full costs one answer, and one process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from changeling.web.wire.errors import Refuse
from changeling.web.workers.process import WorkerLost, WorkerProcess

log = logging.getLogger("changeling.web")
# On whose account something is done, such as an address; empty for the server's own. Tasks inherit it.
asker: ContextVar[str] = ContextVar("asker", default="")
MOST_AT_ONCE = 1 << 30  # no limit


@dataclass(frozen=True, slots=True)
class Limits:
    """What a pool may use: processes, seconds for an answer, megabytes for a process, and requests that wait.

    After so many `answers` a process is replaced, so that what it has kept meanwhile is given back. `share` is how many
    requests of one asker are worked at or queued at the same time, and `patient` how many more of them may wait for
    that; zero sets no such limit.
    """

    processes: int
    seconds: float
    megabytes: int
    waiting: int = 64
    answers: int = 1000
    share: int = 0
    patient: int = 8


@dataclass(frozen=True, slots=True)
class PoolState:
    """How many processes rest and work, how many requests wait for one, and how many were never answered."""

    idle: int
    busy: int
    waiting: int
    lost: int


class Share:
    """What one asker has under way. A request counts until it is done, also when nobody waits for it any more."""

    def __init__(self, most: int) -> None:
        self._room, self._loop = asyncio.Semaphore(most), asyncio.get_running_loop()
        self.waiting = self.under_way = 0

    async def wait(self) -> None:
        """Wait until another request may be queued."""
        self.waiting += 1
        try:
            await self._room.acquire()
            self.under_way += 1
        finally:
            self.waiting -= 1

    def done(self, _: object = None) -> None:
        """A request is done; called in any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended, and everybody who waited
            self._loop.call_soon_threadsafe(self._free)

    def _free(self) -> None:
        self.under_way -= 1
        self._room.release()


class Pool:
    """Worker processes for the jobs of one module. They start when they are first needed.

    `asked` counts what was asked, by the name of the job.
    """

    def __init__(self, jobs: str, limits: Limits) -> None:
        self.limits, self.asked = limits, Counter[str]()
        self._jobs = jobs
        self._lock = threading.Lock()
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self._threads: ThreadPoolExecutor | None = None  # one for each process: it waits for the answers
        self._waiting, self._closing = 0, False
        self._lost = 0
        self._shares: dict[tuple[str, int], Share] = {}  # by asker and event loop: of those who wait for something

    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        with self._lock:
            return [worker.pid for worker in (*self._idle, *self._busy)]

    def state(self) -> PoolState:
        """How it stands."""
        with self._lock:
            waiting = max(0, self._waiting - len(self._busy))
            return PoolState(len(self._idle), len(self._busy), waiting, self._lost)

    async def ask(self, job: str, *given: Any, about: str = "", seconds: float = 0.0) -> Any:
        """What a worker gives. Raises what the job refuses, and WorkerLost where there is no answer.

        Requests `about` the same thing go to the same worker where it is free, which may have kept what it needs.
        With `seconds` the answer has less time than is usual. Whoever stops waiting gives up its place in the queue.
        """
        self.asked[job] += 1
        share = await self._share()
        try:
            future = self._submit(job, given, about, seconds or self.limits.seconds)
        except WorkerLost:
            share.done()
            raise
        future.add_done_callback(share.done)
        try:
            kind, value = await asyncio.wrap_future(future)
        finally:
            del future  # which has what was raised, whose traceback has this frame: a circle
        if kind == "refused":
            code, text, status, problems = value
            raise Refuse(code, text, status=status, problems=problems)
        if kind == "failed":
            log.error("a worker failed at %s: %s", job, value)
            raise WorkerLost("a worker failed")
        return value

    def warm_up(self) -> None:
        """Start a process in the background, so that the first who asks need not wait for that."""
        self._executor().submit(self._start_one)

    def _start_one(self) -> None:
        with contextlib.suppress(WorkerLost):
            worker = self._take("")
            try:
                worker.start()
            except WorkerLost as lost:
                if not self._closing:
                    log.warning("%s", lost)
                worker.stop()
            finally:
                self._put_back(worker)

    def _executor(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self.limits.processes, "changeling-worker")
            return self._threads

    async def _share(self) -> Share:
        """Wait until whoever asks may have another request queued. Raises WorkerLost where too many wait for that."""
        who = asker.get() if self.limits.share else ""
        most, patient = (self.limits.share, self.limits.patient) if who else (MOST_AT_ONCE, MOST_AT_ONCE)
        self._shares = {key: one for key, one in self._shares.items() if one.waiting or one.under_way}
        share = self._shares.setdefault((who, id(asyncio.get_running_loop())), Share(most))
        if share.waiting >= patient:
            raise WorkerLost("too many of one asker wait for a worker", busy=True)
        await share.wait()
        return share

    def _submit(self, job: str, given: tuple[Any, ...], about: str, seconds: float) -> Future[Any]:
        threads = self._executor()
        with self._lock:
            if self._waiting >= self.limits.waiting + self.limits.processes:
                raise WorkerLost("too many wait for a worker", busy=True)
            self._waiting += 1
        future = threads.submit(self._answer, job, given, about, seconds)
        future.add_done_callback(self._answered)
        return future

    def _answered(self, _: Future[Any]) -> None:
        with self._lock:
            self._waiting -= 1

    def _answer(self, job: str, given: tuple[Any, ...], about: str, seconds: float) -> Any:
        """Have a worker do a job; runs in a thread."""
        request, worker = pickle.dumps((job, given)), self._take(about)
        try:
            return pickle.loads(worker.call(request, seconds))
        except WorkerLost as lost:
            log.warning("%s: %s", job, lost)
            self._lost += 1
            worker.stop()
            raise
        finally:
            self._put_back(worker)

    def _take(self, about: str) -> WorkerProcess:
        """A free worker: the one whose last request was about the same, else any, else a new one."""
        with self._lock:
            if self._closing:
                raise WorkerLost("the server stops")
            known = next((worker for worker in self._idle if about and worker.last == about), None)
            worker = known or (self._idle[0] if self._idle else WorkerProcess(self._jobs, self.limits.megabytes))
            if worker in self._idle:
                self._idle.remove(worker)
            self._busy.add(worker)
            worker.last = about
            return worker

    def _put_back(self, worker: WorkerProcess) -> None:
        """Keep a worker for the next request, unless it is gone, has worked long enough, or the pool was closed."""
        with self._lock:
            known = worker in self._busy
            self._busy.discard(worker)
            if known and worker.runs and worker.answers < self.limits.answers:
                self._idle.append(worker)
                return
        worker.stop()

    def close(self) -> None:
        """End all processes and wait for that. Whoever still waits for an answer gets none; asked again, it starts."""
        with self._lock:
            self._closing = True
            idle, busy, threads = self._idle, list(self._busy), self._threads
            self._idle, self._busy, self._threads = [], set(), None
        for worker in busy:
            worker.kill()
        for worker in idle:
            worker.stop()
        if threads is not None:
            threads.shutdown(wait=True, cancel_futures=True)
        self._closing = False
