"""What was made from decks lately: a small cache that forgets what nobody asked for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from changeling.cards.deck import Deck

Made = TypeVar("Made")

DECKS = 256  # of how many decks something is kept; strangers bring decks of their own, so there has to be an end


class Recent(Generic[Made]):
    """Values by the digest of their deck, at most `most` of them. May be used by several threads.

    A deck as key would do, but to compare whole decks takes long.
    """

    def __init__(self, most: int = DECKS) -> None:
        self._most = most
        self._made: OrderedDict[str, Made] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._made)

    def of(self, digest: str, make: Callable[[], Made]) -> Made:
        """The value of a deck, made now if it is not kept. Two threads may make it at the same time; one is kept."""
        with self._lock:
            if digest in self._made:
                self._made.move_to_end(digest)
                return self._made[digest]
        made = make()
        with self._lock:
            kept = self._made.setdefault(digest, made)
            self._made.move_to_end(digest)
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return kept


class RecentSayings(Generic[Made]):
    """What was made from decks lately for people to read, by the very deck. Two decks with one digest can have other
    texts and titles, which no machine reads."""

    def __init__(self) -> None:
        self._made: Recent[tuple[Deck, Made]] = Recent()

    def of(self, deck: Deck, make: Callable[[], Made]) -> Made:
        """The value of a deck, made now if it is not kept. A deck that is kept stays, so that its id is its own."""
        return self._made.of(f"{id(deck)}", lambda: (deck, make()))[1]
