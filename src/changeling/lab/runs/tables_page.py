"""The reference page of a run's tables, made from their schemas."""

from __future__ import annotations

from changeling.lab.runs.tables import DECK, TABLES, Table

_HEAD = """# The tables of a run

This page is made from the source by `make docs`. How to use it all: [simulate games](../how-to/simulate.md).

`changeling simulate --out run/` writes a folder:

| file | is |
|---|---|
| `manifest.json` | the run: deck with its whole text and digest, seats, bots, seeds, Meta Rules, version |
| `chunks/00000000/games.parquet` | the games of the first chunk, a row each |
| `chunks/00000000/cards.parquet` | its cards, a row for each game and card |
| `chunks/00000000/turns.parquet` | its turns, a row for each game and turn |
| `chunks/00000000/sums.json` | how many games these are, and the SHA-256 of each file |

A chunk is written under another name and renamed when all of it is on the disk: what is called a chunk is whole. The
same deck, seats, bots and seeds give the same bytes, on any number of cores and machines, with one version of
Changeling and Polars.

In Python, `changeling.lab.open_run("run/")` checks the sums and has each table as a lazy Polars frame: `run.games`,
`run.cards`, `run.turns`; and `run.cards_of_deck` is the table `deck`, made from the manifest. Any program that reads
Parquet can read `run/chunks/*/games.parquet`.
"""


def tables_page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(_section(table) for table in (*TABLES.values(), DECK))])


def _section(table: Table) -> str:
    rows = [f"## `{table.name}`", f"A row is {table.row}.", "", "| column | type | is |", "|---|---|---|"]
    for column in table.columns:
        name = f"`{column.name}_0`, `{column.name}_1` ..." if column.by_seat else f"`{column.name}`"
        none = f" None where {column.none}." if column.none else ""
        kind = type(column.type).__name__
        rows.append(f"| {name} | {kind} | {column.about}{none} |")
    return "\n".join([*rows, ""])
