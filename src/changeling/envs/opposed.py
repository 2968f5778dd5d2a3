"""Many games in which bots answer for all seats but one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changeling.bots import Bot
from changeling.bots.greedy import Greedy
from changeling.bots.random_bot import RandomBot
from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.engine.seen.questions.decision import decision_of
from changeling.engine.seen.standing import Standing
from changeling.engine.seen.view import view_of
from changeling.engine.sheet_cache import sheet_for
from changeling.envs.league import Policy
from changeling.envs.opponents import Opponent, bot_of, check_opponents
from changeling.envs.single_game import GameSpaces
from changeling.errors import ChangelingError
from changeling.play.answering import choice
from changeling.play.batch import Batch
from changeling.play.compiled.compiled_greedy import CompiledGreedy, greedy_for
from changeling.whole import whole

TRIES = 100  # games of a row that may end before the seat is asked


class OpposedBatch:
    """Does for bots what `Batch` with `only` does for answers at random, and has the same arrays.

    Each game has bots of its own, made of a seed that follows from the game's; a bot that is given as it is plays them
    all. A finished game is followed by the next one.
    """

    def __init__(
        self,
        deck: str | Sequence[str] | Deck,
        games: int,
        seats: int,
        *,
        only: int,
        opponents: Opponent | Sequence[Opponent],
        most: int,
        threads: int = 1,
        meta: Sequence[str] = (),
    ) -> None:
        self.spaces = GameSpaces(deck, seats, meta)
        self.deck, self.space, self.seats = self.spaces.deck, self.spaces.space, len(self.spaces.names)
        self.only = whole("only", only, 0, self.seats - 1)
        self.opponents = check_opponents(opponents, self.seats - 1)
        self._games = Batch(self.deck, games, self.seats, 0, threads=threads, restart=False, most=most, meta=meta)
        self.games = self._games.games
        self._greedy: CompiledGreedy | None = None  # thinks for all bots that are greedy, where it is ready
        self._bots: list[dict[int, Bot]] = [{} for _ in range(self.games)]
        self.ended, self.cut = np.zeros(self.games, np.bool_), np.zeros(self.games, np.bool_)
        self.winner = np.full(self.games, NONE, np.int32)
        self.unseen = np.zeros(self.games, np.int32)
        self.reward = np.zeros((self.games, self.seats), np.float32)
        self.final_observation = np.zeros_like(self._games.observation)

    @property
    def observation(self) -> NDArray[np.uint8]:
        """What the seat sees in each game."""
        return self._games.observation

    @property
    def mask(self) -> NDArray[np.uint8]:
        """The legal answers of each game."""
        return self._games.mask

    def reset(self, seeds: int | ArrayLike) -> None:
        """Begin all games anew, from these seeds."""
        self._games.reset(seeds)
        if self._greedy is None and any(each == Greedy.name or each is Greedy for each in self.opponents):
            self._greedy = greedy_for(self.deck)
        self.ended[:], self.cut[:], self.reward[:], self.unseen[:] = False, False, 0, 0
        for row in range(self.games):
            self._seat_bots(row)
        self._reach(list(range(self.games)))

    def step(self, actions: ArrayLike) -> None:
        """Give every game its answer, and let the bots answer until the seat is asked again, or the game is over."""
        games = self._games
        games.step(actions)
        self._others_answer(list(range(self.games)))
        self.ended[:], self.cut[:], self.reward[:] = games.ended, games.cut, games.reward
        over = np.flatnonzero(self.ended).tolist()
        for row in over:
            self.winner[row] = games.winner[row]
            self.final_observation[row] = self.spaces.observer.observation(games.table_of(row), self.only)
            self._renew(row)
        self._reach(over)

    def sample(self) -> NDArray[np.int64]:
        """A legal answer for each game, by chance."""
        return self._games.sample()

    def _reach(self, rows: list[int]) -> None:
        """Go on until the seat is asked in these games. Games that end before it is are passed over."""
        for _ in range(TRIES):
            self._others_answer(rows)
            rows = [row for row in rows if self._games.seat[row] != self.only]
            if not rows:
                return
            for row in rows:
                self.unseen[row] += 1
                self._renew(row)
        raise ChangelingError(f"{TRIES} games were over, or broken off, before seat {self.only} was asked")

    def _renew(self, row: int) -> None:
        self._games.restart([row])
        self._seat_bots(row)

    def _seat_bots(self, row: int) -> None:
        chance = np.random.default_rng(int(self._games.seed[row]))
        seeds = chance.integers(1 << 31, size=len(self.opponents)).tolist()
        self._bots[row] = {
            (self.only + 1 + place) % self.seats: bot_of(one, seeds[place]) for place, one in enumerate(self.opponents)
        }

    def _others_answer(self, rows: list[int]) -> None:
        """Let the bots of these games answer. A policy is asked for all games that wait for it at once."""
        while rows:
            waiting: dict[int, tuple[Policy, list[int]]] = {}
            for row in rows:
                policy = self._bots_answer(row)
                if policy is not None:
                    waiting.setdefault(id(policy), (policy, []))[1].append(row)
            rows = []
            for policy, asked in waiting.values():
                self._ask_policy(policy, asked)
                rows += asked

    def _ask_policy(self, policy: Policy, rows: list[int]) -> None:
        games = self._games
        for row, action in zip(rows, policy.act(games.observation[rows], games.mask[rows]), strict=True):
            games.answer(row, games.place_of(row, action))

    def _bots_answer(self, row: int) -> Policy | None:
        """Let the bots of a game answer until the seat is asked, the game is over, or a policy is asked, which is
        given back."""
        games, bots = self._games, self._bots[row]
        while (seat := games.seat[row].item()) not in (self.only, NONE):
            bot = bots[seat]
            if type(bot) is Policy:
                return bot
            if type(bot) is RandomBot:
                games.answer(row, bot.pick(games.options[row].item()))
            elif type(bot) is Greedy and self._greedy is not None:
                games.answer(row, self._greedy.choose(bot, games.words_of(row)))
            else:
                games.answer(row, self._asked(bot, row))
        return None

    def _asked(self, bot: Bot, row: int) -> int:
        """What a bot answers, from what its seat may see."""
        t, names = self._games.table_of(row), self.spaces.names
        decision = decision_of(self.deck, t, names)
        assert decision is not None
        standing = Standing(sheet_for(self.deck), t)
        view = view_of(self.deck, t, names, t.asked, standing=standing, decision=decision)
        return choice(decision, bot.choose(view, decision)).index

    def __repr__(self) -> str:
        return f"<OpposedBatch {self.deck.name}: {self.games} games, {self.seats} seats>"
