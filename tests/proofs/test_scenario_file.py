"""The text of a scenario file: all of YAML, lines, keys that are there twice, aliases that stand for too much."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import changeling as cl
from changeling.proofs.scenario_file import MOST, rows_of

SHARED = """
- scenario: First
  deck: fluxx-4
  seats: &seats [Ann, Bob]
  table: &table {turn: Ann, hand: {Ann: [Milk]}}
  play:
    - Ann: play Milk
    -
      expect: {turn: Bob}
- scenario: Second
  seats: *seats
  table:
    <<: *table
    turn: Bob
"""


@pytest.mark.parametrize("fast", [False, True])
def test_anchors_aliases_and_merged_keys_are_read(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not fast:
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    first, second = rows_of(SHARED)
    assert isinstance(first.value, dict)
    assert second.value == {
        "scenario": "Second",
        "seats": ["Ann", "Bob"],
        "table": {"turn": "Bob", "hand": {"Ann": ["Milk"]}},
    }
    assert (first.title, first.line, first.steps) == ("First", 2, (7, 9))
    assert (second.title, second.line, second.steps) == ("Second", 10, ())


def test_a_question_mark_may_stand_inside_brackets() -> None:
    (row,) = rows_of("- {scenario: A, table: {hand: {Ann: [What Do You Want?, Fez]}}}")
    assert row.value == {"scenario": "A", "table": {"hand": {"Ann": ["What Do You Want?", "Fez"]}}}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{scenario: A, deck: family, deck: fluxx-4}", "'deck' is there twice, on line 2 and on line 2"),
        ("{scenario: A, table: {hand: {Ann: [], Ann: []}}}", "'Ann' is there twice"),
        ("{scenario: A, play: [{expect: {turn: Ann, turn: Bob}}]}", "'turn' is there twice"),
        ("{scenario: A, table: &t {hand: *t}}", "aliases stand for too much"),
        ("{scenario: A, when: 2026-13-45}", "this is not YAML: month must be in"),
        ("{scenario: A, run: !!python/name:os.system }", "could not determine a constructor for the tag"),
        ("{scenario: A, ? [a] : b}", "found unhashable key"),
    ],
)
def test_what_is_wrong_with_one_text_is_told_of_that_one(row: str, message: str) -> None:
    before, bad, after = rows_of(f"- {{scenario: Before}}\n- {row}\n- {{scenario: After}}\n")
    assert message in bad.wrong
    assert (bad.title, bad.line, bad.value) == ("A", 2, None)
    assert (before.wrong, after.wrong) == ("", "")
    assert after.value == {"scenario": "After"}


def test_aliases_of_aliases_do_not_become_huge() -> None:
    rows = ["- &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 40)]
    found = rows_of("\n".join(rows))
    assert [row.wrong for row in found] == [""] * 5 + ["aliases stand for too much"] * 35


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a list of scenarios is needed"),
        ("scenario: A", "a list of scenarios is needed"),
        ("- [", "this is not YAML"),
        ("- *nowhere", "found undefined alias in line 1, column 3"),
        ("[]\n---\n[]", "expected a single document"),
        ("- " * 100_000, "nested too deeply"),
        ("- " + "[" * 100_000, "nested too deeply"),
        ("- " + "{a: " * 100_000, "nested too deeply"),
        ("#" * (MOST + 1), "at most 8,388,608 are read"),
    ],
)
def test_a_text_that_is_no_list_is_refused(text: str, message: str) -> None:
    with pytest.raises(cl.ScenarioError) as caught:
        rows_of(text)
    assert message in str(caught.value)


def test_no_key_is_twice_in_our_own_scenarios() -> None:
    for file in sorted((Path(__file__).parents[1] / "scenarios").rglob("*.yaml")):
        for row in rows_of(file.read_text(encoding="utf-8")):
            assert not row.wrong, f"{file}: {row.title}: {row.wrong}"
