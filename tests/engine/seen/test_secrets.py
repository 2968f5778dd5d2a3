"""What is chosen in secret is nobody else's business until it is shown: views, events, questions and what can be
imagined are the same whatever was chosen."""

from __future__ import annotations

import itertools

import pytest
from tests.effort import tries
from tests.engine.seen.test_worlds import check_imagined, differing
from tests.random_play import NAMES, laid, play_on

import changeling as cl
from changeling.cards.codes import NONE
from changeling.engine.seen.secrets import chosen_in_secret
from changeling.engine.sheet_cache import sheet_for

STOCK = "".join(f'keeper "{name}" x8\n    "K."\n\n' for name in ("Milk", "Bread", "Salt"))
QUESTIONS = {
    "words": 'pick("rock", "paper", "scissors", by=p)',
    "yes or no": "agree(by=p)",
    "numbers": "pick_number(zero, count(hand(p)), by=p)",
    "players": "choose(everyone, by=p)",
    "cards": "choose(hand(p), by=p)",
    "cards or none": "maybe(hand(p), by=p)",
    "names": "choose(any_card, by=p)",
}


def ballot(question: str) -> str:
    """Cards of which one has everybody choose in secret."""
    body = f"    for p in everyone:\n        secret({question})\n    reveal_choices()\n    draw(1)\n"
    surprise = 'surprise "Stop" x4\n    "S."\n    react action:\n        cancel()\n\n'
    return f'{STOCK}{surprise}action "Vote" x12\n    "Everybody chooses."\n{body}'


def begun(question: str) -> cl.Game:
    """A game in which Ann has played the card and is asked."""
    hands = {"Ann": ["Vote", "Milk", "Bread"], "Bob": ["Milk #2", "Bread #2"], "Cy": ["Salt", "Milk #3"]}
    game = laid(ballot(question), hand=hands, rest="pile")
    game.answer("play Vote")
    assert game.decision.about == "choose in secret"
    return game


def all_that_is_seen(game: cl.Game, seat: str) -> tuple[object, ...]:
    """Everything that a seat is told."""
    imagined = game.view(seat).imagine(5) if game.decision.seat == seat else None
    return game.view(seat), game.events_for(seat), [] if imagined is None else imagined.stack[: imagined.frames * 24]


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_nobody_sees_what_others_have_chosen_before_all_is_shown(question: str) -> None:
    seen: dict[str, tuple[object, ...]] = {}
    for first in range(len(begun(question).decision.options)):
        game = begun(question)
        game.answer(first)
        assert game.view("Bob").chosen == ("Ann",)
        for seat in ("Bob", "Cy"):
            assert seen.setdefault(seat, all_that_is_seen(game, seat)) == all_that_is_seen(game, seat)
        game.answer(0)
        assert seen.setdefault("Cy later", all_that_is_seen(game, "Cy")) == all_that_is_seen(game, "Cy")


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_all_is_shown_together(question: str) -> None:
    game = begun(question)
    told = [game.decision.options[1]]
    game.answer(1)
    for _ in range(2):
        told.append(game.decision.options[-1])
        game.answer(told[-1])
    shown = [event for event in game.events_for("Cy") if event.what == "discloses"]
    assert [event.seat for event in shown] == ["Ann", "Bob", "Cy"]
    assert len({event.decision for event in shown}) == 1
    answers = ["nothing" if option.value == "done" else option.value for option in told]
    assert [event.card or event.answer for event in shown] == answers
    assert game.view("Ann").chosen == ()


def test_a_card_that_was_only_named_is_no_better_known_than_before() -> None:
    game = begun(QUESTIONS["names"])
    before = game.table.known[:]
    for _ in range(3):
        game.answer(0)
    card = game.deck.card("Milk")
    assert card is not None
    assert game.table.known[card.id] == before[card.id]
    assert [event.card for event in game.events if event.what == "discloses"] == ["Milk"] * 3


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_seat_cannot_tell_what_is_imagined_for_it_from_the_truth(question: str, tmp_path: object) -> None:
    compared = 0
    for seed in tries(1):
        game = laid(ballot(question), seats=NAMES[:4], rest="pile", hand={n: ["Vote"] for n in ["Ann"]})
        for _ in play_on(game, seed, most=80):
            if chosen_in_secret(sheet_for(game.deck), game.table):
                for seat in game.seats:
                    check_imagined(game, seat, seed)
                asked = game.decision.seat
                other = game.imagine(asked, seed=seed + 1)
                assert differing(game.view(asked).imagine(3), other.view(asked).imagine(3)) == []
                compared += 1
    assert compared > 6


def test_what_others_have_chosen_is_guessed_among_what_they_could_choose() -> None:
    game = begun(QUESTIONS["numbers"])
    game.answer("2")
    slot = next(place for place, value in enumerate(game.table.stack) if value == -3 - 2)
    found = {game.view("Bob").imagine(seed).stack[slot] for seed in range(60)}
    assert found == {-3, -4, -5}  # Ann holds two cards: nothing, one or two


def test_an_imagined_vote_goes_on_like_a_real_one() -> None:
    for question, seed in itertools.product(QUESTIONS.values(), range(4)):
        game = begun(question)
        game.answer(0)
        imagined = game.imagine(game.decision.seat, seed=seed)
        for _ in play_on(imagined, seed, most=40):
            assert imagined.table.asked != NONE


def test_a_window_is_before_the_secret_question() -> None:
    hands = {"Ann": ["Vote", "Milk"], "Bob": ["Stop"], "Cy": ["Salt"]}
    game = laid(ballot(QUESTIONS["words"]), hand=hands, rest="pile")
    game.answer("play Vote")
    assert (game.decision.seat, game.decision.about) == ("Bob", "answer with a Surprise")
    game.answer("play Stop")
    assert game.turn == "Bob"
    assert not [event for event in game.events if event.what == "discloses"]
