"""What is counted while a game is played, card by card, inside what is compiled.

The compiled machine has these fields behind the last one of a table, where copies of a table leave them alone: so the
game is counted, and what bots try out on copies is not. An interpreted game keeps a `Tally` beside its table, and a
`Counter` in the place of its journal.
"""

from __future__ import annotations

from typing import Any, Final

from changeling.cards.codes import DOWN, HAND, MAX_SEATS, NONE
from changeling.engine.fields import SCRATCH, Field
from changeling.engine.journal import Journal
from changeling.engine.layout import MAX_CARDS, MAX_OPTIONS, Table
from changeling.engine.machine.journal import (
    V_CANCELS,
    V_DISCARDS,
    V_DIVERTS,
    V_DRAWS,
    V_LAYS_DOWN,
    V_PLAYS,
    V_TAKES,
    V_USES,
    V_WINS,
)
from changeling.engine.sheet_layout import Sheet

_BY_SEAT: Final = MAX_CARDS * MAX_SEATS
TALLY_FIELDS: Final = (
    Field("counting", SCRATCH, 0, "i4", "1: what happens is counted"),
    Field("first", SCRATCH, 0, "i4", "the seat that began, or NONE"),
    Field("won_by", SCRATCH, 0, "i4", "the card by which the game ended, or NONE"),
    Field("seen_turn", SCRATCH, 0, "i4", "the turn that was last looked at"),
    Field("pending", SCRATCH, 0, "i4", "the card played last in the turn, until its effect is measured, or NONE"),
    Field("played_by", SCRATCH, 0, "i4", "the seat that played it"),
    Field("before", SCRATCH, 0, "f8", "that seat's chance to win before it did"),
    Field("chances", SCRATCH, MAX_SEATS, "f8", "by seat: its chance to win at the last question that was measured"),
    Field("question", SCRATCH, MAX_OPTIONS, "i2", "the options of a question, while the table is evaluated"),
    Field("draws", SCRATCH, _BY_SEAT, "i2", "by card and seat: how often drawn"),
    Field("plays", SCRATCH, _BY_SEAT, "i2", "by card and seat: how often played"),
    Field("front", SCRATCH, _BY_SEAT, "i2", "by card and seat: turns in which it lay in front of the seat"),
    Field("in_play", SCRATCH, MAX_CARDS, "i2", "by card: turns in which it was a rule or Goal in play"),
    Field("stolen", SCRATCH, MAX_CARDS, "i2", "by card: how often a seat took it from another"),
    Field("cancelled", SCRATCH, MAX_CARDS, "i2", "by card: how often a Surprise cancelled it"),
    Field("discarded", SCRATCH, MAX_CARDS, "i2", "by card: how often discarded"),
    Field("uses", SCRATCH, MAX_CARDS, "i2", "by card: how often its free action was used"),
    Field("swings", SCRATCH, MAX_CARDS, "i2", "by card: plays whose effect was measured"),
    Field("swing", SCRATCH, MAX_CARDS, "f8", "by card: the sum of what they changed of the player's chance to win"),
)

Tallied = Any  # a `Tally`; in compiled code the record of the table itself


class Tally:
    """The counts of an interpreted game."""

    __slots__ = tuple(each.name for each in TALLY_FIELDS)

    def __init__(self) -> None:
        for each in TALLY_FIELDS:
            zero = 0.0 if each.kind == "f8" else 0
            setattr(self, each.name, [zero] * each.length if each.length else zero)


class Counter(Journal):
    """In the place of a journal: has what happens counted, and keeps nothing."""

    def __init__(self, d: Sheet, tally: Tally) -> None:
        super().__init__(d)
        self.tally = tally

    def write(self, t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
        """Count one thing that happened."""
        count_event(self.tally, verb, seat, card, source, target)


def count_note(t: Tallied, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """What `note` is in compiled games that are counted."""
    if t.counting == 1:
        count_event(t, verb, seat, card, source, target)


def clear_tally(d: Sheet, tally: Tallied) -> None:
    """Begin to count a new game."""
    tally.counting = 1
    tally.first = tally.won_by = tally.pending = tally.played_by = NONE
    tally.seen_turn = 0
    for place in range(d.cards * MAX_SEATS):
        tally.draws[place] = 0
        tally.plays[place] = 0
        tally.front[place] = 0
    for card in range(d.cards):
        tally.in_play[card] = 0
        tally.stolen[card] = 0
        tally.cancelled[card] = 0
        tally.discarded[card] = 0
        tally.uses[card] = 0
        tally.swings[card] = 0
        tally.swing[card] = 0.0


def count_event(tally: Tallied, verb: int, seat: int, card: int, source: int, target: int) -> None:
    """Count one thing that the machine notes."""
    if verb in (V_DRAWS, V_LAYS_DOWN):
        if tally.first == NONE:
            tally.first = seat  # whoever begins is dealt the first cards (SETUP-2)
        tally.draws[card * MAX_SEATS + seat] += 1
    elif verb == V_PLAYS:
        tally.plays[card * MAX_SEATS + seat] += 1
    elif verb == V_DISCARDS:
        tally.discarded[card] += 1
    elif verb in (V_TAKES, V_DIVERTS):
        if verb == V_DIVERTS or changes_owner(source, target):
            tally.stolen[card] += 1
    elif verb == V_USES:
        tally.uses[card] += 1
    elif verb == V_CANCELS:
        tally.cancelled[card] += 1
    elif verb == V_WINS:
        tally.won_by = card


def changes_owner(source: int, target: int) -> bool:
    """Whether a card goes from one seat's hand or front to another's."""
    return HAND <= source < DOWN and HAND <= target < DOWN and (source - target) % MAX_SEATS != 0
