"""A branch of a game is played on for a few answers without the game's past, and the game can go on as it did."""

from __future__ import annotations

import random

import pytest

import changeling as cl
from changeling.errors import ChangelingError
from changeling.play.compiled.native_games import MACHINE
from changeling.play.game import Game

EDITIONS = ("fluxx-4", "cthulhu", "doctor-who", "dice-camera-action", "changeling-court")


def played_on(game: Game, chance: random.Random, answers: int) -> None:
    for _ in range(answers):
        if not game.over:
            game.answer(chance.choice(game.decision.options).index)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_goes_on_as_its_branch_did(edition: str) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        game = cl.Game(edition, seats=["Ann", "Bob", "Cy"], seed=seed, polite=True)
        while not game.over:
            before, other = (game.record(), game.events), game.copy()
            branch, answers, choices = game.branch(), chance.randrange(5), chance.randrange(1 << 30)
            played_on(branch, random.Random(choices), answers)
            played_on(other, random.Random(choices), answers)
            assert (game.record(), game.events) == before
            assert branch.record() == other.record()  # also where the compiled machine plays, and it is a copy
            if chance.random() < 0.8:
                game.go_on_as(branch)
            else:
                played_on(game, random.Random(choices), answers)
            assert game.record() == other.record()
            assert game.events == other.events
            assert game.notation() == other.notation()
            played_on(game, chance, 1)


def test_a_branch_is_good_until_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MACHINE, "interpreted")
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    branch, other = game.branch(), cl.Game("family", seats=["Ann", "Bob"], seed=1).branch()
    branch.answer(0)
    with pytest.raises(ChangelingError, match="no branch of the game as it stands"):
        game.go_on_as(other)
    game.answer(0)
    with pytest.raises(ChangelingError, match="no branch of the game as it stands"):
        game.go_on_as(branch)


def test_nothing_is_taken_back_in_a_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MACHINE, "interpreted")
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    game.answer(0)
    branch = game.branch()
    branch.answer(0)
    with pytest.raises(ChangelingError, match="taken back in a branch"):
        branch.undo()
    game.go_on_as(branch)
    game.undo(2)
    assert not game.record().moves


def test_what_was_asked_and_seen_before_stays_as_it_was() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=3)
    asked, view, branch = game.decision, game.view(game.decision.seat), game.branch()
    same, later = repr(asked), branch.decision
    branch.answer(0)
    lent = branch.decision
    game.go_on_as(branch)
    shown = str(lent)
    game.answer(0)
    assert (repr(asked), view.decision, later, str(lent)) == (same, asked, asked, shown)
