"""The journal: one row for each thing that happened, with its cause; and what a seat could not see is not named."""

from __future__ import annotations

import pytest
from tests.random_play import laid, position

import changeling as cl


def causes(game: cl.Game, what: str) -> list[tuple[str, str, str]]:
    return [(event.seat, event.because, event.clause) for event in game.events if event.what == what]


def test_a_discard_to_a_limit_is_caused_by_the_rule_of_that_limit() -> None:
    game = position(
        rules=["Keeper Limit 2", "Hand Limit 1", "Play 2"],
        hand={"Ann": ["Peace"], "Bob": ["Milk", "Bread"]},
        keepers={"Cy": ["Love", "Time", "Sleep"]},
    )
    game.answer("Milk")
    game.answer("Love")
    assert causes(game, "discards") == [("Bob", "Hand Limit 1", "RULE-12"), ("Cy", "Keeper Limit 2", "RULE-12")]


def test_what_the_turn_itself_does_has_no_card_as_its_cause() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love"])
    game.answer("play Milk")
    assert causes(game, "begins a turn") == [("Bob", "", "TURN-2")]
    assert causes(game, "draws") == [("Bob", "", "TURN-1")]


def test_every_event_has_the_number_of_the_answers_before_it() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love", "Peace"])
    start = len(game.events)
    game.answer("play Milk")
    middle = len(game.events)
    game.answer("play Bread")
    assert {event.decision for event in game.events[start:middle]} == {1}
    assert {event.decision for event in game.events[middle:]} == {2}


def test_a_copy_of_the_game_writes_into_a_journal_of_its_own() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love"])
    other = game.copy()
    other.answer("play Milk")
    assert len(other.events) > len(game.events)
    game.answer("play Milk")
    assert game.events == other.events


def test_an_imagined_game_names_no_card_that_the_seat_could_not_see() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Bread"]}, pile=["Time", "Love", "Peace"])
    game.answer("play Milk")
    drawn = next(event for event in game.events if event.what == "draws")
    assert drawn.card == "Time"
    assert [event.card for event in game.imagine("Ann", seed=1).events if event.what == "draws"] == [""]
    assert [event.card for event in game.imagine("Bob", seed=1).events if event.what == "draws"] == ["Time"]


# --- who did it, and because of what ----------------------------------------------------------------------------------
def last(game: cl.Game, what: str) -> cl.Event:
    return [event for event in game.events if event.what == what][-1]


def test_a_limit_may_come_from_a_card_that_is_no_rule() -> None:
    cards = 'keeper "Cage"\n    "Holds few."\n    hand_limit = one\nkeeper "Bird" x9\n    "Sings."\n'
    game = laid(cards, keepers={"Ann": ["Cage"]}, hand={"Ann": ["Bird", "Bird #2", "Bird #3"]})
    game.answer("play Bird")
    game.answer("Bird #2")
    assert (last(game, "discards").seat, last(game, "discards").because) == ("Ann", "Cage")


def test_what_is_stolen_is_taken_because_of_the_card_that_steals() -> None:
    thief = 'action "Steal"\n    "Take one."\n    take(choose(keepers(others)))\nkeeper "Milk"\n    "White."\n'
    trap = (
        'surprise "Trap"\n    "Foil a theft."\n    react theft:\n        cancel()\nkeeper "Filling" x9\n    "Dull."\n'
    )
    game = laid(thief + trap, hand={"Ann": ["Steal"]}, keepers={"Bob": ["Milk"]})
    game.answer("play Steal")
    game.answer("Milk")
    assert (last(game, "takes").seat, last(game, "takes").because) == ("Ann", "Steal")
    game = laid(thief + trap, hand={"Ann": ["Steal"], "Bob": ["Trap"]}, keepers={"Bob": ["Milk"]})
    for answer in ("play Steal", "Milk", "play Trap"):
        game.answer(answer)
    answered, foiled = last(game, "plays"), last(game, "cancels")
    assert (answered.seat, answered.because, answered.other) == ("Bob", "Steal", "Ann")
    assert (foiled.seat, foiled.card, foiled.source, foiled.because) == ("Bob", "Milk", "Bob's keepers", "Trap")
    assert foiled.other == "Ann"


