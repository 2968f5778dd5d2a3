"""What a search of a turn remembers, and the keys of tables in it: plain numbers under names, a record where it is
compiled.

The cards that came into hands unseen are bits, `STRANGE_BITS` to a number and `STRANGE_WORDS` numbers to a table.
"""

from __future__ import annotations

from typing import Any, Final

from changeling.bots.lookahead import Tables, Words
from changeling.cards.codes import DISCARD, GOALS, METAS, NONE, PILE, RULES
from changeling.engine.layout import FRAME, MAX_CARDS, Table
from changeling.engine.sheet_layout import Sheet

PLIES: Final = 80  # questions of all kinds in a row
WORLD_ROW: Final = PLIES + 1
SEARCH_ROWS: Final = PLIES + 2
SLOTS: Final = 1 << 16  # tables that can be remembered; more than twice as many as may be looked at
STRANGE_BITS: Final = 60
_MIX: Final = 0x1E3779B97F4A7C15
STRANGE_WORDS: Final = -(-MAX_CARDS // STRANGE_BITS)

Field = tuple[str, int, str]  # name, length (0: one number), NumPy type
SEEK_FIELDS: Final[tuple[Field, ...]] = (
    ("seat", 0, "i8"),  # who is to win
    ("turns", 0, "i8"),  # the number of the turn
    ("kindly", 0, "i8"),  # 1: others let every Surprise window pass
    ("piled", 0, "i8"),  # 1: the order of the piles may count
    ("most", 0, "i8"),  # positions that may be looked at
    ("nodes", 0, "i8"),  # positions that were
    ("index", SEARCH_ROWS, "i8"),  # by row: the next answer to try
    ("card", SEARCH_ROWS, "i8"),  # the next Surprise that might be held
    ("lot", SEARCH_ROWS, "i8"),  # the next way in which lots can fall after the answer that was tried last
    ("lots", SEARCH_ROWS, "i8"),  # how many of those there are
    ("worst", SEARCH_ROWS, "i8"),  # of one's own answer that was tried last: the worst by the lots so far
    ("best", SEARCH_ROWS, "i8"),  # the best of one's own answers, or the worst of somebody else's
    ("left", SEARCH_ROWS, "i8"),  # own answers that the way may still have
    ("at", SEARCH_ROWS, "i8"),  # the slot of the table
    ("strange", SEARCH_ROWS * STRANGE_WORDS, "i8"),  # the cards that came into hands unseen, as bits
    ("used", 0, "i8"),  # slots in use
    ("used_at", SLOTS, "i8"),  # which ones
    ("key", SLOTS, "i8"),  # by slot: of which table; 0: none
    ("within", SLOTS, "i8"),  # within how many answers it was searched
    ("value", SLOTS, "i8"),  # what was found
)


class Seek:
    """A search, and what it remembers; a record where it is compiled."""

    __slots__ = tuple(name for name, _, _ in SEEK_FIELDS)

    seat: int
    turns: int
    kindly: int
    piled: int
    most: int
    nodes: int
    index: list[int]
    card: list[int]
    lot: list[int]
    lots: list[int]
    worst: list[int]
    best: list[int]
    left: list[int]
    at: list[int]
    strange: list[int]
    used: int
    used_at: list[int]
    key: list[int]
    within: list[int]
    value: list[int]

    def __init__(self) -> None:
        for name, length, _ in SEEK_FIELDS:
            setattr(self, name, [0] * length if length else 0)


Seeks = list[Seek]
Keyed = Any  # which words of a table tell it apart, and what bits of each


# --- keys, where it is compiled: here, because kept code is known by the text of what the search imports --------------
def mix(found: int, value: int) -> int:
    """Add a number to a key."""
    found = (found ^ value) * _MIX
    return found ^ found >> 29


def mix_zone(found: int, t: Table, zone: int) -> int:
    """Add the order of the cards of a zone to a key."""
    card = t.head[zone]
    while card != NONE:
        found = mix(found, card)
        card = t.next[card]
    return found


def packed_key(d: Sheet, tables: Tables, memory: Words, keyed: Keyed, seek: Seek, row: int) -> int:
    """A number for what tells a table apart, as `search_room.plain_key` does, from the memory of the tables: `keyed` is
    places in it and the bits of each that count, by turns."""
    t = tables[row]
    found = 1
    for at in range(0, len(keyed), 2):
        found = mix(found, memory[row, keyed[at]] & keyed[at + 1])
    for place in range(t.frames * FRAME):
        found = mix(found, t.stack[place])
    for place in range(t.picks):
        found = mix(found, t.pick[place])
    for place in range(t.happenings):
        found = mix(found, t.happened[place])
    for word in range(STRANGE_WORDS):
        found = mix(found, seek.strange[row * STRANGE_WORDS + word])
    found = mix_zone(mix_zone(mix_zone(found, t, RULES), t, GOALS), t, METAS)
    if t.pile_known != 0 or seek.piled != 0:
        found = mix_zone(mix_zone(found, t, PILE), t, DISCARD)
    return found if found != 0 else 1
