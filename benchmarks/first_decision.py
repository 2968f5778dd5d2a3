"""How long a program waits for its first decision: in a process of its own, with nothing kept by an earlier one, and
again with what that one has kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from benchmarks.rows import Figure

_PROGRAM = """
import json, resource, sys, time
began = time.perf_counter()
import changeling as cl
batch = cl.Batch(sys.argv[1], 256, int(sys.argv[2]))
batch.step(batch.sample())
took = time.perf_counter() - began
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(json.dumps([took, sum(each.ru_utime + each.ru_stime for each in used)]))
"""


@dataclass(frozen=True, slots=True)
class Wait:
    """Seconds by the clock from the first import on, and of the processor for all of the process and its own."""

    clock: float
    processor: float


def first_decision(deck: str, seats: int, cache: str) -> Wait:
    """Begin a `Batch` and step it once in a fresh process, which keeps what it compiles in that folder."""
    environment = os.environ | {"CHANGELING_CACHE": cache}
    command = [sys.executable, "-c", _PROGRAM, deck, str(seats)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return Wait(*json.loads(done.stdout))


def waiting_figures(deck: str, seats: int) -> tuple[Figure, ...]:
    """Both."""
    with tempfile.TemporaryDirectory() as cache:
        waits = [first_decision(deck, seats, cache) for _ in range(2)]
    return tuple(
        Figure(f"first decision of a `Batch`, {kept}", f"{wait.clock:.1f} s", f"{wait.processor:.1f} s of a processor")
        for kept, wait in zip(("nothing kept", "with what was kept"), waits, strict=True)
    )
