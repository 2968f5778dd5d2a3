"""What the store keeps: tables and games as JSON documents, and each answer as a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from changeling.web.wire.kept_deck import KeptDeck
from changeling.web.wire.values import BrokenStart, DeckChoice, Ended, PersonInfo, Phase, SeatKind, Speed, WindowHabit

By = Literal["person", "bot", "table"]  # who gave an answer


class SeatDocument(Struct):
    """A seat. `kind` is who holds it, `bot` the bot that plays it or stands in, `left` that its player got up."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str = "greedy"
    token: str = ""  # a hash
    agrees: list[str] = []
    person: PersonInfo = field(default_factory=PersonInfo)
    commitment: str = ""  # to a nonce for the next shuffle
    left: bool = False
    windows: WindowHabit = "timed"
    free: bool = False  # a bot's only until the game is over, then open


class RemovedDocument(Struct, frozen=True):
    """Somebody whom the host has removed: the name, and the hashes of the token and of the browsers that were there."""

    name: str
    token: str
    browsers: list[str] = []


class ShuffleDocument(Struct):
    """How the shuffle of one game is made, from the host's `start` on: see docs/protocol.md, Provable shuffles.

    `people` may take part in this attempt; `commitments` and `nonces` are by seat's name. `moment` is the day and the
    hour that are promised, empty where no card asks for them.
    """

    stage: Literal["commit", "reveal", "done"]
    people: list[str]
    commitments: dict[str, str] = {}
    nonces: dict[str, str] = {}
    terms: str = ""
    fingerprint: str = ""
    broken: list[BrokenStart] = []
    moment: str = ""


class TableDocument(Struct):
    """A table: what is arranged, who sits where, and which game is being played."""

    id: str
    made: float
    deck: DeckChoice
    seats: list[SeatDocument]
    secret: str
    host: int = 0
    meta: list[str] = []
    first: int | None = None
    public: bool = False
    pause: float = 4.0
    holiday: bool = False
    round: int = 1
    phase: Phase = "lobby"
    game: str = ""
    ended: Ended | None = None
    open: bool = False  # whether a seat can be taken without asking the host
    clock: float = 0.0  # seconds until a bot answers for a silent player; 0: never
    removed: list[RemovedDocument] = []
    shuffle: ShuffleDocument | None = None  # of the game that is to begin or has begun
    speed: Speed = "calm"  # of the bots
    wins: dict[str, int] = {}  # by name: how often that player has won here
    patience: float | None = None  # seconds until a bot plays for who is gone; None: as the server has it
    code: str = ""  # four letters that lead here while the table waits for players


class GameDocument(Struct):
    """How a game began: the record without its answers, and what its shuffle was made of.

    `record` is the JSON of a `Record`; for a game that plays on from a replay it holds the moves made before.
    `engine` is the number of the engine that plays it, 0 for one that an earlier version began. The `deck` of a game
    that is read from the store holds the cards too (`KeptDeck`), where they were kept.
    `shuffle` is missing for games of earlier versions; only those have `nonces` of their own.
    """

    id: str
    table: str
    begun: float
    deck: DeckChoice
    record: str
    secret: str = ""
    nonces: dict[str, str] = {}
    engine: int = 0
    shuffle: ShuffleDocument | None = None


class Row(Struct, frozen=True):
    """One row of a game: an answer, a player who joined, or an undo, whose move is the number of moves that are kept.

    The move of an `option` is the code of the option; that of an `answer`, which earlier versions wrote, its text.
    `by` is who gave an answer: a person, a bot, or the table itself where there was nothing to choose.
    """

    number: int
    kind: Literal["option", "answer", "join", "undo"]
    seat: str
    move: str
    by: By = "person"


def read_table(text: str) -> TableDocument:
    """A table's document from its JSON."""
    return msgspec.json.decode(text, type=TableDocument)


def odd_in(document: TableDocument) -> str:
    """What is odd in a document that can be read, so that no table can be made of it; empty where nothing is."""
    seats = len(document.seats)
    for what, place in (("host", document.host), ("first", document.first)):
        if place is not None and not 0 <= place < seats:
            return f"its {what} is place {place}, and it has {seats} seats"
    return ""


def read_game(text: str) -> GameDocument:
    """A game's document from its JSON."""
    return msgspec.json.decode(text, type=GameDocument)


def read_row(values: Sequence[object]) -> Row:
    """A row from the values of its fields, in their order."""
    return msgspec.convert(dict(zip(Row.__struct_fields__, values, strict=True)), Row)


def write(document: TableDocument | GameDocument) -> str:
    """A document as JSON, without the cards, which are kept once for all games that are played with them."""
    if isinstance(document.deck, KeptDeck):
        document = replace(document, deck=document.deck.choice())
    return msgspec.json.encode(document).decode()
