"""The messages of a WebSocket, one type each, tagged by `type`.

The JSON Schema in docs/protocol.md and the page's types are made from these. What is not named here is never sent.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from changeling.web.wire.values import (
    NO_NULL,
    Arrangement,
    Ended,
    EventInfo,
    GoalStanding,
    Lobby,
    Own,
    Pause,
    PersonInfo,
    Prospect,
    Public,
    Question,
    Reaction,
    Said,
    SeatName,
    Speed,
    WindowHabit,
)

PROTOCOL = 1

Fingerprint = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32,64}$")]  # fewer could be guessed from their fingerprint
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Short = Annotated[str, Meta(max_length=200, pattern=NO_NULL)]


# --- from the client --------------------------------------------------------------------------------------------------
class Hello(Struct, tag="hello", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The first message. With a seat's token the client holds that seat; without one it looks on.

    `since` is the number of the first event that the client has not seen; the state then tells from there on.
    `browser` is a random text that the client keeps for this table: whoever says the same is the same person.
    `screen`: this client has no seat, and shows the table to a whole room.
    """

    protocol: int = PROTOCOL
    token: Annotated[str, Meta(max_length=100, pattern=NO_NULL)] = ""
    since: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    browser: Annotated[str, Meta(max_length=100, pattern=NO_NULL)] = ""
    screen: bool = False


