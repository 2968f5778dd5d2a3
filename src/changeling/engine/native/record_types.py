"""Numba's types for records that other rooms describe by a NumPy type."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import types as nb


def record_hints(record: str, array: str, dtype: np.dtype[Any]) -> dict[str, Any]:
    """For `Compiled.load`: the types by the names that annotations give to a record and to an array of them."""
    kind = numba.from_dtype(dtype)
    return {record: kind, array: nb.Array(kind, 1, "C")}
