"""OpenSpiel's own tests, its algorithms, and that its states are our games."""

from __future__ import annotations

import pickle
import random
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.engine.fields import SCRATCH
from changeling.engine.layout import ALL_LOST, Table
from changeling.engine.machine.chance import sow
from changeling.envs import spiel_game
from changeling.envs.single_game import GameSpaces

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it has no wheel for this platform")
spiel = pytest.importorskip("changeling.envs.spiel")
rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")

BYTES, OUTCOMES = spiel.BYTES, spiel.OUTCOMES
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "train.md"


def dealt(game: Any, seed: int) -> Any:
    """The state after the deal of a seed."""
    state = game.new_initial_state()
    for outcome in seed.to_bytes(BYTES, "big"):
        assert state.is_chance_node()
        state.apply_action(outcome)
    return state


def play_on(state: Any, seed: int) -> Iterator[Any]:
    """Play a state at random; gives it back wherever a player is asked."""
    chance = random.Random(seed)
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(chance.choice(state.legal_actions()))


def play_out(state: Any, seed: int) -> Any:
    """Play a state at random to its end."""
    for _ in play_on(state, seed):
        pass
    return state


def chance_after_an_answer(game: Any, seed: int) -> Any:
    """The first state at which chance has to decide what follows from an answer."""
    for state in play_on(dealt(game, seed), seed):
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_chance_node():
                return child
    raise AssertionError("chance was never asked")


def content(table: Table) -> list[Any]:
    """All that a table holds."""
    return [getattr(table, field.name) for field in Table.fields if field.role != SCRATCH]


# --- OpenSpiel's own tests --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("deck", "seats", "most"),
    [
        ("family", 2, 2000),
        ("fluxx-4", 3, 120),
        ("cthulhu", 4, 100),
        ("doctor-who", 6, 60),
        ("dice-camera-action", 2, 60),
    ],
)
def test_the_random_simulation_test_passes(deck: str, seats: int, most: int) -> None:
    pyspiel.random_sim_test(spiel_game(deck, seats=seats, most=most), num_sims=1, serialize=True, verbose=False)


def test_the_api_test_passes() -> None:
    """Its part for games whose tree is too large to be walked whole."""
    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
    given = {"game": spiel_game("family", seats=3), "game_name": "python_changeling"}
    case = type("OurGame", (api_test.EnforceAPIOnPartialTreeBase,), given)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.errors + result.failures == []


# --- the same games ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("deck", "seats"), [("fluxx-4", 2), ("cthulhu", 3), ("dice-camera-action", 3)])
def test_a_state_is_our_game_with_the_same_seeds_and_answers(deck: str, seats: int) -> None:
    rows = 0
    sight = GameSpaces(deck, seats)
    for seed in (3, 2**32 - 5):
        state = dealt(spiel_game(deck, seats=seats), seed)
        game = cl.Game(deck, seats=sight.names, seed=seed)
        chance = random.Random(seed)
        while not game.over:
            asked = sight.names.index(game.decision.seat)
            assert state.current_player() == asked
            assert content(state.moment.table) == content(game.table)
            seen = sight.see(game, asked)
            assert state.legal_actions_mask() == seen["action_mask"].tolist()
            assert state.observation_tensor() == seen["observation"].tolist()
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            if state.is_chance_node():
                rows += 1
                again = chance.randrange(OUTCOMES**BYTES)
                for outcome in again.to_bytes(BYTES, "big"):
                    state.apply_action(outcome)
                sow(game.table, again)
            sight.answer(game, action)
        assert state.is_terminal()
        assert content(state.moment.table) == content(game.table)
        assert state.returns() == [1.0 if name == game.winner else -1.0 for name in game.seats]
        assert state.rewards() == state.returns()
    assert rows > 0, "chance was never asked but for the deal"


