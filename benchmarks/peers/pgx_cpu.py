"""Pgx on the CPU, compiled by XLA: one game, a batch with a call a step, and rounds of a batch in one call.

In these games the deal settles all that chance decides, so that their steps need no key.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from benchmarks.clock import Work
from benchmarks.peers.peer import BATCH, STEPPED, WHOLE, Peer

GAMES = (
    ("sparrow_mahjong", "sparrow_mahjong, 3 seats"),
    ("leduc_holdem", "leduc_holdem, 2 seats"),
    ("kuhn_poker", "kuhn_poker, 2 seats"),
)
BATCHED = 1024
STEPS = 10  # steps of a batch in a portion


def _answers(state: Any, key: Any) -> Any:
    """A legal answer for every game, each equally likely."""
    import jax
    import jax.numpy as jnp

    return jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)


def _one(name: str) -> Work:
    import jax
    import numpy as np
    import pgx

    env = pgx.make(name)
    begin, step, split = jax.jit(env.init), jax.jit(env.step), jax.jit(jax.random.split)

    def work(seed: int, portions: int) -> int:
        chance, made, key = random.Random(seed).random, 0, jax.random.PRNGKey(seed)
        for _ in range(portions):
            key, now = split(key)
            state = begin(now)
            while not (state.terminated or state.truncated):
                legal = np.asarray(state.legal_action_mask).nonzero()[0]
                state = step(state, int(legal[int(chance() * len(legal))]))
                made += 1
        return made

    return work


def _batch(name: str) -> Work:
    """A call a step; a finished game begins anew in the same call, so every step of every game is a decision."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def stepped(state: Any, key: Any) -> tuple[Any, Any]:
        key, answering, shuffling = jax.random.split(key, 3)
        return step(state, _answers(state, answering), jax.random.split(shuffling, BATCHED)), key

    compiled = jax.jit(stepped)
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCHED))

    def work(seed: int, portions: int) -> int:
        state, key = start, jax.random.PRNGKey(seed)
        for _ in range(portions * STEPS):
            state, key = compiled(state, key)
        jax.block_until_ready(state)
        return portions * STEPS * BATCHED

    return work


def _rounds(name: str) -> Work:
    """A whole round in one call: all games of a batch to their ends, where only answers in unfinished games count."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(env.step)

    def going(state: Any) -> Any:
        return ~(state.terminated | state.truncated)

    def stepped(now: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        state, key, made = now
        key, answering = jax.random.split(key)
        return step(state, _answers(state, answering)), key, made + jnp.sum(going(state))

    def play(key: Any) -> Any:
        key, dealing = jax.random.split(key)
        start = (begin(jax.random.split(dealing, BATCHED)), key, jnp.int32(0))
        return jax.lax.while_loop(lambda now: jnp.any(going(now[0])), stepped, start)[2]

    compiled = jax.jit(play)

    def work(seed: int, portions: int) -> int:
        return sum(int(compiled(jax.random.PRNGKey(seed + number))) for number in range(portions))

    return work


PEERS = tuple(
    Peer(f"pgx {name} {word}", "Pgx on the CPU", title, how, against, ("pgx", "jax"), partial(prepare, name))
    for word, how, against, prepare in (
        ("one", "one game, compiled step called from Python", STEPPED, _one),
        ("batch", f"{BATCHED:,} games, a compiled call a step, with observations", BATCH, _batch),
        ("rounds", f"rounds of {BATCHED:,} games inside compiled code", WHOLE, _rounds),
    )
    for name, title in GAMES
)
