"""What the parts cost that programs call one at a time: views, undoing, and the environments of a single game."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import changeling as cl
from benchmarks.clock import rate
from benchmarks.rows import Figure
from changeling.envs import aec_env, gym_env
from changeling.play.compiled.game_table import TableInMemory

ANSWERS = 400  # after so many undoing is measured
SEATS = 4


def face_figures(deck: str, *, seconds: float, answers: int = ANSWERS) -> tuple[Figure, ...]:
    """Measure each part for about so many seconds."""
    game = long_game(deck, answers)
    seat = game.decision.seat
    made = len(game.record().moves)
    on = "compiled" if isinstance(game.table, TableInMemory) else "interpreted"
    return (
        _turns("`Game`, answers by index", _answers(deck, _by_index), seconds, f"{SEATS} seats, {on}"),
        _turns("`Game`, reading every question", _answers(deck, _reading), seconds, f"{SEATS} seats, {on}"),
        _turns("`Game`, reading every event and label", _answers(deck, _listening), seconds, f"{SEATS} seats, {on}"),
        _turns("`Batch` of one, steps", _steps(deck), seconds, f"{SEATS} seats, `sample` and `step`"),
        _turns(
            "`Game`, with a view read before every answer", _answers(deck, _looking), seconds, f"{SEATS} seats, {on}"
        ),
        _micros("`game.view` of the seat that is asked", lambda: game.view(seat).hand, seconds, "and read"),
        _micros("`game.undo`, and the answer again", lambda: _back_and_forth(game), seconds, f"after {made} answers"),
        _turns("`aec_env`, turns", _aec(deck), seconds, f"{SEATS} agents, `last` and `step`"),
        _turns("`gym_env` against `random`, steps", _gym(deck, "random"), seconds, "2 seats"),
        _turns("`gym_env` against `greedy`, steps", _gym(deck, "greedy"), seconds, "2 seats"),
    )


def long_game(deck: str, answers: int) -> cl.Game:
    """A random game in the middle, after so many answers; the longest found, where none of many seeds is so long."""
    longest, most = cl.Game(deck, seats=list("ABCD"[:SEATS]), seed=0), 0
    for seed in range(100):
        game, chance, made = cl.Game(deck, seats=list("ABCD"[:SEATS]), seed=seed), random.Random(seed), 0
        while not game.over and made < answers:
            game.answer(chance.randrange(game.table.options))
            made += 1
        if game.over:
            game.undo()
        if made > most:
            longest, most = game, made
        if most >= answers:
            break
    return longest


def _back_and_forth(game: cl.Game) -> None:
    game.undo()
    game.answer(0)
    if game.over:
        game.undo()


def _micros(name: str, act: Callable[[], Any], seconds: float, note: str) -> Figure:
    took, end = list[float](), time.perf_counter() + seconds
    while not took or time.perf_counter() < end:
        began = time.perf_counter()
        act()
        took.append(time.perf_counter() - began)
    median = statistics.median(took)
    return Figure(name, f"{median * 1e6:,.0f} µs", note, 1 / median)


def _turns(name: str, work: Callable[[int, int], int], seconds: float, note: str) -> Figure:
    found = rate(work, seconds)["decisions_per_s"]
    return Figure(name, f"{found:,.0f} a second", note, found)


def _answers(deck: str, answer: Callable[[cl.Game, int, int], int]) -> Callable[[int, int], int]:
    """Whole games of which each answer is given in some way."""

    def games(seed: int, count: int) -> int:
        made = 0
        for each in range(seed, seed + count):
            game, told = cl.Game(deck, seats=list("ABCD"[:SEATS]), seed=each), 0
            while not game.over:
                told = answer(game, made, told)
                made += 1
        return made

    return games


def _by_index(game: cl.Game, number: int, told: int) -> int:
    game.answer(number % game.table.options)
    return told


def _reading(game: cl.Game, number: int, told: int) -> int:
    options = game.decision.options
    game.answer(options[number % len(options)].index)
    return told


def _listening(game: cl.Game, number: int, told: int) -> int:
    events = game.events_for("A", since=told)
    read = [(event.what, event.card) for event in events]
    options = game.decision.options
    labels = [option.text for option in options]
    game.answer(number % len(labels))
    return told + len(read)


def _looking(game: cl.Game, number: int, told: int) -> int:
    view = game.view(game.decision.seat)
    decision, turn = view.decision, view.turns
    assert decision is not None
    game.answer(number % len(decision.options))  # while the view is there, as a bot that chooses by it has it
    return max(told, turn)


def _steps(deck: str) -> Callable[[int, int], int]:
    batch = cl.Batch(deck, 1, SEATS)

    def games(seed: int, count: int) -> int:
        batch.reset(seed)
        for _ in range(100 * count):
            batch.step(batch.sample())
        return 100 * count

    return games


def _aec(deck: str) -> Callable[[int, int], int]:
    env = aec_env(deck, seats=SEATS)

    def games(seed: int, count: int) -> int:
        made = 0
        for each in range(count):
            env.reset(seed=seed + each)
            while True:
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    break
                env.step(seen["action_mask"].argmax())
                made += 1
        return made

    return games


def _gym(deck: str, opponents: str) -> Callable[[int, int], int]:
    env = gym_env(deck, opponents=opponents)

    def games(seed: int, count: int) -> int:
        made = 0
        for each in range(count):
            seen, _ = env.reset(seed=seed + each)
            ended = cut = False
            while not ended and not cut:
                seen, _, ended, cut, _ = env.step(seen["action_mask"].argmax())
                made += 1
        return made

    return games
