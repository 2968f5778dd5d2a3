"""Why? Numbers, options that are not there, wins and what is missing for one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.effort import EFFORT, tries
from tests.random_play import finished, laid, position, questions, random_games

import changeling as cl

FILLING = 'keeper "Filling" x9\n    "Dull."\n'


@pytest.mark.parametrize(
    ("table", "question", "text", "because"),
    [
        ({}, "draws", "Ann draws 1 card each turn: Basic Rules says 1.", ("Basic Rules", "RULE-1")),
        ({"rules": ["Draw 3"]}, "draws", "Ann draws 3 cards each turn: Draw 3 says 3.", ("Draw 3", "RULE-2")),
        (
            {"rules": ["Draw 3", "Inflation", "Poor Bonus"], "keepers": {"Bob": ["Time"], "Cy": ["Love"]}},
            "draws",
            "Ann draws 6 cards each turn: Draw 3 says 4; Poor Bonus adds 2; numerals are 1 higher by Inflation.",
            ("Draw 3", "Poor Bonus", "Inflation", "RULE-2"),
        ),
        ({"rules": ["Play All"]}, "plays", "Ann plays all cards each turn: Play All says all.", ("Play All", "RULE-2")),
        (
            {"rules": ["Hand Limit 2"]},
            "hand limit",
            "Ann may hold at most 2 cards: Hand Limit 2 says 2.",
            ("Hand Limit 2", "RULE-2"),
        ),
        ({}, "keeper_limit", "Ann may have any number of Keepers: no card in play says otherwise.", ("RULE-1",)),
        (
            {"rules": ["Rich Bonus"], "keepers": {"Ann": ["Time"]}},
            "plays",
            "Ann plays 2 cards each turn: Basic Rules says 1; Rich Bonus adds 1.",
            ("Basic Rules", "Rich Bonus", "RULE-1"),
        ),
    ],
)
def test_why_a_number_is_what_it_is(table: dict[str, Any], question: str, text: str, because: tuple[str, ...]) -> None:
    reason = position(hand={"Ann": ["Milk", "Bread"]}, drawn=9, **table).why(question)
    assert reason.text == text
    assert reason.because == because
    assert str(reason) == f"{text} [{', '.join(because)}]"


def test_a_number_is_explained_for_the_seat_that_is_named() -> None:
    game = position(hand={"Ann": ["Milk"]}, rules=["Rich Bonus"], keepers={"Bob": ["Time"]})
    assert "Ann plays 1 card each turn" in game.why("plays").text
    assert "Bob plays 2 cards each turn" in game.why("plays", "Bob").text


def test_all_cards_but_some_are_explained_with_what_lets_one_keep_fewer() -> None:
    cards = 'rule "Most" in play\n    plays = all - 2\nrule "More"\n    plays += one\nkeeper "Jam" x9\n'
    game = laid(cards, hand={"Ann": ["Jam"]}, rules=["Most", "More"])
    told = "Ann plays all but 1 card each turn: Most says all but 2; More adds 1."
    assert game.why("plays", "Ann").text == told
    view = game.view("Ann")
    assert (view.plays, view.kept) == (1000, 1)


@pytest.mark.parametrize("edition", cl.editions())
def test_the_explained_number_is_the_number(edition: str) -> None:
    for game in random_games(edition, 3, EFFORT, 10):
        view = game.view(game.turn)
        plays, limit = "all" if view.plays >= 1000 else view.plays, view.hand_limit
        assert f"{game.turn} plays {plays} card" in game.why("plays").text
        assert f"{game.turn} draws {view.draws} card" in game.why("draws").text
        most = "any number of cards" if limit is None else f"at most {limit} card"
        assert f"{game.turn} may hold {most}" in game.why("hand_limit").text


def test_why_an_option_is_not_there() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"]}, keepers={"Ann": ["Love"]})
    assert game.why("play Milk").text == "Ann may answer 'play Milk' now."
    assert "is not in Ann's hand" in game.why("play Time").text
    assert game.why("use Love").because == ("Love", "TURN-4")
    assert "Bob" not in game.why("play Time").text, "where a hidden card is stays hidden"


def test_why_a_card_of_the_hand_cannot_be_played() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"], "Bob": ["Time"]})
    game.answer("play Trade Hands")
    reason = game.why("play Milk")
    assert (
        reason.text
        == "A play is not what is asked for. Trade Hands asks Ann: Choose another player to swap your hand with."
    )
    assert reason.because == ("Trade Hands", "TURN-1")
    blind = position(hand={"Ann": ["Milk", "Bread"]}, rules=["First Play Random", "Play 2"])
    (only,) = blind.decision.options
    other = "Bread" if only.value == "Milk" else "Milk"
    assert blind.why(f"play {other}").text.startswith(f"Of Ann's hand only {only.value} can be played now.")


@pytest.mark.parametrize(
    ("table", "text", "because"),
    [
        ({}, "Ann cannot win yet: there is no Goal in play.", ("GOAL-2",)),
        ({"goals": ["Toast"]}, "Ann does not win yet. Toast: Bread and The Toaster are missing.", ("Toast",)),
        (
            {"goals": ["Toast"], "keepers": {"Ann": ["Bread"]}},
            "Ann does not win yet. Toast: The Toaster is missing.",
            ("Toast",),
        ),
        (
            {"goals": ["Toast"], "keepers": {"Ann": ["Bread", "The Toaster"]}, "creepers": {"Ann": ["War"]}},
            "Ann does not win yet. Toast: met, but War stands in the way "
            "(a Goal or a rule that calls for it would excuse it).",
            ("Toast", "War", "CREEP-3"),
        ),
        (
            {"goals": ["Peace (no War)"], "keepers": {"Ann": ["Peace"]}, "creepers": {"Bob": ["War"]}},
            "Ann does not win yet. Peace (no War): Bob has War, which must not be.",
            ("Peace (no War)",),
        ),
        (
            {
                "goals": ["Toast"],
                "rules": ["You Also Need a Baked Potato"],
                "keepers": {"Ann": ["Bread", "The Toaster"]},
                "creepers": {"Bob": ["Radioactive Potato"]},
            },
            "Ann does not win yet. Toast: met, but You Also Need a Baked Potato asks for more: "
            "either Radioactive Potato is missing, or Bob has Radioactive Potato, which must not be.",
            ("Toast", "You Also Need a Baked Potato"),
        ),
        (
            {
                "goals": ["Toast", "Bed Time"],
                "rules": ["Double Agenda"],
                "keepers": {"Ann": ["Bread", "The Toaster"], "Bob": ["Sleep", "Time"]},
            },
            "Ann meets a Goal, but so does Bob: play on until one alone does.",
            ("GOAL-5",),
        ),
    ],
)
def test_why_a_player_does_not_win_yet(table: dict[str, Any], text: str, because: tuple[str, ...]) -> None:
    reason = position(hand={"Ann": ["Milk"]}, **table).why("Ann")
    assert reason.text == text
    assert reason.because == because


def test_why_a_player_has_won() -> None:
    game = position(goals=["Toast"], keepers={"Ann": ["Bread", "The Toaster"]})
    assert str(game.why("Ann")) == "Ann has won by Toast: Ann has Bread and The Toaster. [Toast, GOAL-3]"
    assert str(game.why("Bob")) == "Bob has not won: Ann has, by Toast. [Toast, GOAL-3]"
    assert "The game is over" in game.why("play Milk").text


def test_what_cannot_be_asked_is_said() -> None:
    game = position(hand={"Ann": ["Milk"]})
    with pytest.raises(
        cl.ChangelingError,
        match=r"'the weather' cannot be explained; ask about draws, plays, .*, a player, or an answer",
    ):
        game.why("the weather")
    with pytest.raises(cl.ChangelingError, match="'Zoe' is not a seat"):
        game.why("draws", "Zoe")


@pytest.mark.parametrize("edition", cl.editions())
def test_asking_why_changes_nothing(edition: str) -> None:
    for seed in tries(1):
        for game in random_games(edition, 3, 1, seed):
            before = game.notation(), game.decision
            for question in ("draws", "plays", "Ann", "Cy", "play Basic Rules", "use Basic Rules"):
                game.why(question)
            assert (game.notation(), game.decision) == before


def test_the_winner_of_any_game_can_be_explained() -> None:
    for seed in tries(4):
        game = finished("fluxx-4", 3, seed)
        assert game.winner is not None
        reason = game.why(game.winner)
        assert (reason.because[0], reason.because[-1]) == (game.events[-1].card, "GOAL-3")
        assert reason.because[0] in game.view(game.winner).goals


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (
            {},
            "Ann does not win yet. There is no Goal in play. The Ungoal Dagon is not met: the table's Doom is 0, but "
            "it takes at least 10; nobody has Innsmouth. When it is met, everybody loses, unless somebody claims the "
            "win with a Surprise.",
        ),
        (
            {"keepers": {"Bob": ["The Cultist", "Innsmouth"]}},
            "Ann does not win yet. There is no Goal in play. The Ungoal Dagon is not met: the table's Doom is 2, but "
            "it takes at least 10. Were it met now, Bob would win by The Cultist, unless somebody claims the win with "
            "a Surprise.",
        ),
    ],
)
def test_an_ungoal_in_play_is_no_goal(table: dict[str, Any], text: str) -> None:
    game = position("cthulhu", hand={"Ann": ["The Cat"]}, goals=["Dagon"], **table)
    assert game.why("Ann").text == text


def test_an_ungoal_that_nobody_wins_by() -> None:
    table: dict[str, Any] = {
        "creepers": {"Ann": ["Cthulhu", "Yog-Sothoth", "Nightmares", "Insanity"]},
        "keepers": {"Bob": ["The Cultist"]},
    }
    game = position(
        "cthulhu",
        hand={"Ann": ["The Cat"]},
        goals=["The Dunwich Horror", "The Doom That Came to Sarnath"],
        rules=["Double Agenda"],
        **table,
    )
    assert not game.over, "one wins by the Goal, another by the Ungoal: there is no clear winner (K-B10)"
    told = game.why("Ann").text
    assert told.startswith("Ann meets a Goal, but an Ungoal is met too: there is no clear winner yet.")
    assert told.endswith("The Ungoal The Dunwich Horror is met, but there is no clear winner: play goes on.")


@pytest.mark.parametrize("edition", cl.editions())
def test_why_tells_nothing_that_is_hidden(edition: str) -> None:
    for number, game in enumerate(random_games(edition, 3, EFFORT, 20)):
        if number % 7:
            continue
        other = game.imagine("Ann", seed=number)
        for question in (*game.seats, "draws", "hand_limit"):
            assert game.why(question) == other.why(question)


def test_a_goal_about_hidden_cards_keeps_them_hidden() -> None:
    cards = 'marks food\nkeeper "Milk" food x9\n    "M."\nkeeper "Love" x9\n    "L."\ncreeper "War"\n    "W."\n'
    cards += 'goal "Stock"\n    "Hold food."\n    wins = count(hand(you, food)) >= one\n'
    told = set()
    for held in ("Milk", "Love"):
        game = laid(cards, hand={"Ann": ["Love #2"], "Bob": [held]}, goals=["Stock"], creepers={"Bob": ["War"]})
        told.add(game.why("Bob").text)
    assert len(told) == 1, told


@pytest.mark.parametrize(
    ("table", "question", "text"),
    [
        ({"keepers": {"Bob": ["K-9"]}}, "play K-9", "K-9 lies in front of Bob, and is not among what can be"),
        ({"discard": ["K-9"]}, "play K-9", "K-9 lies in the discard pile, and is not among what can be answered"),
        ({"rules": ["Recycling"], "keepers": {"Ann": ["K-9"]}}, "use Recycling", "Ann may answer 'use Recycling' now."),
        ({"rules": ["Recycling"]}, "use Recycling", "Recycling cannot be used now: Ann has no Keepers."),
        ({}, "use Recycling", "Recycling can be used only while it is in play."),
        ({"rules": ["Draw 2"]}, "use Draw 2", "Draw 2 has no free action."),
    ],
)
def test_why_an_answer_cannot_be_given(table: dict[str, Any], question: str, text: str) -> None:
    game = position("doctor-who", hand={"Ann": ["Fez", "TARDIS"]}, drawn=9, **table)
    assert game.why(question).text.startswith(text), game.why(question).text


def test_why_a_card_of_the_hand_stays_out_of_an_action_that_plays() -> None:
    game = position(hand={"Ann": ["Draw 2 and Use 'em", "Milk"]}, pile=["Love", "Time"])
    game.answer("play Draw 2 and Use 'em")
    told = game.why("play Milk").text
    assert told.startswith("Milk is not among the cards that can be played now. Draw 2 and Use 'em asks Ann: Choose")


def test_a_reason_is_told_in_the_second_person_to_whom_it_is_about() -> None:
    game = position(hand={"Ann": ["Milk"]}, goals=["Toast"], keepers={"Ann": ["Bread"]})
    assert game.why("Ann").told_to("Ann") == "You do not win yet. Toast: The Toaster is missing."
    assert game.why("Ann").told_to("Bob") == "Ann does not win yet. Toast: The Toaster is missing."
    assert game.why("play Milk").told_to("Ann") == "You may answer 'play Milk' now."


def hand_limit_amid_a_play() -> cl.Game:
    """Bob has drawn two cards aside and played one of them, a Hand Limit: Ann has to discard meanwhile."""
    game = position(
        hand={"Ann": ["Milk", "Bread"], "Bob": ["Draw 2 and Use 'em"]},
        pile=["Hand Limit 1", "Winning the Lottery"],
        turn="Bob",
        drawn=9,
    )
    game.answer("play Draw 2 and Use 'em")
    game.answer("play Hand Limit 1")
    assert game.decision.seat == "Ann"
    return game


def test_what_another_player_has_set_aside_is_not_told() -> None:
    game = hand_limit_amid_a_play()
    told = {game.why(title, "Ann").text.replace(title, "It") for title in ("Winning the Lottery", "Toast")}
    (text,) = told
    assert text.startswith("It is not in Ann's hand.")


def test_a_play_is_explained_where_a_discard_is_asked_for() -> None:
    game = hand_limit_amid_a_play()
    assert game.why("play Milk", "Ann").text.startswith("A play is not what is asked for. Hand Limit 1 asks Ann: ")
    assert game.why("Milk", "Ann").text.startswith("Ann may answer 'Milk' now.")
    choosing = position(hand={"Ann": ["Steal Something"]}, keepers={"Bob": ["Love"], "Cy": ["Time"]})
    choosing.answer("play Steal Something")
    assert choosing.why("play Love").text.startswith("A play is not what is asked for. ")


def test_a_seat_that_is_not_asked_learns_nothing_of_the_one_that_is() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"]})
    told = {game.why(question, "Cy").text for question in ("Milk", "play Milk", "Time", "use Milk", "Toast")}
    assert told == {"Cy is not asked anything now: Ann is asked."}
    assert game.why("play Milk", "Cy").told_to("Cy") == "You are not asked anything now: Ann is asked."
    assert game.why("play Milk", "Ann").text == "Ann may answer 'play Milk' now."


@pytest.mark.parametrize("edition", cl.editions())
def test_no_question_tells_a_seat_what_it_cannot_know(edition: str) -> None:
    tried = 0
    for number, game in enumerate(questions(edition, 3, tries(1), every=25)):
        for seat in game.seats:
            other = game.imagine(seat, seed=number)
            for card in game.deck.cards:
                for question in (card.title, f"play {card.title}", f"use {card.title}"):
                    assert game.why(question, seat) == other.why(question, seat)
            tried += 1
    assert tried > 5


def test_numbers_players_and_cards_are_asked_about_in_any_case() -> None:
    game = position(hand={"Ann": ["Milk"]})
    assert game.why("DRAW").text == game.why("draws").text
    assert game.why("ann").text == game.why("Ann").text
    assert game.why("Play MILK").text == "Ann may answer 'play Milk' now."


def test_a_card_that_is_called_like_a_number_is_meant() -> None:
    game = laid(f'keeper "Goals"\n    "A card."\n{FILLING}', hand={"Ann": ["Goals"]})
    assert game.why("Goals").text == "Ann may answer 'play Goals' now."
    assert "may be in play" in game.why("goals_allowed").text


CLASH = f"""
meta "Clash"
    "Whoever has the most cards that a met Ungoal names."
    claims += 1 + named(you)
