"""Who has looked at a game goes on seeing what was there, also what is put into words only later."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.random_play import advance, questions

import changeling as cl
from changeling.engine.seen import standing
from changeling.engine.seen.late import is_late
from changeling.engine.seen.projection import public_table
from changeling.engine.seen.questions.decision import decision_of
from changeling.engine.seen.view import view_of


def words(decision: cl.Decision) -> tuple[str, ...]:
    return decision.ask, decision.receiver, decision.card, decision.deed


def test_a_question_says_later_what_it_would_have_said_at_once() -> None:
    held, said = list[cl.Decision](), list[cl.Decision | None]()
    for game in questions("fluxx-4", 3, range(1), every=1):
        held.append(game.decision)
        said.append(decision_of(game.deck, game.table.copy(), game.seats))
    assert len({decision.about for decision in held}) > 2
    assert [words(decision) for decision in held] == [words(decision) for decision in said if decision is not None]
    assert held == said


@pytest.mark.parametrize("deck", cl.editions())
def test_a_question_that_nobody_read_is_equal_to_one_that_was(deck: str) -> None:
    for game in questions(deck, 3, range(1), every=9):
        decision, at_once = game.decision, decision_of(game.deck, game.table.copy(), game.seats)
        assert decision == at_once
        assert repr(decision) == repr(at_once)


def test_questions_and_events_that_are_copied_or_pickled_say_the_same() -> None:
    game = advance(cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=5), 2, most=12)
    makers: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
    for make in makers:
        again = game.copy()
        again.undo()
        value = again.decision
        assert is_late(value)
        assert make(value) == value
        events = again.events_for("Ann")
        assert all(map(is_late, events))
        assert make(events) == events == again.events_for("Ann")
        assert len(set(events)) == len(events)


def test_what_is_no_field_is_no_field() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=5)
    values: list[Any] = [game.decision, game.events[0], pickle.loads(pickle.dumps(game.events[0]))]
    for value in values:
        with pytest.raises(AttributeError, match="'cloth'"):
            _ = value.cloth
        assert not hasattr(value, "__fspath__")


def test_events_keep_the_names_that_they_were_told_with() -> None:
    game = advance(cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=5), 2, most=3)
    game.join("Cy")
    events = game.events
    game.undo()
    game.join("Dee")
    assert events[-1].seat == "Cy"
    assert game.events[-1].seat == "Dee"


def test_options_name_who_is_there_now() -> None:
    game = cl.Game.from_notation(
        "deck: fluxx-4\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n  hand: {Ann: [Trade Hands]}\n  drawn: 1\n"
    )
    for name in ("Cy", "Dee"):
        game.join(name)
        game.answer("play Trade Hands")
        assert [option.text for option in game.decision.options] == ["Bob", name]
        game.undo(2)


def held_views(game: cl.Game, answers: int) -> list[tuple[cl.View, cl.View]]:
    """Views of all seats that nobody read before the game had gone on, each with one that was made at once."""
    held, chance = list[tuple[cl.View, cl.View]](), random.Random(4)
    for _ in range(answers):
        if game.over:
            break
        names = list(game.seats)
        at_once = [view_of(game.deck, game.standing, names, place) for place in range(len(names))]
        held += zip([game.view(name) for name in names], at_once, strict=True)
        game.answer(chance.randrange(game.standing.options))
    return held


@pytest.mark.parametrize("deck", cl.editions())
def test_a_view_shows_later_what_it_would_have_shown_at_once(deck: str) -> None:
    game = cl.Game(deck, seats=["Ann", "Bob", "Cy"], seed=5)
    held = held_views(game, 40)
    game.undo(3)
    game.join("Dee")
    assert all(is_late(late) for late, _ in held)
    for late, at_once in held:
        assert late == at_once
        assert repr(late) == repr(at_once)
        assert hash(late) == hash(at_once)
        assert not is_late(late)


def test_a_view_that_nobody_read_is_copied_and_pickled_like_any_other() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=5)
    for late, at_once in held_views(game, 10):
        assert pickle.loads(pickle.dumps(late)) == at_once
    for late, at_once in held_views(game, 10):
        assert copy.copy(late) == copy.deepcopy(late) == dataclasses.replace(late) == at_once


def test_a_view_of_a_table_that_is_changed_by_hand_shows_it_as_it_was() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=5)
    views = [game.view(name) for name in game.seats]
    game.table.turns = 41
    assert [view.turns for view in views] == [1, 1, 1]
    assert [game.view(name).turns for name in game.seats] == [41, 41, 41]


def test_what_everybody_sees_is_collected_once_for_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    game, made = cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=5), list[object]()

    def counted(*given: Any) -> Any:
        made.append(given)
        return public_table(*given)

    monkeypatch.setattr(standing, "public_table", counted)
    views = [game.view(name) for name in game.seats]
    assert not made
    assert len({view.pile for view in views}) == 1
    assert len(made) == 1
    game.answer(0)
    assert game.view("Ann").turns >= 1
    assert len(made) == 2