def test_other_outcomes_of_chance_are_other_shuffles() -> None:
    game = spiel_game("fluxx-4")
    waiting = chance_after_an_answer(game, 1)
    for before in (game.new_initial_state(), waiting):
        assert before.chance_outcomes() == [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
        ends = set()
        for outcomes in ((1, 2, 3, 4), (1, 2, 3, 5), (9, 2, 3, 4), (1, 2, 3, 4)):
            state = before.clone()
            for outcome in outcomes:
                assert state.is_chance_node()
                state.apply_action(outcome)
            assert not state.is_chance_node()
            ends.add(str(state))
        assert len(ends) == 3
    assert waiting.is_chance_node(), "a clone leaves the state that it was made of alone"


def test_what_needs_no_chance_has_no_chance_nodes() -> None:
    for state in play_on(dealt(spiel_game("family", seats=3), 5), 5):
        for action in state.legal_actions():
            child = state.child(action)
            if not child.is_chance_node():
                assert child.moment.table.rng == state.moment.table.rng
                assert child.moment.answers == state.moment.answers + 1
            else:
                assert content(child.moment.table) == content(state.moment.table), "nothing has happened yet"


def test_states_can_be_written_down() -> None:
    game = spiel_game("cthulhu", seats=3)
    for number, state in enumerate(play_on(dealt(game, 2), 2)):
        if number % 20 == 0:
            again = pickle.loads(pickle.dumps(state))
            assert str(again) == str(state)
            assert again.information_state_string() == state.information_state_string()
            assert str(play_out(again, 1)) == str(play_out(state.clone(), 1))


def test_a_deck_of_ones_own_by_its_path(tmp_path: Path) -> None:
    deck = tmp_path / "mine.cards"
    deck.write_text('keeper "Kite"\n    "Flies."\n', encoding="utf-8")
    game = spiel_game(["family", str(deck)], seats=4)
    assert "play Kite" in {game.sight.space.text(action) for action in range(game.num_distinct_actions())}
    again = pyspiel.load_game(str(game))
    assert play_out(dealt(again, 1), 1).returns() == play_out(dealt(game, 1), 1).returns()


# --- rewards ----------------------------------------------------------------------------------------------------------
def test_all_can_lose_and_a_long_game_is_broken_off() -> None:
    game = spiel_game("cthulhu", seats=3)
    ends = [play_out(dealt(game, seed), seed) for seed in range(12)]
    lost = [end for end in ends if end.moment.table.outcome == ALL_LOST]
    assert lost
    assert all(end.returns() == [-1.0, -1.0, -1.0] for end in lost)
    assert all(sum(end.returns()) == -1.0 for end in ends if end not in lost)
    cut = play_out(dealt(spiel_game("cthulhu", seats=3, most=3), 1), 1)
    assert (cut.moment.answers, cut.returns(), cut.legal_actions()) == (3, [0.0, 0.0, 0.0], [])


# --- no leaks ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("deck", cl.editions())
def test_a_player_cannot_tell_an_imagined_state(deck: str) -> None:
    game = spiel_game(deck, seats=3)
    numbers, others = random.Random(1), 0
    for number, state in enumerate(play_on(dealt(game, 4), 4)):
        if number % 5:
            continue
        for player in range(3):
            other = state.resample_from_infostate(player, numbers.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.history() == []
            others += str(other) != str(state)
            if player == state.current_player():
                assert other.current_player() == player
                assert other.legal_actions() == state.legal_actions()
            if number == 0:
                assert play_out(other, number).is_terminal()
    assert others > 0


def histories_that_look_alike(game: Any, seed: int) -> int:
    """Play a deal over and over. Wherever a player is in an information state for the second time it must have had the
    same ones before, and have answered them alike; gives how often it came there by another history."""
    chance, met = random.Random(seed), 0
    root = dealt(game, chance.randrange(OUTCOMES**BYTES))
    known: dict[tuple[int, str], tuple[list[int], Any]] = {}
    for _ in range(50):
        state, past = root.clone(), [(), ()]
        for _ in range(12):
            if state.is_chance_node():
                state.apply_action(0)
            elif not state.is_terminal():
                player, now = state.current_player(), state.information_state_string()
                history, before = known.setdefault((player, now), (state.history(), past[player]))
                assert before == past[player]
                met += history != state.history()
                action = chance.choice(state.legal_actions()[:3])
                past[player] += ((now, action),)
                state.apply_action(action)
    return met


def test_players_remember_everything() -> None:
    game = spiel_game("family")
    assert any(histories_that_look_alike(game, seed) for seed in range(30))


# --- algorithms -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3])
def test_search_plays_a_game(seats: int) -> None:
    game = spiel_game("family", seats=seats, most=40)
    luck = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, luck, max_length=10)
    bots = [
        mcts.MCTSBot(game, 2.0, 6, rollouts, random_state=luck),
        ismcts.ISMCTSBot(game, rollouts, 2.0, 6, random_state=luck),
        pyspiel.make_uniform_random_bot(2, 1),
    ][:seats]
    state = dealt(game, 6)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(7)
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert len(state.returns()) == seats


def test_bots_of_the_library_play() -> None:
    game = spiel_game("family")
    bots = [pyspiel.make_uniform_random_bot(player, 5) for player in range(2)]
    returns = pyspiel.evaluate_bots(dealt(game, 6), bots, 7)
    assert sorted(returns) == [-1.0, 1.0]


def test_an_environment_of_openspiel_runs() -> None:
    env = rl_environment.Environment(spiel_game("family", seats=3), chance_event_sampler=None)
    env.seed(3)
    step = env.reset()
    luck = np.random.default_rng(3)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([luck.choice(step.observations["legal_actions"][player])])
    assert sorted(step.rewards) == [-1.0, -1.0, 1.0]


def test_the_example_of_the_documentation_runs() -> None:
    """It runs here, and not with those of all pages, because OpenSpiel is not to be had everywhere."""
    section = PAGE.read_text(encoding="utf-8").partition("## OpenSpiel\n")[2]
    playing, solving = (part.partition("```")[0] for part in section.split("```py\n")[1:3])
    found: dict[str, Any] = {}
    exec(compile(playing, str(PAGE), "exec"), found)
    assert found["state"].is_terminal()
    exec(compile(solving, str(PAGE), "exec"), found)
    assert pyspiel.exploitability(found["tree"], found["solver"].average_policy()) < 1e-4


# --- errors -----------------------------------------------------------------------------------------------------------
def test_an_illegal_answer_is_named_and_changes_nothing() -> None:
    state = dealt(spiel_game("family"), 1)
    before = str(state), state.history()
    wrong = state.legal_actions_mask().index(0)
    with pytest.raises(cl.AnswerError, match=r"is not an option: .* \(seat_\d, Basic Rules\)"):
        state.apply_action(wrong)
    with pytest.raises(cl.AnswerError, match="100000 is not an option"):
        state.apply_action(100000)
    assert (str(state), state.history()) == before
    with pytest.raises(cl.AnswerError, match="256 is not an outcome of chance; they are numbered 0 to 255"):
        spiel_game("family").new_initial_state().apply_action(256)
    with pytest.raises(cl.AnswerError, match="the game is over"):
        play_out(state, 1).apply_action(0)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(cl.ChangelingError, match="seats: 2 to 6"):
        spiel_game(seats=7)
    with pytest.raises(cl.ChangelingError, match="most: "):
        spiel_game(most=0)
    with pytest.raises(cl.DeckError, match="did you mean family"):
        spiel_game("famly")
    state = spiel_game("family").new_initial_state()
    with pytest.raises(cl.ChangelingError, match="chance is being asked"):
        state.resample_from_infostate(0, random.random)
    with pytest.raises(cl.ChangelingError, match="player: 0 to 1"):
        dealt(spiel_game("family"), 1).resample_from_infostate(2, random.random)
    with pytest.raises(cl.ChangelingError, match="observers have no parameters; given were colour"):
        spiel_game("family").make_py_observer(None, {"colour": True})


def test_without_openspiel_an_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "changeling.envs.spiel")
    with pytest.raises(cl.ChangelingError, match=r"pip install 'changeling\[openspiel\]'"):
        spiel_game("family")
