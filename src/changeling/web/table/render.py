"""What is sent of a game: what everybody sees, built without any seat in mind, and what one seat sees besides.

The public part is made once for each state of the table and shared by all clients.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.zones import on_table
from changeling.engine.seen.decision import Decision
from changeling.engine.seen.events import event_of
from changeling.engine.seen.view import asides_of, cards_in
from changeling.play.game import Game
from changeling.web.wire.values import EventInfo, OptionInfo, Own, Public, PublicSeat, Question

WINDOW = "answer with a Surprise"
EVERYBODY = (1 << w.MAX_SEATS) - 1
Telling = tuple[int, EventInfo, EventInfo]  # who may know the card, by bits; the event with it, and without


class Scenes:
    """The scenes of the games of one deck; the titles of its cards are looked up once."""

    __slots__ = ("_dooms", "_titles", "deck")

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._titles = [card.title for card in deck.cards]
        self._dooms = [card.marks.count("doom") - card.marks.count("anti_doom") for card in deck.cards]

    def public(self, game: Game) -> Public:
        """What everybody sees."""
        t, names = game.table, game.seats
        row = t.turn * w.N_STATICS
        window = in_window(t)
        return Public(
            turn=names[t.turn],
            turns=t.turns,
            drawn=t.drawn,
            played=t.played,
            draws=_limit(t.force[row + w.DRAWS]),
            plays=_limit(t.force[row + w.PLAYS]),
            optional_plays=_limit(t.force[row + w.OPTIONAL_PLAYS]),
            goals_allowed=t.force[row + w.GOALS_ALLOWED],
            inflation=t.inflation,
            seats=[self._seat(t, names[seat], seat) for seat in range(t.seats)],
            rules=self.titles(t, w.RULES),
            goals=self.titles(t, w.GOALS),
            meta=self.titles(t, w.METAS),
            discard=self.titles(t, w.DISCARD),
            pile=t.size[w.PILE],
            playing=self.titles(t, w.BEING_PLAYED),
            used=[
                (self._titles[hook.card], t.used[place])
                for place, hook in enumerate(self.deck.frees)
                if t.used[place] and on_table(t, hook.card)
            ],
            attached=self._on(t, sealed=False),
            sealed=self._on(t, sealed=True),
            asked=names[t.asked] if t.asked != w.NONE and not window else "",
            window=window,
            over=t.outcome != GOING,
            winner=game.winner,
        )

    def own(self, game: Game, seat: int) -> Own:
        """What only one seat sees."""
        t, names = game.table, game.seats
        known = {}
        for other in range(t.seats):
            if other != seat:
                cards = [self._titles[c] for c in cards_in(t, w.HAND + other) if t.known[c] >> seat & 1]
                if cards:
                    known[names[other]] = sorted(cards)
        aside = [self._titles[card] for card in asides_of(t, seat)]
        return Own(names[seat], self.titles(t, w.HAND + seat), aside, known)

    def titles(self, t: Table, zone: int) -> list[str]:
        """The titles of the cards of a zone, in order."""
        found = []
        card, after, titles = t.head[zone], t.next, self._titles
        while card != w.NONE:
            found.append(titles[card])
            card = after[card]
        return found

    def _seat(self, t: Table, name: str, seat: int) -> PublicSeat:
        fronts = [*cards_in(t, w.KEEPERS + seat), *cards_in(t, w.CREEPERS + seat)]
        row = seat * w.N_STATICS
        return PublicSeat(
            name=name,
            hand=t.size[w.HAND + seat],
            keepers=self.titles(t, w.KEEPERS + seat),
            creepers=self.titles(t, w.CREEPERS + seat),
            aside=len(asides_of(t, seat)) if t.asides else 0,
            face_down=t.size[w.DOWN + seat],
            doom=sum(self._dooms[card] for card in fronts),
            hand_limit=_limit(t.force[row + w.HAND_LIMIT]),
            keeper_limit=_limit(t.force[row + w.KEEPER_LIMIT]),
        )

    def _on(self, t: Table, *, sealed: bool) -> list[tuple[str, str]]:
        """The pairs of cards of which one lies on, or face down under, the other."""
        if t.attached == 0:
            return []
        return [
            (title, self._titles[t.host[card]])
            for card, title in enumerate(self._titles)
            if t.host[card] != w.NONE and (t.place[card] == w.SEALED) == sealed
        ]


def in_window(t: Table) -> bool:
    """Whether what is asked is a Surprise window."""
    return t.asked != w.NONE and t.prompt == w.SURPRISE_WINDOW


def _limit(number: int) -> int | None:
    return None if number >= w.ALL else number


def question_of(decision: Decision, made: int, *, seconds: float | None = None) -> Question:
    """A question as it is put to a seat, under an id."""
    options = [OptionInfo(o.code, o.text, o.sort, o.value) for o in decision.options]
    window = decision.about == WINDOW
    return Question(made, decision.ask, decision.because, decision.about, options, window, seconds)


def events_of(game: Game, since: int, seat: int | None, *, everything: bool = False) -> list[EventInfo]:
    """What happened from event number `since` on, as a seat may know it; with no seat, as everybody may."""
    told = tellings(game, since)
    return [event for _, event, _ in told] if everything else [telling_to(one, seat, game) for one in told]


def tellings(game: Game, since: int) -> list[Telling]:
    """What happened from event number `since` on, in both forms, with the seats that may hear the first."""
    journal: Sequence[tuple[int, ...]] = game.table.journal or ()
    found = []
    for number in range(since, len(journal)):
        row = journal[number]
        event = _event(game.deck, game.seats, number, row)
        found.append((row[7] if row[2] >= 0 else EVERYBODY, event, replace(event, card="") if event.card else event))
    return found


def telling_to(telling: Telling, seat: int | None, game: Game) -> EventInfo:
    """The form that a seat may hear; with no seat, what every player may."""
    seen, event, hidden = telling
    wanted = (1 << game.table.seats) - 1 if seat is None else 1 << seat
    return event if seen & wanted == wanted else hidden


def _event(deck: Deck, names: Sequence[str], number: int, row: tuple[int, ...]) -> EventInfo:
    event = event_of(deck, names, number, row)
    return EventInfo(
        number, event.what, event.seat, event.card, event.source, event.target, event.because, event.clause
    )
