"""What somebody looks for in several words of their own, set beside what is said: the closest first."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Mapping
from typing import Final, TypeVar

Found = TypeVar("Found", bound=Hashable)

CLOSEST: Final = 5
"""How many are told at most, where nothing fits as a whole."""

_LEFT_OUT: Final = frozenset(
    "a an and all any are as at be by can do does for from get have her his how i if in into is it its let make me my "
    "no not of on one or our out own she so some somebody someone something than that the their them then they thing "
    "this to until up want we what when where which while who whose will with would you your".split()
)
_ENDINGS: Final = ("ing", "es", "ed", "s")


def terms(text: str) -> tuple[str, ...]:
    """The words of a text that carry its meaning, without their endings; all of them where none does."""
    spoken = re.findall(r"[\w']+", text.casefold().replace("\u2019", "'"))
    plain = [re.sub(r"^(can't|cannot|mustn't)$", "cannot", word) for word in spoken]
    return tuple(dict.fromkeys(_stem(word) for word in plain if word not in _LEFT_OUT)) or tuple(plain)


def _stem(word: str) -> str:
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= 3), "")
    return word[: len(word) - len(ending)]


def closest(asked: str, said: Mapping[Found, tuple[str, str]]) -> list[Found]:
    """Those that have most of what is asked for in what people call them and in what is said of them, the best first.

    What is rarely said weighs more, and a name more than a description. Nothing that has less than half of it.
    """
    wanted = [re.compile(rf"\b{re.escape(term)}") for term in terms(asked)]
    if not wanted:
        return []
    hits = {
        one: [2 if term.search(called) else 1 if term.search(text) else 0 for term in wanted]
        for one, (called, text) in said.items()
    }
    rare = [
        math.log(1 + len(said) / max(1, sum(row[place] > 0 for row in hits.values()))) for place in range(len(wanted))
    ]
    marks = {one: sum(hit * weight for hit, weight in zip(row, rare, strict=True)) for one, row in hits.items()}
    enough = [one for one, row in hits.items() if 2 * sum(hit > 0 for hit in row) >= len(wanted) and any(row)]
    return sorted(enough, key=lambda one: -marks[one])[:CLOSEST]
