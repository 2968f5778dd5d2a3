"""When a game goes over to the compiled machine: once this process has played for a while, and the code is there.

Both machines play the same game, bit for bit, so nobody has to know which one does. Whoever plays a single game waits
for nothing and is compiled nothing for. After some hundred answers what was compiled earlier is loaded, by a thread;
after some thousand, a process of its own compiles what is missing. `CHANGELING_MACHINE=interpreted` keeps all games on
the interpreted machine; with `compiled` the first game waits until everything is there.
"""

from __future__ import annotations

import contextlib
import os
import threading
from typing import TYPE_CHECKING, Final, Literal

from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.lean import is_lean
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import NotCompiled
from changeling.play.compiled.compiling import Target

if TYPE_CHECKING:
    from changeling.play.compiled.native_table import Play

MACHINE: Final = "CHANGELING_MACHINE"
EVERY: Final = 16  # answers of a game, after which it asks whether it can go over
LOADED_FROM: Final = 512  # answers of this process, from which on it is worth while to load what was compiled
COMPILED_FROM: Final = 8192  # likewise, to compile it
_ENTRY: Final = "changeling.engine.native.noting.play_noting"
_lean: Recent[bool] = Recent()
_loading: Final = threading.RLock()  # held while a thread loads
if hasattr(os, "register_at_fork"):  # a process that is forked meanwhile would wait for ever for what the thread holds
    os.register_at_fork(before=_loading.acquire, after_in_parent=_loading.release, after_in_child=_loading.release)


def is_lean_deck(deck: Deck) -> bool:
    """Whether the lean machine plays games of a deck."""
    return _lean.of(deck.digest, lambda: is_lean(deck, sheet_for(deck)))


class Readiness:
    """What is there of the compiled machine in one of its two forms, lean or whole."""

    __slots__ = ("_answers", "_begun", "_lean", "_looked", "_target", "play")

    def __init__(self, *, lean: bool) -> None:
        self._lean = lean
        self.play: Play | None = None
        self._answers = self._looked = 0
        self._begun = False
        self._target = Target(_ENTRY, "changeling.play.compiled.native_table.compiled_noting", lean=lean)

    @property
    def can_be_had(self) -> bool:
        """Whether llvmlite is there at all."""
        return self._target.can_be_had

    def count(self, answers: int) -> None:
        """So many answers more were given by the interpreted machine: see whether it is time."""
        self._answers += answers
        if self._begun or self._answers < LOADED_FROM or self._answers - self._looked < LOADED_FROM:
            return
        self._looked = self._answers
        if not self._target.can_be_had:
            self._begun = True
        elif self._target.is_kept:
            self._begun = True
            threading.Thread(target=self._try_to_load, daemon=True, name="loads the compiled machine").start()
        elif self._answers >= COMPILED_FROM:
            self._target.begin()

    def load(self) -> None:
        """Load what was compiled, or compile it. Raises NotCompiled."""
        try:
            from changeling.play.compiled.native_table import compiled_noting
        except ImportError as error:
            raise NotCompiled(f"compiled play needs llvmlite ({error}): pip install 'changeling[fast]'") from error
        self.play = compiled_noting(lean=self._lean)

    def _try_to_load(self) -> None:
        """Load it; where it is there but does not work, games stay interpreted."""
        with _loading, contextlib.suppress(NotCompiled):
            self.load()


_ready: Final = {lean: Readiness(lean=lean) for lean in (False, True)}


def wanted() -> Literal["interpreted", "compiled", ""]:
    """What was said about the machine for games."""
    said = os.environ.get(MACHINE, "")
    return "interpreted" if said == "interpreted" else "compiled" if said == "compiled" else ""


def native_play(deck: Deck, *, answers: int = 0) -> Play | None:
    """What plays games of a deck on the compiled machine, if it is there by now. `answers` were given since this was
    asked last."""
    said = wanted()
    if said == "interpreted":
        return None
    ready = _ready[is_lean_deck(deck)]
    if ready.play is None:
        if said == "compiled" and ready.can_be_had:
            ready.load()
        else:
            ready.count(answers)
    return ready.play
