"""The census: is every card in exactly one place, one where its kind can lie, and on or under a card that is there?"""

from __future__ import annotations

from changeling.cards.codes import (
    ASIDE,
    BASIC,
    BEING_PLAYED,
    CENTRE,
    CREEPER,
    CREEPERS,
    DISCARD,
    DOWN,
    GOAL,
    GOALS,
    HAND,
    KEEPER,
    KEEPERS,
    META,
    METAS,
    NONE,
    PILE,
    RULE,
    RULES,
    SEALED,
    UNGOAL,
)
from changeling.engine.layout import Table
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet

# What can be found. Findings are negative numbers, so that they are no number of decisions.
MISPLACED = 1  # a card stands in the list of a zone that it says it is not in, or behind a card that it does not name
NO_OPTION = 2  # a question without options; for whoever plays on and finds that
SECRET_CREEPER = 3  # a Creeper in a hand (CREEP-1)
MISSING = 4  # a card is in no zone
MISCOUNTED = 5  # a zone holds fewer or more cards than it says, or ends with another
MISFILED = 6  # a card lies where none of its kind can
MISATTACHED = 7  # a card lies on or under one that is not there, or on itself; or they are miscounted
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
            if not can_lie(d.kind[card], zone) and not (zone == METAS and d.lasts[card] != 0):
                return finding(MISFILED, card)
            here += 1
            before = card
            card = t.next[card]
        if here != t.size[zone] or t.tail[zone] != before:
            return finding(MISCOUNTED, before)
        counted += here
    return attachments_found(d, t) if counted == d.cards else finding(MISSING, missing_card(d, t))


def can_lie(kind: int, zone: int) -> bool:
    """Whether cards of a kind can lie in a zone."""
    if zone == RULES:
        return kind == RULE
    if zone == GOALS:
        return kind == GOAL or kind == UNGOAL
    if zone == METAS:
        return kind == META
    if zone == CENTRE:
        return kind == BASIC
    if KEEPERS <= zone < CREEPERS:
        return kind == KEEPER
    if CREEPERS <= zone < DOWN:
        return kind == CREEPER
    if zone == PILE or zone == DISCARD or zone == BEING_PLAYED or zone == SEALED or zone >= HAND:
        return kind != META and kind != BASIC
    return True


def attachments_found(d: Sheet, t: Table) -> int:
    """Look at what lies on or under what; gives 0 when all is well, else the first finding."""
    attached, promises = 0, 0
    for card in range(d.cards):
        attached += 1 if t.host[card] != NONE else 0
        promises += 1 if t.promised[card] != NONE else 0
        if not well_attached(d, t, card):
            return finding(MISATTACHED, card)
    return 0 if attached == t.attached and promises == t.promises else finding(MISATTACHED, NONE)


def well_attached(d: Sheet, t: Table, card: int) -> bool:
    """Whether a card lies on a card of the same player, or under one in front of a player, a rule or a Goal, or on none
    at all; and never on itself, however many cards are between."""
    host, zone = t.host[card], t.place[card]
    if host == NONE:
        return zone != SEALED
    if zone == SEALED and (t.place[host] == RULES or t.place[host] == GOALS):
        return True
    if not KEEPERS <= t.place[host] < DOWN:
        return False
    if zone != SEALED and not (KEEPERS <= zone < DOWN and seat_of(t, card) == seat_of(t, host)):
        return False
    for _ in range(d.cards):
        if host == NONE:
            return True
        host = t.host[host]
    return False


def missing_card(d: Sheet, t: Table) -> int:
    """A card that neither begins the list of its zone nor follows another card there."""
    for card in range(d.cards):
        before = t.prev[card]
        follows = t.head[t.place[card]] if before == NONE else t.next[before]
        if follows != card or t.place[card] >= ASIDE + t.asides:
            return card
    return NONE
