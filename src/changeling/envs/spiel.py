"""OpenSpiel: the same games as a `pyspiel.Game`, with every use of chance as chance nodes.

Importing this module registers `python_changeling` with the parameters `deck`, `players`, `most`, `meta` and `chance`.

With `chance=seeded` chance is a number of 32 bits: `BYTES` chance nodes in a row, each with `OUTCOMES` outcomes that
are equally likely. The first such row deals the game, and the deal is that of `changeling.Game` with this number as
its seed. Later, when an answer needs chance (a shuffle, a die, a card picked by chance), a row of chance nodes comes
between the answer and what follows from it. A shuffle decides the order of the whole draw pile at once; drawing from it
needs no more chance.

With `chance=enumerated` the deal, and each answer from which several things can follow, has one chance node, with an
outcome for each of these and how likely it is (`changeling.envs.spiel_chance`). This is for decks so small that
algorithms walk the whole tree, which is kept in memory as far as it was walked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from typing import Any

import pyspiel

from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.engine.layout import ALL_LOST, FAULT, FAULTS, GOING, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.loop import answer as give_answer
from changeling.engine.seen.backtrace import backtrace
from changeling.engine.seen.questions.decision import decision_of
from changeling.engine.seen.worlds import as_seen, imagine, resample
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.envs import MOST
from changeling.envs.single_game import GameSpaces, check_most
from changeling.envs.spiel_chance import MOST_RESULTS, Enumerated, Result
from changeling.envs.spiel_observer import Answered, SpielObserver
from changeling.errors import AnswerError, ChangelingError, EngineFault
from changeling.play.game import Game
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.record import notation
from changeling.whole import whole

BYTES = 4  # chance nodes in a row
OUTCOMES = 256  # of each of them
MOST_TOLD = 1 << 28  # answers: OpenSpiel counts them, and the chance nodes between them, in 32 bits

_OUTCOMES = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
CHANCE = ("seeded", "enumerated")
TINY = "tiny"  # the deck that ships for solvers, with its Meta Rule
TINY_META = "Handful"


def _type(utility: Any = pyspiel.GameType.Utility.GENERAL_SUM) -> Any:
    return pyspiel.GameType(
        short_name="python_changeling",
        long_name="Changeling",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS,
        min_num_players=MIN_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"deck": "fluxx-4", "players": 2, "most": MOST, "meta": "", "chance": CHANCE[0]},
    )


_TYPE = _type()


def _utility(deck: Deck, players: int) -> Any:
    """One wins and all others lose; or, where there are Ungoals, all lose, and where cards say so, several win."""
    zero = players == 2 and all(ends == NONE for ends in deck.ends) and not deck.shares_wins()
    return pyspiel.GameType.Utility.ZERO_SUM if zero else pyspiel.GameType.Utility.GENERAL_SUM


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a game stands. It is never changed, so that copies of a state share it."""

    table: Table | None = None  # none before the deal
    given: int | None = None  # the option that was answered with and that waits for chance
    chance: tuple[int, ...] = ()  # the outcomes of the present row of chance nodes
    answers: int = 0
    asked: tuple[Answered, ...] = ()  # every question so far, with its answer
    results: tuple[Result, ...] = ()  # what can follow, where that is enumerated
    kept: dict[int, Stage] = field(default_factory=dict, compare=False)  # what followed from actions, likewise
    told: dict[tuple[int, bool], str] = field(default_factory=dict, compare=False)  # by seat: strings of observers

    def __deepcopy__(self, memo: dict[int, Any]) -> Stage:
        return self

    @property
    def random(self) -> bool:
        """Whether it is chance's turn."""
        return self.table is None or self.given is not None


