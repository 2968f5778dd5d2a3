"""The bodies of HTTP requests and answers, one type each."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from changeling.cards.codes import KINDS
from changeling.web.wire.values import (
    NO_NULL,
    DeckChoice,
    Ended,
    EventInfo,
    Lobby,
    MoveTime,
    Name,
    Pace,
    Patience,
    PersonInfo,
    Phase,
    Public,
    Reaction,
    Seal,
    SeatChoice,
    SeatName,
    Text,
)

DEFAULT_PAUSE = 4.0
MOST_MOVES = 20_000  # of a replay that is brought
PAGE = 200  # moves in a page of a replay
MOST_REPLAYED = 100_000  # moves of any game: the machine ends it then
MoveText = Annotated[str, Meta(max_length=200, pattern=NO_NULL)]
MoveCode = Annotated[int, Meta(ge=0, le=10_000)]
Kind = Annotated[str, Meta(extra_json_schema={"enum": list(KINDS)}, extra={"typescript": "Kind"})]  # of a card


def _three() -> list[SeatChoice]:
    return [SeatChoice("human"), SeatChoice("bot", "greedy"), SeatChoice("bot", "greedy")]


# --- requests ---------------------------------------------------------------------------------------------------------
class CheckDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """Check a deck before a game: for so many seats and with these Meta Rules, where given."""

    deck: DeckChoice
    seats: Annotated[int, Meta(ge=2, le=6)] | None = None
    meta: Annotated[list[Name], Meta(max_length=20)] = []


class MakeTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Make a table. The first seat is the host's, whose name is `name`; `first` is the place that begins, if chosen.

    `open`: others may join the running game, or take a bot's seat, without asking the host. `patience` null: as the
    server has it.
    """

    name: SeatName
    deck: DeckChoice = field(default_factory=lambda: DeckChoice(["fluxx-4"]))
    seats: Annotated[list[SeatChoice], Meta(min_length=2, max_length=6)] = field(default_factory=_three)
    meta: Annotated[list[Name], Meta(max_length=20)] = []
    first: Annotated[int, Meta(ge=0, le=5)] | None = None
    public: bool = False
    pause: Pace = DEFAULT_PAUSE
    holiday: bool = False
    open: bool = False
    clock: MoveTime = 0.0
    patience: Patience | None = None
    person: PersonInfo = PersonInfo()


