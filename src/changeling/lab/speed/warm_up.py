"""Compiles ahead all that would be compiled when it is first used, in one process, where each part helps the next.

`python -m changeling.lab.speed.warm_up` does it: for an image, a machine for tests, or before a long run.
"""

from __future__ import annotations

from collections.abc import Iterable

from changeling.engine.arrays.batch_step import RowFunctions
from changeling.lab.games.compiled_games import compiled_play
from changeling.play.bot_factory import compile_search
from changeling.play.compiled.native_cache import compiled
from changeling.play.compiled.native_table import compiled_noting


def compile_all(*, forms: Iterable[bool] = (True, False), rare: bool = True) -> None:
    """Compile the lean machine (True among `forms`) and the whole one: games, batches, the search of bots, games of
    greedy seats, games with a journal; the last two for decks with rarer words only where `rare` is on. What is kept
    already is not compiled again. Raises NotCompiled."""
    for lean in forms:
        machine = compiled(lean=lean)
        assert callable(machine.play)
        RowFunctions(machine)
        if lean or rare:
            compiled_play(lean=lean)
            compiled_noting(lean=lean)
        if not lean:
            compile_search()


if __name__ == "__main__":
    compile_all()
