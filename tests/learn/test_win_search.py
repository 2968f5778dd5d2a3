"""Forced wins of a turn: what counts as one, its length, and how many there are."""

from __future__ import annotations

import pytest
from tests.learn.positions import at, giveaway, one_choice, picked_blindly, theft, three_plays, way

from changeling.decks.shelf import load_deck
from changeling.learn.puzzle import choices_on, proof_of, search_for, shipped, texts_of, wrong_with
from changeling.learn.win_search import LOST, Node, TooLarge, WinSearch, start_of
from changeling.play.game import Game


def test_the_shortest_way_and_how_many_there_are() -> None:
    proof = proof_of(three_plays())
    assert proof is not None
    assert (proof.length, proof.ways) == (3, 2)
    assert way(three_plays()) == ("play Play 3", "play Chocolate", "play Chocolate Milk")


def test_a_shorter_way_goes_before_a_longer_one() -> None:
    game = at(hand={"You": ["Play 3", "Cookies", "Chocolate"]}, keepers={"You": ["Milk"]}, goals=["Chocolate Milk"])
    assert way(game) == ("play Chocolate",)


def test_no_way() -> None:
    assert proof_of(at(hand={"You": ["Chocolate", "Chocolate Milk"]}, keepers={"You": ["Milk"]})) is None


def test_the_turn_has_to_be_the_one_that_it_is() -> None:
    game = at(hand={"You": ["Take Another Turn", "Chocolate"]}, keepers={"You": ["Milk"]}, rules=["Play 2"])
    assert proof_of(game) is None


def test_a_win_of_another_player_is_none() -> None:
    game = at(hand={"You": ["Chocolate Milk", "Time"]}, keepers={"Ann": ["Milk", "Chocolate"]})
    assert proof_of(game) is None


@pytest.mark.parametrize("card", ["Jackpot!", "Draw 2 and Use 'em", "Use What You Take", "Draw 3"])
def test_what_lies_unseen_or_is_left_to_chance_does_not_count(card: str) -> None:
    game = at(
        hand={"You": [card, "The Eye"], "Ann": ["Chocolate"]},
        keepers={"You": ["Milk"]},
        goals=["Chocolate Milk"],
        rules=["Play 2"],
        pile=["Chocolate Cookies", "Sleep", "Time"],
    )
    assert proof_of(game) is None


def test_cards_may_be_drawn_unseen_where_nothing_hangs_on_them() -> None:
    creepers = ["War", "Taxes", "Death", "Radioactive Potato"]
    hand = {"You": ["Jackpot!", "Chocolate", "Chocolate Milk", "10 Cards in Hand"], "Ann": ["Time"]}
    table = {"hand": hand, "keepers": {"You": ["Milk"]}, "rules": ["Play 2"]}
    assert proof_of(at(**table)) is not None
    ten = ["Jackpot!", "10 Cards in Hand", *("Bread", "Love", "Time", "Sleep", "Dreams", "The Sun", "The Moon")]
    full = {"hand": {"You": ten, "Ann": ["Peace"]}, "rules": ["Play 2"]}
    assert proof_of(at(**full)) is None, "a Creeper may be among the cards drawn, and then it blocks"
    assert way(at(**full, discard=creepers)) == ("play Jackpot!", "play 10 Cards in Hand")


def test_a_surprise_that_somebody_might_hold_counts() -> None:
    assert proof_of(theft()) is None
    assert way(theft(discard=["The Stars Are Wrong"])) == ("play Steal a Keeper", "The Cat")
    assert way(theft(hand={"You": ["Steal a Keeper", "The Farm"]})) == ("play Steal a Keeper", "The Cat")


def test_a_surprise_of_ones_own_can_meet_it() -> None:
    mine = ["Steal a Keeper", "Twist of Fate", "The Farm"]
    assert way(theft(hand={"You": mine, "Ann": ["The Tomb"]})) != ()
    assert way(theft(hand={"You": ["Steal a Keeper", "The Farm", "The Ghouls"], "Ann": ["The Tomb"]})) == ()


def test_what_others_choose_from_their_hands_is_unknown() -> None:
    game = at(
        hand={"You": ["Taxation", "Chocolate Milk"], "Ann": ["Chocolate"]}, keepers={"You": ["Milk"]}, rules=["Play 3"]
    )
    assert proof_of(game) is None


def test_a_search_that_grows_too_large_says_so() -> None:
    with pytest.raises(TooLarge):
        proof_of(three_plays(), most=3)


def test_passing_for_politeness_is_no_part_of_a_way() -> None:
    """An Ungoal that is met opens a window for everybody; who can answer nothing there is not asked at a table."""
    for name in ("7b84ed8a", "4e11e7fd"):
        puzzle = shipped()[name]
        assert way(puzzle.game()) == puzzle.line
        assert puzzle.line[-1] != "done"
        assert wrong_with(puzzle) == ""


def test_the_best_answer_takes_no_more_looking_than_the_proof() -> None:
    puzzle = shipped()["7b84ed8a"]
    game = puzzle.game()
    root, most = start_of(game.table), search_for(game)
    assert most.value(root) == puzzle.length
    tight = search_for(game, most=2 * most.nodes)
    index = tight.best_answer(root)
    assert index is not None
    assert game.decision.options[index].text == puzzle.line[0]
    lost = at(hand={"You": ["Milk", "Time"]})
    assert search_for(lost).best_answer(start_of(lost.table)) is None


