"""Surprise windows at a table of people: everybody is asked at once, and all passes take effect together.

So nobody can tell from what is sent, or from when it is sent, who holds a Surprise; docs/protocol.md says how.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.play.game import Game
from changeling.web.storage.documents import By
from changeling.web.table.render import WINDOW

HOLD = 10.0  # seconds that a hold adds
HOLDS = 3  # holds in one window
MOST_ROWS = 10_000_000  # of a game
AT_ONCE = 8  # questions that can be put at once: as many as there can be seats, and a round number


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a window: to which place, under which id, and for a bot what it sees then."""

    place: int
    id: int
    decision: Decision
    view: View | None


@dataclass(slots=True)
class Window:
    """A window that is open. `intents` are what the places mean to answer, by whom; they count when it closes.

    It closes at `not_before` at the earliest; at `deadline` the places in `timed` that have not answered pass.
    """

    asked: tuple[Asked, ...]
    not_before: float
    deadline: float | None
    timed: set[int]
    intents: dict[int, tuple[Option, By]] = field(default_factory=dict)
    held: int = 0

    def question(self, place: int) -> Asked | None:
        """What a place is asked."""
        return next((asked for asked in self.asked if asked.place == place), None)

    def hold(self) -> bool:
        """Add time, if it can be added."""
        if self.deadline is None or self.held >= HOLDS:
            return False
        self.held += 1
        self.deadline += HOLD
        return True

    def verdict(self, now: float) -> list[tuple[Asked, Option, By]] | None:
        """The answers that take effect now, in the order of asking; nothing as long as somebody is waited for.

        They end with the first Surprise: what was meant after it was meant for another moment.
        """
        if now < self.not_before:
            return None
        due = self.deadline is not None and now >= self.deadline
        given: list[tuple[Asked, Option, By]] = []
        for asked in self.asked:
            meant = self.intents.get(asked.place)
            if meant is None and due and asked.place in self.timed:
                meant = (pass_of(asked.decision), "table")
            if meant is None:
                return None
            given.append((asked, *meant))
            if meant[0].sort == "play":
                break
        return given


def pass_of(decision: Decision) -> Option:
    """The option that lets it pass."""
    return decision.options[-1]


def question_id(round: int, number: int, among: int = 0) -> int:
    """The id of a question that is put when the next row of a round has that number: of one, or of several at once.

    A row ends all questions that were put before it, so that at a table no id ever stands for two questions.
    """
    return (round * MOST_ROWS + number) * AT_ONCE + among


def asked_together(game: Game, first: int, bots: set[int]) -> Iterator[Asked]:
    """The questions of the window that is open, each as it will be put if all before it pass; `first` is the first id.

    Whoever holds what, the same places are asked: the game is polite.
    """
    known = len(game.table.journal or ())
    ahead, places = game.copy(), set[int]()
    while not ahead.over:
        decision = ahead.decision
        place = ahead.table.asked
        if decision.about != WINDOW or place in places or (places and len(ahead.table.journal or ()) != known):
            return
        places.add(place)
        view = ahead.view(decision.seat) if place in bots and len(decision.options) > 1 else None
        yield Asked(place, first + len(places) - 1, decision, view)
        ahead.answer(pass_of(decision))
