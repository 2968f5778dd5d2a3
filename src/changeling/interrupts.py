"""Ctrl-C is meant for the process that a person started, not for those that this one starts."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def kept_from_children() -> Iterator[None]:
    """Processes started here never hear of Ctrl-C, from their first moment; this one hears of it afterwards.

    A terminal sends it to all of them at once. A child that is told to ignore it by itself may be hit before it does
    so, and one whose parent is interrupted while it is started ends in a traceback.
    """
    with _later(), _masked():
        yield


@contextlib.contextmanager
def _later() -> Iterator[None]:
    """An interrupt comes when this is over. A mask would not do: threads of other libraries have masks of their own."""
    if threading.current_thread() is not threading.main_thread():  # it is never interrupted
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def _masked() -> Iterator[None]:
    """Children inherit the mask. Where a system has none, nothing is done."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # Python before 3.12 takes the mask off where it starts this one
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