@lru_cache(maxsize=2)
def _tree(deck: Deck, seats: int, meta: tuple[str, ...]) -> tuple[Enumerated, Stage]:
    """What enumerates, and the moment before the deal, from which on all that was walked is kept.

    OpenSpiel makes a game anew whenever it reads a state that was written down."""
    chances = Enumerated(deck, seats, meta)
    return chances, Stage(results=chances.deal())


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel's module has no types
    """A deck for a number of players.

    >>> state = SpielGame({"deck": "family", "players": 3}).new_initial_state()
    >>> for outcome in (0, 0, 0, 7):
    ...     state.apply_action(outcome)
    >>> state.action_to_string(state.legal_actions()[0])
    'play Rainy Day Reading'
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        deck, meta = _chosen(str(given["deck"]), str(given["meta"]))
        self.sight = GameSpaces(deck, int(given["players"]), meta)
        self.sheet = sheet_for(self.sight.deck)
        self.most = whole("most", check_most(int(given["most"])), most=MOST_TOLD)
        if given["chance"] not in CHANCE:
            raise ChangelingError(f"chance: {' or '.join(CHANCE)} are known, not {given['chance']!r}")
        players, utility = len(self.sight.names), _utility(self.sight.deck, int(given["players"]))
        enumerated = given["chance"] == "enumerated"
        self.chances: Enumerated | None = None
        self.root = Stage()
        if enumerated:
            self.chances, self.root = _tree(self.sight.deck, players, meta)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.sight.space.size,
            max_chance_outcomes=MOST_RESULTS if enumerated else OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=self.most,
        )
        super().__init__(_type(utility), info, given)

    def new_initial_state(self) -> SpielState:
        """A game that is not dealt yet."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and a row for each answer."""
        return (BYTES if self.chances is None else 1) * (self.most + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """What a seat sees, or with perfect recall has seen, as OpenSpiel asks for it; nothing for a part of that."""
        if params:
            raise ChangelingError(f"observers have no parameters; given were {', '.join(sorted(params))}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.sight, recall=kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel's module has no types
    """A game in progress. An answer that is not legal raises AnswerError and changes nothing."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment: Stage = game.root

    # --- looking ------------------------------------------------------------------------------------------------------
    def current_player(self) -> int:
        """The number of the seat that is asked, or OpenSpiel's for chance and for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.moment.table is None or self.moment.random:
            return int(pyspiel.PlayerId.CHANCE)
        return self.moment.table.asked

    def is_terminal(self) -> bool:
        """Whether the game is over or was truncated."""
        table = self.moment.table
        if table is None or self.moment.random:
            return False
        return table.outcome != GOING or self.moment.answers >= self.get_game().most

    def returns(self) -> list[float]:
        """1 for each who has won, -1 for others; 0 for all while the game goes on, and where it was broken off."""
        table, seats = self.moment.table, self.num_players()
        if table is not None and table.winner >= 0:
            return [1.0 if has_won(table, seat) else -1.0 for seat in range(seats)]
        return [-1.0 if table is not None and table.outcome == ALL_LOST else 0.0] * seats

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All bytes, each as likely; or all that can follow."""
        results = self.moment.results
        return [(number, one.chance) for number, one in enumerate(results)] if results else _OUTCOMES[:]

    def _legal_actions(self, player: int) -> list[int]:
        table, space = self.moment.table, self.get_game().sight.space
        assert table is not None
        return sorted(space.action(code, player, table.seats) for code in table.option[: table.options])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return str(self.get_game().sight.space.text(action))

    def __str__(self) -> str:
        moment, sight = self.moment, self.get_game().sight
        lines = [f"answers: {moment.answers}\n"]
        if moment.table is not None:
            lines.append(notation.dump(notation.write(sight.deck, moment.table, sight.names)))
        if moment.random:
            what = "the deal" if moment.given is None else f"option {moment.given}"
            lines.append(f"chance: {what}, {list(moment.chance)}\n")
        return "".join(lines)

    # --- doing --------------------------------------------------------------------------------------------------------
    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise AnswerError("the game is over: nobody is asked anything")
        moment, chances = self.moment, self.get_game().chances
        if chances is None:
            self.moment = self._rolled(action) if moment.random else self._answered(action)
            return
        if action not in moment.kept:
            moment.kept[action] = self._came_about(action) if moment.random else self._enumerated(chances, action)
        self.moment = moment.kept[action]

    def _enumerated(self, chances: Enumerated, action: int) -> Stage:
        """The moment after an answer where all that can follow is enumerated."""
        moment, sight = self.moment, self.get_game().sight
        assert moment.table is not None
        given = sight.index(moment.table, action)
        results = chances.after(moment.table, given)
        if len(results) > 1:
            return replace(moment, given=given, results=results, kept={}, told={})
        return self._onward(results[0].table, given)

    def _came_about(self, outcome: int) -> Stage:
        """The moment after one of the things that can follow."""
        moment = self.moment
        if not 0 <= outcome < len(moment.results):
            raise _no_outcome(outcome, len(moment.results))
        after = moment.results[outcome].table
        return Stage(after) if moment.given is None else self._onward(after, moment.given)

    def _rolled(self, outcome: int) -> Stage:
        """The moment after an outcome of a chance node."""
        moment = self.moment
        if not 0 <= outcome < OUTCOMES:
            raise _no_outcome(outcome, OUTCOMES)
        chance = (*moment.chance, outcome)
        if len(chance) < BYTES:
            return replace(moment, chance=chance)
        seed, game = int.from_bytes(chance, "big"), self.get_game()
        if moment.table is None or moment.given is None:
            return Stage(Game(game.sight.deck, seats=game.sight.names, seed=seed, meta=game.sight.meta).table)
        return self._onward(self._after(moment.table, moment.given, seed), moment.given)

    def _answered(self, action: int) -> Stage:
        """The moment after an answer: its consequences, or the chance nodes that decide them."""
        moment, sight = self.moment, self.get_game().sight
        assert moment.table is not None
        given = sight.index(moment.table, action)
        after = self._after(moment.table, given)
        if after.rng != moment.table.rng:
            return replace(moment, given=given)
        return self._onward(after, given)

    def _after(self, table: Table, given: int, seed: int | None = None) -> Table:
        """Another table on which the answer was given, from a seed where chance has to decide."""
        assert table.journal is not None
        after = table.copy()
        after.journal = table.journal.copy()
        if seed is not None:
            sow(after, seed)
        give_answer(self.get_game().sheet, after, given)
        return after

    def _onward(self, after: Table, given: int) -> Stage:
        """The moment after an answer whose consequences are `after`."""
        moment, game = self.moment, self.get_game()
        deck, names = game.sight.deck, game.sight.names
        if after.outcome == FAULT:
            raise EngineFault(FAULTS[after.fault], backtrace=backtrace(deck, after, names), notation=str(self))
        assert moment.table is not None
        decision = decision_of(deck, moment.table, names)
        assert decision is not None
        events = len(moment.table.journal or ())
        asked = Answered(moment.table.asked, events, str(decision), decision.options[given].text)
        return Stage(after, answers=moment.answers + 1, asked=(*moment.asked, asked))

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another state that the player cannot tell from this one: what it does not know is dealt anew.

        It holds nothing that the player did not see: its history is empty, and its journal has the earlier events as
        the player saw them, for all seats. Where the player does not know who is asked (in a Surprise window), somebody
        else may be. `sampler` gives numbers from 0 to 1.
        """
        moment, game = self.moment, self.get_game()
        if moment.table is None or moment.random:
            raise ChangelingError("chance is being asked; a state is imagined where a player is, or at the end")
        if not 0 <= player < self.num_players():
            raise ChangelingError(f"player: 0 to {self.num_players() - 1} are at the table, not {player}")
        other: SpielState = game.new_initial_state()
        table = _imagined(game.sheet, moment.table, player, int(sampler() * (1 << 53)))
        asked = tuple(one for one in moment.asked if one.seat == player)
        other.moment = replace(moment, table=table, asked=asked, kept={}, told={})
        return other


def _chosen(deck: str, meta: str) -> tuple[str, tuple[str, ...]]:
    """A deck and its Meta Rules, as parameters name them; the tiny deck is always played with its own."""
    metas = tuple(name.strip() for name in meta.split("+") if name.strip())
    if deck != TINY:
        return deck, metas
    return str(resources.files("changeling") / "envs" / "tiny.cards"), metas or (TINY_META,)


def _no_outcome(outcome: int, outcomes: int) -> AnswerError:
    return AnswerError(f"{outcome} is not an outcome of chance; they are numbered 0 to {outcomes - 1}")


def _imagined(d: Sheet, t: Table, seat: int, seed: int) -> Table:
    """Another table that a seat cannot tell from this one, with a journal of what the seat saw."""
    other = imagine(d, as_seen(d, t), seed=seed) if t.asked == seat else resample(d, t, seat, seed=seed)
    assert t.journal is not None
    other.journal = t.journal.seen_by(seat)
    return other


pyspiel.register_game(_TYPE, SpielGame)
