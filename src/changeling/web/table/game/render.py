"""What is sent of a game: what everybody sees, built without any seat in mind, and what one seat sees besides.

What may be shown is listed in `engine.seen.projection`; here it is put into the types of the wire. The public part is
made once for each state of the table and shared by all clients.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import convert
from msgspec.json import Encoder
from msgspec.structs import replace

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.journal import ROW_CARD, ROW_SEEN
from changeling.engine.layout import Table
from changeling.engine.machine.journal import CLAUSES, MOVES
from changeling.engine.seen.conditions.saying import players_in, text_of
from changeling.engine.seen.events import details_of
from changeling.engine.seen.late import make
from changeling.engine.seen.places import place_at
from changeling.engine.seen.places import titles as titles_in
from changeling.engine.seen.projection import (
    finite,
    own_cards,
    public_table,
    seen_from_outside,
)
from changeling.engine.seen.questions.decision import WINDOW, Decision, in_window
from changeling.engine.seen.reasons.progress import Progress, progress_of
from changeling.engine.seen.reasons.progress_key import Key, progress_key
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.sheet_cache import sheet_for
from changeling.play.game import Game
from changeling.web.wire.values import EventInfo, GoalPiece, GoalStanding, OptionInfo, Own, PlaceInfo, Public, Question

__all__ = [
    "EVERYBODY",
    "WINDOW",
    "Scenes",
    "StandingTexts",
    "Telling",
    "events_of",
    "heard_by",
    "in_window",
    "question_of",
    "standings_of",
    "tellings",
]

OUTSIDE = 1 << w.MAX_SEATS  # the bit of those who look on
MOST_STANDINGS = 150  # parts of how far everybody is that a table keeps as text: a Goal has one for each player
MOST_GOALS = 12  # in play, of which it is told how far everybody is
EVERYBODY = (1 << w.MAX_SEATS) - 1
ALL = EVERYBODY | OUTSIDE
Form = TypeVar("Form")
_encode = Encoder().encode
Telling = tuple[int, Form, Form]  # who may know the card, by bits; the event with it, and without


class Scenes:
    """The scenes of the games of one deck."""

    __slots__ = ("deck",)

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def public(self, game: Game) -> Public:
        """What everybody sees."""
        table = public_table(self.deck, game.standing, game.seats)
        return replace(
            convert(table, Public, from_attributes=True),
            draws=finite(table.draws),
            plays=finite(table.plays),
            optional_plays=finite(table.optional_plays),
        )

    def own(self, game: Game, seat: int) -> Own:
        """What only one seat sees."""
        return convert(own_cards(self.deck, game.standing, game.seats, seat), Own, from_attributes=True)

    def progress(self, game: Game) -> list[Progress]:
        """How far everybody is with the Goals in play; nothing where so many are that nobody would read it."""
        if len(titles_in(self.deck, game.standing, w.GOALS)) > MOST_GOALS:
            return []
        return list(progress_of(Inquiry(self.deck, sheet_for(self.deck), game.standing, game.seats)))

    def progress_key(self, game: Game) -> Key | None:
        """All that the progress is worked out from; None where that may be anything."""
        return progress_key(self.deck, sheet_for(self.deck), game.standing, game.seats)

    def titles(self, t: Table, zone: int) -> list[str]:
        """The titles of the cards of a zone, in order."""
        return list(titles_in(self.deck, t, zone))


def standings_of(progress: Sequence[Progress], me: str) -> list[GoalStanding]:
    """How far everybody is, in the words for one player; for who looks on, with nobody's name."""
    return [_standing_of(p, me) for p in progress]


def _standing_of(p: Progress, me: str) -> GoalStanding:
    pieces = [GoalPiece(one.name, one.card, one.forbidden) for one in p.pieces]
    return GoalStanding(p.goal, p.seat, p.have, p.need, p.met, text_of(p.lacks, me), pieces)


