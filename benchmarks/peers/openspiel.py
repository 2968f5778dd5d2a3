"""OpenSpiel: a loop in Python over its states, and whole games inside C++ between its own uniformly random bots."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from benchmarks.clock import Work
from benchmarks.peers.peer import STEPPED, WHOLE, Peer

GAMES = (
    ("crazy_eights(players=4)", "crazy_eights, 4 seats"),
    ("hearts", "hearts, 4 seats"),
    ("gin_rummy", "gin_rummy, 2 seats"),
)


def _looped(name: str) -> Work:
    import pyspiel

    game, sample = pyspiel.load_game(name), pyspiel.sample_action

    def work(seed: int, portions: int) -> int:
        chance, made = random.Random(seed).random, 0
        for _ in range(portions):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(sample(state.chance_outcomes(), chance())[0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(chance() * len(legal))])
                    made += 1
        return made

    return work


def _inside(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def work(seed: int, portions: int) -> list[Any]:
        states = [game.new_initial_state() for _ in range(portions)]
        for number, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, seed + number)
        return states

    return work


def _answers(states: list[Any]) -> int:
    """The moves of players in finished games; chance moves have a negative player."""
    return sum(1 for state in states for move in state.full_history() if move.player >= 0)


PEERS = tuple(
    Peer(f"openspiel {name} {word}", "OpenSpiel", title, how, against, ("open_spiel",), partial(prepare, name), count)
    for word, how, against, prepare, count in (
        ("loop", "one game, loop in Python", STEPPED, _looped, int),
        ("inside", "whole games inside C++ (`evaluate_bots`)", WHOLE, _inside, _answers),
    )
    for name, title in GAMES
)
