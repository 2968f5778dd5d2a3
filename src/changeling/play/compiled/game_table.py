"""The table of a game: one and the same object, whichever machine plays the game.

While the interpreted machine does, it is a table like any other. While the compiled one does, its fields are read from
that one's memory when somebody looks at them, and are forgotten with the next answer; whoever changes a field changes
it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from changeling.engine.layout import Table

if TYPE_CHECKING:
    from changeling.play.compiled.native_table import NativeTable

OFTEN: Final = ("asked", "prompt", "frames", "options", "decisions", "seats", "turn")  # whoever looks reads these
# Whoever looks at all that a seat may see reads these besides: numbers, and lists.
SHOWN: Final = (
    *("turns", "drawn", "played", "inflation", "turned_round", "asides", "out", "attached", "winner", "tokened"),
    *("memories", "pile_known", "outcome"),
)
SHOWN_LISTS: Final = ("head", "size", "next", "known", "force", "misses", "used")
_PUT_OFTEN: Final = tuple(Table.__dict__[name].__set__ for name in OFTEN)
_PUT_SHOWN: Final = tuple(Table.__dict__[name].__set__ for name in (*SHOWN, *SHOWN_LISTS))
_set: Final = object.__setattr__
_FIELDS: Final = {field.name: field for field in Table.fields}


class GameTable(Table):
    """The table of a game that the interpreted machine plays."""

    __slots__ = ("_looked", "_memory", "_whole")
    _memory: NativeTable
    _looked: list[str]  # fields that were read from the memory
    _whole: bool  # lists are read with what is not in use

    @classmethod
    def of(cls, t: Table) -> GameTable:
        """A table of which nobody else makes use, as one that can change machines."""
        if isinstance(t, GameTable):
            return t
        live = cls.__new__(cls)
        for name in _FIELDS:
            setattr(live, name, getattr(t, name))
        live.journal = t.journal
        return live

    def twin(self) -> GameTable:
        """Another such table in the same state; the journal stays behind."""
        other = GameTable.__new__(GameTable)
        self.copy_into(other)
        other.journal = None
        return other

    def copy(self) -> Table:  # type: ignore[override]
        """Another table in the same state; the journal stays behind."""
        other = Table.__new__(Table)
        self.copy_into(other)
        other.journal = None
        return other

    def move_to(self, memory: NativeTable) -> None:
        """The game goes on in that memory, which holds the same."""
        for name in (*_FIELDS, "journal"):
            delattr(self, name)
        self._memory, self._looked, self._whole = memory, [], True
        self.__class__ = TableInMemory


# Setting a field so costs a third of what `_set` does.
_put_memory, _put_looked, _put_whole = (GameTable.__dict__[name].__set__ for name in ("_memory", "_looked", "_whole"))


class TableInMemory(GameTable):
    """The table of a game that the compiled machine plays."""

    __slots__ = ()

    @classmethod
    def at(cls, memory: NativeTable, *, whole: bool) -> TableInMemory:
        """The table that is in that memory. Unless `whole` is on, it is only to be read."""
        table = cls.__new__(cls)
        _put_memory(table, memory)
        _put_looked(table, [])
        _put_whole(table, whole)
        if not whole:
            for put, value in zip(_PUT_OFTEN, memory.often(), strict=True):
                put(table, value)
        return table

    def read_shown(self) -> None:
        """Read what a view is made of: all at once, in a fifth of the time that it takes one by one. For a table that
        is only to be read."""
        if SHOWN_LISTS[-1] not in self._looked:
            for put, value in zip(_PUT_SHOWN, self._memory.shown(), strict=True):
                put(self, value)
            self._looked.extend(SHOWN_LISTS)

    def __getattr__(self, name: str) -> Any:
        if name == "journal":
            return self._memory.tell()
        try:
            value = self._memory.read(name, self._whole)
        except KeyError:
            raise AttributeError(f"a table has no '{name}'") from None
        _set(self, name, value)
        self._looked.append(name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        _set(self, name, value)
        if name in _FIELDS:
            if name not in self._looked:
                self._looked.append(name)
            if self._whole:
                self._memory.write(name, value)

    def forget(self) -> None:
        """What was read may be otherwise after the next answer."""
        looked = self._looked
        for name in looked:
            value = getattr(self, name)
            if self._whole and type(value) is list and value != self._memory.read(name, True):
                self._memory.write(name, value)
            delattr(self, name)
        looked.clear()

    def copy(self) -> Table:  # type: ignore[override]
        """Another table in the same state, of the interpreted machine; the journal stays behind."""
        self._keep_changes()
        return self._memory.table()

    def move_back(self) -> None:
        """The interpreted machine goes on with the game."""
        self.forget()
        memory = self._memory
        self.__class__ = GameTable  # type: ignore[assignment]  # the same slots
        del self._memory, self._looked, self._whole
        memory.into(self)
        self.journal = memory.journal

    def _keep_changes(self) -> None:
        """Write into the memory what somebody has changed in a list."""
        if self._whole:
            self.forget()

    def __reduce__(self) -> tuple[Any, ...]:
        return GameTable.of, (self.copy(),)
