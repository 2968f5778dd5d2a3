"""What is looked after before every instruction, in games where there is something of the sort (`upkeep` is not 0)."""

from __future__ import annotations

from changeling.cards.codes import OUT
from changeling.engine.layout import BACKS_UP, PLAYERS_OUT, REMEMBERED, TOKENS_LIE, Table
from changeling.engine.machine.board.counters import drop_tokens
from changeling.engine.machine.board.memory import forget
from changeling.engine.machine.board.two_sided import turn_backs
from changeling.engine.machine.turn.players_out import clear_seat
from changeling.engine.machine.zones import on_table
from changeling.engine.sheet_layout import Sheet


def look_after(d: Sheet, t: Table) -> None:
    """Tokens go with cards that leave the table, and so does what they remember; what comes to players who are out is
    discarded, and two-sided cards off the table are turned front up."""
    if t.upkeep & PLAYERS_OUT != 0:
        for seat in range(t.seats):
            if t.out >> seat & 1 == 1:
                clear_seat(d, t, seat)
    if t.upkeep & TOKENS_LIE != 0:
        place = 0
        while place < t.tokened:
            if on_table(t, t.token_card[place]):
                place += 1
            else:
                drop_tokens(t, place)
    if t.upkeep & REMEMBERED != 0:
        forget(t)
    if t.upkeep & BACKS_UP != 0:
        turn_backs(d, t)


def find_upkeep(d: Sheet, t: Table) -> int:
    """What has to be looked after at a table that was laid out, as bits."""
    found = TOKENS_LIE if t.tokened > 0 else 0
    if t.out != 0:
        found |= PLAYERS_OUT
    if t.memories > 0:
        found |= REMEMBERED
    for place in range(d.backs):
        if t.place[d.back[place]] != OUT:
            found |= BACKS_UP
    return found
