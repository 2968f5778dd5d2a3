"""Surprise windows at a table of people: everybody is asked at once, and all passes take effect together.

So nobody can tell from what is sent, or from when it is sent, who holds a Surprise; docs/protocol.md says how.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from changeling.engine.seen.late import make
from changeling.engine.seen.questions.decision import Decision, Option, in_window
from changeling.engine.seen.view import View
from changeling.play.game import Game
from changeling.web.storage.documents import By, Row
from changeling.web.table.changes import Receipt

HOLD = 10.0  # seconds that a hold adds
HOLDS = 3  # holds in one window
MOST_ROWS = 10_000_000  # of a game
NO_OPTIONS: Mapping[int, Option] = MappingProxyType({})
AT_ONCE = 8  # questions that can be put at once: as many as there can be seats, and a round number


@dataclass(frozen=True, slots=True)
class WindowQuestion:
    """A question of a window: the place that is asked, the id, the decision, and for a bot what it sees then."""

    place: int
    id: int
    decision: Decision
    view: View | None


@dataclass(frozen=True, slots=True)
class Intent:
    """What a place means to answer; it counts when the window closes. A person's has a receipt."""

    option: Option
    by: By
    receipt: Receipt | None = None


@dataclass(slots=True)
class Window:
    """An open window. It closes at `not_before` at the earliest; at `deadline` the places in `timed` pass if silent.

    Nobody waits for bots: for one that has not chosen when the window could close, something else counts that it has at
    hand, so that its length tells nothing of what they hold.
    """

    questions: tuple[WindowQuestion, ...]
    not_before: float
    deadline: float | None
    timed: set[int] = field(default_factory=set)
    intents: dict[int, Intent] = field(default_factory=dict)
    held: int = 0
    after: Game | None = None  # as it is after all have passed

    def question(self, place: int) -> WindowQuestion | None:
        """What a place is asked."""
        return next((question for question in self.questions if question.place == place), None)

    def asks(self, place: int, now: float) -> WindowQuestion | None:
        """What a place is asked, where it is waited for: nobody has answered for it, and its time is not up."""
        intent = self.intents.get(place)
        late = self.deadline is not None and now >= self.deadline and place in self.timed
        waited_for = not late if intent is None else intent.by == "person"
        return self.question(place) if waited_for else None

    def hold(self) -> bool:
        """Add time; gives whether that was possible."""
        if self.deadline is None or self.held >= HOLDS:
            return False
        self.held += 1
        self.deadline += HOLD
        return True

    def verdict(
        self, now: float, bots: Mapping[int, Option] = NO_OPTIONS
    ) -> list[tuple[WindowQuestion, Intent]] | None:
        """The answers that take effect now, in the order of asking; None as long as somebody is waited for. The places
        of `bots` are not: if they have not chosen by then, that is their answer.

        They end with the first that does something: what was meant after it was meant for another moment. As soon as
        somebody means to do something, nobody who is asked later is waited for; what a bot only has at hand counts when
        the window closes anyway, so that it thinks until then.
        """
        if now < self.not_before:
            return None
        due = self.deadline is not None and now >= self.deadline
        given: list[tuple[WindowQuestion, Intent]] = []
        for question in self.questions:
            meant = intent = self.intents.get(question.place)
            if intent is None and due and question.place in self.timed:
                intent = Intent(pass_of(question.decision), "table")
            elif intent is None and question.place in bots:
                intent = Intent(bots[question.place], "bot")
            if intent is None:
                return None
            given.append((question, intent))
            if meant is not None and meant.option.sort != "word":
                break
        does = (number for number, (_, intent) in enumerate(given, 1) if intent.option.sort != "word")
        return given[: next(does, len(given))]

    def passed(self, given: Sequence[tuple[WindowQuestion, Intent]]) -> Game | None:
        """The game after these answers, where everybody has passed: it was played when the window opened."""
        if len(given) < len(self.questions):
            return None
        passing = all(intent.option.code == pass_of(question.decision).code for question, intent in given)
        return self.after if passing else None

    def judged(self, rows: Sequence[Row], names: Sequence[str]) -> tuple[list[Receipt], list[Receipt]]:
        """The receipts of answers that these rows, which ended the window, hold, and of those that they overtook."""
        first: dict[str, Row] = {}
        for row in rows:
            first.setdefault(row.seat, row)
        accepted: list[Receipt] = []
        for place, intent in self.intents.items():
            given = first.get(names[place])
            wanted = ("person", "option", str(intent.option.code))
            if intent.receipt and given and (given.by, given.kind, given.move) == wanted:
                accepted.append(intent.receipt)
        return accepted, [receipt for receipt in self.receipts() if receipt not in accepted]

    def mean(self, place: int, question: int, option: int) -> list[Receipt] | None:
        """Note what a person means to answer, who said so at another node; gives the receipt of an answer from here
        that this overtakes, or None where it does not fit."""
        asked = self.question(place)
        found = asked.decision.by_code(option) if asked and asked.id == question else None
        if found is None:
            return None
        before = self.intents.get(place)
        same = before is not None and before.option.code == option
        self.intents[place] = Intent(found, "person", before.receipt if before and same else None)
        return [before.receipt] if before and before.receipt and not same else []

    def withdraw(self, receipt: Receipt | None) -> None:
        """Forget an answer that was refused, so that who gave it is waited for again."""
        for place, intent in list(self.intents.items()):
            if receipt is not None and intent.receipt is receipt:
                del self.intents[place]

    def meant(self) -> list[tuple[int, int, int]]:
        """What people at this node mean to answer: question, place and option."""
        return [
            (one.id, one.place, intent.option.code)
            for one in self.questions
            if (intent := self.intents.get(one.place)) and intent.receipt is not None
        ]

    def receipts(self) -> list[Receipt]:
        """The receipts of all answers that wait here, in the order in which places first answered."""
        return [intent.receipt for intent in self.intents.values() if intent.receipt is not None]


def pass_of(decision: Decision) -> Option:
    """The option that plays no Surprise."""
    return decision.options[-1]


def question_id(round: int, number: int, among: int = 0) -> int:
    """The id of a question that is put when the next row of a round has that number: of one, or of several at once.

    A row ends all questions that were put before it, so that at a table no id ever stands for two questions.
    """
    return (round * MOST_ROWS + number) * AT_ONCE + among


def asked_together(game: Game, first: int, bots: Collection[int]) -> tuple[tuple[WindowQuestion, ...], Game]:
    """The questions of the window that is open, each as it will be put if all before it pass, and the game after all of
    them have; `first` is the first id.

    The same places are asked whatever anybody holds: the game is polite.
    """
    ahead, places, questions = game.branch(), set[int](), list[WindowQuestion]()
    known = len(ahead.journal)
    while not ahead.over and in_window(ahead.standing):
        place = ahead.standing.asked
        if place in places or (places and len(ahead.journal) != known):
            break
        decision = ahead.decision
        make(decision)  # it is put to somebody in any case, and read from the table at less cost than when that is past
        view = ahead.view(decision.seat) if place in bots and len(decision.options) > 1 else None
        questions.append(WindowQuestion(place, first + len(places), decision, view))
        places.add(place)
        ahead.give(decision, pass_of(decision))
    return tuple(questions), ahead
