"""The ladder: which games are played, that each is always the same, and what they add up to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import changeling as cl
from changeling.lab.contest.ladder import Match, Task, play_all, play_task, summary

MATCH = Match(("random", "greedy"), "family", 2, 11)


def test_every_deal_is_played_in_every_seating_by_every_pairing() -> None:
    match = Match(("a.py:A", "random", "greedy")[1:], "family", 3, 1)
    tasks = list(match.tasks(7))
    assert len(tasks) == 2 * 9
    assert len({task.key for task in tasks}) == len(tasks)
    for deal in range(3):
        seatings = [task.seated for task in tasks if task.deal == deal]
        assert Counter(seating.index("greedy") for seating in seatings if seating.count("greedy") == 1) == {
            0: 1,
            1: 1,
            2: 1,
        }
        assert Counter(seating.index("random") for seating in seatings if seating.count("random") == 1) == {
            0: 1,
            1: 1,
            2: 1,
        }


def test_two_seats_need_no_pairing_twice() -> None:
    assert Match(("random", "greedy", "search:5"), "family", 2, 1).pairings() == [
        ("random", "greedy"),
        ("random", "search:5"),
        ("greedy", "search:5"),
    ]


def test_a_deal_is_the_same_in_every_seating() -> None:
    one, other = (
        Task("family", seated, ("random", "greedy"), 3, 5) for seated in (("random", "greedy"), ("greedy", "random"))
    )
    hands = []
    for task in (one, other):
        game = cl.Game(task.deck, seats=["Ann", "Bob"], seed=task.seed + task.deal)
        hands.append((game.turn, game.view("Ann").hand))
    assert hands[0] == hands[1]


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    task = Task("family", ("random", "greedy"), ("random", "greedy"), 3, 5)
    one, again = (replace(play_task(task), seconds=()) for _ in range(2))
    assert one == again
    assert replace(play_task(replace(task, deal=6)), seconds=(), deal=5) != one


def test_several_processes_play_the_same_games() -> None:
    tasks = list(MATCH.tasks(6))
    alone = {game.key: game.winner for game in play_all(tasks, jobs=1)}
    together = {game.key: game.winner for game in play_all(tasks, jobs=2)}
    assert alone == together
    assert len(alone) == 6


def test_a_search_and_an_oracle_can_play() -> None:
    for seated in (("search:20", "greedy"), ("oracle:5ms", "oracle:pile:5ms")):
        played = play_task(Task("family", seated, seated, 1, 1))
        assert played.over
        assert played.decisions > 0


def test_nothing_played_says_nothing() -> None:
    found = summary(MATCH, [])
    assert found["pairings"][0]["share"] is None
    assert found["ratings"]["greedy"]["rating"] == 1500
