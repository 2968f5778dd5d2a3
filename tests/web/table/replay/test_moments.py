"""Puzzles of moments of replays: named by replay and moves, made again where they are asked for."""

from __future__ import annotations

import json

import pytest
from tests.learn.positions import at, three_plays

from changeling.play.game import Game
from changeling.web.table.replay import moments
from changeling.web.table.replay.moments import moment_of, moment_puzzle, practise_moment, puzzle_text
from changeling.web.wire.errors import Refuse
from changeling.web.wire.practice import Practise


def source(game: Game) -> str:
    return game.record().to_json()


def test_names() -> None:
    assert moment_of("abc@12") == ("abc", 12)
    for name in ("abc", "abc@", "abc@-1", "abc@٣", "abc@123456789", ""):
        assert moment_of(name) == ("", 0)


def test_a_moment_is_a_puzzle_that_can_be_played_and_saved() -> None:
    game = three_plays()
    game.answer("play Play 3")
    text = puzzle_text("one@1", source(game), 1)
    assert json.loads(text)["line"] == ["play Chocolate", "play Chocolate Milk"]
    assert moment_puzzle("one@0", source(game), 0).length == 3
    begun = practise_moment(Practise("puzzle", "one@1"), source(game), 1)[0]
    assert begun.verdict == "on"
    assert begun.question is not None
    codes = {option.text: option.code for option in begun.question.options}
    asked = Practise("puzzle", "one@1", 0, [codes["play Chocolate"]])
    assert practise_moment(asked, source(game), 1)[0].verdict == "on"
    missed = practise_moment(Practise("puzzle", "one@1", 0, [codes["play The Eye"]]), source(game), 1)[0]
    assert missed.verdict == "missed"


def test_few_are_kept() -> None:
    for number in range(moments._KEPT + 2):
        moment_puzzle(f"kept{number}@0", source(three_plays()), 0)
    assert len(moments._made) == moments._KEPT


@pytest.mark.parametrize(
    ("game", "moves", "code", "said"),
    [
        (at(hand={"You": ["Milk", "Time"]}), 0, "puzzle/none", "no puzzle: there is no way for You to win"),
        (at(hand={"You": ["Milk", "Time"]}), 3, "replay/moves", "there are 0 moves, not 3"),
    ],
)
def test_what_is_none_is_said(game: Game, moves: int, code: str, said: str) -> None:
    with pytest.raises(Refuse, match=said) as refused:
        moment_puzzle("odd@1", source(game), moves)
    assert refused.value.code == code


def test_cards_of_somebodys_own_make_none() -> None:
    values = json.loads(source(three_plays()))
    values["web"] = {"deck": {"parts": ["fluxx-4"], "text": 'keeper "Porridge"\n    "Warm."\n'}}
    with pytest.raises(Refuse, match="cards of somebody's own"):
        moment_puzzle("own@0", json.dumps(values), 0)
