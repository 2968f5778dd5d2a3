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

_set: Final = object.__setattr__
_FIELDS: Final = {field.name: field for field in Table.fields}


class GameTable(Table):
    """The table of a game that the interpreted machine plays."""

    __slots__ = ("_memory", "looked")
    _memory: NativeTable
    looked: list[str]  # fields that were read from the memory, and may have been changed since

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
        self._memory, self.looked = memory, []
        self.__class__ = TableInMemory


class TableInMemory(GameTable):
    """The table of a game that the compiled machine plays."""

    __slots__ = ()

    @classmethod
    def at(cls, memory: NativeTable) -> TableInMemory:
        """The table that is in that memory."""
        table = cls.__new__(cls)
        _set(table, "_memory", memory)
        _set(table, "looked", [])
        return table

    def __getattr__(self, name: str) -> Any:
        if name == "journal":
            return self._memory.tell()
        try:
            value = self._memory.read(name, True)
        except KeyError:
            raise AttributeError(f"a table has no '{name}'") from None
        _set(self, name, value)
        self.looked.append(name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        _set(self, name, value)
        if name in _FIELDS:
            if name not in self.looked:
                self.looked.append(name)
            self._memory.write(name, value)

    def keep_changes(self) -> bool:
        """What somebody has changed in a list is so in the memory as well; gives whether anybody has looked at all."""
        for name in self.looked:
            value = getattr(self, name)
            if type(value) is list and value != self._memory.read(name, True):
                self._memory.write(name, value)
        return bool(self.looked)

    def forget(self) -> None:
        """What was read may be otherwise after the next answer."""
        if self.keep_changes():
            for name in self.looked:
                delattr(self, name)
            self.looked.clear()

    def copy(self) -> Table:  # type: ignore[override]
        """Another table in the same state, of the interpreted machine; the journal stays behind."""
        self.forget()
        return self._memory.table()

    def move_back(self) -> None:
        """The interpreted machine goes on with the game."""
        self.forget()
        memory = self._memory
        self.__class__ = GameTable  # type: ignore[assignment]  # the same slots
        del self._memory, self.looked
        memory.into(self)
        self.journal = memory.journal

    def __reduce__(self) -> tuple[Any, ...]:
        return GameTable.of, (self.copy(),)
