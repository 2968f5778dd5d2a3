"""Events in sentences, as one person at the screen is told them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import NAMES, advance, position

import changeling as cl
from changeling.engine.machine.journal import MOVES
from changeling.terminal.event_sentences import _TELLERS, SILENT, Narrator


def told(game: cl.Game, seat: str) -> list[str]:
    """Everything that happened, as a seat is told it."""
    return [sentence.text for sentence in Narrator(game.deck).sentences(seat, game.events_for(seat))]


def test_a_card_is_taken_from_whoever_has_it() -> None:
    game = position(hand={"Ann": ["Steal Something"]}, keepers={"Bob": ["Milk"]})
    game.answer("play Steal Something")
    game.answer("Milk")
    assert "You take Milk from Bob (Steal Something)." in told(game, "Ann")
    assert "Ann takes Milk from you (Steal Something)." in told(game, "Bob")


@pytest.mark.parametrize(
    ("table", "seat", "text"),
    [
        ({"discard": ["The Necronomicon"]}, "Bob", "Ann takes The Necronomicon from the discard pile"),
        ({"hand": {"Bob": ["The Necronomicon"]}}, "Bob", "Ann takes The Necronomicon from your hand"),
        ({"hand": {"Bob": ["The Necronomicon"]}}, "Cy", "Ann takes The Necronomicon from Bob's hand"),
    ],
)
def test_a_card_is_taken_from_a_place(table: dict[str, Any], seat: str, text: str) -> None:
    hand = {"Ann": ["Grand Theft Biblio"], **table.pop("hand", {})}
    game = position("cthulhu", hand=hand, **table)
    game.answer("play Grand Theft Biblio")
    assert any(row.startswith(text) for row in told(game, seat)), told(game, seat)


def test_everybody_is_told_which_action_is_copied() -> None:
    game = position("doctor-who", hand={"Ann": ["Psychic Paper"], "Bob": ["Fez", "Jackpot!", "Steal Something"]})
    game.answer("play Psychic Paper")
    game.answer("Bob")
    assert game.decision.about == "copy"
    assert game.decision.ask == "Choose which Action is carried out."
    game.answer("Jackpot!")
    assert "You carry out Jackpot! (Psychic Paper)." in told(game, "Ann")
    for seat in ("Bob", "Cy"):
        assert "Ann carries out Jackpot! (Psychic Paper)." in told(game, seat)


def test_cards_that_are_dealt_face_down_are_counted() -> None:
    game = position("cthulhu", ("Ann", "Bob"), hand={"Ann": ["Dreams and Omens"]}, pile=["The Cat", "The Farm"])
    for answer in ("play Dreams and Omens", "The Cat", "The Farm"):
        game.answer(answer)
    assert "Dreams and Omens deals anew: Ann gets a card; You get a card." in told(game, "Bob")


def test_the_name_of_a_seat_may_look_like_a_place() -> None:
    seats = ("Ann", "O'Hara's hand", "Cy's keepers")
    game = position(seats=seats, hand={"Ann": ["Steal Something"]}, keepers={"O'Hara's hand": ["Milk"]})
    game.answer("play Steal Something")
    game.answer("Milk")
    assert "You take Milk from O'Hara's hand (Steal Something)." in told(game, "Ann")
    assert "Ann takes Milk from you (Steal Something)." in told(game, "O'Hara's hand")


@pytest.mark.parametrize("edition", cl.editions())
def test_every_sentence_is_whole(edition: str) -> None:
    for seed in range(6):
        game = advance(cl.Game(edition, seats=NAMES[:4], seed=seed), seed)
        for seat in game.seats:
            for row in told(game, seat):
                assert row[-1] in ".!?)", row
                assert "  " not in row, row
                assert "nowhere" not in row, row
                assert " get ." not in row, row


def test_every_kind_of_event_is_told_or_silent_on_purpose() -> None:
    assert sorted([*_TELLERS, *SILENT]) == sorted(MOVES)
