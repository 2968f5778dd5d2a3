"""Many games at once, as arrays: what programs that learn or measure play with."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.engine.arrays import batch_step as at
from changeling.engine.arrays.answer_space import Space, action_of, code_of
from changeling.engine.arrays.features import facts_of, printed
from changeling.engine.layout import FAULT, FAULTS, Table
from changeling.engine.machine.playout import seed_state
from changeling.engine.seen.backtrace import backtrace
from changeling.engine.setup import laid_out, left_out
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import AnswerError, EngineFault
from changeling.play.batch_plan import BatchPlan, Observations, numbers_of, rows_of, seeds_of
from changeling.play.batch_state import layout_digest, restored, saved
from changeling.play.compiled.native_cache import compiled_for
from changeling.play.meta_rules import meta_names, meta_rules
from changeling.whole import whole

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled

_MANY = 1024  # games from which on it is worth while to sample on several threads
_SHOWN = 12  # how many of the legal answers an error names


@lru_cache(maxsize=2)
def _functions(machine: Compiled) -> at.RowFunctions:
    return at.RowFunctions(machine)


class Batch:
    """Games of one deck, stepped together on the compiled machine. Needs the `fast` extra.

    `seeds` is a number, from which the games count up, or one seed for each game; a game is the same as that of
    `Game(deck, seats=..., seed=seed)`. With `restart` a row whose game has ended goes on with a new one, whose seed is
    larger by the number of games; else it waits for `restart()`. `most` breaks games off after so many answers. With
    `only` a single seat is asked, and the others answer at random inside. `meta` names the Meta Rules that all games
    are played with. `threads` changes the speed and nothing else.

    `copy()`, `copy.deepcopy` and `pickle` make another batch that goes on as this one would; `save()` gives the state
    as bytes, to which `restore()` brings this batch, or another one of the same games, back.

    The arrays are the same memory all the time and are filled anew by each step; copy what is to be kept.

    - `seat`: who is asked, or -1 where the game is over
    - `mask`: a row for each game, 1 for each legal answer of `space`
    - `options`: how many answers are legal
    - `observation`: what the asked seat sees, as `changeling.engine.arrays.features` describes; `table` and `cards` are
      its parts, `printed` is what never changes
    - `ended`: whether a game ended with this step; then `reward` has 1 for each who won and -1 for who lost, `winner`
      the seat or -1 (of several the first), `cut` whether it was broken off, and `length` how many answers it had
    - `decisions`: answers given in the running game
    """

    def __init__(
        self,
        deck: str | Sequence[str] | Deck,
        games: int,
        seats: int,
        seeds: int | ArrayLike = 0,
        *,
        threads: int = 1,
        observe: bool = True,
        restart: bool = True,
        most: int | None = None,
        only: int | None = None,
        meta: Sequence[str] = (),
    ) -> None:
        plan = BatchPlan(
            games, seats, threads, observe=observe, restart=restart, most=most, only=only, meta=meta_names(meta)
        )
        self._make(deck if isinstance(deck, Deck) else load_deck(deck), plan)
        self.reset(seeds)

    def _make(self, deck: Deck, plan: BatchPlan) -> None:
        """Make room for the games of a plan; none has begun."""
        self.deck, self._plan, self.space = deck, plan, Space(deck)
        self.games, self.seats, self.threads = plan.games, plan.seats, plan.threads
        self._call = _functions(compiled_for(deck))
        self._actions, self._given, self._single = (np.zeros(plan.games, np.int64) for _ in range(3))
        self._actions_at, self._given_at, self._single_at = (
            each.ctypes.data for each in (self._actions, self._given, self._single)
        )
        self._lay_out(plan)
        self._name_columns()
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        self._how = at.CHECKS if plan.threads > 1 else at.CHECKS | at.STEPS
        self._parts = plan.parts()
        self.winner[:] = NONE

    def _lay_out(self, plan: BatchPlan) -> None:
        """Make the arrays: a table for each game and one to begin from, and what is told of each game."""
        from changeling.engine.native.records import records, sheet_record, store

        d = sheet_for(self.deck)
        metas = meta_rules(self.deck, plan.meta)
        out = left_out(d, dict(enumerate(self.deck.leaves_out)), metas)
        start = laid_out(d, plan.seats, metas=metas, out=out)
        self._tables, words = records(plan.games + 1)
        store(start, self._tables, plan.games)
        self._rows = np.zeros(plan.games, at.BATCH_ROW)
        self._masks = np.zeros((plan.games, -(-self.space.size // 8) * 8), np.uint8)
        self.mask = self._masks[:, : self.space.size]
        self.reward = np.zeros((plan.games, plan.seats), np.float32)
        seen = Observations(self.deck, plan.games if plan.observe else 0)
        last = Observations(self.deck, plan.games if plan.observe and plan.only is not None else 0)
        self.observation, self.table, self.cards = seen.bytes, seen.table, seen.cards
        self.final_observation = last.bytes
        self.printed = printed(self.deck)
        facts = np.array(facts_of(self.deck, plan.seats), np.int32)
        self._memory: tuple[NDArray[Any], ...] = (
            words,
            self._rows.view(np.uint8),
            self._masks,
            self.reward,
            seen.sight.words,
            last.sight.words,
        )
        settings = plan.settings(self.space.size)
        self._keep(
            tuple(at.Games(sheet_record(d), self._tables, words, self._rows, settings, facts)),
            tuple(at.Told(self._masks, self._masks.view(np.int64), self.reward, self._actions)),
            tuple(seen.sight),
            tuple(last.sight),
        )

    def _keep(self, *given: tuple[NDArray[Any], ...]) -> None:
        """Tell compiled code once where all the arrays are; it is only told where that is written from then on."""
        self._kept = given, self._call.keep(given)
        self._place: int = self._kept[1].ctypes.data

    def _name_columns(self) -> None:
        """Let each column of the rows be an array of the batch."""
        self._options = self._tables["option"]
        self._outcomes, self._winners = self._tables["outcome"], self._tables["winner"]
        self._co_winners = self._tables["co_winners"]
        self.seat, self.options = self._rows["seat"], self._rows["options"]
        self.decisions, self.length = self._rows["decisions"], self._rows["length"]
        self.winner, self.unseen = self._rows["winner"], self._rows["unseen"]
        self.seed = self._rows["seed"].view(np.uint64)
        self.ended, self.cut = self._rows["ended"].view(np.bool_), self._rows["cut"].view(np.bool_)

    # --- doing --------------------------------------------------------------------------------------------------------
    def reset(self, seeds: int | ArrayLike) -> None:
        """Begin all games anew, from these seeds."""
        given = seeds_of(seeds, self.games)
        self._rows["seed"] = given - self.games
        self._rows["draw"] = [seed_state(seed + 1) for seed in given.tolist()]
        self._rows["unseen"] = 0
        self._begin(np.ones(self.games, np.bool_))

    def restart(self, where: ArrayLike | None = None) -> None:
        """Begin games anew with their next seeds: those that `where` names (numbers, or a flag for each game), else
        all that are over."""
        self._begin(rows_of(where, self.games) if where is not None else self.seat == NONE)

    def _begin(self, chosen: NDArray[np.bool_]) -> None:
        others = self.ended & ~chosen
        self._rows["ended"] = chosen
        self._all(lambda low, high: self._call.step(self._place, self._actions_at, at.RENEWS, low, high))
        self._rows["ended"] = others
        self.cut[chosen], self.reward[chosen] = False, 0
        self._check_faults()

    def step(self, actions: ArrayLike) -> None:
        """Give every game its answer, a number of `space`. When one of them is not legal nothing is changed, and
        AnswerError says which. Games that are over ignore theirs."""
        given, place = self._actions, self._actions_at  # what `sample` gave is right as it is
        if actions is not given:
            given, place = self._given, self._given_at
            given[:] = self._numbers(actions)
        faults = self._call.step(self._place, place, self._how, 0, self.games)
        if faults < 0:
            raise AnswerError(self._complaint(-1 - faults, int(given[-1 - faults])))
        if self.threads > 1:
            faults = self._all(lambda low, high: self._call.step(self._place, place, at.STEPS, low, high))
        if faults:
            self._check_faults()

    def _numbers(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Whole numbers. Raises AnswerError where there is not one for each game."""
        given = numbers_of(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise AnswerError(
                f"actions: {self.games} whole numbers are needed, one for each game, not {given.dtype} of shape "
                f"{given.shape}"
            )
        return given

    def sample(self) -> NDArray[np.int64]:
        """A legal answer for each game, all with the same probability; from generators of the batch's own."""
        if self.games < _MANY:
            self._call.sample(self._place, 0, self.games)
        else:
            self._all(lambda low, high: self._call.sample(self._place, low, high))
        return self._actions

    def answer(self, game: int, index: int) -> None:
        """Give a single game the option of that index as its answer, in the order in which a `Game` lists them; the
        other games wait. Raises AnswerError where the game has no such option."""
        game, place = self._row(game), whole("index", index)
        there = self.options.item(game)
        if not 0 <= place < there:
            raise AnswerError(f"game {game}: {place} is not the index of an option; there are {there}")
        self._single[game] = place
        if self._call.step(self._place, self._single_at, at.STEPS | at.INDEXED, game, game + 1):
            self._check_faults()

    # --- keeping ------------------------------------------------------------------------------------------------------
    def copy(self) -> Batch:
        """Another batch in the same state; what is done to one leaves the other alone."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __getstate__(self) -> tuple[Deck, BatchPlan, tuple[NDArray[Any], ...]]:
        return self.deck, self._plan, (*self._memory, self._actions)

    def __setstate__(self, state: tuple[Deck, BatchPlan, tuple[NDArray[Any], ...]]) -> None:
        deck, plan, memory = state
        self._make(deck, plan)
        self._fill(memory)

    def save(self) -> bytes:
        """The state of all games, to be given to `restore`."""
        return saved(self._heading(), (*self._memory, self._actions))

    def restore(self, state: bytes) -> None:
        """Bring the batch to a state that this one, or another one of the same games, was saved in.

        Raises ChangelingError for any other. Only give it what you saved yourself: the tables are not looked through.
        """
        self._fill(restored(self._heading(), state, (*self._memory, self._actions)))

    def _heading(self) -> dict[str, object]:
        """What two batches need to have in common for one to go on from the other's state."""
        common = {name: value for name, value in asdict(self._plan).items() if name != "threads"}
        return {"batch": self.deck.name, "cards": self.deck.digest, "table": layout_digest(), **common}

    def _fill(self, memory: Sequence[NDArray[Any]]) -> None:
        for mine, theirs in zip((*self._memory, self._actions), memory, strict=True):
            mine[...] = theirs

    # --- looking ------------------------------------------------------------------------------------------------------
    def legal(self, game: int) -> tuple[str, ...]:
        """The legal answers of a game, as text."""
        game = self._row(game)
        cards, seat = len(self.deck.cards), self.seat.item(game)
        actions = [action_of(code, cards, seat, self.seats) for code in self._codes(game)]
        return tuple(self.space.text(action) for action in sorted(actions))

    def standing(self, game: int) -> tuple[int, int, int, int, int]:
        """Of a game: who is asked, or -1; how many options there are; the outcome (`engine.layout`); who won, or -1;
        and the bits of the seats that won together with that one."""
        game = self._row(game)
        return (
            self.seat.item(game),
            self.options.item(game),
            self._outcomes.item(game),
            self._winners.item(game),
            self._co_winners.item(game),
        )

    def place_of(self, game: int, action: int) -> int:
        """Which of the options of a game, as a `Game` lists them, a legal answer is. Raises AnswerError where it is
        none of them."""
        game, action = self._row(game), whole("action", action)
        code = code_of(action, len(self.deck.cards), self.seat.item(game), self.seats)
        try:
            return self._codes(game).index(code)
        except ValueError:
            raise AnswerError(self._complaint(game, action)) from None

    def words_of(self, game: int) -> NDArray[np.int64]:
        """The memory of a game's table; not to be changed."""
        words: NDArray[np.int64] = self._memory[0][self._row(game)]
        return words

    def table_of(self, game: int) -> Table:
        """The table of a game, as the interpreted machine has it."""
        from changeling.engine.native.records import fetch

        return fetch(self._tables, self._row(game))

    def __repr__(self) -> str:
        return f"<Batch {self.deck.name}: {self.games} games, {self.seats} seats>"

    def __len__(self) -> int:
        return self.games

    # ------------------------------------------------------------------------------------------------------------------
    def _row(self, game: int) -> int:
        """The number of a game. Raises ChangelingError where there is none of that number."""
        return game if type(game) is int and 0 <= game < self.games else whole("game", game, 0, self.games - 1)

    def _codes(self, game: int) -> list[int]:
        """The codes of a game's options."""
        codes: list[int] = self._options[game, : self.options.item(game)].tolist()
        return codes

    def _all(self, work: Callable[[int, int], int | None]) -> int:
        """Let the threads, this one among them, take the parts of the rows one after another; gives the sum."""
        if self.threads == 1:
            return work(0, self.games) or 0
        if self._pool is None or self._pool[0] != os.getpid():  # a process that is forked off has none of the threads
            self._pool = os.getpid(), ThreadPoolExecutor(self.threads - 1)
        left, pool = iter(self._parts), self._pool[1]

        def take() -> int:
            return sum(work(low, high) or 0 for low, high in left)

        waiting = [pool.submit(take) for _ in range(self.threads - 1)]
        return take() + sum(future.result() for future in waiting)

    def _complaint(self, game: int, action: int) -> str:
        legal = self.legal(game)
        shown = " | ".join(legal[:_SHOWN]) + (f" | ... ({len(legal)} in all)" if len(legal) > _SHOWN else "")
        named = f"'{self.space.text(action)}' ({action})" if 0 <= action < self.space.size else str(action)
        return f"game {game}: {named} is not an option of seat {self.seat[game]}: {shown}"

    def _check_faults(self) -> None:
        from changeling.engine.native.records import fetch

        for game in np.flatnonzero(self._tables["outcome"][: self.games] == FAULT):
            t = fetch(self._tables, int(game))
            names = [f"seat {seat}" for seat in range(self.seats)]
            raise EngineFault(
                f"game {game}, seed {self.seed[game]}: {FAULTS[t.fault]}", backtrace=backtrace(self.deck, t, names)
            )
