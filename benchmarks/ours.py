"""Our own rows, from what `changeling bench` measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.rows import Figure, Row
from changeling.lab.speed.greedy_bench import SEATS, GreedyRate, Scaling

if TYPE_CHECKING:
    from changeling.lab.speed.report_bench import ReportCost

# Keys of what `changeling.lab.bench.bench` gives, in the order of the table.
ROWS: tuple[tuple[str, str], ...] = (
    ("compiled", "whole games inside compiled code"),
    ("threads", "whole games inside compiled code, two threads"),
    ("batch", "batch of 256 games, a call a step, with masks"),
    ("observed", "batch of 256 games, a call a step, with masks and observations"),
    ("stepped", "one game, compiled step called from Python"),
    ("interpreted", "whole games, interpreted machine"),
    ("game", "one game through `Game`: options as text, events, record"),
)


def rows_in(found: Mapping[str, Any]) -> tuple[Row, ...]:
    """A row for each rate measured, and for each that should have been; a rate under a new key has its row at the end.

    A rate may bring its own words in `what`.
    """
    return tuple(_row(found, key, how) for key, how in (*ROWS, *_new_in(found)))


def _new_in(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    known = {key for key, _ in ROWS}
    for key, value in found.items():
        if key not in known and isinstance(value, Mapping) and "decisions_per_s" in value:
            yield key, key.replace("_", " ")


def _row(found: Mapping[str, Any], key: str, how: str) -> Row:
    game = f"{found['deck']}, {found['seats']} seats"
    rate = found.get(key)
    if rate is None:
        why = found.get("missing", "not measured") if key in found else "not measured"
        return Row(key, "Changeling", game, how, note=why)
    how = rate.get("what", how)
    return Row(key, "Changeling", game, how, rate["decisions_per_s"], rate["slowest"], rate["fastest"])


def figures_in(found: Mapping[str, Any]) -> tuple[Figure, ...]:
    """What else was measured: the cost of a copy, what a second thread brings, what more cards cost."""
    figures = []
    if found.get("copy_ns"):
        copy = found["copy"]
        figures.append(
            Figure("copy of a table", f"{found['copy_ns']:,} ns", f"{copy['bytes']:,} bytes, {copy['what']}")
        )
    for name, one, other in (
        ("two threads, by one", "threads", "compiled"),
        ("a decision with five editions mixed, by one of fluxx-4", "compiled", "mixed"),
    ):
        if found.get(one) and found.get(other):
            times = found[one]["decisions_per_s"] / found[other]["decisions_per_s"]
            figures.append(Figure(name, f"{times:.2f} times"))
    return tuple(figures)


def report_figure(cost: ReportCost) -> Figure:
    """What a report on many games took."""
    note = f"{cost.rows:,} rows in three tables; {cost.megabytes:,.0f} MB of memory at most"
    return Figure(f"a report on {cost.games:,} games", f"{cost.seconds:.1f} s", note)


def greedy_figures(rates: Sequence[GreedyRate], scaling: Scaling) -> tuple[Figure, ...]:
    """Games of sensible players: how many a second, what it costs to tell all of them, what a second thread brings."""
    figures = []
    for rate in rates:
        deck = rate.deck if "+" not in rate.deck else "all editions mixed"
        told = f"{rate.decisions_per_cpu_s:,.0f} decisions; told in full they take {rate.recording:.0%} longer"
        value = f"{rate.games_per_cpu_s:,.0f} games a CPU-second"
        figures.append(Figure(f"{SEATS} greedy seats, {deck}", value, told))
    given = f"two processes that share nothing: {scaling.processes:.2f} times, which is what the machine gives"
    return (*figures, Figure("greedy games by two threads, by one", f"{scaling.threads:.2f} times", given))
