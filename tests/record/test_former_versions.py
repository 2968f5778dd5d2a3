"""Games written down by version 0.1 still load, and go on as they did there.

`data` was written by that version: notations in the middle of nested Actions, of a Surprise window, of the verdict on
an Ungoal and of `start` sections, each with the next questions and answers (`continued-0.1.json`), and records of
whole games.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import changeling as cl
from changeling.cards import codes as w
from changeling.engine import layout as at
from changeling.engine.sheet_cache import sheet_for

DATA = Path(__file__).parent / "data"
CONTINUED: dict[str, dict[str, Any]] = json.loads((DATA / "continued-0.1.json").read_text(encoding="utf-8"))


def load(case: str) -> cl.Game:
    return cl.Game.from_notation((DATA / f"{case}-0.1.yaml").read_text(encoding="utf-8"))


def frames(game: cl.Game) -> list[list[int]]:
    return [game.table.stack[base : base + at.FRAME] for base in range(0, game.table.frames * at.FRAME, at.FRAME)]


@pytest.mark.parametrize("case", CONTINUED)
def test_a_notation_of_the_last_version_goes_on_as_it_did(case: str) -> None:
    game, then = load(case), CONTINUED[case]
    again = cl.Game.from_notation(game.notation())
    for question, answer in zip(then["questions"], then["answers"], strict=True):
        for played in (game, again):
            asked = played.decision
            assert [asked.seat, asked.ask, asked.because, " | ".join(map(str, asked.options))] == question
            played.answer(answer)
    assert (game.over, game.winner) == (again.over, again.winner) == (then["over"], then["winner"])


def test_each_cursor_of_a_former_frame_finds_its_place() -> None:
    assert [frame[at.F_DRAWN_TO] for frame in frames(load("fluxx-4-nested"))] == [0, 0, 2, 3, 0]
    window = frames(load("doctor-who-window"))
    assert [frame[at.F_SEATS_PASSED] for frame in window] == [0, 2, 1, 1]
    assert [frame[at.F_ASKED] for frame in window] == [0, 2, 0, 2]
    claim = frames(load("cthulhu-claim"))[-1]
    assert (claim[at.F_CLAIM], claim[at.F_SEATS_PASSED], claim[at.F_ASKED]) == (1, 3, 1)
    assert claim[at.F_REGISTER :] == [0] * w.REGISTERS
    assert frames(load("fluxx-4-start-sections"))[0][at.F_HOOK] == 2
    game = load("cthulhu-ungoal")
    verdict = next(frame for frame in frames(game) if frame[at.F_PROGRAM] == sheet_for(game.deck).doom_program)
    assert (verdict[at.F_HOOK], verdict[at.F_CLAIM]) == (1, w.NONE)


@pytest.mark.parametrize(("deck", "events", "winner"), [("family", 168, "Cy"), ("cthulhu", 440, None)])
def test_a_record_of_the_last_version_can_be_played_back(deck: str, events: int, winner: str | None) -> None:
    text = (DATA / f"{deck}-record-0.1.json").read_text(encoding="utf-8")
    game = cl.replay(cl.Record.from_json(text))
    assert game.over
    assert (len(game.events), game.winner) == (events, winner)
    assert game.record().to_json() == text
