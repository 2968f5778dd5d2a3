"""A stack printed like a traceback: program, file and line, what it is doing, for whom."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine.layout import F_CARD, F_PC, F_PROGRAM, F_SEAT, FRAME, Table

_SHOWN = 24  # of a deep stack the outermost and innermost programs are shown
_REPEATED = (v.Effects.act, v.Effects.prepare)  # these run again after what they began


def backtrace(deck: Deck, t: Table, names: Sequence[str]) -> str:
    """The programs that are waiting, the innermost last."""
    rows = []
    for depth in range(t.frames):
        base = depth * FRAME
        program = deck.programs[t.stack[base + F_PROGRAM]]
        last = program.entry + program.length - 1
        pc = min(t.stack[base + F_PC], last)
        if depth + 1 < t.frames and pc > program.entry and v.STATEMENTS[deck.code[pc * w.WIDTH]] not in _REPEATED:
            pc -= 1  # it has gone on past the instruction that it waits for
        file, line, text = deck.lines.get(pc, (program.file, program.line, ""))
        card = t.stack[base + F_CARD]
        who = names[t.stack[base + F_SEAT]]
        title = deck.cards[card].title if card != w.NONE else ""
        rows.append(
            f"  {'  ' * min(depth, 8)}{program.kind if title else program.name:8} {file}:{line}  {text}  {title}  "
            f"{who}".rstrip()
        )
    if len(rows) > _SHOWN:
        left_out = len(rows) - _SHOWN
        rows[_SHOWN // 2 : -_SHOWN // 2] = [f"  ... {left_out} more ..."]
    if rows and t.asked != w.NONE:
        rows[-1] += f"  <- waiting for {names[t.asked]}"
    return "\n".join(rows)
