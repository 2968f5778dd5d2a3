"""The scenario runner: strict about questions, answers and what is expected."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import changeling as cl
from changeling.cli import main
from changeling.proofs.scenario import Failed, Scenario, read_scenarios, run_scenario

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
        (
            [{"Ann": "play Time"}],
            "step 1: 'Ann: play Time' does not fit. Ann: Play a card (1 of 2). (play Draw 4 | play Milk)",
        ),
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
        ([{"Zoe": "play Milk"}], "step 1: 'Zoe' is not a seat; the seats are Ann, Bob, Cy"),
        ([{"Ann": ["play Milk"]}], "step 1: Ann: an answer is needed, such as 'play CARD', not ['play Milk']"),
        ([{"Ann": None}], "step 1: Ann: an answer is needed, such as 'play CARD', not None"),
        ([{"Ann": "play Mlik"}], "'Mlik' is not a card of fluxx-4; did you mean Milk?"),
        ([{"expect": {"hand": {"Ann": ["Mlik"]}}}], "hand: 'Mlik' is not a card of fluxx-4; did you mean Milk?"),
        ([{"expect": {"offers_not": ["play Mlik"]}}], "offers_not: 'Mlik' is not a card of fluxx-4"),
        ([{"expect": {"winner": "Zoe"}}], "winner: 'Zoe' is not a seat; the seats are Ann, Bob, Cy"),
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


def test_what_was_answered_on_the_way_is_said_where_the_step_does_not_fit() -> None:
    table = {"hand": {"Ann": ["Milk"], "Bob": ["Time", "Love"]}, "rest": "out"}
    said = failure([{"Bob": "play Milk"}], table)
    assert said == (
        "step 1: 'Bob: play Milk' does not fit. Bob: Play a card. (play Time | play Love) "
        "(Answers that were the only ones were taken before: 'Ann: play Milk'.)"
    )


def test_a_table_that_no_game_can_come_to_fails_the_scenario() -> None:
    assert failure([], {"rules": ["Draw 2", "Draw 3"]}).startswith("table: rules: 'Draw 2' and 'Draw 3' are about")
    assert "table: goals: Dough, Toast are more than" in failure([], {"goals": ["Dough", "Toast"]})


def test_lines_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lines.yaml"
    file.write_text(
        "\n- scenario: |-\n    Two\n    lines\n  deck: family\n  seats: [Ann, Bob]\n"
        "  table: {hand: {Ann: [Cake, The Cat]}}\n  play:\n    - Bob: done\n"
        "- {scenario: Rest, proves: [RULE-99], deck: family, seats: [Ann, Bob], table: {rest: gone}}\n",
        encoding="utf-8",
    )
    assert main(["scenario", str(file)]) == 1
    told = capsys.readouterr()
    first, second, _ = told.out.splitlines()
    assert first.startswith(f"FAIL {file}: Two lines: step 1 (line 9): 'Bob: done' does not fit. ")
    assert second == f"FAIL {file}: Rest [RULE-99]: line 10: rest: 'pile' or 'out' is needed, not 'gone'"
    assert told.err == f"note: {file}: Rest: RULE-99, which it says to prove, is no clause or ruling that we know\n"


def test_what_is_printed_is_one_plain_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "strange.yaml"
    file.write_text('- {scenario: "Red \\e[31m\\0", deck: family, seats: [Ann, "B\\tb"]}\n', encoding="utf-8")
    assert main(["scenario", str(file)]) == 1
    first, _ = capsys.readouterr().out.splitlines()
    assert first.startswith(f"FAIL {file}: Red \ufffd[31m\ufffd: line 1: seats: 'B\\tb' cannot be a name")


def test_at_an_expectation_nothing_is_answered() -> None:
    table = {"hand": {"Ann": ["Milk"], "Bob": ["Time"]}, "rest": "out"}
    assert "turn: expected Bob, found Ann" in failure([{"expect": {"turn": "Bob"}}], table)


def test_a_step_after_the_end_fails() -> None:
    table = {"hand": {"Ann": ["Milk"]}, "keepers": {"Ann": ["Cookies"]}, "goals": ["Milk and Cookies"]}
    run_scenario(scenario([{"Ann": "play Milk"}, {"expect": {"winner": "Ann", "asked": "nobody"}}], table))
    assert "step 2: 'Ann: done', but the game is over (Ann)" in failure([{"Ann": "play Milk"}, {"Ann": "done"}], table)
    run_scenario(scenario([{"Ann": "play Milk"}, {"expect": {"options": [], "offers_not": ["done"]}}], table))
    over = {"expect": {"offers": ["done"]}}
    assert "offers: the game is over, nothing is offered" in failure([{"Ann": "play Milk"}, over], table)


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
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(cl.ScenarioError) as caught:
        read_scenarios(file)
    assert message in str(caught.value)
    assert "bad.yaml" in str(caught.value)


@pytest.mark.parametrize(
    ("row", "title", "message"),
    [
        ("3", "scenario 2", "keys and values are needed, not 3"),
        ("{deck: family}", "scenario 2", "'scenario' should be its title"),
        ("{scenario: A, colour: red}", "A", "'colour' is not a key of a scenario; the keys are scenario, proves"),
        ("{scenario: A, play: 3}", "A", "'play' should be a list of steps"),
        ("{scenario: A, proves: {a: 1}}", "A", "'proves' should be a list"),
        ("{scenario: A, deck: family, seats: [Ann, Bob], table: 3}", "A", "table: keys and values are needed, not 3"),
    ],
)
def test_what_is_wrong_with_one_scenario_fails_only_that_one(
    tmp_path: Path, row: str, title: str, message: str
) -> None:
    file = tmp_path / "bad.yaml"
    good = "- {scenario: Good, deck: family, seats: [Ann, Bob], table: , play: }\n"
    file.write_text(f"{good}- {row}\n{good}", encoding="utf-8")
    first, second, third = read_scenarios(file)
    run_scenario(first)
    run_scenario(third)
    with pytest.raises(Failed) as caught:
        run_scenario(second)
    assert message in str(caught.value)
    assert second.title == title


def test_the_command_runs_the_other_files_where_one_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.yaml"
    good.write_text("- {scenario: Good, proves: [MIX-1], deck: family, seats: [Ann, Bob]}\n", encoding="utf-8")
    assert main(["scenario", str(tmp_path / "none.yaml"), str(good)]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == f"FAIL {tmp_path / 'none.yaml'}: cannot be read: No such file or directory"
    assert second == f"ok   {good}: Good [MIX-1]"
    assert last == "1 passed, 1 failed"
    assert main(["scenario", str(good)]) == 0


def written(tmp_path: Path, text: str) -> Scenario:
    """The one scenario of a text."""
    file = tmp_path / "one.yaml"
    file.write_text(text, encoding="utf-8")
    (read,) = read_scenarios(file)
    return read


def test_bare_words_of_yaml_are_taken_as_they_are_meant(tmp_path: Path) -> None:
    text = """
