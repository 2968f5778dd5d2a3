"""Chunks played at once by processes of this machine.

A worker is a process with a pipe: it ends by itself when the pipe does, so that a run that is killed leaves none
behind. One that dies is replaced and its chunk played again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from changeling.errors import ChangelingError, EngineFault
from changeling.interrupts import kept_from_children

TRIES = 3  # how often one piece of work may take its worker along
_SPAWN = multiprocessing.get_context("spawn")

Work = TypeVar("Work")
Made = TypeVar("Made")
Player = Callable[[Work], Made]
"""Plays one piece of work, in any process."""


def cores_here() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_here(player: Player[Work, Made], jobs: Iterator[Work], cores: int) -> Iterator[Made]:
    """Play on so many cores of this machine; yields what was made, in any order."""
    if cores == 1:
        yield from map(player, jobs)
        return
    with _Pool(player, cores) as pool:
        yield from pool.run(jobs)


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    job: Any = None


class _Pool:
    """Worker processes, each with a piece of work at most."""

    def __init__(self, player: Callable[[Any], Any], size: int) -> None:
        self.player, self.size = player, size
        self.workers: list[_Worker] = []
        self.lost: dict[int, int] = {}  # by piece of work: how many workers died of it

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.process.kill()
            worker.pipe.close()
        for worker in self.workers:
            worker.process.join()

    def run(self, jobs: Iterator[Any]) -> Iterator[Any]:
        """Play everything; a piece of work whose worker died comes again before the next."""
        again: list[Any] = []
        while True:
            while len(self.workers) < self.size and (job := again.pop() if again else next(jobs, None)) is not None:
                self.workers.append(self._started(job))
            if not self.workers:
                return
            for worker in self._ready():
                try:
                    good, made = worker.pipe.recv()
                except (EOFError, OSError):
                    again.append(self._buried(worker))
                    continue
                if not good:
                    raise ChangelingError(made)
                yield made
                job = again.pop() if again else next(jobs, None)
                if job is None:
                    self._dismiss(worker)
                else:
                    worker.job = job
                    with contextlib.suppress(OSError):  # it is dead: its pipe tells that next
                        worker.pipe.send(job)

    def _ready(self) -> list[_Worker]:
        ready = set(wait([worker.pipe for worker in self.workers]))
        return [worker for worker in self.workers if worker.pipe in ready]

    def _started(self, job: Any) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=_work, args=(self.player, theirs), daemon=True)
        with kept_from_children(), _one_thread():
            process.start()
        theirs.close()
        ours.send(job)
        return _Worker(process, ours, job)

    def _buried(self, worker: _Worker) -> Any:
        """Take a dead worker away; gives the work it had. Raises ChangelingError when that killed too many."""
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        number = id(worker.job)
        self.lost[number] = self.lost.get(number, 0) + 1
        if self.lost[number] >= TRIES:
            code = worker.process.exitcode
            raise ChangelingError(
                f"a worker died {TRIES} times over the same games (exit status {code}); is there enough memory? "
                "Fewer --cores need less"
            )
        return worker.job

    def _dismiss(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join()


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Processes started here do not each use all cores for writing their tables."""
    name, before = "POLARS_MAX_THREADS", os.environ.get("POLARS_MAX_THREADS")
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _work(player: Callable[[Any], Any], pipe: Connection) -> None:
    """A worker's life: take work, hand back what was made or what went wrong, until nobody sends any more."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            try:
                answer = True, player(job)
            except (ChangelingError, EngineFault) as error:
                answer = False, str(error)
            except Exception:
                answer = False, f"a worker failed, which is a fault of ours:\n{traceback.format_exc()}"
            pipe.send(answer)
