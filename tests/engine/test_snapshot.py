"""A table can be brought back to what it held."""

from __future__ import annotations

import changeling as cl
from changeling.engine.layout import Table
from changeling.engine.snapshot import snapshot_of, table_at


def held(t: Table) -> dict[str, int | list[int]]:
    """All that a table holds, of lists what is in use."""
    found = {field.name: t.in_use(field) for field in Table.fields}
    return {name: value[:] if isinstance(value, list) else value for name, value in found.items()}


def test_a_table_is_brought_back_whole() -> None:
    game = cl.Game("cthulhu", seats=["Ann", "Bob", "Cy"], seed=4)
    for number in range(40):
        before, kept = held(game.table), snapshot_of(game.table)
        game.answer(number % game.table.options)
        back = table_at(kept)
        assert held(back) == before
        assert [len(getattr(back, field.name)) for field in Table.fields if field.length] == [
            len(getattr(game.table, field.name)) for field in Table.fields if field.length
        ]
        if game.over:
            break


def test_neither_shares_anything_with_the_other() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=4)
    kept = snapshot_of(game.table)
    one = table_at(kept)
    before = held(one)
    other = table_at(kept)
    for field in Table.fields:
        value = getattr(other, field.name)
        if field.length:
            value[:] = [number + 1 for number in value]
    assert held(one) == before
    assert held(table_at(kept)) == before