def test_a_question_that_every_answer_wins_is_no_choice() -> None:
    game = one_choice()
    proof = proof_of(game)
    assert proof is not None
    assert proof.length == 2
    assert choices_on(game, proof) == 1
    three = proof_of(three_plays())
    assert three is not None
    assert choices_on(three_plays(), three) == 3


def test_of_the_shortest_ways_the_one_with_the_fewest_plays_is_shown() -> None:
    """The Eye costs no answer either way, for after it the last card is forced."""
    hand = {"You": ["The Eye", "Chocolate", "Chocolate Milk"], "Ann": ["Time"]}
    game = at(hand=hand, keepers={"You": ["Milk"]}, rules=["Play 3"])
    assert way(game) == ("play Chocolate", "play Chocolate Milk")
    search = search_for(game)
    index = search.best_answer(start_of(game.table))
    assert index is not None
    assert game.decision.options[index].text == "play Chocolate"


def test_a_way_on_which_every_lot_wins_is_one() -> None:
    """A random card of the hand is given away, and the Creeper with it: two answers, whichever card goes."""
    game = giveaway()
    proof = proof_of(game)
    assert proof is not None
    assert (proof.length, way(game)) == (1, ("use Shemeshka",))
    assert [proof_of(game.imagine("You", seed=seed)) for seed in range(3)] == [proof] * 3


def test_a_way_that_one_lot_loses_is_none() -> None:
    """The Goal itself might be the card that is given away, so it has to be played first; nobody can answer it."""
    gone = [card.title for card in load_deck("dice-camera-action").cards if card.kind == "surprise"]
    game = at(
        "dice-camera-action",
        hand={"You": ["Paladin's Blade", "Waffles", "Tome of Strahd"], "Ann": ["Strix"]},
        keepers={"You": ["Evelyn", "Heart of Spinelli"]},
        creepers={"You": ["Shemeshka"]},
        rules=["Play 2"],
        discard=gone,
    )
    assert way(game) == ("play Paladin's Blade", "use Shemeshka")
    search, root = search_for(game), start_of(game.table)
    outcomes = search.outcomes(root, game.decision.options[-2].index)
    assert game.decision.options[-2].text == "use Shemeshka"
    assert outcomes is not None
    assert sorted(search.value(child) for child in outcomes) == [1, 1, LOST]
    assert search.worth(outcomes) == LOST


def test_a_first_play_picked_by_chance_is_a_lot_like_any() -> None:
    """Whichever of the two cards is picked, the other one can follow: one answer, and no other after it."""
    game = picked_blindly(hand={"You": ["4th Doctor"]}, goals=["Regeneration"])
    proof = proof_of(game)
    assert proof is not None
    assert (proof.length, proof.ways) == (1, 1), "the Doctor first would be a second answer"
    assert way(game)[0] == "use Sonic Screwdriver"
    search, root = search_for(game), start_of(game.table)
    assert worths(search, root) == {"play 4th Doctor": [1], "use Sonic Screwdriver": [0]}


def test_a_first_play_picked_by_chance_may_not_be_the_wrong_one() -> None:
    """Two plays are left for two cards; with the Sonic Screwdriver as a third, that may be the one that is picked."""
    game = picked_blindly(hand={"You": ["Regeneration", "4th Doctor"]})
    found = worths(search_for(game), start_of(game.table))
    assert found == {"done": [2, 2], "use Sonic Screwdriver": [LOST]}
    assert way(game)[0] == "done"


def test_a_card_that_came_unseen_may_not_be_picked_by_chance() -> None:
    rules = ["The Blind Idiot God", "Play 2", "Recycling"]
    game = picked_blindly(hand={"You": ["4th Doctor"]}, goals=["Regeneration"], rules=rules)
    found = worths(search_for(game), start_of(game.table))
    assert found["use Recycling"] == [LOST], "three cards are drawn"
    assert found["play 4th Doctor"] == [1]


def test_a_win_of_a_game_is_no_longer_than_it_has_to_be() -> None:
    """A position that came up in a game: the Sonic Screwdriver first, whichever card is then picked by chance."""
    game = Game.from_values(
        {
            "deck": ["cthulhu", "doctor-who"],
            "seats": ["You", "Ada"],
            "table": {
                "turn": "You",
                "drawn": 3,
                "hand": {"You": ["4th Doctor", "The Haunter of the Dark", "Rose Tyler"]},
                "keepers": {
                    "You": ["Sonic Screwdriver", "5th Doctor"],
                    "Ada": ["The Poet", "1st Doctor", "The Necronomicon"],
                },
                "creepers": {"You": ["Nightmares", "Daleks #3"]},
                "rules": ["Double Agenda", "Draw 3 #2", "The Blind Idiot God", "Play 2"],
                "goals": ["Regeneration", "Gallifreyan Technology"],
            },
        }
    )
    proof = proof_of(game)
    assert proof is not None
    assert proof.length == 4
    assert way(game)[:4] == ("use Daleks #3", "The Haunter of the Dark", "Rose Tyler", "use Sonic Screwdriver")


def worths(search: WinSearch, root: Node) -> dict[str, list[int]]:
    """What the first answers of a position are worth, for every way in which lots can fall."""
    table = root.table
    texts = texts_of(load_deck(["cthulhu", "doctor-who"]), ["You", "Ann"], table.option[: table.options])
    return {texts[index]: [search.value(child) for child in children] for index, children in search.answers(root)}
