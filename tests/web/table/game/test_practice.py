"""Lessons and puzzles as the page plays them: every request by itself, and nothing from outside."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import ValidationError, json

from changeling.learn.lesson import lessons
from changeling.learn.puzzle import shipped
from changeling.web.table.game.practice import practice_list, practise
from changeling.web.wire.errors import Refuse
from changeling.web.wire.practice import Practice, PracticeKind, Practise

PUZZLE = min(shipped().values(), key=lambda puzzle: puzzle.nodes)


def after(kind: PracticeKind, name: str, *texts: str, step: int = 0, **more: str) -> Practice:
    """A step or a puzzle after some answers, each by the text of its option."""
    answers: list[int] = []
    made = practise(Practise(kind, name, step))[0]
    for text in texts:
        assert made.question is not None
        answers.append(next(option.code for option in made.question.options if option.text == text))
        made = practise(Practise(kind, name, step, answers))[0]
    return practise(Practise(kind, name, step, answers, **more))[0] if more else made  # type: ignore[arg-type]


def test_everything_is_listed() -> None:
    found = practice_list()
    assert [lesson.name for lesson in found.lessons] == [lesson.name for lesson in lessons()]
    assert {puzzle.id for puzzle in found.puzzles} == set(shipped())
    assert found.today in shipped()


def test_a_lesson_is_played_to_its_aim() -> None:
    made = after("lesson", "new-rule", "play Play 3")
    assert (made.verdict, made.steps, made.public.plays) == ("on", 2, 3)
    assert [event.card for event in made.events if event.what == "plays"] == ["Play 3"]
    made = after("lesson", "new-rule", "play Play 3", "play Chocolate Milk", "play Chocolate")
    assert (made.verdict, made.question, made.public.winner) == ("done", None, "You")
    assert made.answer.startswith("Play 3 was itself")


def test_a_slip_shows_what_it_led_to_and_how_far_to_go_back() -> None:
    made = after("lesson", "limits", "play Trash Something", "Bread", "play Chocolate", step=1)
    assert (made.verdict, made.keep) == ("missed", 0)
    assert "no need to make room" in made.answer
    assert "Keeper Limit 2" in made.because


def test_a_puzzle_is_solved_and_a_wrong_answer_is_not_kept() -> None:
    at = after("puzzle", PUZZLE.id)
    assert (at.verdict, at.grade, at.own.seat) == ("on", PUZZLE.grade, "You")
    assert at.question is not None
    wrong = [
        option.text for option in at.question.options if after("puzzle", PUZZLE.id, option.text).verdict == "missed"
    ]
    assert wrong
    made = after("puzzle", PUZZLE.id, wrong[0])
    assert made.keep == 0
    assert made.answer
    assert made.reason
    made = after("puzzle", PUZZLE.id, *PUZZLE.line)
    assert (made.verdict, made.public.winner) == ("done", "You")


def test_a_way_that_is_longer_than_needed_is_kept_and_said_to_be() -> None:
    made = after("puzzle", "d79d4607", "play Immortal Captain")
    assert (made.verdict, made.keep) == ("on", 1)
    assert made.says.endswith("longer than needed.")
    assert after("puzzle", "d79d4607", "use Daleks #2").says == ""


def test_surprises_that_could_be_held_are_told_and_the_way_after_one_answer() -> None:
    made = after("puzzle", "c9737ca5")
    assert made.task.endswith("Surprises not yet seen: Counterspell, Canceled Plans, It's a Trap!")
    made = after("puzzle", "c9737ca5", "play Baked Goods")
    assert made.answer.endswith("Canceled Plans could still be in a hand.")
    made = after("puzzle", "c9737ca5", "play 5 Keepers")
    assert made.verdict == "done"
    assert made.answer.startswith("This is one shortest way (2 answers): play 5 Keepers, play The Rocket. ")
    assert "is not certain: Canceled Plans could still be in a hand." in made.answer


def test_help_and_why() -> None:
    assert after("puzzle", PUZZLE.id, help="hint").hint.startswith(f"It takes {PUZZLE.answers_said}")
    assert after("puzzle", PUZZLE.id, help="second hint").hint.startswith("Begin with")
    later = after("puzzle", PUZZLE.id, PUZZLE.line[0], help="hint").hint
    assert f"{PUZZLE.answers - 1} answer" in later
    assert "left." in later
    at = after("puzzle", PUZZLE.id, help="answer")
    assert at.question is not None
    assert at.next in [option.code for option in at.question.options if option.text in PUZZLE.line]
    assert after("lesson", "goal", help="answer").next is not None
    assert after("lesson", "goal", why="You").reason.startswith("You cannot win yet")


def test_hands_of_others_are_not_told() -> None:
    made = after("puzzle", PUZZLE.id)
    text = json.encode(made).decode()
    others = [card for seat, cards in PUZZLE.table["hand"].items() if seat != "You" for card in cards]
    open_cards = {*made.own.hand, *made.public.discard, *made.public.goals, *made.public.rules}
    hidden = [card for card in others if card not in open_cards]
    assert all(f'"{card}"' not in text for card in hidden)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (Practise("lesson", "nothing"), "practice/none"),
        (Practise("lesson", "goal", 3), "practice/none"),
        (Practise("puzzle", "../../nothing"), "practice/none"),
        (Practise("lesson", "goal", 0, [99_999]), "practice/answers"),
        (Practise("puzzle", PUZZLE.id, 0, [0, 0]), "practice/answers"),
        (Practise("lesson", "goal", why="the weather"), "why/unknown"),
    ],
)
def test_what_there_is_not_is_refused(asked: Practise, code: str) -> None:
    with pytest.raises(Refuse) as refused:
        practise(asked)
    assert refused.value.code == code


def test_a_request_is_small() -> None:
    for body in (b'{"kind":"game","name":"x"}', b'{"kind":"puzzle","name":"x","table":{}}'):
        with pytest.raises(ValidationError):
            json.decode(body, type=Practise)
    many = json.encode({"kind": "puzzle", "name": "x", "answers": [1] * 61})
    with pytest.raises(ValidationError):
        json.decode(many, type=Practise)


def test_a_lesson_that_is_broken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    good = lessons()[0]
    broken = replace(good.steps[1], position={**good.steps[1].position, "table": {"hand": {"You": ["Porridge"]}}})
    odd = replace(good, steps=(good.steps[0], broken))
    monkeypatch.setattr("changeling.web.table.game.practice._lessons", lambda: {odd.name: odd})
    with pytest.raises(Refuse, match=rf"lesson {odd.title}, step 2: hand of You: 'Porridge' is not a card"):
        practise(Practise("lesson", odd.name, 1))
