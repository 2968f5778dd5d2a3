"""Making tables: a fresh deal, a position, a new player at a running game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine import layout as at
from changeling.engine.journal import Journal
from changeling.engine.layout import Table
from changeling.engine.machine.effects.drawing import draw
from changeling.engine.machine.journal import SETUP_7, V_JOINS, note
from changeling.engine.machine.loop import begin_game, cards_dealt, run
from changeling.engine.machine.rules.rules_in_force import mark_all_changed
from changeling.engine.machine.zones import EVERYBODY, link
from changeling.engine.sheet_layout import Sheet
from changeling.errors import ChangelingError
from changeling.whole import flag, whole

OLDEST = 150  # years


@dataclass(frozen=True, slots=True)
class Person:
    """What cards may ask about a player. The defaults are for players of whom nothing is known."""

    birthday: bool = False
    age: int | None = None
    parent: bool = False
    grandparent: bool = False

    def __post_init__(self) -> None:
        """Keep plain values, whatever kind of number was given: they are written down."""
        for fact in ("birthday", "parent", "grandparent"):
            object.__setattr__(self, fact, flag(fact, getattr(self, fact)))
        if self.age is not None:
            object.__setattr__(self, "age", whole("age", self.age, 0, OLDEST))


Dates = tuple[int, int, int, int, int]  # as `codes.HOUR` and those behind it; NONE: not given
NO_DATES: Dates = (w.NONE, w.NONE, w.NONE, w.NONE, w.NONE)


def dates_of(moment: str) -> Dates:
    """What cards may ask about a moment, which is written as in 2026-10-31T20:15; empty where it was not given."""
    if not moment:
        return NO_DATES
    try:
        found = datetime.fromisoformat(moment)
    except (TypeError, ValueError):
        raise ChangelingError(f"moment: a day and an hour such as 2026-10-31T20:15 is needed, not {moment!r}") from None
    return found.hour, found.isoweekday(), found.day, found.month, found.minute


@dataclass(frozen=True, slots=True)
class Occasion:
    """Facts of the world outside the game that some cards ask about: who plays, clockwise (nothing is known of those
    further round), whether today is a holiday, and the moment, such as 2026-10-31T20:15."""

    people: Sequence[Person] = ()
    holiday: bool = False
    moment: str = ""


ORDINARY = Occasion()  # strangers on a day like any other


def bare(d: Sheet, seats: int, occasion: Occasion = ORDINARY) -> Table:
    """A table with seats, before any card is laid out."""
    t = Table()
    t.seats = seats
    t.watched = d.watched
    t.holiday = int(occasion.holiday)
    t.dates = list(dates_of(occasion.moment))
    t.place, t.next, t.prev = [w.NONE] * d.cards, [w.NONE] * d.cards, [w.NONE] * d.cards
    t.promised, t.host = [w.NONE] * d.cards, [w.NONE] * d.cards
    t.known = [0] * d.cards
    t.head, t.tail = [w.NONE] * at.ZONES, [w.NONE] * at.ZONES
    t.asked = t.answer = t.blind = t.winner = w.NONE
    for seat in range(w.MAX_SEATS):
        row = seat * w.MAX_COUNTERS
        t.counters[row : row + d.counters] = d.counter_start[: d.counters]
    t.turns = 1
    for seat in range(w.MAX_SEATS):
        _introduce(t, seat, occasion.people[seat] if seat < len(occasion.people) else Person())
    return t


def _introduce(t: Table, seat: int, person: Person) -> None:
    row = seat * w.N_FACTS
    t.facts[row + w.BIRTHDAY] = int(person.birthday)
    t.facts[row + w.AGE] = w.NO_AGE if person.age is None else min(person.age, w.NO_AGE - 1)
    t.facts[row + w.PARENT] = int(person.parent)
    t.facts[row + w.GRANDPARENT] = int(person.grandparent)


def left_out(d: Sheet, kinds: Mapping[int, int], metas: Sequence[int]) -> set[int]:
    """The cards that do not take part: Meta Rules not agreed on, and what those agreed on leave out (C-R121, C-R123).

    `kinds` says by Meta Rule which kind of card it leaves out."""
    gone = {kinds[meta] for meta in metas if kinds.get(meta, w.NONE) != w.NONE}
    return {card for card in range(d.cards) if (d.kind[card] == w.META and card not in metas) or d.kind[card] in gone}


def deal(d: Sheet, t: Table, *, seed: int, first: int | None = None, journal: bool = True) -> Table:
    """Make a new game of a table that is `laid_out`: shuffled, dealt, and run to its first question (SETUP-1 to
    SETUP-6)."""
    if journal:
        t.journal = Journal(d)
    begin_game(d, t, seed, w.NONE if first is None else first)
    return t


def laid_out(
    d: Sheet,
    seats: int,
    *,
    metas: Sequence[int] = (),
    out: set[int] | frozenset[int] = frozenset(),
    occasion: Occasion = ORDINARY,
    polite: bool = False,
) -> Table:
    """A table with every card in its place before the shuffle: what all games of one setting begin as."""
    assert all(d.kind[meta] == w.META for meta in metas)
    t = bare(d, seats, occasion)
    t.polite = int(polite)
    for card in range(d.cards):
        kind = d.kind[card]
        back = d.backs > 0 and card in d.back
        zone = w.OUT if card in out or back else w.CENTRE if kind == w.BASIC else w.METAS if kind == w.META else w.PILE
        link(t, card, zone)
        t.known[card] = 0 if zone == w.PILE else EVERYBODY
    return t


def join(d: Sheet, t: Table, person: Person) -> int:
    """A new player takes the last seat and is dealt cards; the pending question is put again (SETUP-7)."""
    seat = t.seats
    t.seats += 1
    _introduce(t, seat, person)
    note(t, V_JOINS, seat, w.NONE, w.NONE, w.NONE, SETUP_7)
    draw(d, t, seat, cards_dealt(d, t), w.HAND + seat, SETUP_7)
    mark_all_changed(t)
    t.asked = w.NONE
    t.options = 0
    run(d, t)
    return seat


def turn_position(d: Sheet, *, before_draw: bool) -> int:
    """Where in the turn's program the free actions before the draw, or the plays, begin."""
    pc = d.entry[d.turn_program]
    while d.code[pc * w.WIDTH] != (v.Effects.begin.statement if before_draw else v.Effects.draw_required.statement):
        pc += 1
    return pc + 1
