"""What one seat may see, built field by field: what is not named here is not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import F_ASIDE, F_CARD, F_SEAT, FRAME, GOING, Sheet, Table
from changeling.engine.machine.counts import doom_of
from changeling.engine.machine.zones import on_table
from changeling.engine.seen.decision import Decision, decision_of
from changeling.engine.seen.worlds import as_seen, imagine
from changeling.engine.seen.zone_cards import cards_in as cards_in
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat, and which cards of its hand the viewer happens to know."""

    name: str
    hand: int
    keepers: tuple[str, ...]
    creepers: tuple[str, ...]
    known: tuple[str, ...]
    aside: int
    face_down: int
    doom: int


@dataclass(frozen=True, slots=True)
class View:
    """A table as one seat sees it. Titles of cards throughout; piles top first, rules and Goals oldest first."""

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
    hand: tuple[str, ...]
    aside: tuple[str, ...]
    seats: tuple[SeatView, ...]
    rules: tuple[str, ...]
    goals: tuple[str, ...]
    meta: tuple[str, ...]
    discard: tuple[str, ...]
    pile: int
    playing: tuple[str, ...]
    used: tuple[tuple[str, int], ...]  # the cards in play whose free actions were used this turn, and how often
    attached: tuple[tuple[str, str], ...]  # Creeper and the Keeper that it is attached to
    sealed: tuple[tuple[str, str], ...]  # what lies face down, and under which card; everybody saw it go there
    asked: str  # who is asked; nobody else learns who is asked in a Surprise window
    decision: Decision | None
    over: bool
    winner: str | None
    _seen: tuple[Sheet, Table] | None = field(default=None, compare=False, repr=False)

    def look(self, name: str) -> SeatView:
        """What is seen of a seat by its name."""
        return next(seat for seat in self.seats if seat.name == name)

    def imagine(self, seed: int) -> Table:
        """A table that might be the true one: what the seat does not know is dealt by chance, from the seed.

        Tables that the seat cannot tell apart give the same. Only the seat that is asked can imagine.
        """
        if self._seen is None:
            raise ChangelingError(f"{self.seat} is not asked; a table is imagined from the view of the seat that is")
        return imagine(*self._seen, seed=seed)


def titles(deck: Deck, t: Table, zone: int) -> tuple[str, ...]:
    """The titles of the cards of a zone, in order."""
    return tuple(deck.cards[card].title for card in cards_in(t, zone))


def asides_of(t: Table, seat: int) -> list[int]:
    """The cards that a seat's programs have set aside, outermost first."""
    zones = [
        t.stack[base + F_ASIDE]
        for base in range(0, t.frames * FRAME, FRAME)
        if t.stack[base + F_SEAT] == seat and t.stack[base + F_ASIDE] != w.NONE
    ]
    return [card for zone in zones for card in cards_in(t, zone)]


def view_of(deck: Deck, t: Table, names: Sequence[str], seat: int, *, sheet: Sheet | None = None) -> View:
    """The table as a seat may see it; with the deck's sheet the asked seat can imagine the rest."""
    row = t.turn * w.N_STATICS
    decision = decision_of(deck, t, names)
    return View(
        seat=names[seat],
        deck=deck,
        turn=names[t.turn],
        turns=t.turns,
        drawn=t.drawn,
        played=t.played,
        draws=t.force[row + w.DRAWS],
        plays=t.force[row + w.PLAYS],
        optional_plays=t.force[row + w.OPTIONAL_PLAYS],
        hand_limit=_limit(t.force[seat * w.N_STATICS + w.HAND_LIMIT]),
        keeper_limit=_limit(t.force[seat * w.N_STATICS + w.KEEPER_LIMIT]),
        goals_allowed=t.force[row + w.GOALS_ALLOWED],
        inflation=t.inflation,
        hand=titles(deck, t, w.HAND + seat),
        aside=tuple(deck.cards[card].title for card in asides_of(t, seat)),
        seats=tuple(_seat_view(deck, t, names, other, seat) for other in range(t.seats)),
        rules=titles(deck, t, w.RULES),
        goals=titles(deck, t, w.GOALS),
        meta=titles(deck, t, w.METAS),
        discard=titles(deck, t, w.DISCARD),
        pile=t.size[w.PILE],
        playing=titles(deck, t, w.BEING_PLAYED),
        used=tuple(
            (deck.cards[hook.card].title, t.used[place])
            for place, hook in enumerate(deck.frees)
            if t.used[place] and on_table(t, hook.card)
        ),
        attached=_on(deck, t, sealed=False),
        sealed=_on(deck, t, sealed=True),
        asked=names[t.asked] if t.asked != w.NONE and (t.prompt != w.SURPRISE_WINDOW or t.asked == seat) else "",
        decision=decision if t.asked == seat else None,
        over=t.outcome != GOING,
        winner=names[t.winner] if t.winner != w.NONE else None,
        _seen=(sheet, as_seen(sheet, t)) if sheet is not None and t.asked == seat else None,
    )


def _seat_view(deck: Deck, t: Table, names: Sequence[str], seat: int, viewer: int) -> SeatView:
    known = [card for card in cards_in(t, w.HAND + seat) if t.known[card] >> viewer & 1] if seat != viewer else []
    return SeatView(
        name=names[seat],
        hand=t.size[w.HAND + seat],
        keepers=titles(deck, t, w.KEEPERS + seat),
        creepers=titles(deck, t, w.CREEPERS + seat),
        known=tuple(sorted(deck.cards[card].title for card in known)),
        aside=len(asides_of(t, seat)),
        face_down=t.size[w.DOWN + seat],
        doom=doom_of(sheet_for(deck), t, seat),
    )


def _on(deck: Deck, t: Table, *, sealed: bool) -> tuple[tuple[str, str], ...]:
    """The pairs of cards of which one lies on, or face down under, the other."""
    if t.attached == 0:
        return ()
    return tuple(
        (card.title, deck.cards[t.host[card.id]].title)
        for card in deck.cards
        if t.host[card.id] != w.NONE and (t.place[card.id] == w.SEALED) == sealed
    )


def _limit(number: int) -> int | None:
    return None if number >= w.ALL else number


def cause_of(deck: Deck, t: Table) -> str:
    """The title of the card whose program is waiting, or nothing."""
    card = t.stack[(t.frames - 1) * FRAME + F_CARD] if t.frames else w.NONE
    return deck.cards[card].title if card >= 0 else ""
