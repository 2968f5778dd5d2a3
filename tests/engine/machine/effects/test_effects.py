"""The effects: what each one moves, and that each is one event."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid, position

import changeling as cl
from changeling.cards import codes as w
from changeling.proofs.conformance import census


def moves(game: cl.Game) -> list[tuple[str, str, str, str]]:
    """What moved: the verb, the card, from where to where."""
    return [(event.what, event.card, event.source, event.target) for event in game.events if event.moved]


def hands(game: cl.Game) -> dict[str, set[str]]:
    return {seat: set(game.view(seat).hand) for seat in game.seats}


@pytest.mark.clause("CREEP-1")
def test_a_creeper_drawn_is_laid_down_and_replaced() -> None:
    game = position(
        hand={"Ann": ["Jackpot!"], "Bob": ["Love"]},
        pile=["War", "Milk", "Death", "Bread", "Time", "Dreams"],
        seats=["Ann", "Bob"],
    )
    game.answer("play Jackpot!")
    assert game.view("Ann").hand == ("Milk", "Bread", "Time")
    assert game.view("Ann").look("Ann").creepers == ("War", "Death")
    assert ("lays down", "War", "draw pile", "Ann's creepers") in moves(game)


@pytest.mark.clause("PILE-1")
def test_the_discard_pile_becomes_the_draw_pile_in_the_middle_of_a_draw() -> None:
    discard = ["Bread", "Time", "Sleep", "Peace"]
    game = position(
        hand={"Ann": ["Jackpot!"], "Bob": ["Love"]}, pile=["Milk"], discard=discard, rest="out", seats=["Ann", "Bob"]
    )
    game.answer("play Jackpot!")
    assert "Milk" in hands(game)["Ann"]
    assert len(hands(game)["Ann"] & set(discard)) == 2
    assert game.table.reshuffles == 1
    assert [event.clause for event in game.events if event.what == "shuffles"] == ["PILE-1"]


def test_piles_that_run_out_give_what_they_have() -> None:
    game = position(
        hand={"Ann": ["Jackpot!"], "Bob": ["Love", "Peace"]}, pile=["Milk"], rest="out", seats=["Ann", "Bob"]
    )
    game.answer("play Jackpot!")
    assert game.view("Ann").hand == ("Milk",)
    assert census(game.deck, game.table) == []


@pytest.mark.clause("RULE-6")
def test_a_raised_draw_rule_draws_the_difference() -> None:
    game = position(hand={"Ann": ["Draw 4", "Milk"]}, rules=["Play 2"], pile=["Bread", "Time", "Love", "Peace"])
    game.answer("play Draw 4")
    assert game.view("Ann").hand == ("Milk", "Bread", "Time", "Love")
    assert [event.clause for event in game.events if event.what == "draws"] == ["RULE-6"] * 3
    assert {event.because for event in game.events if event.what == "draws"} == {"Draw 4"}


def test_numerals_grow_in_the_middle_of_an_action() -> None:
    game = position(
        hand={"Ann": ["Draw 3, Play 2 of them"], "Bob": ["Love"]},
        pile=["Inflation", "Milk", "Bread", "Time", "Sleep", "Dreams", "Peace"],
        seats=["Ann", "Bob"],
    )
    game.answer("play Draw 3, Play 2 of them")
    assert game.view("Ann").aside == ("Inflation", "Milk", "Bread")
    game.answer("play Inflation")
    assert len(game.view("Ann").aside) == 3, "one more was drawn aside"
    assert len(game.view("Ann").hand) == 1, "and one more for the draw rule"
    game.answer(0)
    game.answer(0)
    assert game.view("Ann").aside == ()
    assert len(game.view("Ann").look("Ann").keepers) == 2


def test_take_give_and_swap_move_what_lies_in_front_of_people() -> None:
    game = position(
        hand={"Ann": ["Steal Something", "Exchange Keepers"]},
        keepers={"Ann": ["Milk"], "Bob": ["Time"]},
        creepers={"Cy": ["War"]},
        rules=["Play 2"],
    )
    game.answer("play Steal Something")
    game.answer("War")
    assert game.view("Ann").look("Ann").creepers == ("War",)
    game.answer("play Exchange Keepers")
    game.answer("Milk")
    game.answer("Time")
    assert game.view("Ann").look("Ann").keepers == ("Time",)
    assert game.view("Ann").look("Bob").keepers == ("Milk",)


@pytest.mark.clause("ACT-4")
def test_whole_hands_change_owners_even_for_nothing() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk", "Bread"], "Cy": ["Love"]}, pile=["Time"])
    game.answer("play Trade Hands")
    game.answer("Bob")
    assert hands(game) == {"Ann": set(), "Bob": {"Milk", "Bread", "Time"}, "Cy": {"Love"}}
    assert census(game.deck, game.table) == []


@pytest.mark.parametrize(
    ("way", "expected"), [("left", ["Love", "Bread", "Milk"]), ("right", ["Milk", "Love", "Bread"])]
)
def test_all_hands_are_passed_at_once(way: str, expected: list[str]) -> None:
    game = position(hand={"Ann": ["Rotate Hands", "Bread"], "Bob": ["Milk"], "Cy": ["Love"]}, pile=["Time"])
    game.answer("play Rotate Hands")
    game.answer(way)
    for seat, card in zip(("Ann", "Bob", "Cy"), expected, strict=True):
        assert card in game.view(seat).hand
    assert census(game.deck, game.table) == []


def test_everything_promised_is_delivered_together() -> None:
    hand = {"Ann": ["Pass 1 Left", "Cake"], "Bob": ["The Cat"], "Cy": ["The Dog"]}
    game = position("family", hand=hand, pile=["The Tree"])
    game.answer("play Pass 1 Left")
    for answer in ("The Cat", "The Dog"):
        game.answer(answer)
        assert "gives" not in {event.what for event in game.events}
    game.answer("Cake")
    assert hands(game) == {"Ann": {"The Dog"}, "Bob": {"Cake", "The Tree"}, "Cy": {"The Cat"}}


def love_alone(keepers: dict[str, set[str]]) -> bool:
    """Whether somebody meets All You Need Is Love."""
    return {"Love"} in keepers.values()


def test_nobody_wins_in_the_middle_of_dealing_anew() -> None:
    """Six Keepers for three players are two for each, so that Love is alone only during the deal (W-F7)."""
    before = {"Ann": {"Milk", "Bread", "Love", "Peace", "Sleep", "Time"}, "Bob": set[str](), "Cy": set[str]()}
    alone = 0
    for seed in range(12):
        table = {
            "hand": {"Ann": ["Mix It All Up"]},
            "keepers": {seat: sorted(cards) for seat, cards in before.items()},
            "goals": ["All You Need Is Love"],
            "pile": ["The Moon", "Cookies"],
        }
        game = cl.Game.from_values({"deck": "fluxx-4", "seats": list(before), "table": table, "seed": seed})
        game.answer("play Mix It All Up")
        lies = {seat: set(cards) for seat, cards in before.items()}
        dealt = [event for event in game.events if event.what == "is dealt"]
        for event in dealt:
            for cards in lies.values():
                cards.discard(event.card)
            lies[event.target.removesuffix("'s keepers")].add(event.card)
            alone += love_alone(lies)
        assert len(dealt) == 6
        assert {seat.name: set(seat.keepers) for seat in game.view("Ann").seats} == lies
        assert {len(cards) for cards in lies.values()} == {2}
        assert not game.over
        assert census(game.deck, game.table) == []
    assert alone >= 3, "Love was alone in front of somebody now and then, and that was no win"


def test_an_extra_turn_is_given_once_in_a_row() -> None:
    game = position(
        hand={"Ann": ["Take Another Turn", "Let's Do That Again!"], "Bob": ["Milk"]},
        pile=["Bread", "Time", "Love"],
        seats=["Ann", "Bob"],
    )
    game.answer("play Take Another Turn")
    assert game.turn == "Ann"
    game.answer("play Let's Do That Again!")
    game.answer("Take Another Turn")
    assert game.turn == "Bob"


@pytest.mark.clause("TURN-6")
def test_ending_the_turn_breaks_everything_off() -> None:
    game = position(
        hand={"Ann": ["Milk", "Bread"], "Bob": ["Love"]},
        rules=["Get On With It!", "Play All"],
        pile=["Time", "Sleep", "Peace", "War"],
    )
    game.answer("use Get On With It!")
    assert game.turn == "Bob"
    assert hands(game)["Ann"] == {"Time", "Sleep", "Peace"}


@pytest.mark.clause("RULE-3", "RULE-5")
def test_a_rule_pushes_out_the_one_about_the_same_thing() -> None:
    game = position(
        hand={"Ann": ["Draw 3", "Milk"]}, rules=["Draw 2", "Play 2", "Hand Limit 2"], pile=["Bread", "Time"]
    )
    game.answer("play Draw 3")
    assert game.view("Ann").rules == ("Play 2", "Hand Limit 2", "Draw 3")
    gone = next(event for event in game.events if event.card == "Draw 2")
    assert (gone.what, gone.clause, gone.because) == ("discards", "RULE-3", "Draw 3")


@pytest.mark.clause("GOAL-1")
def test_a_goal_pushes_out_the_one_before() -> None:
    game = position(hand={"Ann": ["Toast"]}, goals=["Bed Time"], pile=["Milk"])
    game.answer("play Toast")
    assert game.view("Ann").goals == ("Toast",)
    assert game.view("Ann").discard == ("Bed Time",)


def test_acting_on_nothing_does_nothing() -> None:
    for action in (
        "Steal Something",
        "Exchange Keepers",
        "Trash Something",
        "Trash a New Rule",
        "Creeper Sweeper",
        "Use What You Take",
        "No Limits",
    ):
        game = position(hand={"Ann": [action]}, pile=["Milk"])
        game.answer(f"play {action}")
        assert game.turn == "Bob"
        assert game.view("Ann").discard == (action,)
        assert game.table.place[next(c.id for c in game.deck.cards if c.title == action)] == w.DISCARD


# --- cards that no edition has ----------------------------------------------------------------------------------------
CARDS = """
keeper "Milk"
    "A glass."

