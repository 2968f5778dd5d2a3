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
from changeling.engine.machine.frames import make_room
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.seen.places import cards_in, titles
from changeling.engine.sheet_layout import Sheet
from changeling.errors import NotationError
from changeling.record.lay_table import Laying
from changeling.record.machine_check import LARGEST, LENGTHS, check_machine, number, ranges

# State that is written in words: by the names of seats and cards, or as lists of rows whose number says the rest.
IN_WORDS: Final = frozenset(
    "seats holiday dates facts turn drawn played reshuffles place next host known promised blind "
    "extras extra_seat extra_card streak_size streak_name streak_seat asides frames stack "
    "out counters tokened token_card token_count memories memory_card memory_seat memory_of".split()
)
# State of words that most decks do not use: it is written only where there is some.
LATER: Final = frozenset(
    "happenings happened event_hook averted co_winners recent lastings lasting_card lasting_seat".split()
)
AS_NUMBERS: Final = tuple(field for field in Table.fields if field.role == STATE and field.name not in IN_WORDS)


def write_machine(deck: Deck, t: Table) -> dict[str, Any]:
    """What the notation holds under `machine`, as plain values."""
    title = [card.title for card in deck.cards]
    values: dict[str, Any] = {"digest": deck.digest}
    for field in AS_NUMBERS:
        value = getattr(t, field.name)
        if field.name in LATER and not (any(value) if field.length else value):
            continue
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


def read_machine(deck: Deck, d: Sheet, t: Table, machine: Mapping[str, Any], laying: Laying) -> None:
    """Bring back what `write_machine` wrote. Raises NotationError where it cannot."""
    if machine.get("digest") != deck.digest:
        raise NotationError(
            f"machine: written with another version of the deck {deck.name} ({machine.get('digest')}, this is "
            f"{deck.digest})"
        )
    try:
        _read_numbers(d, t, machine)
        _read_stack(t, machine["stack"])
        _read_lists(d, t, machine)
        t.blind = laying.card(machine["blind"], "blind") if machine["blind"] else w.NONE
        for title, seats in machine["known"].items():
            t.known[laying.card(title, "known")] = number(seats, "known", 0, EVERYBODY)
        for title, seat in machine["promised"].items():
            t.promised[laying.card(title, "promised")] = number(seat, "promised", 0, t.seats - 1)
        t.promises = sum(seat != w.NONE for seat in t.promised[: len(deck.cards)])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"machine: cannot be read ({type(error).__name__}: {error})") from error
    check_machine(deck, d, t)


def _read_lists(d: Sheet, t: Table, machine: Mapping[str, Any]) -> None:
    """What is written as rows: the cards set aside were laid out already, and are only counted here."""
    t.asides = len(machine["asides"])
    extras, streak = machine["extras"], machine["streak"]
    if max(len(extras), len(streak)) > at.QUEUE:
        raise NotationError(f"machine: more than {at.QUEUE} extra turns cannot wait")
    t.extras, t.streak_size = len(extras), len(streak)
    for place, (seat, card) in enumerate(extras):
        waits = number(seat, "extras", 0, at.POSTPONED + t.seats - 1)
        t.extra_seat[place] = (
            number(waits % at.POSTPONED, "extras", 0, t.seats - 1) + waits // at.POSTPONED * at.POSTPONED
        )
        t.extra_card[place] = number(card, "extras", 0, d.cards - 1)
    for place, (seat, name) in enumerate(streak):
        t.streak_seat[place] = number(seat, "streak", 0, t.seats - 1)
        t.streak_name[place] = number(name, "streak", 0, 2 * at.MAX_CARDS)


def _read_numbers(d: Sheet, t: Table, machine: Mapping[str, Any]) -> None:
    allowed = ranges(t.seats)
    for field in AS_NUMBERS:
        if field.name in LATER and field.name not in machine:
            continue
        value, (least, most) = machine[field.name], allowed[field.name]
        if not field.length:
            setattr(t, field.name, number(value, field.name, least, most))
            continue
        numbers = [number(entry, field.name, least, most) for entry in value]
        room = getattr(d, LENGTHS[field.name]) if field.name in LENGTHS else field.length
        if len(numbers) > room:
            raise NotationError(f"machine: {field.name} has {len(numbers)} numbers; at most {room} fit")
        getattr(t, field.name)[: len(numbers)] = numbers


def _read_stack(t: Table, frames: Sequence[Sequence[Any]]) -> None:
    if len(frames) > at.MAX_FRAMES:
        raise NotationError(f"machine: stack: {len(frames)} frames; at most {at.MAX_FRAMES} fit")
    t.frames = len(frames)
    make_room(t)
    for place, frame in enumerate(frames):
        numbers = [number(entry, f"frame {place + 1} of the stack", -LARGEST, LARGEST) for entry in frame]
        if len(numbers) != at.FRAME:
            raise NotationError(f"machine: frame {place + 1} of the stack does not fit")
        t.stack[place * at.FRAME : (place + 1) * at.FRAME] = numbers
