"""The one table of words: complete, consistent, and known to the checker."""

import ast

import pytest
from tests.cards.writing import action, problems_of

from changeling.cards import codes as w
from changeling.cards.language import vocabulary as v

TYPES = {v.NUMBER, v.CONDITION, v.CARD, v.CARDS, v.SEAT, v.SEATS, v.WORD, v.NOTHING}
ALL = [pytest.param(word, id=f"{word.group}-{word.name}") for group in v.GROUPS.values() for word in group.values()]


@pytest.mark.parametrize("word", ALL)
def test_a_word_says_what_it_is(word: v.Word) -> None:
    assert word.name in word.signature
    assert word.doc.endswith(".")
    assert word.doc[0].isupper() or word.doc[0] in "`0123456789"
    assert {*word.params, word.returns} <= TYPES


def test_names_are_keys() -> None:
    for group in v.GROUPS.values():
        assert [word.name for word in group.values()] == list(group)


def test_every_effect_has_an_instruction_of_its_own() -> None:
    ops = [word.op for word in v.EFFECTS.values()]
    assert len(set(ops)) == len(ops)
    assert all(word.name.startswith(w.STATEMENTS[word.op]) for word in v.EFFECTS.values())


def test_statics_are_those_of_the_machine() -> None:
    for word in v.STATIC_WORDS.values():
        assert w.STATICS[word.arg] == word.name


def test_signatures_read_like_calls() -> None:
    for word in v.EFFECTS.values():
        name = word.signature.partition("(")[0]
        assert name == word.name
        assert ast.parse(f"{name}()")


@pytest.mark.parametrize("word", [pytest.param(word, id=word.name) for word in v.EFFECTS.values() if word.inner])
def test_words_of_the_shared_programs_are_for_nobody_else(word: v.Word) -> None:
    (found,) = problems_of(action(f"{word.name}({', '.join('3' for _ in word.params)})"))
    assert found.message.startswith(f"'{word.name}' is not a word here")
