"""The page of the tables names every column of every file."""

from __future__ import annotations

from changeling.lab.runs.tables import DECK, TABLES
from changeling.lab.runs.tables_page import tables_page


def test_every_column_is_told() -> None:
    page = tables_page()
    for table in (*TABLES.values(), DECK):
        section = page.partition(f"## `{table.name}`\n")[2].partition("\n## ")[0]
        for column in table.columns:
            assert f"| `{column.names(2)[0]}`" in section
            assert column.about in section
