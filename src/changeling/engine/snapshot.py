"""What a table held at some moment, in a third of a table's room and time, to which a table can be brought back."""

from __future__ import annotations

from operator import attrgetter
from typing import Final, NamedTuple

from changeling.engine.layout import FRAME, Table

# Of long lists only what is in use is kept: `stack` up to its innermost frame, others as far as a field says.
_PARTLY: Final = {field.name: field.filled for field in Table.fields if field.filled}
_INTS: Final = tuple(field.name for field in Table.fields if not field.length)
_LISTS: Final = tuple(
    field.name for field in Table.fields if field.length and field.name != "stack" and field.name not in _PARTLY
)
_ints, _lists = attrgetter(*_INTS), attrgetter(*_LISTS)


class Snapshot(NamedTuple):
    """A table at some moment; the journal is no part of it."""

    ints: tuple[int, ...]
    lists: tuple[list[int], ...]
    stack: list[int]
    partly: tuple[list[int], ...]


def snapshot_of(t: Table) -> Snapshot:
    """What a table holds now."""
    partly = tuple(getattr(t, name)[: getattr(t, filled)] for name, filled in _PARTLY.items())
    return Snapshot(_ints(t), tuple([one[:] for one in _lists(t)]), t.stack[: t.frames * FRAME], partly)


def table_at(kept: Snapshot) -> Table:
    """A table as it was then, without a journal."""
    t = Table()
    for name, number in zip(_INTS, kept.ints, strict=True):
        setattr(t, name, number)
    for name, one in zip(_LISTS, kept.lists, strict=True):
        setattr(t, name, one[:])
    t.stack[: len(kept.stack)] = kept.stack
    for name, one in zip(_PARTLY, kept.partly, strict=True):
        getattr(t, name)[: len(one)] = one
    return t
