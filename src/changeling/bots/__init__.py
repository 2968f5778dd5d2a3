"""Players that are programs. Each sees only a view and a decision, and has a random generator of its own."""

from changeling.bots.bot import Bot
from changeling.bots.roster import make, names

__all__ = ["Bot", "make", "names"]
