"""What a table holds, read field by field from memory as compiled code has it, or as that was kept.

Nothing here imports llvmlite, but NumPy says where each field is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from changeling.cards.codes import ASIDE
from changeling.engine.layout import FRAME, MAX_CARDS, ZONES, Table
from changeling.engine.native.records import TABLE

_OFTEN: Final = ("asked", "prompt", "frames", "options", "decisions", "seats", "turn")  # whoever looks reads these
# Whoever looks at all that a seat may see reads these besides: numbers, and lists.
_SHOWN: Final = (
    *("turns", "drawn", "played", "inflation", "turned_round", "asides", "out", "attached", "winner", "tokened"),
    *("memories", "pile_known", "outcome", "lastings", "like_holds"),
)
_SHOWN_LISTS: Final = ("head", "size", "next", "known", "force", "misses", "used")
assert TABLE.fields is not None
_AT: Final = {field.name: TABLE.fields[field.name][1] for field in Table.fields}
_LISTS: Final = tuple(field for field in Table.fields if field.length)
INTS: Final = {field.name: _AT[field.name] // 4 for field in Table.fields if not field.length}
SHORTS: Final = {  # by list of integers of two bytes: where it begins among those, and how long it is
    field.name: (_AT[field.name] // 2, field.length) for field in _LISTS if field.kind == "i2"
}
_LARGER: Final = {  # by list of larger integers: where it begins, in bytes, how long it is, and how large they are
    field.name: (_AT[field.name], field.length, int(field.kind[1])) for field in _LISTS if field.kind != "i2"
}
_STACK: Final = _AT["stack"]
_OPTIONS, _FRAMES, _ASIDES = (INTS[name] for name in ("options", "frames", "asides"))


class TableMemory:
    """The memory of a table of a deck with so many cards. Where it was kept, it may end with what is in use."""

    __slots__ = ("_cards", "_ints", "_memory", "_shorts")

    def __init__(self, memory: memoryview, cards: int) -> None:
        self._cards, self._memory = cards, memory
        self._ints, self._shorts = memory.cast("i"), memory.cast("h")

    def read(self, name: str, whole: bool) -> Any:
        """What a field of the table holds. Unless `whole` is on, of lists only what is in use. Raises KeyError."""
        place = INTS.get(name)
        if place is not None:
            return self._ints[place]
        if name in _LARGER:
            begin, length, size = _LARGER[name]
            memory = self._memory[begin : begin + length * size]
            found = (memory.cast("i") if size == 4 else memory.cast("q")).tolist()
            return found + [0] * (length - len(found))
        begin, length = SHORTS[name]
        if length == MAX_CARDS:
            length = self._cards  # an interpreted table has no more either
        elif name == "stack" or name == "option":  # of which little is in use
            used = self._ints[_FRAMES] * FRAME if name == "stack" else self._ints[_OPTIONS]
            found = self._shorts[begin : begin + used].tolist()
            return found + [0] * min(length - used, FRAME if name == "stack" else length)
        elif length == ZONES and not whole:
            length = ASIDE + self._ints[_ASIDES]
        return self._shorts[begin : begin + length].tolist()

    def in_use(self) -> memoryview:
        """The memory up to the innermost frame of the stack: what is behind it means nothing."""
        return self._memory[: _STACK + self._ints[_FRAMES] * FRAME * 2]

    def look(self) -> LateTable:
        """The table, to be looked at only, and not after it has changed."""
        table, ints = LateTable.at(self, whole=False), self._ints
        for put, place in _PUT_OFTEN:
            put(table, ints[place])
        return table

    def kept(self) -> TableMemory:
        """The same as it stands now, without what is not in use."""
        return TableMemory(memoryview(self.in_use().tobytes()), self._cards)

    def kept_table(self) -> Callable[[], Table]:
        """What gives the table as it stands now, to be looked at only, whenever it is asked."""
        table = self.kept().look()
        return lambda: table

    def table(self) -> LateTable:
        """The table as it stands now, as the interpreted machine has it, without its journal."""
        return LateTable.at(self.kept(), whole=True)

    def show(self, table: LateTable) -> None:
        """Give a table what a view is made of: all at once, in a fifth of the time that it takes one by one."""
        ints, shorts = self._ints, self._shorts
        for put, place in _PUT_SHOWN:
            put(table, ints[place])
        used = {MAX_CARDS: self._cards, ZONES: ASIDE + ints[_ASIDES]}  # of lists that are so long: what is in use
        for put, (begin, length) in _PUT_SHOWN_LISTS:
            put(table, shorts[begin : begin + used.get(length, length)].tolist())


class LateTable(Table):
    """A table of the interpreted machine, without a journal, whose fields are read from memory when somebody first
    looks at them: few are, mostly. Unless it is `whole`, lists have only what is in use, and it is only looked at."""

    __slots__ = ("_from", "_whole")
    _from: TableMemory
    _whole: bool

    @classmethod
    def at(cls, memory: TableMemory, *, whole: bool) -> LateTable:
        """The table in memory that nobody changes as long as fields of this are read."""
        table = cls.__new__(cls)
        table._from, table._whole, table.journal = memory, whole, None
        return table

    def __getattr__(self, name: str) -> Any:
        if name not in _AT:
            raise AttributeError(f"a table has no '{name}'")
        if name in _SHOWN_LISTS and not self._whole:  # whoever reads one of them reads the others
            self._from.show(self)
        else:
            setattr(self, name, self._from.read(name, self._whole))
        return getattr(self, name)

    def copy(self) -> Table:  # type: ignore[override]
        """Another table in the same state."""
        if not self._whole:
            return self._from.table()
        other = Table.__new__(Table)
        self.copy_into(other)
        other.journal = None
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return Table.copy, (self.copy(),)


_PUT_OFTEN: Final = tuple((Table.__dict__[name].__set__, INTS[name]) for name in _OFTEN)
_PUT_SHOWN: Final = tuple((Table.__dict__[name].__set__, INTS[name]) for name in _SHOWN)
_PUT_SHOWN_LISTS: Final = tuple((Table.__dict__[name].__set__, SHORTS[name]) for name in _SHOWN_LISTS)
