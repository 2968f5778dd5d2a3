"""Questions: one type for all of them, with options that are ordered, unique and never empty."""

from __future__ import annotations

import pytest
from tests.effort import EFFORT
from tests.random_play import position, random_games

import changeling as cl


@pytest.mark.parametrize("edition", cl.editions())
def test_every_question_is_well_formed(edition: str) -> None:
    for game in random_games(edition, 4, 4 * EFFORT, 30):
        ask = game.decision
        titles = {card.title for card in game.deck.cards}
        assert ask.id == game.table.decisions
        assert ask.seat in game.seats
        assert ask.options
        assert [option.index for option in ask.options] == list(range(len(ask.options)))
        assert (
            len({option.text for option in ask.options})
            == len({option.code for option in ask.options})
            == len(ask.options)
        )
        assert ask.ask[0].isupper()
        assert ask.ask[-1] in ".?!", "the title that it ends with may have its own"
        assert ask.because in titles
        for option in ask.options:
            assert ask.find(option.text) == option
            assert option.sort in ("play", "use", "card", "seat", "number", "word")
            if option.sort in ("play", "use", "card"):
                assert option.value in titles


def test_the_code_of_an_answer_is_the_same_all_game_long() -> None:
    codes: dict[str, int] = {}
    for game in random_games("fluxx-4", 3, 6, 60):
        for option in game.decision.options:
            assert codes.setdefault(f"{option.sort} {option.value}", option.code) == option.code
    assert len(set(codes.values())) == len(codes)


def test_an_answer_is_found_by_its_text_and_by_the_card_where_only_one_sort_is_offered() -> None:
    ask = position(hand={"Ann": ["Milk", "Draw 2"]}).decision
    assert ask.find("play Milk") == ask.find("Milk") == ask.find("  play   Milk ") == ask.options[0]
    assert ask.find("milk") is ask.find("use Milk") is ask.find("") is None
    game = position(hand={"Ann": ["Trash Something"]}, keepers={"Bob": ["Milk"]})
    game.answer("play Trash Something")
    assert game.decision.find("Milk") == game.decision.find("play Milk") == game.decision.options[0]


def test_a_question_reads_as_a_sentence() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"]})
    assert str(game.decision) == "Ann: Play a card. (play Trade Hands | play Milk)"
    game.answer("play Trade Hands")
    assert str(game.decision) == "Ann: Choose another player to swap your hand with. (Bob | Cy)"
    assert game.decision.because == "Trade Hands"
    assert str(game.decision.options[1]) == "Cy"


def test_a_card_that_may_go_several_ways_is_asked_for_plainly() -> None:
    game = position("doctor-who", ("Ann", "Bob"), hand={"Ann": ["What Do You Want?"]}, discard=["Draw 3", "Fez"])
    game.answer("play What Do You Want?")
    assert str(game.decision) == "Ann: Choose a card from the discard pile for What Do You Want? (Draw 3 | Fez)"
    assert game.decision.find("play Draw 3") == game.decision.find("Draw 3") == game.decision.options[0]


def test_what_is_given_and_who_gets_it_are_two_questions() -> None:
    keepers, creepers = {"Ann": ["Sonic Screwdriver"]}, {"Ann": ["Daleks", "Cybermen"]}
    game = position("doctor-who", hand={"Ann": ["Fez"]}, keepers=keepers, creepers=creepers)
    game.answer("use Sonic Screwdriver")
    assert str(game.decision) == "Ann: Choose one of your Creepers to give to another player. (Daleks | Cybermen)"
    game.answer("Daleks")
    assert str(game.decision) == "Ann: Choose another player to give Daleks to. (Bob | Cy)"


def test_copies_of_a_card_are_told_apart() -> None:
    game = cl.Game.from_values(
        {"deck": ["fluxx-4", "family"], "seats": ["Ann", "Bob"], "table": {"hand": {"Ann": ["Draw 2", "Draw 2 #2"]}}}
    )
    assert [option.text for option in game.decision.options] == ["play Draw 2", "play Draw 2 #2"]


def test_there_is_no_question_when_the_game_is_over() -> None:
    game = position(goals=["Toast"], keepers={"Ann": ["Bread", "The Toaster"]})
    with pytest.raises(cl.AnswerError, match="the game is over"):
        assert game.decision


