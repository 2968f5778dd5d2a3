"""Which clause is proved where: what is read from tests and scenarios, and how the page shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from changeling.errors import ScenarioError
from changeling.proofs.matrix import SHOWN, Clause, proofs_in, read_clauses, rules_page

SCENARIO = """
- scenario: Two | are drawn
  proves: [TURN-1]
  cards: [Cake]
  deck: family
  seats: [Ann, Bob]
  table: {hand: {Ann: [Cake]}}
  play: [{Ann: play Cake}]
"""
TEST = """
import pytest

@pytest.mark.clause("TURN-1", "C-R01")
def test_a_card_is_drawn() -> None: ...

@pytest.mark.parametrize("number", [1])
def test_of_no_clause() -> None: ...
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small repository with clauses, a ruling, a scenario and a marked test."""
    facts, scenarios = tmp_path / "tests" / "facts", tmp_path / "tests" / "scenarios"
    facts.mkdir(parents=True)
    scenarios.mkdir()
    (facts / "clauses.yaml").write_text(
        "- {id: TURN-1, editions: FY, says: Draw *first*.}\n- {id: TURN-2, editions: Y, says: Go clockwise.}\n"
    )
    (facts / "rulings.txt").write_text("C-R01\nC-R02\n")
    (scenarios / "turn.yaml").write_text(SCENARIO)
    (tmp_path / "tests" / "test_turn.py").write_text(TEST)
    return tmp_path


def test_clauses_are_read_with_the_names_of_their_editions(root: Path) -> None:
    assert read_clauses(root / "tests" / "facts" / "clauses.yaml") == [
        Clause("TURN-1", ("fluxx-4", "family"), "Draw *first*."),
        Clause("TURN-2", ("family",), "Go clockwise."),
    ]


@pytest.mark.parametrize(
    "row", ["{id: A-1, editions: FX, says: x}", "{id: A-1, says: x}", "{id: A, editions: F, say: x}"]
)
def test_a_clause_that_is_none_is_named(row: str, tmp_path: Path) -> None:
    file = tmp_path / "clauses.yaml"
    file.write_text(f"- {row}\n")
    with pytest.raises(ScenarioError, match=r"clauses\.yaml: .*are needed"):
        read_clauses(file)


def test_scenarios_and_marked_tests_are_proofs_and_others_are_not(root: Path) -> None:
    scenario, test = proofs_in(root / "tests")
    assert (scenario.title, scenario.names, scenario.editions) == ("Two | are drawn", ("TURN-1",), ("family",))
    assert scenario.cards == ("Cake",)
    assert (test.title, test.names, test.editions) == ("a card is drawn", ("TURN-1", "C-R01"), ())


def test_the_page_has_a_row_for_each_edition_and_one_for_tests(root: Path) -> None:
    rows = [row for row in rules_page(root).splitlines() if row.startswith("| ")]
    assert rows == [
        "| clause | says | edition | proved by |",
        "| TURN-1 | Draw \\*first\\*. | Family Fluxx | [Two \\| are drawn](../../tests/scenarios/turn.yaml) |",
        "| | | Fluxx 4.0 | - |",
        "| | | tests | [a card is drawn](../../tests/test_turn.py) |",
        "| TURN-2 | Go clockwise. | Family Fluxx | - |",
        "| ruling | shown by |",
        "| C-R01 | [a card is drawn](../../tests/test_turn.py) |",
    ]


def test_many_proofs_are_cut_short(root: Path) -> None:
    for number in range(SHOWN + 1):
        (root / "tests" / f"test_{number}.py").write_text(TEST)
    assert "; and 2 more |" in rules_page(root)
