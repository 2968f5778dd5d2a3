"""A whole game as a few lines: how it was set up, its seed, and every answer. Playing it back gives the same table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from changeling.engine.setup import Person
from changeling.errors import RecordError
from changeling.whole import flag, whole

FORMAT = 1
MOST = 8 * 1024 * 1024  # characters of a record that is read
# An answer as its text, or as the code of its option where the text could be taken for something else; "+ Dee" is a
# player who joined.
Move = str | int


@dataclass(frozen=True, slots=True)
class Record:
    """How a game was made and what was answered. `table` is there for games that began from a position."""

    deck: tuple[str, ...]
    digest: str
    seats: tuple[str, ...]
    seed: int
    meta: tuple[str, ...] = ()
    first: str | None = None
    holiday: bool = False
    moment: str = ""
    polite: bool = False
    people: Mapping[str, Person] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    table: str = ""

    def __post_init__(self) -> None:
        """Keep plain values, whatever kind of number was given: they are written down."""
        object.__setattr__(self, "seed", whole("seed", self.seed))
        for name in ("holiday", "polite"):
            object.__setattr__(self, name, flag(name, getattr(self, name)))
        given: tuple[Any, ...] = self.moves
        if not all(isinstance(move, str | int) for move in given):
            moves = tuple(move if isinstance(move, str) else whole("moves", move) for move in given)
            object.__setattr__(self, "moves", moves)

    def to_json(self) -> str:
        """The record as JSON text."""
        values: dict[str, Any] = {
            "changeling": FORMAT,
            "deck": list(self.deck),
            "digest": self.digest,
            "seats": list(self.seats),
            "seed": self.seed,
            "meta": list(self.meta),
            "first": self.first,
            "holiday": self.holiday,
            "polite": self.polite,
            "people": {name: asdict(person) for name, person in self.people.items()},
            "moves": list(self.moves),
        }
        if self.moment:
            values["moment"] = self.moment
        if self.table:
            values["table"] = self.table
        return json.dumps(values, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record. Raises RecordError that says what is wrong with it."""
        values = _values(text)
        if not isinstance(values, dict) or values.get("changeling") != FORMAT:
            raise RecordError(f'not a record of this program: it should say "changeling": {FORMAT}')
        try:
            return cls(
                deck=_texts(values["deck"]),
                digest=_text(values["digest"]),
                seats=_texts(values["seats"]),
                seed=_number(values["seed"]),
                meta=_texts(values["meta"]),
                first=None if values["first"] is None else _text(values["first"]),
                holiday=bool(values["holiday"]),
                moment=_text(values.get("moment", "")),
                polite=bool(values.get("polite", False)),
                people={_text(name): _person(**person) for name, person in values["people"].items()},
                moves=tuple(_number(move) if isinstance(move, int) else _text(move) for move in _list(values["moves"])),
                table=_text(values.get("table", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RecordError(f"not a whole record: {type(error).__name__} at {error}") from error


def _values(text: str) -> object:
    """The values of a record's text. Raises RecordError for what is not JSON."""
    if len(text) > MOST:
        raise RecordError(f"not a record: {len(text):,} characters; at most {MOST:,} are read")
    try:
        values: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"not a record: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise RecordError("not a record: nested too deeply") from error
    except ValueError as error:  # a number of thousands of digits
        raise RecordError(f"not a record: {error}") from error
    return values


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{type(value).__name__}, which should be a list")
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(entry) for entry in _list(value))


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{type(value).__name__}, which should be a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__}, which should be text")
    value.encode()  # raises ValueError for half a surrogate pair, which can be written nowhere
    return value


def _person(
    *, birthday: object = False, age: object = None, parent: object = False, grandparent: object = False
) -> Person:
    if age is not None and not isinstance(age, int):
        raise TypeError("an age, which should be a number")
    return Person(bool(birthday), age, bool(parent), bool(grandparent))
