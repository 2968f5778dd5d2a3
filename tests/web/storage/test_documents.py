"""What comes out of the store is checked before anything is made of it."""

from __future__ import annotations

import msgspec
import pytest

from changeling.web.storage.documents import Row, read_row


def test_a_row_is_read_from_its_fields() -> None:
    assert read_row((3, "answer", "Ann", "play Milk", "bot")) == Row(3, "answer", "Ann", "play Milk", "bot")


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ((3, "guess", "Ann", "play Milk", "bot"), "Invalid enum value 'guess' - at `$.kind`"),
        ((3, "answer", "Ann", "play Milk", "cat"), "Invalid enum value 'cat' - at `$.by`"),
        (("three", "answer", "Ann", "play Milk", "bot"), "Expected `int`, got `str` - at `$.number`"),
    ],
)
def test_a_row_that_is_none_says_where_it_is_wrong(values: tuple[object, ...], says: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=says.replace("$", "\\$").replace(".", "\\.")):
        read_row(values)
