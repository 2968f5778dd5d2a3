"""What the machine's functions work on: numbers, records, arrays and groups of these. Needs NumPy only.

Inside a function every number is an `int` of 64 bits, a `float` or a `bool`; narrower types are those of memory alone.
A record is its address. An array is the address of its first element with its shape, and its strides where it is not
contiguous. A group is what Python gives as a tuple.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal

import numpy as np

_ADDRESS: Final = "ptr"
_INT: Final = "i64"


# --- numbers ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Number:
    """A kind of number that functions work with, and LLVM's name for it."""

    name: str
    llvm: str

    @property
    def parts(self) -> tuple[str, ...]:
        """LLVM's types for a value of the kind."""
        return (self.llvm,) if self.llvm != "void" else ()


INT: Final = Number("int", _INT)
FLOAT: Final = Number("float", "double")
BOOL: Final = Number("bool", "i1")
NOTHING: Final = Number("None", "void")


@dataclass(frozen=True, slots=True)
class Stored:
    """A number as it lies in memory."""

    llvm: str
    size: int
    signed: bool

    @property
    def number(self) -> Number:
        """What it is inside a function."""
        return FLOAT if self.llvm in ("float", "double") else INT


@cache
def stored(name: str) -> Stored:
    """NumPy's type of that name. Raises TypeError where there is none that the machine knows."""
    dtype = np.dtype(name)
    if dtype.kind in "iu" and dtype.isnative:  # of 8 bytes without a sign: the signed one of the same bits (seeds)
        return Stored(f"i{8 * dtype.itemsize}", dtype.itemsize, dtype.kind == "i")
    if dtype.kind == "f" and dtype.itemsize in (4, 8) and dtype.isnative:
        return Stored("float" if dtype.itemsize == 4 else "double", dtype.itemsize, signed=True)
    raise TypeError(
        f"the compiled machine has no numbers of type {dtype}; it has integers, and floats of 4 and 8 bytes"
    )


# --- what is made of numbers ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Place:
    """Where a field lies in a record; `length` is 0 for a single number."""

    offset: int
    stored: Stored
    length: int


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A record of NumPy. Fields in `zeros` are always 0, or nothing reads them: they are neither read nor written."""

    dtype: np.dtype[Any]
    zeros: frozenset[str] = frozenset()
    places: dict[str, Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, (kind, offset, *_) in (self.dtype.fields or {}).items():
            number = stored(kind.base.str)
            if len(kind.shape) > 1 or 0 in kind.shape:
                raise TypeError(f"field {name} is no list of numbers, but has the shape {kind.shape}")
            if offset % number.size or self.dtype.itemsize % number.size:
                raise TypeError(f"field {name} does not lie where a number of {number.size} bytes has to")
            self.places[name] = Place(int(offset), number, kind.shape[0] if kind.shape else 0)

    @property
    def parts(self) -> tuple[str, ...]:
        """LLVM's types for a value of the kind."""
        return (_ADDRESS,)

    def fits(self, other: object) -> bool:
        """Whether a record of another kind is the same in memory."""
        return isinstance(other, Record) and other.dtype == self.dtype and other.zeros == self.zeros


@dataclass(frozen=True, slots=True)
class Elements:
    """A field of a record that holds several numbers."""

    stored: Stored
    length: int

    @property
    def parts(self) -> tuple[str, ...]:
        """LLVM's types for a value of the kind."""
        return (_ADDRESS,)


@dataclass(frozen=True, slots=True)
class Array:
    """An array of NumPy; `strided` where it need not be contiguous."""

    element: Stored | Record
    dimensions: int
    strided: bool
    dtype: np.dtype[Any]

    @property
    def parts(self) -> tuple[str, ...]:
        """LLVM's types for a value of the kind: address, shape, and where there are any the strides in bytes."""
        return (_ADDRESS, *[_INT] * (self.dimensions * (2 if self.strided else 1)))

    def fits(self, other: object) -> bool:
        """Whether an array of another kind is the same in memory."""
        if not isinstance(other, Array) or (other.dimensions, other.strided) != (self.dimensions, self.strided):
            return False
        if isinstance(self.element, Record):
            return self.element.fits(other.element)
        return self.element == other.element


@dataclass(frozen=True, slots=True)
class Group:
    """Several values together, which Python gives as a tuple."""

    kinds: tuple[Kind, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """LLVM's types for a value of the kind."""
        return tuple(part for kind in self.kinds for part in kind.parts)

    def fits(self, other: object) -> bool:
        """Whether another group is made of the same."""
        return (
            isinstance(other, Group) and len(other.kinds) == len(self.kinds) and all(map(fits, self.kinds, other.kinds))
        )


Kind = Number | Record | Elements | Array | Group


def fits(wanted: Kind, given: Kind) -> bool:
    """Whether a value of one kind may stand where another is wanted; of numbers, only the same."""
    return wanted == given if isinstance(wanted, Number | Elements) else wanted.fits(given)


# --- what other modules ask for ---------------------------------------------------------------------------------------
def record_of(dtype: np.dtype[Any]) -> Record:
    """The kind of a record of an array of this type."""
    return Record(dtype)


def array_of(kind: str | Record, dimensions: int = 1, layout: Literal["C", "A"] = "C") -> Array:
    """The kind of an array of numbers (NumPy's name of the type) or of records. `layout`: "C" for contiguous memory,
    "A" for any strides."""
    element = kind if isinstance(kind, Record) else stored(kind)
    dtype = kind.dtype if isinstance(kind, Record) else np.dtype(kind)
    return Array(element, dimensions, layout == "A", dtype)


def tuple_of(kinds: Sequence[Kind]) -> Group:
    """The kind of a tuple."""
    return Group(tuple(kinds))


# --- values that Python gives -----------------------------------------------------------------------------------------
def numbers_of(kind: Kind, value: Any, name: str) -> Iterator[int]:
    """The numbers that stand for a value that Python gives, one for each part of its kind. Raises TypeError where it is
    not of that kind: whatever is passed here is believed by compiled code."""
    if isinstance(kind, Group):
        if not isinstance(value, tuple) or len(value) != len(kind.kinds):
            raise TypeError(f"{name} is {type(value).__name__}, not a tuple of {len(kind.kinds)}")
        for place, (each, one) in enumerate(zip(kind.kinds, value, strict=True)):
            yield from numbers_of(each, one, f"{name}[{place}]")
    elif isinstance(kind, Array):
        if not isinstance(value, np.ndarray) or value.dtype != kind.dtype or value.ndim != kind.dimensions:
            raise TypeError(f"{name} is {_said(value)}, not an array of {kind.dimensions} dimensions of {kind.dtype}")
        if not (kind.strided or value.flags.c_contiguous) or not value.flags.aligned:
            raise TypeError(f"{name} is not one contiguous, aligned piece of memory")
        yield value.ctypes.data
        yield from value.shape
        if kind.strided:
            yield from value.strides
    else:
        yield value


def _said(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.ndim} dimensions of {value.dtype}"
    return type(value).__name__
