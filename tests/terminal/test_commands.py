"""Commands typed instead of an answer: each shows what it says, and none of them changes the game."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.random_play import position

import changeling as cl
from changeling.terminal.commands import COMMANDS, HELP
from changeling.terminal.new_game import Seating
from changeling.terminal.plain import PlainScreen
from changeling.terminal.session import Session


@pytest.fixture
def game() -> cl.Game:
    return position(
        seats=["Ann", "Bob"],
        hand={"Ann": ["Milk", "Toast", "Draw 3"], "Bob": ["Love"]},
        keepers={"Bob": ["Cookies"]},
        goals=["Milk and Cookies"],
        rules=["Play 2", "Hand Limit 2"],
        discard=["Peace", "Bread"],
    )


def shown(game: cl.Game, typed: str) -> str:
    """What is printed after a command."""
    out = io.StringIO()
    session = Session(Seating(game, ("Ann",), "random"), PlainScreen(io.StringIO(f"{typed}\n"), out))
    before = game.record()
    assert session.run() == 0
    assert game.record() == before
    return out.getvalue().partition(f"> {typed}\n")[2]


def text_of(game: cl.Game, title: str) -> str:
    card = game.deck.card(title)
    assert card is not None
    return card.text


def test_every_command_is_in_the_help() -> None:
    listed = {line.split()[0] for line in HELP.splitlines()[1:]}
    assert listed == set(COMMANDS) - {"?", "exit"}


def test_rules_are_shown_with_their_texts(game: cl.Game) -> None:
    lines = shown(game, "rules").splitlines()
    assert lines[0].startswith("Basic Rules: ")
    assert lines[1:3] == [f"{title}: {text_of(game, title)}" for title in ("Play 2", "Hand Limit 2")]


def test_the_discard_pile_is_shown_from_its_top(game: cl.Game) -> None:
    assert shown(game, "discard").splitlines()[:3] == [
        "The discard pile, top first:",
        "Peace (Keeper)",
        "Bread (Keeper)",
    ]


@pytest.mark.parametrize("typed", ["card the moon", "card moon", "card MOON", "card The Moon"])
def test_a_card_is_found_by_the_words_of_its_title(game: cl.Game, typed: str) -> None:
    assert shown(game, typed).startswith(f"The Moon, Keeper. {text_of(game, 'The Moon')}")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("card draw", "Sorry: 'draw' could be "),
        ("card xyzzy", "Sorry: there is no card 'xyzzy' in this deck"),
        ("card", "Sorry: which card? for instance: card "),
        ("log x", "Sorry: log: a number of sentences is needed, not 'x'"),
        ("undo", "Sorry: undo: there is nothing of yours to take back"),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(game: cl.Game, typed: str, says: str) -> None:
    assert shown(game, typed).startswith(says)


@pytest.mark.parametrize("typed", ["why plays", "why plays?", "why  plays", "why play", "why Play", "Why PLAYS"])
def test_why_a_number(game: cl.Game, typed: str) -> None:
    assert shown(game, typed).startswith("You play 2 cards each turn: Play 2 says 2. [Play 2, RULE-2]")


def test_why_is_asked_in_the_words_that_people_use(game: cl.Game) -> None:
    assert shown(game, "why draw").startswith("You draw 1 card each turn: ")
    assert shown(game, "why goal") == shown(game, "why Goals")
    assert shown(game, "why goals").startswith("1 Goal may be in play at a time: ")
    assert shown(game, "why PLAY milk").startswith("You may answer 'play Milk' now.")


def test_why_somebody_has_not_won(game: cl.Game) -> None:
    mine = shown(game, "why")
    assert mine.startswith("You do not win yet. Milk and Cookies: ")
    assert shown(game, "why me") == mine
    assert shown(game, "why BOB") == shown(game, "why bob")
    assert shown(game, "why bob").startswith("Bob does not win yet. Milk and Cookies: Milk is missing.")


def test_the_table_is_shown_again_with_the_question(game: cl.Game) -> None:
    again = shown(game, "table")
    assert "Rules in force: Play 2 and Hand Limit 2." in again
    assert "1. play Milk" in again


def test_a_game_is_saved_where_one_says(game: cl.Game, tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    assert shown(game, f"save {file}").startswith(f"Saved. To go on: changeling play --resume '{file}'")
    assert cl.replay(cl.Record.from_json(file.read_text(encoding="utf-8"))).notation() == game.notation()
