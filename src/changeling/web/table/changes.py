"""What happens to a table, as values: made by commands and the game loop, stored and published by the live table.

Several of them are made for every answer, so they are structs of msgspec, which are made faster than dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field

from changeling.cards.deck import Deck
from changeling.web.nodes.notices import Notice
from changeling.web.storage.documents import GameDocument, Row, TableDocument
from changeling.web.storage.store import Statement
from changeling.web.table.clients import Client
from changeling.web.wire.messages import FromServer, Sit
from changeling.web.wire.values import Said, WindowHabit

Show = Literal["nothing", "lobby", "everything"]
Places = Mapping[Client, int | None]
NO_PLACES: Places = MappingProxyType({})
NO_HABITS: Mapping[int, WindowHabit] = MappingProxyType({})


class Moment(Struct, frozen=True):
    """What the game loop needs to know of its table: the time, the document, the places that bots play now, and by
    place how people want to be asked in windows, where they have said so since the document was written."""

    now: float
    document: TableDocument
    bots: frozenset[int]
    habits: Mapping[int, WindowHabit] = field(default_factory=lambda: NO_HABITS)

    def habit(self, place: int) -> WindowHabit:
        """How a place wants to be asked in windows."""
        return self.habits.get(place, self.document.seats[place].windows)


class Receipt(Struct, frozen=True):
    """An answer whose client waits to hear what became of it. `question` is the id that the client answered."""

    client: Client
    question: int
    option: int


class Advance(Struct, frozen=True, kw_only=True):
    """How a game went on.

    `accepted` are answers that took effect, `overtaken` those that cannot any more, `noted` one that waits in a window.
    `first_event` is the number of the first event that is new, `window_changed` says that a window opened, closed,
    or stays open for longer.
    `late` are the names of silent players for whom a bot has answered.
    """

    rows: tuple[Row, ...] = ()
    accepted: tuple[Receipt, ...] = ()
    overtaken: tuple[Receipt, ...] = ()
    noted: Receipt | None = None
    first_event: int | None = None
    window_changed: bool = False
    late: tuple[str, ...] = ()

    def then(self, later: Advance) -> Advance:
        """This and what came after it, as one. A noted answer is forgotten when its window has closed meanwhile."""
        if later is NOTHING_YET:
            return self
        if self is NOTHING_YET and later.noted is None:
            return later
        return Advance(
            rows=self.rows + later.rows,
            accepted=self.accepted + later.accepted,
            overtaken=self.overtaken + later.overtaken,
            noted=None if later.window_changed else later.noted or self.noted,
            first_event=later.first_event if self.first_event is None else self.first_event,
            window_changed=self.window_changed or later.window_changed,
            late=self.late + later.late,
        )


NOTHING_YET = Advance()  # the game may go on by itself, and nothing was done to it so far


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody who waits for the host's word. Nothing of it is stored: it ends with the connection."""

    number: int
    client: Client
    sit: Sit


class Change(Struct, frozen=True, kw_only=True):
    """What a command does to its table. All of it is stored in one transaction, and visible only after that.

    What is left out stays as it is. `advance` is what the command did to the game; with None the game is not concerned,
    with NOTHING_YET it goes on by itself where it can.
    """

    document: TableDocument | None = None  # the table from now on
    deck: Deck | None = None  # the cards of the table from now on
    begins: GameDocument | None = None  # a game that begins
    advance: Advance | None = None
    statements: tuple[Statement, ...] = ()  # stored besides the document and the rows
    said: Said | None = None  # a line of the chat
    places: Places = field(default_factory=lambda: NO_PLACES)  # clients who get a seat, another seat, or none
    requests: tuple[Request, ...] | None = None  # who waits for the host's word from now on
    replies: tuple[tuple[Client, FromServer], ...] = ()  # to single clients
    news: tuple[FromServer, ...] = ()  # to every client
    show: Show = "nothing"  # what every client is sent besides
    state_to: Client | None = None  # a client that is sent the whole state as it is after the change
    moment: Moment | None = None  # as the command found the table, where only the game goes on by it
    closes: tuple[Client, ...] = ()  # clients that are disconnected after what they are sent
    notices: tuple[Notice, ...] = ()  # to other nodes, of what is only of the moment


NO_CHANGE = Change()
