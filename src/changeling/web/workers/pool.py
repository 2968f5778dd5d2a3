"""A pool of worker processes. A crash, a time that is up or a memory that is full costs one answer, and one process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from changeling.web.wire.errors import Refuse
from changeling.web.workers.process import WorkerLost, WorkerProcess

log = logging.getLogger("changeling.web")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a pool may use: processes, seconds for an answer, megabytes for a process, and requests that wait.

    After so many `answers` a process is replaced, so that what it has kept meanwhile is given back.
    """

    processes: int
    seconds: float
    megabytes: int
    waiting: int = 64
    answers: int = 1000


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

    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        with self._lock:
            return [worker.pid for worker in (*self._idle, *self._busy)]

    async def ask(self, job: str, *given: Any, about: str = "") -> Any:
        """What a worker gives. Raises what the job refuses, and WorkerLost where there is no answer.

        Requests `about` the same thing go to the same worker where it is free, which may have kept what it needs.
        """
        self.asked[job] += 1
        kind, value = await asyncio.wrap_future(self._submit(job, given, about))
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
                log.warning("%s", lost)
                worker.stop()
            finally:
                self._put_back(worker)

    def _executor(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self.limits.processes, "changeling-worker")
            return self._threads

    def _submit(self, job: str, given: tuple[Any, ...], about: str) -> Future[Any]:
        threads = self._executor()
        with self._lock:
            if self._waiting >= self.limits.waiting + self.limits.processes:
                raise WorkerLost("too many wait for a worker", busy=True)
            self._waiting += 1
        future = threads.submit(self._answer, job, given, about)
        future.add_done_callback(self._answered)
        return future

    def _answered(self, _: Future[Any]) -> None:
        with self._lock:
            self._waiting -= 1

    def _answer(self, job: str, given: tuple[Any, ...], about: str) -> Any:
        """Have a worker do a job; runs in a thread."""
        request, worker = pickle.dumps((job, given)), self._take(about)
        try:
            return pickle.loads(worker.call(request, self.limits.seconds))
        except WorkerLost as lost:
            log.warning("%s: %s", job, lost)
            worker.stop()
            raise
        finally:
            self._put_back(worker)

    def _take(self, about: str) -> WorkerProcess:
        """A worker that is free: one that knows what it is about, else any, else a new one."""
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
