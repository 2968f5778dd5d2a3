"""What nodes tell each other. Nothing of it has to arrive: the store is the truth, and is read where a part is missing.

`Wrote` comes from the transaction that it tells of. Everything else is of the moment.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from changeling.web.storage.documents import Row
from changeling.web.wire.values import Said, SeatRequest, WindowHabit

LONGEST = 7900  # bytes of a notice; PostgreSQL takes less than 8,000


class Wrote(Struct, frozen=True, tag="wrote", array_like=True):
    """A table was changed: it has this version and game now, and these rows and this line of the chat are new.

    `whole` says that this is all: who has everything before it need not read the store.
    """

    table: str
    version: int
    game: str
    rows: list[Row]
    said: Said | None
    whole: bool


class Presence(Struct, frozen=True, tag="presence", array_like=True):
    """Who is at a table by way of one node, from now on: seats by the hash of their token, with the browsers of each.

    `habits` are those that were said there; `requests` those who wait for the host's word. `coming` are about to sit
    down, `screens` show the table to a room.
    """

    table: str
    seats: dict[str, list[str]]
    watching: int
    habits: dict[str, WindowHabit]
    requests: list[SeatRequest]
    coming: int = 0
    screens: int = 0

    @property
    def anybody(self) -> bool:
        """Whether there is anybody."""
        return bool(self.seats or self.watching or self.screens)


class Ask(Struct, frozen=True, tag="ask", array_like=True):
    """A node has opened a table, or, with no name, has just come: who knows something of the moment says it again."""

    table: str


class Meant(Struct, frozen=True, tag="meant", array_like=True):
    """A person has answered a question of a Surprise window: whoever drives the table closes it."""

    table: str
    question: int
    place: int
    option: int


class Held(Struct, frozen=True, tag="held", array_like=True):
    """A person wants more time in a Surprise window."""

    table: str
    question: int
    place: int


class News(Struct, frozen=True, tag="news", array_like=True):
    """A message for everybody at a table that is not kept, as JSON."""

    table: str
    message: str


class Admitted(Struct, frozen=True, tag="admitted", array_like=True):
    """The host has answered somebody who is connected to another node."""

    table: str
    request: int
    accept: bool


class Alive(Struct, frozen=True, tag="alive", array_like=True):
    """Nothing but that a node runs."""


Notice = Wrote | Presence | Ask | Meant | Held | News | Admitted | Alive
_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Notice] = msgspec.json.Decoder(Notice)


def written(node: str, notice: Notice) -> str:
    """A notice as it is sent: the node first, so that one's own need not be read."""
    text = node + _encode(notice).decode()
    if len(text.encode()) <= LONGEST:
        return text
    if isinstance(notice, Wrote):
        return written(node, Wrote(notice.table, notice.version, notice.game, [], None, False))
    if isinstance(notice, Presence):  # only browsers can be so many
        few: dict[str, list[str]] = {token: [] for token in notice.seats}
        return written(node, msgspec.structs.replace(notice, seats=few))
    raise ValueError(f"a notice of {len(text):,} characters is too long")


def read(text: str) -> Notice:
    """A notice. Raises ValueError for what is none, as from another version."""
    return _decoder.decode(text)
