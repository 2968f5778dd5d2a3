"""Positions: what a notation, a scenario or the beginning of a record says, read with its deck and written as text.

`record.notation` reads and writes what stands under `table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck, parts_of
from changeling.engine.setup import Person
from changeling.errors import ChangelingError, NotationError
from changeling.play.seats import check_seats
from changeling.record import notation
from changeling.record.plain_yaml import plain_yaml
from changeling.whole import as_whole

_FACTS = tuple(fact.name for fact in fields(Person))


@dataclass(frozen=True, slots=True)
class Position:
    """A position that was read. `table` is checked when it is laid out."""

    deck: Deck
    parts: tuple[str, ...]  # what the deck was named by
    seats: list[str]
    people: dict[str, Person]
    holiday: bool
    moment: str
    seed: object
    table: Mapping[str, Any]

    @property
    def start(self) -> str:
        """The position as a record keeps it."""
        return start_text(self.seed, self.table)


def position_of(values: Mapping[str, Any], *, folder: Path | None = None, compiled: Deck | None = None) -> Position:
    """The position that `deck`, `seats`, `table`, `people`, `holiday`, `moment` and `seed` describe.

    Raises NotationError.

    `compiled` is the deck, where the caller has it already; else files that the deck names are looked for in `folder`.
    """
    for key in ("deck", "seats", "table"):
        if key not in values:
            raise NotationError(f"'{key}' is missing; a position needs deck, seats and table")
    deck = values["deck"]
    if not isinstance(deck, str) and not (isinstance(deck, list) and all(isinstance(part, str) for part in deck)):
        raise NotationError(f"deck: an edition or a list of editions and .cards files is needed, not {deck!r}")
    table = values["table"]
    if not isinstance(table, Mapping):
        raise NotationError(f"table: keys and values are needed, not {table!r}")
    people = people_of(values.get("people") or {})
    return Position(
        deck=compiled or load_deck(deck, folder=folder),
        parts=parts_of(deck),
        seats=check_seats(values["seats"]),
        people=people,
        holiday=bool(values.get("holiday", False)),
        moment=_moment(values.get("moment", "")),
        seed=_plain(values.get("seed", 0)),
        table=_plain(table),
    )


def _plain(value: Any) -> Any:
    """A value with numbers of Python's own in place of all others: it is written down."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    number = as_whole(value)
    return value if number is None else number


def _moment(value: object) -> str:
    """A day and an hour; YAML reads what looks like one as such."""
    text = value.isoformat() if isinstance(value, datetime) else value
    if not isinstance(text, str):
        raise NotationError(f"moment: a day and an hour such as 2026-10-31T20:15 is needed, not {value!r}")
    return text


def people_of(values: object) -> dict[str, Person]:
    """What is known of the players, by seat."""
    if not isinstance(values, Mapping):
        raise NotationError(f"people: facts by seat are needed, not {values!r}")
    people = {}
    for name, facts in values.items():
        if not isinstance(facts, Mapping) or set(facts) - set(_FACTS):
            raise NotationError(f"people: {name}: birthday, age, parent and grandparent can be given, not {facts!r}")
        try:
            people[str(name)] = Person(**facts)
        except ChangelingError as error:
            raise NotationError(f"people: {name}: {error}") from error
    return people


def facts_of(people: Mapping[str, Person]) -> dict[str, dict[str, Any]]:
    """What is known of the players, as plain values."""
    return {name: asdict(person) for name, person in people.items()}


def start_text(seed: object, table: Mapping[str, Any]) -> str:
    """A table to begin from, as a record keeps it."""
    return notation.dump({"seed": seed}) + _under_table(table)


def position_text(
    *,
    deck: tuple[str, ...],
    seats: list[str],
    people: Mapping[str, Person],
    holiday: bool,
    moment: str = "",
    table: Mapping[str, Any],
) -> str:
    """A position as text. What is not known of anybody is left out."""
    head: dict[str, Any] = {"deck": list(deck), "seats": seats}
    if people:
        head["people"] = facts_of(people)
    if holiday:
        head["holiday"] = True
    if moment:
        head["moment"] = moment
    return notation.dump(head) + _under_table(table)


def _under_table(table: Mapping[str, Any]) -> str:
    return "table:\n" + notation.dump(dict(table), "  ") if table else "table: {}\n"


def load_yaml(text: str) -> dict[str, Any]:
    """A YAML mapping from text. Raises NotationError where it is none, and where PyYAML is missing."""
    values = plain_yaml(text)
    if not isinstance(values, dict):
        raise NotationError(f"keys and values are needed, not {type(values).__name__}")
    return values
