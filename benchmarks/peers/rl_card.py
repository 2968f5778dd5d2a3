"""RLCard: its environments, stepped in Python. A step always builds the next player's observation."""

from __future__ import annotations

import random
from functools import partial

from benchmarks.clock import Work
from benchmarks.peers.peer import STEPPED, Peer


def _stepped(name: str) -> Work:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def work(seed: int, portions: int) -> int:
        chance, made = random.Random(seed).random, 0
        for _ in range(portions):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(chance() * len(legal))])
                made += 1
        return made

    return work


PEERS = tuple(
    Peer(
        f"rlcard {name}",
        "RLCard",
        f"{name}, 2 seats",
        "one game, `env.step` in Python",
        STEPPED,
        ("rlcard",),
        partial(_stepped, name),
    )
    for name in ("uno", "gin-rummy")
)
