"""Bots by name, with a clock, and with the compiled machine where it is available.

A name is one of the roster (`greedy`, `learned`, `random`), `search` with a budget for each decision (`search:200ms`,
`search:2s`, or a number of iterations: `search:500`), or a bot of one's own: `module:Class` or `path/to/file.py:Class`.
Naming one of those runs its code; whoever takes names from others (a saved game may come from anybody) says
`own=False`.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import secrets
import sys
import time
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from changeling.bots import Bot, lookahead, roster, tree
from changeling.bots.greedy import Greedy
from changeling.bots.greedy_state import GreedyState, greedy_state
from changeling.bots.learned import Learned
from changeling.bots.search import Search
from changeling.bots.search_state import (
    SearchState,
    Think,
    compiled_state,
    interpreted_state,
    tree_dtype,
    weights_dtype,
)
from changeling.cards.deck import Deck
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError, NotCompiled
from changeling.play.compiled.compiling import Target
from changeling.play.compiled.native_cache import compiled
from changeling.play.shipped_policy import shipped_network
from changeling.whole import whole

BUDGET = "200ms"
LONGEST = 600.0  # seconds for one decision
MOST = 1_000_000  # iterations for one decision
_TIME = re.compile(r"(?P<number>[0-9]{1,7}(?:\.[0-9]{1,3})?)(?P<unit>ms|s)")
_THINK = Target("changeling.bots.tree.think", "changeling.play.bot_factory.compile_search")
Clock = Callable[[], float]
_elsewhere: dict[str, bool] = {}  # "ready": whether the process that compiles the search for this one is done


def names() -> tuple[str, ...]:
    """The names of all bots; `search` can be given a budget."""
    return roster.names()


def bot(
    name: str, seed: int | None = None, *, own: bool = True, wait: bool = False, clock: Clock = time.monotonic
) -> Bot:
    """A bot with a generator of its own, by name: `random`, `greedy`, `learned`, `search`, `search:50ms`, `search:500`,
    or a bot of one's own as `module:Class` or `path/to/file.py:Class`. Raises ChangelingError that says what names
    there are.

    It is the same bot as on the ladder, in the terminal, at the web table and in environments: `search` thinks for
    200 ms a decision unless told otherwise. With no seed its chances are unpredictable. `own=False` refuses bots of
    one's own, whose code is run. Where the search is not compiled yet, `wait` compiles it first; otherwise that is done
    in the background, and until then it runs interpreted, and sees less far in the same time. `wait` is for who plays
    many games: `greedy` and `learned` then go over to compiled code when that is ready, with the same answers.

    >>> bot("search:50", 7).name
    'search:50'
    """
    seed = secrets.randbits(63) if seed is None else whole("seed", seed)
    kind, colon, rest = name.partition(":")
    if kind == "search":
        return _search(
            name, rest if colon else BUDGET, seed, state_for=partial(search_state_for, wait=wait), clock=clock
        )
    if colon and own:
        return _own(name)(seed)
    if name not in names():
        raise _unknown(name)
    if name == roster.LEARNED:
        return Learned(seed, shipped_network(), state_for=greedy_state_for if wait else greedy_state)
    if name == Greedy.name:
        return Greedy(seed, state_for=greedy_state_for if wait else greedy_state)
    return roster.BOTS[name](seed)


def check(name: str, *, own: bool = True) -> None:
    """Raise ChangelingError when there is no such bot."""
    kind, colon, rest = name.partition(":")
    if kind == "search":
        _search(name, rest if colon else BUDGET, 0, state_for=interpreted_state, clock=time.monotonic)
    elif colon and own:
        _own(name)
    elif name not in names():
        raise _unknown(name)


def _unknown(name: str) -> ChangelingError:
    return ChangelingError(f"'{name}' is not a bot; the bots are {', '.join(names())}")


def _search(name: str, budget: str, seed: int, *, state_for: Callable[[Deck], SearchState], clock: Clock) -> Search:
    if budget.isascii() and budget.isdecimal():
        if not 1 <= int(budget[:9]) <= MOST:
            raise ChangelingError(f"'{name}': 1 to {MOST:,} iterations can be thought for, not {budget}")
        return Search(seed, iterations=int(budget), state_for=state_for, name=name)
    return Search(seed, seconds=seconds_of(budget), clock=clock, state_for=state_for, name=name)


def seconds_of(budget: str) -> float:
    """A time to think, as text: `200ms`, `1.5s`. Raises ChangelingError when it is not that, or too long."""
    found = _TIME.fullmatch(budget)
    if found is None:
        raise ChangelingError(f"'{budget}': a budget is a time or a number of iterations: search:200ms, search:500")
    seconds = float(found["number"]) / (1000 if found["unit"] == "ms" else 1)
    if not 0 < seconds <= LONGEST:
        raise ChangelingError(f"'{budget}': more than no time and at most {LONGEST:g}s can be thought for")
    return seconds


def greedy_state_for(deck: Deck) -> GreedyState:
    """What greedy thinks with, compiled where that is ready (`compiled_greedy.state_for`)."""
    try:
        from changeling.play.compiled.compiled_greedy import state_for
    except ImportError:  # without NumPy
        return greedy_state(deck)
    return state_for(deck)


# --- searching with the compiled machine ------------------------------------------------------------------------------
def search_state_for(deck: Deck, *, wait: bool = False) -> SearchState:
    """A state for searching a deck's games: compiled where that can be had now, else interpreted."""
    think = _compiled_or_none(wait=wait)
    if think is None:
        state = interpreted_state(deck)
        state.final = False
        return state
    from changeling.engine.native.records import records, store

    tables, memory = records(tree.ROWS)
    sheets = _sheets(deck.digest, deck)
    return compiled_state(deck, sheets=sheets, tables=tables, memory=memory, run=think, store=store)


