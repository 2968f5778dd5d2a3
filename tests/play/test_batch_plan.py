"""How a batch plays: its rows in parts, its seeds, and numbers of several kinds."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from numpy.typing import ArrayLike

from changeling.errors import ChangelingError
from changeling.play.batch_plan import BatchPlan, numbers_of, seeds_of


@pytest.mark.parametrize(("games", "threads"), [(1, 1), (7, 3), (64, 2), (1000, 4)])
def test_every_row_is_in_one_part(games: int, threads: int) -> None:
    plan = BatchPlan(games, 2, threads, observe=True, restart=True, most=None, only=None)
    rows = [row for low, high in plan.parts() for row in range(low, high)]
    assert rows == list(range(games))


def test_seeds_count_up_from_a_number_or_are_given() -> None:
    assert seeds_of(7, 3).tolist() == [7, 8, 9]
    assert seeds_of(np.array([5, 2]), 2).tolist() == [5, 2]
    with pytest.raises(ChangelingError, match="seeds: a number, or 2 numbers of 0 and more"):
        seeds_of([1, -1], 2)


def test_whole_numbers_of_several_kinds_stay_whole() -> None:
    large, given = (1 << 63) + 1, cast(ArrayLike, [(1 << 63) + 1, np.int64(1)])
    assert numbers_of(given).tolist() == [large, 1]