keeper "Bread"
    "A loaf."

creeper "Ghost"
    "Boo."

creeper "Ghoul"
    "Boo."

rule "Law"
    "Nothing."
    draws += zero

goal "Aim"
    "Never."
    wins = no

surprise "Boo"
    "Nothing."
    your_turn:
        draw(zero)

keeper "Filling" x20
    "Nothing."
"""
IN_PLAY: dict[str, Any] = {"rules": ["Law"], "goals": ["Aim"], "discard": ["Boo"], "keepers": {"Bob": ["Milk"]}}


def after(*lines: str, cards: str = CARDS, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of these lines."""
    hand = {"Ann": ["Test"], "Bob": ["Filling"], "Cy": ["Filling #2"]} | table.pop("hand", {})
    text = "".join(f"    {line}\n" for line in ('"Does it."', *lines))
    game = laid(f'{cards}action "Test"\n{text}', hand=hand, **table)
    game.answer("play Test")
    assert census(game.deck, game.table) == []
    return game


@pytest.mark.parametrize("name", ["Law", "Aim", "Boo"])
def test_what_is_neither_keeper_nor_creeper_comes_into_a_hand(name: str) -> None:
    card = f'first(anywhere("{name}"))'
    assert name in hands(after(f"take({card})", **IN_PLAY))["Ann"]
    assert name in hands(after(f"give({card}, left_of(you))", **IN_PLAY))["Bob"]
    assert name in hands(after(f'redeal(anywhere("{name}"))', **IN_PLAY))["Ann"]
    assert name in hands(after(f"promise({card}, left_of(you))", "deliver()", **IN_PLAY))["Bob"]
    assert name in hands(after(f"to_hand({card})", **IN_PLAY))["Ann"]


