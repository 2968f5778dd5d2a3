"""A game and its rows: rebuilt from what the store has, and continued row by row.

Every change to a game is one row. The same rows give the same game again, in any process.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from msgspec.structs import asdict

from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.setup import Person
from changeling.engine.version import ENGINE
from changeling.errors import ChangelingError, OtherVersion, RecordError
from changeling.play.driver import goes_without_saying, unasked
from changeling.play.game import Game, replay
from changeling.play.redoing import answer_code
from changeling.play.seated_bot import SeatedBot
from changeling.record.record import Record
from changeling.web.storage.documents import By, GameDocument, Row
from changeling.web.wire.values import PersonInfo

STAND_IN = "greedy"  # the bot of a seat for which no other was chosen


@dataclass(slots=True)
class GameLog:
    """A game in progress. `next_row` is the number of the next row.

    `chosen_by` has for each move the seat whose person chose it; it is empty for moves of bots and of the table.

    `bots` has the bot of every seat, also of a person's: it plays while that person is away. `played_for` has by seat
    the number of the first event that came of its answers since its person last chose something.
    """

    document: GameDocument
    game: Game
    bots: dict[str, SeatedBot]
    next_row: int
    chosen_by: list[str]
    played_for: dict[str, int] = field(default_factory=dict)
    happened: int = field(init=False)  # how many events there were so far; also the number of the next
    over: bool = field(init=False)  # whether the game has ended
    standing: Table = field(init=False)  # the table as it stands: to be looked at, and asked for again after each move
    _asked: Decision | None = None  # what is asked now, once somebody wanted to know

    def __post_init__(self) -> None:
        self._moved()

    def _moved(self) -> None:
        """The game has gone on, or back. How it stands is asked for again and again until it does so next."""
        game = self.game
        self._asked, self.happened, self.over, self.standing = None, len(game.journal), game.over, game.standing

    @property
    def decision(self) -> Decision:
        """What is asked now; worked out once. Raises AnswerError when the game is over."""
        if self._asked is None:
            self._asked = self.game.decision
        return self._asked

    def unasked(self) -> Option | None:
        """The answer to what is asked now, where nobody has to be asked for it."""
        return unasked(self.decision, goes_without_saying)

    def answer(self, option: Option, by: By) -> Row:
        """Answer the pending question; gives the row that says so."""
        game = self.game
        row = self._row(game.seats[self.standing.asked], option, by)
        self._asked = None  # where nobody has read it, it need not be put into words now
        game.answer(option.index)
        self._note(row)
        self._moved()
        return row

    def go_on_with(self, after: Game, given: Sequence[tuple[str, Option, By]]) -> tuple[Row, ...]:
        """Seats have answered so, one after the other, and `after` is the game after that; gives the rows."""
        rows = []
        for seat, option, by in given:
            rows.append(self._row(seat, option, by))
            self._note(rows[-1])
        self._asked = None
        self.game.go_on_as(after)
        self._moved()
        return tuple(rows)

    def _row(self, seat: str, option: Option, by: By) -> Row:
        row = Row(self.next_row, "option", seat, str(option.code), by)
        note_stand_in(self.played_for, row, self.happened)
        return row

    def _note(self, row: Row) -> None:
        self.chosen_by.append(row.seat if row.by == "person" else "")
        self.next_row += 1

    def join(self, name: str, person: PersonInfo) -> Row:
        """A player joins (SETUP-7)."""
        self.game.join(name, _person(person))
        self._moved()
        self.seat_bot(name, STAND_IN)
        self.chosen_by.append(name)
        row = Row(self.next_row, "join", name, json.dumps({"name": name, "person": asdict(person)}))
        self.next_row += 1
        return row

    def undo(self, seat: str, earlier: Game, keep: int) -> Row:
        """Go back to an earlier moment of this game, after its first `keep` moves."""
        earlier.forget_past()
        self.game = earlier
        self._moved()
        del self.chosen_by[keep:]
        self.played_for.clear()
        row = Row(self.next_row, "undo", seat, str(keep))
        self.next_row += 1
        return row

    def redo(self, row: Row) -> None:
        """Do what a row of another node says; it is no undo. Raises RecordError, also where it is not the next one."""
        if row.number != self.next_row:
            raise RecordError(f"row {row.number} is not the next one, {self.next_row}")
        note_stand_in(self.played_for, row, self.happened)
        _redo(self.game, row)
        self._moved()
        if row.kind == "join":
            self.seat_bot(row.seat, STAND_IN)
        self.chosen_by.append(row.seat if row.by == "person" else "")
        self.next_row += 1

    def last_choice(self) -> tuple[int, str] | None:
        """How many moves came before the last one that a person chose, and whose; None where there is no such move.
        Takes long where the game plays on from a long one."""
        begun = len(Record.from_json(self.document.record).moves)
        moves = range(len(self.chosen_by) - 1, begun - 1, -1)
        return next(((move, self.chosen_by[move]) for move in moves if self.chosen_by[move]), None)

    def seat_bot(self, seat: str, bot: str) -> None:
        """Choose the bot of a seat."""
        self.bots[seat] = SeatedBot(bot, next(iter(self.bots.values())).seed)


def note_stand_in(played_for: dict[str, int], row: Row, event: int) -> None:
    """Note by a row that is about to be done, whose first event has that number, whether a bot stands in for a seat."""
    if row.by == "bot":
        played_for.setdefault(row.seat, event)
    elif row.by == "person":
        played_for.pop(row.seat, None)


def _kept_rows(start: Record, rows: Sequence[Row]) -> list[Row | None]:
    """One for each move that was not taken back; None for those that the record holds."""
    kept: list[Row | None] = [None] * len(start.moves)
    for row in rows:
        if row.kind == "undo":
            del kept[int(row.move) :]
        else:
            kept.append(row)
    return kept


def record_of(document: GameDocument, rows: Sequence[Row]) -> Record:
    """The record of a game after its rows, without playing it."""
    start = Record.from_json(document.record)
    kept = _kept_rows(start, rows)
    moves, people = list(start.moves[: kept.count(None)]), dict(start.people)
    for row in kept:
        if row is not None and row.kind == "join":
            facts = json.loads(row.move)
            people[facts["name"]] = Person(**facts["person"])
            moves.append(f"+ {facts['name']}")
        elif row is not None:
            moves.append(int(row.move) if row.kind == "option" else row.move)
    return replace(start, moves=tuple(moves), people=people)


def rebuild(document: GameDocument, deck: Deck, rows: Sequence[Row] = ()) -> GameLog:
    """The game of a document after its rows. Raises RecordError where they do not fit the deck or the engine."""
    check_engine(document)
    start = Record.from_json(document.record)
    kept = _kept_rows(start, rows)
    game = replay(replace(start, moves=start.moves[: kept.count(None)]), deck=deck)
    played_for: dict[str, int] = {}
    for move in kept:
        if move is not None:
            note_stand_in(played_for, move, len(game.journal))
            _redo(game, move)
    next_row = rows[-1].number + 1 if rows else 0
    chosen_by = ["" if move is None or move.by != "person" else move.seat for move in kept]
    return log_of(document, game, next_row, chosen_by, played_for)


def check_engine(document: GameDocument) -> None:
    """Raise OtherVersion for a game of another engine; 0 is one that was begun before games named theirs."""
    check_number(document.engine)


def check_number(engine: int) -> None:
    """Raise OtherVersion for the number of another engine; 0 is none."""
    if engine not in (0, ENGINE):
        raise OtherVersion(f"played by engine {engine}; this is engine {ENGINE}")


def log_of(
    document: GameDocument, game: Game, next_row: int, chosen_by: list[str], played_for: dict[str, int]
) -> GameLog:
    """The log of a game that was played on from a document. What is taken back here is played again by a worker."""
    game.forget_past()
    bots = dict.fromkeys(game.seats, SeatedBot(STAND_IN, game.record().seed))
    return GameLog(document, game, bots, next_row, chosen_by, played_for)


def _redo(game: Game, row: Row) -> None:
    """Do what a row says. Raises RecordError."""
    try:
        if row.kind == "option":
            answer_code(game, int(row.move))
        elif row.kind == "answer":
            game.answer(row.move)
        else:
            facts = json.loads(row.move)
            game.join(facts["name"], Person(**facts["person"]))
    except ChangelingError as error:
        raise RecordError(f"row {row.number} does not fit the game") from error


def first_record(
    deck: Deck,
    *,
    seats: Sequence[str],
    seed: int,
    meta: Sequence[str],
    first: str | None,
    holiday: bool,
    moment: str,
    people: dict[str, PersonInfo],
) -> Record:
    """The record of a game that is about to begin. Always polite: nobody can tell who was asked (SURP-1)."""
    return Record(
        deck=tuple(deck.name.split("+")),
        digest=deck.digest,
        seats=tuple(seats),
        seed=seed,
        meta=tuple(meta),
        first=first,
        holiday=holiday,
        moment=moment,
        polite=True,
        people={name: _person(person) for name, person in people.items()},
    )


def moment_for(deck: Deck) -> str:
    """The day and the hour of a game that begins now; empty where no card asks for them."""
    return datetime.now().isoformat(timespec="minutes") if deck.asks_the_date() else ""


def _person(info: PersonInfo) -> Person:
    return Person(info.birthday, info.age, info.parent, info.grandparent)
