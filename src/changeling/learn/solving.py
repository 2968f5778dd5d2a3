"""Somebody at a puzzle: every answer is judged at once by whether the win is still forced after it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Final, Literal

from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.reasons.reason import Reason
from changeling.errors import ChangelingError, EngineFault
from changeling.learn.grading import hints
from changeling.learn.lesson import YOU
from changeling.learn.puzzle import Puzzle
from changeling.learn.turn_search import cost
from changeling.learn.win_search import LONGER, LONGEST, LOST, MOST_NODES, Node, TooLarge, WinSearch, start_of
from changeling.play.driver import goes_without_saying
from changeling.play.game import Game

Verdict = Literal["on", "longer", "solved", "chance", "kindness", "missed"]
RIGHT: Final[tuple[Verdict, ...]] = ("on", "longer", "solved")  # the win is certain still
LONGER_SAID: Final = "You are still certain to win, but that is longer than needed."
SAID: Final[dict[Verdict, str]] = {
    "chance": "That hangs on chance, or on a card that you cannot see.",
    "kindness": "That wins only if nobody answers it with a Surprise, and somebody might hold one.",
    "missed": f"After that no way is left that is certain to win this turn in {LONGEST} answers or fewer, and no "
    "longer one was found.",
}
_NOBODY_TELLS: Final = "There is too much that could be tried here to tell."
_MOST_LONGER: Final = 3_000  # positions, where a longer way is looked for: somebody waits
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
        return YOU in self.game.winners or (self.puzzle.kind == "only" and self.begun)

    @property
    def decision(self) -> Decision | None:
        """What is asked now; nothing once it is solved."""
        return None if self.game.over or self.solved else self.game.decision

    @property
    def begun(self) -> bool:
        """Whether an answer was given."""
        return bool(self._before)

    def judge(self, option: Option) -> Verdict:
        """What an answer to the pending decision would be worth; nothing is done."""
        root, search = start_of(self.game.table), self._search()
        child = search.after(root, option.index)
        if child is None:
            return "chance"
        try:
            rest = search.value(child)
            if rest < LOST:
                need = rest + cost(root.table)
                return "longer" if search.value(root, need - 1) < need else "on"
        except TooLarge:  # nobody can tell within reason: go on, and see how it ends
            return "on"
        if self._wins_later(child):
            return "longer"
        try:
            return "kindness" if self._search(kind=True).value(child) < LOST else "missed"
        except TooLarge:
            return "missed"

    def _wins_later(self, child: Node) -> bool:
        """Whether a way longer than those of puzzles is found after an answer."""
        try:
            return self._search(most=_MOST_LONGER).value(child, LONGER) < LOST
        except TooLarge:
            return False

    def _search(self, *, kind: bool = False, most: int = MOST_NODES) -> WinSearch:
        """A search that knows nothing yet: one that was broken off half-way would know wrong things."""
        return WinSearch(self.game.deck, self.game.table.turn, self.game.table.turns, kind=kind, most=most)

    def answer(self, option: Option) -> Verdict:
        """Give an answer that keeps the win, and let the others answer; one that does not is judged, and not given."""
        verdict = self.judge(option)
        if verdict not in RIGHT:
            return verdict
        self.play(option)
        if self.solved:
            return "solved"
        return "missed" if self.game.over else verdict

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
        root = start_of(self.game.table)
        for left in (LONGEST, LONGER):  # after an answer that was longer than needed the way may be long
            with contextlib.suppress(TooLarge):
                index = self._search().best_answer(root, left)
                if index is not None:
                    return self.decision.options[index]
        return None

    def hints(self) -> tuple[str, str]:
        """Two hints at the question that one is at, the second plainer."""
        option, left = self.next_answer(), self.left() if self.begun else self.puzzle.length
        if option is None or left is None:
            return _NOBODY_TELLS, _NOBODY_TELLS
        return hints(option.text, left, self.game.deck, begun=self.begun)

    def left(self) -> int | None:
        """How many answers a shortest way has from here; nothing where there is none, or nobody can tell."""
        root = start_of(self.game.table)
        for left in (LONGEST, LONGER):
            with contextlib.suppress(TooLarge):
                found = self._search().value(root, left)
                if found < LOST:
                    return found
        return None


def _settle(game: Game, turns: int) -> None:
    """Have everything answered that You have no choice in, as long as the turn of that number lasts."""
    for _ in range(_MOST):
        if game.over or game.table.turns != turns:
            return
        decision = game.decision
        if decision.seat == YOU and not (len(decision.options) == 1 and goes_without_saying(decision)):
            return
        game.answer(decision.options[-1])
