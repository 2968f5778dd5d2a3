"""The one table of words: complete, consistent, and known to the checker."""

import ast

import pytest
from tests.cards.writing import action, problems_of

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.decks.shelf import load_deck

TYPES = {v.COUNTER, v.NUMBER, v.CONDITION, v.CARD, v.CARDS, v.SEAT, v.SEATS, v.WORD, v.PLACE, v.ASIDE, v.NOTHING}
ALL = [pytest.param(word, id=f"{word.group}-{word.name}") for group in v.GROUPS for word in group.words.values()]
EFFECTS = list(v.Effects.words.values())


@pytest.mark.parametrize("word", ALL)
def test_a_word_says_what_it_is(word: v.Word) -> None:
    assert word.name in word.signature
    assert word.doc.endswith(".")
    assert word.doc[0].isupper() or word.doc[0] in "`0123456789"
    assert {*word.params, word.returns} <= TYPES
    assert word.prompt in ("", *w.PROMPTS)
    assert set(word.of) <= set(w.KINDS)


def test_no_two_words_share_an_instruction() -> None:
    first = v.Word("one()", "One.", statement=7)
    with pytest.raises(ValueError, match="have the same number, 7"):
        v._by_number([(7, first), (7, v.Word("two()", "Two.", statement=7))])
    assert v._by_number([(7, first), (w.NONE, v.Word())]) == {7: first}


def test_numbers_are_those_that_stored_games_hold() -> None:
    """The digest of a deck is made from its code: a number that changed would make every stored position a stranger."""
    assert [v.STATEMENTS[number].name for number in range(10)] == (
        "end set goto unless choose random for_seats draw draw_to play".split()
    )
    assert [v.TERMS[number].name for number in range(10)] == (
        "return num live reg you this has anyone_has count and".split()
    )
    assert load_deck("fluxx-4").digest == "338757c73ff051e6"


def test_a_new_word_reads_and_looks_at_everything_until_its_row_says_otherwise() -> None:
    word = v.Word("new()", "New.")
    assert (word.reads, word.looks, word.tier) == (w.PART_ALL, 0, v.RARE)


def test_operands_of_an_effect_follow_from_what_it_takes() -> None:
    assert [word.kinds for word in (v.Effects.draw, v.Effects.draw_to, v.Effects.discard, v.Effects.give)] == [
        "ee",
        "e",
        "s",
        "ee",
    ]


def test_statics_are_those_of_the_machine() -> None:
    for word in v.Statics.words.values():
        assert w.STATICS[word.arg] == word.name
    assert len(w.STATICS) == len(v.Statics.words) == w.N_STATICS


def test_signatures_read_like_calls() -> None:
    for word in EFFECTS:
        name = word.signature.partition("(")[0]
        assert name == word.name
        assert ast.parse(f"{name}()")


@pytest.mark.parametrize("word", [pytest.param(word, id=word.name) for word in EFFECTS if word.inner])
def test_words_of_the_shared_programs_are_for_nobody_else(word: v.Word) -> None:
    (found,) = problems_of(action(f"{word.name}({', '.join('3' for _ in word.params)})"))
    assert found.message.startswith(f"'{word.name}' is not a word here")
