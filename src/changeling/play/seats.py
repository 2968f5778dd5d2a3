"""Seats: how many there can be, and what their names may be."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from changeling.cards import codes as w
from changeling.errors import ChangelingError

MIN_SEATS, MAX_SEATS = 2, w.MAX_SEATS
_LONGEST = 40  # characters of a name
_SKIN_TONES = "".join(map(chr, range(0x1F3FB, 0x1F400)))
_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))


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


def is_readable(text: str) -> bool:
    """Whether all of a text can be printed; joiners may stand where they shape what is seen, as inside an emoji."""
    return all(
        letter.isprintable() or _joins(text[:place], letter, text[place + 1 :]) for place, letter in enumerate(text)
    )


def _joins(before: str, letter: str, after: str) -> bool:
    """Whether a character that is not printable by itself shapes its neighbours: in emoji, Arabic or Indic script."""
    seen = before.rstrip("\ufe0f" + _SKIN_TONES)
    if letter in _TAGS:  # the flags of countries inside of others
        return bool(before) and (before[-1] == "\U0001f3f4" or before[-1] in _TAGS)
    if letter not in ("\u200c", "\u200d") or not seen or not after:
        return False
    if unicodedata.combining(before[-1]) == 9:  # a virama
        return True
    if letter == "\u200d":
        return unicodedata.category(seen[-1]) == unicodedata.category(after[0]) == "So"
    return all("ARABIC" in unicodedata.name(one, "") for one in (before[-1], after[0]))


def _check_name(name: str) -> None:
    """Refuse what cannot be read, or could be taken for an answer or for a player who joins (`+ Dee`)."""
    if not name.strip() or len(name) > _LONGEST or not is_readable(name) or name.startswith("+"):
        raise ChangelingError(f"seats: {name!r} cannot be a name; 1 to {_LONGEST} printable characters, no + in front")
    if name != " ".join(name.split()) or name in w.ANSWER_WORDS:
        raise ChangelingError(
            f"seats: {name!r} cannot be a name; single spaces inside, and not {', '.join(w.ANSWER_WORDS)}"
        )
