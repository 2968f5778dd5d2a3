"""All that is compiled when it is first used is compiled ahead, for both machines."""

from __future__ import annotations

from changeling.engine.native.entry_points import play_row
from changeling.lab.speed.warm_up import compile_all
from changeling.play.compiled.native_cache import compiled, kept


def test_everything_is_kept_afterwards() -> None:
    compile_all(rare=False)
    assert kept("changeling.bots.tree.think")
    assert kept("changeling.lab.games.seated_games.play_seated", lean=True)
    assert kept("changeling.engine.arrays.batch_step.step_rows")
    for lean in (False, True):
        assert compiled(lean=lean).load(play_row) is compiled(lean=lean).load(play_row)
