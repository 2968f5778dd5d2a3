"""Seats: how many there can be, and what their names may be."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards import codes as w
from changeling.errors import ChangelingError

MIN_SEATS, MAX_SEATS = 2, w.MAX_SEATS
_LONGEST = 40  # characters of a name


def check_seats(names: object) -> list[str]:
    """Seats' names, checked: two to six, unique, readable."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ChangelingError(f"seats: a list of {MIN_SEATS} to {MAX_SEATS} names is needed, not {names!r}")
    seats = [str(name) for name in names]
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise ChangelingError(f"seats: {MIN_SEATS} to {MAX_SEATS} names are needed, not {len(seats)}")
    for place, name in enumerate(seats):
        _check_name(name)
        if name in seats[:place]:
            raise ChangelingError(f"seats: '{name}' is there twice")
    return seats


def _check_name(name: str) -> None:
    """Refuse what cannot be read, or could be taken for an answer or for a player who joins (`+ Dee`)."""
    if not name.strip() or len(name) > _LONGEST or not name.isprintable() or name.startswith("+"):
        raise ChangelingError(f"seats: {name!r} cannot be a name; 1 to {_LONGEST} printable characters, no + in front")
    if name != " ".join(name.split()) or name in w.ANSWER_WORDS:
        raise ChangelingError(
            f"seats: {name!r} cannot be a name; single spaces inside, and not {', '.join(w.ANSWER_WORDS)}"
        )
