"""Arrays that compiled code is given once, and finds at an address from then on.

Of each array that Python gives, Numba works out where it is and how large, at every call: of 19 of them that takes
longer than a step of a game does. So a tuple of arrays is written into memory as Numba has it, and read from there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils
from numba.core import types as nb
from numba.extending import intrinsic
from numpy.typing import NDArray

_WORDS = 5  # of an array besides its shape and its strides, as Numba has it


def room_for(arrays: tuple[Any, ...]) -> NDArray[np.int64]:
    """Memory for what is kept of a tuple of arrays, or of such tuples."""
    return np.zeros(_words(arrays), np.int64)


def _words(one: Any) -> int:
    return sum(map(_words, one)) if isinstance(one, tuple) else _WORDS + 2 * int(one.ndim)


def read_arrays(kind: Any) -> Any:
    """A function that reads a tuple of arrays of this type from the memory at an address."""

    @intrinsic
    def arrays_at(typing: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            stored = context.get_value_type(signature.return_type).as_pointer()
            return builder.load(builder.inttoptr(given[0], stored))

        return kind(nb.int64), generate

    return arrays_at


def put_arrays(kind: Any) -> Any:
    """A function that writes a tuple of arrays of this type into the memory at an address."""

    @intrinsic
    def put_at(typing: Any, arrays: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            value = _unowned(context, builder, kind, given[0])
            builder.store(value, builder.inttoptr(given[1], value.type.as_pointer()))
            return context.get_dummy_value()

        return nb.void(kind, nb.int64), generate

    return put_at


def _unowned(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Arrays of which nobody counts how many make use of them: whoever has them kept sees to it that they stay."""
    tools: Any = cgutils  # which has no types
    if isinstance(kind, nb.BaseTuple):
        kinds: Any = kind
        parts = zip(kinds, tools.unpack_tuple(builder, value, len(kinds)), strict=True)
        return context.make_tuple(builder, kind, [_unowned(context, builder, *each) for each in parts])
    array = context.make_array(kind)(context, builder, value)
    array.meminfo = tools.get_null_value(array.meminfo.type)
    array.parent = tools.get_null_value(array.parent.type)
    return array._getvalue()
