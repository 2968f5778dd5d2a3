"""Mistakes of somebody who knows other languages, keyboards and card games: none is told in Python's words, each is
told what was given and what would be right."""

from __future__ import annotations

import keyword

import pytest
from tests.cards.writing import action, expect, problems_of

from changeling.cards.vocabulary import SLOTS

NAMES = [
    ('keeper "▸The "Best" Cat"', "the name ends at its second quote; inside a name write ' in place of"),
    ('keeper "▸"', "a name has 1 to 60 characters; this one has none"),
    ('keeper "▸Cat "', "'Cat ' cannot be a name: no blank at either end of it"),
    ('keeper "▸ Cat"', "' Cat' cannot be a name: no blank at either end of it"),
    (f'keeper "▸{"C" * 61}"', "has 61"),
]
NUMBERS = [
    ("draw(▸01)", "no zero stands before a number; write: 1"),
    ("draw(▸007)", "write: 7"),
    ("draw(▸2x)", "'2x' is neither a number nor a word"),
    ("draw(▸0x10)", "a number is written in plain digits, such as 16"),
    ("draw(▸0o7)", "plain digits, such as 7"),
    ("draw(1 + ▸1_0)", "plain digits, such as 10"),
]
SIGNS = [
    ("draw(2 ▸\u00d7 3)", "'\u00d7' is not used here; write: *"),
    ("draw(3 ▸\u2212 1)", "'\u2212' is not used here; write: -"),
    ("if count(hand(you)) ▸\u2265 3:\n        draw(1)", "'\u2265' is not used here; write: >="),
    ("draw▸\uff081\uff09", "'\uff08' is not used here; write: ("),
    ("draw(▸\u2116)", "'\u2116' is not used here; write it with letters and signs of an English keyboard"),
    ("draw(1 +▸\u00a02)", "the blank U+00A0 is not an ordinary one"),
]
FORMS = [
    ("give(choose(keepers(you)) ▸choose(others))", "a comma or a sign is missing before choose(...)"),
    ("draw(▸2 if hand(you))", "an else is missing, as in: 3 if CONDITION else 2"),
    ("▸if hand(you) then\n        draw(1)", "'then' is not a word here; write: if hand(you):"),
    ("▸for each p in others:\n        draw(1, by=p)", "'each' is not a word here; write: for p in others:"),
    ("for ▸3:\n        draw(1)", "a loop is written: for _ in upto(3):"),
    ("▸foreach p in others:\n        draw(1, by=p)", "a loop is written: for p in others:"),
    ("if hand(you):\n        draw(1)\n    ▸elseif keepers(you):\n        draw(2)", "elif CONDITION:"),
    ("▸unless hand(you):\n        draw(1)", "write: if not CONDITION:"),
    ("▸tap: draw(1)", "'tap' opens no section or block; sections are play, start"),
    ("discard(▸filter(hand(you)))", "a kind or a mark narrows a set"),
    ("discard(▸random.choice(hand(you)))", "no word has a dot"),
]
KINDS_OF_VALUE = [
    ("remember(▸3)", "remember() needs a seat or a card, not a number"),
    ("take(▸3)", "take() needs a card or a set of cards, not a number"),
    ("give(▸3, you)", "give() needs a card or a set of cards, not a number"),
    ("give(this, ▸3)", "give() needs a seat, not a number"),
    ('if you == ▸"Ann":\n        draw(1)', "cards know no player by name, so not 'Ann'"),
    ("▸gold += 1", "or, of a counter: gain(1, gold)"),
    ("▸gold -= 1", "or, of a counter: lose(1, gold)"),
]


@pytest.mark.parametrize(("marked", "message"), NAMES)
def test_a_name_that_is_none(marked: str, message: str) -> None:
    expect(f'{marked}\n    "Purrs."\n', message)


@pytest.mark.parametrize(("marked", "message"), NUMBERS + SIGNS + FORMS + KINDS_OF_VALUE)
def test_a_line_of_another_language(marked: str, message: str) -> None:
    expect(action(marked), message)


def test_a_section_of_another_game_in_a_keeper() -> None:
    expect('keeper "Elf"\n    "Green."\n    ▸tap: draw(1)\n', "'tap' opens no section or block")


@pytest.mark.parametrize("word", [*SLOTS, *(word for word in keyword.kwlist if word.islower()), "rank", "house"])
def test_what_could_not_be_told_from_a_mark_is_none(word: str) -> None:
    expect(f"marks ▸{word}\n", "is a word of the language and cannot be a mark")


@pytest.mark.parametrize("word", ["class", "if", "rank"])
def test_nor_is_it_a_counter(word: str) -> None:
    expect(f"counter ▸{word}\n", "cannot be a counter")


def test_round_quotes_are_letters_of_a_name() -> None:
    assert problems_of('keeper "The \u201cBest\u201d Cat"\n    "Purrs."\n') == []
