"""Games of a run once more: the same games, in files that a table opens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from changeling.lab.report.records import game_again, record_file
from changeling.lab.runs.manifest import plan_run
from changeling.lab.runs.run import Run
from changeling.play.game import replay
from changeling.record.record import Record


def test_the_record_is_the_game_that_was_played(small_run: Run) -> None:
    for row in small_run.games.head(6).collect().rows(named=True):
        game = game_again(small_run.manifest, row["seed"])
        assert game.table.turns == row["turns"]
        assert game.table.decisions == row["decisions"]
        assert game.table.winner == (-1 if row["winner"] is None else row["winner"])
        again = replay(Record.from_json(record_file(small_run.manifest, game)))
        assert again.notation() == game.notation()


@pytest.mark.parametrize("spec", ["{}", "doctor-who+{}"])
def test_a_web_table_opens_it_with_cards_of_ones_own(tmp_path: Path, spec: str) -> None:
    replays = pytest.importorskip("changeling.web.table.written.replays")
    bodies = pytest.importorskip("changeling.web.wire.http_bodies")
    msgspec = pytest.importorskip("msgspec")
    file = tmp_path / "my.cards"
    file.write_text(
        'take "family"\n\nkeeper "Tea" x2\n    "Hot."\n\ngoal "Tea Time"\n    "Have Tea."\n    wins = has("Tea")\n'
    )
    run = plan_run(spec.format(file), seats=2, bots="random", games=1, seed=5)
    text = record_file(run, game_again(run, 5))
    file.unlink()
    assert "Tea Time" in json.loads(text)["web"]["deck"]["text"]
    assert replays.checked(msgspec.json.decode(text.encode(), type=bodies.ReplayFile))
