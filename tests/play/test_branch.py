"""A branch of a game is played on for a few answers without the game's past, and the game can go on as it did."""

from __future__ import annotations

import random

import pytest
from tests.effort import tries

import changeling as cl
from changeling.errors import ChangelingError
from changeling.play.compiled.native_games import MACHINE
from changeling.play.game import Game
from changeling.proofs.conformance import differences

EDITIONS = ("fluxx-4", "cthulhu", "doctor-who", "dice-camera-action", "changeling-court")


@pytest.fixture(params=["interpreted", "compiled"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The machine that plays, each of both once."""
    monkeypatch.setenv(MACHINE, request.param)
    return str(request.param)


def is_compiled(game: Game) -> bool:
    return game._course.machines.memory is not None


def played_on(game: Game, chance: random.Random, answers: int) -> None:
    for _ in range(answers):
        if not game.over:
            game.answer(chance.choice(game.decision.options).index)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_goes_on_as_its_branch_did(edition: str) -> None:
    for seed in tries(1):
        chance = random.Random(seed)
        game = cl.Game(edition, seats=["Ann", "Bob", "Cy"], seed=seed, polite=True)
        while not game.over:
            before, other = (game.record(), game.events), game.copy()
            branch, answers, choices = game.branch(), chance.randrange(5), chance.randrange(1 << 30)
            played_on(branch, random.Random(choices), answers)
            played_on(other, random.Random(choices), answers)
            assert (game.record(), game.events) == before
            assert branch.record() == other.record()
            if chance.random() < 0.8:
                game.go_on_as(branch)
            else:
                played_on(game, random.Random(choices), answers)
            assert game.record() == other.record()
            assert game.events == other.events
            assert game.notation() == other.notation()
            played_on(game, chance, 1)


@pytest.mark.parametrize("edition", ["fluxx-4", "changeling-court"])
def test_both_machines_play_the_same_in_branches(monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
    games = list[Game]()
    for said in ("interpreted", "compiled"):
        monkeypatch.setenv(MACHINE, said)
        games.append(cl.Game(edition, seats=["Ann", "Bob", "Cy"], seed=8, polite=True))
        chance = random.Random(8)
        for _ in range(30):
            branch = games[-1].branch()
            assert is_compiled(branch) == (said == "compiled")
            played_on(branch, chance, 3)
            games[-1].go_on_as(branch)
            played_on(games[-1], chance, 1)
    one, other = games
    assert differences(one.table.copy(), other.table.copy()) == []
    assert (one.events, one.record(), one.view("Ann")) == (other.events, other.record(), other.view("Ann"))


def test_more_may_happen_in_a_branch_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MACHINE, "compiled")
    game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=3)
    other = game.copy()
    monkeypatch.setattr("changeling.play.compiled.native_table.ROOM", 2)
    branch, stale = game.branch(), game.branch()
    played_on(branch, random.Random(3), 20)
    played_on(other, random.Random(3), 20)
    assert (is_compiled(game), is_compiled(branch)) == (True, False)
    assert (branch.record(), branch.notation()) == (other.record(), other.notation())
    game.go_on_as(branch)
    assert not is_compiled(game)
    assert (game.record(), game.events) == (other.record(), other.events)
    with pytest.raises(ChangelingError, match="has gone on"):
        played_on(stale, random.Random(3), 20)


@pytest.mark.usefixtures("machine")
def test_a_branch_is_good_until_the_game_goes_on() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    branch, other = game.branch(), cl.Game("family", seats=["Ann", "Bob"], seed=1).branch()
    branch.answer(0)
    with pytest.raises(ChangelingError, match="no branch of the game as it stands"):
        game.go_on_as(other)
    game.answer(0)
    with pytest.raises(ChangelingError, match="no branch of the game as it stands"):
        game.go_on_as(branch)


@pytest.mark.usefixtures("machine")
def test_nothing_is_taken_back_in_a_branch() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    game.answer(0)
    branch = game.branch()
    branch.answer(0)
    with pytest.raises(ChangelingError, match="taken back in a branch"):
        branch.undo()
    game.go_on_as(branch)
    game.undo(2)
    assert not game.record().moves


@pytest.mark.usefixtures("machine")
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
