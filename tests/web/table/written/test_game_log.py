"""A game is its rows: whatever the cards are called, the same rows give the same game in any process."""

from __future__ import annotations

import random

import pytest

from changeling.errors import RecordError
from changeling.play.game import replay
from changeling.web.gallery.decks import deck_of
from changeling.web.storage.documents import GameDocument, Row
from changeling.web.table.written.game_log import GameLog, first_record, rebuild
from changeling.web.wire.values import DeckChoice, PersonInfo

NAMES = ("+ Dee", "- Milk", "+1", "=x", "Two  Blanks", "done", "play Bread", "+ Bob", "draw", "Ann")
SWAP = 'action "Swap" x6\n    "Discard, take."\n    discard(choose(hand(you)))\n    take(choose(keepers(others)))\n\n'
GOAL = 'goal "All" x2\n    "Have nine."\n    wins = count(keepers(you)) >= 9\n'
ODD = "".join(f'keeper "{name}" x3\n    "Odd."\n\n' for name in NAMES) + SWAP + GOAL


def begun() -> GameLog:
    choice = DeckChoice(text=ODD)
    deck = deck_of(choice)
    record = first_record(
        deck, seats=["Ann", "Bob"], seed=3, meta=[], first=None, holiday=False, moment="", people={"Ann": PersonInfo()}
    )
    return rebuild(GameDocument("game", "table", 0.0, choice, record.to_json()), deck)


def played(log: GameLog, answers: int, seed: int) -> list[Row]:
    chance, rows = random.Random(seed), list[Row]()
    for number in range(answers):
        if log.game.over:
            break
        if number == 9:
            rows.append(log.join("Dee", PersonInfo(age=7)))
        rows.append(log.answer(chance.choice(log.game.decision.options), "person"))
        if number % 13 == 12:
            keep = len(log.chosen_by) - 2
            rows.append(log.undo("Ann", replay(log.game.record(), deck=log.game.deck, moves=keep), keep))
    return rows


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_cards_of_any_name_is_rebuilt(seed: int) -> None:
    log = begun()
    rows = played(log, 60, seed)
    again = rebuild(log.document, log.game.deck, rows)
    assert again.game.notation() == log.game.notation()
    assert again.game.record() == log.game.record()
    assert (again.next_row, again.chosen_by) == (log.next_row, log.chosen_by)
    assert len(rows) > 30


def test_an_answer_is_kept_as_the_code_of_its_option() -> None:
    log = begun()
    option = log.game.decision.options[-1]
    row = log.answer(option, "person")
    assert (row.kind, row.move) == ("option", str(option.code))


def test_rows_of_earlier_versions_hold_texts() -> None:
    log, texts = begun(), []
    for number in range(8):
        option = log.game.decision.options[0]
        texts.append(Row(number, "answer", "", option.text))
        log.answer(option, "person")
    assert rebuild(log.document, log.game.deck, texts).game.notation() == log.game.notation()


@pytest.mark.parametrize("row", [Row(0, "option", "Ann", "9999"), Row(0, "answer", "Ann", "play Nothing")])
def test_a_row_that_does_not_fit_is_said_without_a_hand(row: Row) -> None:
    log = begun()
    with pytest.raises(RecordError) as caught:
        rebuild(log.document, log.game.deck, [row])
    assert str(caught.value) == "row 0 does not fit the game"
