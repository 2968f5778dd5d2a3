"""What is compiled together: an entry and all that it leads to."""

from __future__ import annotations

import pytest
from tests.engine.native.from_text import function_of

from changeling.engine.machine import journal
from changeling.engine.native.build import Compiled
from changeling.engine.native.entry_points import COMPILED_AS, no_note, play_row
from changeling.engine.native.kinds import INT
from changeling.engine.native.program import DuplicateName, ProgramText


def test_two_functions_of_one_name_are_refused_by_the_names_of_their_modules() -> None:
    same = "def same(place: int) -> int:\n    return place\n"
    one, other = function_of(same, "<one>"), function_of(same, "<other>")
    both = function_of("def both(place: int) -> int:\n    return f(place) + g(place)\n", "<both>", f=one, g=other)
    with pytest.raises(DuplicateName, match="same is defined in one and in other"):
        ProgramText({"int": INT}, compiled_as={}, built_in={}).text(both)
    alone = ProgramText({"int": INT}, compiled_as={}, built_in={})
    alone.text(one)
    assert alone.functions == (one,)


def test_no_journal_is_compiled() -> None:
    program = ProgramText(Compiled().kinds, compiled_as=COMPILED_AS, built_in={})
    program.text(play_row)
    assert journal.note not in program.functions
    assert no_note in program.functions
