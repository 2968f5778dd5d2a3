"""A line on standard error that counts the seconds of something that takes long."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from typing import TextIO

PROGRESS = "CHANGELING_PROGRESS"  # "on": also where standard error is no terminal; "off": nowhere
_EVERY = 0.5  # seconds
_CLEAR = "\r\x1b[K"  # back to the start of the line, which is emptied


def is_wanted(stream: TextIO) -> bool:
    """Whether a line is shown: on a terminal, unless the environment says otherwise."""
    asked = os.environ.get(PROGRESS, "")
    return asked == "on" or (asked != "off" and stream.isatty())


@contextlib.contextmanager
def counting(what: str, stream: TextIO | None = None) -> Iterator[None]:
    """Show what is being done and for how long, where that is wanted. On a terminal the line is gone afterwards."""
    stream = sys.stderr if stream is None else stream
    if not is_wanted(stream):
        yield
        return
    done = threading.Event()
    thread = threading.Thread(target=_count, args=(what, stream, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _count(what: str, stream: TextIO, done: threading.Event) -> None:
    """Write the line until it is done: over itself on a terminal, else anew each time that the seconds have doubled."""
    began, terminal, told = time.monotonic(), stream.isatty(), 0
    while not done.wait(_EVERY):
        seconds = int(time.monotonic() - began)
        if terminal:
            stream.write(f"{_CLEAR}{what}: {seconds} s")
        elif seconds >= max(1, 2 * told):
            stream.write(f"{what}: {seconds} s\n")
            told = seconds
        stream.flush()
    if terminal:
        stream.write(_CLEAR)
        stream.flush()
