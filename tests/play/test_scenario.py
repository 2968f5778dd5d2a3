"""The scenario runner: strict about questions, answers and what is expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import changeling as cl
from changeling.play.scenario import Failed, Scenario, read_scenarios, run_scenario

TABLE = {
    "hand": {"Ann": ["Draw 4", "Milk"], "Bob": ["Time"]},
    "rules": ["Play 2"],
    "pile": ["The Moon", "Bread", "Cookies"],
}


def scenario(play: list[Any], table: dict[str, Any] | None = None, **values: Any) -> Scenario:
    """A scenario of three seats."""
    row = {
        "scenario": "A title",
        "deck": "fluxx-4",
        "seats": ["Ann", "Bob", "Cy"],
        "table": table or TABLE,
        "play": play,
        **values,
    }
    return Scenario("A title", (), (), row, "file.yaml")


def failure(play: list[Any], table: dict[str, Any] | None = None, **values: Any) -> str:
    with pytest.raises(Failed) as caught:
        run_scenario(scenario(play, table, **values))
    return str(caught.value)


def test_what_is_expected_holds() -> None:
    run_scenario(
        scenario(
            [
                {
                    "expect": {
                        "asked": "Ann",
                        "turn": "Ann",
                        "drawn": 1,
                        "played": 0,
                        "options": ["play Draw 4", "play Milk"],
                    }
                },
                {"expect": {"offers": ["play Milk"], "offers_not": ["done", "play Time"]}},
                {"Ann": "play Draw 4"},
                {
                    "expect": {
                        "hand": {"Ann": ["Bread", "Milk", "The Moon", "Cookies"], "Bob": 1, "Cy": 0},
                        "rules": ["Draw 4", "Play 2"],
                        "goals": [],
                        "meta": [],
                        "attached": {},
                        "discard": 0,
                        "draws": 4,
                        "plays": 2,
                        "hand_limit": "none",
                        "keeper_limit": "none",
                        "winner": "nobody",
                        "why": "RULE-6",
                        "keepers": {"Ann": []},
                        "creepers": {"Cy": 0},
                    }
                },
                {"expect": {"why": "Draw 4"}},
                {"Ann": "play Milk"},
                {"expect": {"keepers": {"Ann": ["Milk"]}, "turn": "Bob"}},
            ]
        )
    )


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ([{"Ann": "play Time"}], "step 1: 'Ann: play Time' does not fit. Ann: Play a card. (play Draw 4 | play Milk)"),
        ([{"Bob": "play Time"}], "step 1: 'Bob: play Time' does not fit"),
        ([{"expect": {"hand": {"Ann": ["Milk"]}}}], "step 1: hand of Ann: expected ['Milk'], found ['Draw 4', 'Milk']"),
        ([{"expect": {"hand": {"Ann": 3}}}], "hand of Ann: expected 3, found 2"),
        ([{"expect": {"hand": {"Zoe": 3}}}], "hand: 'Zoe' is not a seat"),
        ([{"expect": {"hand": 3}}], "hand: cards or a number by seat are needed"),
        ([{"expect": {"turn": "Bob"}}], "turn: expected Bob, found Ann"),
        ([{"expect": {"rules": []}}], "rules: expected [], found ['Play 2']"),
        ([{"expect": {"options": ["play Milk"]}}], "options: also offered: play Draw 4"),
        ([{"expect": {"offers": ["done"]}}], "offers: done is not offered"),
        ([{"expect": {"offers_not": ["play Milk"]}}], "offers_not: play Milk is offered"),
        ([{"expect": {"pile": ["Bread"]}}], "pile: expected ['Bread'] on top, found ['The Moon', 'Bread'"),
        ([{"expect": {"discard": 2}}], "discard: expected 2, found 0"),
        ([{"expect": {"why": "RULE-6"}}], "why: nothing has moved yet"),
        ([{"expect": {"winner": "Ann"}}], "winner: expected Ann, found nobody"),
        ([{"expect": {"colour": "red"}}], "'colour' cannot be expected; these can: hand"),
        ([{"expect": 3}], "step 1: expect: keys and values are needed, not 3"),
        (["play Milk"], "step 1: 'SEAT: ANSWER' or 'expect: ...' is needed, not 'play Milk'"),
        ([{"Ann": "play Milk", "Bob": "play Time"}], "step 1: 'SEAT: ANSWER' or 'expect: ...' is needed"),
        ([{"expect": {"turn": "Bob", "drawn": 2}}], "turn: expected Bob, found Ann; drawn: expected 2, found 1"),
    ],
)
def test_what_does_not_hold_is_said(play: list[Any], message: str) -> None:
    assert message in failure(play)


def test_a_question_with_one_option_is_answered_on_the_way() -> None:
    table = {"hand": {"Ann": ["Milk"], "Bob": ["Time"], "Cy": ["Love"]}, "rest": "out"}
    run_scenario(
        scenario(
            [{"Bob": "play Time"}, {"expect": {"turn": "Cy", "keepers": {"Ann": ["Milk"], "Bob": ["Time"]}}}], table
        )
    )


def test_at_an_expectation_nothing_is_answered() -> None:
    table = {"hand": {"Ann": ["Milk"], "Bob": ["Time"]}, "rest": "out"}
    assert "turn: expected Bob, found Ann" in failure([{"expect": {"turn": "Bob"}}], table)


def test_a_step_after_the_end_fails() -> None:
    table = {"hand": {"Ann": ["Milk"]}, "keepers": {"Ann": ["Cookies"]}, "goals": ["Milk and Cookies"]}
    run_scenario(scenario([{"Ann": "play Milk"}, {"expect": {"winner": "Ann", "asked": "nobody"}}], table))
    assert "step 2: 'Ann: done', but the game is over (Ann)" in failure([{"Ann": "play Milk"}, {"Ann": "done"}], table)
    assert "options: the game is over" in failure([{"Ann": "play Milk"}, {"expect": {"options": []}}], table)


def test_yes_and_no_may_be_written_bare() -> None:
    table = {
        "rules": ["Silver Lining"],
        "keepers": {"Ann": ["Money"]},
        "creepers": {"Ann": ["Taxes"]},
        "hand": {"Ann": ["Milk"]},
    }
    run_scenario(scenario([{"Ann": False}, {"expect": {"keepers": {"Ann": ["Money"]}}}], table))
    run_scenario(scenario([{"Ann": True}, {"expect": {"keepers": {"Ann": []}}}], table))


def test_a_table_that_is_no_table_fails_the_scenario() -> None:
    assert "'Mlik' is not a card of fluxx-4" in failure([], {"hand": {"Ann": ["Mlik"]}})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1", "a list of scenarios is needed, each beginning with '- scenario: TITLE'"),
        ("- [", "this is not YAML"),
        ("- " * 100_000, "nested too deeply"),
        ("- 3", "scenario 1: keys and values are needed, not 3"),
        ("- {deck: family}", "scenario 1: 'scenario' should be its title"),
        (
            "- {scenario: A, colour: red}",
            "scenario 1: 'colour' is not a key of a scenario; the keys are scenario, proves",
        ),
        ("- {scenario: A, play: 3}", "scenario 1: 'play' should be a list of steps"),
        ("- {scenario: A}\n- {scenario: B, proves: RULE-6}", "scenario 2: 'proves' should be a list"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(cl.ScenarioError) as caught:
        read_scenarios(file)
    assert message in str(caught.value)
    assert "bad.yaml" in str(caught.value)


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(cl.ScenarioError, match="cannot be read"):
        read_scenarios(tmp_path / "none.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(cl.ScenarioError, match="is not UTF-8 text"):
        read_scenarios(tmp_path / "bytes.yaml")


def test_a_scenario_can_bring_its_own_cards(tmp_path: Path) -> None:
    (tmp_path / "mine.cards").write_text('keeper "Pebble"\n    "A pebble."\n', encoding="utf-8")
    row: dict[str, Any] = {
        "scenario": "Mine",
        "deck": ["family", "mine.cards"],
        "seats": ["Ann", "Bob"],
        "table": {"hand": {"Ann": ["Pebble"]}},
    }
    row["play"] = [{"Ann": "play Pebble"}, {"expect": {"keepers": {"Ann": ["Pebble"]}}}]
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump([row]), encoding="utf-8")
    (read,) = read_scenarios(file)
    assert read.deck == "family+mine.cards"
    run_scenario(read)
