"""A run that is looked at: lazy tables, and what is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

from changeling import lab
from changeling.errors import ChangelingError
from changeling.lab.runs.chunks import chunk_folder
from changeling.lab.runs.manifest import write_manifest
from changeling.lab.runs.run import Run, open_run


def test_tables_are_lazy_and_in_the_order_of_games(small_run: Run) -> None:
    run = lab.open_run(small_run.folder)
    assert isinstance(run.games, pl.LazyFrame)
    assert run.games.collect()["game"].to_list() == list(range(120))
    assert run.played == 120
    assert run.cards.select(pl.col("game").n_unique()).collect().item() == 120
    assert run.turns.select(pl.col("game").n_unique()).collect().item() == 120


def test_a_table_that_is_not_there_is_refused(small_run: Run) -> None:
    with pytest.raises(ChangelingError, match="'moves' is not a table of a run; there are games, cards, turns"):
        small_run.table("moves")


def test_a_run_that_is_not_over_can_be_looked_at(small_run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "part"
    shutil.copytree(small_run.folder, folder)
    shutil.rmtree(chunk_folder(folder, 1))
    run = open_run(folder)
    assert run.whole == (0, 2, 3)
    assert run.played == 90
    assert repr(run) == f"<Run {folder}: 90 games of {run.deck.name}>"


def test_damage_is_said_and_how_to_mend_it(small_run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(small_run.folder, folder)
    file = chunk_folder(folder, 2) / "cards.parquet"
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(ChangelingError, match=r"00000002: cards.parquet is not what was written; .*--resume"):
        open_run(folder)


def test_a_run_without_games_is_refused(small_run: Run, tmp_path: Path) -> None:
    write_manifest(tmp_path, small_run.manifest)
    with pytest.raises(ChangelingError, match="no chunk was played to its end yet"):
        open_run(tmp_path)


def test_the_lab_says_what_it_has_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = lab.nothing
