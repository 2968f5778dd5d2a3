"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View


class Bot(Protocol):
    """A player that is a program.

    It knows what its arguments show and nothing else, so that equal views, equal decisions and an equal state of its
    own generator give equal answers.
    """

    @property
    def name(self) -> str:
        """What it is called."""

    def choose(self, view: View, decision: Decision) -> Option:
        """One of the decision's options. `view` is that of the seat being asked."""
