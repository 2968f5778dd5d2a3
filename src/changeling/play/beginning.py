"""How a game begins: dealt from a seed, or from a table that was laid out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.setup import Occasion, Person
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError
from changeling.play.machines import Machines
from changeling.play.position import Position, facts_of, load_yaml, position_of
from changeling.record import notation
from changeling.record.record import Record
from changeling.whole import as_whole


def check_people(people: Any) -> dict[str, Person]:
    """What is known of players, by their names; of nobody, where nothing was given. Raises ChangelingError for what is
    no `Person`."""
    known = {} if people is None else people
    if not isinstance(known, Mapping) or not all(isinstance(person, Person) for person in known.values()):
        raise ChangelingError(f"people: names are needed, each with its Person, not {known!r}")
    return dict(known)


def beginning(deck: Deck, start: Record) -> Machines:
    """The game of a record before its first move. Raises what is wrong with it."""
    machines = Machines(deck, sheet_for(deck))
    if start.table:
        machines.go_on(laid_table(position_in(start, deck)))
    else:
        machines.deal(start)
    return machines


def position_in(start: Record, deck: Deck) -> Position:
    """The position that a record begins from. Raises NotationError."""
    values = {
        "deck": list(start.deck),
        "seats": list(start.seats),
        "holiday": start.holiday,
        "moment": start.moment,
        "people": facts_of(people_in(start)),
    }
    return position_of(load_yaml(start.table) | values, compiled=deck)


def people_in(start: Record) -> dict[str, Person]:
    """What is known of the players that are there from the beginning."""
    return {name: start.people[name] for name in start.seats if name in start.people}


def laid_table(position: Position) -> Table:
    """The table that a position describes. Raises NotationError."""
    return notation.read(
        position.deck,
        sheet_for(position.deck),
        position.table,
        position.seats,
        occasion=Occasion(
            [position.people.get(name, Person()) for name in position.seats], position.holiday, position.moment
        ),
        seed=as_whole(position.seed) or 0,
    )


def start_of(position: Position) -> Record:
    """The record of a game that begins from a position, without moves."""
    return Record(
        deck=position.parts,
        digest=position.deck.digest,
        seats=tuple(position.seats),
        seed=0,
        holiday=position.holiday,
        moment=position.moment,
        people=position.people,
        table=position.start,
    )
