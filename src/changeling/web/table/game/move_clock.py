"""The clock of a table: how long the player who is asked has been silent.

It counts outside of Surprise windows, which have a time of their own, and only where several people play. A clock of
hours and days runs on while nobody is there.
"""

from __future__ import annotations

import time

from changeling.web.table.changes import Moment
from changeling.web.table.gathering.lobby import is_alone, takes_days


class MoveClock:
    """Notes when a question was put. Times are those of the event loop."""

    def __init__(self) -> None:
        self._question, self._since = -1, 0.0
        self._asked: float | None = None  # when the question of a game that was loaded was put, in seconds since 1970
        self._runs_on = False

    def loaded(self, asked: float) -> None:
        """The game was loaded; what is asked now is asked since then, in seconds since 1970."""
        self._asked = asked

    def put(self, question: int, moment: Moment) -> None:
        """A question is asked now; one that is asked already goes on."""
        self._runs_on = takes_days(moment.document)
        if question == self._question:
            return
        silent = max(0.0, time.time() - self._asked) if self._asked is not None and self._runs_on else 0.0
        self._question, self._since, self._asked = question, moment.now - silent, None

    def stop(self) -> None:
        """Nobody is here to answer: the question has its whole time again when somebody is, unless it has days."""
        if not self._runs_on:
            self._question = -1

    def limit(self, question: int, moment: Moment) -> float | None:
        """When a bot answers the question for a silent player; None where everybody is waited for."""
        table = moment.document
        if not table.clock or question != self._question or is_alone(table):
            return None
        return self._since + table.clock

    def is_late(self, question: int, moment: Moment) -> bool:
        """Whether the time for the question is up."""
        limit = self.limit(question, moment)
        return limit is not None and moment.now >= limit
