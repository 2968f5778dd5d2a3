"""Two decks compared: known differences are found, and none where there is none."""

from __future__ import annotations

import random
import re
from pathlib import Path

import polars as pl
import pytest

from changeling.cli import main
from changeling.lab.changes.compare_command import Change, compared, said


def games(turns: list[int], winners: list[int], goals: list[str]) -> pl.DataFrame:
    number = len(turns)
    return pl.DataFrame(
        {
            "turns": turns,
            "decisions": turns,
            "lead_changes": [1] * number,
            "behind_until": [0] * number,
            "winner": winners,
            "first": [0] * number,
            "outcome": ["won"] * number,
            "won_by": goals,
        }
    )


def drawn(number: int, seed: int) -> pl.DataFrame:
    chance = random.Random(seed)
    turns = [chance.randint(5, 40) for _ in range(number)]
    return games(turns, [chance.randrange(2) for _ in turns], [chance.choice("AB") for _ in turns])


def test_a_difference_of_pairs_is_found_where_means_alone_would_not_show_it() -> None:
    one = drawn(400, 1)
    other = one.with_columns(turns=pl.col("turns") + 1)  # every game a turn longer
    found = {change.name: change for change in compared(one, other, 2)}
    turns = found["turns"]
    assert turns.difference == pytest.approx(1)
    assert turns.sure
    assert turns.low == pytest.approx(1)
    assert not found["won by who begins"].sure
    assert found["won by who begins"].difference == 0
    assert found["won by who begins"].needed is None


def test_decks_that_are_alike_are_said_to_be() -> None:
    sure = [change.name for change in compared(drawn(300, 2), drawn(300, 3), 2) if change.sure]
    assert sure == []


def test_goals_that_only_one_deck_has_are_compared() -> None:
    one, other = drawn(200, 4), drawn(200, 5).with_columns(won_by=pl.lit("C"))
    found = {change.name: change for change in compared(one, other, 2)}
    assert found["ended by C"].one == 0
    assert found["ended by C"].other == 1
    assert found["ended by C"].sure


def test_a_change_of_nothing_has_no_sign_of_less() -> None:
    told = said(("A", "B"), [Change("turns", 3.001, 3.0, -0.002, 0.0, 1.0, False)], 10)
    assert re.search(r"^turns +3\.00 +3\.00 +\+0\.00 +\+0\.00 +\+0\.00 ", told, re.MULTILINE)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    easy = tmp_path / "easy.cards"
    easy.write_text(
        'take "family"\n\ngoal "At Once" x9\n    "Have any Keeper."\n    wins = count(keepers(you)) >= one\n'
    )
    words = ["--seats", "2", "--bots", "random", "--games", "200", "--cores", "1"]
    assert main(["compare", "family", str(easy), *words]) == 0
    told = capsys.readouterr().out
    assert "games to be sure" in told
    assert "Surely changed: turns" in told
    assert re.search(r"^ended by At Once +- +\d", told, re.MULTILINE)  # family has no such card
    assert "200 games of each on the same seeds" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["family", "family"], "are the same cards"),
        (["family", "familly"], "'familly' is not a deck"),
        (["family", "cthulhu", "--games", "1"], "--games: at least 2"),
        (["family", "cthulhu", "--cores", "0"], "--cores: 1 to"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *words]) == 2
    assert said in capsys.readouterr().err