_records: dict[str, Any] = {}


def _sheets(digest: str, deck: Deck) -> Any:
    """The deck as a record for the compiled machine, made once."""
    from changeling.engine.native.records import sheet_record

    if digest not in _records:
        _records[digest] = sheet_record(sheet_for(deck))
    return _records[digest]


def _compiled_or_none(*, wait: bool) -> Think | None:
    """The compiled search; None without llvmlite, and where it is not compiled yet and nobody waits for that."""
    if _elsewhere:
        if not _elsewhere["ready"]:
            return None
    elif not wait and not _THINK.is_ready():
        return None
    try:
        return _compiled_think()
    except NotCompiled:
        return None


@lru_cache(maxsize=1)
def _compiled_think() -> Think:
    machine = compiled()
    from changeling.engine.native.entry_points import copy_table
    from changeling.engine.native.kinds import Kind, array_of, record_of

    weights, node_tree = record_of(weights_dtype()), record_of(tree_dtype())
    kinds: dict[str, Kind] = {
        "Weights": weights,
        "WeightSets": array_of(weights),
        "Tree": node_tree,
        "Trees": array_of(node_tree),
    }
    return machine.load(tree.think, kinds=kinds, compiled_as={lookahead.copy_table: copy_table})


def compile_search() -> None:
    """Compile the search, or load it where that was done before. Raises NotCompiled."""
    _compiled_think()


def compiled_elsewhere(*, ready: bool) -> None:
    """Another process has the search compiled: this one never does that itself, and loads it once it is `ready`."""
    _elsewhere["ready"] = ready


def is_warm() -> bool:
    """Whether the compiled search only has to be loaded, or can never be had; if not, it is compiled meanwhile."""
    return not _THINK.can_be_had or _THINK.is_ready()


# --- bots of one's own ------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def _own(name: str) -> Callable[[int], Bot]:
    """The class of a bot of one's own, from `module:Class` or `path/to/file.py:Class`."""
    where, _, wanted = name.rpartition(":")
    try:
        module = _from_file(where) if where.endswith(".py") else importlib.import_module(where)
    except ImportError as error:
        raise ChangelingError(f"'{name}' is not a bot: {error}") from error
    found: Any = getattr(module, wanted, None)
    if not callable(found) or not callable(getattr(found, "choose", None)):
        raise ChangelingError(
            f"'{name}' is not a bot: {wanted or 'a class'} in {where} with a method choose(view, decision) is needed"
        )
    made: Callable[[int], Bot] = found
    return made


def _from_file(path: str) -> Any:
    file = Path(path)
    if not file.is_file():
        raise ChangelingError(f"'{path}' is not a file")
    spec = importlib.util.spec_from_file_location(f"changeling_bot_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise ChangelingError(f"{path}:{error.lineno}: {error.msg}") from error
    return module
