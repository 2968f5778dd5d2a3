"""Soaking: a few thousand games here, a hundred thousand by `make soak`."""

import sys
from pathlib import Path

import pytest
from tests.cards.endless import STUCK

import changeling
from changeling.cli import main
from changeling.engine.layout import FAULT
from changeling.lab import soak as lab_soak
from changeling.lab.games.start_tables import Rows
from changeling.lab.soak import CAP, Soaked, reproduce, soak
from changeling.play.compiled.native_cache import compiled

GAMES = 1000


@pytest.fixture
def still(tmp_path: Path) -> str:
    path = tmp_path / "still.cards"
    path.write_text(STUCK["nothing may be kept or played"][0], encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("deck", [*changeling.editions(), "fluxx-4+family"])
def test_a_thousand_random_games_go_well(deck: str) -> None:
    found = soak(deck, games=GAMES)
    assert not found.wrong
    assert len(found.lengths) == GAMES
    assert min(found.lengths) > 0
    assert max(found.lengths) <= CAP


def test_compiled_games_are_those_that_are_reproduced_interpreted() -> None:
    found = soak("family", games=4, seats=(3,), seed=50, cap=60)
    assert not any(reproduce("family", 3, seed=50 + game, cap=60) for game in range(4))
    assert found.capped == sum(length == 60 for length in found.lengths)


def test_the_command_reports_lengths_and_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--deck", "family", "--games", "20", "--seats", "2,6", "--cap", "30"]) == 0
    text = capsys.readouterr().out
    for words in ("family: 20 games", "decisions; length mean", "median", "max 30", "reached the cap of 30"):
        assert words in text


def test_every_edition_is_soaked_when_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--games", "5"]) == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == list(changeling.editions())


def test_meta_rules_are_soaked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--deck", "fluxx-4", "--games", "20", "--meta", "Rules Escalation"]) == 0
    assert "fluxx-4: 20 games" in capsys.readouterr().out


def test_stuck_games_are_counted_and_their_cards_named(capsys: pytest.CaptureFixture[str], still: str) -> None:
    assert main(["soak", "--deck", still, "--games", "5", "--seed", "7", "--seats", "2"]) == 0
    text = capsys.readouterr().out
    for words in (
        "5 games",
        "5 (100.000%) stuck; with seed 7 and 2 seats: The game is over, and nobody has won: turn after turn",
        "(Still",
    ):
        assert words in text


def test_a_fault_is_reported_so_that_it_can_be_seen_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(self: Rows, *_: object, **__: object) -> int:
        self.counts[FAULT] += 1
        return 3

    monkeypatch.setattr(Rows, "soak", faulty)
    assert main(["soak", "--deck", "family", "--games", "50", "--seed", "7", "--seats", "2"]) == 1
    text = capsys.readouterr().out
    assert text.startswith("WRONG family, 2 seats, seed 7: a fault")
    assert "again: changeling soak --deck family --seats 2 --seed 7 --games 1" in text


def test_a_soak_goes_on_after_a_fault_and_tells_each_kind_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def now_and_then(self: Rows, *_: object, seed: int, **__: object) -> int:
        if seed % 3 == 0:
            raise IndexError("seven is too many")
        self.counts[FAULT] += seed % 3 == 1
        return 3

    monkeypatch.setattr(Rows, "soak", now_and_then)
    assert main(["soak", "--deck", "family", "--games", "30", "--seed", "7", "--seats", "2"]) == 1
    text = capsys.readouterr().out
    assert text.count("WRONG") == text.count("again: changeling soak") == 1, "those of one kind are told once"
    (row,) = text[text.index("20 games went wrong, 1 kind of fault") :].splitlines()[1:]
    assert row.split()[0] == "20"
    assert "(first: seed 7" in row


def test_a_table_out_of_order_is_reported_with_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rows, "soak", lambda *_, **__: -1)
    monkeypatch.setattr(lab_soak, "census", lambda d, t: -1 if t.decisions == 3 else 0)
    found = soak("family", games=5, seats=(2,), seed=9)
    assert "family, 2 seats, seed 9: the table is not in order" in found.wrong
    assert "a card is not in exactly one place (zone 0), after 3 answers" in found.wrong
    assert '"seed": 9' in found.wrong
    assert not found.lengths
    assert found.faults.games == 5
    assert str(found).startswith("family: all 5 games went wrong")


def test_what_only_the_compiled_machine_does_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def beyond(*_: object, **__: object) -> int:
        raise IndexError("index is out of bounds")

    monkeypatch.setattr(Rows, "soak", beyond)
    found = soak("family", games=5, seats=(2,), cap=40)
    assert "an index beyond its array" in found.wrong
    assert "interpreted the same game goes well" in found.wrong


def test_an_interrupt_ends_with_what_was_found_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = Rows.soak

    def stopped(self: Rows, seats: int, *, seed: int, cap: int) -> int:
        if seed == 4:
            raise KeyboardInterrupt
        return played(self, seats, seed=seed, cap=cap)

    monkeypatch.setattr(Rows, "soak", stopped)
    assert main(["soak", "--deck", "family", "--deck", "fluxx-4", "--games", "50"]) == 130
    text = capsys.readouterr().out
    assert "family: 3 games (interrupted)" in text
    assert "fluxx-4" not in text


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert lab_soak._progress(10) is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show = lab_soak._progress(10)
    assert show is not None
    show(Soaked("family", CAP, [5], seconds=1.0))
    show(Soaked("family", CAP, [5, 6], seconds=1.1))
    assert capsys.readouterr().err.count("family: 1 of 10 games") == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--deck", "chess"], "'chess' is not a deck"),
        (["--seats", "1-6"], "2 to 6"),
        (["--games", "0"], "games"),
        (["--cap", "-1"], "cap"),
        (["--seed", "-1"], "seed"),
        (["--seed", str(2**64)], "seed"),
        (["--deck", "family", "--meta", "Milk"], "not a Meta Rule"),
    ],
)
def test_what_cannot_be_soaked_is_said(capsys: pytest.CaptureFixture[str], given: list[str], said: str) -> None:
    assert main(["soak", *given]) == 2
    assert said in capsys.readouterr().err


def test_without_llvmlite_the_soak_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled.cache_clear()
    for module in ("build", "llvm"):
        monkeypatch.delitem(sys.modules, f"changeling.engine.native.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    assert main(["soak", "--games", "1"]) == 2
    assert "pip install 'changeling[fast]'" in capsys.readouterr().err
