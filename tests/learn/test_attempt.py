"""A learner at a step: what leads on, what misses the point, and what can be taken back."""

from __future__ import annotations

from changeling.engine.seen.questions.decision import WINDOW
from changeling.learn.attempt import Attempt, Verdict
from changeling.learn.lesson import Step, lessons

STEPS = {(lesson.name, number): step for lesson in lessons() for number, step in enumerate(lesson.steps, 1)}


def at(lesson: str, number: int = 1) -> Step:
    return STEPS[lesson, number]


def said(attempt: Attempt, *answers: str) -> Verdict:
    for answer in answers:
        assert attempt.decision is not None
        option = attempt.decision.find(answer)
        assert option is not None, f"{answer}: {attempt.decision}"
        attempt.answer(option)
    return attempt.verdict


def test_the_intended_way_goes_on_until_the_aim_is_met() -> None:
    attempt = Attempt(at("new-rule"))
    assert said(attempt, "play Play 3") == "on"
    assert said(attempt, "play Chocolate") == "on"
    assert said(attempt, "play Chocolate Milk") == "done"
    assert attempt.decision is None


def test_a_usual_slip_is_answered_by_its_sentence_and_by_why() -> None:
    attempt = Attempt(at("new-rule"))
    assert said(attempt, "play Chocolate") == "missed"
    miss = attempt.miss()
    assert "That was your one play" in miss.says
    assert miss.reason.told_to("You").startswith("You play 1 card each turn")


def test_another_miss_is_answered_by_why_alone() -> None:
    attempt = Attempt(at("limits", 2))
    assert said(attempt, "play Trash Something", "The Moon") == "missed"
    miss = attempt.miss()
    assert miss.says == ""
    assert "Keeper Limit 2" in miss.reason.because


def test_a_slip_is_told_where_it_ends_and_taken_back_to_where_it_began() -> None:
    attempt = Attempt(at("limits", 2))
    assert said(attempt, "play Trash Something", "Bread") == "on"
    assert said(attempt, "play Chocolate") == "missed"
    assert "no need to make room" in attempt.miss().says
    attempt.back_to_the_way()
    assert attempt.decision is not None
    assert attempt.decision.find("play Trash Something") is not None
    assert said(attempt, "play Chocolate Milk", "play Chocolate") == "done"


def test_answers_are_taken_back_one_by_one_and_told_once() -> None:
    attempt = Attempt(at("new-rule"))
    attempt.news()
    said(attempt, "play Play 3")
    assert [event.what for event in attempt.news()][-1] != ""
    assert attempt.news() == ()
    assert attempt.take_back()
    assert not attempt.take_back()
    assert attempt.game.view("You").hand == ("Play 3", "Chocolate", "Chocolate Milk")


def test_others_do_what_the_ways_say_and_let_the_rest_pass() -> None:
    attempt = Attempt(at("surprises", 2))
    assert said(attempt, "play Steal a Keeper") == "on"
    assert attempt.decision is not None
    assert attempt.decision.about == WINDOW
    assert said(attempt, "done") == "missed"


def test_a_surprise_is_praised_only_where_it_cancelled_one() -> None:
    attempt = Attempt(at("surprises", 2))
    assert said(attempt, "play Twist of Fate") == "missed"
    assert "Ann cancelled it too" in attempt.miss().says


def test_praise_does_not_say_that_why_was_asked() -> None:
    attempt = Attempt(at("why"))
    assert said(attempt, "play Trash Something", "Television") == "done"
    assert "could tell you so" in attempt.step.well


def test_a_step_may_begin_on_somebody_elses_turn() -> None:
    attempt = Attempt(at("surprises"))
    assert attempt.game.turn == "Ann"
    assert said(attempt, "play The Stars Are Wrong") == "done"


def test_another_way_to_the_same_aim_counts() -> None:
    step = at("why", 2)
    assert said(Attempt(step), "play Trash a New Rule", "You Also Need a Baked Potato") == "done"
