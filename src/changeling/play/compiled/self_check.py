"""Some games on both machines: a build must give the same tables as the interpreted one.

Takes a tenth of a second, after a build only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from changeling.decks.shelf import load_deck
from changeling.engine.layout import GOING
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import next_random, seed_state
from changeling.engine.setup import laid_out
from changeling.engine.sheet_cache import sheet_for

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled

DECK = "fluxx-4"
SEATS = (2, 4, 6)
CAP = 200  # decisions of a game that are compared
_PLAYED, _EXPECTED = 0, 1


def difference(machine: Compiled) -> str:
    """Play some games on both machines; says where the tables first differ, or nothing."""
    from changeling.engine.native.records import records, sheet_record, store, to_record

    d = sheet_for(load_deck(DECK))
    sheets = sheet_record(d)
    for seed, seats in enumerate(SEATS):
        t = laid_out(d, seats)
        tables, words = records(2)
        for row in (_PLAYED, _EXPECTED):
            store(t, tables, row)
        begin_game(d, t, seed, -1)
        machine.begin(sheets, tables, _PLAYED, seed, -1)
        state = seed_state(seed)
        for made in range(CAP):
            to_record(t, tables[_EXPECTED])
            if (words[_PLAYED] != words[_EXPECTED]).any():
                return f"{DECK}, {seats} seats, seed {seed}: the tables differ after {made} answers"
            if t.outcome != GOING:
                break
            state = next_random(state)
            index = (state * t.options) >> 32
            answer(d, t, index)
            machine.answer(sheets, tables, _PLAYED, index)
    return ""
