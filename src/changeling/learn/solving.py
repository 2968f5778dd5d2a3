"""Somebody at a puzzle: every answer is judged at once by whether the win is still forced after it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.engine.machine.hidden.unseen import is_hidden
from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.reasons.reason import Reason
from changeling.errors import ChangelingError, EngineFault
from changeling.learn.grading import hints, said, sentence
from changeling.learn.lesson import YOU
from changeling.learn.puzzle import TASKS, Puzzle, answers_said, settle, winners_by
from changeling.learn.turn_search import cost
from changeling.learn.unknowns import first_unseen
from changeling.learn.win_search import LONGER, LONGEST, LOST, MOST_NODES, Node, TooLarge, WinSearch, start_of
from changeling.play.game import Game

Verdict = Literal["on", "longer", "solved", "chance", "kindness", "missed"]
RIGHT: Final[tuple[Verdict, ...]] = ("on", "longer", "solved")  # the win is certain still
LONGER_SAID: Final = "You are still certain to win, but that is longer than needed."
KINDNESS: Final = "That wins only if nobody answers it with a Surprise."
WON_BY_LUCK: Final = "It won as the cards lie here, but it hangs on chance, or on a card that you cannot see."
SAID: Final[dict[Verdict, str]] = {
    "chance": "That hangs on chance, or on a card that you cannot see.",
    "kindness": f"{KINDNESS} Somebody might hold one.",
    "missed": f"After that no way is left that is certain to win this turn in {LONGEST} answers or fewer, and no "
    "longer one was found.",
}
_NOBODY_TELLS: Final = "There is too much that could be tried here to tell."
_MOST_LONGER: Final = 3_000  # positions, where a longer way is looked for: somebody waits


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
        self._turns = self.game.table.turns
        self._before: list[tuple[Game, int]] = []
        self.told = 0
        self.news()

    @property
    def solved(self) -> bool:
        """Whether it is won; where one answer is asked for, whether that was given."""
        won = YOU in self.game.winners and self.game.table.turns == self._turns
        return won or (self.puzzle.kind == "only" and self.begun)

    @property
    def task(self) -> str:
        """What is to be done; also that others win with You, where the shortest way has them."""
        with_you = [seat for seat in winners_by(self.puzzle.game(), self.puzzle.line) if seat != YOU]
        shared = f" {listed(with_you)} {'wins' if len(with_you) == 1 else 'win'} with you." if with_you else ""
        return TASKS[self.puzzle.kind] + shared

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
        outcomes = search.outcomes(root, option.index)
        if outcomes is None:
            return "chance"
        try:
            rest = search.worth(outcomes)
            if rest < LOST:
                need = rest + cost(root.table)
                return "longer" if search.value(root, need - 1) < need else "on"
        except TooLarge:  # nobody can tell within reason: go on, and see how it ends
            return "on"
        if self._wins_later(outcomes):
            return "longer"
        try:
            kindly = self._search(kind=True)
            wins = [kindly.value(child) < LOST for child in outcomes]
            return "kindness" if all(wins) else "chance" if any(wins) else "missed"
        except TooLarge:
            return "missed"

    def _wins_later(self, outcomes: Sequence[Node]) -> bool:
        """Whether a way longer than those of puzzles is found after an answer, however lots fall."""
        try:
            return self._search(most=_MOST_LONGER).worth(outcomes, LONGER) < LOST
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
        self.game.answer(option)
        settle(self.game, self._turns)

    def why_not(self, option: Option, verdict: Verdict) -> WhyNot:
        """What an answer that is not right would lead to, and why that does not win."""
        tried = self.game.copy()
        before = len(tried.events_for(YOU))
        tried.answer(option)
        settle(tried, self._turns)
        says = SAID[verdict]
        if verdict == "chance" and YOU in tried.winners and tried.table.turns == self._turns:
            says = WON_BY_LUCK
        elif verdict == "kindness" and (names := self._stopped_by(option)):
            says = f"{KINDNESS} {could_be_held(names)}"
        return WhyNot(says, tried.why(YOU, YOU), tried, before)

    def _stopped_by(self, option: Option) -> tuple[str, ...]:
        """The names of Surprises that could stop what wins only if nobody answers; none where nobody can tell."""
        search, root = self._search(), start_of(self.game.table)
        with contextlib.suppress(TooLarge):
            outcomes = search.outcomes(root, option.index) or ()
            child = next((child for child in outcomes if search.value(child, LONGER) >= LOST), None)
            cards = search.refuted_by(child, self._search(kind=True)) if child is not None else ()
            return tuple(dict.fromkeys(self.game.deck.cards[card].name for card in cards))
        return ()

    def unseen_surprises(self) -> tuple[str, ...]:
        """The names of Surprises that could be in somebody's hand, as far as You can know."""
        t, deck = self.game.table, self.game.deck
        if all(first_unseen(t, seat, t.turn) == NONE for seat in range(t.seats) if seat != t.turn):
            return ()
        found = (card for card in deck.cards if card.kind == "surprise" and is_hidden(t, card.id, t.turn))
        return tuple(dict.fromkeys(card.name for card in found))

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
        found = self._way()
        return None if found is None else found[0]

    def hints(self) -> tuple[str, str]:
        """Two hints at the question that one is at, the second plainer."""
        found = self._way()
        if found is None:
            return _NOBODY_TELLS, _NOBODY_TELLS
        option, answers = found
        only = self.puzzle.kind == "only"
        return hints(option.text, answers, self.game.deck, begun=self.begun, only=only)

    def _way(self) -> tuple[Option, str] | None:
        """The next answer of a shortest way from here, and how many answers that takes, in words."""
        if self.decision is None:
            return None
        root = start_of(self.game.table)
        for left in (LONGEST, LONGER):  # after an answer that was longer than needed the way may be long
            with contextlib.suppress(TooLarge):
                search = self._search()
                most = search.value(root, left)
                if most < LOST:
                    codes = search.way(root)
                    option = self.decision.by_code(codes[0])
                    assert option is not None, "a way begins with an answer to what is asked"
                    return option, answers_said(len(codes), most)
        return None


def listed(names: Sequence[str]) -> str:
    """Names in a row: A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def could_be_held(names: Sequence[str]) -> str:
    """That Surprises could be in a hand."""
    return sentence(f"{' or '.join(names)} could still be in a hand")


def unseen_said(names: Sequence[str]) -> str:
    """The line under a position about Surprises that others might hold; nothing where there are none."""
    return sentence(f"Surprises not yet seen: {', '.join(names)}") if names else ""


def way_said(puzzle: Puzzle, deck: Deck) -> str:
    """A shortest way of a puzzle in a row, and what looks as good but could be stopped."""
    way = ", ".join(said(deck, text) for text in puzzle.line)
    rows = [sentence(f"This is one shortest way ({_count(puzzle)}): {way}"), stopped_said(puzzle, deck)]
    return " ".join(filter(None, rows))


def _count(puzzle: Puzzle) -> str:
    given = answers_said(len(puzzle.line), 0)
    more = puzzle.length > len(puzzle.line)
    return f"{given}; {puzzle.answers_said} where somebody answers with a Surprise" if more else given


def stopped_said(puzzle: Puzzle, deck: Deck) -> str:
    """Which first answers win only if nobody answers, and by which Surprises; nothing where there are none."""
    rows = dict[tuple[str, ...], list[str]]()
    for text, names in puzzle.refuted.items():
        rows.setdefault(tuple(names), []).append(f"“{said(deck, text)}”")
    return " ".join(f"{' or '.join(texts)} is not certain: {could_be_held(names)}" for names, texts in rows.items())
