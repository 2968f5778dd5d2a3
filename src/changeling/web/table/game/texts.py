"""What is sent of a game, written as JSON straight from the table: to the byte what the values that `render` makes
would be, without making them.

The form of each comes from its type. What many messages share is made once, for a deck or for the players of a game.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from msgspec.json import Encoder
from msgspec.structs import replace

from changeling.cards.deck import Deck
from changeling.cards.recent import RecentSayings
from changeling.engine.machine.journal import CLAUSES, MOVES
from changeling.engine.seen.events import WITH_DETAILS
from changeling.engine.seen.projection import finite, hands_of, only_hands, own_of, public_table
from changeling.play.game import Game
from changeling.web.table.game.render import ALL, Telling, event_of, hearing, place_of
from changeling.web.wire.forms import form_of
from changeling.web.wire.values import EventInfo, Own

_encode = Encoder().encode
_EVENT: Final = form_of(
    EventInfo,
    *("number", "what", "seat", "card", "source", "target", "because", "clause"),
    *("origin", "destination", "other", "host"),
)
_OWN: Final = form_of(Own, "seat", "hand", aside=[], known={}, pile_known=[])
_MOVES: Final = tuple([_encode(move) for move in MOVES])
_CLAUSES: Final = tuple([_encode(clause) for clause in CLAUSES])
_NO_TEXT: Final = _encode("")


class GameTexts:
    """What is sent of a game of these players."""

    __slots__ = ("_deck", "_hands", "_names", "_places", "_seats", "_titles")

    def __init__(self, deck: Deck, seats: tuple[str, ...]) -> None:
        self._deck, self._seats = deck, seats
        self._titles = _titles.of(deck, lambda: [_encode(title) for title in deck.titles])
        self._names = [_encode(seat) for seat in seats]
        self._places: dict[int, tuple[bytes, bytes]] = {}  # by zone: the place as text, and as a place
        # By seat: the cards that it holds, and how it is shown them.
        self._hands: dict[int, tuple[list[int], bytes]] = {}

    def fit(self, game: Game) -> bool:
        """Whether a game is of these players and this deck."""
        return self._deck is game.deck and self._seats == game.seats

    def public(self, game: Game) -> bytes:
        """The JSON of `Scenes.public`."""
        table: Any = public_table(self._deck, game.standing, self._seats)
        table.draws, table.plays = finite(table.draws), finite(table.plays)
        table.optional_plays = finite(table.optional_plays)
        return _encode(table)

    # --- what one seat sees -------------------------------------------------------------------------------------------
    def own(self, game: Game, places: Collection[int]) -> dict[int, bytes]:
        """The JSON of `Scenes.own` for these seats. Who sees nothing but the hand, and holds the same cards as at the
        last look, is shown the same."""
        table, found = game.standing, {}
        hands = hands_of(table)
        plain = only_hands(table, hands)
        for place in places:
            if not plain >> place & 1:
                found[place] = _encode(own_of(self._deck, table, self._seats, place, hands))
                continue
            cards, before = hands[place][0], self._hands.get(place)
            if before is None or before[0] != cards:
                before = self._hands[place] = cards, self._hand(place, cards)
            found[place] = before[1]
        return found

    def _hand(self, place: int, cards: list[int]) -> bytes:
        titles = self._titles
        return _OWN % (self._names[place], b"[%b]" % b",".join([titles[card] for card in cards]))

    # --- what happened ------------------------------------------------------------------------------------------------
    def tellings(self, game: Game, since: int) -> list[Telling[bytes]]:
        """The JSON of `render.tellings`."""
        seats = game.standing.seats
        return [
            self._telling(number, row, hearing(row, seats)) for number, row in enumerate(game.journal[since:], since)
        ]

    def _telling(self, number: int, row: tuple[int, ...], seen: int) -> Telling[bytes]:
        verb, seat, card, source, target, clause, cause, _, other, host, _ = row
        if verb in WITH_DETAILS:
            event = event_of(self._deck, self._seats, number, row)
            text = _encode(event)
            return seen, text, text if seen == ALL else _encode(replace(event, card=""))
        titles, names = self._titles, self._names
        came_from, origin = self._place(source)
        went_to, destination = self._place(target)
        before = number, _MOVES[verb], names[seat] if seat >= 0 else _NO_TEXT
        behind = (
            came_from,
            went_to,
            titles[cause] if cause >= 0 else _NO_TEXT,
            _CLAUSES[clause],
            origin,
            destination,
            names[other] if other >= 0 else _NO_TEXT,
            titles[host] if host >= 0 else _NO_TEXT,
        )
        text = _EVENT % (*before, titles[card] if card >= 0 else _NO_TEXT, *behind)
        return seen, text, text if seen == ALL else _EVENT % (*before, _NO_TEXT, *behind)

    def _place(self, zone: int) -> tuple[bytes, bytes]:
        """A place as text, and as it is sent."""
        found = self._places.get(zone)
        if found is None:
            text, place = place_of(zone, self._seats)
            found = self._places[zone] = _encode(text), _encode(place)
        return found


_titles: RecentSayings[list[bytes]] = RecentSayings()  # by deck: of each card
