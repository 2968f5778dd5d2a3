"""Tables and sheets as NumPy records."""

from __future__ import annotations

import numpy as np
import pytest
from tests.random_play import random_games

import changeling as cl
from changeling.decks.shelf import published
from changeling.engine.layout import Table
from changeling.engine.native.records import SHEET, TABLE, fetch, from_record, records, store, to_record
from changeling.engine.sheet import sheet_of
from changeling.engine.sheet_layout import Sheet


def test_a_record_has_the_fields_in_their_order() -> None:
    for dtype, flat in ((TABLE, Table), (SHEET, Sheet)):
        assert dtype.names == tuple(field.name for field in flat.fields)
        assert dtype.isalignedstruct
        assert dtype.itemsize % 8 == 0
        assert dtype.fields is not None
        for field in flat.fields:
            kind, offset = dtype.fields[field.name][:2]
            assert kind.shape == ((field.length,) if field.length else ())
            assert kind.base == np.dtype(field.kind)
            assert not field.length or offset % 8 == 0


@pytest.mark.parametrize("edition", cl.editions())
def test_a_table_goes_into_a_record_and_comes_back(edition: str) -> None:
    compared = 0
    for game in random_games(edition, 5, 1, 4):
        if game.table.decisions % 10:
            continue
        tables, _ = records(2)
        store(game.table, tables, 1)
        back = fetch(tables, 1)
        for field in Table.fields:
            one, other = getattr(game.table, field.name), getattr(back, field.name)
            assert one == (other[: len(one)] if field.length else other), field.name
        assert not tables[0]["place"].any()
        compared += 1
    assert compared > 1


@pytest.mark.parametrize("deck", [*cl.editions(), "+".join(published())])
def test_a_sheet_comes_out_of_its_record_as_it_went_in(deck: str) -> None:
    d = sheet_of(cl.load_deck(deck))
    record = np.zeros(1, SHEET)
    to_record(d, record[0])
    for field in Sheet.fields:
        value = getattr(d, field.name)
        found = record[0][field.name]
        if field.length:
            assert found[: len(value)].tolist() == value, field.name
            assert not found[len(value) :].any(), field.name
        else:
            assert found == value, field.name


def test_a_number_that_does_not_fit_is_refused() -> None:
    t = Table()
    t.place[0] = 1 << 20
    with pytest.raises(OverflowError):
        to_record(t, np.zeros(1, TABLE)[0])
    assert from_record(np.zeros(1, TABLE)[0], Table()).place == [0] * 512
