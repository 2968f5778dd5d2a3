"""What was made from decks lately: a small cache that forgets what nobody asked for longest."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from changeling.cards.deck import Deck

Made = TypeVar("Made")

NOT_KEPT: Final[Any] = object()
DECKS = 256  # of how many decks something is kept; strangers bring decks of their own, so there has to be an end


class Recent(Generic[Made]):
    """Values by the digest of their deck, at most `most` of them. May be used by several threads.

    A deck as key would do, but to compare whole decks takes long. It is asked several times an answer, so that to find
    a value costs no lock and no new order: who was asked for is only noted, and spared once when somebody has to go.
    """

    def __init__(self, most: int = DECKS) -> None:
        self._most = most
        self._made: dict[str, Made] = {}  # the one that is next to go first
        self._asked: set[str] = set()  # for which since it was last looked at
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._made)

    def of(self, digest: str, make: Callable[[], Made]) -> Made:
        """The value of a deck, made now if it is not kept. Two threads may make it at the same time; one is kept."""
        found: Made = self._made.get(digest, NOT_KEPT)
        if found is not NOT_KEPT:
            self._asked.add(digest)
            return found
        made = make()
        with self._lock:
            if digest not in self._made:
                self._make_room()
            return self._made.setdefault(digest, made)

    def _make_room(self) -> None:
        """Forget what nobody has asked for since it was looked at here before."""
        while len(self._made) >= self._most:
            oldest = next(iter(self._made))
            value = self._made.pop(oldest)
            if oldest in self._asked:
                self._made[oldest] = value
                self._asked.discard(oldest)
        self._asked.intersection_update(self._made)


class RecentSayings(Generic[Made]):
    """What was made from decks lately for people to read, by the very deck. Two decks with one digest can have other
    texts and titles, which no machine reads."""

    def __init__(self) -> None:
        self._made: Recent[tuple[Deck, Made]] = Recent()
        self._last: tuple[Deck, Made] | None = None  # the one that was asked for last: as a rule it is the next, too

    def of(self, deck: Deck, make: Callable[[], Made]) -> Made:
        """The value of a deck, made now if it is not kept. A deck that is kept stays, so that its id is its own."""
        last = self._last
        if last is None or last[0] is not deck:
            last = self._last = self._made.of(f"{id(deck)}", lambda: (deck, make()))
        return last[1]
