"""Random play inside the machine."""

from typing import Any

import pytest
from tests.effort import tries
from tests.forwards import Forwards

import changeling as cl
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.board.census import NO_OPTION, kind_found
from changeling.engine.machine.loop import begin_game
from changeling.engine.machine.playout import checked_playout, next_random, playout
from changeling.engine.setup import laid_out
from changeling.engine.sheet import sheet_of
from changeling.lab.games.start_tables import Setting, setting_of

CAP = 2000


def begun(setting: Setting, seats: int, seed: int) -> Table:
    t = setting.start(seats)
    begin_game(setting.sheet, t, seed, -1)
    return t


def test_the_policy_never_leaves_32_bits_and_never_stands_still() -> None:
    state = seen = 1
    for _ in range(10_000):
        state = next_random(state)
        assert 0 < state < 1 << 32
        assert state != seen
        seen = state


@pytest.mark.parametrize("deck", cl.editions())
@pytest.mark.parametrize("seats", [2, 6])
def test_checked_and_plain_playouts_are_the_same_games(deck: str, seats: int) -> None:
    setting = setting_of(deck)
    for seed in range(2):
        one, other = begun(setting, seats, seed), begun(setting, seats, seed)
        made = playout(setting.sheet, one, seed, CAP)
        assert checked_playout(setting.sheet, other, seed, CAP) == made > 0
        assert all(getattr(one, field.name) == getattr(other, field.name) for field in one.fields)


def test_a_playout_stops_at_its_cap() -> None:
    setting = setting_of("fluxx-4")
    t = begun(setting, 4, 1)
    assert playout(setting.sheet, t, 1, 5) == 5
    assert t.outcome == GOING
    assert checked_playout(setting.sheet, t, 1, 0) == 0


def test_a_decision_without_options_is_found() -> None:
    setting = setting_of("fluxx-4")
    t = begun(setting, 4, 1)
    t.options = 0
    assert kind_found(checked_playout(setting.sheet, t, 1, CAP)) == NO_OPTION


def forwards(flat: Any) -> Any:
    """The same table or sheet, with lists that refuse an index below zero."""
    for field in flat.fields:
        if field.length:
            setattr(flat, field.name, Forwards(getattr(flat, field.name)))
    return flat


@pytest.mark.parametrize("deck", [*cl.editions(), "fluxx-4+cthulhu+doctor-who"])
def test_no_index_is_ever_below_zero(deck: str) -> None:
    setting = setting_of(deck)
    d = forwards(sheet_of(setting.deck))
    for seed in tries(3):
        t = forwards(laid_out(d, 2 + seed % 5, out=setting.out, polite=seed % 3 == 0))
        begin_game(d, t, seed, -1)
        assert playout(d, t, seed, 1500) > 0


def test_an_index_below_zero_would_be_seen() -> None:
    t = forwards(Table())
    with pytest.raises(IndexError, match="-1 is not an index here"):
        t.place[-1] = 0