class StandingTexts:
    """The JSON of `standings_of`, made of its parts: after most answers that change something, one seat is nearer to a
    Goal, or further from it, and all others are as far as they were. Those whom a part does not speak of read the
    same."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        # By the identity of what is kept with it: whom it speaks of, and how it is told to them and to others.
        self._made: dict[int, tuple[Progress, set[str], dict[str, bytes]]] = {}

    def of(self, progress: Sequence[Progress], me: str) -> bytes:
        """How far everybody is, as one player is told."""
        made, texts = self._made, []
        if len(made) >= MOST_STANDINGS:
            made.clear()
        for p in progress:
            kept = made.get(id(p))
            if kept is None:
                kept = made[id(p)] = p, players_in(p.lacks), {}
            _, players, told = kept
            reader = me if me in players else ""
            text = told.get(reader)
            if text is None:
                text = told[reader] = _encode(_standing_of(p, reader))
            texts.append(text)
        return b"[%b]" % b",".join(texts)


def question_of(decision: Decision, made: int, *, seconds: float | None = None) -> Question:
    """A question as it is put to a seat, under an id."""
    make(decision)  # at once, as all of it is read
    return Question(
        id=made,
        ask=decision.ask,
        because=decision.because,
        about=decision.about,
        options=[OptionInfo(o.code, o.text, o.sort, o.value, o.meaning) for o in decision.options],
        window=decision.about == WINDOW,
        seconds=seconds,
        receiver=decision.receiver,
        card=decision.card,
        done=decision.done,
        deed=decision.deed,
    )


def events_of(game: Game, since: int, seat: int | None, *, everything: bool = False) -> list[EventInfo]:
    """What happened from event number `since` on, as a seat may know it; with no seat, as who looks on may."""
    told = tellings(game, since)
    return [event for _, event, _ in told] if everything else heard_by(told, seat)


def tellings(game: Game, since: int) -> list[Telling[EventInfo]]:
    """What happened from event number `since` on, in both forms, with the seats that may hear the first."""
    journal: Sequence[tuple[int, ...]] = game.journal
    deck, names, seats, found = game.deck, game.seats, game.standing.seats, []
    for number in range(since, len(journal)):
        row = journal[number]
        event, seen = event_of(deck, names, number, row), hearing(row, seats)
        found.append((seen, event, event if seen == ALL else replace(event, card="")))
    return found


def hearing(row: tuple[int, ...], seats: int) -> int:
    """Bits of the seats that may know which card a row of the journal is about, and of those who look on; all, where it
    is about none."""
    if row[ROW_CARD] < 0:
        return ALL
    return row[ROW_SEEN] | OUTSIDE if seen_from_outside(row, seats) else row[ROW_SEEN]


def heard_by(told: Iterable[Telling[Form]], seat: int | None) -> list[Form]:
    """The forms that a seat may hear; with no seat, what somebody sees who looks on."""
    bit = OUTSIDE if seat is None else 1 << seat
    return [event if seen & bit else hidden for seen, event, hidden in told]


def event_of(deck: Deck, names: tuple[str, ...], number: int, row: tuple[int, ...]) -> EventInfo:
    """A row of the journal as it is sent, with the card. Made straight from the row: every answer has several."""
    verb, seat, card, _, _, clause, _, _, other, _, _ = row
    details = details_of(deck, names, row)
    source, origin = place_of(details.source, names)
    target, destination = place_of(details.target, names)
    return EventInfo(
        number=number,
        what=MOVES[verb],
        seat=names[seat] if seat >= 0 else "",
        card=deck.titles[card] if card >= 0 else "",
        source=source,
        target=target,
        because=deck.titles[details.cause] if details.cause >= 0 else "",
        clause=CLAUSES[clause],
        origin=origin,
        destination=destination,
        other=names[other] if other >= 0 else "",
        host=deck.titles[details.host] if details.host >= 0 else "",
        line=details.line,
        rolled=details.rolled,
        sides=details.sides,
        answer=details.answer,
        counter=details.counter,
        change=details.change,
        total=details.total,
    )


@lru_cache(1 << 12)  # thousands of events of one game share a few places
def place_of(zone: int, names: tuple[str, ...]) -> tuple[str, PlaceInfo | None]:
    """A place as text, and as it is sent."""
    place = place_at(zone, names)
    return ("", None) if place is None else (str(place), PlaceInfo(place.zone, place.seat))
