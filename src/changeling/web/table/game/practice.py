"""Lessons and puzzles at the page: every request plays a position anew, up to the answers that it names.

Nothing is kept between requests, and no position comes from outside: each is a shipped one, or a moment of a replay.
It runs in a worker process, for judging an answer to a puzzle searches the turn.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.reasons.reason import Reason
from changeling.errors import ChangelingError
from changeling.learn.attempt import Attempt
from changeling.learn.lesson import YOU, Lesson, lessons
from changeling.learn.puzzle import Puzzle, of_the_day, shipped
from changeling.learn.solving import (
    LONGER_SAID,
    RIGHT,
    Solving,
    Verdict,
    WhyNot,
    stopped_said,
    unseen_said,
    way_said,
)
from changeling.play.game import Game
from changeling.web.gallery.decks import cards_of
from changeling.web.table.game.render import Scenes, events_of, question_of, standings_of
from changeling.web.wire.errors import Refuse
from changeling.web.wire.practice import LessonInfo, Practice, PracticeList, Practise, PuzzleInfo


@lru_cache(maxsize=1)
def _lessons() -> dict[str, Lesson]:
    return {lesson.name: lesson for lesson in lessons()}


def practice_list() -> PracticeList:
    """All lessons and puzzles, and the puzzle of the day."""
    day = datetime.now(UTC).date()
    return PracticeList(*_lists(), day.isoformat(), of_the_day(day).id)


@lru_cache(maxsize=1)
def _lists() -> tuple[list[LessonInfo], list[PuzzleInfo]]:
    titles = {deck: load_deck(list(deck)).title for deck in {puzzle.deck for puzzle in shipped().values()}}
    learning = [LessonInfo(one.name, one.title, one.about, len(one.steps)) for one in _lessons().values()]
    puzzles = [
        PuzzleInfo(one.id, one.title, one.grade, titles[one.deck], one.answers, one.kind) for one in shipped().values()
    ]
    return learning, puzzles


def practise(asked: Practise, own: Puzzle | None = None) -> tuple[Practice, str, bytes]:
    """A step or a puzzle after some answers; also the id and the cards of its deck. Raises Refuse.

    `own` is a puzzle that does not come with the program: one of a moment of a replay.
    """
    try:
        made, game = _lesson(asked) if asked.kind == "lesson" else _puzzle(asked, own or _shipped(asked.name))
    except Refuse:
        raise
    except ChangelingError as error:  # a position that does not fit its deck any more
        raise Refuse("practice/none", str(error), status=404) from error
    return (made, *cards_of(game.deck))


def _lesson(asked: Practise) -> tuple[Practice, Game]:
    lesson = _lessons().get(asked.name)
    if lesson is None or asked.step >= len(lesson.steps):
        raise Refuse("practice/none", f"there is no lesson {asked.name} with a step {asked.step + 1}", status=404)
    try:
        return _step(asked, lesson)
    except Refuse:
        raise
    except ChangelingError as error:
        raise lesson.broken(asked.step + 1, error) from error


def _step(asked: Practise, lesson: Lesson) -> tuple[Practice, Game]:
    step = lesson.steps[asked.step]
    attempt, told = Attempt(step), 0
    for code in asked.answers:
        told = len(attempt.game.events_for(YOU))
        attempt.answer(_option(attempt.decision, code))
    verdict, game = attempt.verdict, attempt.game
    made = Practice(
        **_scene(game, told),
        title=lesson.title,
        says=step.says,
        task=step.task,
        steps=len(lesson.steps),
        grade=0,
        verdict=verdict,
        answer=step.well if verdict == "done" else "",
        keep=len(asked.answers),
    )
    if verdict == "missed":
        miss = attempt.miss()
        made = replace(_because(made, miss.reason), answer=miss.says, keep=made.keep - attempt.back_to_the_way())
    elif asked.help == "answer" and verdict == "on":
        made = replace(made, next=_code(attempt.next_answer()))
    return _with_why(asked, game, made), game


def _shipped(name: str) -> Puzzle:
    puzzle = shipped().get(name)
    if puzzle is None:
        raise Refuse("practice/none", f"there is no puzzle {name}", status=404)
    return puzzle


def _puzzle(asked: Practise, puzzle: Puzzle) -> tuple[Practice, Game]:
    solving, told = Solving(puzzle), 0
    for code in asked.answers[:-1]:
        solving.play(_option(solving.decision, code))
    verdict, judged = _judged(solving, asked)
    game = solving.game if judged is None else judged.game
    told = len(game.events_for(YOU)) if not asked.answers else solving.told if judged is None else judged.told
    made = Practice(
        **_scene(game, told),
        title=puzzle.title,
        says=LONGER_SAID if verdict == "longer" else "",
        task=" ".join(filter(None, [solving.task, unseen_said(solving.unseen_surprises())])),
        steps=1,
        grade=puzzle.grade,
        verdict="missed" if judged is not None else "done" if solving.solved else "on",
        answer=judged.says if judged is not None else _the_rest(puzzle, game.deck) if solving.solved else "",
        keep=len(asked.answers) - (judged is not None),
        hint=_hint(solving, asked),
    )
    if judged is not None:
        made = _because(made, judged.reason)
    elif asked.help == "answer":
        made = replace(made, next=_code(solving.next_answer()))
    return _with_why(asked, game, made), game


def _the_rest(puzzle: Puzzle, deck: Deck) -> str:
    """How the turn is won after the one answer that was asked for, and what others could have stopped."""
    return way_said(puzzle, deck) if puzzle.kind == "only" else stopped_said(puzzle, deck)


def _judged(solving: Solving, asked: Practise) -> tuple[Verdict, WhyNot | None]:
    """Give the last answer of a puzzle; gives what it is worth, and why not, where it is not right."""
    if not asked.answers:
        return "on", None
    option = _option(solving.decision, asked.answers[-1])
    solving.news()
    verdict = solving.answer(option)
    return verdict, None if verdict in RIGHT else solving.why_not(option, verdict)


def _hint(solving: Solving, asked: Practise) -> str:
    if asked.help not in ("hint", "second hint") or solving.decision is None:
        return ""
    return solving.hints()[asked.help == "second hint"]


def _option(decision: Decision | None, code: int) -> Option:
    option = decision.by_code(code) if decision is not None else None
    if option is None:
        raise Refuse("practice/answers", f"{code} is not an answer there: begin again")
    return option


def _code(option: Option | None) -> int | None:
    return None if option is None else option.code


def _scene(game: Game, told: int) -> dict[str, Any]:
    """What the learner sees of a game, and what happened from event number `told` on."""
    scenes, me = Scenes(game.deck), game.seats.index(YOU)
    asked = None if game.over or game.decision.seat != YOU else game.decision
    return {
        "deck": cards_of(game.deck)[0],
        "me": YOU,
        "public": scenes.public(game),
        "own": scenes.own(game, me),
        "standings": standings_of(scenes.progress(game), YOU),
        "question": None if asked is None else question_of(asked, len(game.record().moves)),
        "events": events_of(game, told, me),
    }


def _because(made: Practice, reason: Reason) -> Practice:
    return replace(made, reason=reason.told_to(YOU), because=list(reason.because))


def _with_why(asked: Practise, game: Game, made: Practice) -> Practice:
    """With what *why* answers, where it was asked."""
    if not asked.why:
        return made
    try:
        return _because(made, game.why(asked.why, YOU))
    except ChangelingError as error:
        raise Refuse("why/unknown", str(error)) from error
