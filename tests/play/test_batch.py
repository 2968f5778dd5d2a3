"""Many games at once are the same games as one by one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cards.endless import STOPPED, STUCK
from tests.random_play import NAMES

import changeling as cl
from changeling.engine.arrays.features import OF_CARD, starts
from changeling.play.batch import Batch


def legal_in(game: cl.Game, batch: Batch) -> list[int]:
    """The answers of the space that a game of our own offers."""
    seat = game.seats.index(game.decision.seat)
    return sorted(batch.space.action(option.code, seat, len(game.seats)) for option in game.decision.options)


def answer(game: cl.Game, batch: Batch, action: int) -> None:
    seat = game.seats.index(game.decision.seat)
    code = batch.space.code(action, seat, len(game.seats))
    game.answer(next(option for option in game.decision.options if option.code == code))


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("deck", cl.editions())
def test_each_row_is_the_game_of_its_seed(deck: str, seats: int) -> None:
    seeds = [3, 2**40 + 1, 2**64 - 1]
    batch = Batch(deck, 3, seats, np.array(seeds, np.uint64), restart=False, observe=False)
    games = [cl.Game(deck, seats=NAMES[:seats], seed=seed) for seed in seeds]
    for _ in range(150):
        for row, game in enumerate(games):
            assert (batch.seat[row] == -1) == game.over
            if not game.over:
                assert game.seats[batch.seat[row]] == game.decision.seat
                assert np.flatnonzero(batch.mask[row]).tolist() == legal_in(game, batch)
                assert batch.options[row] == len(game.decision.options)
            else:
                assert not batch.mask[row].any()
                assert batch.winner[row] == (-1 if game.winner is None else game.seats.index(game.winner))
        actions = batch.sample().copy()
        batch.step(actions)
        for row, game in enumerate(games):
            if not game.over:
                answer(game, batch, int(actions[row]))
    assert any(len(game.record().moves) > 20 for game in games)


def test_finished_games_go_on_with_the_next_seed() -> None:
    batch = Batch("family", 2, 2, [5, 90], observe=False)
    ended = 0
    while ended < 6:
        batch.step(batch.sample())
        for row in np.flatnonzero(batch.ended):
            ended += 1
            seed = int(batch.seed[row])
            assert (seed - (5, 90)[row]) % 2 == 0
            assert seed > (5, 90)[row]
            assert batch.decisions[row] == 0
            assert batch.length[row] > 0
            fresh = cl.Game("family", seats=NAMES[:2], seed=seed)
            assert fresh.seats[batch.seat[row]] == fresh.decision.seat
            assert np.flatnonzero(batch.mask[row]).tolist() == legal_in(fresh, batch)
            winner = int(batch.winner[row])
            assert batch.reward[row].tolist() == [1.0 if seat == winner else -1.0 for seat in range(2)]
        for row in np.flatnonzero(~batch.ended):
            assert not batch.reward[row].any()


def test_a_finished_game_waits_until_it_is_begun_again() -> None:
    batch = Batch("family", 4, 2, 0, restart=False)
    while (batch.seat != -1).any():
        batch.step(batch.sample())
    assert (batch.winner >= 0).all()
    before = batch.mask.copy(), batch.winner.copy(), batch.seed.copy()
    batch.step(np.full(4, 10**6))  # nobody looks at the answers of games that are over
    assert not batch.ended.any()
    assert not batch.reward.any()
    assert not batch.table.any()
    assert not batch.cards[:, :, starts(OF_CARD)["where"] :].any()
    assert np.array_equal(batch.winner, before[1])
    batch.restart([1])
    assert (batch.seat != -1).tolist() == [False, True, False, False]
    assert batch.seed.tolist() == [0, 5, 2, 3]
    batch.restart()
    assert (batch.seat != -1).all()
    assert batch.seed.tolist() == [4, 5, 6, 7]
    batch.restart(np.array([True, False, False, True]))
    assert batch.seed.tolist() == [8, 5, 6, 11]


def test_beginning_one_game_anew_leaves_what_is_told_of_the_others() -> None:
    batch = Batch("family", 6, 2, 2**64 - 3, restart=False, observe=False)
    assert batch.seed.tolist() == [2**64 - 3, 2**64 - 2, 2**64 - 1, 0, 1, 2]
    while not batch.ended.any():
        batch.step(batch.sample())
    (row, *_), reward = np.flatnonzero(batch.ended), batch.reward.copy()
    batch.restart([(row + 1) % 6])
    assert batch.ended[row]
    assert np.array_equal(batch.reward[row], reward[row])
    batch.restart([row])
    assert not batch.ended[row]
    assert not batch.reward[row].any()


def played(batch: Batch, steps: int) -> list[NDArray[np.uint8]]:
    kept = []
    for _ in range(steps):
        batch.step(batch.sample())
        kept += [np.array(part).view(np.uint8) for part in (batch.seat, batch.reward, batch.ended, batch.seed)]
    return [*kept, batch.mask.copy(), batch.observation.copy()]


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_threads_change_nothing(threads: int) -> None:
    one, many = (Batch("fluxx-4", 31, 3, 8, threads=number) for number in (1, threads))
    for mine, theirs in zip(played(one, 120), played(many, 120), strict=True):
        assert np.array_equal(mine, theirs)


def test_threads_change_nothing_in_large_batches_either() -> None:
    one, many = (Batch("family", 1100, 2, 8, threads=number, observe=False) for number in (1, 2))
    for mine, theirs in zip(played(one, 10), played(many, 10), strict=True):
        assert np.array_equal(mine, theirs)


def test_an_illegal_answer_is_named_and_changes_nothing() -> None:
    batch = Batch("fluxx-4", 5, 3, 1)
    for _ in range(10):
        batch.step(batch.sample())
    actions = batch.sample().copy()
    wrong = int(np.flatnonzero(batch.mask[3] == 0)[40])
    actions[3] = wrong
    before = batch.mask.copy(), batch.observation.copy(), batch.seat.copy(), batch.decisions.copy()
    with pytest.raises(cl.AnswerError) as caught:
        batch.step(actions)
    text = str(caught.value)
    assert text.startswith(f"game 3: '{batch.space.text(wrong)}' ({wrong}) is not an option of seat {batch.seat[3]}: ")
    assert batch.legal(3)[0] in text
    for mine, theirs in zip(before, (batch.mask, batch.observation, batch.seat, batch.decisions), strict=True):
        assert np.array_equal(mine, theirs)
    for out_of_range in (-1, batch.space.size, 2**40):
        actions[3] = out_of_range
        with pytest.raises(cl.AnswerError, match=f"game 3: {out_of_range} is not an option"):
            batch.step(actions)


def test_a_mask_that_was_written_into_makes_no_answer_legal() -> None:
    batch = Batch("cthulhu", 8, 4, 3, observe=False)
    chance = np.random.default_rng(3)
    for _ in range(40):
        was, legal = batch.mask.copy(), batch.legal(2)
        batch.mask[:] = 1
        actions = was.argmax(axis=1)
        actions[2] = chance.choice(np.flatnonzero(was[2] == 0))
        with pytest.raises(cl.AnswerError, match="game 2: ") as caught:
            batch.step(actions)
        assert f"seat {batch.seat[2]}: {legal[0]}" in str(caught.value)
        batch.mask[:] = was
        batch.step(batch.sample())


def test_a_game_that_begins_has_a_mask_of_its_own() -> None:
    batch = Batch("family", 4, 2, 0, restart=False, observe=False)
    while (batch.seat != -1).any():
        batch.step(batch.sample())
        batch.mask[batch.seat == -1] = 1  # as policies do that cannot bear a row without a legal answer
    batch.restart()
    assert np.array_equal(batch.mask, Batch("family", 4, 2, 4, observe=False).mask)


def test_of_a_mask_of_which_some_was_cleared_the_rest_is_sampled() -> None:
    batch = Batch("cthulhu", 64, 4, 3, observe=False)
    for _ in range(200):
        was = batch.mask.copy()
        for row in np.flatnonzero(batch.options > 1):
            batch.mask[row, batch.mask[row].argmax()] = 0
        actions = batch.sample().copy()
        assert batch.mask[np.arange(64), actions].all()
        batch.mask[:] = was
        batch.step(actions)
    for nonsense in (0, 2, 255):
        batch.mask[:] = nonsense
        assert (batch.sample() < batch.space.size + 7).all()
        batch.mask[:] = 0
        with pytest.raises(cl.AnswerError, match="is not an option"):
            batch.step(np.zeros(64, np.int64))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_that_is_forked_off_has_threads_of_its_own() -> None:
    script = """if True:
        import os, signal
        import changeling as cl
        batch = cl.Batch("family", 256, 2, 1, threads=2, observe=False)
        batch.step(batch.sample())
        child = os.fork()
        if not child:
            signal.alarm(60)
            batch.step(batch.sample())
            os._exit(0)
        raise SystemExit(os.waitpid(child, 0)[1])
    """
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


def test_games_are_named_by_number_or_flag_to_be_begun_anew() -> None:
    right: list[tuple[Any, list[int]]] = [
        ([], []),
        (np.array([]), []),
        (range(1, 3), [1, 2]),
        (np.int64(3), [3]),
        ([np.uint64(1), 0], [0, 1]),
        ([True, False, False, True], [0, 3]),
        (np.zeros(4, bool), []),
    ]
    for where, begun in right:
        batch = Batch("family", 4, 2, 0)
        batch.restart(where)
        assert np.flatnonzero(batch.seed >= 4).tolist() == begun
    batch = Batch("family", 4, 2, 0)
    wrong: list[Any] = [[-1], [4], 4, [0.0], [True], True, "0", [[0, 1]], [0, 0], slice(2), {0}, [2**70]]
    wrong += [np.array([1, 0, 0, 1], np.uint8)]  # flags that would be the games 0 and 1
    for where in wrong:
        with pytest.raises(cl.ChangelingError, match="where: numbers of games, from 0 to 3 and each once, or 4 flags"):
            batch.restart(where)
    assert batch.seed.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("wrong", [-1, 2, 2**70, True, 0.0, "0", None, [0]])
def test_a_game_that_there_is_not_is_refused_wherever_one_is_named(wrong: Any) -> None:
    batch = Batch("family", 2, 2, 0)
    asks: list[Callable[[], object]] = [
        lambda: batch.answer(wrong, 0),
        lambda: batch.legal(wrong),
        lambda: batch.standing(wrong),
        lambda: batch.place_of(wrong, 0),
        lambda: batch.words_of(wrong),
        lambda: batch.table_of(wrong),
    ]
    for ask in asks:
        with pytest.raises(cl.ChangelingError, match="game: a number from 0 to 1 is needed"):
            ask()


def test_what_is_no_answer_has_no_place_among_the_options() -> None:
    batch = Batch("family", 2, 2, 0)
    for action in range(-3, batch.space.size + 3):
        if 0 <= action < batch.space.size and batch.mask[1, action]:
            assert batch.place_of(1, action) in range(batch.options[1])
        else:
            with pytest.raises(cl.AnswerError, match="game 1: "):
                batch.place_of(1, action)


def test_actions_of_another_form_are_refused() -> None:
    batch = Batch("family", 3, 2, 1)
    for given in ([0, 1], [[0, 1, 2]], [0.0, 1.0, 2.0], 0, [True, False, True]):
        with pytest.raises(cl.AnswerError, match="3 whole numbers are needed"):
            batch.step(given)


def test_what_a_batch_needs_is_checked() -> None:
    for given, says in (
        ({"games": 0}, "games: a number from 1"),
        ({"seats": 7}, "seats: a number from 2 to 6"),
        ({"threads": 0}, "threads"),
        ({"most": 0}, "most"),
        ({"only": 2}, "only: a number from 0 to 1"),
        ({"seeds": -1}, "seeds: a number from 0"),
        ({"seeds": [1]}, "seeds: a number, or 2 numbers"),
        ({"seeds": [1, -2]}, "seeds: a number, or 2 numbers"),
        ({"seeds": [-1, 2**64 - 1]}, "seeds: a number, or 2 numbers"),
        ({"seeds": [1, 2**64]}, "seeds: a number, or 2 numbers"),
    ):
        with pytest.raises(cl.ChangelingError, match=says):
            Batch("family", **({"games": 2, "seats": 2, "seeds": 0} | given))


@pytest.mark.parametrize("kind", [np.int8, np.uint32, np.int64, np.array])
def test_every_kind_of_whole_number_is_taken(kind: Any) -> None:
    plain = Batch("family", 2, 3, 7, most=9, only=1)
    batch = Batch("family", kind(2), kind(3), kind(7), threads=kind(1), most=kind(9), only=kind(1))
    assert np.array_equal(batch.observation, plain.observation)
    assert batch.seed.tolist() == plain.seed.tolist() == [7, 8]
    assert batch.legal(kind(1)) == plain.legal(1)
    assert repr(batch) == repr(plain)
    batch.reset([kind(3), 2**64 - 1])
    assert batch.seed.tolist() == [3, 2**64 - 1]
    several: list[Any] = [np.uint64(batch.mask[0].argmax()), int(batch.mask[1].argmax())]
    batch.step(several)
    for wrong in (1.5, "2", True, None):
        with pytest.raises(cl.ChangelingError, match="games: a number from 1 to 16777216 is needed"):
            Batch("family", wrong, 2)  # type: ignore[arg-type]


def test_a_single_game_is_answered_by_the_index_of_an_option() -> None:
    batch, game = Batch("family", 3, 2, 5), cl.Game("family", seats=NAMES[:2], seed=6)
    others = batch.observation[[0, 2]].copy()
    for _ in range(12):
        asked, options, _, winner, _ = batch.standing(1)
        assert (game.seats[asked], options, winner) == (game.decision.seat, len(game.decision.options), -1)
        batch.answer(1, options - 1)
        game.answer(options - 1)
    assert batch.decisions.tolist() == [0, 12, 0]
    assert np.array_equal(batch.observation[[0, 2]], others)
    assert batch.table_of(1).place[: len(game.deck.cards)] == game.table.place
    for wrong in (-1, 99):
        with pytest.raises(cl.AnswerError, match=f"game 1: {wrong} is not the index of an option"):
            batch.answer(1, wrong)


def test_a_long_game_is_broken_off() -> None:
    batch = Batch("fluxx-4", 6, 4, 0, most=7, observe=False)
    for step in range(1, 22):
        batch.step(batch.sample())
        cut = batch.cut & batch.ended
        assert not batch.reward[cut].any()
        assert (batch.winner[cut] == -1).all()
        assert (batch.length[cut] == 7).all()
        if step == 7:
            assert cut.sum() >= 4
    waiting = Batch("fluxx-4", 2, 4, 0, most=3, restart=False, observe=False)
    for _ in range(3):
        waiting.step(waiting.sample())
    assert (waiting.seat == -1).all()
    assert not waiting.mask.any()


def test_a_single_seat_is_asked_and_sees_the_end() -> None:
    batch = Batch("fluxx-4", 16, 3, 4, only=1)
    ends = 0
    for _ in range(200):
        assert (batch.seat == 1).all()
        batch.step(batch.sample())
        for row in np.flatnonzero(batch.ended):
            ends += 1
            assert not np.array_equal(batch.final_observation[row], batch.observation[row])
            assert batch.reward[row, 1] in (1.0, -1.0)
    assert ends > 10


def test_samples_are_legal_and_even() -> None:
    batch = Batch("fluxx-4", 1, 4, 2)
    while batch.options[0] < 5:
        batch.step(batch.sample())
    drawn = np.array([batch.sample()[0] for _ in range(6000)])
    found, counts = np.unique(drawn, return_counts=True)
    assert found.tolist() == np.flatnonzero(batch.mask[0]).tolist()
    assert abs(counts - 6000 / len(found)).max() < 6000 / len(found) * 0.15


def step_with_the_last(batch: Batch, steps: int) -> None:
    """Always give the last of the legal answers."""
    for _ in range(steps):
        batch.step([np.flatnonzero(row)[-1] for row in batch.mask])


def test_games_with_cards_that_never_end_go_on(tmp_path: Path) -> None:
    path = tmp_path / "own.cards"
    path.write_text(STOPPED["a loop"], encoding="utf-8")
    batch = Batch(str(path), 8, 2, 0)
    step_with_the_last(batch, 40)
    assert (batch.seat != -1).all()
    assert (batch.decisions == 40).all()


def test_games_that_go_on_by_themselves_end_with_nothing_won_or_lost(tmp_path: Path) -> None:
    path = tmp_path / "own.cards"
    path.write_text(STUCK["nothing may be kept or played"][0], encoding="utf-8")
    batch = Batch(str(path), 2, 2, 0, restart=False)
    ends = 0
    for _ in range(1200):
        batch.step(batch.sample())
        for row in np.flatnonzero(batch.ended):
            ends += 1
            assert (batch.winner[row], batch.cut[row]) == (-1, False)
            assert (batch.reward[row] == 0).all()
    assert ends == 2
    assert (batch.seat == -1).all()


def test_importing_does_not_import_llvmlite() -> None:
    program = "import sys, changeling; changeling.Batch; assert 'llvmlite' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def test_what_was_sampled_and_then_changed_is_looked_at_all_the_same() -> None:
    batch = cl.Batch("family", 3, 2)
    for value in (batch.space.size, -1, int(np.flatnonzero(batch.mask[1] == 0)[0])):
        actions, before = batch.sample(), batch.decisions.copy()
        actions[1] = value
        with pytest.raises(cl.AnswerError, match="game 1"):
            batch.step(actions)
        assert (batch.decisions == before).all()
    batch.step(batch.sample())
    assert (batch.decisions == 1).all()
