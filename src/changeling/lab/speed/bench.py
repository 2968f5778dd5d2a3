"""How fast the machine is here and now: random play compiled and interpreted, one game and many, and what a copy costs.

Each number is the median of several repeats after a warm-up. A decision includes picking among the options; a game
includes its shuffle and deal. Rates are by the clock on the wall; beside them stands the rate by the processor's own
time, which a busy machine spoils less. What is compared with each other is measured by turns, repeat by repeat, so that
a machine that is quick or slow for a while is so for all of it.
"""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from changeling.decks.shelf import published
from changeling.engine.layout import FRAME, GOING, MAX_FRAMES
from changeling.engine.machine.loop import begin_game
from changeling.engine.machine.playout import playout
from changeling.engine.native.records import TABLE
from changeling.errors import ChangelingError, NotCompiled
from changeling.lab.games.start_tables import Rows, Setting, names_of, rows_of, seats_in, setting_of
from changeling.play.batch import Batch
from changeling.play.game import Game

REPEATS = 5
WARM = 2  # repeats of other games than those of the warm-up
CAP = 5000
BATCH = 256  # games in lock-step
SOURCES = 8  # tables that the copies are made from
COPIES = (
    f"inside compiled code, from one of {SOURCES} tables in mid-game to one row: "
    "all of the table but the empty part of its stack"
)

Work = Callable[[int, int], int]  # seed, games -> decisions made


def bench(deck: str, *, seats: int = 4, seconds: float = 2.0) -> dict[str, Any]:
    """Measure everything, each part for about `seconds`. Without llvmlite what is compiled is None."""
    setting = setting_of(deck)
    found: dict[str, Any] = {
        "deck": deck,
        "seats": seats,
        "compiled": None,
        "threads": None,
        "batch": None,
        "observed": None,
        "mixed": None,
        "interpreted": _rate(_interpreted(setting, seats), seconds),
        "stepped": None,
        "game": _rate(_faced(deck, seats), seconds),
        "copy_ns": None,
        "machine": _machine(),
        "versions": _versions(),
    }
    try:
        rows = rows_of(setting, free=SOURCES + 1)
    except NotCompiled as missing:
        return found | {"missing": str(missing)}
    mix = setting_of("+".join(published()))
    what = f"whole games inside compiled code, five editions mixed ({len(mix.deck.cards)} cards)"
    one, two, mixed = _rates([_whole(rows, seats), _threaded(setting, seats), _whole(rows_of(mix), seats)], seconds)
    found |= {"compiled": one, "threads": two, "mixed": mixed | {"what": what}}
    found["batch"] = _rate(_batched(deck, seats, observe=False), seconds)
    found["observed"] = _rate(_batched(deck, seats, observe=True), seconds)
    found["stepped"] = _rate(_stepped(rows, seats), seconds)
    return found | _copying(rows, seats, seconds)


def _rate(work: Work, seconds: float) -> dict[str, Any]:
    """Decisions a second of one sort of work."""
    (rate,) = _rates([work], seconds)
    return rate


def _rates(works: Sequence[Work], seconds: float) -> list[dict[str, Any]]:
    """Decisions a second of each: games enough for a repeat are found while warming up, then each repeat plays new
    ones, a repeat of each by turns."""
    games = [_games_in(work, seconds / REPEATS) for work in works]
    repeats = [
        [_timed(work, 1 + (WARM + number) * each, each) for work, each in zip(works, games, strict=True)]
        for number in range(REPEATS)
    ]
    found = []
    for each, timed in zip(games, zip(*repeats, strict=True), strict=True):
        rates = [made / took for made, took, _ in timed]
        found.append(
            {
                "decisions_per_s": round(statistics.median(rates)),
                "per_cpu_s": round(statistics.median(made / worked for made, _, worked in timed)),
                "slowest": round(min(rates)),
                "fastest": round(max(rates)),
                "games": each * REPEATS,
                "decisions": sum(made for made, _, _ in timed),
            }
        )
    return found


def _games_in(work: Work, share: float) -> int:
    """How many games take about so many seconds."""
    work(0, 1)  # what is compiled is loaded by its first use; that is no part of the rate
    seed, games = 1, 1
    while True:
        _, took, _ = _timed(work, seed, games)
        seed += games
        if took >= share / 4:
            return max(1, round(games * share / took))
        games *= 2


def _timed(work: Work, seed: int, games: int) -> tuple[int, float, float]:
    """The decisions made, the seconds that passed, and those that the processor worked."""
    began, began_work = time.perf_counter(), time.process_time()
    made = work(seed, games)
    took, worked = time.perf_counter() - began, time.process_time() - began_work
    return made, took, max(worked, 1e-9)


def _whole(rows: Rows, seats: int) -> Work:
    """Whole games inside the compiled code."""
    return lambda seed, games: rows.play(seats, seed=seed, games=games, cap=CAP)


def _threaded(setting: Setting, seats: int) -> Work:
    """The same games, half of them by another thread."""
    halves = [rows_of(setting) for _ in range(2)]
    pool = ThreadPoolExecutor(1)

    def work(seed: int, games: int) -> int:
        half = (games + 1) // 2
        other = pool.submit(halves[1].play, seats, seed=seed + half, games=half, cap=CAP)
        return halves[0].play(seats, seed=seed, games=half, cap=CAP) + other.result()

    return work


