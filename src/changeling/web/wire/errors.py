"""The errors of the web server. Those that clients are sent have a stable code of docs/protocol.md."""

from __future__ import annotations

from changeling.errors import CardsError, ChangelingError
from changeling.web.wire.http_bodies import ProblemInfo, Refusal


class Refuse(ChangelingError):
    """Something asked for is refused. Nothing was changed by the attempt.

    `status` is for HTTP: 400 for a request that is malformed, 409 for one that is not, but cannot be done.
    `retry` is in how many seconds it may be tried again, where that is known.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 409,
        problems: list[ProblemInfo] | None = None,
        retry: int | None = None,
    ) -> None:
        self.code, self.status, self.problems, self.retry = code, status, problems or [], retry
        super().__init__(message)

    def refusal(self) -> Refusal:
        """The refusal as it is sent."""
        return Refusal(self.code, str(self), self.problems)


NO_STORE = "the store does not answer; try again in a moment"  # what clients are told: the rest is for the log


class StoreError(RuntimeError):
    """The store failed. Whether something was written all the same is known only by reading it again. `outage`: because
    the database is out of reach, of which the log tells once."""

    outage = False


class StoreConflict(StoreError):
    """Another node was first: a row of that number exists, or the table has another version. Nothing was written."""


def problems_of(error: CardsError) -> list[ProblemInfo]:
    """The problems of a deck text with their places."""
    return [ProblemInfo(problem.line, problem.column, problem.message) for problem in error.problems]
