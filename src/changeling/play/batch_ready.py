"""Whether a batch can begin at once, or would first have to be compiled; then that is done in the background."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from functools import lru_cache

from changeling.cards.deck import Deck
from changeling.engine.lean import is_lean
from changeling.engine.sheet_cache import sheet_for
from changeling.play.native_cache import compiled, kept

_STEP = "changeling.engine.arrays.batch_step.step_rows"
_ready: set[bool] = set()  # of the machine that is lean, and of the whole one: what was found to be ready


def is_ready(deck: Deck) -> bool:
    """Whether what steps games of a deck only has to be loaded; if not, a process of its own begins to compile it."""
    lean = is_lean(deck, sheet_for(deck))
    if lean not in _ready and importlib.util.find_spec("numba") is not None:
        if kept(_STEP, lean=lean):
            _ready.add(lean)
        else:
            _begin_compiling(lean)
    return lean in _ready


@lru_cache(maxsize=2)
def _begin_compiling(lean: bool) -> subprocess.Popen[bytes]:
    """Compile in a process of its own, which goes on when this one ends; does not wait for it."""
    program = f"from changeling.play.batch_ready import compile_steps; compile_steps(lean={lean})"
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-c", program], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
    )


def compile_steps(*, lean: bool) -> None:
    """Compile what steps games, or load it where that was done before. Raises NoNumba."""
    machine = compiled(lean=lean)
    from changeling.engine.arrays.batch_step import RowFunctions

    RowFunctions(machine)