class Fork(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a position of a replay, in the seat `place`, with bots in the others."""

    moves: Annotated[int, Meta(ge=0, le=MOST_REPLAYED)]
    place: Annotated[int, Meta(ge=0, le=5)]
    bot: Name = "greedy"


class ReplaySource(Struct, frozen=True, forbid_unknown_fields=True):
    """What a replay's file holds besides the record: its deck, how it ended, and the seal of its shuffle.

    `engine` is the number of the engine that played it, 0 where an earlier version wrote the file.
    """

    deck: DeckChoice | None = None
    winner: SeatName | None = None
    over: bool = False
    seal: Seal | None = None
    engine: Annotated[int, Meta(ge=0)] = 0


class ReplayFile(Struct, frozen=True):
    """A replay as it is saved: how the game was made, every answer, and its deck.

    A move is the text of an option, its code, or `+ NAME` for a player who joined. `moment` is the day and the hour of
    a game whose cards ask for them, such as 2026-10-31T20:15. A replay that begins from a position
    (`table`) is not taken: what is brought is played from its beginning.
    """

    changeling: Literal[1]
    deck: Annotated[list[Name], Meta(min_length=1, max_length=10)]
    digest: Annotated[str, Meta(max_length=64, pattern=NO_NULL)]
    seats: Annotated[list[SeatName], Meta(min_length=2, max_length=6)]
    seed: Annotated[int, Meta(ge=0)]
    moves: Annotated[list[MoveText | MoveCode], Meta(max_length=MOST_MOVES)]
    meta: Annotated[list[Name], Meta(max_length=20)] = []
    first: SeatName | None = None
    holiday: bool = False
    moment: Annotated[str, Meta(max_length=40, pattern=NO_NULL)] = ""
    polite: bool = False
    people: Annotated[dict[SeatName, PersonInfo], Meta(max_length=30)] = {}
    web: ReplaySource = ReplaySource()
    table: Text = ""


# --- answers ----------------------------------------------------------------------------------------------------------
class Health(Struct, frozen=True):
    """The server runs, and its store answers."""

    status: str
    tables: int
    clients: int


class BotInfo(Struct, frozen=True):
    """A bot by its name, which is its level."""

    name: str


class CheckResult(Struct, frozen=True):
    """Something that a server needs; `wrong` says what is wrong with it, and is empty where nothing is."""

    name: str
    wrong: str


class Readiness(Struct, frozen=True):
    """Whether a server can take people in: at /readyz, with status 200 or 503."""

    ready: bool
    checks: list[CheckResult]


class ServerInfo(Struct, frozen=True):
    """Facts about the server. `addresses` are those at which others on the same network reach it, if any."""

    version: str
    protocol: int
    addresses: list[str]
    bots: list[BotInfo]
    reactions: list[Reaction]
    least_seats: int
    most_seats: int
    pause: float


class KindCount(Struct, frozen=True):
    """How many cards of a kind there are, how many different ones, and how many are our own stand-ins."""

    kind: Kind
    cards: int
    different: int
    house: int


class MetaInfo(Struct, frozen=True):
    """A Meta Rule that players can agree on."""

    name: str
    text: str


class EditionInfo(Struct, frozen=True):
    """An edition on the shelf; its cards are at /api/decks/ID."""

    name: str
    title: str
    year: int
    publisher: str
    blurb: str
    cards: int
    kinds: list[KindCount]
    meta: list[MetaInfo]
    surprises: bool
    id: str
    digest: str


class Editions(Struct, frozen=True):
    """All editions."""

    editions: list[EditionInfo]


class CardInfo(Struct, frozen=True):
    """A card. `title` is unique in its deck: a second copy is `Name #2`. `needs` and `forbids` are what a Goal names.

    `rulings` are short sentences, each the title of a scenario that proves how the card is read. A Keeper or Creeper
    with a `power` does more than lie there: its text says what.
    """

    id: int
    title: str
    name: str
    copy: int
    kind: Kind
    slot: str
    marks: list[str]
    text: str
    house: bool
    reading: str
    needs: list[str]
    forbids: list[str]
    counts_as: str
    edition: str
    rulings: list[str]
    other_side: str = ""
    power: bool = False


class DeckCards(Struct, frozen=True):
    """Every card of a deck, the Basic Rules first."""

    id: str
    digest: str
    name: str
    title: str
    cards: list[CardInfo]


class ProblemInfo(Struct, frozen=True):
    """Something wrong in a deck text; line and column count from 1, and are 0 where no place can be named."""

    line: int
    column: int
    message: str


class OddityInfo(Struct, frozen=True):
    """Something wrong (`error`) or odd (`odd`) with a deck as a whole."""

    kind: str
    heading: str
    card: str
    text: str
    severity: str


class DeckReport(Struct, frozen=True):
    """What is in a deck, and what is wrong or odd with it. With problems there are no cards to count."""

    playable: bool
    id: str
    digest: str
    title: str
    cards: int
    kinds: list[KindCount]
    sources: dict[str, int]
    meta: list[MetaInfo]
    problems: list[ProblemInfo]
    oddities: list[OddityInfo]


class Made(Struct, frozen=True):
    """A table was made. Whoever has the token holds the seat, so keep it out of links that are shared."""

    table: str
    place: int
    token: str


class TableLine(Struct, frozen=True):
    """A public table in the list."""

    table: str
    host: str
    deck: str
    phase: Phase
    seats: int
    humans: int
    bots: int
    open: int
    watching: int


class Tables(Struct, frozen=True):
    """The public tables, newest first."""

    tables: list[TableLine]


class TableInfo(Struct, frozen=True):
    """A table as everybody may see it before sitting down. In a game, whose turn it is and who is asked; in a Surprise
    window, which asks several, nobody is named."""

    lobby: Lobby
    turn: str = ""
    asked: str = ""


class TableFound(Struct, frozen=True):
    """The table that a short code leads to."""

    table: str


class Scene(Public, frozen=True, kw_only=True):
    """A table with every hand open, by seat's name. `piled` is the draw pile, top first."""

    hands: dict[str, list[str]]
    set_aside: dict[str, list[str]]
    piled: list[str]


class Frame(Struct, frozen=True):
    """A position: after `moves` moves. `changes` holds the parts of the scene that differ from the frame before."""

    moves: int
    seat: str
    answer: str
    ask: str
    events: list[EventInfo]
    changes: Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<Scene>"})]


class Replay(Struct, frozen=True):
    """A page of a game to look back on, every hand open. The `changes` of its first frame are a whole `Scene`.

    `moves` is how many moves the game has, `next` the `from` of the next page; with the last page comes how it ended.
    """

    replay: str
    deck: str
    title: str
    seats: list[str]
    begun: float
    ended: Ended | None
    frames: list[Frame]
    moves: int
    next: int | None


class Shared(Struct, frozen=True):
    """A replay was stored; it can be shared by this id."""

    replay: str


class Refusal(Struct, frozen=True):
    """Why something was not done: a stable code, a sentence, and the places in a deck text, if it is about one."""

    code: str
    message: str
    problems: list[ProblemInfo] = []


class Refused(Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Refusal
