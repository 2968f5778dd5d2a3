"""What happened, in sentences to one person: who did what with which card, and no more than that person could see."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.random_play import position

import changeling as cl
from changeling.cli import main

SEATS = ("Ann", "Bob", "Cy")


def told(folder: Path, *answers: str, deck: str = "fluxx-4", **table: Any) -> list[str]:
    """The lines that Ann reads between her first answer and the end of the input; bots have the other seats."""
    file, out = folder / "saved.json", io.StringIO()
    game = position(deck, SEATS, **({"pile": ["The Sun", "The Moon", "The Eye"], "rules": ["Play 4"]} | table))
    file.write_text(game.record().to_json(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        patch.setattr(sys, "stdout", out)
        assert main(["play", "--resume", str(file), "--bot", "random"]) == 0
    return out.getvalue().partition("> ")[2].splitlines()


def test_what_a_card_draws_is_told_with_the_card_and_its_text_once(tmp_path: Path) -> None:
    jackpot = cl.load_deck("fluxx-4").card("Jackpot!")
    assert jackpot is not None
    lines = told(tmp_path, "play jackpot", "play milk", hand={"Ann": ["Jackpot!", "Milk", "Bread"]})
    assert f"You play the Action Jackpot! {jackpot.text}" in lines
    assert "You draw The Sun, The Moon and The Eye (Jackpot!)." in lines
    assert "You play the Keeper Milk." in lines


def test_a_rule_that_pushes_another_out(tmp_path: Path) -> None:
    hand = {"Ann": ["Draw 3", "Milk", "Bread"]}
    lines = told(tmp_path, "play draw 3", hand=hand, rules=["Play 4", "Draw 2"])
    assert "Draw 2 leaves play." in lines
    assert "You draw The Sun (Draw 3)." in lines


def test_what_is_taken_is_told_with_whose_it_was(tmp_path: Path) -> None:
    hand = {"Ann": ["Steal Something", "Milk", "Bread"]}
    lines = told(tmp_path, "play steal", "time", hand=hand, keepers={"Bob": ["Time", "Love"]})
    assert "You take Time from Bob with Steal Something." in lines


def test_an_exchange_names_both_cards(tmp_path: Path) -> None:
    table: dict[str, Any] = {"hand": {"Ann": ["Exchange Keepers", "Milk", "Bread"]}}
    keepers = {"Ann": ["Peace", "Sleep"], "Bob": ["Time", "Love"]}
    lines = told(tmp_path, "play exchange", "peace", "time", keepers=keepers, **table)
    assert "You swap Peace for Time from Bob with Exchange Keepers." in lines


def test_what_others_discard_to_a_limit_is_told_with_the_rule(tmp_path: Path) -> None:
    hand = {"Ann": ["Hand Limit 0", "Milk", "Bread"], "Bob": ["Time"]}
    lines = told(tmp_path, "play hand", hand=hand)
    assert "Bob discards Time (Hand Limit 0)." in lines


def test_hands_that_are_passed_are_named_only_to_who_saw_them(tmp_path: Path) -> None:
    hand = {"Ann": ["Rotate Hands", "Milk"], "Bob": ["Time", "Love"], "Cy": ["Peace"]}
    lines = told(tmp_path, "play rotate", "left", hand=hand)
    assert "You pass 1 card to Bob (Rotate Hands): Milk." in lines
    assert "Cy passes 1 card to you (Rotate Hands): Peace." in lines
    assert "Bob passes 2 cards to Cy (Rotate Hands)." in lines


def test_what_another_draws_is_counted_and_not_named(tmp_path: Path) -> None:
    hand = {"Ann": ["Milk"], "Bob": ["Time"], "Cy": ["Love"]}
    pile = ["The Sun", "The Moon", "The Eye", "Peace", "Sleep", "Dreams", "Money", "The Rocket", "The Brain"]
    lines = told(tmp_path, "play milk", hand=hand, rules=["Draw 3"], pile=pile)
    assert "Bob's turn." in lines
    assert "Bob draws 3 cards." in lines
    assert "Your turn." in lines
    (mine,) = [line for line in lines if line.startswith("You draw ")]
    assert mine == "You draw Money, The Rocket and The Brain."


def test_a_creeper_that_is_drawn_is_shown_to_all(tmp_path: Path) -> None:
    hand = {"Ann": ["Jackpot!", "Milk", "Bread"]}
    lines = told(tmp_path, "play jackpot", hand=hand, pile=["War", "The Sun", "The Moon", "The Eye"])
    assert "You turn up the Creeper War; it stays in front of you." in lines


def test_a_win_is_told_with_its_goal_and_what_lies_in_front_of_the_winner(tmp_path: Path) -> None:
    table: dict[str, Any] = {"keepers": {"Ann": ["Milk"]}, "goals": ["Milk and Cookies"]}
    lines = told(tmp_path, "play cookies", hand={"Ann": ["Cookies", "Bread"]}, **table)
    assert "You win with Milk and Cookies!" in lines
    assert lines[-2].startswith("You have won by Milk and Cookies: ")
    assert lines[-1] == "In front of you: Milk and Cookies. In the hand: 1 card."


def test_an_extra_turn_and_a_free_action(tmp_path: Path) -> None:
    hand = {"Ann": ["Take Another Turn", "Milk", "Bread"]}
    lines = told(tmp_path, "play take", "use get", hand=hand, rules=["Play 4", "Get On With It!"])
    assert "You will have an extra turn (Take Another Turn)." in lines
    assert "You use Get On With It!" in lines
    assert "You discard Milk and Bread (Get On With It!)." in lines


@pytest.mark.parametrize(
    ("hand", "keepers", "answers", "last"),
    [
        (
            ["Innsmouth", "Secret Cultist"],
            {},
            ("play innsmouth", "play secret"),
            [
                "You claim the win with Secret Cultist.",
                "You win, for the Ungoal Dagon is met!",
                "You have won by Secret Cultist as the Ungoal Dagon was met: the table's Doom is 11; "
                "you have Innsmouth.",
                "In front of you: Innsmouth. In the hand: 0 cards.",
            ],
        ),
        (
            ["Innsmouth", "The Cat"],
            {"Bob": ["The Cultist"]},
            ("play innsmouth",),
            [
                "Bob wins, for the Ungoal Dagon is met!",
                "Bob has won by The Cultist as the Ungoal Dagon was met: the table's Doom is 12; you have Innsmouth.",
                "In front of Bob: The Cultist. In the hand: 0 cards.",
            ],
        ),
        (
            ["Innsmouth", "The Cat"],
            {},
            ("play innsmouth",),
            [
                "Everybody loses: the Ungoal Dagon is met.",
                "Everybody has lost: the Ungoal Dagon was met: the table's Doom is 11; you have Innsmouth.",
            ],
        ),
    ],
)
def test_every_end_by_an_ungoal_is_told(
    tmp_path: Path, hand: list[str], keepers: dict[str, list[str]], answers: tuple[str, ...], last: list[str]
) -> None:
    doomed = {"Cy": ["Cthulhu", "Yog-Sothoth", "Nyarlathotep", "Insanity", "Nightmares", "Metamorphosis", "The Body"]}
    table: dict[str, Any] = {"hand": {"Ann": hand}, "keepers": keepers, "creepers": doomed, "goals": ["Dagon"]}
    lines = told(tmp_path, *answers, deck="cthulhu", pile=[], **table)
    lines = [line for line in lines if line not in ("", "You discard Secret Cultist.")]
    assert lines[-len(last) :] == last
