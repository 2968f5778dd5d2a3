"""A table as text and back: exact at every kind of question, and clear about what is wrong with a text."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
import yaml
from tests.effort import EFFORT
from tests.random_play import NAMES, advance, position, random_games

import changeling as cl
from changeling.proofs.conformance import differences
from changeling.record.notation import dump

EDITIONS = tuple(cl.editions())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_comes_back_exactly_at_every_kind_of_question(edition: str) -> None:
    kinds = set()
    people = {"Ann": cl.Person(age=9), "Bob": cl.Person(birthday=True, parent=True), "Cy": cl.Person(grandparent=True)}
    for seats in (3, 6):
        for game in random_games(edition, seats, EFFORT, 200, people=people, holiday=True):
            kind = (game.decision.ask, game.decision.because, game.table.frames)
            if kind in kinds and game.table.decisions % 50:
                continue
            kinds.add(kind)
            back = cl.Game.from_notation(game.notation())
            assert differences(game.table, back.table) == [], kind
            assert back.decision == game.decision
            assert back.seats == game.seats
            assert all(back.view(seat) == game.view(seat) for seat in game.seats)
            assert back.notation() == game.notation()
    assert len(kinds) > 10


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_read_back_goes_on_as_the_game_does(edition: str) -> None:
    game = cl.Game(edition, seats=NAMES[:4], seed=3)
    advance(game, 3, most=25)
    back = cl.Game.from_notation(game.notation())
    chance = random.Random(8)
    while not game.over:
        index = chance.randrange(len(game.decision.options))
        game.answer(index)
        back.answer(index)
        assert differences(game.table, back.table) == []
    assert game.winner == back.winner


def test_a_game_that_is_over_comes_back_over() -> None:
    game = position(goals=["Toast"], keepers={"Ann": ["Bread", "The Toaster"]})
    back = cl.Game.from_notation(game.notation())
    assert (back.over, back.winner) == (True, "Ann")
    assert back.notation() == game.notation()


def test_a_player_who_joined_is_in_the_notation() -> None:
    game = position("family", seats=["Ann", "Bob"], hand={"Ann": ["Cake"], "Bob": ["The Cat"]}, rules=["Parent Bonus"])
    game.join("Cy", cl.Person(parent=True, age=33))
    back = cl.Game.from_notation(game.notation())
    assert differences(game.table, back.table) == []
    assert back.seats == ("Ann", "Bob", "Cy")


def test_meta_rules_and_cards_left_out_come_back() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:3], seed=1, meta=["No Creepers", "Rules Escalation"])
    back = cl.Game.from_notation(game.notation())
    assert differences(game.table, back.table) == []
    assert set(back.view("Ann").meta) == {"No Creepers", "Rules Escalation"}


def test_a_mix_with_copies_comes_back() -> None:
    game = cl.Game(["fluxx-4", "family"], seats=NAMES[:3], seed=1)
    advance(game, 1, most=30)
    assert differences(game.table, cl.Game.from_notation(game.notation()).table) == []


def test_odd_names_survive() -> None:
    seats = ["No", "Ünï: {x}", '"q" - #1', "null"]
    game = cl.Game("family", seats=seats, seed=1)
    back = cl.Game.from_notation(game.notation())
    assert list(back.seats) == seats
    assert differences(game.table, back.table) == []


def test_a_bare_position_has_what_is_not_named_at_its_start_value() -> None:
    game = position(hand={"Ann": ["Milk"]}, rules=["Draw 3"])
    t = game.table
    assert (game.turn, t.drawn, t.played, t.reshuffles) == ("Ann", 3, 0, 0)
    assert game.view("Ann").pile == len(game.deck.cards) - 1 - 2 - 2, (
        "all but the Basic Rules, two Meta Rules and two named cards"
    )
    out = position(hand={"Ann": ["Milk"]}, rest="out")
    assert out.view("Ann").pile == 0


def test_piles_are_written_top_first() -> None:
    game = position(hand={"Ann": ["Jackpot!"]}, pile=["Milk", "Bread", "Time", "Love"], discard=["Sleep", "Peace"])
    assert game.view("Ann").discard == ("Sleep", "Peace")
    game.answer("play Jackpot!")
    assert game.view("Ann").hand == ("Milk", "Bread", "Time")
    assert game.view("Bob").hand == ("Love",)


def test_with_nothing_drawn_and_nothing_played_the_turn_is_at_its_beginning() -> None:
    values: dict[str, Any] = {"deck": "fluxx-4", "seats": ["Ann", "Bob"]}
    table = {"drawn": 0, "rules": ["No-Hand Bonus"], "pile": ["Milk", "Bread", "Love", "Time"], "rest": "out"}
    game = cl.Game.from_values({**values, "table": table})
    assert game.view("Ann").hand == ("Milk", "Bread", "Love", "Time")
    table = {
        "drawn": 0,
        "hand": {"Ann": ["Milk"]},
        "keepers": {"Ann": ["Love", "Time"]},
        "creepers": {"Ann": ["Death"]},
    }
    game = cl.Game.from_values({**values, "table": table})
    assert [option.text for option in game.decision.options] == ["Love", "Time"]
    table = {"drawn": 0, "hand": {"Ann": ["Milk"]}, "rules": ["Get On With It!"]}
    game = cl.Game.from_values({**values, "table": table})
    assert [option.text for option in game.decision.options] == ["draw", "use Get On With It!"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"hnad": {}}, "'hnad' is not a key of a table; the keys are turn, drawn"),
        ({"turn": "Zoe"}, "turn: 'Zoe' is not a seat; the seats are Ann, Bob, Cy"),
        ({"drawn": "many"}, "drawn: a number from 0 to 999 is needed, not 'many'"),
        ({"played": -1}, "played: a number from 0 to 999 is needed, not -1"),
        ({"played": True}, "played: a number from 0 to 999 is needed, not True"),
        ({"machine": {"digest": "0"}}, "machine: written with another version of the deck fluxx-4"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(table: dict[str, Any], message: str) -> None:
    with pytest.raises(cl.NotationError) as caught:
        position(**table)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "keys and values are needed, not NoneType"),
        ("deck: family\nseats: [A, B]", "'table' is missing; a position needs deck, seats and table"),
        ("deck: chess\nseats: [A, B]\ntable: {}", "'chess' is not a deck"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(text: str, message: str) -> None:
    with pytest.raises(cl.ChangelingError) as caught:
        cl.Game.from_notation(text)
    assert message in str(caught.value)


def test_a_broken_machine_part_is_an_error_and_never_a_crash() -> None:
    game = position(hand={"Ann": ["Draw 3, Play 2 of them", "Love"]}, pile=["Milk", "Bread", "Time"])
    game.answer("play Draw 3, Play 2 of them")
    lines = game.notation().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  machine:"))
    machine = yaml.safe_load("\n".join(lines))["table"]["machine"]
    wrong: list[Any] = ["x", {"a": 1}, [["x"]], -7]
    for number, key in enumerate(machine):
        if key == "digest":
            continue
        for bad in (None, *(wrong if EFFORT > 1 else wrong[number % 4 :: 4])):
            broken = dump({"machine": {**machine, key: bad}}, "  ").rstrip()
            text = "\n".join([*lines[:at], broken, *lines[at + 1 :]])
            with contextlib.suppress(cl.ChangelingError, cl.EngineFault):
                cl.Game.from_notation(text)
        missing = {name: value for name, value in machine.items() if name != key}
        text = "\n".join([*lines[:at], dump({"machine": missing}, "  ").rstrip(), *lines[at + 1 :]])
        if key != "playing":
            with pytest.raises(cl.NotationError):
                cl.Game.from_notation(text)
