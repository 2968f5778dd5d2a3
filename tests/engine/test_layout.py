"""The two forms of a table: lists for the interpreted machine, records for the compiled one."""

from __future__ import annotations

import numpy as np
import pytest
from tests.random_play import NAMES, random_games

import changeling as cl
from changeling.engine.layout import SHEET, SHEET_FIELDS, TABLE, TABLE_FIELDS, Table, from_record, to_record
from changeling.engine.sheet import sheet_of
from changeling.proofs.conformance import differences


def test_every_field_is_there_once_and_in_both_forms() -> None:
    for fields, dtype, kind in ((TABLE_FIELDS, TABLE, Table), (SHEET_FIELDS, SHEET, None)):
        names = [name for name, _, _ in fields]
        assert len(set(names)) == len(names)
        assert dtype.names == tuple(names)
        if kind is not None:
            assert set(names) <= set(kind.__slots__)


@pytest.mark.parametrize("edition", cl.editions())
def test_a_table_goes_into_a_record_and_comes_back(edition: str) -> None:
    for game in random_games(edition, 5, 1, 4):
        if game.table.decisions % 10:
            continue
        record = np.zeros(1, TABLE)
        to_record(game.table, record[0])
        back = from_record(record[0], Table())
        for name, length, _ in TABLE_FIELDS:
            one, other = getattr(game.table, name), getattr(back, name)
            assert one == (other[: len(one)] if length else other), name


@pytest.mark.parametrize("deck", [*cl.editions(), "+".join(cl.editions())])
def test_a_sheet_comes_out_of_its_record_as_it_went_in(deck: str) -> None:
    """No number is cut short by a type too small for it, and no list is longer than its field."""
    sheet = sheet_of(cl.load_deck(deck.split("+")))
    record = np.zeros(1, SHEET)
    to_record(sheet, record[0])
    for name in SHEET.names or ():
        kept, held = record[0][name], getattr(sheet, name)
        if isinstance(held, list):
            assert kept[: len(held)].tolist() == held, name
            assert not kept[len(held) :].any(), name
        else:
            assert int(kept) == held, name


def test_a_copy_is_equal_and_shares_nothing() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:4], seed=1)
    other = game.table.copy()
    assert differences(game.table, other) == []
    assert other.journal is None
    for name, length, _ in TABLE_FIELDS:
        if length:
            assert getattr(game.table, name) is not getattr(other, name)
