"""The game as programs see it: five lines play one, wrong answers change nothing, errors say what was allowed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import random
from pathlib import Path
from typing import Any

import pytest
from tests.random_play import NAMES, advance, finished, play_on, position

import changeling as cl
from changeling.proofs.conformance import census


def test_five_lines_play_a_game() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=7)
    while not game.over:
        ask = game.decision
        game.answer(ask.options[0])
    assert game.winner == "Bob"
    assert game.view("Ann").over
    assert (game.events[-1].what, game.events[-1].seat) == ("wins", "Bob")


@pytest.mark.parametrize("module", [module.name for module in pkgutil.walk_packages(cl.__path__, "changeling.")])
def test_the_examples_in_docstrings_run(module: str) -> None:
    if module == "changeling.envs.spiel":
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it has no wheel for this platform")
    if module == "changeling.envs.sb3":
        pytest.importorskip("stable_baselines3", reason="it is large: the extra sb3 installs it")
    found = doctest.testmod(importlib.import_module(module))
    assert not found.failed


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(cl).attempted >= 3
    assert not doctest.testmod(cl).failed


def state(game: cl.Game) -> tuple[object, ...]:
    """Everything that an attempt could have changed."""
    return game.notation(), game.events, game.record(), None if game.over else game.decision


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Milk", "'Milk'"),
        ("play Milk", "'play Milk'"),
        ("play bread", "'play bread'"),
        ("", "''"),
        ("done", "'done'"),
        (2, "'2'"),
        (-1, "'-1'"),
        (True, "'True'"),
        (1.0, "'1.0'"),
        (None, "'None'"),
    ],
)
def test_a_wrong_answer_changes_nothing_and_lists_what_was_allowed(given: Any, shown: str) -> None:
    game = position(hand={"Ann": ["Bread", "The Sun"]})
    before = state(game)
    with pytest.raises(cl.AnswerError) as caught:
        game.answer(given)
    assert str(caught.value) == f"{shown} is not an option: play Bread | play The Sun (Ann, Basic Rules)"
    assert state(game) == before


def test_an_option_of_another_question_is_refused() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"], "Bob": ["Time"]})
    old = game.decision.options[1]
    game.answer("play Trade Hands")
    before = state(game)
    with pytest.raises(cl.AnswerError, match=r"'play Milk' is not an option: Bob \| Cy \(Ann, Trade Hands\)"):
        game.answer(old)
    assert state(game) == before


@pytest.mark.parametrize("given", ["play The Sun", "The Sun", 1, "option"])
def test_an_answer_is_an_option_its_index_or_its_text(given: Any) -> None:
    game = position(hand={"Ann": ["Bread", "The Sun"]})
    game.answer(game.decision.options[1] if given == "option" else given)
    assert game.view("Ann").look("Ann").keepers == ("The Sun",)
    assert game.record().moves == ("play The Sun",)


def test_nothing_can_be_answered_when_the_game_is_over() -> None:
    game = finished("family", 2, 1)
    before = state(game)
    with pytest.raises(cl.AnswerError, match="the game is over: nobody is asked anything"):
        game.answer(0)
    assert state(game) == before


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seats": ["Ann"]}, "seats: 2 to 6 names are needed, not 1"),
        ({"seats": []}, "seats: 2 to 6 names are needed, not 0"),
        ({"seats": list("abcdefg")}, "seats: 2 to 6 names are needed, not 7"),
        ({"seats": "Ann"}, "seats: a list of 2 to 6 names is needed, not 'Ann'"),
        ({"seats": 3}, "seats: a list of 2 to 6 names is needed, not 3"),
        ({"seats": ["Ann", "Ann"]}, "seats: 'Ann' is there twice"),
        ({"seats": ["Ann", ""]}, "seats: '' cannot be a name; 1 to 40 printable characters"),
        ({"seats": ["Ann", "x" * 41]}, "cannot be a name; 1 to 40 printable characters"),
        ({"seats": ["Ann", "a\nb"]}, "cannot be a name"),
        ({"seats": ["Ann", "+ Bob"]}, "cannot be a name"),
        ({"seats": ["Ann", "Bob  B"]}, "seats: 'Bob  B' cannot be a name; single spaces inside"),
        ({"seats": ["Ann", "done"]}, "seats: 'done' cannot be a name"),
        ({"seats": ["Ann", "Bob"], "seed": -1}, "seed: a number from 0 to 2**64 - 1 is needed, not -1"),
        ({"seats": ["Ann", "Bob"], "seed": 2**64}, "seed: a number from 0 to 2**64 - 1 is needed"),
        ({"seats": ["Ann", "Bob"], "first": "Cy"}, "'Cy' is not a seat; the seats are Ann, Bob"),
        ({"seats": ["Ann", "Bob"], "people": {"Cy": cl.Person()}}, "'Cy' is not a seat; the seats are Ann, Bob"),
        ({"seats": ["Ann", "Bob"], "meta": ["Draw 2"]}, "'Draw 2' is not a Meta Rule of fluxx-4"),
    ],
)
def test_what_is_wrong_with_a_new_game_is_said(given: dict[str, Any], message: str) -> None:
    with pytest.raises(cl.ChangelingError) as caught:
        cl.Game("fluxx-4", **given)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("chess", "'chess' is not a deck; editions are "),
        ("", "no deck was named"),
        ("nowhere.cards", "there is no file nowhere.cards"),
    ],
)
def test_what_is_wrong_with_a_deck_is_said(deck: str, message: str) -> None:
    with pytest.raises(cl.DeckError) as caught:
        cl.Game(deck, seats=["Ann", "Bob"])
    assert message in str(caught.value)


@pytest.mark.parametrize("deck", ["fluxx-4+family", ["fluxx-4", "family"], ("family", "fluxx-4"), " fluxx-4 , family "])
@pytest.mark.clause("MIX-1")
def test_a_mix_plays_through(deck: Any) -> None:
    game = cl.Game(deck, seats=NAMES[:4], seed=3)
    assert {card.edition for card in game.deck.cards} >= {"fluxx-4", "family"}
    advance(game, 3)
    assert census(game.deck, game.table) == []
    assert cl.replay(game.record()).winner == game.winner


def test_a_compiled_deck_and_a_file_play_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.cards"
    file.write_text('keeper "Pebble" x3\n    "A pebble."\n', encoding="utf-8")
    for deck in (cl.load_deck("family"), str(file), ["family", str(file)]):
        game = cl.Game(deck, seats=["Ann", "Bob"], seed=1)
        for _ in play_on(game, 1, most=40):
            assert game.decision.options


def test_all_errors_of_ours_are_value_errors() -> None:
    for error in (cl.AnswerError, cl.CardsError, cl.DeckError, cl.NotationError, cl.RecordError, cl.ScenarioError):
        assert issubclass(error, cl.ChangelingError)
        assert issubclass(error, ValueError)
    assert not issubclass(cl.EngineFault, ValueError)


def test_what_is_seen_cannot_be_changed() -> None:
    game = position(hand={"Ann": ["Milk"]})
    for name in ("seats", "over", "winner", "turn", "decision", "events"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)
    with pytest.raises(AttributeError):
        game.decision.seat = "Bob"  # type: ignore[misc]


def test_a_game_shows_itself() -> None:
    game = position(hand={"Ann": ["Milk"]})
    assert repr(game) == "<Game fluxx-4: Ann: Play a card. (play Milk)>"
    assert repr(position(goals=["Toast"], keepers={"Ann": ["Bread", "The Toaster"]})) == "<Game fluxx-4: won by Ann>"


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_every_seed_can_be_played(seed: int) -> None:
    assert cl.Game("family", seats=["Ann", "Bob"], seed=seed).decision


def test_names_with_spaces_and_accents_play() -> None:
    game = cl.Game("family", seats=["Ann Müller", "Zoë", "李"], seed=2)
    advance(game, 2)
    assert cl.replay(game.record()).winner == game.winner


@pytest.mark.parametrize("deck", ["family", "cthulhu"])
def test_an_option_of_another_question_is_not_given(deck: str) -> None:
    """It would be whatever has its place now, or nothing at all."""
    chance, refused = random.Random(3), 0
    for seed in range(6):
        game = cl.Game(deck, seats=["Ann", "Bob"], seed=seed)
        before = game.decision
        while not game.over:
            now, moves = game.decision, game.record().moves
            for option in before.options:
                if now.by_code(option.code) != option and option.code not in [one.code for one in now.options]:
                    with pytest.raises(cl.AnswerError, match="answers what is not asked now"):
                        game.give(before, option)
                    refused += 1
            assert game.record().moves == moves
            before = now
            game.give(now, chance.choice(now.options))
        with pytest.raises(cl.AnswerError, match="answers what is not asked now"):
            game.give(before, before.options[0])
    assert refused > 100


def test_a_seat_that_there_is_not_is_told_by_the_view_too() -> None:
    view = cl.Game("family", seats=["Ann", "Bob"], seed=1).view("Ann")
    assert view.look("Bob").name == "Bob"
    for name in ("Cy", 0, None):
        with pytest.raises(cl.ChangelingError, match=f"'{name}' is not a seat; the seats are Ann, Bob"):
            view.look(name)  # type: ignore[arg-type]
