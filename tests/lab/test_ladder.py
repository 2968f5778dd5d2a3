"""The ladder: what is played, what it says, and that stopping loses nothing."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import changeling as cl
from changeling.cli import main
from changeling.lab import ladder_command as climb
from changeling.lab import results
from changeling.lab.ladder import Match, Played, Task, play_all, play_task, summary
from changeling.lab.rating import Result, ratings, wilson

MATCH = Match(("random", "greedy"), "family", 2, 11)
TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "first-bot.md"


def ladder(*words: object) -> int:
    return main(["ladder", *map(str, words)])


def test_every_deal_is_played_in_every_seating_by_every_pairing() -> None:
    match = Match(("a.py:A", "random", "greedy")[1:], "family", 3, 1)
    tasks = list(match.tasks(7))
    assert len(tasks) == 2 * 9
    assert len({task.key for task in tasks}) == len(tasks)
    for deal in range(3):
        seatings = [task.seated for task in tasks if task.deal == deal]
        assert Counter(seating.index("greedy") for seating in seatings if seating.count("greedy") == 1) == {
            0: 1,
            1: 1,
            2: 1,
        }
        assert Counter(seating.index("random") for seating in seatings if seating.count("random") == 1) == {
            0: 1,
            1: 1,
            2: 1,
        }


def test_two_seats_need_no_pairing_twice() -> None:
    assert Match(("random", "greedy", "search:5"), "family", 2, 1).pairings() == [
        ("random", "greedy"),
        ("random", "search:5"),
        ("greedy", "search:5"),
    ]


def test_a_deal_is_the_same_in_every_seating() -> None:
    one, other = (
        Task("family", seated, ("random", "greedy"), 3, 5) for seated in (("random", "greedy"), ("greedy", "random"))
    )
    hands = []
    for task in (one, other):
        game = cl.Game(task.deck, seats=["Ann", "Bob"], seed=task.seed + task.deal)
        hands.append((game.turn, game.view("Ann").hand))
    assert hands[0] == hands[1]
    assert play_task(one) == play_task(one) or play_task(one).winner == play_task(one).winner


def test_several_processes_play_the_same_games() -> None:
    tasks = list(MATCH.tasks(6))
    alone = {game.key: game.winner for game in play_all(tasks, jobs=1)}
    together = {game.key: game.winner for game in play_all(tasks, jobs=2)}
    assert alone == together
    assert len(alone) == 6


def test_a_search_and_an_oracle_can_play() -> None:
    for seated in (("search:20", "greedy"), ("oracle:5ms", "oracle:pile:5ms")):
        played = play_task(Task("family", seated, seated, 1, 1))
        assert played.over
        assert played.decisions > 0


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

    def interrupted(tasks: list[Task], *, jobs: int) -> Iterator[Played]:
        yield from map(play_task, tasks[:3])
        raise KeyboardInterrupt

    out = tmp_path / "match.json"
    monkeypatch.setattr(climb, "play_all", interrupted)
    assert climb.run(MATCH, games=10, out=str(out)) == 130
    said = capsys.readouterr()
    assert "Stopped after 3 of 10 games; the same command goes on from here." in said.err
    assert len(json.loads(out.read_text())["games"]) == 3
    monkeypatch.undo()
    assert climb.run(MATCH, games=10, out=str(out)) == 0
    assert len(json.loads(out.read_text())["games"]) == 10


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random"], "two or more different bots are needed, not random"),
        (["random", "random"], "two or more different bots are needed, not random, random"),
        (["random", "clever"], "'clever' is not a bot; the bots are greedy, random, search"),
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


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"changeling": "ladder", "version": 1}'])
def test_a_file_that_is_no_ladders_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(cl.ChangelingError, match=r"other\.json"):
        results.read(path, MATCH, "")
    assert path.read_text() == text


def test_the_bot_of_the_tutorial_climbs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r'```python title="collector.py"\n(.*?)```', TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 20
    bot = tmp_path / "collector.py"
    bot.write_text(found[1], encoding="utf-8")
    assert ladder(f"{bot}:Collector", "random", "--games", 20) == 0
    assert "Collector" in capsys.readouterr().out


# --- what results say -------------------------------------------------------------------------------------------------


def test_wilson_knows_how_little_a_few_games_say() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(10, 10)
    assert 0.7 < low < 0.75
    assert high == pytest.approx(1.0)
    narrow, wide = wilson(650, 1000), wilson(65, 100)
    assert wide[0] < narrow[0] < 0.65 < narrow[1] < wide[1]


def test_ratings_say_how_likely_a_win_is() -> None:
    games = [Result(("a", "b"), "a" if number % 4 else "b", number) for number in range(4000)]
    found = ratings(("a", "b"), games)
    difference = found["a"].value - found["b"].value
    assert 1 / (1 + 10 ** (-difference / 400)) == pytest.approx(0.75, abs=0.002)
    assert found["a"].low < found["a"].value < found["a"].high
    assert found["a"].value + found["b"].value == pytest.approx(3000)


def test_ratings_of_a_larger_table() -> None:
    """One against three that wins half its games is three times as strong as each of them."""
    games = [Result(("b", "a", "b", "b"), "a" if number % 2 else "b", number) for number in range(4000)]
    found = ratings(("a", "b"), games)
    assert 10 ** ((found["a"].value - found["b"].value) / 400) == pytest.approx(3, rel=0.02)


def test_whoever_wins_everything_has_a_finite_rating() -> None:
    found = ratings(("a", "b"), [Result(("a", "b"), "a", number) for number in range(50)])
    assert 1600 < found["a"].value < 2500


def test_nothing_played_says_nothing() -> None:
    found = summary(MATCH, [])
    assert found["pairings"][0]["share"] is None
    assert found["ratings"]["greedy"]["rating"] == 1500
    assert "family" in climb.table(MATCH, found)
