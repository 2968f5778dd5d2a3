"""What nodes tell each other comes out as it went in, and always fits."""

from __future__ import annotations

import pytest

from changeling.web.nodes.notices import (
    LONGEST,
    Admitted,
    Alive,
    Ask,
    Held,
    Meant,
    News,
    Notice,
    Presence,
    Wrote,
    read,
    written,
)
from changeling.web.storage.documents import Row
from changeling.web.wire.values import Said, SeatRequest

ROW = Row(7, "option", "Ann", "5120", "bot")
NOTICES: list[Notice] = [
    Wrote("table", 3, "game", [ROW, ROW], Said(1, "Ann", "Hé", 2.5), True),
    Presence("table", {"hash": ["browser"]}, 2, {"hash": "quick"}, [SeatRequest(5, "Cy", None)]),
    Ask(""),
    Meant("table", 80, 1, 5120),
    Held("table", 80, 1),
    News("table", '{"type":"told"}'),
    Admitted("table", 5, True),
    Alive(),
]


@pytest.mark.parametrize("notice", NOTICES, ids=lambda notice: type(notice).__name__)
def test_a_notice_is_read_as_it_was_written(notice: Notice) -> None:
    text = written("12345678", notice)
    assert (text[:8], read(text[8:])) == ("12345678", notice)


def test_what_is_too_long_leaves_out_what_can_be_read_or_asked_for() -> None:
    many = Wrote("table", 3, "game", [ROW] * 1000, None, True)
    assert read(written("12345678", many)[8:]) == Wrote("table", 3, "game", [], None, False)
    crowd = Presence("table", {"hash": ["b" * 64] * 500}, 2, {}, [])
    assert read(written("12345678", crowd)[8:]) == Presence("table", {"hash": []}, 2, {}, [])
    with pytest.raises(ValueError, match="too long"):
        written("12345678", News("table", "x" * LONGEST))


def test_what_another_version_says_is_no_fault_of_ours() -> None:
    for text in ("", "{}", '["sings","table"]', '["ask"]'):
        with pytest.raises(ValueError):  # noqa: PT011  whatever the decoder says
            read(text)
