"""The cache of sheets: one for each deck, by what the deck says and not by which object it is."""

from __future__ import annotations

from tests.cards.writing import deck_of
from tests.random_play import finished

import changeling as cl
from changeling.engine.sheet import sheet_of
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet


def test_decks_that_say_the_same_share_a_sheet_and_others_do_not() -> None:
    one, same, other = (deck_of(f'keeper "Stone" x{copies}\n    "S."\n') for copies in (3, 3, 4))
    assert one is not same
    assert sheet_for(one) is sheet_for(same)
    assert sheet_for(one) is not sheet_for(other)
    assert sheet_for(other).cards == sheet_for(one).cards + 1


def test_games_leave_the_sheet_that_they_share_as_it_was() -> None:
    deck = cl.load_deck("family")
    finished("family", 3, 1)
    fresh = sheet_of(deck)
    for field in Sheet.fields:
        assert getattr(sheet_for(deck), field.name) == getattr(fresh, field.name), field.name
