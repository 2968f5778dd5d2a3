"""Places: a zone and a seat as one value."""

from __future__ import annotations

from typing import get_args

import pytest

from changeling.cards import codes as w
from changeling.cards.codes import Zone
from changeling.engine.seen.places import Place, place_at

NAMES = ("Ann", "O'Hara's hand", "Cy")


@pytest.mark.parametrize(
    ("zone", "place", "text"),
    [
        (w.PILE, Place("draw pile"), "draw pile"),
        (w.CENTRE, Place("centre"), "centre"),
        (w.HAND, Place("hand", "Ann"), "Ann's hand"),
        (w.KEEPERS + 2, Place("keepers", "Cy"), "Cy's keepers"),
        (w.CREEPERS + 1, Place("creepers", "O'Hara's hand"), "O'Hara's hand's creepers"),
        (w.DOWN + 2, Place("face-down cards", "Cy"), "Cy's face-down cards"),
        (w.ASIDE + 3, Place("set aside"), "set aside"),
    ],
)
def test_a_zone_is_a_place_of_the_table_or_of_a_seat(zone: int, place: Place, text: str) -> None:
    assert place_at(zone, NAMES) == place
    assert str(place) == text


def test_no_zone_is_no_place() -> None:
    assert place_at(w.NONE, NAMES) is None


def test_every_zone_of_a_table_has_a_name_and_every_name_a_zone() -> None:
    places = [place_at(zone, NAMES * 2) for zone in range(w.ASIDE + 1)]
    assert {place.zone for place in places if place is not None} == set(get_args(Zone))
