"""The command `changeling simulate`: what it says, and how it goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from changeling import lab
from changeling.cli import main
from changeling.lab import simulate_command
from changeling.lab.runs.run import Run
from changeling.lab.simulation import Progress, Told


def simulate(*words: object) -> int:
    return main(["simulate", *map(str, words)])


def test_it_says_what_was_played_and_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    words = ("--deck", "family", "--seats", 2, "--bots", "random", "--cores", 1, "--out", out)
    assert simulate(*words, "--games", 20) == 0
    said = capsys.readouterr().out
    assert re.search(r"20 games of family are in .*run: 20 of them now, in [\d.]+ s \([\d,]+ games a second\)", said)
    assert f"changeling report {out}" in said
    assert simulate(*words, "--games", 20) == 2
    assert "--resume goes on with it" in capsys.readouterr().err
    assert simulate(*words, "--games", 30, "--resume") == 0
    assert "30 games of family are in" in capsys.readouterr().out
    assert lab.open_run(out).played == 30


def test_going_on_needs_no_other_word_and_no_deck_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, out = tmp_path / "my.cards", tmp_path / "run"
    deck.write_text('take "family"\n\nkeeper "Tea"\n    "Hot."\n')
    assert simulate("--deck", deck, "--seats", 3, "--bots", "random", "--games", 10, "--cores", 1, "--out", out) == 0
    deck.unlink()
    capsys.readouterr()
    assert simulate("--resume", "--out", out, "--cores", 1) == 0
    assert "all were there" in capsys.readouterr().out
    assert simulate("--resume", "--games", 20, "--out", out, "--cores", 1) == 0
    run = lab.open_run(out)
    assert (run.played, run.manifest.seats, run.manifest.bots) == (20, 3, ("random",) * 3)
    assert simulate("--resume", "--seats", 2, "--out", out) == 2
    assert "holds another run: seats 3, not 2" in capsys.readouterr().err


def test_a_changed_deck_is_all_that_is_said_to_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, out = tmp_path / "my.cards", tmp_path / "run"
    deck.write_text('take "family"\n\nkeeper "Tea"\n    "Hot."\n')
    words = ("--deck", deck, "--resume", "--out", out, "--cores", 1)
    assert simulate(*words, "--seats", 3, "--bots", "random", "--games", 10, "--seed", 8) == 0
    assert simulate(*words) == 0
    (out / "chunks" / "00000000" / "games.parquet").write_bytes(b"PAR1")
    assert simulate(*words) == 0
    assert "; 1 damaged chunk was played again" in capsys.readouterr().out
    deck.write_text('take "family"\n\nkeeper "Coffee"\n    "Hot."\n')
    assert simulate(*words) == 2
    said = capsys.readouterr().err
    assert "holds another run: the deck" in said
    assert "without --deck the cards are those that the run began with" in said
    assert not [word for word in ("seats", "bots", "seed") if word in said]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", "0"), "--games: 1 to"),
        (("--deck", "no-such"), "'no-such' is not a deck"),
        (("--bots", "nobody"), "'nobody' is not a bot that simulates"),
        (("--cores", "0"), "--cores: 1 to"),
        (("--cores", "2", "--on", "ray"), "--cores: counts those of this machine"),
        (("--on", "dask"), "--on: 'ray' or"),
        (("--meta", "Nothing"), "'Nothing' is not a Meta Rule"),
    ],
)
def test_bad_words_are_refused_and_leave_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert simulate(*words, "--out", tmp_path / "run") == 2
    printed = capsys.readouterr().err
    assert said in printed
    assert "Traceback" not in printed
    assert not (tmp_path / "run").exists()


def test_ctrl_c_says_what_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, tell: Told, **__: object) -> Run:
        tell(Progress(300, 1000, 0))
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_command, "play_run", stopped)
    assert simulate("--out", tmp_path / "run") == 130
    assert "Stopped: 300 of 1,000 games are kept" in capsys.readouterr().err


def test_the_bar_tells_games_a_second() -> None:
    calls: list[dict[str, object]] = []

    def add(*_: object, **values: object) -> int:
        calls.append(values)
        return 1

    def update(_: object, **values: object) -> None:
        calls.append(values)

    tell = simulate_command.bar_of(add, update)
    tell(Progress(100, 1000, 100))
    tell(Progress(350, 1000, 100))
    assert calls[0]["completed"] == 100
    assert calls[1]["completed"] == 350
    assert str(calls[1]["speed"]).endswith(" a second")
