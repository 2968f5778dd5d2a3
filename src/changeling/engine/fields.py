"""How the flat classes `Table` and `Sheet` are declared: a field is one line, and everything else follows from it.

    class Table(Flat):
        turn = one(STATE, "whose turn it is")
        place = many(STATE, MAX_CARDS, "by card: the zone it is in")

From such a line come the slot, its type for mypy, the start value, `copy`, what may be compared (`differences`), what
the notation writes, and the column of the NumPy record (`engine.native.records`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self

# Roles of a field.
STATE: Final = "state"  # part of the game: two games are equal only if it is, and it is written down
DERIVED: Final = "derived"  # can be rebuilt from what is state; kept because rebuilding takes time
SCRATCH: Final = "scratch"  # room to work in; means nothing once a question is put


class Field(NamedTuple):
    """One field of a flat class, as it was declared."""

    name: str
    role: str
    length: int  # 0: one integer; else a list of at most so many
    kind: str  # NumPy's name for the type of its integers
    says: str
    filled: str = ""  # the field that counts what is in use of the list; "": all of it is
    each: int = 1  # entries of the list for each one that is counted


def one(role: str, says: str) -> int:
    """Declare a single integer."""
    declared: Any = Field("", role, 0, "i4", says)
    return declared  # type: ignore[no-any-return]  # a stand-in: the metaclass puts a slot for an int in its place


def many(role: str, length: int, says: str, *, kind: str = "i2", filled: str = "", each: int = 1) -> list[int]:
    """Declare a list of integers. `filled` names the field that counts what is in use of it, `each` integers for one
    that is counted."""
    declared: Any = Field("", role, length, kind, says, filled, each)
    return declared  # type: ignore[no-any-return]  # likewise, for a list


class _Declared(type):
    """Turns declarations in a class body into slots and the list `fields`."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Declared:
        fields = tuple(value._replace(name=key) for key, value in body.items() if isinstance(value, Field))
        for field in fields:
            del body[field.name]
        names = [field.name for field in fields]
        unknown = {field.filled for field in fields if field.filled} - set(names)
        assert not unknown, f"{name} has no fields {unknown}"
        body["__slots__"] = (*names, *body.get("__slots__", ()))
        if fields or not any(isinstance(base, _Declared) for base in bases):  # else it has those that it inherits
            body["fields"] = fields
            body["copy_into"] = _copying(fields)
        return super().__new__(mcs, name, bases, body)


def _copying(fields: tuple[Field, ...]) -> Callable[[Any, Any], None]:
    """A function that copies all fields, one line each: a loop over their names would take four times as long."""
    lines = [f"    other.{one.name} = self.{one.name}{'[:]' if one.length else ''}\n" for one in fields]
    made: dict[str, Any] = {}
    exec(f"def copy_into(self, other):\n    pass\n{''.join(lines)}", made)
    copying: Callable[[Any, Any], None] = made["copy_into"]
    return copying


class Flat(metaclass=_Declared):
    """Integers and lists of integers under names: what the machine's functions work on when they run interpreted."""

    fields: ClassVar[tuple[Field, ...]]

    def __init__(self) -> None:
        for field in self.fields:
            setattr(self, field.name, [0] * field.length if field.length else 0)

    if TYPE_CHECKING:

        def copy_into(self, other: Flat) -> None:
            """Give another object of these fields the same numbers; nothing is shared."""

    def copy(self) -> Self:
        """Another object with the same numbers; nothing is shared."""
        other = type(self).__new__(type(self))
        self.copy_into(other)
        return other

    def in_use(self, field: Field) -> int | list[int]:
        """The value of a field; of a list, the entries in use."""
        value: int | list[int] = getattr(self, field.name)
        if field.filled and isinstance(value, list):
            return value[: getattr(self, field.filled) * field.each]
        return value

    def clear_scratch(self) -> None:
        """Set to 0 what means nothing between questions: scratch, and entries of lists that are not in use."""
        for field in self.fields:
            value = getattr(self, field.name)
            if field.role == SCRATCH:
                setattr(self, field.name, [0] * len(value) if field.length else 0)
            elif field.filled:
                used = getattr(self, field.filled) * field.each
                value[used:] = [0] * (len(value) - used)
