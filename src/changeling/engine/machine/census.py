"""The census: is every card in exactly one place, and no Creeper in a hand?"""

from __future__ import annotations

from changeling.cards.codes import ASIDE, CREEPER, HAND, KEEPERS, NONE
from changeling.engine.layout import Sheet, Table

# What can be found. Findings are negative numbers, so that they are no number of decisions.
MISPLACED = 1  # a card stands in the list of a zone that it says it is not in, or behind a card that it does not name
NO_OPTION = 2  # a question without options; for whoever plays on and finds that
SECRET_CREEPER = 3  # a Creeper in a hand (CREEP-1)
MISSING = 4  # a card is in no zone
MISCOUNTED = 5  # a zone holds fewer or more cards than it says, or ends with another
_FINDINGS = 8


def finding(kind: int, card: int) -> int:
    """A finding about a card, or about none."""
    return -(kind + _FINDINGS * (card + 1))


def kind_found(found: int) -> int:
    """What a finding says."""
    return -found % _FINDINGS


def card_found(found: int) -> int:
    """The card that a finding is about, or NONE."""
    return -found // _FINDINGS - 1


def census(d: Sheet, t: Table) -> int:
    """Walk through every zone and count; gives 0 when all is well, else the first finding."""
    counted = 0
    for zone in range(ASIDE + t.asides):
        here = 0
        before = NONE
        card = t.head[zone]
        while card != NONE:
            if t.place[card] != zone or t.prev[card] != before or here > d.cards:
                return finding(MISPLACED, card)
            if HAND <= zone < KEEPERS and d.kind[card] == CREEPER:
                return finding(SECRET_CREEPER, card)
            here += 1
            before = card
            card = t.next[card]
        if here != t.size[zone] or t.tail[zone] != before:
            return finding(MISCOUNTED, before)
        counted += here
    return 0 if counted == d.cards else finding(MISSING, missing_card(d, t))


def missing_card(d: Sheet, t: Table) -> int:
    """A card that neither begins the list of its zone nor follows another card there."""
    for card in range(d.cards):
        before = t.prev[card]
        follows = t.head[t.place[card]] if before == NONE else t.next[before]
        if follows != card or t.place[card] >= ASIDE + t.asides:
            return card
    return NONE
