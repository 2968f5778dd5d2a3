"""What players have chosen in secret and nobody has shown yet: who has is known to all, what is not."""

from __future__ import annotations

from collections.abc import Iterator

from changeling.cards import vocabulary as v
from changeling.cards.codes import NONE, WIDTH
from changeling.engine.layout import F_PROGRAM, F_REGISTER, FRAME, Table
from changeling.engine.sheet_layout import Sheet


def chosen_in_secret(d: Sheet, t: Table) -> list[int]:
    """The seats whose answers wait to be shown."""
    return sorted({seat for seat, _ in _kept(d, t)}) if d.secrets == 1 else []


def _kept(d: Sheet, t: Table) -> Iterator[tuple[int, int]]:
    """The seats whose answers wait to be shown, each with the place of its answer on the stack."""
    for base in range(0, t.frames * FRAME, FRAME):
        pc = d.entry[t.stack[base + F_PROGRAM]]
        while (op := d.code[pc * WIDTH]) != v.Control.end.statement:
            slots = base + F_REGISTER + d.code[pc * WIDTH + 2]
            if op == v.Effects.secret.statement:
                yield from ((seat, slots + seat) for seat in range(t.seats) if t.stack[slots + seat] < NONE)
            pc += 1
