"""Records, replay, undo and copies: the same game again, exactly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.random_play import NAMES, advance, finished, laid, play_on, position

import changeling as cl
from changeling.proofs.conformance import differences

EDITIONS = tuple(cl.editions())


def same(one: cl.Game, other: cl.Game) -> bool:
    """Whether two games are in the same state, with the same past."""
    return (
        not differences(one.table, other.table)
        and one.events == other.events
        and one.seats == other.seats
        and one.record() == other.record()
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_played_back_is_the_same_game(edition: str) -> None:
    for seed in range(2):
        game = finished(
            edition,
            2 + seed,
            seed,
            first=NAMES[1],
            holiday=seed % 2 == 0,
            people={"Ann": cl.Person(age=11, birthday=True)},
        )
        text = game.record().to_json()
        record = cl.Record.from_json(text)
        assert record == game.record()
        assert record.to_json() == text
        assert same(cl.replay(record), game)


def test_a_record_can_be_played_back_in_part() -> None:
    game = finished("fluxx-4", 3, 5)
    record = game.record()
    half = cl.replay(record, moves=len(record.moves) // 2)
    assert half.record().moves == record.moves[: len(record.moves) // 2]
    for move in record.moves[len(record.moves) // 2 :]:
        half.answer(move)
    assert same(half, game)


def test_a_game_with_meta_rules_and_players_who_join_is_played_back() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:2], seed=9, meta=["No Creepers"])
    advance(game, 9, most=6)
    game.join("Cy", cl.Person(birthday=True))
    advance(game, 10, most=6)
    game.join("Dee")
    advance(game, 11, most=10)
    assert "+ Cy" in game.record().moves
    assert same(cl.replay(cl.Record.from_json(game.record().to_json())), game)
    game.undo(len(game.record().moves))
    assert game.seats == NAMES[:2]


def test_a_game_from_a_position_is_played_back() -> None:
    game = position(
        hand={"Ann": ["Jackpot!", "Milk"], "Bob": ["Time"]}, pile=["Love", "Peace"], people={"Ann": {"birthday": True}}
    )
    advance(game, 2, most=15)
    assert same(cl.replay(cl.Record.from_json(game.record().to_json())), game)
    moved = cl.Game.from_notation(game.notation())
    advance(moved, 3, most=10)
    assert same(cl.replay(cl.Record.from_json(moved.record().to_json())), moved)


@pytest.mark.parametrize("edition", EDITIONS)
def test_undo_takes_back_any_number_of_answers(edition: str) -> None:
    game = cl.Game(edition, seats=NAMES[:3], seed=4)
    before = [game.copy() for _ in play_on(game, 4, most=20)]
    for back in (1, 3, 7):
        game.undo(back)
        for _ in range(back - 1):
            before.pop()
        assert same(game, before.pop())
    with pytest.raises(cl.ChangelingError, match=r"100 moves cannot be taken back; \d+ were made"):
        game.undo(100)
    with pytest.raises(cl.ChangelingError, match="0 moves cannot be taken back"):
        game.undo(0)


def test_undo_takes_back_a_win() -> None:
    game = position(hand={"Ann": ["Bread"], "Bob": ["Milk"]}, goals=["Toast"], keepers={"Ann": ["The Toaster"]})
    game.answer("play Bread")
    assert game.winner == "Ann"
    game.undo()
    assert not game.over
    assert game.decision.seat == "Ann"


def test_undo_works_with_a_deck_from_another_folder(tmp_path: Path) -> None:
    (tmp_path / "small.cards").write_text('keeper "Pebble" x30\n    "A pebble."\n', encoding="utf-8")
    values = {"deck": "small.cards", "seats": ["Ann", "Bob"], "table": {"hand": {"Ann": ["Pebble", "Pebble #2"]}}}
    game = cl.Game.from_values(values, folder=tmp_path)
    game.answer("play Pebble #2")
    game.undo()
    assert game.view("Ann").hand == ("Pebble", "Pebble #2")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_copy_goes_its_own_way(edition: str) -> None:
    game = cl.Game(edition, seats=NAMES[:4], seed=6)
    advance(game, 6, most=12)
    copy, kept = game.copy(), (game.notation(), game.events, game.record())
    assert same(copy, game)
    advance(copy, 7, most=30)
    assert (game.notation(), game.events, game.record()) == kept
    again = game.copy()
    advance(again, 7, most=30)
    assert same(again, copy)


# --- broken records ---------------------------------------------------------------------------------------------------


def record(**changes: Any) -> str:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    advance(game, 1, most=4)
    values = json.loads(game.record().to_json())
    values.update(changes)
    return json.dumps({key: value for key, value in values.items() if value != "gone"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a record: line 1, column 1"),
        ("[]", "not a record of this program"),
        ("null", "not a record of this program"),
        ('{"changeling": 2}', 'it should say "changeling": 1'),
        ('{"changeling": 1}', "not a whole record: KeyError at 'deck'"),
        (record(moves="gone"), "not a whole record: KeyError at 'moves'"),
        (record(seats=3), "not a whole record"),
        (record(seed="x"), "not a whole record"),
        (record(people=[]), "not a whole record"),
        (record(people={"Ann": {"size": 3}}), "not a whole record"),
        (record(people={"Ann": {"age": "old"}}), "not a whole record"),
        (record(first=3), "not a whole record"),
        ("[" * 100_000, "not a record"),
        (record().replace('"seed": ', '"seed": 1e400, "x": '), "not a whole record"),
        (record().replace('"seed": ', '"seed": ' + "9" * 6000), "not a record"),
        (record(seed="7"), "not a whole record"),
        (record(seed=True), "not a whole record"),
        (record(seats="AB"), "not a whole record"),
        (record(moves=[["play Milk"]]), "not a whole record"),
        (record(moves=[1.5]), "not a whole record"),
        (record(seats=["\ud800", "Bob"]), "not a whole record"),
        (record(table=["a"]), "not a whole record"),
        (" " * 9_000_000, "at most"),
    ],
)
def test_what_is_no_record_is_said(text: str, message: str) -> None:
    with pytest.raises(cl.RecordError) as caught:
        cl.Record.from_json(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"digest": "0"}, "recorded with another version of family (0; this is"),
        ({"deck": ["chess"]}, "deck: 'chess' is not a deck"),
        ({"deck": []}, "deck: no deck was named"),
        ({"seats": ["Ann"]}, "the beginning does not fit: seats: 2 to 6 names are needed, not 1"),
        ({"seed": -1}, "the beginning does not fit: seed: a number from 0"),
        ({"first": "Zoe"}, "the beginning does not fit: 'Zoe' is not a seat"),
        ({"meta": ["Milk"]}, "the beginning does not fit: 'Milk' is not a Meta Rule of family; it has: none"),
        (
            {"moves": ["play Moon Cheese"]},
            "move 1, 'play Moon Cheese', does not fit: it is no answer to what is asked there",
        ),
        ({"moves": ["+ Ann"]}, "move 1, '+ Ann', does not fit: seats: 'Ann' is there twice"),
        ({"table": "table: 3"}, "the beginning does not fit: table: keys and values are needed"),
        ({"table": "a: ["}, "the beginning does not fit: this is not YAML"),
    ],
)
def test_a_record_that_does_not_fit_is_said(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(cl.RecordError) as caught:
        cl.replay(cl.Record.from_json(record(**changes)))
    assert message in str(caught.value)


ODD = """
keeper "+ Dee"
    "A card that is called like a player who joins."

