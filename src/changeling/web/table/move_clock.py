"""The clock of a table: how long the player who is asked has been silent.

It counts outside of Surprise windows, which have a time of their own, and only where several people play.
"""

from __future__ import annotations

from changeling.web.table.changes import Moment
from changeling.web.table.lobby import is_alone


class MoveClock:
    """Notes when a question was put. Times are those of the event loop."""

    def __init__(self) -> None:
        self._question, self._since = -1, 0.0

    def put(self, question: int, now: float) -> None:
        """A question is asked now; one that is asked already goes on."""
        if question != self._question:
            self._question, self._since = question, now

    def stop(self) -> None:
        """Nobody is here to answer: the question has its whole time again when somebody is."""
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
