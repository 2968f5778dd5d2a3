"""Somebody at a puzzle: what is right, what is not and why, and the solution."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from tests.learn.positions import at, theft, three_plays

from changeling.errors import ChangelingError
from changeling.learn.moment import puzzle_from
from changeling.learn.puzzle import Puzzle, good_answers, wrong_with
from changeling.learn.solving import Solving, Verdict
from changeling.learn.win_search import WinSearch
from changeling.play.game import Game

PUZZLE = Puzzle("x", "t", 1, ("fluxx-4",), ("You", "Ann"), {}, ("play Play 3",), 3, 2, 1, False)


def solving(game: Game, deck: str = "fluxx-4") -> Solving:
    found = game.record()
    table = {
        "turn": "You",
        "hand": {"You": list(game.view("You").hand), "Ann": list(game.view("Ann").hand)},
        "keepers": {seat.name: list(seat.keepers) for seat in game.view("You").seats},
        "goals": list(game.view("You").goals),
        "discard": list(game.view("You").discard),
    }
    return Solving(replace(PUZZLE, deck=(deck,), seats=found.seats, table=table))


def said(at: Solving, answer: str) -> Verdict:
    assert at.decision is not None
    option = at.decision.find(answer)
    assert option is not None
    return at.answer(option)


def test_a_way_is_followed_to_the_win() -> None:
    at = solving(three_plays())
    assert [said(at, f"play {card}") for card in ("Play 3", "Chocolate Milk", "Chocolate")] == ["on", "on", "solved"]
    assert at.decision is None
    assert at.next_answer() is None


def test_a_wrong_answer_is_judged_and_not_given() -> None:
    at = solving(three_plays())
    assert said(at, "play The Eye") == "missed"
    assert at.decision is not None
    option = at.decision.find("play The Eye")
    assert option is not None
    found = at.why_not(option, "missed")
    assert "no way is left that is certain" in found.says
    assert "no Goal in play" in found.reason.told_to("You")
    assert found.events
    assert said(at, "play Play 3") == "on"


def test_what_wins_only_if_nobody_answers_is_no_solution() -> None:
    at = solving(theft(), "cthulhu")
    assert said(at, "play Steal a Keeper") == "kindness"
    assert said(at, "play The Farm") == "missed"


def test_a_way_that_is_longer_than_needed_is_right_and_said_to_be() -> None:
    game = at(hand={"You": ["Play 3", "The Eye", "Chocolate"]}, keepers={"You": ["Milk"]}, goals=["Chocolate Milk"])
    at_it = solving(game)
    assert said(at_it, "play Play 3") == "longer"
    assert at_it.left() == 1
    assert said(at_it, "play The Eye") == "on", "what is forced then is no answer"
    assert at_it.left() == 0
    assert said(at_it, "play Chocolate") == "solved"


def test_a_win_that_takes_more_answers_than_a_puzzle_may_is_right_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WinSearch.value, "__defaults__", (2,))
    at_it = solving(three_plays())
    assert said(at_it, "play Play 3") == "on"
    at_it.take_back()
    monkeypatch.setattr(WinSearch.value, "__defaults__", (1,))
    assert said(at_it, "play Play 3") == "longer"
    assert said(at_it, "play The Eye") == "missed"


def test_what_hangs_on_the_draw_is_no_solution() -> None:
    game = three_plays()
    at = solving(game)
    at.puzzle.table["hand"]["You"].append("Draw 2 and Use 'em")
    assert said(Solving(at.puzzle), "play Draw 2 and Use 'em") == "chance"


def test_answers_are_taken_back() -> None:
    at = solving(three_plays())
    assert not at.take_back()
    said(at, "play Play 3")
    assert at.news()
    assert at.take_back()
    assert at.game.view("You").rules == ()


def test_the_solution_can_be_asked_for_step_by_step() -> None:
    at = solving(three_plays())
    shown = []
    while (option := at.next_answer()) is not None:
        shown.append(option.text)
        at.answer(option)
    assert shown == ["play Play 3", "play Chocolate", "play Chocolate Milk"]
    assert at.game.winner == "You"


@pytest.mark.parametrize("table", [{"hand": {"You": ["Porridge"]}}, {"turn": "Ann", "hand": {"Ann": ["Milk"]}}])
def test_a_puzzle_that_does_not_fit_its_cards_any_more(table: dict[str, object]) -> None:
    with pytest.raises(ChangelingError, match="puzzle x does not fit its cards any more"):
        Solving(replace(PUZZLE, table=table))


def test_many_wrong_answers_do_not_wear_the_judge_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was looked at for one answer does not count against the next."""
    monkeypatch.setattr("changeling.learn.solving.WinSearch", partial(WinSearch, most=40))
    at = solving(three_plays())
    assert [said(at, "play The Eye") for _ in range(20)] == ["missed"] * 20


def test_a_search_that_is_broken_off_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    at = solving(three_plays())
    with monkeypatch.context() as few:
        few.setattr("changeling.learn.solving.WinSearch", partial(WinSearch, most=1))
        assert at.decision is not None
        assert at.judge(at.decision.options[0]) == "on", "where nobody can tell, one may go on"
    assert [said(at, f"play {card}") for card in ("Play 3", "Chocolate", "Chocolate Milk")] == ["on", "on", "solved"]


def test_where_one_answer_is_asked_for_it_solves() -> None:
    puzzle = replace(puzzle_from(three_plays()), kind="only")
    assert wrong_with(puzzle) == ""
    at_it = Solving(puzzle)
    asked = at_it.decision
    assert asked is not None
    wrong, right = (next(one for one in asked.options if one.text == f"play {card}") for card in ("The Eye", "Play 3"))
    assert at_it.answer(wrong) == "missed"
    assert at_it.answer(right) == "solved"
    assert not at_it.game.over
    assert at_it.next_answer() is None, "nothing more is asked"
    assert at_it.take_back()
    assert at_it.next_answer() == right


def test_one_answer_alone_is_proved() -> None:
    hand = {"You": ["Chocolate", "Chocolate Milk", "The Eye"], "Ann": ["Time"]}
    game = at(hand=hand, keepers={"You": ["Milk"]}, rules=["Play 2"])
    assert good_answers(game) == 2
    assert "2 first answers keep the win" in wrong_with(replace(puzzle_from(game), kind="only"))
