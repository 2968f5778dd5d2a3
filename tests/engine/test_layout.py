"""The one list of fields, and what follows from it."""

from __future__ import annotations

import pytest
from tests.random_play import NAMES, random_games

import changeling as cl
from changeling.cards.codes import NONE
from changeling.engine.fields import DERIVED, SCRATCH, STATE, Flat, many, one
from changeling.engine.layout import AS_BEFORE, FIRST_FRAMES, FRAME, MAX_FRAMES, STACK_FULL, Table
from changeling.engine.machine.frames import pop, push
from changeling.engine.setup import bare
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.engine.snapshot import snapshot_of, table_at
from changeling.proofs.conformance import differences


@pytest.mark.parametrize("flat", [Table, Sheet])
def test_every_field_says_what_it_is(flat: type[Flat]) -> None:
    for field in flat.fields:
        assert field.role in (STATE, DERIVED, SCRATCH), field
        assert len(field.says) > 5, field
        assert field.name in flat.__dict__, "a slot"
        assert field.kind in ("i2", "i4", "i8")


def test_fields_are_slots_that_hold_their_start_values() -> None:
    t = Table()
    assert t.turn == 0
    assert t.rng == [0, 0, 0, 0]
    assert not hasattr(t, "__dict__")
    with pytest.raises(AttributeError):
        t.trun = 1  # type: ignore[attr-defined]


def test_a_list_is_counted_by_a_field_that_exists() -> None:
    with pytest.raises(AssertionError, match=r"Wrong has no fields \{'cuont'\}"):

        class Wrong(Flat):
            count = one(STATE, "how many there are")
            items = many(STATE, 5, "what they are", filled="cuont")


def test_a_frame_is_whole_words() -> None:
    assert FRAME * 2 % 8 == 0


def test_a_copy_is_equal_and_shares_nothing() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:4], seed=1)
    other = game.table.copy()
    assert differences(game.table, other) == []
    assert game.table.journal is not None
    assert other.journal is None
    for field in Table.fields:
        if field.length:
            assert getattr(game.table, field.name) is not getattr(other, field.name)


def test_clearing_scratch_leaves_what_counts() -> None:
    for game in random_games("cthulhu", 3, 1, 4):
        t = game.table.copy()
        t.value[3], t.walk_card, t.item, t.option[t.options] = 7, 8, 9, 10
        t.clear_scratch()
        assert differences(game.table, t) == []
        assert not any(t.value)
        assert not any(t.option[t.options :])
        assert (t.walk_card, t.item, t.steps) == (0, 0, 0)
        cleared = [field for field in Table.fields if field.role == SCRATCH]
        assert cleared
        assert not any(any(getattr(t, field.name)) for field in cleared if field.length)


def test_differences_sees_every_field_that_is_not_scratch() -> None:
    d = sheet_for(cl.load_deck("family"))
    for field in Table.fields:
        one, other = bare(d, 3), bare(d, 3)
        for t in (one, other):
            t.options = t.tokened = t.memories = t.frames = 1
        if field.length:
            getattr(other, field.name)[0] += 1
        else:
            setattr(other, field.name, getattr(other, field.name) + 1)
        found = [line.partition(":")[0] for line in differences(one, other)]
        if field.role == SCRATCH:
            assert found == []
        else:
            assert field.name in found


def test_the_stack_of_a_table_grows_as_it_is_needed() -> None:
    d, t = sheet_for(cl.load_deck("family")), Table()
    for frames in range(1, MAX_FRAMES + 1):
        push(d, t, d.turn_program, 0, NONE, AS_BEFORE)
        room = len(t.stack) // FRAME
        assert room == max(FIRST_FRAMES, min(frames + 1, MAX_FRAMES))
        if frames % 40 == 7:
            for other in (t.copy(), table_at(snapshot_of(t))):
                push(d, other, d.turn_program, 0, NONE, AS_BEFORE)
                pop(other)
                assert differences(t, other) == []
    push(d, t, d.turn_program, 0, NONE, AS_BEFORE)
    assert (t.frames, t.fault) == (MAX_FRAMES, STACK_FULL)
