"""Positions as text: what is read is what was written, and what is wrong is said by its key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import changeling as cl
from changeling.play.position import load_yaml, people_of, position_of, position_text

PEOPLE = {"Ann": cl.Person(age=9), "Bob": cl.Person(birthday=True, parent=True)}
WHOLE: dict[str, Any] = {"deck": "family", "seats": ["Ann", "Bob"], "table": {"turn": "Bob"}}


@pytest.mark.parametrize("holiday", [False, True])
@pytest.mark.parametrize("people", [{}, PEOPLE])
def test_what_was_written_is_read(holiday: bool, people: dict[str, cl.Person]) -> None:
    text = position_text(
        deck=("family", "fluxx-4"), seats=["Ann", "Bob"], people=people, holiday=holiday, table={"turn": "Bob"}
    )
    position = position_of(load_yaml(text))
    assert position.deck.name == "family+fluxx-4"
    assert (position.parts, position.seats) == (("family", "fluxx-4"), ["Ann", "Bob"])
    assert (position.people, position.holiday) == (people, holiday)
    assert position.table == {"turn": "Bob"}


def test_what_is_not_given_is_as_usual() -> None:
    position = position_of(WHOLE)
    assert (position.people, position.holiday, position.seed) == ({}, False, 0)


def test_files_are_looked_for_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.cards").write_text('keeper "Kite"\n    "Flies."\n', encoding="utf-8")
    position = position_of(WHOLE | {"deck": ["family", "mine.cards"]}, folder=tmp_path)
    assert position.deck.card("Kite") is not None
    with pytest.raises(cl.DeckError, match="mine"):
        position_of(WHOLE | {"deck": ["family", "mine.cards"]}, folder=tmp_path / "other")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deck": 3}, "deck: an edition or a list of editions and .cards files is needed, not 3"),
        ({"deck": ["family", 3]}, "deck: an edition or a list"),
        ({"table": []}, r"table: keys and values are needed, not \[\]"),
        ({"seats": ["Ann"]}, "2 to 6 names are needed, not 1"),
        ({"people": ["Ann"]}, "people: facts by seat are needed"),
        ({"people": {"Ann": {"height": 2}}}, "people: Ann: birthday, age, parent and grandparent can be given"),
        ({"people": {"Ann": {"age": 151}}}, "people: Ann: age: a number from 0 to 150 is needed, not 151"),
        ({"people": {"Ann": {"age": -1}}}, "age: a number from 0 to 150"),
        ({"people": {"Ann": {"age": "9"}}}, "age: a number from 0 to 150"),
    ],
)
def test_what_is_wrong_is_said_by_its_key(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(cl.ChangelingError, match=message):
        position_of(WHOLE | changes)


@pytest.mark.parametrize("key", ["deck", "seats", "table"])
def test_what_is_missing_is_named(key: str) -> None:
    rest = {name: value for name, value in WHOLE.items() if name != key}
    with pytest.raises(cl.NotationError, match=f"'{key}' is missing"):
        position_of(rest)


@pytest.mark.parametrize("age", [0, 150, None])
def test_any_age_of_a_person_is_one(age: int | None) -> None:
    assert people_of({"Ann": {"age": age, "parent": True}}) == {"Ann": cl.Person(age=age, parent=True)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2", "this is not YAML"),
        ("- Ann", "keys and values are needed, not list"),
        ("", "keys and values are needed, not NoneType"),
        ("[" * 2000, "nested too deeply"),
    ],
)
def test_text_that_is_no_mapping_is_refused(text: str, message: str) -> None:
    with pytest.raises(cl.NotationError, match=message):
        load_yaml(text)
