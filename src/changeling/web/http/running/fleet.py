"""Several processes on one port: each is a node like any other, and one that ends is replaced at once.

One more is at hand all the time, which has everything loaded and serves nobody yet: to start takes seconds.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from changeling.web.http.running.siblings import Siblings

log = logging.getLogger("changeling.web")
AGAIN = 1.0  # seconds between two starts at the same place: one that cannot start is not started all the time
GOODBYE = 8.0  # seconds that a process has to stop
_ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_HANG_UP = getattr(signal, "SIGHUP", None)
_context = multiprocessing.get_context("spawn")


def ends() -> list[int]:
    """The signals by which this process is told to stop: a terminal that is closed is one, but not after nohup."""
    return [number for number in _ENDS if number != _HANG_UP or signal.getsignal(number) is not signal.SIG_IGN]


@dataclass(slots=True)
class _Hand:
    """A process that loads everything, and then does what it is told by `orders`."""

    process: BaseProcess
    orders: Connection
    begun: float = 0.0  # when it was given its place

    def take(self, siblings: Siblings) -> None:
        """Be this one of the processes, as soon as everything is loaded."""
        self.begun = time.monotonic()
        with contextlib.suppress(OSError):  # it is gone already, which is seen at the next look
            self.orders.send(siblings)


class Fleet:
    """Processes that run the same function. They share its arguments, such as a listening socket; the last argument,
    its `Siblings`, says which of them a process is. `load` has done before what takes long."""

    def __init__(self, count: int, load: Callable[[], object], target: Callable[..., None], *given: Any) -> None:
        self._count, self._given = count, (load, target, *given)
        self._hands: list[_Hand] = []
        self._stopping, self._stop = _context.Pipe(duplex=False)

    def run(self) -> None:
        """Keep them running until this process is told to stop."""
        for number in ends():
            signal.signal(number, lambda *_: self._stop.send(True))
        with tempfile.TemporaryDirectory(prefix="changeling-") as folder:
            siblings = [Siblings(folder, place, self._count) for place in range(self._count)]
            self._hands = [self._hand() for _ in siblings]
            for hand, one in zip(self._hands, siblings, strict=True):
                hand.take(one)
            spare = self._hand()
            while not self._stopping.poll():
                living = [hand.process for hand in (*self._hands, spare) if hand.process.is_alive()]
                wait([self._stopping, *(process.sentinel for process in living)], AGAIN)
                spare = self._replaced(siblings, spare)
            spare.process.kill()  # it serves nobody
            self._end()

    def _replaced(self, siblings: list[Siblings], spare: _Hand) -> _Hand:
        """Have the process that is at hand take the place of one that has ended; gives the one at hand after that."""
        for place, hand in enumerate(self._hands):
            if hand.process.is_alive() or self._stopping.poll():
                continue
            if not hand.orders.closed:
                hand.orders.close()
                log.warning("a process has ended with status %s; another takes its place", hand.process.exitcode)
            if spare.process.is_alive() and time.monotonic() - hand.begun >= AGAIN:
                self._hands[place] = spare
                spare.take(siblings[place])
                spare = self._hand()
        if not spare.process.is_alive() and not self._stopping.poll():
            time.sleep(AGAIN)
            spare = self._hand()
        return spare

    def _hand(self) -> _Hand:
        heard, orders = _context.Pipe(duplex=False)
        process = _context.Process(target=_run, args=(heard, *self._given))
        with _undisturbed():
            process.start()
        heard.close()
        return _Hand(process, orders)

    def _end(self) -> None:
        for hand in self._hands:
            hand.process.terminate()
        until = time.monotonic() + GOODBYE
        for hand in self._hands:
            hand.process.join(max(0.0, until - time.monotonic()))
            if hand.process.is_alive():
                log.warning("a process did not stop within %g seconds, and is ended", GOODBYE)
                hand.process.kill()


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Start a process that nothing interrupts until it says so: what it is told meanwhile it hears then."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(heard: Connection, load: Callable[[], object], target: Callable[..., None], *given: Any) -> None:
    """Be one of the processes: load everything, and begin when there is a place."""
    for number in ends():  # Ctrl-C, and a terminal that is closed, are meant for the first, which tells the others
        if number != signal.SIGTERM:
            signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    load()
    try:
        siblings = heard.recv()
    except EOFError:  # the first is gone
        return
    target(*given, siblings)


def _end_with_the_first() -> None:
    """Stop as if told to when the process that started this one is gone, however it went: who keeps the port keeps the
    next server from starting, and nobody would replace this process."""
    first = multiprocessing.parent_process()
    assert first is not None
    first.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GOODBYE)
    os._exit(1)
