"""Lessons at one screen: a position, something to do, and what every answer led to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from changeling.cards.deck import Deck
from changeling.errors import ChangelingError, EngineFault
from changeling.learn.attempt import Attempt
from changeling.learn.check_lesson import wrong_with
from changeling.learn.lesson import YOU, Lesson, Step, lessons, read_lesson
from changeling.learn.progress import Progress, load, place, save
from changeling.terminal.practice import Place, ask, told, untimed
from changeling.terminal.screen import Left, Screen
from changeling.terminal.sentences.event_sentences import Narrator
from changeling.terminal.start import screen_for


class _Again(Exception):
    """The learner wants to take the last answer back."""


class _Skip(Exception):
    """The learner wants to see the next step."""


@dataclass(slots=True)
class Classroom:
    """Somebody at a screen who goes through lessons; what is done is kept in a file."""

    screen: Screen
    file: Path
    progress: Progress

    def run(self, row: Sequence[Lesson], first: int) -> int:
        """Go through the lessons from number `first` on, until somebody leaves; gives the exit status."""
        try:
            for number in range(first, len(row)):
                self._lesson(row[number], number + 1, len(row))
                if number + 1 < len(row):
                    self.screen.ask(f"Enter: on to {row[number + 1].title}. ")
        except Left as left:
            self.screen.say("Goodbye. To go on: changeling learn")
            return 130 if left.broken_off else 0
        self.screen.say("That was the last lesson. A game: changeling play. A puzzle: changeling puzzle.")
        return 0

    def _lesson(self, lesson: Lesson, number: int, of: int) -> None:
        self.screen.say("")
        self.screen.say(f"Lesson {number} of {of}: {lesson.title}. {lesson.about}")
        for done, step in enumerate(lesson.steps, 1):
            try:
                self._step(step)
            except _Skip:
                self.screen.say("Left out.")
                continue
            except (ChangelingError, EngineFault) as error:
                raise lesson.broken(done, error) from error
            self.progress = self.progress.learned(lesson.name, done)
            save(self.progress, self.file)

    def _step(self, step: Step) -> None:
        attempt = Attempt(step)
        narrator = Narrator(attempt.game.deck)
        self.screen.say("")
        self.screen.say(step.says)
        self.screen.story(narrator.sentences(YOU, attempt.news()))
        self.screen.table(untimed(attempt.game.view(YOU)), frozenset())
        self.screen.say(f"To do: {step.task} (`help` lists what else you can type.)")
        while attempt.verdict != "done":
            try:
                self._answer(attempt)
            except _Again:
                self.screen.say("Taken back." if attempt.take_back() else "There is nothing of yours to take back.")
                continue
            self.screen.story(narrator.sentences(YOU, attempt.news()))
            if attempt.verdict == "missed":
                self._missed(attempt)
        self.screen.say(f"Well done. {step.well}")

    def _answer(self, attempt: Attempt) -> None:
        decision = attempt.decision
        assert decision is not None, "an attempt that goes on asks the learner"
        view = untimed(attempt.game.view(YOU))
        more = {"undo": ("take your last answer back", _again), "skip": ("on to the next step", _skip)}
        attempt.answer(ask(Place(attempt.game, self.screen), view, decision, more))

    def _missed(self, attempt: Attempt) -> None:
        """Say what the answer led to and why, and take it back."""
        miss = attempt.miss()
        self.screen.say(f"Not quite. {miss.says}" if miss.says else "Not quite: that does not do it.")
        self.screen.say(f"Why: {told(miss.reason, YOU)}")
        attempt.back_to_the_way()
        self.screen.say(f"That is taken back. To do: {attempt.step.task}")


def _again() -> None:
    raise _Again


def _skip() -> None:
    raise _Skip


def learn(args: argparse.Namespace) -> int:
    """Run `changeling learn`; gives the exit status."""
    if args.check:
        return _check([read_lesson(Path(file)) for file in args.check])
    row = lessons()
    file = place()
    progress = load(file)
    if args.list:
        for number, lesson in enumerate(row, 1):
            print(f"{number:>2}. {'done ' if _done(progress, lesson) else '     '}{lesson.title}. {lesson.about}")
        return 0
    first = _first(row, progress) if args.lesson is None else _named(row, args.lesson)
    screen = screen_for(_deck_of(row[first]), plain=args.plain, source=sys.stdin, out=sys.stdout)
    return Classroom(screen, file, progress).run(row, first)


def _deck_of(lesson: Lesson) -> Deck:
    """The deck of a lesson's first step. Raises ScenarioError that names the lesson where its position is none."""
    try:
        return lesson.steps[0].game().deck
    except (ChangelingError, EngineFault) as error:
        raise lesson.broken(1, error) from error


def _done(progress: Progress, lesson: Lesson) -> bool:
    return progress.lessons.get(lesson.name, 0) >= len(lesson.steps)


def _first(row: Sequence[Lesson], progress: Progress) -> int:
    """The first lesson that is not done; the first of all where every one is."""
    return next((number for number, lesson in enumerate(row) if not _done(progress, lesson)), 0)


def _named(row: Sequence[Lesson], wanted: str) -> int:
    """The lesson of a number or a name."""
    names = [lesson.name for lesson in row]
    if wanted.isdecimal() and 1 <= int(wanted[:4]) <= len(row):
        return int(wanted) - 1
    if wanted in names:
        return names.index(wanted)
    raise ChangelingError(f"there is no lesson '{wanted}'; the lessons are 1 to {len(row)}: {', '.join(names)}")


def _check(row: Sequence[Lesson]) -> int:
    """Say of lessons whether they hold; gives the exit status."""
    failed = 0
    for lesson in row:
        problems = list(wrong_with(lesson))
        failed += bool(problems)
        for problem in problems:
            print(f"FAIL {problem}")
        if not problems:
            print(f"ok   {lesson.title}")
    print(f"{len(row) - failed} passed, {failed} failed")
    return 1 if failed else 0
