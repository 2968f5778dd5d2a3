"""Games with a journal on the compiled machine: one game at a time, given by the address of its memory.

The journal is in the memory of the table (`NOTED_TABLE`), behind the fields that every table has. `note`, which is
nothing in other compiled games, writes rows there. Numbers are passed and no arrays: a call then takes a fifth of the
time that an answer takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as nb
from numba.extending import intrinsic

from changeling.cards.codes import NONE
from changeling.engine.layout import Table
from changeling.engine.machine import journal_rows
from changeling.engine.machine.journal import note
from changeling.engine.machine.journal_rows import write_row
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.native.noted_records import NOTED_TABLE
from changeling.engine.native.records import TABLE
from changeling.engine.sheet_layout import Sheet

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled

# How a game stands, in one number, from its lowest bits on: 1 + the seat that is asked, how many options there are, the
# outcome, how many rows of the journal wait, and whether there was no room for one.
SEAT_BITS: Final = 4
OPTIONS_BITS: Final = 12
OUTCOME_BITS: Final = 4
TOLD_BITS: Final = 12
_BYTE: Final = ir.IntType(8).as_pointer()


def note_in_table(t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """What `note` is in compiled games that have a journal."""
    write_row(t, t, verb, seat, card, source, target, clause)


def table_at(address: int) -> Table:
    """The table in the memory at an address. Exists in compiled code only."""
    raise NotImplementedError


def sheet_at(address: int) -> Sheet:
    """The sheet in the memory at an address. Exists in compiled code only."""
    raise NotImplementedError


def play_noting(sheet: int, table: int, index: int, seed: int, first: int) -> int:
    """Give the option of that index as the answer; where it is NONE, begin the game that is laid out in the memory.

    Gives how the game stands, packed as SEAT_BITS and the others say."""
    t = table_at(table)
    t.sheet_at = sheet  # type: ignore[attr-defined]  # a field behind those that every table has
    if index == NONE:
        begin_game(sheet_at(sheet), t, seed, first)
    else:
        answer(sheet_at(sheet), t, index)
    standing = t.missed << TOLD_BITS | t.told  # type: ignore[attr-defined]  # likewise
    standing = (standing << OUTCOME_BITS | t.outcome) << OPTIONS_BITS | t.options
    return int(standing << SEAT_BITS | t.asked + 1)


# --- compiling --------------------------------------------------------------------------------------------------------
def play_function(
    machine: Compiled, check: Callable[[Callable[..., int]], str]
) -> Callable[[int, int, int, int, int], int]:
    """`play_noting`, compiled by a machine whose tables are those of NOTED_TABLE."""
    table, sheet = machine.inside_of("Table"), machine.inside_of("Sheet")
    ready: dict[Callable[..., Any], Any] = {
        table_at: _pointer_to(table),
        sheet_at: _pointer_to(sheet),
        journal_rows.noted_sheet: _noted_sheet(sheet),
        journal_rows.spare_of: _spare_of(),
    }
    hints = {"Noting": machine.type_of("Table")}
    return machine.load(play_noting, hints=hints, compiled_as={note: note_in_table}, ready_made=ready, check=check)


def _field(context: Any, builder: Any, table: Any, name: str) -> Any:
    """A pointer to a field of a table, as to bytes."""
    assert NOTED_TABLE.fields is not None
    offset = context.get_constant(nb.intp, NOTED_TABLE.fields[name][1])
    return builder.gep(builder.bitcast(table, _BYTE), [offset], inbounds=True)


def _pointer_to(kind: Any) -> Any:
    """A function that takes an address for what is there."""

    @intrinsic
    def at_address(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.inttoptr(given[0], context.get_value_type(signature.return_type))

        return kind(nb.int64), generate

    return at_address


def _noted_sheet(kind: Any) -> Any:
    """`journal_rows.noted_sheet`: the sheet whose address is in the table's memory."""

    @intrinsic
    def noted_sheet(typing: Any, noting: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            place = _field(context, builder, given[0], "sheet_at")
            address = builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()))
            return builder.inttoptr(address, context.get_value_type(signature.return_type))

        return kind(noting), generate

    return noted_sheet


def _spare_of() -> Any:
    """`journal_rows.spare_of`: the table is copied into its own memory, behind its other fields."""

    @intrinsic
    def spare_of(typing: Any, table: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            source = builder.bitcast(given[0], _BYTE)
            target = _field(context, builder, given[0], "spare")
            size = context.get_constant(nb.intp, TABLE.itemsize)
            copy: Any = cgutils.raw_memcpy
            copy(builder, target, source, size, 1)
            return builder.bitcast(target, context.get_value_type(signature.return_type))

        return table(table), generate

    return spare_of
