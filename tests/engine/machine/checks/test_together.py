"""Winning together: how it is told, written down, rewarded and read, and what the checker says."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cards.writing import action, expect
from tests.random_play import again_from, laid

import changeling as cl
from changeling.engine.seen.reasons.ending import Ending
from changeling.envs.ansi import picture
from changeling.errors import NotationError
from changeling.play.outlook import outlook
from changeling.play.position import load_yaml
from changeling.terminal.ending import last_words
from changeling.terminal.sentences.event_sentences import Narrator

CARDS = """
keeper "Milk" x4
    "M."

keeper "Bread" x4
    "B."

keeper "Egg" x20
    "E."

goal "Feast"
    "Whoever has Milk wins, and whoever else has it too."
    wins = has("Milk")
    wins_with = (p for p in others if keepers(p, "Milk"))

goal "Hand in Hand"
    "Whoever has Bread wins, and so does the player on the left."
    wins = has("Bread")
    wins_with = left_of(you)

action "All of Us"
    "Everybody wins."
    win(by=everyone)
"""


def feast(**table: Any) -> cl.Game:
    """A game that Bob and Cy win by a Goal that Ann plays."""
    game = laid(CARDS, hand={"Ann": ["Feast"]}, keepers={"Bob": ["Milk"], "Cy": ["Milk #2"]}, **table)
    game.answer("play Feast")
    return game


def ending_of(game: cl.Game) -> Ending:
    assert game.ending is not None
    return game.ending


def test_the_winner_is_the_next_of_them_and_the_others_follow() -> None:
    game = feast()
    assert (game.winner, game.winners) == ("Bob", ("Bob", "Cy"))
    assert ending_of(game).winners == game.view("Ann").winners == ("Bob", "Cy")
    assert [(event.what, event.seat, event.card) for event in game.events[-2:]] == [
        ("wins", "Bob", "Feast"),
        ("wins too", "Cy", "Feast"),
    ]
    assert "won by Bob, Cy" in repr(game)
    assert picture(game).endswith("Bob, Cy have won.")


def test_a_game_with_one_winner_has_one_and_one_that_goes_on_has_none() -> None:
    assert laid(CARDS).winners == ()
    game = laid(CARDS, goals=["Feast"], hand={"Ann": ["Milk"]})
    game.answer("play Milk")
    assert (game.winners, game.table.co_winners) == (("Ann",), 0)


@pytest.mark.parametrize(
    ("me", "told"),
    [
        ("Ann", ["Bob wins with Feast!", "Cy wins too!"]),
        ("Cy", ["Bob wins with Feast!", "You win too!"]),
    ],
)
def test_it_is_told_in_sentences(me: str, told: list[str]) -> None:
    game = feast()
    rows = Narrator(game.deck).sentences(me, game.events_for(me))
    assert [row.text for row in rows[-2:]] == told


def test_several_who_win_too_are_told_at_once() -> None:
    game = laid(CARDS, hand={"Ann": ["All of Us"]})
    game.answer("play All of Us")
    said = {me: Narrator(game.deck).sentences(me, game.events_for(me))[-1].text for me in game.seats}
    assert said == {"Ann": "Bob and Cy win too!", "Bob": "You and Cy win too!", "Cy": "You and Bob win too!"}


def test_the_ending_names_all_and_says_what_whoever_meets_it_has() -> None:
    game = laid(CARDS, goals=["Hand in Hand"], hand={"Cy": ["Bread"]}, turn="Cy")
    game.answer("play Bread")
    reason = ending_of(game).reason
    assert reason.text.startswith("Cy and Ann have won by Hand in Hand: ")
    assert "Bread" in reason.text
    assert reason.told_to("Ann").startswith("Cy and you have won by Hand in Hand: ")
    assert [row.split(":")[0] for row in last_words(game, ending_of(game), "Ann")[1:]] == [
        "In front of Cy",
        "In front of you",
    ]


def test_the_evidence_is_that_of_the_one_who_meets_the_goal() -> None:
    """Ann is named first, for it is her turn, but it is Cy who has Bread."""
    game = laid(CARDS, hand={"Ann": ["Hand in Hand"]}, keepers={"Cy": ["Bread"]})
    game.answer("play Hand in Hand")
    assert game.winners == ("Ann", "Cy")
    assert ending_of(game).reason.text == "Ann and Cy have won by Hand in Hand: Cy has Bread."


def test_why_names_all_to_whoever_has_not_won() -> None:
    game = feast()
    assert game.why("Ann").text == "Ann has not won: Bob and Cy have, by Feast."
    assert game.why("Cy").text == ending_of(game).reason.text


def test_it_is_written_down_and_read_again() -> None:
    game = feast()
    assert again_from(game).winners == ("Bob", "Cy")
    assert again_from(game).view("Cy").winners == ("Bob", "Cy")
    assert "co_winners" not in laid(CARDS).notation()


@pytest.mark.parametrize("wrong", ['"co_winners": 2', '"co_winners": 8'])
def test_a_notation_in_which_that_cannot_be_is_refused(wrong: str) -> None:
    text = feast().notation()
    assert '"co_winners": 4' in text
    with pytest.raises(NotationError, match="co_winners"):
        cl.Game.from_values(load_yaml(text.replace('"co_winners": 4', wrong)), compiled=feast().deck)


def test_an_answer_that_wins_for_oneself_and_others_is_a_win() -> None:
    game = laid(CARDS, hand={"Ann": ["Hand in Hand", "Egg"]}, keepers={"Cy": ["Bread"]})
    ends = {one.winner for one in outlook(game) if one.over}
    assert ends == {"Ann"}


def test_bots_take_a_win_that_they_share() -> None:
    game = laid(CARDS, hand={"Ann": ["Egg", "Hand in Hand", "Egg #2"]}, keepers={"Cy": ["Bread"]})
    assert cl.bot("greedy", 1).choose(game.view("Ann"), game.decision).text == "play Hand in Hand"


def goal(*lines: str) -> str:
    return "\n    ".join(['goal "Test"', '"T."', *lines]) + "\n"


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (goal("wins = keepers(you)", "wins_with = ▸keepers(you)"), "'wins_with' needs players, not a set of cards"),
        (goal("wins = keepers(you)", "wins_with = ▸3"), "'wins_with' needs players, not a number"),
        (goal("wins = keepers(you)", "▸wins_with += others"), "says who wins with you: wins_with = left_of(you)"),
        (action('"x"', "▸wins_with = others"), "says who wins with you: wins_with = left_of(you)"),
        ("▸" + goal("wins_with = others"), "needs a line: wins = CONDITION"),
        ('keeper "K"\n    "K."\n    ▸wins_with = others\n', "by what, another line says: wins = CONDITION"),
        (goal("wins = keepers(you)", "wins_with = ▸choose(others)"), "question"),
        (action('"x"', "win(by=▸keepers(you))"), "here a set of seats is needed, not a set of cards"),
        (action('"x"', "▸win(of=you)"), "'of=' cannot stand here: win(by=SEAT or SEATS)"),
        (action('"x"', "▸win(you, by=everyone)"), "win() takes nothing but by="),
    ],
)
def test_what_the_checker_says(card: str, says: str) -> None:
    expect(card, says)