rule "Room"
    "Two."
    goals_allowed = 3
ungoal "Dusk"
    "Bread and Milk."
    ends = anyone_has("Bread", "Milk")
ungoal "Dawn"
    "Tea and Jam."
    ends = anyone_has("Tea", "Jam")
keeper "Bread"
    "Brown."
keeper "Milk"
    "White."
keeper "Tea"
    "Hot."
keeper "Jam"
    "Red."
{FILLING}"""


def test_who_would_win_by_an_ungoal_is_told_as_it_would_be_judged() -> None:
    table = {"rules": ["Room"], "goals": ["Dusk", "Dawn"], "meta": ["Clash"]}
    game = laid(CLASH, hand={"Ann": ["Filling"]}, keepers={"Ann": ["Bread"], "Bob": ["Tea"]}, **table)
    told = game.why("Ann").text
    assert "Dusk is not met: nobody has Milk. Were it met now, Ann would win by Clash." in told
    assert "Dawn is not met: nobody has Jam. Were it met now, Bob would win by Clash." in told
    tied = laid(CLASH, ("Ann", "Bob"), hand={"Ann": ["Filling"]}, keepers={"Ann": ["Bread"]}, **table)
    told = tied.why("Ann").told_to("Ann")
    assert "Were it met now, you and Bob would have the same claim to win: play would go on." in told


def test_a_creeper_that_must_not_be_is_told_once() -> None:
    game = position(
        hand={"Ann": ["Milk"]}, goals=["Peace (no War)"], keepers={"Ann": ["Peace"]}, creepers={"Ann": ["War"]}
    )
    assert game.why("Ann").text == "Ann does not win yet. Peace (no War): Ann has War, which must not be."


def test_whose_turn_it_has_to_be_is_told_to_that_player() -> None:
    goal = (
        f'goal "Mine"\n    "Your turn."\n    wins = your_turn and has("Milk")\nkeeper "Milk"\n    "White."\n{FILLING}'
    )
    game = laid(goal, hand={"Ann": ["Filling"]}, goals=["Mine"])
    assert "it is not your turn" in game.why("Bob").told_to("Bob")
    assert "it is not Bob's turn" in game.why("Bob").told_to("Ann")


def test_a_kind_that_the_deck_lacks_is_not_named() -> None:
    cards = f'action "Fetch"\n    "A Goal or an Ungoal."\n    take(choose(discard_pile(goal, ungoal)))\n{FILLING}'
    goals = 'goal "Mine"\n    "One."\n    wins = has("Filling")\ngoal "Yours"\n    "Two."\n    wins = has("Filling")\n'
    game = laid(cards + goals, hand={"Ann": ["Fetch"]}, discard=["Mine", "Yours"])
    game.answer("play Fetch")
    assert game.decision.ask == "Choose a Goal from the discard pile to take."


def test_what_has_to_be_played_first_is_told_with_the_card_that_says_so() -> None:
    cards = 'rule "Keepers First"\n    "K."\n    must_play = hand(you, keeper)\nkeeper "Milk" x9\n    "M."\n'
    cards += 'action "Nap"\n    "N."\n    draw(1)\n'
    game = laid(cards, turn="Ann", hand={"Ann": ["Nap", "Milk"]}, rules=["Keepers First"])
    assert "Another card has to be played first: Keepers First says so" in game.why("play Nap").text


def test_what_a_card_forbids_or_keeps_safe_is_told_with_the_card() -> None:
    cards = str(Path(__file__).parents[3] / "scenarios" / "words" / "words-events.cards")
    game = position(
        ["fluxx-4", cards],
        ["Ann", "Bob"],
        turn="Ann",
        hand={"Ann": ["Jackpot!", "Milk"]},
        creepers={"Ann": ["Detention"]},
    )
    assert "Jackpot! cannot be played: Detention says so" in game.why("play Jackpot!").text
    keepers = {"Bob": ["The Castle", "Bread"]}
    game = position(
        ["fluxx-4", cards],
        ["Ann", "Bob"],
        turn="Ann",
        hand={"Ann": ["Steal Something"]},
        keepers=keepers,
        creepers={"Bob": ["War", "Death"]},
    )
    game.answer("play Steal Something")
    assert "Bread is safe: The Castle says so" in game.why("Bread").text


@pytest.mark.parametrize(
    ("creepers", "said"),
    [(["Daleks #3"], "Daleks stands in the way"), (["Daleks #3", "Daleks #2"], "Daleks (2) stand in the way")],
)
def test_copies_have_no_numbers_in_sentences(creepers: list[str], said: str) -> None:
    game = position("doctor-who", goals=["Hello Sweetie"], creepers={"Ann": creepers})
    reason = game.why("Ann")
    assert said in reason.text
    assert set(creepers) <= {*reason.because}, "what it rests on is the very card"
    assert "#" not in game.why(f"use {creepers[0]}").text


def test_cards_of_one_name_that_are_not_the_same_card_keep_their_numbers() -> None:
    cards = 'rule "Odd" in draw\n    "A."\n    draws = 3\nkeeper "Odd"\n    "B."\n'
    game = laid(cards, rules=["Odd"])
    assert "Odd says 3" in game.why("draws").text
    assert game.deck.spoken[game.deck.titles.index("Odd #2")] == "Odd #2"


OWN_GOALS = """
keeper "Egg" x20
    "E."

keeper "Hill"
    "With 3 Keepers you win."
    wins = count(keepers(you)) >= 3

goal "Last Call"
    "Nobody wins by this. When the discard pile is reshuffled, its player draws 1."
    wins = no
    on reshuffled:
        draw(1)
"""


@pytest.mark.parametrize(
    ("goals", "ann", "bob"),
    [
        ([], "Ann does not win yet. Hill: Ann has 2 of 3 Keepers.", "Bob cannot win yet: there is no Goal in play."),
        (
            ["Last Call"],
            "Ann does not win yet. Last Call: nobody wins by it. Hill: Ann has 2 of 3 Keepers.",
            "Bob does not win yet. Last Call: nobody wins by it.",
        ),
    ],
)
def test_a_goal_of_ones_own_is_one_to_win_by(goals: list[str], ann: str, bob: str) -> None:
    game = laid(OWN_GOALS, goals=goals, keepers={"Ann": ["Hill", "Egg"]})
    assert game.why("Ann").text == ann
    assert game.why("Bob").text == bob
    assert "Hill" in game.why("Ann").because
