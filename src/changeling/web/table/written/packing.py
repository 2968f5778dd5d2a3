"""Games and views as bytes, for another process that has the same deck: the deck itself is not among the bytes."""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from changeling.cards.deck import Deck
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.errors import DeckError
from changeling.web.storage.documents import GameDocument, Row
from changeling.web.wire.kept_deck import KeptDeck
from changeling.web.wire.values import DeckInfo

Source = str | tuple[GameDocument, bytes]  # of a replay: the text of a file, or a game of the store with packed rows


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A deck with what the server would otherwise have to work out: its form for the machine, its facts and cards, and
    the texts that are kept with its games."""

    deck: Deck
    sheet: Sheet
    info: DeckInfo
    cards: bytes
    kept: KeptDeck


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A game after all its rows: packed, with the number of the next row and whose person chose which move, and
    from which event on bots have played for somebody."""

    game: bytes
    next_row: int
    chosen_by: list[str]
    played_for: dict[str, int]


def pack_rows(rows: Sequence[Row]) -> bytes:
    """Rows as bytes: there may be many."""
    return msgspec.msgpack.encode(rows)


def unpack_rows(data: bytes) -> list[Row]:
    """The rows that were packed."""
    return msgspec.msgpack.decode(data, type=list[Row])


def pack(value: object) -> bytes:
    """A game, a table or a view as bytes."""
    out = io.BytesIO()
    _Packer(out, pickle.HIGHEST_PROTOCOL).dump(value)
    return out.getvalue()


def unpack(data: bytes, deck: Deck) -> Any:
    """What was packed, with the deck that it had. Raises DeckError where this is another."""
    return _Unpacker(io.BytesIO(data), deck).load()


def _deck(digest: str) -> Deck:
    """Stands for a deck among the bytes; the unpacker gives the deck itself in its place."""
    raise DeckError(f"unpack gives the deck {digest}")


def _sheet() -> Sheet:
    """Stands for a deck's form for the machine."""
    raise DeckError("unpack gives the sheet")


class _Packer(pickle.Pickler):
    """Asked about decks and their forms alone: a game is thousands of numbers, none of which it has to see."""

    dispatch_table = copyreg.dispatch_table | {
        Deck: lambda deck: (_deck, (deck.digest,)),
        Sheet: lambda sheet: (_sheet, ()),
    }


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, deck: Deck) -> None:
        super().__init__(file)
        self._deck = deck

    def find_class(self, module: str, name: str) -> Any:
        """What a name stands for."""
        if module == __name__ and name == _deck.__name__:
            return self._checked
        return self._sheet if module == __name__ and name == _sheet.__name__ else super().find_class(module, name)

    def _checked(self, digest: str) -> Deck:
        """The deck."""
        if digest != self._deck.digest:
            raise DeckError(f"this is another version of {self._deck.name}")
        return self._deck

    def _sheet(self) -> Sheet:
        """Its form for the machine."""
        return sheet_for(self._deck)
