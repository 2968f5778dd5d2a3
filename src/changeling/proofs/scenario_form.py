"""What is wrong with the form of a scenario, before anything of it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from changeling.proofs.names import shown

KEYS = ("scenario", "proves", "cards", "deck", "seats", "table", "play", "people", "holiday", "moment", "seed")


def wrong_with(row: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the form of a scenario."""
    for key in row:
        if key not in KEYS:
            yield f"'{key}' is not a key of a scenario; the keys are {', '.join(KEYS)}"
    if not isinstance(row.get("scenario"), str) or not row["scenario"].strip():
        yield "'scenario' should be its title"
    if not isinstance(row.get("play") or [], list):
        yield "'play' should be a list of steps"
    for key in ("proves", "cards"):
        yield from _names(key, row.get(key))
    yield from _seats(row)
    if not isinstance(row.get("holiday"), bool | None):
        yield f"holiday: yes or no is needed, not {shown(row['holiday'])}"


def _names(key: str, value: object) -> Iterator[str]:
    """Ids or names: a list of them, or one alone."""
    if isinstance(value, Mapping):
        yield f"'{key}' should be a list"
    for one in value if isinstance(value, list) else ():
        if isinstance(one, list | Mapping | None):
            yield f"'{key}' should be a list of names, and {shown(one)} is none"


def _seats(row: Mapping[str, Any]) -> Iterator[str]:
    """Names that would be taken for something else, and people who have no seat."""
    seats = row.get("seats")
    if not isinstance(seats, list):
        return
    for name in seats:
        if not isinstance(name, str):
            hint = " (YAML reads a bare yes, no, on or off so)" if isinstance(name, bool) else ""
            yield f"seats: {shown(name)} is not text{hint}; put the name in quotes"
        if name == "expect":
            yield "seats: 'expect' cannot be a name; steps that begin with it say what is expected"
    people = row.get("people")
    for name in people if isinstance(people, Mapping) else ():
        if name not in seats:
            yield f"people: '{name}' is not a seat; the seats are {', '.join(map(str, seats))}"


@lru_cache(maxsize=1)
def known_ids() -> frozenset[str]:
    """The ids of all clauses and rulings."""
    return frozenset((files("changeling.proofs") / "ids.txt").read_text(encoding="utf-8").split())
