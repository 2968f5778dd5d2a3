"""Whether a batch can begin at once, or would first have to be compiled; then that is done in the background."""

from __future__ import annotations

from typing import Final

from changeling.cards.deck import Deck
from changeling.engine.lean import is_lean
from changeling.engine.sheet_cache import sheet_for
from changeling.play.compiled.compiling import Target
from changeling.play.compiled.native_cache import compiled

_STEPS: Final = {
    lean: Target(
        "changeling.engine.arrays.batch_step.step_rows", "changeling.play.batch_ready.compile_steps", lean=lean
    )
    for lean in (False, True)
}
_ready: set[bool] = set()  # of the machine that is lean, and of the whole one: what was found to be ready


def is_ready(deck: Deck) -> bool:
    """Whether what steps games of a deck only has to be loaded; if not, a process of its own begins to compile it."""
    lean = is_lean(deck, sheet_for(deck))
    if lean not in _ready and _STEPS[lean].is_ready():
        _ready.add(lean)
    return lean in _ready


def compile_steps(*, lean: bool) -> None:
    """Compile what steps games, or load it where that was done before. Raises NotCompiled."""
    machine = compiled(lean=lean)
    from changeling.engine.arrays.batch_step import RowFunctions

    RowFunctions(machine)
