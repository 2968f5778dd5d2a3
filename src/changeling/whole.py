"""Whole numbers and flags that callers give us: Python's own, NumPy's, and whatever else counts as one."""

from __future__ import annotations

import operator
from typing import Any

from changeling.errors import ChangelingError

SEEDS = 1 << 64  # how many seeds of games there are


def as_whole(given: Any) -> int | None:
    """The number as one of Python's own; None for what is no whole number: a fraction, a text, True or False."""
    if isinstance(given, bool):
        return None
    try:
        return operator.index(given)
    except TypeError:
        return None


def whole(name: str, given: Any, least: int | None = None, most: int | None = None) -> int:
    """The number as one of Python's own. Raises ChangelingError for what is no whole number, or out of range.

    >>> whole("seats", 3, 2, 6)
    3
    """
    number = as_whole(given)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        shown = repr(given) if number is None else str(number)
        raise ChangelingError(f"{name}: {_wanted(least, most)} is needed, not {shown}")
    return number


def flag(name: str, given: Any) -> bool:
    """True or False as Python's own; 1 and 0 are taken for them. Raises ChangelingError for anything else: a text is
    true, whatever it says.

    >>> flag("holiday", 1)
    True
    """
    kind = getattr(getattr(given, "dtype", None), "kind", "")
    plain = given.item() if kind == "b" and given.ndim == 0 else given
    if not isinstance(plain, bool) and as_whole(plain) not in (0, 1):
        raise ChangelingError(f"{name}: True or False is needed, not {given!r}")
    return bool(plain)


def _wanted(least: int | None, most: int | None) -> str:
    """Which numbers would do."""
    if least is None:
        return "a whole number" if most is None else f"a number of at most {_written(most)}"
    return f"a number of at least {least}" if most is None else f"a number from {least} to {_written(most)}"


def _written(number: int) -> str:
    """A number as people write it: one less than a large power of two in that way."""
    bits = number.bit_length()
    return f"2**{bits} - 1" if bits > 31 and number == (1 << bits) - 1 else str(number)
