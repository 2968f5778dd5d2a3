"""Why? Numbers, options that are not there, wins and what is missing for one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import finished, laid, position, random_games

import changeling as cl


@pytest.mark.parametrize(
    ("table", "question", "text", "because"),
    [
        ({}, "draws", "draws for Ann: 1. Basic Rules says 1.", ("Basic Rules", "RULE-1")),
        ({"rules": ["Draw 3"]}, "draws", "draws for Ann: 3. Draw 3 says 3.", ("Draw 3", "RULE-2")),
        (
            {"rules": ["Draw 3", "Inflation", "Poor Bonus"], "keepers": {"Bob": ["Time"], "Cy": ["Love"]}},
            "draws",
            "draws for Ann: 6. Draw 3 says 4; Poor Bonus adds 2; numerals are 1 higher by Inflation.",
            ("Draw 3", "Poor Bonus", "Inflation", "RULE-2"),
        ),
        ({"rules": ["Play All"]}, "plays", "plays for Ann: all. Play All says all.", ("Play All", "RULE-2")),
        (
            {"rules": ["Hand Limit 2"]},
            "hand limit",
            "hand limit for Ann: 2. Hand Limit 2 says 2.",
            ("Hand Limit 2", "RULE-2"),
        ),
        ({}, "keeper_limit", "keeper limit for Ann: no limit. no card in play says otherwise.", ("RULE-1",)),
        (
            {"rules": ["Rich Bonus"], "keepers": {"Ann": ["Time"]}},
            "plays",
            "plays for Ann: 2. Basic Rules says 1; Rich Bonus adds 1.",
            ("Basic Rules", "Rich Bonus", "RULE-1"),
        ),
    ],
)
def test_why_a_number_is_what_it_is(table: dict[str, Any], question: str, text: str, because: tuple[str, ...]) -> None:
    reason = position(hand={"Ann": ["Milk", "Bread"]}, drawn=9, **table).why(question)
    assert reason.text == text
    assert reason.because == because
    assert str(reason) == f"{text} [{', '.join(because)}]"


def test_a_number_is_explained_for_the_seat_that_is_named() -> None:
    game = position(hand={"Ann": ["Milk"]}, rules=["Rich Bonus"], keepers={"Bob": ["Time"]})
    assert "plays for Ann: 1." in game.why("plays").text
    assert "plays for Bob: 2." in game.why("plays", "Bob").text


@pytest.mark.parametrize("edition", cl.editions())
def test_the_explained_number_is_the_number(edition: str) -> None:
    for game in random_games(edition, 3, 4, 10):
        view = game.view(game.turn)
        assert f": {'all' if view.plays >= 1000 else view.plays}. " in game.why("plays").text
        assert f": {view.draws}. " in game.why("draws").text
        limit = view.look(game.turn) and game.view(game.turn).hand_limit
        assert f": {'no limit' if limit is None else limit}. " in game.why("hand_limit").text


def test_why_an_option_is_not_there() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"]}, keepers={"Ann": ["Love"]})
    assert game.why("play Milk").text == "Ann may answer 'play Milk' now."
    assert "is not in Ann's hand" in game.why("play Time").text
    assert game.why("use Love").because == ("TURN-4",)
    assert "Bob" not in game.why("play Time").text, "where a hidden card is stays hidden"


def test_why_a_card_of_the_hand_cannot_be_played() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"], "Bob": ["Time"]})
    game.answer("play Trade Hands")
    reason = game.why("play Milk")
    assert "a play is not what is asked for" in reason.text
    assert reason.because == ("Trade Hands", "TURN-1")
    blind = position(hand={"Ann": ["Milk", "Bread"]}, rules=["First Play Random", "Play 2"])
    (only,) = blind.decision.options
    other = "Bread" if only.value == "Milk" else "Milk"
    assert blind.why(f"play {other}").text.startswith(f"Only play {only.value} can be answered.")


@pytest.mark.parametrize(
    ("table", "text", "because"),
    [
        ({}, "Ann cannot win yet: there is no Goal in play.", ("GOAL-2",)),
        ({"goals": ["Toast"]}, "Ann does not win yet. Toast: Bread and The Toaster missing.", ("Toast",)),
        (
            {"goals": ["Toast"], "keepers": {"Ann": ["Bread"]}},
            "Ann does not win yet. Toast: The Toaster missing.",
            ("Toast",),
        ),
        (
            {"goals": ["Toast"], "keepers": {"Ann": ["Bread", "The Toaster"]}, "creepers": {"Ann": ["War"]}},
            "Ann does not win yet. Toast: met, but War stands in the way.",
            ("Toast", "War", "CREEP-3"),
        ),
        (
            {"goals": ["Peace (no War)"], "keepers": {"Ann": ["Peace"]}, "creepers": {"Bob": ["War"]}},
            "Ann does not win yet. Peace (no War): War in play.",
            ("Peace (no War)", "War"),
        ),
        (
            {
                "goals": ["Toast"],
                "rules": ["You Also Need a Baked Potato"],
                "keepers": {"Ann": ["Bread", "The Toaster"]},
                "creepers": {"Bob": ["Radioactive Potato"]},
            },
            "Ann does not win yet. Toast: met, but You Also Need a Baked Potato asks for more.",
            ("Toast", "You Also Need a Baked Potato"),
        ),
        (
            {
                "goals": ["Toast", "Bed Time"],
                "rules": ["Double Agenda"],
                "keepers": {"Ann": ["Bread", "The Toaster"], "Bob": ["Sleep", "Time"]},
            },
            "Ann meets a Goal, but so does Bob: play on until one alone does.",
            ("GOAL-5",),
        ),
    ],
)
def test_why_a_player_does_not_win_yet(table: dict[str, Any], text: str, because: tuple[str, ...]) -> None:
    reason = position(hand={"Ann": ["Milk"]}, **table).why("Ann")
    assert reason.text == text
    assert reason.because == because


def test_why_a_player_has_won() -> None:
    game = position(goals=["Toast"], keepers={"Ann": ["Bread", "The Toaster"]})
    assert str(game.why("Ann")) == "Ann has won by Toast. [Toast, GOAL-3]"
    assert str(game.why("Bob")) == "Bob has not won: Ann has. [GOAL-3]"
    assert "The game is over" in game.why("play Milk").text


def test_what_cannot_be_asked_is_said() -> None:
    game = position(hand={"Ann": ["Milk"]})
    with pytest.raises(
        cl.ChangelingError,
        match=r"'the weather' cannot be explained; ask about draws, plays, .*, a player, or an answer",
    ):
        game.why("the weather")
    with pytest.raises(cl.ChangelingError, match="'Zoe' is not a seat"):
        game.why("draws", "Zoe")


@pytest.mark.parametrize("edition", cl.editions())
def test_asking_why_changes_nothing(edition: str) -> None:
    for seed in range(3):
        for game in random_games(edition, 3, 1, seed):
            before = game.notation(), game.decision
            for question in ("draws", "plays", "Ann", "Cy", "play Basic Rules", "use Basic Rules"):
                game.why(question)
            assert (game.notation(), game.decision) == before


def test_the_winner_of_any_game_can_be_explained() -> None:
    for seed in range(20):
        game = finished("fluxx-4", 3, seed)
        assert game.winner is not None
        reason = game.why(game.winner)
        assert reason.because == (game.events[-1].card, "GOAL-3")
        assert reason.because[0] in game.view(game.winner).goals


@pytest.mark.parametrize(
    ("keepers", "text"),
    [([], "Milk missing"), (["Milk"], "2 more Milk missing"), (["Milk", "Milk #2"], "another Milk missing")],
)
def test_a_card_that_is_needed_three_times_is_missing_until_there_are_three(keepers: list[str], text: str) -> None:
    cards = 'keeper "Milk" x9\n    "Milk."\ngoal "Three"\n    "Three."\n    wins = has("Milk", "Milk", "Milk")\n'
    game = laid(cards, goals=["Three"], keepers={"Ann": keepers}, hand={"Ann": ["Milk #8"], "Bob": ["Milk #9"]})
    assert game.why("Ann").text == f"Ann does not win yet. Three: {text}."
