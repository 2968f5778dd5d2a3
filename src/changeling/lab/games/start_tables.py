"""What many games have in common: a deck, the Meta Rules agreed on, and the table as it is before the shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.engine.layout import Table
from changeling.engine.native.entry_points import OUTCOMES, Plans, plan_of
from changeling.engine.setup import laid_out, left_out
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.errors import ChangelingError, DeckError
from changeling.play.compiled.native_cache import compiled_for
from changeling.play.seats import MAX_SEATS, MIN_SEATS

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled


@dataclass(frozen=True, slots=True)
class Setting:
    """A deck and the Meta Rules in force: all that games share but their seats and seeds."""

    deck: Deck
    sheet: Sheet
    metas: tuple[int, ...]
    out: frozenset[int]

    def start(self, seats: int) -> Table:
        """The table before the shuffle; `begin_game` makes a game of it."""
        return laid_out(self.sheet, seats, metas=self.metas, out=self.out)


@lru_cache(maxsize=16)
def setting_of(deck: str | Deck, meta: tuple[str, ...] = ()) -> Setting:
    """The setting of a deck (an edition, a mix, a `.cards` file, a compiled one) with the Meta Rules of those names."""
    loaded = deck if isinstance(deck, Deck) else load_deck(deck)
    d = sheet_for(loaded)
    metas = []
    for name in meta:
        card = loaded.card(name)
        if card is None or card.kind != "meta":
            known = ", ".join(card.title for card in loaded.cards if card.kind == "meta") or "none"
            raise DeckError(f"'{name}' is not a Meta Rule of {loaded.name}; it has: {known}")
        metas.append(card.id)
    return Setting(loaded, d, tuple(metas), frozenset(left_out(d, dict(enumerate(loaded.leaves_out)), metas)))


@dataclass(slots=True)
class Rows:
    """A setting for the compiled machine: row N is the start of a game with N seats; rows from `free` on are free."""

    machine: Compiled
    sheets: NDArray[Any]
    tables: NDArray[Any]
    words: NDArray[np.int64]
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(OUTCOMES, np.int64))  # games by outcome
    free: int = MAX_SEATS + 1

    def play(self, seats: int, *, seed: int, games: int, cap: int) -> int:
        """Play games at random; gives the decisions made."""
        return self._play(plan_of(start=seats, seed=seed, games=games, cap=cap))

    def soak(self, seats: int, *, seed: int, cap: int) -> int:
        """Play one game at random with a census at every decision; a negative number says that it went wrong."""
        return self._play(plan_of(start=seats, seed=seed, cap=cap, census=True))

    def _play(self, plan: Plans) -> int:
        made = self.machine.play(self.sheets, self.tables, self.words, plan, self.free)
        self.counts += plan[0]["outcomes"]
        return made


def rows_of(setting: Setting, *, boundscheck: bool = False, free: int = 1) -> Rows:
    """Lay a setting out for the compiled machine, with some free rows. Raises NotCompiled."""
    machine = compiled_for(setting.deck, boundscheck=boundscheck)
    from changeling.engine.native.records import records, sheet_record, store

    tables, words = records(MAX_SEATS + 1 + free)
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        store(setting.start(seats), tables, seats)
    return Rows(machine, sheet_record(setting.sheet), tables, words)


def seats_in(text: str) -> tuple[int, ...]:
    """Numbers of seats as text: `4`, `2-6`, `2,4`. Raises ChangelingError when it is not that."""
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()) or max(len(low), len(high)) > 3:
            raise ChangelingError(f"seats: '{text}' is not a number or a range; write 4, 2-6 or 2,4")
        found += range(int(low), int(high if dash else low) + 1)
    wrong = [seats for seats in found if not MIN_SEATS <= seats <= MAX_SEATS]
    if wrong or not found:
        raise ChangelingError(f"seats: {MIN_SEATS} to {MAX_SEATS} can play, not '{text}'")
    return tuple(dict.fromkeys(found))


def names_of(seats: int) -> Sequence[str]:
    """Names for that many players."""
    return ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")[:seats]
