"""Bots that play a seat, in the terminal and on the web."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.play.bot_factory import bot as make_bot

BOT_NAMES = ("Ada", "Basil", "Cleo", "Dara", "Enzo", "Fern", "Gus")


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot in its seat. Its random seed follows from the game's seed, the seat and the decision alone.

    So a game that is saved and loaded goes on as it would have, and undoing a move and repeating it changes nothing.
    `own` allows bots of one's own: not where the name may come from anybody.
    """

    bot: str
    seed: int
    own: bool = False

    def choose(self, view: View, decision: Decision) -> Option:
        """What the bot chooses."""
        digest = hashlib.sha256(f"{self.seed}/{decision.seat}/{decision.id}".encode()).digest()
        seed = int.from_bytes(digest[:8], "big")
        return make_bot(self.bot, seed, own=self.own).choose(view, decision)
