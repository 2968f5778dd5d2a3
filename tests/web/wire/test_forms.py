"""What is written into a form is what the type itself would be as JSON."""

from __future__ import annotations

import pytest
from msgspec import Struct, field
from msgspec.json import encode

from changeling.web.wire.forms import form_of


class Card(Struct):
    """A card."""

    title: str
    number: int
    names: list[str]
    wild: bool
    share: str = "100%"
    marks: list[str] = field(default_factory=list)


def test_a_form_that_is_filled_in_is_the_value() -> None:
    form = form_of(Card, "title", "number", "wild", names=["A", "50%"])
    assert form % (encode('a "b"'), 7, b"true") == encode(Card('a "b"', 7, ["A", "50%"], wild=True))


@pytest.mark.parametrize("gaps", [("number", "title", "wild", "names"), ("title", "number", "wild", "name")])
def test_a_form_of_other_fields_is_refused(gaps: tuple[str, ...]) -> None:
    with pytest.raises(AssertionError, match="Card"):
        form_of(Card, *gaps)


def test_what_has_no_default_has_to_be_given() -> None:
    with pytest.raises(AssertionError, match="names has no default"):
        form_of(Card, "title", "number", "wild")
