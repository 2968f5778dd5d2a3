"""The part of a notation that only the machine understands: the stack, chance, who knows what.

Which fields it holds follows from their declaration: all that are state and do not stand elsewhere in the notation, in
words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine import layout as at
from changeling.engine.fields import STATE
from changeling.engine.layout import Table
from changeling.engine.seen.places import cards_in, titles
from changeling.errors import NotationError
from changeling.record.lay_table import Laying

# State that is written in words: by the names of seats and cards, or as lists of rows whose number says the rest.
IN_WORDS: Final = frozenset(
    "seats holiday facts turn drawn played reshuffles place next host known promised blind "
    "extras extra_seat extra_card streak_size streak_name streak_seat asides frames stack".split()
)
COUNTERS: Final = frozenset("idle quiet answers decisions steps stopped floor".split())  # they bound what can happen
AS_NUMBERS: Final = tuple(field for field in Table.fields if field.role == STATE and field.name not in IN_WORDS)


def write_machine(deck: Deck, t: Table) -> dict[str, Any]:
    """What the notation holds under `machine`, as plain values."""
    title = [card.title for card in deck.cards]
    values: dict[str, Any] = {"digest": deck.digest}
    for field in AS_NUMBERS:
        value = getattr(t, field.name)
        values[field.name] = _without_zeros(value) if field.length else value
    values["stack"] = [t.stack[base : base + at.FRAME] for base in range(0, t.frames * at.FRAME, at.FRAME)]
    values["playing"] = list(titles(deck, t, w.BEING_PLAYED))
    values["asides"] = [list(titles(deck, t, w.ASIDE + place)) for place in range(t.asides)]
    values["extras"] = [[t.extra_seat[place], t.extra_card[place]] for place in range(t.extras)]
    values["streak"] = [[t.streak_seat[place], t.streak_name[place]] for place in range(t.streak_size)]
    values["blind"] = title[t.blind] if t.blind >= 0 else ""
    hidden = [card for zone in _secret_zones(t) for card in cards_in(t, zone)]
    values["known"] = {title[card]: t.known[card] for card in hidden if t.known[card]}
    values["promised"] = {title[card]: t.promised[card] for card in range(len(title)) if t.promised[card] != w.NONE}
    return values


def _without_zeros(values: list[int]) -> list[int]:
    """A list without the zeros at its end."""
    used = len(values)
    while used and values[used - 1] == 0:
        used -= 1
    return values[:used]


def _secret_zones(t: Table) -> Iterator[int]:
    yield w.PILE
    for seat in range(t.seats):
        yield from (w.HAND + seat, w.DOWN + seat)
    yield from range(w.ASIDE, w.ASIDE + t.asides)


def read_machine(deck: Deck, t: Table, machine: Mapping[str, Any], laying: Laying) -> None:
    """Bring back what `write_machine` wrote. Raises NotationError where it cannot."""
    if machine.get("digest") != deck.digest:
        raise NotationError(
            f"machine: written with another version of the deck {deck.name} ({machine.get('digest')}, this is "
            f"{deck.digest})"
        )
    try:
        _read_numbers(t, machine)
        _read_stack(t, machine["stack"])
        t.asides = len(machine["asides"])
        t.extras = len(machine["extras"])
        for place, (seat, card) in enumerate(machine["extras"]):
            t.extra_seat[place], t.extra_card[place] = int(seat), int(card)
        streak = machine["streak"]
        t.streak_size = len(streak)
        for place, (seat, name) in enumerate(streak):
            t.streak_seat[place], t.streak_name[place] = int(seat), int(name)
        t.blind = laying.card(machine["blind"], "blind") if machine["blind"] else w.NONE
        for title, seats in machine["known"].items():
            t.known[laying.card(title, "known")] = int(seats)
        for title, seat in machine["promised"].items():
            t.promised[laying.card(title, "promised")] = int(seat)
        t.promises = sum(seat != w.NONE for seat in t.promised[: len(deck.cards)])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"machine: cannot be read ({type(error).__name__}: {error})") from error


def _read_numbers(t: Table, machine: Mapping[str, Any]) -> None:
    for field in AS_NUMBERS:
        value = machine[field.name]
        if not field.length:
            setattr(t, field.name, int(value))
            if field.name in COUNTERS and int(value) < 0:
                raise NotationError(f"machine: {field.name} is a count, and cannot be {value}")
            continue
        numbers = [int(number) for number in value]
        if len(numbers) > field.length:
            raise NotationError(f"machine: {field.name} has {len(numbers)} numbers; at most {field.length} fit")
        getattr(t, field.name)[: len(numbers)] = numbers


def _read_stack(t: Table, frames: Sequence[Sequence[Any]]) -> None:
    t.frames = len(frames)
    for place, frame in enumerate(frames):
        numbers = [int(number) for number in frame]
        if len(numbers) != at.FRAME or place >= at.MAX_FRAMES:
            raise NotationError(f"machine: frame {place + 1} of the stack does not fit")
        t.stack[place * at.FRAME : (place + 1) * at.FRAME] = numbers
