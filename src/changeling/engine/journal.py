"""The journal of a game: one row of integers for everything that happened. `seen.events` makes events of it."""

from __future__ import annotations

from changeling.cards.codes import HAND, HAND_LIMIT, KEEPER_LIMIT, KEEPERS, NONE, RULES
from changeling.engine.layout import FORMULA_STATIC, FORMULA_WIDTH, Sheet, Table

# The columns of a row that others ask for.
ROW_CARD = 2
ROW_SOURCE, ROW_TARGET = 3, 4  # zones, or NONE
ROW_SEEN = 7  # bits of the seats that could see the card

_LIMITS = {HAND_LIMIT: HAND, KEEPER_LIMIT: KEEPERS}  # by number in force: the zones that it limits


class Journal(list[tuple[int, ...]]):
    """The rows of what happened, with what is needed to say which rule a limit comes from."""

    def __init__(self, limits: dict[int, frozenset[int]]) -> None:
        super().__init__()
        self.limits = limits  # by zone, HAND or KEEPERS: the cards that limit it

    def copy(self) -> Journal:
        """Another journal with the same rows."""
        other = Journal(self.limits)
        other.extend(self)
        return other

    def seen_by(self, seat: int) -> Journal:
        """Another journal, in which the cards that the seat could not see are not named."""
        other = Journal(self.limits)
        other.extend(
            row if row[ROW_SEEN] >> seat & 1 else (*row[:ROW_CARD], NONE, *row[ROW_CARD + 1 :]) for row in self
        )
        return other

    def limiting(self, t: Table, source: int) -> int:
        """The rule in play that a discard to a limit comes from."""
        zone = HAND if source < KEEPERS else KEEPERS
        card = t.tail[RULES]
        while card != NONE and card not in self.limits[zone]:
            card = t.prev[card]
        return card


def journal_for(d: Sheet) -> Journal:
    """An empty journal for a game of this deck."""
    limits: dict[int, set[int]] = {zone: set() for zone in _LIMITS.values()}
    for card in range(d.cards):
        at = d.statics_at[card]
        if at == NONE:
            continue
        for place in range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH):
            zone = _LIMITS.get(d.statics[place + FORMULA_STATIC])
            if zone is not None:
                limits[zone].add(card)
    return Journal({zone: frozenset(cards) for zone, cards in limits.items()})
