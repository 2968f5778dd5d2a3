"""Games for a policy that learns: what is told of a question is what its seat's view tells; greedy has its seats."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import changeling as cl
from changeling.bots.goal_table import goal_table_for
from changeling.bots.greedy import Greedy
from changeling.bots.lookahead import ROWS, TURN_BUDGET, Thought
from changeling.bots.summary import NUMBERS
from changeling.bots.weights import WEIGHT_SETS
from changeling.engine.arrays.features import CARD_WIDTH, TABLE_WIDTH, blank, facts_of
from changeling.engine.journal import Journal
from changeling.engine.machine.hidden.hidden_deal import DEAL_SCRATCH
from changeling.engine.sheet_cache import sheet_for
from changeling.lab.games.seated_games import Room
from changeling.lab.games.start_tables import setting_of
from changeling.lab.games.weighed_games import FIRST, START, WEIGHED, Sight, go_on

SEED = 17


class Interpreted:
    """One game in which the policy has the first seat, on the interpreted machine."""

    def __init__(self, deck: str) -> None:
        setting = setting_of(deck)
        tables: list[Any] = [None] * ROWS + [setting.start(2), setting.start(2)]
        goals = goal_table_for(setting.deck)
        rooms = Room([setting.sheet], tables, None, goals, list(WEIGHT_SETS), [Thought()], [0] * DEAL_SCRATCH)
        self.room, self.table, self.deck = tuple(rooms), tables, setting.deck
        told = {name: [0] * kind.shape[0] if kind.shape else 0 for name, (kind, *_) in _fields()}
        self.told = SimpleNamespace(**told)
        self.told.row, self.told.seed, self.told.cap, self.told.fresh = FIRST, SEED, 4000, 1
        self.told.next_greedy, self.told.through = 2, TURN_BUDGET
        self.facts = np.array(facts_of(setting.deck, 2), np.int32)

    def go_on(self) -> NDArray[np.uint8]:
        """Go on to the next question; gives what is seen then."""
        seen = blank(self.deck)[None].copy()
        sight = Sight(self.facts, seen[:, :TABLE_WIDTH], seen[:, TABLE_WIDTH:].reshape(1, -1, CARD_WIDTH))
        go_on(self.room, tuple(sight), [self.told], 1)
        found: NDArray[np.uint8] = seen[0]
        return found


def _fields() -> Any:
    assert WEIGHED.fields is not None
    return WEIGHED.fields.items()


@pytest.mark.parametrize("deck", ["fluxx-4", "cthulhu"])
def test_a_question_is_told_as_its_view_tells_it(deck: str) -> None:
    games = Interpreted(deck)
    for _ in range(8):
        seen, told = games.go_on(), games.told
        if told.ended:
            break
        table = games.table[FIRST]
        assert (told.seat, told.options) == (0, table.options)
        other = cl.Game(deck, seats=["Ann", "Bob"], seed=SEED)
        other._course.machines.go_on(table.copy(), Journal(sheet_for(other.deck)))
        view, decision = other.view("Ann"), other.decision
        assert (view.observation() == seen).all()
        worth, led_to = Greedy(1, through=TURN_BUDGET).weighed(view, decision)
        assert told.worth[: told.options] == worth
        assert told.led_to[: told.options * NUMBERS] == led_to
        assert told.code[: told.options] == [option.code for option in decision.options]
        told.index = 0
    assert START == ROWS


def test_a_game_that_is_over_is_told_and_followed_by_the_next() -> None:
    games = Interpreted("family")
    games.told.stride, games.told.cap = 5, 30
    games.go_on()
    for _ in range(40):
        games.told.index = 0
        games.go_on()
        if games.told.ended:
            break
    assert games.told.ended == 1
    assert games.told.played == 2
    assert games.told.winner in (-1, 0, 1)
    assert games.told.seed == SEED + 5 * 2


@pytest.mark.soak
def test_compiled_games_are_told_alike() -> None:
    from changeling.lab.games.policy_games import PolicyGames

    compiled, plain = PolicyGames("fluxx-4", 1, 2, SEED, greedy=np.array([2])), Interpreted("fluxx-4")
    plain.told.seed, plain.told.stride = SEED - 1, 1  # each game has the next seed
    for _ in range(30):
        seen = plain.go_on()
        assert (np.concatenate([compiled.table[0], compiled.cards[0].reshape(-1)]) == seen).all()
        count = plain.told.options
        assert compiled.told["worth"][0, :count].tolist() == plain.told.worth[:count]
        compiled.told["index"] = plain.told.index = 0
        compiled.go_on()
