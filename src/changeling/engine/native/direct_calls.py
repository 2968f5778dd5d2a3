"""Calling compiled functions without having the types of what is given worked out by every call.

Each function here is compiled for one signature, and its callers give nothing else. Numba's dispatcher looks at every
array all the same, to find the version for its types: a microsecond for what a step of a batch is given, a third of the
time that a step of one game takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from changeling.engine.native.numba_internals import why_unusable


def direct(function: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function, to be given only what its signature says; the function itself with a version of Numba that
    this was not tried with, or where it has no single signature."""
    overloads: dict[Any, Any] = getattr(function, "overloads", {})
    if why_unusable() or len(overloads) != 1:
        return function
    (version,) = overloads.values()
    entry: Callable[..., Any] | None = getattr(version, "entry_point", None)
    return function if entry is None else entry
