"""Checking lessons: each intended way reaches its aim, and each usual wrong way is answered by what the lesson says."""

from __future__ import annotations

from collections.abc import Iterator

from changeling.errors import ChangelingError, EngineFault
from changeling.learn.attempt import Attempt
from changeling.learn.lesson import YOU, Lesson, Slip, Step
from changeling.proofs.expectations import answer_text, find_option, unmet
from changeling.proofs.scenario import Failed, play_steps


def wrong_with(lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson, a sentence each; nothing where it holds."""
    for number, step in enumerate(lesson.steps, 1):
        for problem in _problems(step):
            yield f"{lesson.title}, step {number}: {problem}"


def _problems(step: Step) -> Iterator[str]:
    try:
        if Attempt(step).verdict != "on":
            yield "the aim is met, or out of reach, before anything is done"
            return
        for way in step.ways:
            yield from _way(step, way)
        for slip in step.slips:
            yield from _slip(step, slip)
    except (ChangelingError, EngineFault) as error:
        yield str(error)


def _way(step: Step, way: tuple[object, ...]) -> Iterator[str]:
    """An intended way: it holds as a scenario, and whoever goes it is told so."""
    game = step.game()
    try:
        play_steps(game, way)
    except Failed as error:
        yield f"the intended way: {error}"
        return
    yield from (f"the intended way does not reach the aim: {lack}" for lack in unmet(game, step.aim))
    verdict = _walk(Attempt(step), way)
    if verdict != "done":
        yield f"whoever goes the intended way is told '{verdict}'"


def _slip(step: Step, slip: Slip) -> Iterator[str]:
    """A wrong way: it can be gone, misses the aim, and is answered with what the lesson says that it rests on."""
    game = step.game()
    try:
        play_steps(game, slip.way)
    except Failed as error:
        yield f"the wrong way: {error}"
        return
    if not list(unmet(game, step.aim)):
        yield "the wrong way reaches the aim"
        return
    attempt = Attempt(step)
    verdict = _walk(attempt, slip.way)
    if verdict != "missed":
        yield f"whoever goes the wrong way is told '{verdict}'"
        return
    miss = attempt.miss()
    if miss.says != slip.says:
        yield f"the wrong way is not recognised: {slip.says}"
    lacking = [cause for cause in slip.because if cause not in miss.reason.because]
    if not slip.because or lacking:
        yield f"why {slip.why}: rests on {', '.join(miss.reason.because)}, not on {', '.join(lacking) or 'nothing'}"


def _walk(attempt: Attempt, way: tuple[object, ...]) -> str:
    """Go a way as a learner would, the answers of others coming by themselves; gives the verdict at its end."""
    for step in way:
        assert isinstance(step, dict)
        ((seat, answer),) = step.items()
        if seat != YOU or attempt.decision is None or attempt.verdict == "done":
            continue
        option = find_option(attempt.decision, answer_text(answer))
        if option is not None:
            attempt.answer(option)
    return attempt.verdict
