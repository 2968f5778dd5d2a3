"""A batch that is copied, pickled, or saved and restored goes on as the one it was made of."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import changeling as cl


def restored(batch: cl.Batch) -> cl.Batch:
    """Another batch, brought to the same state; how many threads it has makes no difference."""
    other = cl.Batch("family", 5, 3, 99, most=40, threads=2)
    other.restore(batch.save())
    return other


KEPT: dict[str, Callable[[cl.Batch], cl.Batch]] = {
    "copy": lambda batch: batch.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
    "save": restored,
}
TOLD = ("seat", "options", "decisions", "length", "winner", "unseen", "seed", "ended", "cut", "reward", "mask")
SEEN = ("observation", "table", "cards")


def told(batch: cl.Batch) -> list[Any]:
    return [np.array(getattr(batch, name)) for name in (*TOLD, *SEEN)]


@pytest.fixture
def batch() -> cl.Batch:
    """One in the middle of its games."""
    made = cl.Batch("family", 5, 3, 7, most=40)
    for _ in range(25):
        made.step(made.sample())
    return made


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
def test_it_goes_on_identically(kept: Callable[[cl.Batch], cl.Batch], batch: cl.Batch) -> None:
    other = kept(batch)
    for _ in range(40):
        for mine, theirs in zip(told(batch), told(other), strict=True):
            assert np.array_equal(mine, theirs)
        batch.step(batch.sample())
        other.step(other.sample())
    assert batch.ended.any() or batch.decisions.max() > 0


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
def test_what_is_done_to_one_leaves_the_other_alone(kept: Callable[[cl.Batch], cl.Batch], batch: cl.Batch) -> None:
    other, before = kept(batch), told(batch)
    other.step(other.sample())
    assert not np.array_equal(other.decisions, batch.decisions)
    for mine, theirs in zip(told(batch), before, strict=True):
        assert np.array_equal(mine, theirs)
    for name in (*TOLD, *SEEN):
        assert not np.shares_memory(getattr(batch, name), getattr(other, name))
    assert np.shares_memory(other.observation, other.table), "what is seen is still one memory"


def test_a_batch_is_brought_back(batch: cl.Batch) -> None:
    seat, state, before = batch.seat, batch.save(), told(batch)
    for _ in range(9):
        batch.step(batch.sample())
    batch.restore(state)
    for mine, theirs in zip(told(batch), before, strict=True):
        assert np.array_equal(mine, theirs)
    assert seat is batch.seat, "the arrays are the same memory all the time"


def test_states_of_other_games_are_refused(batch: cl.Batch) -> None:
    before = told(batch)
    for other, says in (
        (cl.Batch("fluxx-4", 5, 3, 7, most=40), "batch was 'fluxx-4' and is 'family' here"),
        (cl.Batch("family", 4, 3, 7, most=40), "games was 4 and is 5"),
        (cl.Batch("family", 5, 2, 7, most=40), "seats was 2 and is 3"),
        (cl.Batch("family", 5, 3, 7), "most was None and is 40"),
        (cl.Batch("family", 5, 3, 7, most=40, observe=False), "observe was False and is True"),
    ):
        with pytest.raises(cl.ChangelingError, match=f"the state is that of other games: {says}"):
            batch.restore(other.save())
    for junk in (b"", b"junk", batch.save()[:500]):
        with pytest.raises(cl.ChangelingError, match="not the saved state of a batch: it is damaged"):
            batch.restore(junk)
    for mine, theirs in zip(told(batch), before, strict=True):
        assert np.array_equal(mine, theirs)