class Approach(Struct, tag="approach", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Before the game: somebody without a seat is about to sit down, and types a name; `coming` false: not any more.

    When the game begins meanwhile, a free seat is kept for them: a bot plays it until they sit down there.
    """

    coming: bool = True


class Sit(Struct, tag="sit", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Take a free seat, or a bot's, and be called `name`. In a running game `place` null joins anew (SETUP-7).

    Where the host has to be asked first, the answer is `waiting`, and `seated` or an error comes later.
    """

    name: SeatName
    place: Annotated[int, Meta(ge=0, le=5)] | None = None
    person: PersonInfo | None = None


class Admit(Struct, tag="admit", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The host's answer to somebody who asks for a seat: the number of the request, and whether they may have it."""

    request: Number
    accept: bool


class Remove(Struct, tag="remove", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The host removes a player for good. The seat is the named bot's from then on; with no bot it is free.

    In a game a bot plays a free seat until the game is over.
    """

    place: Annotated[int, Meta(ge=0, le=5)]
    bot: Annotated[str, Meta(max_length=100, pattern=NO_NULL)] = ""


class Introduce(Struct, tag="introduce", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Before the game: another name, or what cards may want to know of a player."""

    name: SeatName | None = None
    person: PersonInfo | None = None


class Arrange(Struct, tag="arrange", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The host, before the game: change what is given, leave the rest."""

    change: Arrangement


class Agree(Struct, tag="agree", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The Meta Rules that this player agrees to, all of them; what is not named is not agreed to (any more)."""

    meta: Annotated[list[Short], Meta(max_length=20)]


class Commit(Struct, tag="commit", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Before the game: the fingerprint of this seat's nonce, which the client has drawn and keeps to itself so far."""

    commitment: Fingerprint


class Reveal(Struct, tag="reveal", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """At the start, when everybody's commitments are fixed: the nonce that this seat has committed to."""

    nonce: Nonce


class Start(Struct, tag="start", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The host begins the game. Open seats are left out; with one player alone that is refused.

    The game begins as soon as all who have committed to a nonce have revealed it; where nobody has, at once.
    """


class Answer(Struct, tag="answer", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The answer to a question: its id, and the code of one of its options."""

    question: Number
    option: Number


class Hold(Struct, tag="hold", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """More time to answer in a window. Everybody who is asked may say it, whatever they hold."""

    question: Number


class Habit(Struct, tag="habit", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """How this seat wants to be asked in windows."""

    windows: WindowHabit


class Pace(Struct, tag="pace", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """The host: how fast the bots play, from now on."""

    speed: Speed


class Foresee(Struct, tag="foresee", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Ask what each answer to a question that is put to this seat would lead to; the answer is `foreseen`."""

    question: Number


class Why(Struct, tag="why", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Ask why a number is what it is, a player has not won yet, or a card cannot be played. `seat` is whose number."""

    about: Short
    seat: SeatName | None = None


class Say(Struct, tag="say", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """A line for everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300, pattern=NO_NULL)]


class React(Struct, tag="react", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """A quick reaction; nothing is kept of it."""

    reaction: Reaction


class Undo(Struct, tag="undo", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Take back to one's own last choice. Only where all the other players are bots."""


class Leave(Struct, tag="leave", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Get up. Before the game the seat is free again; in a game a bot plays for it until `back`."""


class Back(Struct, tag="back", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Play for oneself again. A `hello` with the seat's token says the same."""


class Rematch(Struct, tag="rematch", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """After the game: the same table, the same seats and tokens, back in the lobby with a new shuffle to come."""


class Resync(Struct, tag="resync", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Send the whole state again."""

    since: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Ping(Struct, tag="ping", tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Check the connection; answered by `pong` with the same number."""

    number: Number = 0


FromClient = (
    Hello
    | Approach
    | Sit
    | Admit
    | Remove
    | Introduce
    | Arrange
    | Agree
    | Commit
    | Reveal
    | Start
    | Answer
    | Hold
    | Habit
    | Pace
    | Foresee
    | Why
    | Say
    | React
    | Undo
    | Leave
    | Back
    | Rematch
    | Resync
    | Ping
)


# --- from the server --------------------------------------------------------------------------------------------------
class Welcome(Struct, tag="welcome", tag_field="type", frozen=True):
    """The answer to `hello`; a `state` follows at once. `place` is null for those who look on.

    `stood_in` is the number of the first event of what a bot has played for this seat since its player last chose
    something; null where nothing was.
    """

    protocol: int
    version: str
    table: str
    place: int | None
    name: str
    host: bool
    windows: WindowHabit
    stood_in: int | None = None


class State(Struct, tag="state", tag_field="type", frozen=True):
    """Everything a client needs to show the table from nothing. `public` is null before the first game.

    `events` are the last ones, numbered; earlier ones than `events[0].number` happened too. `standings` say how far
    everybody is with the Goals in play.
    """

    seq: int
    lobby: Lobby
    public: Public | None
    own: Own | None
    question: Question | None
    pause: Pause | None
    events: list[EventInfo]
    chat: list[Said]
    ended: Ended | None
    standings: list[GoalStanding] = []


class Update(Struct, tag="update", tag_field="type", frozen=True):
    """The game went on: the whole view again, and what happened since the last update. Who is asked something is sent
    it at once, all others at most twenty times a second. `standings` are null where they are as this connection was
    told last, and where they were told less than a quarter of a second ago: then those that are so now follow, if they
    are others, as `standings` or with a later update."""

    seq: int
    public: Public
    own: Own | None
    question: Question | None
    pause: Pause | None
    events: list[EventInfo]
    standings: list[GoalStanding] | None


class Standings(Struct, tag="standings", tag_field="type", frozen=True):
    """How far everybody is with the Goals in play, where the last update did not say."""

    seq: int
    standings: list[GoalStanding]


class LobbyChanged(Struct, tag="lobby", tag_field="type", frozen=True):
    """Who sits where, who is there, or what is arranged has changed."""

    seq: int
    lobby: Lobby


class Seated(Struct, tag="seated", tag_field="type", frozen=True):
    """Only to the client that sat down (or got up: `place` null): the token that this seat is held by from now on."""

    place: int | None
    name: str
    token: str
    host: bool


class Waiting(Struct, tag="waiting", tag_field="type", frozen=True):
    """Only to a client that wants to sit: the host is asked first. `place` is null for a new seat."""

    name: str
    place: int | None


class Told(Struct, tag="told", tag_field="type", frozen=True):
    """What everybody is told about somebody: `host`, is the host now; `removed`, was removed by the host; `late`, was
    silent for longer than the table's clock allows, so that a bot has answered."""

    what: Literal["host", "removed", "late"]
    name: str


class Accepted(Struct, tag="accepted", tag_field="type", frozen=True):
    """The answer is written down for good. Sent after it is in the store, before the update."""

    question: int


class Noted(Struct, tag="noted", tag_field="type", frozen=True):
    """An answer in a window has arrived and waits for its turn. It may be changed until it is accepted."""

    question: int
    option: int


class Reason(Struct, tag="reason", tag_field="type", frozen=True):
    """The answer to `why`: a sentence or two, and the cards and clauses it rests on."""

    about: str
    seat: str | None
    text: str
    because: list[str]


class Foreseen(Struct, tag="foreseen", tag_field="type", frozen=True):
    """What each answer to a question would lead to, as far as this seat can know; empty where it is not asked (any
    more)."""

    question: int
    prospects: list[Prospect]


class Chat(Struct, tag="chat", tag_field="type", frozen=True):
    """A new line of the chat."""

    said: Said


class Reacted(Struct, tag="reacted", tag_field="type", frozen=True):
    """A reaction of somebody at the table."""

    name: str
    reaction: Reaction


class GameOver(Struct, tag="over", tag_field="type", frozen=True):
    """The game has ended; follows the last update."""

    seq: int
    ended: Ended


class Pong(Struct, tag="pong", tag_field="type", frozen=True):
    """The answer to `ping`."""

    number: int


class Error(Struct, tag="error", tag_field="type", frozen=True):
    """What was asked for was not done. `code` is one of docs/protocol.md; `about` is the `type` of the message meant.

    `question` is the id that a refused answer named.
    """

    code: str
    message: str
    about: str = ""
    question: int | None = None


FromServer = (
    Welcome
    | State
    | Update
    | Standings
    | LobbyChanged
    | Seated
    | Waiting
    | Told
    | Accepted
    | Noted
    | Reason
    | Foreseen
    | Chat
    | Reacted
    | GameOver
    | Pong
    | Error
)

TAGS: dict[type, str] = {kind: str(kind.__struct_config__.tag) for kind in get_args(FromClient)}
TYPES = tuple(TAGS.values())


def schema(side: Literal["client", "server"]) -> dict[str, Any]:
    """The JSON Schema of all that a client, or the server, may send."""
    return msgspec.json.schema(FromClient if side == "client" else FromServer)
