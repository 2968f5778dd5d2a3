"""Sentences told to anybody: the same words, in the person that fits."""

from __future__ import annotations

import pytest

from changeling.engine.seen.conditions.saying import (
    COLON,
    STOP,
    article,
    counted,
    joined,
    people,
    row,
    say,
    text_of,
    third_person,
    who,
    whose,
)


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("", "Ann has Bob's card. Bob and Cy see it."),
        ("Ann", "You have Bob's card. Bob and Cy see it."),
        ("Bob", "Ann has your card. You and Cy see it."),
    ],
)
def test_a_reader_is_called_you(reader: str, text: str) -> None:
    said = say(who("Ann", "have"), " ", whose("Bob"), " card. ", people(["Bob", "Cy"], "see"), " it", STOP)
    assert text_of(said, reader) == text


def test_a_name_is_written_as_it_is() -> None:
    assert text_of(say(who("ann", "are"), " asked")) == "ann is asked"
    assert text_of(say("Now ", who("You", "do"), " it"), "You") == "Now you do it"


@pytest.mark.parametrize(("title", "text"), [("Fetch!", "by Fetch!"), ("Why?", "by Why?"), ("Toast", "by Toast.")])
def test_a_title_may_bring_its_own_full_stop(title: str, text: str) -> None:
    assert text_of(say("by ", title, STOP)) == text


@pytest.mark.parametrize(
    ("title", "text"),
    [("Fetch!", "by Fetch! You have it."), ("Why?", "by Why? You have it."), ("Toast", "by Toast: you have it.")],
)
def test_a_colon_after_a_title_that_ends_a_sentence_begins_the_next(title: str, text: str) -> None:
    assert text_of(say("by ", title, COLON, who("Ann", "have"), " it", STOP), "Ann") == text
    assert text_of(say("by ", title, COLON, "nobody has it", STOP)) == text.replace("ou have", "nobody has").replace(
        "Ynobody", "Nobody"
    ).replace("ynobody", "nobody")


def test_rows() -> None:
    assert [text_of(row(list("abc"[:n]))) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert text_of(row(["a", "b"], "or")) == "a or b"
    assert text_of(joined(["a", "b", "c"], "; ")) == "a; b; c"


def test_verbs_numbers_and_articles() -> None:
    verbs = ("have", "are", "do", "may", "pass", "play", "must")
    assert [third_person(verb) for verb in verbs] == ["has", "is", "does", "may", "passes", "plays", "must"]
    assert (counted(1, "card"), counted(2, "card")) == ("1 card", "2 cards")
    assert (article("food card"), article("evil card")) == ("a food card", "an evil card")
