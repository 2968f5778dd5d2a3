"""The values that messages and HTTP answers are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from changeling.cards.codes import Done, Sort, Zone

NO_NULL = r"^[^\u0000]*$"  # of every text that is kept: databases refuse null characters
Text = Annotated[str, Meta(pattern=NO_NULL)]
Name = Annotated[str, Meta(max_length=100, pattern=NO_NULL)]
SeatName = Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_NULL)]
TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{6,40}$")]
Phase = Literal["lobby", "playing", "over"]
Pace = Annotated[float, Meta(ge=0, le=60)]
MoveTime = Annotated[float, Meta(ge=0, le=604_800)]  # seconds for an answer; 0: everybody is waited for
Patience = Annotated[float, Meta(ge=5, le=3600)]  # seconds until a bot plays for somebody who is gone
SeatKind = Literal["open", "human", "bot"]
WindowHabit = Literal["timed", "ask", "quick"]
ShuffleStage = Literal["none", "open", "commit", "reveal", "done"]
Speed = Literal["calm", "brisk", "at once"]
Reaction = Literal["applause", "laugh", "wow", "sad", "thinking", "hurry", "heart", "well-played"]


# --- what is arranged before a game -----------------------------------------------------------------------------------
class PersonInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card may want to know of a player."""

    birthday: bool = False
    age: Annotated[int, Meta(ge=0, le=150)] | None = None
    parent: bool = False
    grandparent: bool = False


class DeckChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Which cards: editions, one or several mixed, and a deck text of one's own, as in a .cards file."""

    parts: Annotated[list[Name], Meta(max_length=10)] = []
    text: Annotated[str, Meta(max_length=200_000, pattern=NO_NULL)] = ""


class SeatChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: `human` leaves whoever sits there (at first, the host), `open` waits for somebody, `bot` is a bot's."""

    kind: SeatKind
    bot: Name = ""


