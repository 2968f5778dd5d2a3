"""Extra turns: in which order they come, and that a card gives one turn in an unbroken string of them."""

from __future__ import annotations

from tests.random_play import laid

import changeling as cl

CARDS = """
action "Encore" x4
    "Another turn."
    extra_turn()

action "Again" x2
    "Another turn."
    extra_turn()

action "Gift" x2
    "Somebody plays a card of theirs now."
    p = choose(others)
    play(choose(hand(p)), by=p)

goal "Never"
    "Never."
    wins = no

keeper "Stone" x40
    "A stone."
"""


def game_of(**hands: list[str]) -> cl.Game:
    """A game in which hands hold these cards first, and stones."""
    stones = iter(range(2, 40))
    hand = {name: [*hands.get(name, ()), f"Stone #{next(stones)}"] for name in ("Ann", "Bob", "Cy")}
    pile = [f"Stone #{number}" for number in stones]
    return laid(CARDS, hand=hand, pile=pile)


def stone(game: cl.Game) -> cl.Option:
    """The first stone that can be played."""
    return next(option for option in game.decision.options if option.text.startswith("play Stone"))


def turns(game: cl.Game, *answers: str) -> str:
    """Whose turns follow each other, by their first letters: `answers` first, then a stone is played each turn."""
    wanted = list(answers)
    seen = [game.turn]
    for _ in range(len(answers) + 6):
        texts = [option.text for option in game.decision.options]
        before = game.view("Ann").turns
        game.answer(wanted.pop(0) if wanted and wanted[0] in texts else stone(game))
        if game.view("Ann").turns != before:
            seen.append(game.turn)
    assert not wanted, f"never offered: {wanted}"
    return "".join(name[0] for name in seen[:6])


def test_an_extra_turn_follows_at_once() -> None:
    assert turns(game_of(Ann=["Encore"]), "play Encore") == "AABCAB"


def test_cards_of_one_name_give_one_in_a_row_and_of_another_name_one_more() -> None:
    assert turns(game_of(Ann=["Encore", "Encore #2"]), "play Encore", "play Encore #2") == "AABCAB"
    assert turns(game_of(Ann=["Encore", "Again"]), "play Encore", "play Again") == "AAABCA"


def test_a_new_string_of_turns_begins_with_nothing_given() -> None:
    game = game_of(Ann=["Encore", "Encore #2"], Bob=[], Cy=[])
    assert turns(game, "play Encore") == "AABCAB"
    assert game.turn == "Ann"
    game.answer("play Encore #2")
    assert game.turn == "Ann", "the string of turns was broken in between"
    game.answer(stone(game))
    assert game.turn == "Bob"


def test_a_turn_given_on_another_players_turn_waits_for_the_next_regular_one() -> None:
    game = game_of(Ann=["Gift"], Cy=["Encore"])
    assert turns(game, "play Gift", "Cy", "play Encore") == "ABCCAB"


def test_two_cards_of_one_name_put_off_one_turn_only() -> None:
    game = game_of(Ann=["Gift"], Bob=["Gift #2"], Cy=["Encore", "Encore #2"])
    assert turns(game, "play Gift", "Cy", "play Encore", "play Gift #2", "Cy", "play Encore #2") == "ABCCAB"
    assert [event.card for event in game.events if event.what == "gains a turn"] == ["Encore"]


def test_strings_of_turns_follow_each_other_for_ever() -> None:
    again = 'action "Encore" x80\n    "Another turn."\n    extra_turn()\n'
    names = [f"Encore #{number}" if number > 1 else "Encore" for number in range(1, 81)]
    game = laid(again, hand={"Ann": names[:1], "Bob": names[1:2], "Cy": names[2:3]}, pile=names[3:])
    seen = ""
    for _ in range(60):
        seen += game.turn[0]
        game.answer(0)
    assert seen == "AABBCC" * 10


def test_an_extra_turn_is_told_with_the_card_that_gave_it() -> None:
    game = game_of(Ann=["Encore"])
    game.answer("play Encore")
    (event,) = [event for event in game.events if event.what == "gains a turn"]
    assert (event.seat, event.card, event.clause) == ("Ann", "Encore", "ACT-2")
