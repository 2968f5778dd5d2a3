"""Measures one peer in a process of its own, on one core: `python -m benchmarks.measure KEY --seconds 3`.

The last line of the output is JSON: the rate and the versions, or `missing`, which says what is not installed.
"""

from __future__ import annotations

import argparse
import json
import os
from importlib.metadata import PackageNotFoundError, version
from typing import Any

# Read by the libraries while they load, so set before any of them is.
ALONE = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}


def on_one_core() -> None:
    """Keep this process and its threads to one core, where the system can; everywhere to one worker thread."""
    os.environ.update(ALONE)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the first core has the system's own work


def versions(packages: tuple[str, ...]) -> dict[str, str]:
    """The version of each package that is installed."""
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def measured(key: str, seconds: float) -> dict[str, Any]:
    """The rate of the peer with that key."""
    from benchmarks.clock import rate
    from benchmarks.peers import PEERS

    peer = next((peer for peer in PEERS if peer.key == key), None)
    if peer is None:
        raise SystemExit(f"'{key}' is no peer; there are: {', '.join(peer.key for peer in PEERS)}")
    try:
        work = peer.prepare()
    except ImportError as missing:
        return {"missing": f"not installed: {missing.name or missing}"}
    return {**rate(work, seconds, peer.count), "versions": versions(peer.packages)}


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description="Measure one peer.")
    reader.add_argument("key")
    reader.add_argument("--seconds", type=float, default=3.0)
    wanted = reader.parse_args()
    on_one_core()
    print(json.dumps(measured(wanted.key, wanted.seconds)))
