"""Puts a report into words: a table for the terminal, a section for docs/performance.md. Measures nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from benchmarks.clock import REPEATS
from benchmarks.rows import Figure, Report, Row, chess_moves, ratio

BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"

METHOD = """\
### How it is measured
- All play the same way: each answer is picked at random among the legal ones, each equally likely, and a finished
  game is followed by a fresh one. Shuffling, dealing, listing what is legal and picking are inside the clock.
- A decision is one answer given by a player. What chance decides (a deal, a draw) is not counted, but its time is.
  An answer counts also where it was the only legal one, with them as with us.
- Each row of a peer runs in a process of its own, kept to one worker thread and, on Linux, to one core. Our rows
  run in one process on one thread, unless the row says otherwise.
- Loading, compiling and a warm-up come first. Then there are at least {repeats} repeats with new games, for about
  {seconds:g} seconds or more in all. The table has the median of the repeats, and the slowest and the fastest.
- Peers may play as fast as we know how: OpenSpiel draws chance with its own function in C++, python-chess is asked
  for its legal moves once a move. Pgx restarts a finished game inside a batch by dealing a new one at every step,
  needed or not; so it is also measured in rounds, where no game is dealt before all games of the batch have ended.
- *We / they* compares a peer with the row of ours that does the same kind of work: a loop in Python with our single
  game stepped from Python; whole games inside C++ or compiled code with our whole games; a batch with a call a step
  with ours with observations, since Pgx always makes them. Above 1 we make more decisions in the same time, below 1
  fewer.
- The games are different games. A decision in Kuhn poker, a game of three cards, is far less work than one in
  Hearts or Fluxx. RLCard, PettingZoo and Pgx make an observation at each step; our single game stepped from Python
  does not."""


def number(value: float | None) -> str:
    """Three digits that mean something, with commas: 1234567 is `1,230,000`. A dash where there is no number."""
    if value is None:
        return "-"
    if value < 100:
        return f"{value:.3g}"
    places = len(str(int(value))) - 3
    return f"{round(value, -places):,.0f}"


def times(value: float | None) -> str:
    """A ratio in two digits that mean something; a dash where there is none."""
    if value is None:
        return "-"
    return f"{value:.2g}" if value < 10 else number(float(f"{value:.2g}"))


def spread(row: Row) -> str:
    """From the slowest repeat to the fastest; where nothing was measured, why."""
    if row.rate is None:
        return row.note or "not measured"
    return f"{number(row.slowest)} to {number(row.fastest)}"


def where(report: Report) -> str:
    """The machine, without its name."""
    machine = report.machine
    load = machine.get("load")
    busy = f", load {load[0]} before" if load else ""
    return f"{machine['processor']}, {machine['cores']} cores, {machine['system']}{busy}"


def terminal(report: Report) -> str:
    """The whole report as plain text."""
    ours = [(row.how, number(row.rate), "", spread(row)) for row in report.ours]
    lines = [f"Random play on one core: {where(report)}", ""]
    if report.ours:
        lines += _columns(("Changeling, " + report.ours[0].game, "decisions/s", "", "slowest to fastest"), ours)
    for library, rows in groupby(report.peers, key=lambda row: row.library):
        cells = [
            (f"{row.game}: {row.how}", number(row.rate), times(ratio(row, report.ours)), spread(row)) for row in rows
        ]
        lines += ["", *_columns((library, "decisions/s", "we/they", "slowest to fastest"), cells)]
    lines += ["", *(f"{figure.name}: {figure.value}" for figure in report.figures)]
    return "\n".join([*lines, "", _versions(report)])


def _columns(head: Sequence[str], cells: Iterable[Sequence[str]]) -> list[str]:
    plain = ([cell.replace("`", "") for cell in row] for row in (head, *cells))
    return [f"{what:80}{rate:>12}{by:>9}   {rest}".rstrip() for what, rate, by, rest in plain]


def markdown(report: Report) -> str:
    """The section for docs/performance.md, from marker to marker."""
    ours = [(row.how, number(row.rate), spread(row)) for row in report.ours]
    names = {row.key: row.how for row in report.ours}
    peers = [
        (
            row.library,
            row.game,
            row.how,
            number(row.rate),
            spread(row),
            names.get(row.against, row.against),
            times(ratio(row, report.ours)),
        )
        for row in report.peers
    ]
    parts = [
        BEGIN,
        "## Random play, side by side",
        f"Measured on {report.date}: {where(report)}.\n{_versions(report)}.\nAgain with `{report.command}`.",
        f"### Changeling\n{report.ours[0].game}." if report.ours else "",
        _grid(("what", "decisions/s", "slowest to fastest"), "lrr", ours) if ours else "",
        "\n".join(_told(figure, report) for figure in report.figures),
        "### Peers",
        _grid(
            ("library", "game", "how", "decisions/s", "slowest to fastest", "beside our", "we / they"), "lllrrlr", peers
        ),
        METHOD.format(repeats=REPEATS, seconds=report.seconds),
        END,
    ]
    return "\n\n".join(part for part in parts if part)


def _told(figure: Figure, report: Report) -> str:
    """A figure in a line, where it can be also by moves of python-chess in the same run."""
    moves = chess_moves(figure, report.peers)
    beside = f"; one takes as long as {times(moves)} moves of python-chess" if moves else ""
    note = f"({figure.note}{beside})" if figure.note else ""
    return f"- {figure.name}: **{figure.value}** {note}".rstrip()


def _grid(head: Sequence[str], sides: str, cells: Iterable[Sequence[str]]) -> str:
    rule = ["---:" if side == "r" else "---" for side in sides]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *cells))


def _versions(report: Report) -> str:
    return ", ".join(f"{name} {which}" for name, which in report.versions.items())


def spliced(page: str, section: str) -> str:
    """The page with what is between the markers replaced, all else as it was; without markers it comes last."""
    begins, ends = page.count(BEGIN), page.count(END)
    if begins == ends == 0:
        above = page.rstrip() or "# Performance"
        return f"{above}\n\n{section}\n"
    before, _, after = page.partition(BEGIN)
    if begins != 1 or ends != 1 or END not in after:
        raise ValueError(
            f"{BEGIN} and {END} must stand in the page once each, in this order; found {begins} and {ends}"
        )
    return before + section + after.partition(END)[2]


def told(error: str) -> str:
    """The last line of what a failing process said, short and without paths of this machine."""
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    bare = re.sub(r"(?:[A-Za-z]:)?[/\\][^\s:'\"]+", "...", lines[-1]) if lines else "no word why"
    return f"did not run: {bare[:100]}".replace("|", "/")
