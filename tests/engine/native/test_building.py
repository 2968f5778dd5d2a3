"""How the machine is built: what is compiled, what is refused, and that a build which is wrong is not used."""

from __future__ import annotations

from typing import Any, cast

import numba
import pytest
from tests.random_play import random_games

import changeling
from changeling.cards import codes as w
from changeling.engine.machine import journal
from changeling.engine.machine.board.census import census
from changeling.engine.native.build import Compiled, DuplicateName, all_callees
from changeling.engine.native.entry_points import COMPILED_AS, Sheets, Tables, copy_table, no_note, play_row
from changeling.engine.native.records import records, sheet_record, store
from changeling.engine.sheet_cache import sheet_for
from changeling.play.compiled.native_cache import CodeCache, cache_folder, compiled
from changeling.play.compiled.self_check import difference


def test_two_functions_of_one_name_are_refused_by_the_names_of_their_modules() -> None:
    def twice(name: str) -> Any:
        space: dict[str, Any] = {"__name__": name}
        exec("def same(place: int) -> int:\n    return place\n", space)
        return space["same"]

    def caller(here: str, callee: Any) -> Any:
        space: dict[str, Any] = {"__name__": here, "same": callee}
        exec("def call(place: int) -> int:\n    return same(place)\n", space)
        return space["call"]

    one, other = caller("one", twice("one")), caller("other", twice("other"))
    other.__name__ = "call_other"
    space: dict[str, Any] = {"one": one, "other": other}
    exec("def both(place: int) -> int:\n    return one(place) + other(place)\n", space)
    with pytest.raises(DuplicateName, match="same is defined in one and in other"):
        all_callees(space["both"], {})
    assert [function.__module__ for function in all_callees(one, {})] == ["one"]


def test_no_journal_is_compiled() -> None:
    compiled_functions = all_callees(play_row, COMPILED_AS)
    assert journal.note not in compiled_functions
    assert no_note in compiled_functions


def test_a_build_that_fails_its_check_is_made_again_without_internals() -> None:
    seen: list[bool] = []

    class Doubted(Compiled):
        def _compile(self, source: Any, compiled_as: Any, **options: bool) -> Any:
            return source

    def wrong(machine: Compiled) -> str:
        seen.append(machine.internals)
        return "the tables differ"

    machine = Doubted(check=wrong)
    machine.load(play_row)
    machine.load(copy_table)
    assert seen == [True]
    assert not machine.internals


def test_the_check_after_a_build_sees_a_difference() -> None:
    machine = compiled()
    assert not difference(machine)

    class Wrong:
        begin = staticmethod(machine.begin)
        answers = 0

        def answer(self, sheets: Any, tables: Any, row: int, index: int) -> None:
            machine.answer(sheets, tables, row, index)
            self.answers += 1
            if self.answers == 9:
                tables[row]["known"][3] ^= 1

    assert "2 seats, seed 0: the tables differ after 9 answers" in difference(cast("Compiled", Wrong()))


def test_without_internals_the_same_is_found() -> None:
    """A part of the machine, by Numba's public means alone: whole games are compared in `make soak`."""
    public = Compiled(internals=False)
    assert not public.internals
    counted = public.load(count_faults)
    d, (tables, _) = sheet_for(changeling.load_deck("fluxx-4")), records(1)
    sheets, found = sheet_record(d), set[bool]()
    for game in random_games("fluxx-4", 3, 2, 30):
        for wrong in (0, 1):
            t = game.table.copy()
            t.size[w.PILE] += wrong
            store(t, tables, 0)
            expected = census(d, t)
            assert counted(sheets, tables, 0) == expected
            found.add(expected == 0)
    assert found == {True, False}


def count_faults(sheets: Sheets, tables: Tables, row: int) -> int:
    return census(sheets[0], tables[row])


@pytest.mark.soak
def test_without_internals_the_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    # Level 1 takes half the time of level 3, and the games have to be the same; kept where nobody else looks for it.
    config: Any = numba.config
    monkeypatch.setattr(config, "OPT", type(config.OPT)(1))
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    public = Compiled(keep=CodeCache(folder, "plain-public-level-1"), internals=False)
    assert not public.internals
    assert not difference(public)