def test_nobody_else_learns_which_card_goes_from_hand_to_hand() -> None:
    game = laid(
        CARDS + 'action "See"\n    "Look."\n    look(hand(left_of(you)))\n'
        'action "Pass"\n    "Pass."\n    give(first(hand(you)), left_of(you))\n',
        hand={"Ann": ["See"], "Bob": ["Law", "Aim", "Pass"], "Cy": ["Boo"]},
        pile=["Filling", "Filling #2"],
    )
    game.answer("play See")
    assert game.view("Ann").look("Bob").known == ("Aim", "Law", "Pass")
    game.answer("play Pass")
    assert "Law" in hands(game)["Cy"]
    assert game.view("Bob").look("Cy").known == ("Law",)
    assert game.view("Ann").look("Bob").known == game.view("Ann").look("Cy").known == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "ends"),
    [
        ("hand(you)", "hand(left_of(you))", {"Ann": ({"Law"}, set()), "Bob": ({"Bread"}, {"Milk"})}),
        ("hand(you)", "keepers(left_of(you))", {"Ann": ({"Milk"}, set()), "Bob": ({"Law"}, {"Bread"})}),
        ("keepers(left_of(you))", "hand(left_of(you))", {"Ann": ({"Bread"}, set()), "Bob": ({"Law", "Milk"}, set())}),
    ],
)
def test_two_cards_take_each_others_place(mine: str, theirs: str, ends: dict[str, tuple[set[str], set[str]]]) -> None:
    table: dict[str, Any] = {
        "hand": {"Ann": ["Test", "Bread"], "Bob": ["Law"]},
        "keepers": {"Bob": ["Milk"]},
        "pile": ["Filling #3"],
    }
    game = after(f"swap(first({mine}), first({theirs}))", **table)
    for seat, (hand, keepers) in ends.items():
        assert hands(game)[seat] - {"Filling #3", "Filling #4"} == hand
        assert set(game.view("Ann").look(seat).keepers) == keepers


def test_nothing_is_swapped_with_a_card_that_nobody_has() -> None:
    for line in ('swap(first(keepers(others)), first(anywhere("Boo")))', "swap(first(keepers(others)), this)"):
        game = after(line, **IN_PLAY)
        assert game.view("Ann").look("Bob").keepers == ("Milk",)
        assert game.view("Ann").discard[-1] == "Boo"


