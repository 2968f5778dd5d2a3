"""The command `changeling transfer`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from changeling.cli import main
from changeling.lab.contest.ladder import Played, Task, play_all
from changeling.lab.transfer import transfer_command
from changeling.lab.transfer.suites import Suite, UnseenDeck

FEW = (
    Suite("trained", "", (UnseenDeck("fluxx-4", "fluxx-4"),), counts=False),
    Suite("editions", "", (UnseenDeck("family", "family"),)),
)


@pytest.fixture(autouse=True)
def few_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("changeling.lab.transfer.transfer_command", "changeling.lab.transfer.score"):
        monkeypatch.setattr(f"{module}.SUITES", FEW)


def test_it_prints_and_keeps_a_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found.json"
    assert main(["transfer", "random", "--games", "4", "--out", str(out)]) == 0
    made = json.loads(out.read_text(encoding="utf-8"))
    assert made["policy"] == "random"
    assert made["suites"]["editions"]["decks"]["family"]["share"] == made["score"]["share"]
    printed = capsys.readouterr().out
    assert "random against greedy" in printed
    assert "score" in printed
    again = tmp_path / "again.json"
    main(["transfer", "random", "--games", "4", "--out", str(again)])
    assert again.read_text() == out.read_text()


def test_it_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert transfer_command.run("random", games=4, out=str(whole)) == 0
    played = 0

    def stopped(tasks: Sequence[Task], *, jobs: int) -> Iterator[Played]:
        nonlocal played
        for game in play_all(tasks, jobs=jobs):
            if played == 5:
                raise KeyboardInterrupt
            played += 1
            yield game

    monkeypatch.setattr(transfer_command, "play_all", stopped)
    assert transfer_command.run("random", games=4, out=str(parts)) == 130
    assert "Stopped after 5 of 8 games; the same command with --resume goes on" in capsys.readouterr().err
    played = -100
    assert transfer_command.run("random", games=4, out=str(parts), resume=True) == 0
    assert played == -97
    assert parts.read_text() == whole.read_text()


def test_the_rival_against_itself_comes_out_even(capsys: pytest.CaptureFixture[str]) -> None:
    assert transfer_command.run("greedy", games=2) == 0
    assert "score                          50.0%" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "'nobody' is not a bot; the bots are greedy, learned, random, search"),
        (["nowhere.py:Bot"], "'nowhere.py' is not a file"),
        (["random", "--games", "5"], "--games: an even number from 2 to 100,000 is needed"),
        (["random", "--jobs", "0"], "--jobs: 1 to 256 games can be played at once, not 0"),
        (["random", "--resume"], "--resume: --out FILE.json says which games to go on with"),
        (["random", "--out", "x.txt"], "--out: results are written as .json, not as x.txt"),
        (["random", "--games", "2", "--out", "no/such/folder.json"], "cannot be written"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["transfer", *words]) == 2
    assert said in capsys.readouterr().err
