"""What a way takes: plain plays, clever ones, and what else one must know."""

from __future__ import annotations

import pytest
from tests.learn.positions import at

from changeling.errors import ChangelingError
from changeling.learn.effort import Effort, are_tempting, effort_of
from changeling.play.game import Game


def sorts(game: Game, *line: str) -> Effort:
    return effort_of(game, line)


def test_keepers_and_the_goal_that_wins_are_plain() -> None:
    game = at(hand={"You": ["Milk", "Bread", "Milk and Cookies"]}, keepers={"You": ["Cookies"]}, rules=["Play 2"])
    found = sorts(game, "play Milk", "play Milk and Cookies")
    assert (found.plain, found.clever, found.more, found.picks) == (2, 0, 0, 0)
    assert found.bits == pytest.approx(2.585, abs=0.001), "three answers, then two"
    assert not game.events, "the game itself is left alone"


def test_a_goal_that_only_moves_something_is_clever_and_what_moves_has_to_be_known() -> None:
    game = at(
        hand={"You": ["Chocolate Milk", "The Brain (no TV)", "Time is Money"]},
        keepers={"You": ["The Brain"]},
        creepers={"Ann": ["Radioactive Potato"]},
        rules=["Play 2"],
    )
    found = sorts(game, "play Chocolate Milk", "play The Brain (no TV)")
    assert (found.plain, found.clever, found.at_work, found.waived) == (1, 1, 1, 0)


def test_what_waives_a_creeper_counts_and_then_nobody_looks_where_it_goes() -> None:
    game = at(
        hand={"You": ["Chocolate Milk", "Milk", "Time"]},
        keepers={"You": ["Chocolate"]},
        creepers={"Ann": ["Radioactive Potato"]},
        rules=["Play 2", "Silver Lining"],
    )
    found = sorts(game, "play Chocolate Milk", "play Milk")
    assert (found.plain, found.at_work, found.waived) == (2, 0, 1)


def test_actions_picks_rules_of_more_plays_and_what_is_nested() -> None:
    game = at(
        hand={"You": ["Play 3", "Let's Do That Again!", "Bread", "Milk and Cookies", "Time"]},
        keepers={"You": ["Cookies"], "Ann": ["Milk", "Love"]},
        discard=["Steal Something", "Jackpot!"],
    )
    line = ("play Play 3", "play Milk and Cookies", "play Let's Do That Again!", "play Steal Something", "Milk")
    found = sorts(game, *line)
    assert (found.plain, found.clever, found.more, found.picks, found.nested) == (1, 2, 1, 1, 0)


def test_a_line_that_does_not_win_is_none() -> None:
    with pytest.raises(ChangelingError, match="the way does not win"):
        sorts(at(hand={"You": ["Milk", "Bread"]}), "play Milk")


def test_a_rule_of_more_plays_tempts_nobody() -> None:
    assert not are_tempting(["play Play 3", "play Play All", "play Threefold Play"])
    assert are_tempting(["play Play 3", "play Milk"])
