"""Which cards are meant: the kinds, marks, slots and names that stand in the brackets of a word."""

from __future__ import annotations

import ast

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.pool import Pool
from changeling.cards.compiler.refusals import not_an_item
from changeling.cards.language.recipe import name_of
from changeling.cards.language.slips import near
from changeling.cards.language.source import MAX_NAME
from changeling.cards.language.syntax import Wrong


def filter_of(args: list[ast.expr], pool: Pool, marks: tuple[str, ...]) -> int:
    """The number of a filter: what passes is of one of the kinds, marks, slots and names given, where any are."""
    kinds = bits = 0
    slots: list[int] = []
    names: list[int] = []
    for arg in args:
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
            names.append(pool.name(_card_name(arg, arg.value)))
        elif not isinstance(arg, ast.Name):
            raise Wrong(arg, "a filter is a kind, a mark, a slot or a card's name in quotes")
        elif arg.id in w.KINDS:
            kinds |= 1 << w.KINDS.index(arg.id)
        elif arg.id in marks or (arg.id in pool.marks and arg.id not in pool.slots and arg.id not in v.SLOTS):
            bits |= 1 << pool.mark(arg.id)
        elif arg.id in pool.slots or arg.id in v.SLOTS:
            slots.append(pool.slot(arg.id))
        else:
            meant = near(arg.id, [*w.KINDS, *marks, *v.SLOTS, *pool.slots])
            declared = f"a card is named in quotes, a mark is declared: marks {brief(arg.id)}"
            hint = f"; did you mean {meant[0]}?" if meant else f"; {declared}"
            raise Wrong(arg, f"'{brief(arg.id)}' is not a kind, a mark or a slot{hint}")
    return pool.filter(kinds, bits, tuple(slots), tuple(names))


def items_of(node: ast.Call, pool: Pool, marks: tuple[str, ...]) -> tuple[list[int], list[str]]:
    """The cards that a word such as has() asks for: numbers of names, marks as numbers below zero; and the names."""
    items: list[int] = []
    names: list[str] = []
    if not node.args:
        raise Wrong(node, 'name at least one card: has("Milk")')
    for arg in node.args:
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
            names.append(_card_name(arg, arg.value))
            items.append(pool.name(names[-1]))
        elif isinstance(arg, ast.Name) and (arg.id in marks or arg.id in pool.marks):
            items.append(-1 - pool.mark(arg.id))
        else:
            word = node.func.id if isinstance(node.func, ast.Name) else "has"
            raise Wrong(arg, not_an_item(arg, word, marks))
    return items, names


def _card_name(node: ast.Constant, text: str) -> str:
    name = name_of(text)
    if not name or len(name) > MAX_NAME:
        raise Wrong(node, f"'{brief(name)}' cannot be a card's name; a name has 1 to {MAX_NAME} characters")
    return name


def brief(value: object) -> str:
    """A value of somebody's text, short enough for a message."""
    if isinstance(value, float):
        text = f"{value:.3g}"
    elif isinstance(value, int) and value.bit_length() > 10_000:  # Python refuses to write out very long numbers
        text = hex(value)[:12]
    else:
        text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."
