"""Players who are out of the game: nothing is theirs, and everything goes on without them."""

from __future__ import annotations

from typing import Any

from tests.random_play import again_from, laid

import changeling as cl
from changeling.cards.codes import HAND

CARDS = """
keeper "Milk" x30
    "M."

keeper "Salt"
    "S."

creeper "Ghost"
    "G."

rule "Limit" in hand_limit
    "L."
    hand_limit = 1

rule "Each Finish"
    "E."
    finish:
        draw(1)

goal "Fewest"
    "F."
    wins = least(keepers) and keepers(you)

surprise "Answer"
    "A."
    react action:
        cancel()

action "Again"
    "A."
    extra_turn()

action "Test"
    "T."
{body}
"""
FOUR = ("Ann", "Bob", "Cy", "Dee")


def played(*lines: str, seats: tuple[str, ...] = FOUR, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    hands = {"hand": {"Ann": ["Test", "Milk"], "Bob": ["Milk #2", "Milk #3"], "Cy": ["Milk #4"]}}
    game = laid(CARDS.format(body=body), seats, **{**hands, "rest": "pile", **table})
    game.answer("play Test")
    return game


def hands(game: cl.Game) -> list[int]:
    return [game.table.size[HAND + seat] for seat in range(game.table.seats)]


def test_turns_pass_over_a_player_who_is_out_and_all_their_cards_are_discarded() -> None:
    game = played("eliminate(left_of(you))", keepers={"Bob": ["Salt"]}, creepers={"Bob": ["Ghost"]})
    assert game.turn == "Cy"
    assert game.view("Ann").look("Bob").out
    assert game.why("Bob").text == "Bob is out of the game, and cannot win."
    assert {"Salt", "Ghost", "Milk #2", "Milk #3"} <= set(game.view("Ann").discard)


def test_groups_of_players_and_neighbours_are_those_in_the_game() -> None:
    game = played("eliminate(left_of(you))", "draw(1, by=left_of(you))", "draw(count(everyone), by=right_of(you))")
    assert hands(game) == [1, 0, 1 + 1 + 1, 3]  # Cy has the turn and drew for it
    game = played("eliminate(left_of(you))", "for p in others:", "    draw(1, by=p)", "draw(count(others))")
    assert hands(game) == [3, 0, 3, 1]


def test_whoever_is_out_gets_nothing_more_and_is_asked_nothing() -> None:
    game = played(
        "foe = left_of(you)",
        "eliminate(foe)",
        "draw(3, by=foe)",
        "give(first(hand(you)), foe)",
        "discard(choose(hand(you), by=foe))",
    )
    assert hands(game)[:2] == [0, 0]
    assert "Milk" in game.view("Ann").discard


def test_hands_pass_around_and_cards_are_dealt_among_those_in_the_game() -> None:
    for way in ("left", "right"):
        game = played(
            "eliminate(left_of(you))",
            f'pass_hands("{way}")',
            hand={"Ann": ["Test", "Milk"], "Cy": ["Milk #4", "Milk #5"]},
        )
        expected = {"left": [0, 0, 1 + 1, 2], "right": [2, 0, 0 + 1, 1]}[way]
        assert hands(game) == expected
    game = played(
        "eliminate(left_of(you))", "redeal(keepers(everyone))", keepers={"Ann": ["Milk #7", "Milk #8", "Salt"]}
    )
    assert [len(seat.keepers) for seat in game.view("Ann").seats] == [1, 0, 1, 1]


def test_who_is_out_is_neither_fewest_nor_winner_and_has_no_limit() -> None:
    keepers = {"Ann": ["Milk #9", "Milk #10"], "Cy": ["Salt"], "Dee": ["Milk #7", "Milk #8"]}
    game = played("eliminate(left_of(you))", goals=["Fewest"], rules=["Limit"], keepers=keepers, hand={"Ann": ["Test"]})
    assert game.winner == "Cy"


def test_eliminating_oneself_ends_the_turn_when_the_card_is_done() -> None:
    game = played("eliminate(you)", "draw(2, by=left_of(you))", rules=["Each Finish"])
    assert game.turn == "Bob"
    assert hands(game)[:2] == [0, 2 + 2 + 1]


def test_an_extra_turn_of_a_player_who_is_out_is_lost() -> None:
    game = played('play(first(hand(you, "Again")))', "eliminate(you)", hand={"Ann": ["Test", "Again"]})
    assert game.turn == "Bob"


def test_the_last_player_in_the_game_wins() -> None:
    game = played("for p in others:", "    eliminate(p)")
    assert game.winner == "Ann"
    assert [event.what for event in game.events[-2:]] == ["leaves", "wins"]
    assert game.ending is not None
    assert game.ending.reason.text == "Ann has won as the last player in the game, by Test."


def test_nobody_leaves_twice_and_nobody_is_nobody() -> None:
    game = played("foe = left_of(you)", "eliminate(foe)", "eliminate(foe)", "eliminate(owner(nothing))")
    assert [event.what for event in game.events].count("leaves") == 1
    assert not game.over


def test_whoever_is_out_answers_nothing() -> None:
    hands = {"Ann": ["Test", "Milk"], "Bob": ["Answer"]}
    game = played("draw(1)", hand=hands, out=["Dee"])
    assert game.decision.seat == "Bob"


def test_a_game_goes_on_from_a_notation_with_players_out() -> None:
    game = played("eliminate(left_of(you))")
    again = again_from(game)
    assert again.notation() == game.notation()
    assert again.view("Ann").look("Bob").out
