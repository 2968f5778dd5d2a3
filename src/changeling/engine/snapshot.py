"""What a table held at some moment, in a third of a table's room and time, to which a table can be brought back."""

from __future__ import annotations

from operator import attrgetter
from typing import Final, NamedTuple

from changeling.engine.layout import Table
from changeling.engine.machine.frames import make_room

# Of lists of which a field says how much is in use only that is kept.
_PARTLY: Final = tuple(field for field in Table.fields if field.filled)
_INTS: Final = tuple(field.name for field in Table.fields if not field.length)
_LISTS: Final = tuple(field.name for field in Table.fields if field.length and not field.filled)
_ints, _lists = attrgetter(*_INTS), attrgetter(*_LISTS)


class Snapshot(NamedTuple):
    """A table at some moment; the journal is no part of it."""

    ints: tuple[int, ...]
    lists: tuple[list[int], ...]
    partly: tuple[list[int], ...]


def snapshot_of(t: Table) -> Snapshot:
    """What a table holds now."""
    partly = tuple([getattr(t, field.name)[: getattr(t, field.filled) * field.each] for field in _PARTLY])
    return Snapshot(_ints(t), tuple([one[:] for one in _lists(t)]), partly)


def table_at(kept: Snapshot) -> Table:
    """A table as it was then, without a journal."""
    t = Table()
    for name, number in zip(_INTS, kept.ints, strict=True):
        setattr(t, name, number)
    for name, one in zip(_LISTS, kept.lists, strict=True):
        setattr(t, name, one[:])
    make_room(t)
    for field, one in zip(_PARTLY, kept.partly, strict=True):
        getattr(t, field.name)[: len(one)] = one
    return t
