"""What is wrong with a sentence, whatever it says."""

from __future__ import annotations

import re

_WRONG = {
    "an empty name": r"(?<!\w)(?:by|from|for|to|of|with|gets?|discards?|takes?|the) (?=[.,;:!?)])|\(\s*\)|''|: *[.;]",
    "a doubled blank": r"  |^\s|\s$|\s[.,;:!?)](?:\s|$)|\(\s",
    "a doubled mark": r"\.\.|[.!?][.!?](?!\))|,,|;;|::|[,;:]\.",
    "a doubled bracket": r"\(\(|\)\)",
    "something of the program": r"[{}]|\bNone\b|\bundefined\b|\bnull\b|\bNaN\b|\[object",
    "the number of a copy": r" #\d",
}
_PATTERNS = {fault: re.compile(pattern) for fault, pattern in _WRONG.items()}
_BRACKETS = re.compile(r"[()]")
_ENDS = re.compile(r"""[.!?][)"']?$|\)$""")


def faults(text: str, *, whole: bool = True) -> list[str]:
    """What is wrong with a text; where it is a whole sentence, with how it begins and ends too."""
    found = [fault for fault, pattern in _PATTERNS.items() if pattern.search(text)]
    if unbalanced(text):
        found.append("an unbalanced bracket")
    if whole and text[:1].islower():
        found.append("a small letter at its beginning")
    if whole and not _ENDS.search(text):
        found.append("no full stop")
    return found if text else ["nothing at all"]


def unbalanced(text: str) -> bool:
    """Whether a bracket is not closed, or closed before it is opened, or stands inside another."""
    depth = 0
    for sign in _BRACKETS.findall(text):
        depth += 1 if sign == "(" else -1
        if depth not in (0, 1):
            return True
    return depth != 0
