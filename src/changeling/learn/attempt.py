"""Somebody at a step of a lesson: which answers lead on, which miss the point, and what those led to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import WINDOW, Decision, Option
from changeling.engine.seen.reasons.reason import Reason
from changeling.learn.lesson import YOU, Slip, Step
from changeling.play.driver import goes_without_saying
from changeling.play.game import Game
from changeling.proofs.expectations import answer_text, find_option, unmet

Verdict = Literal["on", "done", "missed"]  # it goes on; the aim is reached; it cannot be reached any more this way
_MOST: Final = 400  # answers of others and forced ones in a row


@dataclass(frozen=True, slots=True)
class Miss:
    """What a wrong way led to: what is said of it, and what *why* answers."""

    says: str
    reason: Reason


class Attempt:
    """A step being played. Others answer as the ways of the step say, and let pass what those do not speak of.

    An answer is right when it lies on one of the intended ways, or reaches the aim at once.
    """

    def __init__(self, step: Step) -> None:
        self.step = step
        self.start()

    def start(self) -> None:
        """Begin the step, or begin it again."""
        self.game = self.step.game()
        self._ways = [list(_answers(way)) for way in self.step.ways]
        self._slips = [(slip, list(_answers(slip.way))) for slip in self.step.slips]
        self.told = 0  # events that were told
        self._before: list[_Moment] = []
        self._settle()

    @property
    def decision(self) -> Decision | None:
        """What the learner is asked now; nothing where it is somebody else's turn to speak, or the game is over."""
        if self.game.over or self.game.decision.seat != YOU:
            return None
        return self.game.decision

    @property
    def verdict(self) -> Verdict:
        """How the attempt stands."""
        if self._met():
            return "done"
        if self.decision is not None and any(self._ways):
            return "on"
        if self.decision is not None and any(way for _, way in self._slips):
            return "on"  # a wrong way that is not at its end: what it leads to is seen there
        return "missed"

    def answer(self, option: Option) -> Verdict:
        """Give an option of the pending decision, and let the others answer; says how the attempt stands then."""
        self._before.append(_Moment(self.game.copy(), self._ways, self._slips, self.told))
        self._give(option)
        self._settle()
        return self.verdict

    def take_back(self) -> bool:
        """Back to before the learner's last answer; says whether there was one."""
        if not self._before:
            return False
        moment = self._before.pop()
        self.game, self._ways, self._slips, self.told = moment.game, moment.ways, moment.slips, moment.told
        return True

    def back_to_the_way(self) -> int:
        """Take answers back until an intended way is open again; says how many."""
        taken = 0
        while not any(self._ways) and self.take_back():
            taken += 1
        return taken

    def next_answer(self) -> Option | None:
        """The learner's next answer on an intended way that is open."""
        heads = [way[0] for way in self._ways if way]
        if self.decision is None:
            return None
        found = (find_option(self.decision, text) for seat, text in heads if seat == YOU)
        return next((option for option in found if option is not None), None)

    def news(self) -> tuple[Event, ...]:
        """What has happened since the last call, as the learner sees it."""
        events = self.game.events_for(YOU, since=self.told)
        self.told += len(events)
        return events

    def miss(self) -> Miss:
        """What to say of a wrong way: by the slip that it was, or in general."""
        slip = next((slip for slip, way in self._slips if not way), None)
        question = slip.why if slip is not None else self.step.why
        return Miss(slip.says if slip is not None else "", self.game.why(question, YOU))

    # --- going on -----------------------------------------------------------------------------------------------------
    def _met(self) -> bool:
        return not any(True for _ in unmet(self.game, self.step.aim))

    def _settle(self) -> None:
        """Have everything answered that the learner has no choice in, until there is one or the aim is reached."""
        for _ in range(_MOST):
            if self.game.over or self._met():
                return
            option = self._unasked(self.game.decision)
            if option is None:
                return
            self._give(option)

    def _unasked(self, decision: Decision) -> Option | None:
        """What is answered without asking the learner; nothing where it is the learner's choice, or the story ends."""
        if decision.seat == YOU:
            forced = len(decision.options) == 1 and goes_without_saying(decision)
            return decision.options[0] if forced else None
        for way in (*self._ways, *(way for _, way in self._slips)):
            if way and way[0][0] == decision.seat:
                option = find_option(decision, way[0][1])
                if option is not None:
                    return option
        if decision.about == WINDOW:
            return decision.options[-1]
        return None if decision.about == "act" else decision.options[0]

    def _give(self, option: Option) -> None:
        decision = self.game.decision
        self._ways = [rest for way in self._ways if (rest := _after(way, decision, option)) is not None]
        self._slips = [(slip, rest) for slip, way in self._slips if (rest := _after(way, decision, option)) is not None]
        self.game.give(decision, option)


@dataclass(frozen=True, slots=True)
class _Moment:
    """What an attempt was before an answer."""

    game: Game
    ways: list[list[tuple[str, str]]]
    slips: list[tuple[Slip, list[tuple[str, str]]]]
    told: int


def _answers(way: Sequence[object]) -> Sequence[tuple[str, str]]:
    """The answers of a way as seat and text, without what is expected in between."""
    rows = [row for step in way if isinstance(step, Mapping) for row in step.items() if row[0] != "expect"]
    return [(str(seat), answer_text(text)) for seat, text in rows]


def _after(way: list[tuple[str, str]], decision: Decision, option: Option) -> list[tuple[str, str]] | None:
    """What is left of a way after an answer; nothing where the answer leaves it."""
    meant = find_option(decision, way[0][1]) if way and way[0][0] == decision.seat else None
    if meant is not None:
        return way[1:] if meant == option else None
    return way if decision.seat != YOU or len(decision.options) == 1 else None
