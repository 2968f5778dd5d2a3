"""What cards ask about people is asked where a deck asks it, and nowhere else."""

from __future__ import annotations

import io
import sys

import pytest
from tests.cards.writing import deck_of

import changeling as cl
from changeling.cli import main
from changeling.engine.setup import Person
from changeling.terminal.people import asked_by, people_from, person_from
from changeling.terminal.start import set_up


@pytest.mark.parametrize("edition", cl.editions())
def test_only_a_deck_that_asks_about_people_wants_to_know(edition: str) -> None:
    wanted = ("age", "parent", "grandparent") if edition == "family" else ()
    assert asked_by(cl.load_deck(edition)) == wanted


def test_it_is_the_program_of_a_card_that_asks_and_not_its_text() -> None:
    cards = (
        'rule "Old"\n    "Does not read age(you)."\n    draws += 1 if {}  # youngest(you)\nkeeper "Milk" x9\n    "M."\n'
    )
    assert asked_by(deck_of(cards.format("keepers(you)"))) == ()
    assert asked_by(deck_of(cards.format("youngest(you)"))) == ("age",)
    assert asked_by(deck_of(cards.format("grandparent(you)"))) == ("grandparent",)


@pytest.mark.parametrize(
    ("typed", "person"),
    [
        ("", Person()),
        ("9", Person(age=9)),
        ("41 parent", Person(age=41, parent=True)),
        ("Grandparent, 70, parent", Person(age=70, parent=True, grandparent=True)),
        ("birthday", Person(birthday=True)),
    ],
)
def test_what_is_told_of_somebody(typed: str, person: Person) -> None:
    assert person_from(typed) == person


@pytest.mark.parametrize("typed", ["old", "151", "99999999999999999999", "-3", "²", "no parent"])
def test_what_cannot_be_told_is_refused(typed: str) -> None:
    with pytest.raises(cl.ChangelingError, match="an age up to 150, parent, grandparent and birthday can be told, not"):
        person_from(typed)


def test_people_of_the_command_line() -> None:
    assert people_from("Ann: 9; Bob:41 parent;") == {"Ann": Person(age=9), "Bob": Person(age=41, parent=True)}
    assert people_from("") == {}
    with pytest.raises(cl.ChangelingError, match="--people: for instance 'Ann: 9; Bob: 41 parent', not 'Ann 9'"):
        people_from("Ann 9")
    with pytest.raises(cl.ChangelingError, match="--people: Bob: an age up to 150"):
        people_from("Bob: tall")


def played(typed: str, *args: str) -> tuple[int, str]:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setattr(sys, "stdout", out)
        return main(["play", *args]), out.getvalue()


def test_everybody_at_the_screen_is_asked_and_the_cards_know(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[cl.Game] = []

    def keep(*given: object) -> object:
        seating, screen = set_up(*given)  # type: ignore[arg-type]
        kept.append(seating.game)
        return seating, screen

    monkeypatch.setattr("changeling.terminal.start.set_up", keep)
    _, out = played("9\ntall\n41 parent\n", "--deck", "family", "--humans", "Ann,Bob", "--seats", "3", "--seed", "5")
    first = "Cards of this deck ask how old you are, whether you are a parent and whether you are a grandparent."
    assert out.startswith(
        f"{first} Answer for instance `41 parent`, or press Enter to say nothing.\nAnn: 9\nBob: tall\n"
    )
    assert "Sorry: an age up to 150" in out
    record = kept[0].record()
    assert (record.people, record.seed) == ({"Ann": Person(age=9), "Bob": Person(age=41, parent=True)}, 5)


def test_nobody_is_asked_where_it_is_told_already_or_no_card_asks() -> None:
    for args in (("--deck", "family", "--people", "You: 9"), ("--deck", "fluxx-4")):
        assert played("", *args)[1].startswith(f"{cl.load_deck(args[1]).title}. At the table: ")


def test_leaving_before_the_game_is_a_clean_end() -> None:
    assert played("", "--deck", "family")[0] == 0
    assert played("", "--deck", "family", "--people", "Zoe: 9")[0] == 2, "nobody of that name sits there"
