"""A game as its rows tell it: begun from a document, played back from rows, and gone on with row by row."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec.structs import asdict

from changeling.cards.deck import Deck
from changeling.engine.seen.decision import Option
from changeling.engine.setup import Person
from changeling.play.driver import Chooser, Driver, goes_without_saying
from changeling.play.game import Game, replay
from changeling.play.seated_bot import Seated
from changeling.record.record import Record
from changeling.web.storage.documents import By, GameDocument, Row
from changeling.web.wire.values import PersonInfo


@dataclass(slots=True)
class Play:
    """A game that goes on. `number` is that of the next row; `by` says of each move who made it."""

    document: GameDocument
    driver: Driver
    number: int
    by: list[By]

    @property
    def game(self) -> Game:
        """The game."""
        return self.driver.game

    def answer(self, option: Option, by: By) -> Row:
        """Answer the pending question; gives the row that says so."""
        row = Row(self.number, "answer", self.game.seats[self.game.table.asked], option.text, by)
        self.game.answer(option)
        self.by.append(by)
        self.number += 1
        return row

    def join(self, name: str, person: PersonInfo) -> Row:
        """A player joins (SETUP-7). The stand-in of the new seat is the same bot as ever."""
        self.game.join(name, _person(person))
        self.driver.choosers = {**self.driver.choosers, name: _stand_in("greedy", self.game)}
        self.by.append("person")
        row = Row(self.number, "join", name, json.dumps({"name": name, "person": asdict(person)}))
        self.number += 1
        return row

    def undo(self, seat: str, keep: int) -> Row:
        """Go back to the first `keep` moves."""
        self.game.undo(len(self.by) - keep)
        del self.by[keep:]
        row = Row(self.number, "undo", seat, str(keep))
        self.number += 1
        return row

    def last_choice(self) -> int | None:
        """How many moves there were before the last one that a person chose, or nothing."""
        begun = len(Record.from_json(self.document.record).moves)
        return next((move for move in range(len(self.by) - 1, begun - 1, -1) if self.by[move] == "person"), None)

    def seat_bot(self, seat: str, bot: str) -> None:
        """Choose the bot that stands in for a seat."""
        self.driver.choosers = {**self.driver.choosers, seat: _stand_in(bot, self.game)}


def _stand_in(bot: str, game: Game) -> Chooser:
    return Seated(bot, game.record().seed)


def begin(document: GameDocument, deck: Deck, rows: Sequence[Row] = ()) -> Play:
    """The game of a document after its rows. Raises RecordError where they do not fit the deck."""
    start = Record.from_json(document.record)
    moves, people = list(start.moves), dict(start.people)
    by: list[By] = ["table"] * len(moves)
    for row in rows:
        if row.kind == "undo":
            keep = int(row.move)
            del moves[keep:], by[keep:]
        elif row.kind == "join":
            facts = json.loads(row.move)
            people[facts["name"]] = Person(**facts["person"])
            moves.append(f"+ {facts['name']}")
            by.append("person")
        else:
            moves.append(row.move)
            by.append(row.by)
    game = replay(replace(start, moves=tuple(moves), people=people), deck=deck)
    driver = Driver(game, {seat: _stand_in("greedy", game) for seat in game.seats}, forced=goes_without_saying)
    number = rows[-1].number + 1 if rows else 0
    return Play(document, driver, number, by)


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
