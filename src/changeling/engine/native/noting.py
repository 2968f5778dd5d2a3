"""Games with a journal on the compiled machine: one game at a time, given by the address of its memory.

The journal is in the memory of the table (`NOTED_TABLE`), behind the fields that every table has. `note`, which is
nothing in other compiled games, writes rows there. Numbers are passed and no arrays: a call then takes a fifth of the
time that an answer takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from changeling.cards.codes import NONE
from changeling.engine.layout import Table
from changeling.engine.machine import journal_rows
from changeling.engine.machine.journal import note
from changeling.engine.machine.journal_rows import write_row
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.native.at_address import record_at
from changeling.engine.native.body import Body, Value
from changeling.engine.native.kinds import Kind
from changeling.engine.native.noted_records import NOTED_TABLE
from changeling.engine.native.program import BuiltIn
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
def play_function(machine: Compiled, check: Callable[[Callable[..., int]], str]) -> Callable[..., int]:
    """`play_noting`, compiled by a machine whose tables are those of NOTED_TABLE."""
    table, sheet = machine.kinds["Table"], machine.kinds["Sheet"]
    only_compiled: dict[Callable[..., Any], BuiltIn] = {
        table_at: record_at(table),
        sheet_at: record_at(sheet),
        journal_rows.noted_sheet: _noted_sheet(sheet),
        journal_rows.spare_of: _spare_of,
    }
    return machine.load(
        play_noting,
        kinds={"Noting": table},
        compiled_as={note: note_in_table},
        built_in=only_compiled,
        check=lambda called: check(called.plain),
    ).plain


def _field(body: Body, table: Value, name: str) -> str:
    """The address of a field of a table."""
    assert NOTED_TABLE.fields is not None
    return body.new(f"getelementptr inbounds i8, ptr {table.parts[0]}, i64 {NOTED_TABLE.fields[name][1]}")


def _noted_sheet(kind: Kind) -> BuiltIn:
    """`journal_rows.noted_sheet`: the sheet whose address is in the table's memory."""

    def write(body: Body, given: list[Value]) -> Value:
        return Value(kind, (body.new(f"load ptr, ptr {_field(body, given[0], 'sheet_at')}"),))

    return write


def _spare_of(body: Body, given: list[Value]) -> Value:
    """`journal_rows.spare_of`: the table is copied into its own memory, behind its other fields."""
    target, source = _field(body, given[0], "spare"), given[0].parts[0]
    body.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {TABLE.itemsize}, i1 false)")
    return Value(given[0].kind, (target,))
