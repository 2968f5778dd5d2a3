"""What a search of turns works with: lists where it is interpreted, arrays and records where it is compiled. Both find
the same, look at as many positions, and play the same games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from changeling.bots import lookahead
from changeling.bots.goal_table import goal_table_for
from changeling.bots.greedy_state import greedy_state
from changeling.bots.search_state import thought_dtype, weights_dtype
from changeling.bots.weights import WEIGHT_SETS
from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.engine.fields import STATE
from changeling.engine.layout import FRAME, Table
from changeling.engine.lean import is_lean
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.engine.machine.playout import seed_state
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.learn import turn_search
from changeling.learn.greedy_turns import (
    GAME_OVER,
    GAME_ROW,
    HUNT,
    HUNT_FIELDS,
    HUNT_ROWS,
    SEARCH,
    Hunt,
    hunt_wins,
)
from changeling.learn.seek import SEEK_FIELDS, STRANGE_WORDS, Seek, packed_key
from changeling.learn.turn_search import begin_search
from changeling.play.compiled.native_cache import compiled, kept
from changeling.play.game import Game
from changeling.play.seated_bot import BOT_NAMES

if TYPE_CHECKING:
    import numpy as np

MOST_NODES: Final = 20_000  # positions that a search may look at: less than a third of the slots
# What tells tables apart for the search: the state, but for counters of what was asked and for the order in zones where
# order means nothing.
_IGNORED: Final = frozenset(
    "next prev decisions answers steps quiet stopped floor floor_steps floor_before watched_turn idle rng stack pick "
    "happened".split()
)
_KEYED: Final = tuple(field for field in Table.fields if field.role == STATE and field.name not in _IGNORED)
_INTS: Final = tuple(field.name for field in _KEYED if not field.length)
_BY_CARD: Final = ("place", "known", "host", "promised")
_LISTS: Final = tuple(field.name for field in _KEYED if field.length and field.name not in _BY_CARD)
_ORDERED: Final = (w.RULES, w.GOALS, w.METAS)
_READS_THE_PILE: Final = ("top(", "bottom(", "first(")  # words for which the order of the discards may count
_CHECKED: Final = 300  # positions of a turn, where a build is checked


@dataclass(slots=True)
class SearchRoom:
    """Room for one search at a time. `store` puts a table into a row, `fetch` gives a copy of the one in a row."""

    given: tuple[Any, ...]  # what `hunt_wins` takes first
    keyed: Any
    seeks: Any
    hunts: Any
    seek: Any  # the only one of `seeks`, with its fields as attributes
    hunt: Any  # likewise
    run: Callable[..., int]
    store: Callable[[Table, int], None]
    fetch: Callable[[int], Table]

    @property
    def tables(self) -> Any:
        """The rows of tables."""
        return self.given[1]

    def begin(self, t: Table, *, most: int = MOST_NODES, kind: bool = False) -> None:
        """Turn to a table of whoever has the turn, and forget those before."""
        start = t.copy()
        start.polite = 1
        self.store(start, 0)
        self.seek.most, self.seek.kindly = most, int(kind)
        begin_search(self.seek, start)

    def value(self, left: int) -> int:
        """The value of the table in the first row, as `turn_search.search_turn` gives it."""
        self.hunt.task, self.hunt.left = SEARCH, left
        return self.hunt_wins()

    def hunt_wins(self) -> int:
        """Carry out the task that the hunt has."""
        return int(self.run(self.given, self.keyed, self.seeks, self.hunts))


def interpreted_room(deck: Deck) -> SearchRoom:
    """A room that needs no compiler."""
    state, seek, hunt = greedy_state(deck), Seek(), Hunt()
    tables: list[Any] = [None] * HUNT_ROWS
    given = (state.sheets, tables, None, state.goals, state.weights, state.thoughts, state.scratch)
    seek.piled = _order_counts(deck)

    def store(t: Table, row: int) -> None:
        tables[row] = t.copy()

    def fetch(row: int) -> Table:
        table: Table = tables[row].copy()
        return table

    return SearchRoom(given, plain_key, [seek], [hunt], seek, hunt, hunt_wins, store, fetch)


def plain_key(d: Sheet, t: Table, seek: Seek, row: int) -> int:
    """A number for what tells a table apart."""
    order = [tuple(cards_in(t, zone)) for zone in _ORDERED]
    if t.pile_known or seek.piled:
        order += [tuple(cards_in(t, w.PILE)), tuple(cards_in(t, w.DISCARD))]
    found = hash(
        (
            tuple(seek.strange[row * STRANGE_WORDS : (row + 1) * STRANGE_WORDS]),
            tuple([getattr(t, name) for name in _INTS]),
            tuple([tuple(getattr(t, name)[: d.cards]) for name in _BY_CARD]),
            tuple([tuple(getattr(t, name)) for name in _LISTS]),
            tuple(t.stack[: t.frames * FRAME]),
            tuple(t.pick[: t.picks]),
            tuple(t.happened[: t.happenings]),
            tuple(order),
        )
    )
    return found or 1


def _order_counts(deck: Deck) -> int:
    """1 where the order of the discard pile may count."""
    return int(any(word in card.source for card in deck.cards for word in _READS_THE_PILE))


# --- compiled ---------------------------------------------------------------------------------------------------------
def is_compiled(deck: Deck) -> bool:
    """Whether the compiled search for a deck only has to be loaded."""
    return kept(f"{hunt_wins.__module__}.{hunt_wins.__qualname__}", lean=is_lean(deck, sheet_for(deck)))


def compiled_room(deck: Deck, run: Callable[..., int] | None = None) -> SearchRoom:
    """A room for the compiled search; `run` is that, where the caller has it already. Raises NotCompiled."""
    sheet = sheet_for(deck)
    run = run or _compiled_hunt(lean=is_lean(deck, sheet))
    import numpy as np

    from changeling.engine.native.records import fetch, records, sheet_record, store

    tables, memory = records(HUNT_ROWS)
    weights = np.zeros(len(WEIGHT_SETS), weights_dtype())
    for place, each in enumerate(WEIGHT_SETS):
        weights[place] = astuple(each)
    seeks, hunts = np.zeros(1, _dtype(SEEK_FIELDS)), np.zeros(1, _dtype(HUNT_FIELDS))
    goals, thoughts = np.array(goal_table_for(deck), np.int64), np.zeros(1, thought_dtype())
    given = (sheet_record(sheet), tables, memory, goals, weights, thoughts, np.zeros(DEAL_SCRATCH, np.int64))
    seek, hunt = seeks.view(np.recarray)[0], hunts.view(np.recarray)[0]
    seek.piled = _order_counts(deck)
    put, take = lambda t, row: store(t, tables, row), lambda row: fetch(tables, row)
    return SearchRoom(given, _words_of_key(len(deck.cards)), seeks, hunts, seek, hunt, run, put, take)


def _words_of_key(cards: int) -> Any:
    """The words of a table that tell it apart, each with the bits that count."""
    import numpy as np

    from changeling.engine.native.records import TABLE

    mark = np.zeros(TABLE.itemsize, np.uint8)
    assert TABLE.fields is not None
    for field in _KEYED:
        kind, begin = TABLE.fields[field.name][:2]
        size = kind.base.itemsize * (cards if field.name in _BY_CARD else field.length or 1)
        mark[begin : begin + size] = 0xFF
    masks = mark.view(np.int64)
    places = np.flatnonzero(masks)
    return np.stack([places, masks[places]], axis=1).reshape(-1).astype(np.int64)


def _dtype(fields: tuple[tuple[str, int, str], ...]) -> np.dtype[Any]:
    import numpy as np

    return np.dtype([(name, kind, (length,)) if length else (name, kind) for name, length, kind in fields], align=True)


@lru_cache(maxsize=2)
def _compiled_hunt(*, lean: bool) -> Callable[..., int]:
    machine = compiled(lean=lean)
    from changeling.engine.native.entry_points import copy_table
    from changeling.engine.native.kinds import array_of, record_of, tuple_of

    kinds: dict[str, Any] = {"Keyed": machine.kinds["Ints"]}
    for name, kind in (
        ("Weights", weights_dtype()),
        ("Thought", thought_dtype()),
        ("Seek", _dtype(SEEK_FIELDS)),
        ("Hunt", _dtype(HUNT_FIELDS)),
    ):
        kinds[name] = record_of(kind)
        kinds["WeightSets" if name == "Weights" else f"{name}s"] = array_of(kinds[name])
    ints = machine.kinds["Ints"]
    room = [machine.kinds[name] for name in ("Sheets", "Tables", "Words")]
    kinds["RoomGiven"] = tuple_of([*room, ints, kinds["WeightSets"], kinds["Thoughts"], ints])
    swapped: dict[Any, Any] = {lookahead.copy_table: copy_table, turn_search.key_of: packed_key}
    return machine.load(hunt_wins, kinds=kinds, compiled_as=swapped, check=difference)


def difference(run: Callable[..., int]) -> str:
    """Hunt in a game on both machines; says where they differ, or nothing."""
    deck = load_deck("fluxx-4")
    ours, theirs = hunted(compiled_room(deck, run), deck), hunted(interpreted_room(deck), deck)
    return "" if ours == theirs else f"hunts for wins differ: {ours} and {theirs}"


def hunted(room: SearchRoom, deck: Deck, *, games: int = 1, seats: int = 2) -> list[tuple[int, int, int, int]]:
    """Every win of some games: its length, and how many answers, turns and positions there were until then."""
    found = []
    room.hunt.turns = room.hunt.nodes = room.hunt.too_large = room.seek.kindly = 0
    room.seek.most, room.hunt.task = _CHECKED, HUNT
    for seed in range(games):
        room.store(Game(deck, seats=BOT_NAMES[:seats], seed=seed).table, GAME_ROW)
        room.hunt.rng = seed_state(seed)
        room.hunt.made = room.hunt.last = 0
        while True:
            value = room.hunt_wins()
            found.append((value, int(room.hunt.made), int(room.hunt.turns), int(room.hunt.nodes)))
            if value == GAME_OVER:
                break
    return found
