"""What Python's grammar complains of, in words for somebody who writes cards and need not know Python."""

from __future__ import annotations

import re

_SIGNS = {
    "\u00d7": "*",
    "\u22c5": "*",
    "\u00b7": "*",
    "\u2212": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2026": "...",
    "\u2227": "and",
    "\u2228": "or",
    "\u00ac": "not",
    "\u2192": ":",
}
_WIDE = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)} | {"\u3001": ",", "\u3002": "."}
_JOINING = ("and", "or", "not", "if", "else", "in", "for", "is")
_TOKEN = re.compile(r"[\w.]+")
_TYPED = "write it with letters and signs of an English keyboard, or put it in quotes"


def meaning_of(message: str, row: str, offset: int) -> str:
    """What a complaint about this place of a row means; empty where it is none that we know."""
    given = _token_at(row, offset)
    if "leading zeros" in message:
        return f"no zero stands before a number; write: {given.lstrip('0') or '0'}"
    if re.match(r"invalid (\w+ literal|digit)", message):
        return f"'{given}' is neither a number nor a word; a number stands alone, and a sign such as + or * joins two"
    odd = re.match(r"invalid character '(.)'", message)
    if odd:
        sign = _SIGNS.get(odd[1]) or _WIDE.get(odd[1])
        return f"'{odd[1]}' is not used here; {f'write: {sign}' if sign else _TYPED}"
    blank = re.match(r"invalid non-printable character (U\+\w+)", message)
    if blank:
        return f"the blank {blank[1]} is not an ordinary one; write a plain blank in its place"
    if message.startswith(("cannot assign to", "can't assign to", "illegal target")):
        if re.match(r"\s*for\b", row):
            return "a loop is written: for _ in upto(3):, for p in others: or for c in hand(you):"
        return "only a name of your own gets a value, as in: n = count(hand(you))"
    return ""


def missing_comma(row: str) -> tuple[int, str] | None:
    """Where two things stand side by side inside brackets, the second with brackets of its own; in a row without
    texts."""
    for found in re.finditer(r"(\w+|\))\s+(?=([A-Za-z_]\w*)\()", row):
        before = row[: found.end()]
        if before.count("(") > before.count(")") and found[1] not in _JOINING:
            return found.end(), f"a comma or a sign is missing before {found[2]}(...)"
    return None


def _token_at(row: str, offset: int) -> str:
    """The number or word that a place of a row is in."""
    found = [word[0] for word in _TOKEN.finditer(row) if word.start() <= offset <= word.end()]
    return found[0] if found else row[offset : offset + 1]
