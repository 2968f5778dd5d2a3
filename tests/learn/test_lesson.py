"""Lessons as text: what is read, and what is said of files that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from changeling.errors import ScenarioError
from changeling.learn.attempt import Attempt
from changeling.learn.lesson import YOU, lessons, read_lesson
from changeling.proofs.expectations import find_option

STEP = """
  - says: One.
    task: Two.
    well: Three.
    deck: fluxx-4
    seats: [You, Ann]
    table: {turn: You, hand: {You: [Milk]}}
    play: [{You: play Milk}]
    aim: {keepers: {You: [Milk]}}
"""


def written(folder: Path, text: str, name: str = "07-own.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_there_are_twelve_and_the_first_four_are_short() -> None:
    row = lessons()
    assert len(row) == 12
    assert len({lesson.name for lesson in row}) == 12
    assert sum(len(lesson.steps) for lesson in row[:4]) <= 10


def test_every_step_has_a_seat_for_the_learner_and_a_usual_wrong_way() -> None:
    for lesson in lessons():
        for step in lesson.steps:
            assert YOU in step.position["seats"]
            assert step.slips, f"{lesson.title}: {step.task}"


def test_a_file_is_a_lesson_named_after_it(tmp_path: Path) -> None:
    lesson = read_lesson(written(tmp_path, f"lesson: Own\nabout: Mine.\nsteps:{STEP}"))
    assert (lesson.name, lesson.title, lesson.about) == ("own", "Own", "Mine.")
    assert lesson.steps[0].ways == (({"You": "play Milk"},),)
    assert lesson.steps[0].why == YOU
    assert lessons(tmp_path) == (lesson,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1]", "a lesson: keys and values are needed"),
        ("lesson: A\nabout: B\nsteps: []", "steps: a lesson needs one at least"),
        ("lesson: A\nabout: B\nstep: []", "'step' is not a key here; the keys are lesson, about, steps"),
        (f"lesson: 7\nabout: B\nsteps:{STEP}", "lesson: a sentence is needed, not 7"),
        (f"lesson: A\nabout: B\nsteps:{STEP}    why: [", "this is not YAML"),
        (
            f"lesson: A\nabout: B\nsteps:{STEP.replace('[You, Ann]', '[Bob, Ann]')}",
            "seats: one of them has to be 'You'",
        ),
        (
            f"lesson: A\nabout: B\nsteps:{STEP.replace('    play: [{You: play Milk}]', '')}",
            "the intended way is missing",
        ),
        (
            f"lesson: A\nabout: B\nsteps:{STEP.replace('{keepers: {You: [Milk]}}', '')}",
            "aim: what should hold is missing",
        ),
        (f"lesson: A\nabout: B\nsteps:{STEP}    slips: [{{says: No.}}]", "slip 1: play: the wrong way is missing"),
        (f"lesson: A\nabout: B\nsteps:{STEP}    slips: 3", "slips: a list is needed, not 3"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ScenarioError) as error:
        read_lesson(path)
    assert str(error.value).startswith(str(path))
    assert said in str(error.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be read"):
        read_lesson(tmp_path / "none.yaml")
    (tmp_path / "odd.yaml").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ScenarioError, match="not UTF-8"):
        read_lesson(tmp_path / "odd.yaml")


def test_no_creeper_turns_up_in_a_lesson_unannounced() -> None:
    for lesson in lessons():
        for step in lesson.steps:
            for way in (*step.ways, *(slip.way for slip in step.slips)):
                attempt = Attempt(step)
                given = [str(text) for row in way if isinstance(row, dict) for who, text in row.items() if who == YOU]
                for text in given:
                    option = attempt.decision and find_option(attempt.decision, text)
                    if option:
                        attempt.answer(option)
                assert "lays down" not in [event.what for event in attempt.game.events], (lesson.title, step.task)
