"""Several processes on one port: each is a node like any other, and one that ends is replaced."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

from changeling.interrupts import kept_from_children
from changeling.web.http.running.siblings import Siblings

log = logging.getLogger("changeling.web")
AGAIN = 1.0  # seconds between two starts of the same process: one that cannot start is not started all the time
GOODBYE = 8.0  # seconds that a process has to stop


class Fleet:
    """Processes that run the same function. They share its arguments, such as a listening socket; the last argument,
    its `Siblings`, says which of them a process is."""

    def __init__(self, count: int, target: Callable[..., None], *given: Any) -> None:
        self._count, self._target, self._given = count, target, given
        self._processes: list[BaseProcess] = []
        self._stopping = False

    def run(self) -> None:
        """Keep them running until this process is told to stop."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._stop)
        with tempfile.TemporaryDirectory(prefix="changeling-") as folder:
            siblings = [Siblings(folder, place, self._count) for place in range(self._count)]
            self._processes = [self._started(one) for one in siblings]
            while not self._stopping:
                time.sleep(AGAIN)
                self._replace(siblings)
            self._end()

    def _replace(self, siblings: list[Siblings]) -> None:
        """Start another process for each that has ended."""
        for place, process in enumerate(self._processes):
            if not process.is_alive() and not self._stopping:
                log.warning("a process has ended with status %s; another takes its place", process.exitcode)
                self._processes[place] = self._started(siblings[place])

    def _end(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(GOODBYE)
            process.kill()

    def _started(self, siblings: Siblings) -> BaseProcess:
        given = (self._target, *self._given, siblings)
        process = multiprocessing.get_context("spawn").Process(target=_run, args=given)
        with kept_from_children():
            process.start()
        return process

    def _stop(self, *_: object) -> None:
        self._stopping = True


def _run(target: Callable[..., None], *given: Any) -> None:
    """Be one of the processes."""
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    target(*given)


def _end_with_the_first() -> None:
    """Stop as if told to when the process that started this one is gone, however it went: who keeps the port keeps the
    next server from starting, and nobody would replace this process."""
    first = multiprocessing.parent_process()
    assert first is not None
    first.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GOODBYE)
    os._exit(1)
