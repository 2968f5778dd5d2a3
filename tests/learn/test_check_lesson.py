"""Every shipped lesson holds, and a lesson that does not is told apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from changeling.learn.check_lesson import wrong_with
from changeling.learn.lesson import Lesson, lessons

LESSONS = lessons()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_holds(lesson: Lesson) -> None:
    assert list(wrong_with(lesson)) == []


def changed(**values: object) -> list[str]:
    """What is wrong with a good step after a change."""
    lesson = LESSONS[0]
    return list(wrong_with(replace(lesson, steps=(replace(lesson.steps[0], **values),))))  # type: ignore[arg-type]


def test_a_way_that_cannot_be_gone() -> None:
    assert "the intended way: step 1: 'You: play Bread' does not fit" in changed(ways=(({"You": "play Bread"},),))[0]


def test_a_way_that_misses_the_aim() -> None:
    problems = changed(ways=(({"You": "play Draw 3"},),), slips=())
    assert "the intended way does not reach the aim: keepers of You" in problems[0]


def test_an_aim_that_is_met_already() -> None:
    assert "before anything is done" in changed(aim={"winner": "nobody"})[0]


def test_a_wrong_way_that_is_right() -> None:
    slip = LESSONS[0].steps[0].slips[0]
    assert "the wrong way reaches the aim" in changed(slips=(replace(slip, way=({"You": "play Milk"},)),))[0]


def test_an_answer_that_rests_on_something_else() -> None:
    slip = LESSONS[0].steps[0].slips[0]
    assert "rests on Draw 3, RULE-2, not on GOAL-2" in changed(slips=(replace(slip, because=("GOAL-2",)),))[0]
    assert "not on nothing" in changed(slips=(replace(slip, because=()),))[0]


def test_a_question_that_cannot_be_asked() -> None:
    slip = LESSONS[0].steps[0].slips[0]
    assert "cannot be explained" in changed(slips=(replace(slip, why="the weather"),))[0]


def test_a_position_that_is_none() -> None:
    position = {**LESSONS[0].steps[0].position, "table": {"hand": {"You": ["Porridge"]}}}
    assert "'Porridge' is not a card" in changed(position=position)[0]
