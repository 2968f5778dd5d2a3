"""The types by which Numba knows tables, sheets and arrays inside the machine: none takes an index below zero.

In Python an index below zero counts from the end, so for each index Numba compiles a test for that. The machine has
no such index (its tests see to that). The test is left out by public means: inside the machine a record and an array
have types of their own, made with `numba.extending`, and these lower indexing to a plain pointer. At the border they
are cast from NumPy's records and arrays, at no cost.

With `boundscheck` Numba's own types are used throughout, and every index is checked.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal

import numba
import numpy as np
from numba.core import cgutils
from numba.core import types as nb
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
)


# --- what other modules ask for ---------------------------------------------------------------------------------------
def record_of(dtype: np.dtype[Any]) -> Any:
    """Numba's type for a record of a NumPy array."""
    return numba.from_dtype(dtype)


def array_of(kind: Any, dimensions: int = 1, layout: Literal["C", "A"] = "C") -> Any:
    """Numba's type for an array of numbers (a NumPy dtype or its name) or of records (a type of `record_of`).

    `layout`: "C" for contiguous memory, "A" for any strides.
    """
    dtype: Any = kind if isinstance(kind, nb.Type) else numba.from_dtype(np.dtype(kind))
    return nb.Array(dtype, dimensions, layout)


def tuple_of(parts: Sequence[Any]) -> Any:
    """Numba's type for a plain tuple. Not a named one: to recognise that takes 1.5 microseconds."""
    return nb.Tuple(tuple(parts))


def inside(name: str, kind: Any, zeros: frozenset[str] = frozenset()) -> Any:
    """The type that compiled functions give each other in place of one that Python gives; `zeros` are fields of a
    record that are always 0, or that nothing reads: they are neither read nor written."""
    if isinstance(kind, nb.Record):
        return MachineRecord(name, kind, zeros)
    if type(kind) is nb.Array and isinstance(kind.dtype, nb.Number):
        return ForwardArray(kind)
    return kind


# --- records ----------------------------------------------------------------------------------------------------------
class MachineRecord(nb.Type):
    """A record whose arrays are pointers: a field costs one instruction, also to compile."""

    def __init__(self, name: str, record: Any, zeros: frozenset[str]) -> None:
        self.record, self.zeros = record, zeros
        super().__init__(name)

    @property
    def key(self) -> tuple[str, Any, frozenset[str]]:
        """What makes two of these types the same."""
        return self.name, self.record, self.zeros

    def can_convert_from(self, context: Any, other: Any) -> Conversion | None:
        """A record of an array may be given for it."""
        return Conversion.safe if other == self.record else None


register_model(MachineRecord)(models.OpaqueModel)


@lower_cast(nb.Record, MachineRecord)
def _cast_record(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return builder.bitcast(value, context.get_value_type(wanted))


@infer_getattr
class _Fields(AttributeTemplate):
    key = MachineRecord

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override, unused-ignore]  # Numba has no types
        if name not in kind.record.fields:
            return None
        field = kind.record.typeof(name)
        return nb.CPointer(field.dtype) if isinstance(field, nb.NestedArray) else field


def _field_at(context: Any, builder: Any, kind: Any, value: Any, name: str) -> tuple[Any, Any]:
    """The type of a field, and a pointer to it or to its first element."""
    field = kind.record.typeof(name)
    stored = field.dtype if isinstance(field, nb.NestedArray) else field
    offset = context.get_constant(nb.intp, kind.record.offset(name))
    # Not cgutils.pointer_add: that goes through an integer, and LLVM no longer sees which fields cannot overlap.
    place = builder.gep(value, [offset], inbounds=True)
    return field, builder.bitcast(place, context.get_data_type(stored).as_pointer())


@lower_getattr_generic(MachineRecord)
def _read_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    field, place = _field_at(context, builder, kind, value, name)
    if name in kind.zeros:
        return context.get_constant(field, 0)
    return place if isinstance(field, nb.NestedArray) else builder.load(place)


@lower_setattr_generic(MachineRecord)
def _write_field(context: Any, builder: Any, signature: Any, given: Any, name: str) -> None:
    field, place = _field_at(context, builder, signature.args[0], given[0], name)
    if name not in signature.args[0].zeros:
        builder.store(context.cast(builder, given[1], signature.args[1], field), place)


# --- arrays -----------------------------------------------------------------------------------------------------------
class ForwardArray(nb.Array):
    """An array of numbers that is indexed by one number of 0 or more for each of its dimensions."""

    def __init__(self, array: Any) -> None:
        name = f"forward({array.dtype}, {array.ndim}, {array.layout})"
        super().__init__(array.dtype, array.ndim, array.layout, name=name)


register_model(ForwardArray)(models.ArrayModel)


@lower_cast(nb.Array, ForwardArray)
def _cast_array(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return value


def _element_at(context: Any, builder: Any, kinds: Any, given: Any) -> Any:
    """A pointer to the element that an index, or a tuple of them, names."""
    kind, index = kinds[0], kinds[1]
    array = context.make_array(kind)(context, builder, given[0])
    several = isinstance(index, nb.BaseTuple)
    types = index.types if several else (index,)
    values = cgutils.unpack_tuple(builder, given[1], count=len(types)) if several else [given[1]]
    places = [context.cast(builder, value, each, nb.intp) for each, value in zip(types, values, strict=True)]
    return cgutils.get_item_pointer(context, builder, kind, array, places, wraparound=False)


@lower_builtin(operator.getitem, ForwardArray, nb.Integer)
@lower_builtin(operator.getitem, ForwardArray, nb.BaseTuple)
def _read_element(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    return builder.load(_element_at(context, builder, signature.args, given))


@lower_builtin(operator.setitem, ForwardArray, nb.Integer, nb.Any)
@lower_builtin(operator.setitem, ForwardArray, nb.BaseTuple, nb.Any)
def _write_element(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    kind, _, value = signature.args
    place = _element_at(context, builder, signature.args, given)
    builder.store(context.cast(builder, given[2], value, kind.dtype), place)
    return context.get_dummy_value()
