"""What people are told of cards that count for no Goal."""

from __future__ import annotations

from tests.random_play import laid

CARDS = """
keeper "Robot"
    "R."

keeper "Milk" x12
    "M."

creeper "Curse"
    "Fastens itself to a Keeper, which counts for no Goal."
    when loose(this) and keepers(you):
        attach(this, choose(keepers(you)))
    uncounted = host(this)
    stops = nobody

goal "Toy Shop"
    "Robot and Milk."
    wins = has("Robot", "Milk")

ungoal "Uprising"
    "A Robot is in play."
    ends = anyone_has("Robot")
"""


def test_why_somebody_does_not_win_names_what_does_not_count_and_by_which_card() -> None:
    game = laid(CARDS, keepers={"Ann": ["Robot", "Milk"]}, attached={"Curse": "Robot"}, goals=["Toy Shop"])
    assert str(game.why("Ann")) == (
        "Ann does not win yet. Toy Shop: Robot is missing; besides, Robot does not count, because of Curse. "
        "[Toy Shop, Curse]"
    )
    assert "does not count" not in str(game.why("Bob"))


def test_an_ungoal_is_not_met_by_what_does_not_count() -> None:
    game = laid(CARDS, keepers={"Ann": ["Robot", "Milk"]}, attached={"Curse": "Robot"}, goals=["Uprising"])
    assert "The Ungoal Uprising is not met: nobody has Robot." in str(game.why("Ann"))


def test_a_win_that_was_held_up_is_told_as_one() -> None:
    text = CARDS + (
        '\nrule "Shout It"\n    "Whoever forgets to shout does not win."\n    instead of won:\n'
        '        if agree(by=left_of(actor), ask="Did they shout?"):\n            as_usual()\n'
    )
    game = laid(
        text,
        hand={"Ann": ["Milk"], "Bob": ["Milk #2"]},
        keepers={"Ann": ["Robot"]},
        goals=["Toy Shop"],
        rules=["Shout It"],
    )
    game.answer("play Milk")
    game.answer("no")
    assert str(game.why("Ann")).startswith("Ann meets a Goal, but a card in play did not let Ann win at once: that is")
