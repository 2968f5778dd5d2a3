"""What cards remember: how it is told and written down, and when it is forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cards.writing import action, expect
from tests.random_play import again_from, laid

import changeling as cl
from changeling.engine.layout import MAX_MEMORIES
from changeling.engine.machine.board.memory import memory_for
from changeling.terminal.sentences.event_sentences import Narrator
from changeling.terminal.table_text import worn

CARDS = """
keeper "Milk" x30
    "M."

keeper "Egg"
    "E."
    once:
        remember(choose(everyone))
    free:
        remember(choose(keepers(others)))

keeper "Chick"
    "C."
    back_of = "Egg"

action "Hatch"
    "H."
    flip(first(keepers(you, "Egg")))

action "Sweep"
    "S."
    discard(choose(keepers(everyone)))

rule "Heir"
    "Only the player that this rule remembers can win."
    requires = remembered_player(this) == you

goal "Rich"
    "Have a Keeper."
    wins = count(keepers(you)) > zero
"""


def begun(**table: Any) -> cl.Game:
    """A game in which Ann has the Egg."""
    given = {"keepers": {"Ann": ["Egg"], "Bob": ["Milk"]}, "hand": {"Ann": ["Hatch", "Sweep"]}, **table}
    return laid(CARDS, seats=("Ann", "Bob"), **given)


def remembering(*answers: str, **table: Any) -> cl.Game:
    """A game after these answers."""
    game = begun(**table)
    for answer in answers:
        game.answer(answer)
    return game


def use(game: cl.Game, number: int) -> None:
    """Use the one or the other power of the Egg."""
    options = [option for option in game.decision.options if option.sort == "use"]
    game.answer(options[number])


def test_everybody_is_told_who_is_remembered() -> None:
    game = begun()
    use(game, 0)
    game.answer("Bob")
    assert game.view("Bob").remembered == game.view("Ann").remembered == (("Egg", "Bob"),)
    event = next(event for event in game.events_for("Bob") if event.what == "remembers")
    assert (event.seat, event.card, event.other, event.host) == ("Ann", "Egg", "Bob", "")
    assert str(event) == "Ann remembers Egg Bob [Egg, TURN-8]"
    assert worn(game.view("Ann"), game.view("Ann").look("Ann")) == ["Egg remembers Bob"]


def test_a_card_and_a_player_are_remembered_beside_each_other() -> None:
    game = begun(hand={"Ann": ["Sweep"]})
    use(game, 0)
    game.answer("Ann")
    use(game, 0)
    game.answer("Milk")
    assert game.view("Ann").remembered == (("Egg", "Ann"), ("Egg", "Milk"))
    again = again_from(game)
    assert again.view("Bob").remembered == game.view("Bob").remembered
    assert again.notation() == game.notation()
    game.answer("play Sweep")
    game.answer("Milk")
    assert game.view("Ann").remembered == (("Egg", "Ann"),)


def test_the_other_side_remembers_the_same() -> None:
    game = begun(remembered={"Egg": ["Bob", "Milk"]})
    game.answer("play Hatch")
    assert game.view("Ann").remembered == (("Chick", "Bob"), ("Chick", "Milk"))


def test_what_left_play_remembers_nothing() -> None:
    game = begun(remembered={"Egg": "Bob"}, keepers={"Ann": ["Egg"]})
    game.answer("play Sweep")
    game.answer("Egg")
    assert game.view("Ann").remembered == ()
    assert (game.table.memories, game.table.upkeep & 8) == (0, 0)


def test_why_somebody_does_not_win_says_who_is_remembered() -> None:
    table: dict[str, Any] = {"rules": ["Heir"], "goals": ["Rich"], "keepers": {"Ann": ["Egg"]}}
    game = begun(**table, remembered={"Heir": "Bob"})
    assert "the player that Heir remembers" in game.why("Ann").text
    assert begun(**table, remembered={"Heir": "Ann"}).winner == "Ann"


def test_there_is_room_for_so_many() -> None:
    table = begun(keepers={"Ann": ["Milk", *(f"Milk #{number}" for number in range(2, 21))]}).table
    deck = begun().deck
    cards = [card.id for card in deck.cards if card.name == "Milk"][: MAX_MEMORIES + 1]
    assert [memory_for(table, card) for card in cards] == [*range(MAX_MEMORIES), -1]


def test_only_players_and_cards_in_play_are_remembered() -> None:
    cards = action("lasts = round", "remember(first(hand(others)))", "remember(owner(first(discard_pile)))")
    game = laid(cards + CARDS, hand={"Ann": ["Test"], "Bob": ["Milk"]})
    game.answer("play Test")
    assert game.view("Ann").remembered == ()


@pytest.mark.parametrize(
    ("row", "says"),
    [({"Egg": ["", ""]}, "remembers a player or a card"), ({"Egg": "Nobody"}, "Nobody")],
)
def test_a_notation_that_says_nothing_is_refused(row: dict[str, Any], says: str) -> None:
    with pytest.raises(cl.NotationError, match=says):
        begun(remembered=row)


def test_what_can_be_remembered() -> None:
    expect(action("lasts = round", "remember(▸3)"), "remember() needs a seat")
    expect(action("lasts = round", "▸remember(you, others)"), "remember() takes one thing, not 2")
    expect(action("lasts = round", "▸remember(you, by=you)"), "'by=' cannot stand here")


def test_the_terminal_tells_it() -> None:
    game = begun()
    use(game, 0)
    game.answer("Bob")
    told = [sentence.text for sentence in Narrator(game.deck).sentences("Bob", game.events_for("Bob"))]
    assert told[-1] == "Egg remembers you."
