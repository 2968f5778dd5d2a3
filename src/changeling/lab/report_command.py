"""The command `changeling report`: looks at a run and writes its page."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from changeling.errors import ChangelingError
from changeling.lab.report import sections, words
from changeling.lab.report.measures import Measures, measure
from changeling.lab.report.page import Section, page
from changeling.lab.runs.run import Run, open_run

NAME = "report.html"


def report_page(run: Run) -> str:
    """The report on a run, as HTML."""
    m, manifest = measure(run), run.manifest
    seats = manifest.seats
    parts: list[Section | None] = [
        sections.own(run, m),
        sections.length(m),
        sections.seats(m),
        sections.goals(m),
        sections.cards(m, seats),
        sections.creepers(m, seats),
        sections.drama(m, seats),
        sections.dead(run, m),
        sections.watch(run),
        sections.measured(run, m),
    ]
    bots = manifest.bots[0] if len(set(manifest.bots)) == 1 else ", ".join(manifest.bots)
    about = f"{m.games:,} games of {seats} players ({bots}), played by changeling {manifest.version}"
    return page(f"{manifest.deck.title}: what the games say", about, in_short(m), [part for part in parts if part])


def in_short(m: Measures) -> list[str]:
    """The most important findings."""
    return [
        words.length_said(m),
        words.seats_said(m),
        *words.goals_said(m)[:4],
        *words.cards_said(m, "played", 2),
        *words.cards_said(m, "held", 2),
        words.drama_said(m),
        *words.dead_said(m),
    ]


def run(folder: str, *, out: str | None = None) -> int:
    """Write the report on a run's folder into `out`, or into the folder; gives the exit status."""
    opened = open_run(folder)
    path = Path(out) if out else Path(folder) / NAME
    text = report_page(opened)
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise ChangelingError(f"{path} cannot be written: {error.strerror}") from error
    if opened.played < opened.manifest.games:
        print(f"The run is not over: {opened.played:,} of {opened.manifest.games:,} games.")
    print(f"{path} written: {len(text) / 1e6:.1f} MB, {opened.played:,} games.")
    return 0
