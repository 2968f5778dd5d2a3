"""Pieces of work played on a Ray cluster. What a machine that fails had in hand is played again elsewhere.

Work is named by values alone and what is made of it depends on nothing else, so that it does not matter which machine
plays it, or how often. Only this process keeps results.
"""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from changeling.errors import ChangelingError, EngineFault

Work = TypeVar("Work")
Made = TypeVar("Made")
AHEAD = 2  # pieces of work under way for each core of the cluster


def is_ray(where: str) -> bool:
    """Whether a text names a Ray cluster: `ray`, `ray://host:port`."""
    return where == "ray" or where.startswith("ray://")


def check_ray(where: str) -> None:
    """Raise ChangelingError where the text names no cluster, or Ray is not installed."""
    if not is_ray(where) or where == "ray://":
        raise ChangelingError(f"--on: 'ray' or 'ray://host:port' can be played on, not '{where}'")
    try:
        import ray  # noqa: F401
    except ImportError as error:
        raise ChangelingError(f"playing on Ray needs more ({error}): pip install 'changeling[ray]'") from error


def play_on_ray(player: Callable[[Work], Made], jobs: Iterator[Work], where: str) -> Iterator[Made]:
    """Play on a cluster: `ray` is the one of this machine (RAY_ADDRESS, else one is started); yields in any order."""
    check_ray(where)
    import ray

    with _connected(where):
        task: Any = ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)(_guarded)
        waiting: list[Any] = []
        while True:
            while len(waiting) < _wanted() and (job := next(jobs, None)) is not None:
                waiting.append(task.remote(player, job))
            if not waiting:
                return
            ready, waiting = ray.wait(waiting, num_returns=1)
            for good, made in ray.get(ready):
                if not good:
                    raise ChangelingError(made)
                yield made


def _guarded(player: Callable[[Work], Made], job: Work) -> tuple[bool, Any]:
    """What was made, or what went wrong as text."""
    try:
        return True, player(job)
    except (ChangelingError, EngineFault) as error:
        return False, str(error)


def _wanted() -> int:
    """How many pieces of work should be under way; the cluster may have grown or shrunk since the last time."""
    import ray

    there: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(2, AHEAD * int(there.get("CPU", 1)))


@contextlib.contextmanager
def _connected(where: str) -> Iterator[None]:
    """A connection to the cluster, for as long as it is needed; one that is there already is used and left alone."""
    import ray

    if ray.is_initialized():
        yield
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what goes wrong is said below, in one sentence
            if where == "ray":
                ray.init(include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
            else:
                ray.init(where, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise ChangelingError(f"--on: no Ray cluster answers at {where}: {str(error).splitlines()[0]}") from error
    try:
        yield
    finally:
        ray.shutdown()
