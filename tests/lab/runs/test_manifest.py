"""What a run is, as a file: read back as it was written, and refused in plain words where it is not one."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from changeling.errors import ChangelingError
from changeling.lab.runs.manifest import (
    NAME,
    Manifest,
    bots_of,
    code_digest,
    deck_text,
    plan_run,
    read_manifest,
    write_manifest,
)

OWN = """take "family"
take "Chocolate" from "fluxx-4" x2
leave "Doghouse"

keeper "Lemonade" x2
    "Cold, sour and sweet."
"""


def planned(games: int = 25, **more: object) -> Manifest:
    return plan_run("family", **({"seats": 2, "bots": "random", "games": games, "seed": 5, "chunk": 10} | more))  # type: ignore[arg-type]


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    run = planned(meta=())
    write_manifest(tmp_path, run)
    assert read_manifest(tmp_path) == run
    assert [entry.name for entry in tmp_path.iterdir()] == [NAME]


def test_the_deck_can_be_made_where_its_files_are_not(tmp_path: Path) -> None:
    file = tmp_path / "my.cards"
    file.write_text(OWN)
    run = plan_run(str(file), seats=2, bots="random", games=3, seed=1)
    write_manifest(tmp_path, run)
    file.unlink()
    deck = read_manifest(tmp_path).deck.deck()
    assert deck.digest == run.deck.digest
    assert [card.title for card in deck.cards if card.name == "Lemonade"] == ["Lemonade", "Lemonade #2"]
    assert [card.name for card in deck.cards].count("Chocolate") == 2
    assert deck.card("Doghouse") is None


def test_chunks_cover_every_game_once() -> None:
    run = planned(25)
    assert run.chunks == 3
    jobs = list(run.jobs(range(run.chunks)))
    assert [seed for job in jobs for seed in job.seeds] == list(range(5, 30))
    assert [(job.first, job.games) for job in jobs] == [(0, 10), (10, 10), (20, 5)]


def test_how_games_are_cut_depends_on_their_number_alone() -> None:
    sizes = {games: plan_run("family", seats=2, bots="random", games=games, seed=1).chunk for games in (1, 6400, 10**6)}
    assert sizes == {1: 100, 6400: 100, 10**6: 2000}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"games": 0}, "--games: 1 to 10,000,000,000 can be played, not 0"),
        ({"games": -3}, "--games: 1 to"),
        ({"seats": 1}, "--seats: 2 to"),
        ({"seed": -1}, "--seed: a number from 0"),
        ({"bots": "clever"}, "--bots: 'clever' is not a bot that simulates; there are random, greedy"),
        ({"bots": "greedy,random,random"}, "--bots: name one bot for all seats or one for each of the 2, not 3"),
        ({"chunk": 0}, "--chunk: 1 to"),
        ({"meta": ["No Rules"]}, "'No Rules' is not a Meta Rule of family"),
    ],
)
def test_what_cannot_be_played_is_refused(more: dict[str, object], said: str) -> None:
    with pytest.raises(ChangelingError, match=re.escape(said)):
        planned(**({"games": 5} | more))  # type: ignore[arg-type]


def test_a_deck_that_is_not_there_is_refused() -> None:
    with pytest.raises(ChangelingError, match=r"'fluxx-5' is not a deck.*did you mean fluxx-4"):
        plan_run("fluxx-5", seats=2, bots="random", games=5, seed=1)
    with pytest.raises(ChangelingError, match=r"there is no file nowhere\.cards"):
        plan_run("nowhere.cards", seats=2, bots="random", games=5, seed=1)


def test_bots_by_seat() -> None:
    assert bots_of("greedy", 3) == ("greedy",) * 3
    assert bots_of("greedy, random", 2) == ("greedy", "random")


def test_what_makes_another_run_is_named() -> None:
    run = planned()
    assert run.differences(replace(run, games=1000)) == []
    assert run.differences(replace(run, seed=6)) == ["the seed 5, not 6"]
    other = replace(run, deck=deck_text("cthulhu"), code="0" * 16)
    assert [text.split()[0] for text in run.differences(other)] == ["the", "version"]
    assert run.code == code_digest()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "holds no run"),
        ("{", "is damaged"),
        ("[]", "is not the manifest of a run"),
        (
            '{"changeling": "run", "format": 99, "version": "9.9"}',
            "written by changeling 9.9, whose tables are of format 99",
        ),
        ('{"changeling": "run", "format": 1}', "is damaged"),
    ],
)
def test_a_folder_that_holds_no_run_is_refused(tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / NAME).write_text(text)
    with pytest.raises(ChangelingError, match=said):
        read_manifest(tmp_path)


def test_numbers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    values = json.loads(planned().to_json())
    (tmp_path / NAME).write_text(json.dumps(values | {"chunk": 0}))
    with pytest.raises(ChangelingError, match="do not fit together"):
        read_manifest(tmp_path)


def test_a_deck_that_this_version_reads_differently_is_refused() -> None:
    with pytest.raises(ChangelingError, match="this version reads the cards of family differently"):
        replace(deck_text("family"), digest="0" * 16).deck()
