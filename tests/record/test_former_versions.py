"""Games written down by version 0.1 are refused in words: its cards did other things, so they would not go on as they
did there.

`data` was written by that version: a notation in the middle of nested Actions, and a record of a whole game.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import changeling as cl
from changeling.errors import NotationError, RecordError

DATA = Path(__file__).parent / "data"


def test_a_notation_of_another_version_says_which_deck_it_was_written_with() -> None:
    text = (DATA / "fluxx-4-nested-0.1.yaml").read_text(encoding="utf-8")
    with pytest.raises(NotationError, match="written with another version of the deck fluxx-4"):
        cl.Game.from_notation(text)


def test_a_record_of_another_version_says_which_deck_it_was_played_with() -> None:
    record = cl.Record.from_json((DATA / "cthulhu-record-0.1.json").read_text(encoding="utf-8"))
    with pytest.raises(RecordError, match="recorded with another version of cthulhu"):
        cl.replay(record)