- scenario: Words
  proves: C-R113
  deck: fluxx-4
  seats: [Ann, Bob]
  table:
    hand: {Ann: [Money, Milk], Bob: }
    creepers: {Ann: Taxes}
    rules: [Silver Lining, Play 2]
    goals:
    pile: Bread
    drawn:
  play:
    - Ann: play Money
    - expect: {options: [yes, no], offers: yes, hand_limit: null, goals: , rules: 2, meta: 0, attached: [], pile: Bread}
    - Ann: no
    - expect: {keepers: {Ann: Money, Bob: }, creepers: {Ann: [Taxes]}}
"""
    read = written(tmp_path, "\ufeff" + text)
    assert read.proves == ("C-R113",)
    run_scenario(read)


def test_a_creeper_named_only_as_attached_lies_with_its_keeper(tmp_path: Path) -> None:
    text = """
- scenario: Attached
  deck: cthulhu
  seats: [Ann, Bob]
  table: {turn: Ann, hand: {Ann: [Draw 2]}, keepers: {Bob: [The Dreamer]}, attached: {Nightmares: The Dreamer}}
  play:
    - expect: {creepers: {Bob: [Nightmares]}, attached: {Nightmares: The Dreamer}}
"""
    run_scenario(written(tmp_path, text))


def test_copies_are_named_by_number_or_by_what_they_are() -> None:
    table = {"hand": {"Ann": ["Draw 2"], "Bob": ["Draw 2", "Cake"]}, "rules": ["Play 2"], "rest": "out"}
    mix = {"deck": ["fluxx-4", "family"], "seats": ["Ann", "Bob"]}
    one = {
        "hand": {"Bob": ["Cake", "Draw 2"]},
        "options": ["play Draw 2", "play Cake"],
        "rules": ["Play 2", "Draw 2 #1"],
    }
    two = {"rules": ["Play 2", "Draw 2 #2"], "discard": ["Draw 2 #1"]}
    run_scenario(
        scenario([{"Ann": "play Draw 2 #1"}, {"expect": one}, {"Bob": "play Draw 2"}, {"expect": two}], table, **mix)
    )
    both = {"hand": {"Ann": ["Draw 2", "Draw 2"]}, "rest": "out"}
    for names in (["Draw 2", "Draw 2"], ["Draw 2 #2", "Draw 2 #1"]):
        expect = {"hand": {"Ann": names}, "options": [f"play {name}" for name in names]}
        run_scenario(scenario([{"expect": expect}], both, **mix))
    wrong = {"hand": {"Ann": ["Draw 2 #2"]}}
    assert "hand of Ann: expected" in failure([{"expect": wrong}], {"hand": {"Ann": ["Draw 2"]}}, **mix)
    assert "offers_not: play Draw 2 #2 is offered" in failure(
        [{"expect": {"offers_not": ["play Draw 2 #2"]}}], both, **mix
    )


def test_a_card_to_be_discarded_is_not_one_to_be_played() -> None:
    table = {"hand": {"Ann": ["Hand Limit 1", "Milk"], "Bob": ["Time", "Love"]}, "rest": "out"}
    asked = {"asked": "Bob", "options": ["Time", "Love"], "offers_not": ["play Time", "done"]}
    run_scenario(scenario([{"Ann": "play Hand Limit 1"}, {"expect": asked}, {"Bob": "Time"}], table))
    assert "'Bob: play Time' does not fit" in failure([{"Ann": "play Hand Limit 1"}, {"Bob": "play Time"}], table)
    assert "play Time is not offered" in failure(
        [{"Ann": "play Hand Limit 1"}, {"expect": {"offers": ["play Time"]}}], table
    )


def test_why_a_card_was_cancelled_is_the_surprise() -> None:
    table = {"hand": {"Ann": ["Draw 2", "Simon"], "Bob": ["Veto!"]}, "rules": ["Play 2"], "rest": "out"}
    for why in ("Veto!", "SURP-2", "SURP-4"):
        play = [{"Ann": "play Draw 2"}, {"Bob": "play Veto!"}, {"expect": {"why": why, "asked": "Ann"}}]
        run_scenario(scenario(play, table, deck="dice-camera-action"))


def test_a_win_is_part_of_why() -> None:
    table = {"hand": {"Ann": ["Milk"]}, "keepers": {"Ann": ["Cookies"]}, "goals": ["Milk and Cookies"]}
    for why in ("GOAL-3", "Milk and Cookies", "KEEP-1", "Milk"):
        run_scenario(scenario([{"Ann": "play Milk"}, {"expect": {"why": why}}], table))
    assert "why: expected RULE-6, found: Ann settles Milk" in failure(
        [{"Ann": "play Milk"}, {"expect": {"why": "RULE-6"}}], table
    )


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


def test_without_pyyaml_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(cl.ScenarioError, match=r"pip install 'changeling\[play\]'"):
        read_scenarios(tmp_path / "any.yaml")


def test_a_folder_stands_for_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "inner").mkdir()
    for name in ("b.yaml", "inner/a.yml", "notes.txt"):
        (tmp_path / name).write_text("- scenario: Nothing to do\n  deck: fluxx-4\n  seats: [Ann, Bob]\n  play: []\n")
    assert main(["scenario", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].split()[-1] for line in lines[:-1]] == [
        str(tmp_path / "b.yaml"),
        str(tmp_path / "inner" / "a.yml"),
    ]
    (tmp_path / "empty").mkdir()
    assert main(["scenario", str(tmp_path / "empty")]) == 1
    assert f"FAIL {tmp_path / 'empty'}: no file of this folder ends in .yaml or .yml" in capsys.readouterr().out


THEFT = """
- scenario: Passed once
  deck: dice-camera-action
  seats: [Ann, Bob]
  table:
    turn: Ann
    hand: {Ann: ["That's Mine!", Waffles], Bob: ["It's a Trap!"]}
    keepers: {Bob: [Strix]}
    rules: [Play 2]
    pile: [Xopa]
  play:
    - Ann: "play That's Mine!"
    - Ann: Strix
