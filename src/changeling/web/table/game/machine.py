"""Which machine plays the games of a server."""

from __future__ import annotations

import os

from changeling.play.compiled.native_games import MACHINE


def stay_interpreted() -> None:
    """Have this process and its workers play on the interpreted machine, unless CHANGELING_MACHINE says otherwise.

    The machine is an eighth of what a server does for an answer. On the compiled one it is nothing, but what is told of
    a table has to be fetched from there, which costs nearly as much (docs/decisions/0020)."""
    os.environ.setdefault(MACHINE, "interpreted")
