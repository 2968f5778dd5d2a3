"""Cards that count for nothing because another card says so, as people are told of them."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards import codes as w
from changeling.engine.machine.rules.permissions import holds, is_disabled
from changeling.engine.machine.zones import on_table
from changeling.engine.seen.conditions.saying import Saying, cards_in_a_row, say
from changeling.engine.seen.reasons.reason import Inquiry


def counting(at: Inquiry, cards: Sequence[int]) -> Sequence[int]:
    """Those of some cards in play whose words count."""
    if not at.sheet.permitted >> w.DISABLED & 1:
        return cards
    d, t = at.sheet, at.table.copy()  # what is asked is counted on the table
    return [card for card in cards if not is_disabled(d, t, card)]


def disabling(at: Inquiry, card: int) -> tuple[int, ...]:
    """The cards in play because of which what this one says counts for nothing; none where it counts."""
    if not at.sheet.permitted >> w.DISABLED & 1:
        return ()
    d, t = at.sheet, at.table.copy()
    if not is_disabled(d, t, card):
        return ()
    rows = range(d.permit_from[w.DISABLED], d.permit_from[w.DISABLED + 1])
    said = [d.permit_card[row] for row in rows if on_table(t, d.permit_card[row]) and holds(d, t, row, card, w.NONE)]
    return tuple(dict.fromkeys(said))


def counts_for_nothing(at: Inquiry, by: tuple[int, ...]) -> Saying:
    """Why what a card says counts for nothing, as a clause."""
    return say("what it says counts for nothing, because of ", cards_in_a_row(map(at.spoken, by)))
