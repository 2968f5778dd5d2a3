"""A server plays on the interpreted machine, unless it is told otherwise."""

from __future__ import annotations

import pytest

from changeling.play.compiled.native_games import MACHINE, wanted
from changeling.web.table.game.machine import stay_interpreted


@pytest.mark.parametrize(("said", "machine"), [("", "interpreted"), ("compiled", "compiled")])
def test_a_server_is_interpreted_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, said: str, machine: str
) -> None:
    monkeypatch.setenv(MACHINE, said)
    if not said:
        monkeypatch.delenv(MACHINE)
    stay_interpreted()
    assert wanted() == machine
