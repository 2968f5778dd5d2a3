"""The game that an environment is in the middle of: on the compiled machine where that is ready, else interpreted.

Both are the same game, bit for bit. A batch keeps no journal: whoever wants to look at the game as people do gets
it played again up to where it stands, once, and is kept up to date from then on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from changeling.cards.codes import NONE
from changeling.engine.layout import ALL_LOST, GOING
from changeling.envs.single_game import GameSpaces, Seen, not_begun
from changeling.play.batch_ready import is_ready
from changeling.play.game import Game
from changeling.whole import as_whole

if TYPE_CHECKING:
    from changeling.bots.greedy import Greedy
    from changeling.play.batch import Batch
    from changeling.play.compiled.compiled_greedy import CompiledGreedy


class RunningGame:
    """A game of an environment, dealt from a seed and answered by the index of an option."""

    __slots__ = (
        "_batch",
        "_game",
        "_given",
        "_greedy",
        "_greedy_tried",
        "_seed",
        "_told",
        "asked",
        "co_winners",
        "options",
        "outcome",
        "spaces",
        "winner",
    )

    def __init__(self, spaces: GameSpaces) -> None:
        self.spaces = spaces
        self._batch: Batch | None = None
        self._game: Game | None = None
        self._greedy: CompiledGreedy | None = None

    def deal(self, seed: int) -> None:
        """Begin a new game."""
        self._seed, self._game, self._told = seed, None, 0
        self._given: list[int] = []
        self._greedy_tried = False
        if self._batch is None and is_ready(self.spaces.deck):
            self._batch = _batch_of_one(self.spaces, seed)
        elif self._batch is not None:
            self._batch.reset(seed)
        self._look()

    def _look(self) -> None:
        """Take over how the game stands."""
        if self._batch is None:
            table = self.game.table
            self.asked, self.options, self.outcome = table.asked, table.options, table.outcome
            self.winner, self.co_winners = table.winner, table.co_winners
        else:
            self.asked, self.options, self.outcome, self.winner, self.co_winners = self._batch.standing(0)

    # --- looking ------------------------------------------------------------------------------------------------------
    @property
    def dealt(self) -> bool:
        """Whether there is a game at all."""
        return hasattr(self, "_seed")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome != GOING

    @property
    def answers(self) -> int:
        """How many answers were given."""
        return len(self._given)

    @property
    def game(self) -> Game:
        """The game as people and bots see it."""
        if self._game is None:
            spaces = self.spaces
            self._game, self._told = Game(spaces.deck, seats=spaces.names, seed=self._seed, meta=spaces.meta), 0
        while self._told < len(self._given):
            self._game.answer(self._given[self._told])
            self._told += 1
        return self._game

    def see(self, seat: int) -> Seen:
        """What a seat sees and may answer."""
        batch, observer = self._batch, self.spaces.observer
        if batch is None:
            table = self.game.table
        elif seat == self.asked and not self.over:
            return {"observation": batch.observation[0].copy(), "action_mask": batch.mask[0].view("i1").copy()}
        else:
            table = batch.table_of(0)
        return {"observation": observer.observation(table, seat), "action_mask": observer.mask(table, seat)}

    def reward(self, seat: int) -> float:
        """1 for each who has won, -1 for who has lost; 0 while the game goes on, and where it is stuck."""
        if self.winner != NONE:
            return 1.0 if self.winner == seat or self.co_winners >> seat & 1 else -1.0
        return -1.0 if self.outcome == ALL_LOST else 0.0

    def find(self, action: int) -> int | None:
        """Which of the pending options an answer of the space is, or nothing when it is none of them."""
        if self._batch is None:
            return self.spaces.observer.index(self.game.table, action)
        if self.over or not 0 <= action < self.spaces.answers or not self._batch.mask[0, action]:
            return None
        return self._batch.place_of(0, action)

    # --- doing --------------------------------------------------------------------------------------------------------
    def act(self, action: Any) -> None:
        """Give an answer of the space. Raises AnswerError that lists what was allowed."""
        number = as_whole(action)
        index = None if number is None else self.find(number)
        if index is None:
            raise self.spaces.refusal(self.game.table, action)
        self.answer(index)

    def answer(self, index: int) -> None:
        """Give the option of that index as the answer."""
        if self._batch is not None:
            self._batch.answer(0, index)
        self._given.append(index)
        self._look()

    def think(self, bot: Greedy) -> int | None:
        """What greedy answers, where compiled code is ready to think for it; else nothing."""
        if self._batch is None:
            return None
        if self._greedy is None:
            if self._greedy_tried:
                return None
            self._greedy_tried = True  # once in a game is enough
            from changeling.play.compiled.compiled_greedy import greedy_for

            self._greedy = greedy_for(self.spaces.deck)
        return None if self._greedy is None else self._greedy.choose(bot, self._batch.words_of(0))

    # --- keeping ------------------------------------------------------------------------------------------------------
    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__ if hasattr(self, name)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


class PlaysOneGame:
    """What environments of one game have in common: the game, once it is dealt."""

    _running: RunningGame

    @property
    def game(self) -> Game:
        """The game as it stands. Raises ChangelingError before the first `reset`."""
        return self._begun().game

    @property
    def answers(self) -> int:
        """How many answers all seats together have given."""
        return self._begun().answers

    def _begun(self) -> RunningGame:
        if not self._running.dealt:
            raise not_begun()
        return self._running


def _batch_of_one(spaces: GameSpaces, seed: int) -> Batch:
    from changeling.play.batch import Batch

    return Batch(spaces.deck, 1, len(spaces.names), seed, restart=False, meta=spaces.meta)
