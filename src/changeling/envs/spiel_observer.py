"""What a seat sees and has seen, in the forms that OpenSpiel asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from changeling.engine.arrays.features import CARD_WIDTH, TABLE_WIDTH
from changeling.engine.layout import Table
from changeling.engine.seen.events import event_of, redact
from changeling.engine.seen.view import View, view_of
from changeling.envs.single_game import GameSpaces

if TYPE_CHECKING:
    from changeling.envs.spiel import SpielState

_UNSAID = ("seat", "deck", "decision", "_seen")  # fields of a view that are left out, or written in another way
DIGEST_BITS = 256
ANSWERED = "> "  # begins what a player was asked and answered; no event begins so


@dataclass(frozen=True, slots=True)
class Answered:
    """A question that was answered, and how many events there were before it."""

    seat: int
    events: int
    question: str
    answer: str


class SpielObserver:
    """Looks at states for OpenSpiel: `tensor` with its parts `dict`, and strings.

    The tensor has the numbers of an observation (`changeling.engine.arrays.features`), all 0 before the deal. With
    `recall` both tell besides what a seat saw happen, was asked and answered: the string in words since the seat's last
    answer, and all that was before as the 256 bits of a digest; the tensor as the digest of all of it. So neither grows
    with the length of a game, and two states have the same only if the seat cannot tell them apart.
    """

    __slots__ = ("_recall", "_sight", "_told", "dict", "tensor")

    def __init__(self, sight: GameSpaces, *, recall: bool) -> None:
        self._sight, self._recall = sight, recall
        self._told = lru_cache(1 << 16)(self._tell)  # every question repeats all earlier events
        size = sight.observer.size
        self.tensor = np.zeros(size + (DIGEST_BITS if recall else 0), np.float32)
        self.dict = {"table": self.tensor[:TABLE_WIDTH], "cards": self.tensor[TABLE_WIDTH:size].reshape(-1, CARD_WIDTH)}
        if recall:
            self.dict["past"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees, or has seen."""
        table, size = state.moment.table, self._sight.observer.size
        self.tensor[:size] = 0 if table is None else self._sight.observer.observation(table, player)
        if self._recall:
            digest = sha256(self.string_from(state, player).encode()).digest()
            self.dict["past"][:] = 0 if table is None else np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, or has seen, as text."""
        told, key = state.moment.told, (player, self._recall)
        if key not in told:
            told[key] = self._written(state, player)
        return told[key]

    def _written(self, state: SpielState, player: int) -> str:
        table = state.moment.table
        lines = [f"seat: {self._sight.names[player]}"]
        if table is not None:
            if self._recall:
                lines += _shortened(list(self._past(table, state.moment.asked, player)))
            lines += seen(view_of(self._sight.deck, table, self._sight.names, player))
        return "\n".join(lines)

    def _past(self, table: Table, asked: tuple[Answered, ...], player: int) -> Iterator[str]:
        """All that a player could see happen, and between it all that it was asked."""
        rows: list[tuple[int, ...]] = table.journal or []
        told = 0
        for one in asked:
            if one.seat == player:
                yield from (self._told(row[:-1], player) for row in rows[told : one.events])
                yield f"{ANSWERED}{one.question} {one.answer}"
                told = one.events
        yield from (self._told(row[:-1], player) for row in rows[told:])

    def _tell(self, row: tuple[int, ...], player: int) -> str:
        """An event as a player may know it. Its number, and that of the question before it, say nothing more."""
        names = self._sight.names
        return str(redact(event_of(self._sight.deck, names, 0, (*row, 0)), names[player]))


def _shortened(past: list[str]) -> Iterator[str]:
    """What happened, with all up to the last answer of the player as a digest."""
    last = max((place for place, line in enumerate(past) if line.startswith(ANSWERED)), default=-1) + 1
    if last:
        yield f"before: {sha256(chr(10).join(past[:last]).encode()).hexdigest()}"
    yield from past[last:]


def seen(view: View) -> Iterator[str]:
    """Everything in a view but the number of the question, a line for each field."""
    for field in fields(view):
        if field.name not in _UNSAID:
            yield f"{field.name}: {getattr(view, field.name)}"
    if view.decision is not None:
        yield f"{view.decision} [{view.decision.because}, {view.decision.about}]"