def test_a_question_names_the_seat_that_receives() -> None:
    game = position("family", hand={"Ann": ["Pass 1 Left"], "Bob": ["The Tree"], "Cy": ["The Cat"]})
    game.answer("play Pass 1 Left")
    assert (game.decision.seat, game.decision.receiver) == ("Bob", "Cy")
    assert game.decision.ask == "Choose a card from your hand to give to Cy."
    game.answer("The Tree")
    assert (game.decision.seat, game.decision.receiver) == ("Cy", "Ann")


def test_a_question_in_which_the_receiver_is_chosen_names_none() -> None:
    game = position("dice-camera-action", hand={"Ann": ["Loot the Room"]}, creepers={"Ann": ["Shemeshka"]})
    game.answer("use Shemeshka")
    assert (game.decision.about, game.decision.receiver) == ("promise", "")
    assert str(game.decision) == "Ann: Choose another player to give a random card from your hand to. (Bob | Cy)"
    assert game.decision.card == "", "which card it is shows when it moves"


def test_reading_the_receiver_leaves_the_options_as_they_are() -> None:
    game = position(hand={"Ann": ["Everybody Gets 1"]}, pile=["Milk", "Bread", "The Sun"])
    game.answer("play Everybody Gets 1")
    before = game.notation()
    assert [game.decision.receiver for _ in range(3)] == ["Ann", "Ann", "Ann"]
    assert game.notation() == before


def test_a_question_names_the_card_that_the_choice_is_made_for() -> None:
    keepers, creepers = {"Ann": ["Sonic Screwdriver"]}, {"Ann": ["Daleks", "Cybermen"]}
    game = position("doctor-who", hand={"Ann": ["Fez"]}, keepers=keepers, creepers=creepers)
    game.answer("use Sonic Screwdriver")
    assert (game.decision.card, game.decision.receiver) == ("", "")
    game.answer("Daleks")
    assert (game.decision.card, game.decision.receiver) == ("Daleks", "")


def test_a_question_says_which_goal_waits_and_what_a_surprise_would_answer() -> None:
    game = position(hand={"Ann": ["Toast"]}, goals=["Bed Time", "Dough"], rules=["Double Agenda"])
    game.answer("play Toast")
    assert (game.decision.about, game.decision.card) == ("replace a goal", "Toast")
    game = position("doctor-who", ("Ann", "Bob"), hand={"Ann": ["Fez"], "Bob": ["That's Mine!"]})
    game.answer("play Fez")
    assert (game.decision.seat, game.decision.card, game.decision.done) == ("Bob", "Fez", "let pass")


def test_a_question_says_what_done_does() -> None:
    hand, free = {"Ann": ["Milk", "Bread"]}, {"Ann": ["Death"]}
    game = position(hand=hand, creepers=free, drawn=1)
    assert (game.decision.about, game.decision.done) == ("act", ""), "a play is required"
    blind = position(hand=hand, creepers=free, rules=["Play 2", "First Play Random"], drawn=1)
    assert blind.decision.done == "play blind"
    assert blind.decision.ask == "Use a free action, or have your first card picked at random."
    assert blind.decision.options[0].meaning == "have your first card picked at random"
    spent = position(hand=hand, creepers=free, drawn=1, played=1)
    assert spent.decision.options[-1].meaning == "end the turn"
    assert (spent.decision.done, spent.decision.ask) == ("end the turn", "Use a free action, or end the turn.")


@pytest.mark.parametrize("edition", cl.editions())
def test_done_is_explained_wherever_it_is_offered(edition: str) -> None:
    found = set()
    for game in random_games(edition, 4, 4 * EFFORT, 50):
        ask = game.decision
        assert bool(ask.done) == (ask.options[-1].text == "done" or ask.options[0].text == "done")
        assert ask.receiver in ("", *game.seats)
        if ask.about != "choose in secret":  # what comes of that depends on the others
            assert all(option.meaning for option in ask.options if option.sort == "word"), ask
        assert not any(option.meaning for option in ask.options if option.sort != "word"), ask
        found.add(ask.done)
    assert "" in found


@pytest.mark.parametrize("edition", cl.editions())
def test_a_question_names_no_card_that_the_seat_does_not_know(edition: str) -> None:
    for game in random_games(edition, 3, 4 * EFFORT, 70):
        ask = game.decision
        card = game.deck.card(ask.card) if ask.card else None
        if card is not None:
            assert game.table.known[card.id] >> game.seats.index(ask.seat) & 1