def _batched(deck: str, seats: int, *, observe: bool) -> Work:
    """Many games in lock-step, a call a step: legal answers picked from the masks, all games stepped."""
    batch = Batch(deck, BATCH, seats, observe=observe, most=CAP)

    def work(_: int, steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * BATCH

    return work


def _interpreted(setting: Setting, seats: int) -> Work:
    start = setting.start(seats)

    def work(seed: int, games: int) -> int:
        made = 0
        for game in range(games):
            table = start.copy()
            begin_game(setting.sheet, table, seed + game, -1)
            made += playout(setting.sheet, table, seed + game, CAP)
        return made

    return work


def _faced(deck: str, seats: int) -> Work:
    """Through `Game`, as a program or a person plays: options as text, events, the record."""

    def work(seed: int, games: int) -> int:
        made = 0
        for number in range(games):
            game, chance = Game(deck, seats=names_of(seats), seed=seed + number), random.Random(seed + number)
            left = CAP
            while left and not game.over:
                game.answer(chance.choice(game.decision.options))
                left -= 1
            made += CAP - left
        return made

    return work


def _stepped(rows: Rows, seats: int) -> Work:
    """One game after another in the compiled machine, each answer picked and given by Python."""
    machine, sheets, tables, words, row = rows.machine, rows.sheets, rows.tables, rows.words, rows.free
    outcome, options, chance = tables["outcome"], tables["options"], random.Random(1).random

    def work(seed: int, games: int) -> int:
        made = 0
        for game in range(games):
            machine.copy(tables, words, seats, row)
            machine.begin(sheets, tables, row, seed + game, -1)
            left = CAP
            while left and outcome[row] == GOING:
                machine.answer(sheets, tables, row, int(chance() * options[row]))
                left -= 1
            made += CAP - left
        return made

    return work


def _copying(rows: Rows, seats: int, seconds: float) -> dict[str, Any]:
    """Nanoseconds for a copy, and how many bytes the copies moved on average."""
    for place in range(SOURCES):
        rows.machine.copy(rows.tables, rows.words, seats, rows.free)
        rows.machine.begin(rows.sheets, rows.tables, rows.free, place + 1, -1)
        for _ in range(20 + 10 * place):
            if rows.tables["outcome"][rows.free] == GOING:
                rows.machine.answer(rows.sheets, rows.tables, rows.free, 0)
        rows.machine.copy(rows.tables, rows.words, rows.free, rows.free + 1 + place)
    copies = rows.machine.copy_by_turns

    def work(_: int, times: int) -> int:
        copies(rows.tables, rows.words, rows.free, SOURCES, times * 1000)
        return times * 1000

    rate = _rate(work, seconds)
    stack_at = TABLE.itemsize - MAX_FRAMES * FRAME * 2  # the stack is the last field
    deep = int(rows.tables["frames"][rows.free + 1 :].sum()) / SOURCES
    return {
        "copy_ns": round(1e9 / rate["decisions_per_s"], 1),
        "copy": {
            "cpu_ns": round(1e9 / rate["per_cpu_s"], 1),
            "bytes": round(stack_at + deep * FRAME * 2),
            "table_bytes": TABLE.itemsize,
            "what": COPIES,
        },
    }


def _machine() -> dict[str, Any]:
    load = [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else None
    return {"processor": _processor(), "cores": os.cpu_count(), "system": platform.system(), "load": load}


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {"python": platform.python_version()}
    for package in ("changeling", "numpy", "llvmlite"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def table(found: dict[str, Any]) -> str:
    """What was measured, for people."""
    about = found["machine"]
    load = f", load {about['load'][0]} before" if about["load"] else ""
    lines = [
        f"Random play of {found['deck']}, {found['seats']} seats",
        f"One core of {about['processor']} ({about['cores']} cores{load})",
        "",
        f"{'':32}{'decisions/s':>12}{'by CPU time':>14}   slowest to fastest of {REPEATS}",
    ]
    for key, title in (
        ("compiled", "compiled, whole games"),
        ("threads", "the same, two threads"),
        ("mixed", "the same, five editions mixed"),
        ("batch", f"batch of {BATCH:,}, masks"),
        ("observed", "the same with observations"),
        ("stepped", "compiled, stepped from Python"),
        ("interpreted", "interpreted, whole games"),
        ("game", "interpreted, through Game"),
    ):
        rate = found[key]
        if rate is None:
            lines.append(f"{title:32}{'-':>12}{'-':>14}")
        else:
            rates = f"{rate['decisions_per_s']:>12,}{rate['per_cpu_s']:>14,}"
            lines.append(f"{title:32}{rates}   {rate['slowest']:,} to {rate['fastest']:,}")
    lines.append("")
    if found["copy_ns"] is None:
        lines.append(found["missing"])
    else:
        copy = found["copy"]
        cost = f"{found['copy_ns']:,} ns ({copy['cpu_ns']:,} by CPU time)"
        lines.append(f"copy of a table: {cost} for {copy['bytes']:,} bytes")
        lines.append(f"({COPIES})")
    versions = ", ".join(f"{name} {number or 'not installed'}" for name, number in found["versions"].items())
    return "\n".join([*lines, versions])


def run(*, deck: str, seats: str, seconds: float, as_json: bool) -> int:
    """The command: measures and prints; gives the exit status."""
    numbers = seats_in(seats)
    if len(numbers) != 1:
        raise ChangelingError(f"seats: one number is measured at a time, not '{seats}'")
    if not 0 < seconds <= 3600:
        raise ChangelingError(f"seconds: more than 0 and at most 3600 are needed, not {seconds:g}")
    found = bench(deck, seats=numbers[0], seconds=seconds)
    print(json.dumps(found, indent=1) if as_json else table(found))
    return 0
