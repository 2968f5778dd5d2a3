"""A whole game as a few lines: how it was set up, its seed, and every answer. Playing it back gives the same table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from changeling.engine.setup import Person
from changeling.errors import RecordError

FORMAT = 1


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
    polite: bool = False
    people: Mapping[str, Person] = field(default_factory=dict)
    moves: tuple[str, ...] = ()  # answers as text; "+ Dee" is a player who joined
    table: str = ""

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
        if self.table:
            values["table"] = self.table
        return json.dumps(values, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record. Raises RecordError that says what is wrong with it."""
        try:
            values = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(f"not a record: line {error.lineno}, column {error.colno}: {error.msg}") from error
        except RecursionError as error:
            raise RecordError("not a record: nested too deeply") from error
        if not isinstance(values, dict) or values.get("changeling") != FORMAT:
            raise RecordError(f'not a record of this program: it should say "changeling": {FORMAT}')
        try:
            return cls(
                deck=tuple(map(str, values["deck"])),
                digest=str(values["digest"]),
                seats=tuple(map(str, values["seats"])),
                seed=int(values["seed"]),
                meta=tuple(map(str, values["meta"])),
                first=None if values["first"] is None else _text(values["first"]),
                holiday=bool(values["holiday"]),
                polite=bool(values.get("polite", False)),
                people={str(name): _person(**person) for name, person in values["people"].items()},
                moves=tuple(map(str, values["moves"])),
                table=str(values.get("table", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RecordError(f"not a whole record: {type(error).__name__} at {error}") from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r}, which should be text")
    return value


def _person(
    *, birthday: object = False, age: object = None, parent: object = False, grandparent: object = False
) -> Person:
    if age is not None and (not isinstance(age, int) or not 0 <= age <= 150):
        raise TypeError(f"age {age!r}, which should be a number from 0 to 150")
    return Person(bool(birthday), age, bool(parent), bool(grandparent))
