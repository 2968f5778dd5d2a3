"""Whole numbers of every kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.engine.arrays.answer_space import Space
from changeling.envs import gym_env, vector_env
from changeling.whole import as_whole, flag, whole

KINDS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.array)


class Counted:
    """A number of somebody else's."""

    def __index__(self) -> int:
        return 7


@pytest.mark.parametrize("given", [7, *(kind(7) for kind in KINDS), Counted()])
def test_every_kind_of_whole_number_becomes_one_of_pythons(given: Any) -> None:
    assert type(whole("seats", given)) is int
    assert whole("seats", given, 7, 7) == 7


@pytest.mark.parametrize("given", [True, False, np.True_, 1.0, np.float64(1), "1", None, [1], np.array([1, 2])])
def test_what_is_no_whole_number(given: Any) -> None:
    assert as_whole(given) is None
    with pytest.raises(cl.ChangelingError, match="seats: a whole number is needed, not"):
        whole("seats", given)


def test_errors_say_which_numbers_would_do() -> None:
    for given, least, most, says in (
        (0, 1, None, "a number of at least 1 is needed, not 0"),
        (9, None, 8, "a number of at most 8 is needed, not 9"),
        (np.int64(-1), 0, 2**64 - 1, r"a number from 0 to 2\*\*64 - 1 is needed, not -1"),
        (1.5, 2, 6, "a number from 2 to 6 is needed, not 1.5"),
    ):
        with pytest.raises(cl.ChangelingError, match=f"seed: {says}"):
            whole("seed", given, least, most)


# --- the same number everywhere ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_the_same_for_every_kind_of_number(kind: Any) -> None:
    plain = cl.Game("family", seats=["Ann", "Bob"], seed=7, people={"Ann": cl.Person(age=41)})
    game = cl.Game("family", seats=["Ann", "Bob"], seed=kind(7), people={"Ann": cl.Person(age=kind(41))})
    for one, index, back, since in ((plain, 0, 1, 3), (game, kind(0), kind(1), kind(3))):
        one.answer(index)
        one.answer(index)
        one.undo(back)
        assert one.events_for("Ann", since=since)
    assert game.notation() == plain.notation()
    assert game.record().to_json() == plain.record().to_json()
    assert cl.Game.from_notation(game.notation()).decision == plain.decision
    assert cl.replay(game.record(), moves=kind(1)).notation() == plain.notation()
    assert game.imagine("Ann", seed=kind(3)).notation() == plain.imagine("Ann", seed=3).notation()
    view = game.view(game.decision.seat)
    assert view.imagine(kind(3)).place == view.imagine(3).place
    for bot in ("random", "greedy"):
        chosen = cl.bot(bot, kind(5)).choose(view, game.decision)
        assert chosen == cl.bot(bot, 5).choose(view, game.decision)


def test_facts_of_the_world_are_written_as_plain_ones() -> None:
    ann = cl.Person(birthday=np.True_, age=np.int64(9), parent=np.False_)  # type: ignore[arg-type]
    given: dict[str, Any] = {"holiday": np.True_, "polite": np.False_, "people": {"Ann": ann}}
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1, **given)
    assert cl.Record.from_json(game.record().to_json()) == game.record()
    with pytest.raises(cl.ChangelingError, match="age: a number from 0 to 150 is needed, not 151"):
        cl.Person(age=151)


def test_a_position_and_a_record_take_them_too() -> None:
    table = {"turn": "Ann", "drawn": np.int64(1), "hand": {"Ann": ["Cake"]}}
    game = cl.Game.from_values({"deck": "family", "seats": ["Ann", "Bob"], "table": table, "seed": np.uint8(4)})
    assert game.view("Ann").drawn == 1
    game = cl.Game("family", seats=["Ann", "Bob"], seed=7)
    code = np.int64(game.decision.options[0].code)
    record = cl.Record(game.record().deck, game.deck.digest, game.seats, np.uint32(7), moves=(code,))  # type: ignore[arg-type]
    game.answer(0)
    assert cl.replay(cl.Record.from_json(record.to_json())).notation() == game.notation()


def test_the_space_of_answers_takes_them_too() -> None:
    space = Space(cl.load_deck("family"))
    number = np.uint8(3)
    assert space.text(number) == space.text(3)  # type: ignore[arg-type]
    assert space.code(number, np.int8(1), np.int8(2)) == space.code(3, 1, 2)  # type: ignore[arg-type]
    assert type(space.action(np.int64(3))) is int  # type: ignore[arg-type]
    for wrong in (1.0, True, None):
        with pytest.raises(cl.AnswerError, match="is no answer of family"):
            space.text(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1.5, "7", True, -1, 2**64])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with pytest.raises(cl.ChangelingError, match=r"seed: a (whole )?number.* is needed"):
        cl.Game("family", seats=["Ann", "Bob"], seed=seed)


# --- flags ------------------------------------------------------------------------------------------------------------
def begins_again(given: Any) -> bool:
    """Whether games of a batch go on with the next one; it is saved, which takes plain values."""
    batch = cl.Batch("family", 1, 2, restart=given)
    assert batch.save()
    while not batch.ended[0]:
        batch.step(batch.sample())
    return bool(batch.seat[0] >= 0)


FLAGGED: dict[str, Callable[[Any], object]] = {
    "holiday": lambda given: cl.Game("family", seats=["Ann", "Bob"], seed=1, holiday=given).record().holiday,
    "polite": lambda given: cl.Game("family", seats=["Ann", "Bob"], seed=1, polite=given).record().polite,
    "birthday": lambda given: cl.Person(birthday=given).birthday,
    "parent": lambda given: cl.Person(parent=given).parent,
    "observe": lambda given: cl.Batch("family", 1, 2, observe=given).observation.shape[0] == 1,
    "restart": begins_again,
    "plain": lambda given: gym_env("family", plain=given).plain,
    "copy": lambda given: vector_env("family", 1, copy=given)._copy,
}


@pytest.mark.parametrize("name", FLAGGED)
def test_a_flag_is_true_or_false(name: str) -> None:
    for given in (True, False, np.True_, np.False_, np.array(True), 1, 0, np.int8(0)):
        assert flag(name, given) is bool(given)
        assert FLAGGED[name](given) is bool(given)
    wrong: list[Any] = ["no", "", None, 2, -1, 1.0, [], [True], np.array([True]), np.array([True, False])]
    for given in wrong:
        with pytest.raises(cl.ChangelingError, match=f"{name}: True or False is needed, not"):
            FLAGGED[name](given)