def test_what_is_attached_to_one_another_is_dealt_once() -> None:
    """Two things for three players: the Keeper with both Creepers, and the other Keeper."""
    table: dict[str, Any] = {
        "keepers": {"Cy": ["Milk", "Bread"]},
        "creepers": {"Cy": ["Ghost", "Ghoul"]},
        "attached": {"Ghost": "Milk", "Ghoul": "Milk"},
    }
    for line in ("redeal(keepers(everyone) + creepers(everyone))", "redeal(creepers(everyone) + keepers(everyone))"):
        game = after(line, **table)
        lies = {seat.name: {*seat.keepers, *seat.creepers} for seat in game.view("Ann").seats}
        assert sorted([lies["Ann"], lies["Bob"]], key=len) == [{"Bread"}, {"Milk", "Ghost", "Ghoul"}]
        assert len([event for event in game.events if event.what == "is dealt"]) == 4


def test_what_is_promised_is_gone_from_where_it_was() -> None:
    for line in ("draw(count(hand(you)))", "draw(count(c for c in hand(you) if is_a(c, keeper)))"):
        game = after("promise(first(hand(you)), left_of(you))", line, "deliver()", hand={"Ann": ["Test", "Milk"]})
        assert hands(game)["Ann"] == set()
    game = after(
        "promise(first(keepers(you)), left_of(you))", 'if not has("Milk"):', "    win()", keepers={"Ann": ["Milk"]}
    )
    assert game.winner == "Ann"
    game = after('promise(first(anywhere("Law")), left_of(you))', "if not rules():", "    win()", rules=["Law"])
    assert game.winner == "Ann"


def test_a_promised_keeper_brings_what_is_on_it_along() -> None:
    table: dict[str, Any] = {
        "keepers": {"Ann": ["Milk"]},
        "creepers": {"Ann": ["Ghost"]},
        "attached": {"Ghost": "Milk"},
    }
    game = after("promise(first(keepers(you)), left_of(you))", "deliver()", **table)
    assert "Milk" in hands(game)["Bob"]
    assert game.view("Ann").look("Bob").creepers == ("Ghost",)


def test_everything_promised_is_dealt_face_down_wherever_it_was() -> None:
    lines = ("promise(first(hand(you)), left_of(you))", "promise(first(keepers(others)), left_of(you))")
    game = after(
        *lines,
        'promise(first(anywhere("Ghost")), left_of(you))',
        "deal_down()",
        "draw(zero)",
        **IN_PLAY
        | {"hand": {"Ann": ["Test", "Bread"]}, "pile": ["Filling #3", "Filling #4"], "creepers": {"Cy": ["Ghost"]}},
    )
    assert game.view("Ann").look("Bob").creepers == ("Ghost",)
    assert set(game.view("Ann").look("Bob").keepers) == {"Bread", "Milk"}, "played at the start of Bob's turn"


def test_a_promise_that_an_ended_turn_breaks_off_is_void() -> None:
    game = after("promise(first(hand(you)), left_of(you))", "end_turn()", hand={"Ann": ["Test", "Milk"]})
    assert hands(game)["Ann"] == {"Milk"}
    assert game.table.promises == 0


def test_a_sentence_about_nobody_does_nothing() -> None:
    for line in (
        "draw(3, by=owner(this))",
        "play(first(hand(you)), by=owner(this))",
        "give(first(hand(you)), left_of(owner(this)))",
        "draw(hand_limit(owner(this)) + age(owner(this)) + named(owner(this)))",
    ):
        game = after(line, hand={"Ann": ["Test", "Milk"]})
        assert hands(game)["Ann"] == {"Milk"}
        assert game.view("Ann").look("Ann").keepers == ()


def test_without_a_limit_in_force_a_limit_is_no_number_of_cards_to_draw() -> None:
    for number in ("hand_limit(you)", "hand_limit(you) - count(hand(you))", "half(keeper_limit(you))"):
        assert hands(after(f"draw({number})"))["Ann"] == hands(after("pass"))["Ann"], number
    few = CARDS + 'rule "Few" in hand_limit\n    "Hold 3."\n    hand_limit = 3\n'
    limited = after("draw(hand_limit(you))", cards=few, rules=["Few"])
    assert hands(limited)["Ann"] == hands(after("draw(3)", cards=few, rules=["Few"]))["Ann"]
    assert len(hands(limited)["Ann"]) == 3


def test_without_a_limit_in_force_a_limit_is_more_than_any_number() -> None:
    drawn = hands(after("if hand_limit(you) > 999:\n        draw(one)"))["Ann"]
    assert len(drawn) == len(hands(after("draw(one)"))["Ann"])
