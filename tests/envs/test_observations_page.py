"""The page about observations tells all of them, in their places."""

from __future__ import annotations

import re

from changeling.engine.arrays.features import CARD_WIDTH, OF_CARD, OF_PRINT, OF_TABLE, PRINT_WIDTH, TABLE_WIDTH
from changeling.envs.observations_page import observations_page

ROW = re.compile(r"^\| (\d+)(?: to (\d+))? \| `(\w+)` \| (.+?) \| (.*) \|$", flags=re.MULTILINE)


def test_every_byte_is_told_once_and_in_order() -> None:
    rows = [(int(first), int(last or first), name) for first, last, name, *_ in ROW.findall(observations_page())]
    assert [name for *_, name in rows] == [field.name for field in (*OF_TABLE, *OF_CARD, *OF_PRINT)]
    told = [byte for first, last, _ in rows for byte in range(first, last + 1)]
    assert told == [*range(TABLE_WIDTH), *range(CARD_WIDTH), *range(PRINT_WIDTH)]


def test_every_field_of_several_bytes_names_them() -> None:
    for field in (*OF_TABLE, *OF_CARD, *OF_PRINT):
        assert len(field.each) == (field.width if field.width > 1 else 0), field.name
