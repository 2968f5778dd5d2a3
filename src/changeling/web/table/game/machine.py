"""Which machine plays the games of a server."""

from __future__ import annotations

import os

from changeling.play.compiled.native_games import MACHINE


def stay_interpreted() -> None:
    """Have this process and its workers play on the interpreted machine, unless CHANGELING_MACHINE says otherwise.

    After every answer a server reads most of the table, for every client. That is at hand there, and has to be fetched
    from the compiled machine, which costs more than its answers save (docs/decisions/0013)."""
    os.environ.setdefault(MACHINE, "interpreted")
