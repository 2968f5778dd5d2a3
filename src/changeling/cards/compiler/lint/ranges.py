"""Between which numbers some words lie, whatever is on the table."""

from __future__ import annotations

import ast

from changeling.cards import vocabulary as v

_NAMED = {
    v.Queries.hour.name: (-1, 23),  # the calendar is below 0 where nobody has given it
    v.Queries.minute.name: (-1, 59),
    v.Queries.weekday.name: (-1, 7),
    v.Queries.day.name: (-1, 31),
    v.Queries.month.name: (-1, 12),
}


def range_of(node: ast.expr) -> tuple[int, int] | None:
    """The lowest and the highest number that an expression can come to, where both are known: the calendar, a die with
    as many sides as a word says, letters, what dividing by a word leaves over."""
    match node:
        case ast.Name(id=name) if name in _NAMED:
            return _NAMED[name]
        case ast.Call(func=ast.Name(id=v.Queries.initial.name)):
            return 0, 26
        case ast.Call(func=ast.Name(id=v.Queries.roll.name), args=[ast.Name(id=sides)]) if sides in v.NUMBER_WORDS:
            return 0, v.NUMBER_WORDS[sides]  # nobody rolls 0
        case ast.BinOp(op=ast.Mod(), right=ast.Name(id=by)) if v.NUMBER_WORDS.get(by, 0) > 0:
            return 0, v.NUMBER_WORDS[by] - 1
    return None
