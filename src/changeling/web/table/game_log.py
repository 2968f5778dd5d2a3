"""A game and its rows: rebuilt from what the store has, and continued row by row.

Every change to a game is one row. The same rows give the same game again, in any process.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec.structs import asdict

from changeling.cards.deck import Deck
from changeling.engine.seen.decision import Option
from changeling.engine.setup import Person
from changeling.engine.version import ENGINE
from changeling.errors import ChangelingError, OtherVersion, RecordError
from changeling.play.driver import Chooser, Driver, goes_without_saying
from changeling.play.game import Game, answer_code, replay
from changeling.play.seated_bot import SeatedBot
from changeling.record.record import Record
from changeling.web.storage.documents import By, GameDocument, Row
from changeling.web.wire.values import PersonInfo

STAND_IN = "greedy"  # the bot of a seat for which no other was chosen


@dataclass(slots=True)
class GameLog:
    """A game in progress. `next_row` is the number of the next row; `made_by` says of each move who made it.

    `bots` has the bot of every seat, also of a person's: it plays while that person is away.
    """

    document: GameDocument
    driver: Driver
    bots: dict[str, Chooser]
    next_row: int
    made_by: list[By]

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.driver.game

    def events(self) -> int:
        """How many events there were so far; also the number of the next."""
        return len(self.game.table.journal or ())

    def answer(self, option: Option, by: By) -> Row:
        """Answer the pending question; gives the row that says so."""
        row = Row(self.next_row, "option", self.game.seats[self.game.table.asked], str(option.code), by)
        self.game.answer(option)
        self.made_by.append(by)
        self.next_row += 1
        return row

    def join(self, name: str, person: PersonInfo) -> Row:
        """A player joins (SETUP-7)."""
        self.game.join(name, _person(person))
        self.seat_bot(name, STAND_IN)
        self.made_by.append("person")
        row = Row(self.next_row, "join", name, json.dumps({"name": name, "person": asdict(person)}))
        self.next_row += 1
        return row

    def undo(self, seat: str, keep: int) -> Row:
        """Go back to the first `keep` moves."""
        self.game.undo(len(self.made_by) - keep)
        del self.made_by[keep:]
        row = Row(self.next_row, "undo", seat, str(keep))
        self.next_row += 1
        return row

    def last_choice(self) -> int | None:
        """How many moves came before the last one that a person chose; None where there is no such move."""
        begun = len(Record.from_json(self.document.record).moves)
        moves = range(len(self.made_by) - 1, begun - 1, -1)
        return next((move for move in moves if self.made_by[move] == "person"), None)

    def seat_bot(self, seat: str, bot: str) -> None:
        """Choose the bot of a seat."""
        self.bots[seat] = SeatedBot(bot, self.game.record().seed)


def rebuild(document: GameDocument, deck: Deck, rows: Sequence[Row] = ()) -> GameLog:
    """The game of a document after its rows. Raises RecordError where they do not fit the deck or the engine."""
    if document.engine not in (0, ENGINE):  # 0: begun before games named their engine
        raise OtherVersion(f"played by engine {document.engine}; this is engine {ENGINE}")
    start = Record.from_json(document.record)
    kept: list[Row | None] = [None] * len(start.moves)  # one for each move; None for those that the record holds
    for row in rows:
        if row.kind == "undo":
            del kept[int(row.move) :]
        else:
            kept.append(row)
    game = replay(replace(start, moves=start.moves[: kept.count(None)]), deck=deck)
    for move in kept:
        if move is not None:
            _redo(game, move)
    bots: dict[str, Chooser] = {seat: SeatedBot(STAND_IN, game.record().seed) for seat in game.seats}
    next_row = rows[-1].number + 1 if rows else 0
    made_by: list[By] = ["table" if move is None else move.by for move in kept]
    return GameLog(document, Driver(game, bots, forced=goes_without_saying), bots, next_row, made_by)


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
        polite=True,
        people={name: _person(person) for name, person in people.items()},
    )


def _person(info: PersonInfo) -> Person:
    return Person(info.birthday, info.age, info.parent, info.grandparent)