keeper "- Milk"
    "A sign in front."

keeper "=x"
    "Another."

keeper "+1"
    "Another."

keeper "Two   Blanks"
    "Three, in fact."

action "Choose"
    "Discard a card of your hand."
    discard(choose(hand(you)))

goal "Both"
    "Have both."
    wins = has("+ Dee", "Two Blanks", "- Milk")
"""


@pytest.mark.parametrize("title", ["+ Dee", "- Milk", "=x", "+1", "Two Blanks"])
def test_a_card_of_any_name_plays_back(title: str) -> None:
    game = laid(ODD, hand={"Ann": ["Choose", title, "- Milk" if title != "- Milk" else "=x"]})
    game.answer("play Choose")
    game.join("Dee")
    for option in game.decision.options:
        other = game.copy()
        other.answer(option)
        record = cl.Record.from_json(other.record().to_json())
        back = cl.replay(record, deck=game.deck)
        assert back.notation() == other.notation()
        assert back.record() == other.record()


def test_a_text_that_can_mean_two_things_is_kept_as_a_code() -> None:
    game = laid(ODD, hand={"Ann": ["Choose", "+ Dee", "- Milk"]})
    game.answer("play Choose")
    option = next(option for option in game.decision.options if option.text == "+ Dee")
    game.answer(option)
    assert game.record().moves == ("play Choose", option.code)


def test_an_answer_may_be_written_with_other_blanks() -> None:
    game = laid(ODD, hand={"Ann": ["Two Blanks", "- Milk"]})
    game.answer("play  Two    Blanks")
    assert game.record().moves[:1] == ("play Two Blanks",)
