"""Why the last thing on a table came about: the clauses and cards that a log cites for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from changeling.engine.seen.events import Event

_LED_TO_IT = ("lays down", "shuffles")  # before the card that is drawn then (CREEP-1, PILE-1)
_IN_PLACE = ("attaches", "detaches", "seals")  # what moves a card within what lies in front of a player


def why_not(events: Sequence[Event], wanted: str) -> Iterator[str]:
    """What is to be said where the last thing that moved does not rest on a clause or card, nor does what made it so
    or what came of it: the Surprise that cancelled the card, the Creeper or the shuffling that another card was drawn
    after, the attaching and the win that followed."""
    moved = [event for event in events if event.moved]
    if not moved:
        yield "why: nothing has moved yet"
        return
    last = moved[-1]
    won = [event for event in events[last.number + 1 :] if event.what == "wins"]
    told = [last, *_before(events, last), *_after(events, last), *won]
    if not any(event.cites(wanted) for event in told) and not any(event.card == wanted for event in won):
        yield f"why: expected {wanted}, found: {told[-1 if told[-1].what in _IN_PLACE else 0]}"


def _before(events: Sequence[Event], last: Event) -> Iterator[Event]:
    """What made the last thing so."""
    about = [event for event in events[: last.number] if event.card == last.card][-1:]
    yield from (event for event in about if event.what == "cancels")
    place = last.number - 1
    while last.what == "draws" and place >= 0 and events[place].what in _LED_TO_IT:
        yield events[place]
        place -= 1


def _after(events: Sequence[Event], last: Event) -> Iterator[Event]:
    """What a card did in its place since then."""
    yield from (event for event in events[last.number + 1 :] if event.what in _IN_PLACE)
