"""Bots by name: budgets, bots of one's own, and that nobody waits for the compiler unasked."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import changeling as cl
import changeling.bots
from changeling.bots.search import Search
from changeling.play import bot_factory as players
from changeling.play.compiled.compiling import Target
from changeling.play.seated_bot import SeatedBot


@pytest.mark.parametrize("name", ["random", "greedy", "learned", "search", "search:200ms", "search:1.5s", "search:500"])
def test_names_that_mean_a_bot(name: str) -> None:
    players.check(name)
    assert cl.bot(name, 1).name == name
    assert repr(cl.bot(name, 1)) == f"<bot {name}>"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "clever",
        "search:",
        "search:0",
        "search:-5",
        "search:1.5",
        "search:0ms",
        "search:700s",
        "search:٣",
        "search:5m",
    ],
)
def test_names_that_mean_none(name: str) -> None:
    with pytest.raises(cl.ChangelingError, match=r"is not a bot; the bots are|budget|iterations|thought for"):
        players.check(name)


def test_a_bot_of_ones_own_from_a_file_and_from_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bot_a.py").write_text(
        "class Last:\n"
        "    name = 'last'\n"
        "    def __init__(self, seed): self.seed = seed\n"
        "    def choose(self, view, decision): return decision.options[-1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    for name in (f"{tmp_path / 'own_bot_a.py'}:Last", "own_bot_a:Last"):
        bot = cl.bot(name, 7)
        assert bot.choose(game.view(game.decision.seat), game.decision) == game.decision.options[-1]


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("class Other: ...", "Mine", "Mine in .* with a method choose"),
        ("class Mine: ...", "Mine", "with a method choose"),
        ("Mine = 3", "Mine", "with a method choose"),
        ("class Mine(:", "Mine", r"broken\.py:1: "),
        ("import nothing_of_that_name", "Mine", "No module named 'nothing_of_that_name'"),
    ],
)
def test_a_file_without_a_bot(text: str, name: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(cl.ChangelingError, match=message):
        cl.bot(f"{path}:{name}", 1)


def test_a_name_from_a_stranger_runs_nothing(tmp_path: Path) -> None:
    path, left = tmp_path / "bot.py", tmp_path / "left"
    path.write_text(f"open({str(left)!r}, 'w').close()\nclass Bot:\n    def choose(self, view, decision): ...\n")
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    for act in (
        lambda name: players.check(name, own=False),
        lambda name: players.bot(name, 1, own=False),
        lambda name: SeatedBot(name, 1).choose(game.view(game.decision.seat), game.decision),
    ):
        with pytest.raises(cl.ChangelingError, match="is not a bot"):
            act(f"{path}:Bot")
    assert not left.exists()


@pytest.mark.soak  # it compiles the whole machine anew
def test_nobody_waits_for_what_is_still_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing kept yet, search thinks interpreted, has the rest made in the background, and changes over later."""
    begun: list[bool] = []
    there = False
    monkeypatch.setattr(Target, "is_kept", property(lambda target: there))
    monkeypatch.setattr(Target, "begin", lambda target: begun.append(True))
    game = cl.Game("family", seats=["Ann", "Bob"], seed=3)
    view, decision = game.view(game.decision.seat), game.decision
    bot = cl.bot("search:8", 5)
    assert isinstance(bot, Search)
    slow = bot.ponder(view, decision.options)
    assert isinstance(slow.goals, list)
    assert begun == [True]
    there = True
    players.search_state_for(game.deck, wait=True)
    assert not isinstance(bot.ponder(view, decision.options).goals, list)


def test_a_bot_in_its_seat_may_be_a_search() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=3)
    players.search_state_for(game.deck, wait=True)
    view, decision = game.view(game.decision.seat), game.decision
    chosen = {SeatedBot("search:60", 4).choose(view, decision) for _ in range(3)}
    assert len(chosen) == 1


@pytest.mark.parametrize("name", ["random", "greedy", "learned", "search:30"])
def test_a_bot_that_is_copied_or_pickled_goes_on_identically(name: str) -> None:
    """The memory of a compiled search is shared between its parts, which a plain copy would part."""
    game = cl.Game("family", seats=["Ann", "Bob"], seed=3)
    bot = cl.bot(name, 4, wait=True)
    while len(game.record().moves) < 12 and not game.over:
        view, decision = game.view(game.decision.seat), game.decision
        others = [copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
        chosen = bot.choose(view, decision)
        assert [other.choose(view, decision) for other in others] == [chosen, chosen]
        game.answer(chosen)


def test_one_maker_everywhere() -> None:
    """`search` thinks by the clock wherever it is made; only who says so gets iterations."""
    for bot in (cl.bot("search"), cl.bot("search:50ms"), cl.bot("search", np.int64(3))):  # type: ignore[arg-type]
        assert isinstance(bot, Search)
        assert bot._seconds is not None
    assert not hasattr(changeling.bots, "make")
