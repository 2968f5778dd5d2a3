"""Somebody at a puzzle: what is right, what is not and why, and the solution."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from tests.learn.positions import at, cancelled, giveaway, theft, three_plays, too_late

from changeling.errors import ChangelingError
from changeling.learn.moment import puzzle_from, told_of
from changeling.learn.puzzle import (
    TASKS,
    Puzzle,
    good_answers,
    proof_of,
    refuted_answers,
    shipped,
    winners_by,
    wrong_with,
)
from changeling.learn.solving import WON_BY_LUCK, Solving, Verdict, listed, unseen_said, way_said
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


def of(game: Game, *line: str) -> Puzzle:
    """A puzzle of a position, whether it holds or not."""
    deck, table = tuple(game.record().deck), told_of(game.deck, game.table, game.seats)
    return replace(PUZZLE, deck=deck, table=table, line=line)


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
    assert at_it.hints()[0].startswith("It takes 1 answer.")
    assert said(at_it, "play Play 3") == "longer"
    assert at_it.hints()[0].startswith("1 answer is left.")
    assert said(at_it, "play The Eye") == "on"
    assert at_it.hints()[0].startswith("1 answer is left."), "a card has to be played, though there is no choice"
    assert said(at_it, "play Chocolate") == "solved"


def test_a_win_that_takes_more_answers_than_a_puzzle_may_is_right_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WinSearch.value, "__defaults__", (2,))
    monkeypatch.setattr(WinSearch.worth, "__defaults__", (2,))
    at_it = solving(three_plays())
    assert said(at_it, "play Play 3") == "on"
    at_it.take_back()
    monkeypatch.setattr(WinSearch.value, "__defaults__", (1,))
    monkeypatch.setattr(WinSearch.worth, "__defaults__", (1,))
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


def test_what_wins_however_lots_fall_is_right() -> None:
    at_it = Solving(of(giveaway()))
    assert said(at_it, "use Shemeshka") == "solved"
    assert at_it.game.winners == ("You",)


def test_lots_of_which_one_loses_are_no_solution() -> None:
    game = giveaway()
    puzzle = of(game)
    assert isinstance(puzzle.table, dict)
    puzzle.table["hand"]["You"] = ["Waffles", "Paladin's Blade"]
    puzzle.table.pop("goals")
    puzzle.table["rules"] = ["Play 2"]
    assert said(Solving(puzzle), "use Shemeshka") == "chance", "the Goal itself might be given away"


def test_what_won_by_luck_is_not_called_wrong() -> None:
    at_it = Solving(of(giveaway()))
    assert at_it.decision is not None
    option = at_it.decision.find("use Shemeshka")
    assert option is not None
    assert at_it.why_not(option, "chance").says == WON_BY_LUCK


def test_a_win_in_the_next_turn_is_none() -> None:
    game = too_late()
    assert proof_of(game) is None
    at_it = Solving(of(game))
    for text in ("play Cold Iron", "The Loose Tongue"):
        assert at_it.decision is not None
        option = at_it.decision.find(text)
        assert option is not None
        assert at_it.judge(option) == "missed"
        at_it.play(option)
    assert at_it.game.winners == ("You",), "but as Ann's turn begins"
    assert not at_it.solved
    assert winners_by(too_late(), ("play Cold Iron", "The Loose Tongue")) == ()


def test_the_surprise_that_could_stop_it_is_named() -> None:
    game = cancelled()
    stopped = {"play Baked Goods": ("Canceled Plans",), "play The Rocket": ("Canceled Plans",)}
    assert refuted_answers(game) == stopped
    at_it = Solving(of(game))
    assert at_it.decision is not None
    option = at_it.decision.find("play Baked Goods")
    assert option is not None
    assert at_it.judge(option) == "kindness"
    assert at_it.why_not(option, "kindness").says.endswith("Surprise. Canceled Plans could still be in a hand.")
    puzzle = replace(puzzle_from(game), kind="only")
    assert puzzle.refuted == stopped
    told = "“play Baked Goods” or “play The Rocket” is not certain: Canceled Plans could still be in a hand."
    assert told in way_said(puzzle, game.deck)


def test_surprises_not_yet_seen_are_listed_where_somebody_could_hold_them() -> None:
    at_it = Solving(of(cancelled()))
    told = unseen_said(at_it.unseen_surprises())
    assert told.startswith("Surprises not yet seen: ")
    assert "Canceled Plans" in told
    assert unseen_said(solving(three_plays()).unseen_surprises()) == ""
    bare = of(cancelled())
    bare.table["hand"]["Ann"] = []
    assert Solving(bare).unseen_surprises() == ()


def test_the_task_says_who_wins_too() -> None:
    shared = [one for one in shipped().values() if one.id in ("5c98df4f", "10331016", "bd826ffc")]
    assert all(Solving(one).task.endswith(" with you.") for one in shared)
    assert Solving(of(giveaway(), "use Shemeshka")).task == TASKS["win"]
    assert listed(["Ada", "Basil", "Cy"]) == "Ada, Basil and Cy"


def test_one_answer_is_spoken_of_where_one_is_asked_for() -> None:
    puzzle = replace(puzzle_from(three_plays()), kind="only")
    assert Solving(puzzle).hints()[0].startswith("One answer is asked for. Begin with")
    assert way_said(puzzle, three_plays().deck) == (
        "This is one shortest way (3 answers): play Play 3, play Chocolate, play Chocolate Milk."
    )
    longer = way_said(replace(puzzle, length=4), three_plays().deck)
    assert "(3 answers; at most 4 answers where somebody answers with a Surprise)" in longer
