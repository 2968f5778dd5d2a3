"""Answers that wait together are written together, and everything in its order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest

from changeling.web.storage.documents import Row
from changeling.web.storage.jobs import MOST_ROWS, MUST_FIND, PUT_ROW, Database, Job, Statement, is_single, run_all
from changeling.web.storage.store import Store, put_row
from changeling.web.wire.errors import StoreConflict

READ: Statement = ("SELECT 1", ())


class Noting:
    """A database that notes what it is asked for: of each statement the number of rows that it writes, or itself."""

    def __init__(self) -> None:
        self.done: list[int | str] = []
        self.numbers: list[int] = []

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if not statement.startswith(PUT_ROW):
            self.done.append(statement)
            return [] if statement.endswith(MUST_FIND) else [(1,)]
        assert statement.count("?") == len(values)
        self.done.append(len(values) // 7)
        self.numbers += values[1::7]
        return []


def ran(*jobs: list[Statement]) -> tuple[Noting, list[list[tuple[Any, ...]]]]:
    database = Noting()
    loop = asyncio.new_event_loop()
    given = [Job(statements, loop, loop.create_future()) for statements in jobs]
    loop.close()
    return database, run_all(cast(Database, database), given)


def answer(number: int) -> Statement:
    return put_row("game", Row(number, "option", "Ann", "7", "person"))


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (3, [3]), (8, [8]), (45, [32, 13]), (64, [32, 32])])
def test_answers_of_several_jobs_are_few_statements(count: int, sizes: list[int]) -> None:
    database, results = ran(*([answer(number)] for number in range(count)))
    assert database.done == sizes
    assert database.numbers == list(range(count))
    assert results == [[]] * count


def test_whoever_reads_finds_what_was_written_before() -> None:
    database, results = ran([answer(0)], [answer(1)], [READ], [answer(2)], [answer(3), READ, answer(4)], [answer(5)])
    assert database.done == [2, "SELECT 1", 1, 1, "SELECT 1", 1, 1]
    assert database.numbers == list(range(6))
    assert results[2] == [(1,)]


def test_a_statement_that_must_find_a_row_ends_everything() -> None:
    with pytest.raises(StoreConflict):
        ran([answer(0)], [("UPDATE" + MUST_FIND, ())])


def test_nothing_but_answers_are_a_single_statement() -> None:
    loop = asyncio.new_event_loop()

    def single(*jobs: list[Statement]) -> bool:
        return is_single([Job(statements, loop, loop.create_future()) for statements in jobs])

    assert single([answer(0), answer(1)], [answer(2)])
    assert single([answer(number) for number in range(MOST_ROWS)])
    assert not single([answer(number) for number in range(MOST_ROWS + 1)])
    assert not single([answer(0), READ])
    assert not single([answer(0)], [READ])
    loop.close()


def test_a_single_statement_is_kept_or_refused_as_a_whole(store: Store) -> None:
    async def main() -> None:
        await store.write([answer(1)])
        with pytest.raises(StoreConflict):
            await store.write([answer(0), answer(1), answer(2)])
        await store.write([answer(0), answer(2)])
        rows = await store.read("SELECT number FROM answers WHERE game = 'game' ORDER BY number")
        assert [int(row[0]) for row in rows] == [0, 1, 2]
        assert (store.commits, store.written, store.answers["person"]) == (3, 3, 3)

    asyncio.run(main())


def test_of_answers_that_are_written_together_only_the_one_that_is_there_already_fails(store: Store) -> None:
    async def main() -> None:
        await store.write([answer(20)])
        together = [store.write([answer(number)]) for number in range(40)]
        found = await asyncio.gather(*together, return_exceptions=True)
        assert [number for number, one in enumerate(found) if one is not None] == [20]
        assert isinstance(found[20], StoreConflict)
        rows = await store.read("SELECT number FROM answers WHERE game = 'game' ORDER BY number")
        assert [int(row[0]) for row in rows] == list(range(40))

    asyncio.run(main())
