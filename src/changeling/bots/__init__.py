"""Players that are programs. Each sees only a view and a decision, and has a generator of its own for its chances."""

from changeling.bots.bot import Bot
from changeling.bots.roster import make, names

__all__ = ["Bot", "make", "names"]