"""


@pytest.mark.parametrize(
    "steps",
    [
        "    - Bob: done\n    - Ann: play Waffles\n",
        "    - Bob: done\n    - Bob: done\n    - Ann: play Waffles\n",
        "    - Bob: done\n    - expect: {asked: Ann, keepers: {Ann: [Strix]}}\n",
        "    - Bob: done\n    - expect: {asked: Bob, keepers: {Bob: [Strix]}}\n",
        "    - Bob: done\n    - Bob: play It's a Trap!\n    - expect: {keepers: {Bob: [Strix]}}\n",
    ],
)
def test_who_let_a_surprise_pass_need_not_say_so_again(tmp_path: Path, steps: str) -> None:
    run_scenario(written(tmp_path, THEFT + steps))


def test_a_surprise_that_nobody_let_pass_has_to_be_answered(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"'Ann: play Waffles' does not fit\. Bob"):
        run_scenario(written(tmp_path, THEFT + "    - Ann: play Waffles\n"))


def test_seats_may_be_numbers_and_cards_may_be_called_yes(tmp_path: Path) -> None:
    (tmp_path / "own.cards").write_text('keeper "Yes"\n    "Well."\nkeeper "42"\n    "The answer."\n')
    text = """
- scenario: Numbers
  deck: [fluxx-4, own.cards]
  holiday: yes
  seats: [1, 2, No]
  people: {1: {age: 7}}
  table: {turn: 1, hand: {1: [Yes, Milk], 2: [42], No: []}, pile: [Love]}
  play:
    - 1: play Yes
    - expect: {turn: 2, keepers: {1: [Yes], No: 0}, doom: {1: 0, table: 0}}
    - 2: play 42
    - expect: {asked: No, keepers: {2: [42]}}
"""
    run_scenario(written(tmp_path, text))


@pytest.mark.parametrize("answer", ["yes", "Yes", "YES", "true", "'yes'"])
def test_yes_is_yes_in_every_form(tmp_path: Path, answer: str) -> None:
    text = f"""
- scenario: Paid
  deck: fluxx-4
  seats: [Ann, Bob]
  table: {{turn: Ann, hand: {{Ann: [Money, Toast]}}, creepers: {{Ann: [Taxes]}}, rules: [Silver Lining], pile: [Time]}}
  play:
    - Ann: play Money
    - expect: {{options: [{answer}, No]}}
    - Ann: {answer}
    - expect: {{creepers: {{Ann: 0}}}}
"""
    run_scenario(written(tmp_path, text))
