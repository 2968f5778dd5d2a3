"""Somebody at a puzzle: every answer is judged at once by whether the win is still forced after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.reasons.reason import Reason
from changeling.errors import ChangelingError, EngineFault
from changeling.learn.lesson import YOU
from changeling.learn.puzzle import Puzzle
from changeling.learn.win_search import LOST, TooLarge, WinSearch, start_of
from changeling.play.driver import goes_without_saying
from changeling.play.game import Game

Verdict = Literal["on", "solved", "chance", "kindness", "missed"]
SAID: Final[dict[Verdict, str]] = {
    "chance": "That hangs on chance, or on a card that you cannot see.",
    "kindness": "That wins only if nobody answers it with a Surprise, and somebody might hold one.",
    "missed": "After that no way is left that is certain to win this turn in five answers or fewer.",
}
_MOST: Final = 200  # answers of others and forced ones in a row


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why an answer does not solve a puzzle: the game that it would lead to, from which event on that is new, and what
    *why* says there."""

    says: str
    reason: Reason
    game: Game
    told: int

    @property
    def events(self) -> tuple[Event, ...]:
        """What would happen, as You would see it."""
        return self.game.events_for(YOU, since=self.told)


class Solving:
    """A puzzle being solved. The others let everything pass that they may; what they might do instead is reckoned with
    when an answer is judged. Raises ChangelingError where the puzzle does not fit its deck any more."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        try:
            self.game = puzzle.game()
        except (ChangelingError, EngineFault) as error:
            raise ChangelingError(f"puzzle {puzzle.id} does not fit its cards any more: {error}") from error
        if self.game.over or self.game.decision.seat != YOU:
            raise ChangelingError(f"puzzle {puzzle.id} does not fit its cards any more: {YOU} is not asked")
        self._before: list[tuple[Game, int]] = []
        self.told = 0
        self.news()

    @property
    def solved(self) -> bool:
        """Whether it is won; where one answer is asked for, whether that was given."""
        return self.game.winner == YOU or (self.puzzle.kind == "only" and bool(self._before))

    @property
    def decision(self) -> Decision | None:
        """What is asked now; nothing once it is solved."""
        return None if self.game.over or self.solved else self.game.decision

    def judge(self, option: Option) -> Verdict:
        """What an answer to the pending decision would be worth; nothing is done."""
        search = self._search()
        child = search.after(start_of(self.game.table), option.index)
        if child is None:
            return "chance"
        try:
            if search.value(child) < LOST:
                return "on"
        except TooLarge:  # nobody can tell within reason: go on, and see how it ends
            return "on"
        try:
            return "kindness" if self._search(kind=True).value(child) < LOST else "missed"
        except TooLarge:
            return "missed"

    def _search(self, *, kind: bool = False) -> WinSearch:
        """A search that knows nothing yet: one that was broken off half-way would know wrong things."""
        return WinSearch(self.game.deck, self.game.table.turn, self.game.table.turns, kind=kind)

    def answer(self, option: Option) -> Verdict:
        """Give an answer that keeps the win, and let the others answer; one that does not is judged, and not given."""
        verdict = self.judge(option)
        if verdict != "on":
            return verdict
        self.play(option)
        if self.solved:
            return "solved"
        return "missed" if self.game.over else "on"

    def play(self, option: Option) -> None:
        """Give an answer that is known to be right, without judging it."""
        self._before.append((self.game.copy(), self.told))
        turns = self.game.table.turns
        self.game.answer(option)
        _settle(self.game, turns)

    def why_not(self, option: Option, verdict: Verdict) -> WhyNot:
        """What an answer that is not right would lead to, and why that does not win."""
        tried = self.game.copy()
        before = len(tried.events_for(YOU))
        tried.answer(option)
        _settle(tried, self.game.table.turns)
        return WhyNot(SAID[verdict], tried.why(YOU, YOU), tried, before)

    def take_back(self) -> bool:
        """Back to before the last answer; says whether there was one."""
        if self._before:
            self.game, self.told = self._before.pop()
            return True
        return False

    def news(self) -> tuple[Event, ...]:
        """What has happened since the last call, as You see it."""
        events = self.game.events_for(YOU, since=self.told)
        self.told += len(events)
        return events

    def next_answer(self) -> Option | None:
        """An answer that keeps the win with the fewest answers to come; nothing where there is none."""
        if self.decision is None:
            return None
        try:
            index = self._search().best_answer(start_of(self.game.table))
        except TooLarge:
            return None
        return None if index is None else self.decision.options[index]


def _settle(game: Game, turns: int) -> None:
    """Have everything answered that You have no choice in, as long as the turn of that number lasts."""
    for _ in range(_MOST):
        if game.over or game.table.turns != turns:
            return
        decision = game.decision
        if decision.seat == YOU and not (len(decision.options) == 1 and goes_without_saying(decision)):
            return
        game.answer(decision.options[-1])
