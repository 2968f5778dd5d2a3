"""Recipe lines: what they take and leave, and that the first thing wrong in a line is said at its column."""

from __future__ import annotations

import pytest

from changeling.cards.language.recipe import MAX_COPIES, MAX_TAKEN, Share, Step, follow, step_of

CONTENTS = {
    "one": ("Milk", "Bread", "War"),
    "two": ("Milk", "Cake"),
    "big": tuple(f"Card {number}" for number in range(MAX_TAKEN)),
}
Problems = list[tuple[int, int, str]]


def read(*rows: str) -> tuple[list[Step], Problems]:
    """The steps of some lines, and what is wrong with those that are none."""
    problems: Problems = []
    steps = [step_of(row, number, lambda *found: problems.append(found)) for number, row in enumerate(rows, start=1)]
    return [step for step in steps if step is not None], problems


def shares(*rows: str) -> tuple[list[Share], Problems]:
    """What the lines take, and what is wrong with it."""
    steps, problems = read(*rows)
    assert not problems
    return follow(steps, CONTENTS, lambda *found: problems.append(found)), problems


@pytest.mark.parametrize(
    "row",
    [
        'take "one"',
        'take "one", "two"',
        'take "Milk" from "one"',
        'take "Milk", "Bread" from "one" x3',
        'leave "War"',
        'leave "War", "Milk"',
    ],
)
def test_a_line_in_its_usual_form_is_read_and_written_the_same(row: str) -> None:
    (step,), problems = read(row)
    assert (str(step), problems) == (row, [])
    ((loose,), _) = read("  ".join(row.split(" ")) + "   # why")
    assert loose == step


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        ("take", 5, "after 'take' come names in quotes"),
        ('take "one', 6, "a closing quote is missing"),
        ('take "one" "two"', 12, "a comma is missing before this name"),
        ('take "one",', 11, "a name in quotes has to follow"),
        ('take "one" x2', 12, "only single cards are counted"),
        ('take "Milk" from', 13, "a name in quotes has to follow"),
        ('take "Milk" from "one" x0', 24, "x0: 1 to 99 copies"),
        ('take "Milk" from "one" x100', 24, "x100: 1 to 99 copies"),
        ('take "Milk" from "one" twice', 24, "'twice' cannot stand here"),
        ('leave "War" from "one"', 13, "'leave' is about all that was taken above"),
        ('leave "War" x2', 13, "only single cards are counted"),
    ],
)
def test_what_is_wrong_in_a_line_is_said_at_its_column(row: str, column: int, message: str) -> None:
    steps, ((line, where, says),) = read(row)
    assert (steps, line, where) == ([], 1, column)
    assert message in says


def test_whole_editions_and_single_cards_are_taken() -> None:
    found, problems = shares('take "one"', 'take "Cake" from "two" x3', 'take "Milk" from "two"')
    assert problems == []
    assert found == [Share("one"), Share("two", [("Cake", 3), ("Milk", None)])]


def test_leaving_is_about_what_was_taken_above() -> None:
    found, problems = shares('take "one"', 'take "Milk" from "two"', 'leave "Milk"', 'take "two"')
    assert problems == []
    assert found == [Share("one", without={"Milk"}), Share("two")], "what is left of a share with nothing is gone"
    assert not found[0].holds("Milk", CONTENTS["one"])
    assert found[0].holds("Bread", CONTENTS["one"])


@pytest.mark.parametrize(
    ("rows", "column", "message"),
    [
        (['take "onee"'], 6, "'onee' is not an edition; the editions are one, two, big; did you mean one?"),
        (['take "Cake"'], 6, 'a single card is taken with: take "Cake" from "two"'),
        (['take "my.cards"'], 6, "files are mixed where the deck is named"),
        (['take "Cake" from "one"'], 6, "there is no card 'Cake' in one; it is in two"),
        (['take "Mlik" from "one"'], 6, "there is no card 'Mlik' in one; did you mean Milk?"),
        (['take "two"', 'leave "War"'], 7, "'War' is not among the cards taken above"),
        (['leave "War"'], 7, "'leave' stands below the lines that take"),
        (['take "big"', 'take "one"', 'take "two"'], 1, f"more than {MAX_TAKEN} cards have been taken above"),
    ],
)
def test_what_is_not_there_is_said_in_its_line(rows: list[str], column: int, message: str) -> None:
    _, ((line, where, says),) = shares(*rows)
    assert (line, where) == (len(rows), column)
    assert message in says


def test_the_most_copies_can_be_taken() -> None:
    (share,), _ = shares(f'take "Milk" from "one" x{MAX_COPIES}')
    assert share.only == [("Milk", MAX_COPIES)]
