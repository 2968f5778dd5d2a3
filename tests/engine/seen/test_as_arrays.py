"""What a policy takes and gives back is the same in a game, a batch and an environment."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

import changeling as cl
from changeling.envs.single_game import GameSpaces


@pytest.mark.parametrize(("deck", "seats"), [("fluxx-4", 3), ("doctor-who", 2)])
def test_a_view_and_a_decision_are_those_of_an_environment(deck: str, seats: int) -> None:
    sight = GameSpaces(deck, seats)
    game = cl.Game(deck, seats=sight.names, seed=5)
    kept: list[tuple[cl.View, NDArray[np.uint8]]] = []
    while not game.over and len(kept) < 25:
        decision, seat = game.decision, game.table.asked
        view, seen = game.view(decision.seat), sight.see(game, seat)
        kept.append((view, seen["observation"]))
        assert np.array_equal(decision.mask(), seen["action_mask"])
        for option in decision.options:
            assert decision.from_action(sight.space.action(option.code, seat, seats)) is option
        again = pickle.loads(pickle.dumps(view))
        assert np.array_equal(again.observation(), seen["observation"])
        assert np.array_equal(again.decision.mask(), seen["action_mask"])
        game.answer(len(kept) % len(decision.options))
    for view, observation in kept:  # the game has gone on
        assert np.array_equal(view.observation(), observation)


def test_what_is_no_answer_is_said() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=5)
    decision = game.decision
    wrong = int(np.flatnonzero(decision.mask() == 0)[0])
    with pytest.raises(cl.AnswerError, match=rf"{wrong} is not an option: .*{decision.options[0].text}"):
        decision.from_action(wrong)
    with pytest.raises(cl.AnswerError, match="100000 is no answer of family"):
        decision.from_action(100_000)
    assert decision.from_action(np.int64(decision.mask().argmax())) in decision.options  # type: ignore[arg-type]
    other = next(name for name in game.seats if name != decision.seat)
    with pytest.raises(cl.ChangelingError, match=f"{other} is not asked; an observation"):
        game.view(other).observation()
    with pytest.raises(cl.ChangelingError, match="does not know its deck"):
        cl.Decision(0, "Ann", "Play a card.", decision.options, "Basic Rules", "act").mask()