FORCED = """
action "Each"
    "Each other player discards a card."
    for p in others:
        discard(choose(hand(p), by=p))
action "Mine"
    "You choose a card of another hand."
    discard(choose(hand(others)))
action "Chance"
    "A card of another hand goes by chance."
    discard(random(hand(left_of(you))))
rule "Sweep"
    "Keepers of others are swept away."
    when keepers(everyone):
        discard(keepers(everyone))
keeper "Milk" x9
    "White."
"""


@pytest.mark.parametrize(
    ("title", "seat"),
    [("Each", "Bob"), ("Mine", "Ann"), ("Chance", "Bob")],
)
def test_a_card_is_discarded_by_whoever_chose_it_else_by_its_owner(title: str, seat: str) -> None:
    game = laid(FORCED, ("Ann", "Bob"), hand={"Ann": [title], "Bob": ["Milk", "Milk #2"]}, rules=[])
    game.answer(f"play {title}")
    if title != "Chance":
        game.answer("Milk")
    gone = next(event for event in game.events if event.what == "discards" and event.card.startswith("Milk"))
    assert (gone.seat, gone.source, gone.because) == (seat, "Bob's hand", title)


def test_what_a_rule_sweeps_away_is_discarded_by_its_owner() -> None:
    game = laid(FORCED, ("Ann", "Bob"), hand={"Ann": ["Sweep"], "Bob": ["Milk #3"]}, keepers={"Bob": ["Milk"]})
    game.answer("play Sweep")
    assert (last(game, "discards").seat, last(game, "discards").because) == ("Bob", "Sweep")


def test_a_card_is_played_because_of_the_card_that_lets_it_be_played() -> None:
    game = position(hand={"Ann": ["Draw 2 and Use 'em"]}, pile=["Milk", "Bread"])
    game.answer("play Draw 2 and Use 'em")
    game.answer("play Milk")
    assert causes(game, "plays")[:2] == [("Ann", "", "TURN-3"), ("Ann", "Draw 2 and Use 'em", "ACT-2")]


POOR = """
rule "Poor"
    "With nothing draw more."
    draws += one if not keepers(you)
action "Drop"
    "Discard your Keepers, and a card."
    discard(keepers(you))
    discard(choose(hand(you)))
keeper "Milk" x9
    "White."
"""


def test_a_draw_that_is_made_up_for_names_only_a_card_about_drawing() -> None:
    game = position(hand={"Ann": ["Draw 2"]}, pile=["Milk", "Bread", "Time"], rules=["Play 2"])
    game.answer("play Draw 2")
    assert causes(game, "draws")[0] == ("Ann", "Draw 2", "RULE-6")
    hand = {"Ann": ["Drop", "Milk #2", "Milk #3"]}
    game = laid(POOR, hand=hand, keepers={"Ann": ["Milk"]}, rules=["Poor"])
    game.answer("play Drop")
    game.answer("Milk #2")
    assert causes(game, "draws")[:1] == [("Ann", "Poor", "RULE-6")], "Drop is under way, but it draws nothing"


HOSTS = """
action "On"
    "Fastens, loosens."
    attach(first(creepers(you)), first(keepers(you)))
    detach(first(creepers(you)))
    seal(first(creepers(you)), first(keepers(you)))
    unseal(first(keepers(you)))
keeper "Coat"
    "Warm."
creeper "Burr"
    "Sticks."
keeper "Filling" x9
    "Dull."
"""


def test_what_is_laid_on_or_under_a_card_names_that_card() -> None:
    game = laid(HOSTS, hand={"Ann": ["On"]}, keepers={"Ann": ["Coat"]}, creepers={"Ann": ["Burr"]})
    game.answer("play On")
    hosts = {event.what: (event.card, event.host) for event in game.events if event.host}
    assert hosts == dict.fromkeys(("attaches", "detaches", "seals", "uncovers"), ("Burr", "Coat"))


def test_a_card_that_lets_a_player_win_is_told_as_a_win() -> None:
    game = laid('action "Win"\n    "You win."\n    win()\nkeeper "Filling" x9\n    "Dull."\n', hand={"Ann": ["Win"]})
    game.answer("play Win")
    assert game.winner == "Ann"
    assert causes(game, "wins") == [("Ann", "Win", "TURN-8")]
