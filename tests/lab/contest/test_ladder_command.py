"""The command `changeling ladder`: what it prints, that stopping loses nothing, and what it refuses."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from changeling.cli import main
from changeling.lab.contest import ladder_command
from changeling.lab.contest.ladder import Match, Played, Task, play_task, summary

MATCH = Match(("random", "greedy"), "family", 2, 11)
TUTORIAL = Path(__file__).parents[3] / "docs" / "tutorial" / "first-bot.md"


def ladder(*words: object) -> int:
    return main(["ladder", *map(str, words)])


def test_the_command_prints_shares_and_ratings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, plot = tmp_path / "match.json", tmp_path / "match.svg"
    assert ladder("greedy", "random", "--deck", "family", "--games", 30, "--out", out, "--plot", plot) == 0
    printed = capsys.readouterr().out
    assert re.search(r"greedy  random +30 +\d+ +\d+\.\d%", printed)
    values = json.loads(out.read_text())
    assert len(values["games"]) == values["pairings"][0]["games"] == 30
    row = values["pairings"][0]
    assert row["low"] < row["share"] < row["high"]
    assert row["won"] + row["lost"] + row["nobody"] == 30
    assert values["ratings"]["greedy"]["rating"] > values["ratings"]["random"]["rating"]
    root = ET.fromstring(plot.read_text())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "greedy against random" in texts


def test_a_match_goes_on_from_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    ladder("greedy", "random", "--deck", "family", "--games", 4, "--out", out)
    first = json.loads(out.read_text())["games"]
    ladder("greedy", "random", "--deck", "family", "--games", 8, "--out", out)
    second = json.loads(out.read_text())["games"]
    assert second[: len(first)] == first
    assert len(second) == 8
    with pytest.raises(SystemExit):
        ladder()
    assert ladder("greedy", "random", "--deck", "fluxx-4", "--games", 4, "--out", out) == 2
    assert "holds a ladder with deck family, not fluxx-4" in capsys.readouterr().err
    assert json.loads(out.read_text())["games"] == second


def test_stopping_keeps_what_was_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody presses Ctrl-C during the fourth game."""

    def interrupted(tasks: list[Task], *, jobs: int, on: None) -> Iterator[Played]:
        yield from map(play_task, tasks[:3])
        raise KeyboardInterrupt

    out = tmp_path / "match.json"
    monkeypatch.setattr(ladder_command, "play_all", interrupted)
    assert ladder_command.run(MATCH, games=10, out=str(out)) == 130
    said = capsys.readouterr()
    assert "Stopped after 3 of 10 games; the same command goes on from here." in said.err
    assert len(json.loads(out.read_text())["games"]) == 3
    monkeypatch.undo()
    assert ladder_command.run(MATCH, games=10, out=str(out)) == 0
    assert len(json.loads(out.read_text())["games"]) == 10


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random"], "two or more different bots are needed, not random"),
        (["random", "random"], "two or more different bots are needed, not random, random"),
        (["random", "clever"], "'clever' is not a bot; the bots are greedy, learned, random, search"),
        (["random", "search:x"], "'x': a budget is a time or a number of iterations"),
        (["random", "nowhere.py:Bot"], "'nowhere.py' is not a file"),
        (["random", "greedy", "--seats", "7"], "--seats: 2 to 6 can play, not 7"),
        (["random", "greedy", "--games", "0"], "--games: 1 to 1,000,000 can be played, not 0"),
        (["random", "greedy", "--jobs", "0"], "--jobs: 1 to 256 games can be played at once, not 0"),
        (["random", "greedy", "--plot", "x.png"], "--plot: a picture is written as .svg, not as x.png"),
        (["random", "greedy", "--seed", "-1"], "--seed: a number from 0 to"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder(*words) == 2
    assert message in capsys.readouterr().err


def test_the_bot_of_the_tutorial_climbs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r'```python title="collector.py"\n(.*?)```', TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 20
    bot = tmp_path / "collector.py"
    bot.write_text(found[1], encoding="utf-8")
    assert ladder(f"{bot}:Collector", "random", "--games", 20) == 0
    assert "Collector" in capsys.readouterr().out


def test_the_table_says_when_nothing_was_played() -> None:
    rows = ladder_command.table(MATCH, summary(MATCH, [])).splitlines()
    assert rows[0] == "family, 2 seats"
    assert re.fullmatch(r"random +greedy +0 +0 +- +0\.0% to 100\.0% +50%", rows[3])
