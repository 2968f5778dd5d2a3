"""A stack printed like a traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.random_play import position, random_games

import changeling as cl
from changeling.engine.layout import BAD_INSTRUCTION, FAULT
from changeling.engine.seen.backtrace import backtrace


def test_nested_actions_print_their_frames_innermost_last() -> None:
    game = position(
        hand={"Ann": ["Draw 3, Play 2 of them"]}, pile=["Draw 2 and Use 'em", "Bread", "Time", "Love", "Peace"]
    )
    game.answer("play Draw 3, Play 2 of them")
    game.answer("play Draw 2 and Use 'em")
    rows = backtrace(game.deck, game.table, game.seats).splitlines()
    assert len(rows) == 3
    assert re.fullmatch(r"  turn +basic\.cards:\d+  act\(\)    Ann", rows[0])
    assert re.fullmatch(
        r"    play +fluxx-4/actions\.cards:\d+  play\(choose\(aside\)\)  Draw 3, Play 2 of them  Ann", rows[1]
    )
    assert re.fullmatch(
        r"      play +fluxx-4/actions\.cards:\d+  play\(choose\(aside\)\)  Draw 2 and Use 'em  Ann  <- waiting for Ann",
        rows[2],
    )


def test_the_lines_are_those_of_the_card() -> None:
    game = position(hand={"Ann": ["Draw 3, Play 2 of them"]}, pile=["Milk", "Bread", "Time"])
    game.answer("play Draw 3, Play 2 of them")
    line = int(re.findall(r"actions\.cards:(\d+)", backtrace(game.deck, game.table, game.seats))[0])
    source = Path(cl.__file__).parent / "editions" / "fluxx-4" / "actions.cards"
    assert source.read_text(encoding="utf-8").splitlines()[line - 1].strip() == "play(choose(aside))"


def test_a_limit_on_others_names_the_program_that_waits() -> None:
    game = position(hand={"Ann": ["Hand Limit 1"], "Bob": ["Milk", "Bread"]})
    game.answer("play Hand Limit 1")
    assert backtrace(game.deck, game.table, game.seats).endswith("<- waiting for Bob")


@pytest.mark.parametrize("edition", cl.editions())
def test_there_is_a_backtrace_at_every_question(edition: str) -> None:
    for game in random_games(edition, 4, 3, 5):
        rows = backtrace(game.deck, game.table, game.seats).splitlines()
        assert len(rows) == game.table.frames
        assert rows[0].startswith("  turn")
        assert rows[-1].endswith(f"<- waiting for {game.decision.seat}")


def test_a_fault_of_the_machine_carries_a_backtrace_and_a_record() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    game.table.outcome, game.table.fault = FAULT, BAD_INSTRUCTION  # what no card can bring about
    with pytest.raises(cl.EngineFault, match="an instruction that the machine does not know") as caught:
        game._course.check()
    assert "basic.cards:" in caught.value.backtrace
    assert cl.replay(cl.Record.from_json(caught.value.notation)).decision.seat