class Arrangement(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may change before the game; what is left out stays."""

    deck: DeckChoice | UnsetType = UNSET
    seats: Annotated[list[SeatChoice], Meta(min_length=2, max_length=6)] | UnsetType = UNSET
    meta: Annotated[list[Name], Meta(max_length=20)] | UnsetType = UNSET
    first: Annotated[int, Meta(ge=0, le=5)] | UnsetType | None = UNSET
    public: bool | UnsetType = UNSET
    pause: Pace | UnsetType = UNSET
    holiday: bool | UnsetType = UNSET
    open: bool | UnsetType = UNSET
    clock: MoveTime | UnsetType = UNSET
    patience: Patience | UnsetType = UNSET


class DeckInfo(Struct, frozen=True):
    """The cards of a table; the cards themselves are at /api/decks/ID. `digest` is what a record names."""

    id: str
    digest: str
    name: str
    title: str
    parts: list[str]
    own: bool
    cards: int
    surprises: bool


class SeatInfo(Struct, frozen=True):
    """A seat as everybody sees it. `bot` is the level of the bot that plays it now, also for somebody who is away."""

    place: int
    name: str
    kind: SeatKind
    bot: str
    host: bool
    here: bool
    away: bool
    agrees: list[str]
    person: PersonInfo


class SeatRequest(Struct, frozen=True):
    """Somebody who asks the host for a seat: a bot's by its `place`, or a new one (null)."""

    number: int
    name: str
    place: int | None


class MetaRule(Struct, frozen=True):
    """A Meta Rule of the deck. It will be in force only if it is proposed and every player agrees; bots always do."""

    name: str
    text: str
    proposed: bool
    agreed: list[str]
    in_force: bool


class BrokenStart(Struct, frozen=True):
    """A start that was broken off: its fingerprint, and who had committed to a nonce and did not reveal it."""

    fingerprint: Text
    silent: list[Text]


class ShuffleInfo(Struct, frozen=True):
    """How far the shuffle is: see docs/protocol.md, Provable shuffles. `commitments` are by seat's name.

    `stage`: `open` before a start; `commit` when players commit anew, because a start was broken off; `reveal` when all
    that is promised is fixed, and stands in `fingerprint`; `done` from the deal on; `none` for a game without it.
    `terms` is what was arranged besides cards and seats, as JSON. `seconds` is how long a stage may last.
    """

    stage: ShuffleStage
    commitments: dict[str, str]
    terms: str
    fingerprint: str
    broken: list[BrokenStart]
    seconds: float


class Lobby(Struct, frozen=True):
    """A table as everybody sees it, besides the cards.

    `commitment` binds the server to its secret; `nonces` are those that players have revealed, by seat's name.
    `open`: nobody has to ask the host for a seat. `clock`: after so many seconds a bot answers for a silent player,
    0 for never. `asking` are those who wait for the host's word. `speed` is that of the bots; `wins` is how often each
    player has won at this table, by name. `patience` is after how many seconds a bot plays for somebody who is gone.
    `code` leads to the table while it waits for players, and is empty then on. `coming` are those who are about to sit
    down, and `screens` those that show the table to a whole room.
    """

    table: str
    round: int
    phase: Phase
    deck: DeckInfo
    seats: list[SeatInfo]
    meta: list[MetaRule]
    first: int | None
    public: bool
    pause: float
    holiday: bool
    host: str
    watching: int
    odd: list[str]
    commitment: str
    nonces: dict[str, str]
    undo: bool
    open: bool
    clock: float
    asking: list[SeatRequest]
    shuffle: ShuffleInfo
    speed: Speed
    wins: dict[str, int]
    patience: float = 90.0
    code: str = ""
    coming: int = 0
    screens: int = 0


# --- the game ---------------------------------------------------------------------------------------------------------
class PublicSeat(Struct, frozen=True):
    """What everybody sees of a seat. Limits are null where there is none. It misses so many of its next turns.
    `counters` are what the player has of each counter of the deck; `out`: the player is out of the game."""

    name: str
    hand: int
    keepers: list[str]
    creepers: list[str]
    aside: int
    face_down: int
    doom: int
    misses: int
    hand_limit: int | None
    keeper_limit: int | None
    counters: list[tuple[str, int]] = []
    out: bool = False


class Public(Struct, frozen=True):
    """What everybody sees. Titles of cards throughout; piles top first, rules and Goals oldest first.

    `draws`, `plays`, `optional_plays` are those of whose turn it is; null means all, and of all cards to play `kept`
    are kept. `asked` is who is asked, and empty in a window: `window` says that one is open, whether or not anybody
    holds a Surprise. `backwards`: turns pass against the clock. `tokens` are the cards that have tokens on them,
    `chosen` the players who have chosen in secret what is not shown yet, `remembered` the cards that remember a player
    or a card, each with the name or the title of that.
    """

    turn: str
    turns: int
    drawn: int
    played: int
    draws: int | None
    plays: int | None
    optional_plays: int | None
    goals_allowed: int
    inflation: int
    backwards: bool
    seats: list[PublicSeat]
    rules: list[str]
    goals: list[str]
    meta: list[str]
    discard: list[str]
    pile: int
    playing: list[str]
    used: list[tuple[str, int]]
    attached: list[tuple[str, str]]
    sealed: list[tuple[str, str]]
    asked: str
    window: bool
    over: bool
    winner: str | None
    kept: int = 0
    tokens: list[tuple[str, int]] = []
    chosen: list[str] = []
    remembered: list[tuple[str, str]] = []
    winners: list[str] = []


class GoalPiece(Struct, frozen=True):
    """One thing that a Goal asks for, or with `forbidden` one that must not be in front of anybody.

    `card` is the card that the seat has for it, which may be called otherwise but counts as it, or the one in the way.
    """

    name: str
    card: str
    forbidden: bool = False


class GoalStanding(Struct, frozen=True):
    """How far a seat is with a Goal in play: so much is there of what it takes. `seat` is empty for an Ungoal.

    `lacks` says what is missing or in the way, in the words for who reads it; a Goal is `met` only without that.
    `pieces` are the things counted, the same for every seat; none where the Goal is no list of cards all of which are
    needed.
    """

    goal: str
    seat: str
    have: int
    need: int
    met: bool
    lacks: str
    pieces: list[GoalPiece] = []


class Own(Struct, frozen=True):
    """What only this seat sees: its hand, what it has set aside, which cards of other hands it happens to know, and
    which of the draw pile, each with how many lie above it."""

    seat: str
    hand: list[str]
    aside: list[str]
    known: dict[str, list[str]]
    pile_known: list[tuple[int, str]]


class OptionInfo(Struct, frozen=True):
    """One possible answer. `value` is the card's title, the seat's name, the number or the word; `meaning` says what an
    answer that is a word does here, such as `discard none`."""

    code: int
    text: str
    sort: Sort
    value: str
    meaning: str = ""


class Question(Struct, frozen=True):
    """A question to this seat. `seconds` says when it is passed for the seat in a window, and when a bot answers it
    outside of one; null: it waits.

    `receiver` is the seat that gets the card that is chosen, `card` the card that the choice is made for; both are
    empty where that is open. `done` is what the answer `done` does, empty where it is not offered. `deed` is the
    instruction of the card that the answer goes into, empty where that is open. `ask` is the same in words: what is
    chosen, of whom and for what.
    """

    id: int
    ask: str
    because: str
    about: str
    options: list[OptionInfo]
    window: bool
    seconds: float | None
    receiver: str = ""
    card: str = ""
    done: Done = ""
    deed: str = ""


class CardFate(Struct, frozen=True):
    """What becomes of a card that is being played: cancelled or not, and in front of whom it lies then, if anybody."""

    card: str
    cancelled: bool
    owner: str


class Prospect(Struct, frozen=True):
    """What an answer leads to, by the code of its option, if nobody answers it.

    `over` says that it ends the game for certain; then `winner` is for whom, empty for nobody. In a window `fates` are
    those of the cards of the chain.
    """

    option: int
    over: bool
    winner: str
    fates: list[CardFate]


class Pause(Struct, frozen=True):
    """A moment in which Surprises may be played, the same for everybody; how long it can still last if nobody holds."""

    seconds: float


class PlaceInfo(Struct, frozen=True):
    """Where a card lies: a zone of the table, or one of the seat that is named."""

    zone: Zone
    seat: str


class EventInfo(Struct, frozen=True):
    """One thing that happened, as this client may know it. `card` is empty where there is none or it was not seen.

    `origin` and `destination` are where the card came from and went to, null where none moved; `source` and `target`
    are the same in words. `because` is the title of the card that caused it, `other` the player whose card is answered,
    cancelled or diverted, `host` the card that `card` lies on or under; where `card` remembers something, it is one of
    these two. `line` is the line of its text at which a card that went round in circles was stopped, else 0. `rolled`
    is what a die of so many `sides` shows; a coin has 0 sides and shows 1 for heads, 0 for tails; of other events both
    are -1. `answer` is what a player says or has chosen, where that is no card; `counter` what a player has more or
    less of, empty for tokens on `card`, with the `change` and the `total`.
    """

    number: int
    what: str
    seat: str
    card: str
    source: str
    target: str
    because: str
    clause: str
    origin: PlaceInfo | None = None
    destination: PlaceInfo | None = None
    other: str = ""
    host: str = ""
    line: int = 0
    rolled: int = -1
    sides: int = -1
    answer: str = ""
    counter: str = ""
    change: int = 0
    total: int = 0


class Said(Struct, frozen=True):
    """A line of the chat. `at` is in seconds since 1970; `name` is empty for somebody who looks on.

    `kind` is `note` for what the table itself says, which nobody else can.
    """

    number: int
    name: str
    text: str
    at: float
    kind: Literal["said", "note"] = "said"


class Seal(Struct, frozen=True):
    """What proves the shuffle: see docs/protocol.md, Provable shuffles. Numbers that scripts would round are text.

    Without a `fingerprint` it was sealed by the server only, as earlier versions did: players' nonces were not promised
    before others were known, so that whoever ran the server could choose one.
    """

    commitment: Text
    secret: Text
    nonces: dict[Text, Text]
    digest: Text
    seats: list[Text]
    seed: Text
    commitments: dict[Text, Text] = {}
    terms: Text = ""
    fingerprint: Text = ""
    broken: list[BrokenStart] = []


class Ended(Struct, frozen=True):
    """How the game ended. `winner` null: nobody has won. `replay` is the id of what can be shared.

    `how` says which way it ended: engine.seen.reasons.ending.How; `put away` for a game of an earlier version that
    cannot go on here, and is shown as it stood; or empty for one that an earlier version stored. `text` tells it to
    everybody, and `yours` to the winner. `winners` are all who have won together, `winner` first; empty for a game that
    an earlier version stored. `counted` are the cards in front of players by which the Goal was met.
    """

    winner: str | None
    text: str
    because: list[str]
    replay: str
    seal: Seal | None
    how: str = ""
    yours: str = ""
    winners: list[str] = []
    counted: list[str] = []
