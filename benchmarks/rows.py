"""What is measured, as plain values: a row is one way to play, a figure any other number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

CHESS: Final = "chess"  # the key of python-chess


@dataclass(frozen=True, slots=True)
class Row:
    """One way to play at random and its decisions a second; `rate` is None where it was not measured, `note` says why.

    `against` is the key of the row of ours that does comparable work; it is empty for our own rows.
    """

    key: str
    library: str
    game: str
    how: str
    rate: float | None = None
    slowest: float | None = None
    fastest: float | None = None
    against: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of ours that is no row: what it is, the number with its unit, and how it was taken; `rate`, where it is
    so many times a second."""

    name: str
    value: str
    note: str = ""
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that one run has measured, and where."""

    date: str
    command: str
    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    seconds: float
    ours: tuple[Row, ...]
    peers: tuple[Row, ...]
    figures: tuple[Figure, ...] = ()


def ratio(peer: Row, ours: tuple[Row, ...]) -> float | None:
    """How many decisions we make while the peer makes one; None where either was not measured."""
    rates = {row.key: row.rate for row in ours}
    mine = rates.get(peer.against)
    return mine / peer.rate if mine and peer.rate else None


def chess_moves(figure: Figure, peers: tuple[Row, ...]) -> float | None:
    """How many moves python-chess makes in the time of one of a figure: a unit that is about the same on any
    machine. None where either was not measured."""
    rates = [row.rate for row in peers if row.key == CHESS]
    return rates[0] / figure.rate if rates and rates[0] and figure.rate else None
