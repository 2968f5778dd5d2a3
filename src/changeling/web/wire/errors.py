"""What the web server refuses, with the stable codes of docs/protocol.md."""

from __future__ import annotations

from changeling.errors import CardsError, ChangelingError
from changeling.web.wire.http_bodies import ProblemInfo, Refusal


class Refuse(ChangelingError):
    """Something asked for is not done. Nothing was changed by the attempt.

    `status` is for HTTP: 409 for what is well said but cannot be done, 400 for what is not well said.
    """

    def __init__(
        self, code: str, message: str, *, status: int = 409, problems: list[ProblemInfo] | None = None
    ) -> None:
        self.code, self.status, self.problems = code, status, problems or []
        super().__init__(message)

    def refusal(self) -> Refusal:
        """The refusal as it is sent."""
        return Refusal(self.code, str(self), self.problems)


class StoreError(RuntimeError):
    """The store could not do what it was asked to. Whether it did is seen by looking into it again."""


class StoreConflict(StoreError):
    """A row of that number is there already: somebody else has gone on with the game."""


def problems_of(error: CardsError) -> list[ProblemInfo]:
    """The problems of a deck text with their places."""
    return [ProblemInfo(problem.line, problem.column, problem.message) for problem in error.problems]
