"""The program of a worker: it does one job after the other, and ends when the server does.

Started as `python -m changeling.web.workers.child MODULE MEGABYTES`; MODULE has the jobs by name, as `JOBS`. Requests
come by standard input and answers go to standard output, pickled: both ends are the same program, and what strangers
wrote is only ever a text inside.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from changeling.web.wire.errors import Refuse
from changeling.web.workers import frames

NO_MEMORY = 3  # the exit status of a worker whose memory was not enough
READY = b"ready"
NICE = 5  # how much sooner than its workers the server itself gets a processor
Jobs = Mapping[str, Callable[..., Any]]


def main(module: str, megabytes: int) -> None:
    """Do jobs until standard input ends."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints something does not disturb the answers
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is meant for the server; it is in another group but on Windows
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    _limit_memory(megabytes)
    jobs: Jobs = importlib.import_module(module).JOBS
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, waiting), daemon=True).start()
    try:
        frames.send(answers, READY)
        while True:
            frames.send(answers, _done(jobs, waiting.get()))
    except MemoryError:
        os._exit(NO_MEMORY)
    except BrokenPipeError:  # the server is gone
        os._exit(0)


def _limit_memory(megabytes: int) -> None:
    """Limit what the process can allocate, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _read(requests: BinaryIO, waiting: queue.SimpleQueue[bytes]) -> None:
    """Queue what is asked. When the server is gone, end at once, also in the middle of a job."""
    while (request := frames.receive(requests)) is not None:
        waiting.put(request)
    os._exit(0)


def _done(jobs: Jobs, request: bytes) -> bytes:
    """Do a job and pack its result, or its error. Raises nothing but MemoryError."""
    name, given = pickle.loads(request)
    try:
        return pickle.dumps(("done", jobs[name](*given)))
    except Refuse as refuse:
        return pickle.dumps(("refused", (refuse.code, str(refuse), refuse.status, refuse.problems)))
    except MemoryError:
        raise
    except Exception:
        return pickle.dumps(("failed", traceback.format_exc(limit=-8)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
