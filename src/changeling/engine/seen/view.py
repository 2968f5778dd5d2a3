"""What one seat may see: what is public, its own cards, and its question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.seen.as_arrays import observation_of
from changeling.engine.seen.late import Late, put_later
from changeling.engine.seen.places import asides_of, cards_in, titles
from changeling.engine.seen.projection import OwnCards, PublicSeat, PublicTable, own_cards, public_table
from changeling.engine.seen.questions.decision import Decision, decision_of
from changeling.engine.seen.standing import Standing
from changeling.engine.seen.worlds import imagine
from changeling.errors import ChangelingError
from changeling.whole import whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SeatView", "View", "asides_of", "cards_in", "late_view", "titles", "view_of"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat, and which cards of its hand the viewer happens to know; of the viewer's own seat,
    which of the cards that lie face down in front of it."""

    name: str
    hand: int
    keepers: tuple[str, ...]
    creepers: tuple[str, ...]
    known: tuple[str, ...]
    aside: int
    face_down: int
    doom: int
    misses: int  # how many of its next turns it misses
    counters: tuple[tuple[str, int], ...] = ()
    out: bool = False


@dataclass(frozen=True, slots=True)
class View(Late):
    """A table as one seat sees it. Titles of cards throughout; piles top first, rules and Goals oldest first.

    What is public is described at `engine.seen.projection.PublicTable`. Limits are the viewer's own, None where there
    is none.
    """

    seat: str
    deck: Deck
    turn: str
    turns: int
    drawn: int
    played: int
    draws: int
    plays: int
    optional_plays: int
    hand_limit: int | None
    keeper_limit: int | None
    goals_allowed: int
    inflation: int
    backwards: bool  # the turn passes against the clock
    hand: tuple[str, ...]
    aside: tuple[str, ...]
    seats: tuple[SeatView, ...]
    rules: tuple[str, ...]
    goals: tuple[str, ...]
    meta: tuple[str, ...]
    discard: tuple[str, ...]
    pile: int
    pile_known: tuple[tuple[int, str], ...]  # the cards of the draw pile that the viewer knows, and how many lie above
    playing: tuple[str, ...]
    used: tuple[tuple[str, int], ...]
    attached: tuple[tuple[str, str], ...]
    sealed: tuple[tuple[str, str], ...]
    asked: str  # nobody but the asked seat itself learns who is asked in a Surprise window
    decision: Decision | None
    over: bool
    winner: str | None
    kept: int = 0  # of all cards to play, how many are kept
    tokens: tuple[tuple[str, int], ...] = ()
    chosen: tuple[str, ...] = ()  # who has chosen in secret what is not shown yet
    remembered: tuple[tuple[str, str], ...] = ()  # the cards that remember something, each with a player or a card
    winners: tuple[str, ...] = ()  # all who have won together, `winner` first
    _standing: Standing | None = field(default=None, compare=False, repr=False)

    def _make(self, *given: Any) -> None:
        """All that is seen of the table."""
        standing, names, seat = given
        own = own_cards(self.deck, standing.table(), names, seat)
        _fill(self, standing.public(self.deck, names), own, seat)

    def look(self, name: str) -> SeatView:
        """What is seen of a seat by its name."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise ChangelingError(f"'{name}' is not a seat; the seats are {', '.join(seat.name for seat in self.seats)}")

    def observation(self) -> NDArray[np.uint8]:
        """What the seat sees, as bytes: those of `Batch` and environments. Needs NumPy; for the seat that is asked."""
        if self._standing is None:
            raise ChangelingError(f"{self.seat} is not asked; an observation is made of the view of the seat that is")
        table = self._standing.seen()
        return observation_of(self.deck, table, table.asked)

    def imagine(self, seed: int) -> Table:
        """A table that might be the true one: what the seat does not know is dealt by chance, from the seed.

        Tables that the seat cannot tell apart give the same. Only the seat that is asked can imagine.
        """
        if self._standing is None:
            raise ChangelingError(f"{self.seat} is not asked; a table is imagined from the view of the seat that is")
        return imagine(self._standing.sheet, self._standing.seen(), seed=whole("seed", seed))


# Fields that a view shows exactly as they are public; the others are named in `_fill`, and those of `_begun` are there
# at once. They are set one by one: to call what makes a frozen dataclass takes three times as long.
_AS_PUBLIC: Final = tuple(one.name for one in fields(PublicTable) if one.name not in ("seats", "asked", "window"))
_AT_ONCE: Final = ("seat", "deck", "decision", "_standing")
_OWN: Final = tuple(one.name for one in fields(View) if one.name not in (*_AS_PUBLIC, *_AT_ONCE))
_SEAT_AS_PUBLIC: Final = tuple(one.name for one in fields(SeatView) if one.name != "known")
_public_fields, _seat_fields = attrgetter(*_AS_PUBLIC), attrgetter(*_SEAT_AS_PUBLIC)
_PUT_PUBLIC: Final = tuple(View.__dict__[name].__set__ for name in _AS_PUBLIC)
_PUT_AT_ONCE: Final = tuple(View.__dict__[name].__set__ for name in _AT_ONCE)
_PUT_OWN: Final = tuple((name, View.__dict__[name].__set__) for name in _OWN)
_PUT_SEAT: Final = tuple(SeatView.__dict__[name].__set__ for name in _SEAT_AS_PUBLIC)
_put_known: Final = SeatView.__dict__["known"].__set__
_new: Final = object.__new__


def view_of(
    deck: Deck,
    t: Table,
    names: Sequence[str],
    seat: int,
    *,
    standing: Standing | None = None,
    decision: Decision | None = None,
) -> View:
    """The table as a seat may see it. The asked seat can imagine the rest from `standing`, where that is given;
    `decision` is the pending one, where the caller has it already."""
    asked = t.asked == seat
    decision = (decision or decision_of(deck, t, names)) if asked else None
    view = _begun(deck, names[seat], decision, standing if asked else None)
    _fill(view, public_table(deck, t, names), own_cards(deck, t, names, seat), seat)
    put_later(view, None)
    return view


def late_view(deck: Deck, standing: Standing, names: Sequence[str], seat: int, decision: Decision | None) -> View:
    """The table of a moment as a seat may see it. It is looked at when somebody reads more than the question; before
    the table changes, `Standing.part` has to be called. `decision` is the question to this very seat."""
    view = _begun(deck, names[seat], decision, standing if decision is not None else None)
    put_later(view, (standing, tuple(names), seat))
    return view


def _begun(deck: Deck, name: str, decision: Decision | None, standing: Standing | None) -> View:
    """A view that has what is there before the table is looked at."""
    view = _new(View)
    for put, value in zip(_PUT_AT_ONCE, (name, deck, decision, standing), strict=True):
        put(view, value)
    return view


def _fill(view: View, public: PublicTable, own: OwnCards, seat: int) -> None:
    """Set all other fields of a view."""
    mine = public.seats[seat]
    for put, value in zip(_PUT_PUBLIC, _public_fields(public), strict=True):
        put(view, value)
    shown = {
        "hand_limit": mine.hand_limit,
        "keeper_limit": mine.keeper_limit,
        "hand": own.hand,
        "aside": own.aside,
        "seats": tuple([_seat_view(one, own) for one in public.seats]),
        "pile_known": own.pile_known,
        "asked": public.asked if view.decision is None else view.seat,
    }
    for name, put in _PUT_OWN:
        put(view, shown[name])


def _seat_view(public: PublicSeat, own: OwnCards) -> SeatView:
    seat = _new(SeatView)
    for put, value in zip(_PUT_SEAT, _seat_fields(public), strict=True):
        put(seat, value)
    _put_known(seat, own.known.get(public.name, ()))
    return seat
