"""Sentences that speak of players, told to any of them: the same words with `Ann has` or `you have` in them.

A saying is a row of pieces: text, players, and the verbs that go with them. It becomes text when it is known who reads
it, so that no sentence is ever taken apart again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_IRREGULAR: Final = {"have": "has", "are": "is", "do": "does", "were": "was"}
_CLOSED: Final = (".", "!", "?", ".)", "!)", "?)")


@dataclass(frozen=True, slots=True)
class Person:
    """A player in a sentence; `whose` for what is the player's."""

    seat: str
    whose: bool = False

    def told_to(self, reader: str) -> str:
        """The player's name, or `you`."""
        if self.seat == reader:
            return "your" if self.whose else "you"
        return f"{self.seat}'s" if self.whose else self.seat


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of which players are the subject, as one says it after `you`."""

    seats: tuple[str, ...]
    word: str

    def told_to(self, reader: str) -> str:
        """The verb in the form that fits."""
        if len(self.seats) > 1 or reader in self.seats:
            return self.word
        first, space, rest = self.word.partition(" ")
        return third_person(first) + space + rest


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of a sentence: a full stop, unless what stands before it brings its own, as the title of a card may."""


@dataclass(frozen=True, slots=True)
class Colon:
    """What leads on to how that is so: a colon, or where what stands before it ends a sentence, the next sentence."""


Piece = str | Person | Verb | Stop | Colon
Saying = tuple[Piece, ...]
Said = str | Person | Verb | Stop | Colon | Sequence["Said"]
STOP: Final = Stop()
COLON: Final = Colon()
_PIECES: Final = (str, Person, Verb, Stop, Colon)  # asked for hundreds of times an answer: a union takes twice as long


def say(*pieces: Said) -> Saying:
    """A saying of these pieces; a saying may be one of them."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, _PIECES):
            found.append(piece)
        else:
            found += say(*piece)
    return tuple(found)


def who(seat: str, verb: str = "") -> Saying:
    """A player, with what the player does: who("Ann", "have") is `Ann has`, or `you have`."""
    return (Person(seat), " ", Verb((seat,), verb)) if verb else (Person(seat),)


def whose(seat: str) -> Saying:
    """What is a player's: `Ann's`, or `your`."""
    return (Person(seat, whose=True),)


def people(seats: Sequence[str], verb: str = "") -> Saying:
    """Some players, with what they do."""
    return say(row([who(seat) for seat in seats]), *((" ", Verb(tuple(seats), verb)) if verb else ()))


def row(items: Sequence[Said], last: str = "and") -> Saying:
    """Things in a row, with `and` or another word before the last."""
    found: list[Said] = []
    for place, item in enumerate(items):
        if place:
            found.append(f" {last} " if place == len(items) - 1 else ", ")
        found.append(item)
    return say(*found)


def cards_in_a_row(names: Iterable[str]) -> Saying:
    """Cards in a row, those of one name counted: `Daleks (2) and The TARDIS`."""
    counts = Counter(names)
    return row([name if number == 1 else f"{name} ({number})" for name, number in counts.items()])


def joined(items: Iterable[Said], between: str) -> Saying:
    """Things with the same words between any two."""
    found: list[Said] = []
    for item in items:
        found += [between, item] if found else [item]
    return say(*found)


def text_of(saying: Saying, reader: str = "") -> str:
    """The text of a saying as somebody reads it; with nobody named, as everybody does."""
    text = ""
    opening = False  # the next piece begins a sentence that a colon would have gone on
    for piece in saying:
        if isinstance(piece, str):
            text += piece[:1].upper() + piece[1:] if opening else piece
            opening = False
        elif isinstance(piece, Stop):
            text += "" if text.endswith(_CLOSED) else "."
        elif isinstance(piece, Colon):
            opening = text.endswith(_CLOSED)
            text += " " if opening else ": "
        else:
            said = piece.told_to(reader)
            begins = isinstance(piece, Person) and (not text or text.endswith((". ", "! ", "? ")))
            text += said[:1].upper() + said[1:] if begins and piece.told_to("") != said else said
            opening = False
    return text


def players_in(saying: Saying) -> set[str]:
    """The players that a saying speaks of; all others read the same."""
    found = {piece.seat for piece in saying if isinstance(piece, Person)}
    return found.union(*(piece.seats for piece in saying if isinstance(piece, Verb)))


def third_person(verb: str) -> str:
    """A verb as it stands after one name."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in ("must", "may", "can", "cannot", "would", "could"):
        return verb
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number of things."""
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def article(noun: str) -> str:
    """A thing with its article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
