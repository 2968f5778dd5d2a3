"""What happened and why, told per seat: an event names a card only to those who could see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from changeling.cards.codes import BOTTOM, EVENTS, NONE, SOMEWHERE, TOP
from changeling.cards.deck import Deck
from changeling.engine.machine.board.counters import CHANGE
from changeling.engine.machine.journal import (
    CLAUSES,
    MOVES,
    V_ANSWERS,
    V_COUNTS,
    V_DISCLOSES,
    V_FLIPS,
    V_IS_HELD_UP,
    V_IS_STOPPED,
    V_PUTS_BACK,
    V_ROLLS,
    V_SPENDS,
)
from changeling.engine.seen.late import Late, put_later
from changeling.engine.seen.places import Place, place_at
from changeling.engine.seen.questions.decision import option_of

# By clause: others that an event citing it rests on as well.
ALSO = {
    "RULE-12": ("RULE-10", "RULE-11", "RULE-14"),
    "TURN-3": ("TURN-1",),
    "TURN-1": ("RULE-1", "RULE-2"),
    "RULE-5": ("RULE-2", "RULE-3", "RULE-4"),
    "ACT-3": ("ACT-2",),
    "ACT-1": ("ACT-2",),
    "CREEP-1": ("CREEP-2",),
    "SURP-2": ("SURP-4",),
}


@dataclass(frozen=True, slots=True)
class Event(Late):
    """One thing that happened.

    `what` is the kind of event (engine.machine.journal.MOVES) and `seat` who acts. `card` is the card that it is about:
    empty where there is none, or where the seat that the event is told to cannot see which one it is. `origin` and
    `destination` are where the card came from and went to, nothing where it did not move. `because` is the title of the
    card that caused it, `clause` the rule. `other` is the player whose card is answered, cancelled or diverted; `host`
    the card that `card` lies on or under, or goes along with. `source` and `target` are the same two places as text,
    for people and for programs that know only those. Where a card's program is stopped because it went round in
    circles, `file` and `line` say where it was. `rolled` is what a die of so many `sides` shows; a coin has 0 sides and
    shows 1 for heads, 0 for tails; of other events both are -1. `answer` is what a player says or has chosen in secret,
    where that is no card; of a card that is put into the draw pile, where: `top`, `bottom`, `random`, or how many cards
    lie above it; of something that `is held up`, because `because` says what happens instead, what it is:
    `played`, `discarded`, `stolen`, `won`, or `shed`
    for a limit. `counter` is what a player has more or less of (empty for tokens on `card`), by how
    much (`change`), and how much that makes (`total`). Where a two-sided card is turned over, `host` is the side that
    was up. Where a card `remembers` something, that is the player `other` or the card `host`. Where plays of a turn are
    spent, `counter` is "plays" and `change` how many, less than 0.
    """

    number: int
    decision: int
    what: str
    seat: str
    card: str
    source: str
    target: str
    because: str
    clause: str
    seen_by: tuple[str, ...]
    origin: Place | None = None
    destination: Place | None = None
    other: str = ""
    host: str = ""
    file: str = ""
    line: int = 0
    rolled: int = NONE
    sides: int = NONE
    answer: str = ""
    counter: str = ""
    change: int = 0
    total: int = 0

    @property
    def moved(self) -> bool:
        """Whether a card changed its place."""
        return bool(self.target)

    def cites(self, what: str) -> bool:
        """Whether the event rests on this clause or card."""
        return what in (self.because, self.clause) or what in ALSO.get(self.clause, ())

    def __str__(self) -> str:
        card = f" {self.card}" if self.card else " a card" if self.moved and self.what != "shuffles" else ""
        way = f" ({self.source} -> {self.target})" if self.source and self.target else ""
        way = f" ({self.file}:{self.line})" if self.line else way
        way = f" {self.rolled} of {self.sides}" if self.sides >= 0 else way
        way += f" {self.answer}" if self.answer else ""
        way += f" {self.counter or 'tokens'} {self.change:+d} ({self.total})" if self.change else ""
        way += f" ({self.host})" if self.what == "flips" else ""
        way += f" {self.other}" if self.what in ("names", "remembers") and self.other else ""
        way += f" {self.host}" if self.what == "remembers" and self.host else ""
        why = ", ".join(part for part in (self.because, self.clause) if part)
        return f"{self.seat} {self.what}{card}{way} [{why}]"

    def _make(self, *given: Any) -> None:
        """What was not set at once (`events_of`)."""
        for put, value in zip(_PUT_LATER, _later(*given), strict=True):
            put(self, value)


_FIRST: Final = [each.name for each in fields(Event)].index("source")  # fields before this one are read most
_PUT: Final = tuple(Event.__dict__[each.name].__set__ for each in fields(Event))
_put_number, _put_decision, _put_what, _put_seat, _put_card = _PUT[:_FIRST]
_PUT_LATER: Final = _PUT[_FIRST:]
_new: Final = object.__new__


class Details(NamedTuple):
    """What a row of the journal says by other fields than their own, according to its verb."""

    source: int
    target: int
    cause: int
    host: int
    file: str = ""
    line: int = 0
    rolled: int = NONE
    sides: int = NONE
    answer: str = ""
    counter: str = ""
    change: int = 0
    total: int = 0


def details_of(deck: Deck, names: Sequence[str], row: tuple[int, ...]) -> Details:
    """The details of a row of the journal."""
    verb, _, card, source, target, _, cause, _, _, host, _ = row
    if verb not in WITH_DETAILS:
        return Details(source, target, cause, host)
    if verb == V_IS_STOPPED:
        return Details(NONE, target, card, host, *(line_of(deck, source) if card >= 0 else ("", 0)))
    if verb == V_ROLLS:
        return Details(NONE, NONE, cause, host, rolled=source, sides=target)
    if verb == V_COUNTS:
        counter = deck.counters[source][0] if source >= 0 else ""
        change, total = target // CHANGE - CHANGE, target % CHANGE
        return Details(NONE, NONE, cause, host, counter=counter, change=change, total=total)
    if verb == V_SPENDS:
        return Details(NONE, target, cause, host, counter="plays", change=-source)
    if verb == V_FLIPS:
        return Details(NONE, target, cause, source)
    if verb == V_PUTS_BACK:
        return Details(source, target, cause, NONE, answer=_depth(host))
    if verb == V_IS_HELD_UP:
        return Details(source, target, cause, NONE, answer=EVENTS[host])
    answer = "" if card >= 0 else option_of(deck, names, 0, source).text if source >= 0 else "nothing"
    return Details(NONE, target, cause, host, answer=answer)


# Verbs whose rows say something by other fields than their own; those of all others say what is in them.
WITH_DETAILS: Final = frozenset(
    (V_IS_STOPPED, V_ROLLS, V_COUNTS, V_SPENDS, V_FLIPS, V_PUTS_BACK, V_IS_HELD_UP, V_ANSWERS, V_DISCLOSES)
)


def event_of(
    deck: Deck, names: Sequence[str], number: int, row: tuple[int, ...], *, told_to: int | None = None
) -> Event:
    """A row of the journal as an event, with everything that happened; or as the seat `told_to` may know it."""
    return events_of(deck, names, (row,), number, told_to=told_to)[0]


def events_of(
    deck: Deck, names: Sequence[str], rows: Sequence[tuple[int, ...]], first: int = 0, *, told_to: int | None = None
) -> tuple[Event, ...]:
    """Rows of the journal as events, of which the first has that number.

    Whoever asks for events reads what happened to which card of most of them, and the rest of few: that is made late.
    """
    found, titles, names = [], deck.titles, tuple(names)
    for number, row in enumerate(rows, first):
        event = _new(Event)
        verb, seat, card, _, _, _, _, seen, _, _, decision = row
        _put_number(event, number)
        _put_decision(event, decision)
        _put_what(event, MOVES[verb])
        _put_seat(event, names[seat] if seat >= 0 else "")
        _put_card(event, titles[card] if card >= 0 and (told_to is None or seen >> told_to & 1) else "")
        put_later(event, (deck, names, row, told_to))
        found.append(event)
    return tuple(found)


def _later(deck: Deck, names: tuple[str, ...], row: tuple[int, ...], told_to: int | None) -> tuple[Any, ...]:
    """The other fields of an event, in their order."""
    _, _, card, _, _, clause, _, seen, other, _, _ = row
    source, target, cause, host, *rest = details_of(deck, names, row)
    titles, (origin, came_from), (destination, went_to) = deck.titles, _place(source, names), _place(target, names)
    return (
        *(came_from, went_to),
        titles[cause] if cause >= 0 else "",
        CLAUSES[clause],
        () if told_to is not None else _who(names, seen if card >= 0 else ~0),
        *(origin, destination),
        names[other] if other >= 0 else "",
        titles[host] if host >= 0 else "",
        *rest,
    )


@lru_cache(maxsize=1 << 12)
def _place(zone: int, names: tuple[str, ...]) -> tuple[Place | None, str]:
    """A place, and its text: thousands of events share a few of them."""
    place = place_at(zone, names)
    return place, "" if place is None else str(place)


@lru_cache(maxsize=1 << 10)
def _who(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """The names of the seats whose bits are set."""
    return tuple([name for place, name in enumerate(names) if seats >> place & 1])


def _depth(above: int) -> str:
    """Where in the draw pile a card lies that has so many cards above it."""
    if above >= SOMEWHERE:
        return "random"
    return "top" if above <= TOP else "bottom" if above >= BOTTOM else str(above)


def line_of(deck: Deck, pc: int) -> tuple[str, int]:
    """The file and line of an instruction; of one behind the last of its program, those of that last one."""
    file, line, _ = deck.lines.get(pc) or deck.lines.get(pc - 1) or ("", 0, "")
    return file, line


def redact(event: Event, seat: str) -> Event:
    """The event as a seat may know it."""
    hidden = bool(event.card) and seat not in event.seen_by
    return replace(event, card="" if hidden else event.card, seen_by=())
