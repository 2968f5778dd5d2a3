"""What compiled code finds in memory at an address: records, and arrays that Python has told it of once.

Of each array that Python gives, its address and shape are looked up at every call: of 19 of them that takes longer than
a step of a game does. So they are written into memory, as numbers, and read from there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from changeling.engine.native.body import Body, Value
from changeling.engine.native.kinds import Array, Kind, numbers_of
from changeling.engine.native.program import BuiltIn
from changeling.engine.native.signature import CannotCompile


def numbers_in_memory(kind: Kind, value: Any) -> NDArray[np.int64]:
    """Memory that holds where the arrays of a value are; whoever calls compiled code keeps both."""
    return np.array([*numbers_of(kind, value, "what is in memory")], np.int64)


def value_at(kind: Kind) -> BuiltIn:
    """What writes a call of a function that takes an address for the value of this kind of which the
    `numbers_in_memory` are there."""
    if not {"ptr", "i64"}.issuperset(kind.parts):
        raise CannotCompile("what is read from memory consists of arrays and integers")

    def write(body: Body, given: list[Value]) -> Value:
        place = body.new(f"inttoptr i64 {body.as_int(given[0])} to ptr")
        parts = []
        for number, part in enumerate(kind.parts):
            at = body.new(f"getelementptr inbounds i64, ptr {place}, i64 {number}")
            parts.append(body.new(f"load {part}, ptr {at}"))
        return Value(kind, tuple(parts))

    return write


def record_at(kind: Kind) -> BuiltIn:
    """What writes a call of a function that takes an address for the record of this kind that is there."""

    def write(body: Body, given: list[Value]) -> Value:
        return Value(kind, (body.new(f"inttoptr i64 {body.as_int(given[0])} to ptr"),))

    return write


def array_at(kind: Array) -> BuiltIn:
    """What writes a call of a function that takes an address, and a length, for an array of one dimension."""

    def write(body: Body, given: list[Value]) -> Value:
        place = body.new(f"inttoptr i64 {body.as_int(given[0])} to ptr")
        return Value(kind, (place, body.as_int(given[1])))

    return write
