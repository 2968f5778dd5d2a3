"""The one loop that drives a game: it asks a chooser for every seat, and tells listeners what happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.errors import ChangelingError
from changeling.play.game import Game


class Chooser(Protocol):
    """Whoever answers for a seat: a bot, a person at a screen, a connection."""

    def choose(self, view: View, decision: Decision) -> Option:
        """One of the decision's options. `view` is that of the seat being asked."""


Heard = Callable[[str, tuple[Event, ...]], None]


@dataclass(slots=True)
class Driver:
    """Drives a game to its end. An exception of a chooser passes through; the game then still has the same question.

    `forced` says of a decision with a single option whether it is answered without asking the chooser. `hear` is called
    for each listening seat with the events that it could see since the last call: before it is asked, and at the end.
    `told` is how many events each seat was told of.
    """

    game: Game
    choosers: Mapping[str, Chooser]
    hear: Heard | None = None
    listening: tuple[str, ...] = ()
    forced: Callable[[Decision], bool] = lambda decision: False
    told: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat in self.game.seats:
            if seat not in self.choosers:
                raise ChangelingError(
                    f"nobody answers for {seat}; choosers are given for {', '.join(self.choosers) or 'nobody'}"
                )
        for seat in self.listening:
            if seat not in self.game.seats:
                raise ChangelingError(f"'{seat}' is not a seat; the seats are {', '.join(self.game.seats)}")

    def run(self, *, most: int | None = None) -> int:
        """Play until the game is over, or `most` answers were given; returns how many were."""
        given = 0
        while not self.game.over and (most is None or given < most):
            self.step()
            given += 1
        if self.game.over:
            for seat in self.listening:
                self.tell(seat)
        return given

    def step(self) -> Option:
        """Have the pending decision answered; returns the answer."""
        decision = self.game.decision
        option = unasked(decision, self.forced)
        if option is None:
            if decision.seat in self.listening:
                self.tell(decision.seat)
            option = self.choosers[decision.seat].choose(self.game.view(decision.seat), decision)
        self.game.answer(option)
        return option

    def tell(self, seat: str) -> None:
        """Tell a seat the events that it could see since it was last told."""
        events = self.game.events_for(seat, since=self.told.get(seat, 0))
        self.told[seat] = self.told.get(seat, 0) + len(events)
        if events and self.hear is not None:
            self.hear(seat, events)


def unasked(decision: Decision, forced: Callable[[Decision], bool]) -> Option | None:
    """The answer that is given without asking anybody, or None when somebody has to choose."""
    return decision.options[0] if len(decision.options) == 1 and forced(decision) else None


def goes_without_saying(decision: Decision) -> bool:
    """Whether no option plays or uses a card. A person wants to see those even where there is no choice."""
    return all(option.sort not in ("play", "use") for option in decision.options)


def play(game: Game, choosers: Mapping[str, Chooser], *, most: int | None = None) -> Game:
    """Play a game to its end with nobody listening; returns the same game.

    >>> from changeling.play.bot_factory import bot
    >>> game = Game("family", seats=["Ann", "Bob"], seed=7)
    >>> play(game, {seat: bot("random", 7) for seat in game.seats}).over
    True
    """
    Driver(game, choosers).run(most=most)
    return game
