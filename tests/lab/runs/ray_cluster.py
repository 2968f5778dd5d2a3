"""A run on a real cluster of two nodes on this machine, one of which goes away, with a worker killed before that.

A program of its own, because Ray warns and logs in ways that a test would fail for. Arguments: the folder to play into,
the deck, the number of games.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from changeling.lab.contest.ladder import Match, Played, play_all
from changeling.lab.runs.manifest import plan_run
from changeling.lab.simulation import Progress, play_run


def worker_at_work() -> int | None:
    """The number of a process that plays a chunk for Ray just now."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                words = (folder / "cmdline").read_bytes()
                family = (folder / "environ").read_bytes()
            except OSError:
                continue
            if words.startswith(b"ray::") and b"guarded" in words and MARK.encode() in family:
                return int(folder.name)
    return None


MARK = f"CHANGELING_RAY_TEST={os.getpid()}"  # only processes of this cluster have it in their environment


def told(games: Iterable[Played]) -> list[Played]:
    """Games in a fixed order, without the time that they took."""
    return sorted((replace(game, seconds=()) for game in games), key=lambda game: game.key)


def main() -> None:
    """Play, disturb, and say what was disturbed."""
    folder, deck, games = sys.argv[1:]
    name, _, value = MARK.partition("=")
    os.environ[name] = value
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
    done: list[str] = []

    def disturb(progress: Progress) -> None:
        if "killed" not in done:
            pid = worker_at_work()
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                done.append("killed")
        elif "removed" not in done:
            cluster.remove_node(second, allow_graceful=False)
            done.append("removed")

    wanted = plan_run(deck, seats=3, bots="greedy", games=int(games), seed=1, chunk=max(1, int(games) // 12))
    play_run(Path(folder), wanted, on="ray", tell=disturb)
    tasks = list(Match(("random", "greedy"), deck, 2, 11).tasks(8))
    same = told(play_all(tasks, jobs=1, on="ray")) == told(play_all(tasks, jobs=1))
    print(f"{' '.join(done)}, and the ladder is {'the same' if same else 'another'}")
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
