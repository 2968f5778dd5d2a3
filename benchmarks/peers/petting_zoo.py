"""PettingZoo classic: its card games, turn by turn through `agent_iter` and `last`, answers from the action mask."""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module

from benchmarks.clock import Work
from benchmarks.peers.peer import STEPPED, Peer


def _turns(name: str) -> Work:
    env = import_module(f"pettingzoo.classic.{name}").env()

    def work(seed: int, portions: int) -> int:
        chance, made = random.Random(seed).random, 0
        for number in range(portions):
            env.reset(seed=None if number else seed)  # a seed makes the whole environment anew: once is enough
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)  # not a decision: how a finished player leaves
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(chance() * len(legal))]))
                made += 1
        return made

    return work


PEERS = tuple(
    Peer(
        f"pettingzoo {name}",
        "PettingZoo classic",
        f"{name}, 2 seats",
        "one game, AEC turns in Python",
        STEPPED,
        ("pettingzoo", *beneath),
        partial(_turns, name),
    )
    for name, beneath in (
        ("texas_holdem_no_limit_v6", ("rlcard",)),
        ("leduc_holdem_v4", ("rlcard",)),
        ("hanabi_v5", ("shimmy", "open_spiel")),
    )
)
