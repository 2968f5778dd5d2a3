"""Cards that count for no Goal, as people are told of them: a table without these, and which cards say so."""

from __future__ import annotations

from dataclasses import replace

from changeling.cards import codes as w
from changeling.engine.machine.checks.uncounted import counts_otherwise, lift
from changeling.engine.machine.rules.permissions import holds, is_disabled, somebody_says
from changeling.engine.machine.zones import on_table
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.reason import Inquiry


def as_counted(at: Inquiry, seat: int) -> Inquiry:
    """The inquiry about a table without the cards that count for no Goal, and with those that count for everybody's in
    front of a seat, unless that is NONE; the same one where no card in play says such a thing."""
    if not counts_otherwise(at.sheet, at.table):
        return at
    table = at.table.copy()
    lift(at.sheet, table, seat)
    return replace(at, table=table)


def looked_past(at: Inquiry, seat: int) -> dict[int, list[int]]:
    """Of the cards in front of a seat those that count for no Goal, and for each the cards that say so."""
    if not at.sheet.permitted >> w.UNCOUNTED & 1 or not somebody_says(at.sheet, at.table, w.UNCOUNTED):
        return {}
    d, t = at.sheet, at.table.copy()
    rows = [row for row in range(d.permits) if d.permit_sort[row] == w.UNCOUNTED]
    rows = [row for row in rows if on_table(t, d.permit_card[row]) and not is_disabled(d, t, d.permit_card[row])]
    lying = [*cards_in(t, w.KEEPERS + seat), *cards_in(t, w.CREEPERS + seat)]
    found = {card: [d.permit_card[row] for row in rows if holds(d, t, row, card, w.NONE)] for card in lying}
    return {card: by for card, by in found.items() if by}
