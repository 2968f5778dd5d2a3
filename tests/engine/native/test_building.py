"""How the machine is built: what is compiled, what is refused, and that a build which is wrong is not used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import pytest
from llvmlite import binding

from changeling.engine.native import build, llvm
from changeling.engine.native.build import Compiled
from changeling.engine.native.entry_points import Ints, Tables, copy_table
from changeling.engine.native.records import records, table_with
from changeling.errors import NotCompiled
from changeling.lab.games.tally import TALLY_FIELDS
from changeling.play.compiled.native_cache import compiled
from changeling.play.compiled.self_check import difference


def tripled(numbers: Ints, place: int) -> int:
    """Something small to compile."""
    return int(numbers[place] * 3)


class Shelf:
    """Keeps compiled code in memory."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}
        self.doubts: dict[str, str] = {}
        self.made: list[str] = []

    def kept(self, entry: Callable[..., Any]) -> bytes | None:
        return self.codes.get(entry.__name__)

    @contextmanager
    def making(self, entry: Callable[..., Any]) -> Iterator[None]:
        self.made.append(entry.__name__)
        yield

    def keep(self, entry: Callable[..., Any], code: bytes) -> None:
        self.codes[entry.__name__] = code

    def forget(self, entry: Callable[..., Any]) -> None:
        del self.codes[entry.__name__]

    def doubt(self, entry: Callable[..., Any]) -> str:
        return self.doubts.get(entry.__name__, "")

    def distrust(self, entry: Callable[..., Any], why: str) -> None:
        self.doubts[entry.__name__] = why


# --- what is kept
def test_what_is_kept_is_loaded_and_not_made() -> None:
    shelf, numbers = Shelf(), np.array([4])
    assert Compiled(keep=shelf).load(tripled)(numbers, 0) == 12
    again = Compiled(keep=shelf)
    assert again.load(tripled)(numbers, 0) == 12
    assert again.load(tripled) is again.load(tripled)
    assert shelf.made == ["tripled"]


@pytest.mark.parametrize("place", [0, 40, -1])
def test_what_is_damaged_where_it_is_kept_is_made_anew(place: int) -> None:
    shelf = Shelf()
    Compiled(keep=shelf).load(tripled)
    code = bytearray(shelf.codes["tripled"])
    code[place] ^= 1
    shelf.codes["tripled"] = bytes(code)
    assert Compiled(keep=shelf).load(tripled)(np.array([4]), 0) == 12
    assert shelf.made == ["tripled", "tripled"]
    shelf.codes["tripled"] = b""
    assert Compiled(keep=shelf).load(tripled)(np.array([4]), 0) == 12


def test_what_was_made_for_another_processor_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    monkeypatch.setattr(build, "processor", lambda: f"another than {llvm.processor()}")
    Compiled(keep=shelf).load(tripled)
    monkeypatch.undo()
    assert Compiled(keep=shelf).load(tripled)(np.array([4]), 0) == 12
    assert shelf.made == ["tripled", "tripled"]


def test_what_was_made_for_other_tables_is_made_anew() -> None:
    shelf = Shelf()
    Compiled(keep=shelf, table=table_with(TALLY_FIELDS)).load(copy_table)
    copy = Compiled(keep=shelf).load(copy_table)
    assert shelf.made == ["copy_table", "copy_table"]
    tables, words = records(2)
    tables["turn"] = 1, 0
    copy(tables, words, 0, 1)
    assert tables["turn"].tolist() == [1, 1]


# --- what is wrong
def test_a_build_that_fails_its_check_is_not_used_and_not_tried_again() -> None:
    shelf = Shelf()
    said = "what was compiled of tripled on this computer is wrong \\(6 is not 7\\); games are played interpreted"
    with pytest.raises(NotCompiled, match=said):
        Compiled(keep=shelf).load(tripled, check=lambda called: "6 is not 7" if called(np.array([2]), 0) == 6 else "")
    assert not shelf.codes
    with pytest.raises(NotCompiled, match=said):
        Compiled(keep=shelf).load(tripled)
    assert shelf.made == ["tripled", "tripled"]
    assert Compiled().load(tripled)(np.array([2]), 0) == 6, "where nothing is kept, nothing is remembered"


def test_a_machine_that_fails_its_check_is_not_used() -> None:
    seen = []

    def wrong(machine: Compiled) -> str:
        seen.append(machine.begin)
        return "the tables differ"

    machine = Compiled(check=wrong)
    for _ in range(2):
        with pytest.raises(NotCompiled, match=r"of play_row on this computer is wrong \(the tables differ\)"):
            machine.begin  # noqa: B018
    assert len(set(seen)) == 2, "nothing is left of the first build"
    machine.load(copy_table)
    assert len(seen) == 2, "copying plays no games"


def test_where_llvm_reads_otherwise_games_are_played_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "machine_code", lambda text: llvm.machine_code(text.replace("add i64", "addition i64")))
    with pytest.raises(NotCompiled, match=r"cannot be compiled .*LLVM.*games are played interpreted"):
        Compiled().load(one_more)


@pytest.mark.parametrize("lacks", ["create_pipeline_tuning_options", "create_mcjit_compiler", "get_host_cpu_name"])
def test_what_an_llvmlite_of_later_lacks_is_told(monkeypatch: pytest.MonkeyPatch, lacks: str) -> None:
    monkeypatch.delattr(binding, lacks)
    for kept in (llvm._target, llvm.processor):
        kept.cache_clear()
    with pytest.raises(NotCompiled, match=f"another than those it was tried with: .*{lacks}.*played interpreted"):
        Compiled(keep=Shelf()).load(one_more)
    monkeypatch.undo()
    for kept in (llvm._target, llvm.processor):
        kept.cache_clear()


def one_more(numbers: Ints, place: int) -> int:
    return int(numbers[place] + 1)


def test_the_check_after_a_build_sees_a_difference() -> None:
    machine = compiled()
    assert not difference(machine)

    class Wrong:
        begin = staticmethod(machine.begin)
        answers = 0

        def answer(self, sheets: Any, tables: Tables, row: int, index: int) -> None:
            machine.answer(sheets, tables, row, index)
            self.answers += 1
            if self.answers == 9:
                tables[row]["known"][3] ^= 1

    assert "2 seats, seed 0: the tables differ after 9 answers" in difference(cast("Compiled", Wrong()))
