"""Players that are programs. Each sees only a view and a decision, and has a random generator of its own.

They are made by `changeling.bot`, which is the same everywhere.
"""

from changeling.bots.bot import Bot
from changeling.bots.roster import names

__all__ = ["Bot", "names"]
