"""Conditions that always or never hold, and none besides."""

from __future__ import annotations

import ast
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import EFFORT

from changeling.cards.compiler.lint.truth import Judge

NEVER = [
    "no",
    'has("A") and not has("A")',
    'has("A", "B") and not has("A")',
    'has("A", "A") and not has("A")',
    'has("A") and not anyone_has("A")',
    "count(hand(you)) >= 3 and count(hand(you)) < 2",
    "count(hand(you)) == 3 and count(hand(you)) == 4",
    "count(hand(you)) < zero",
    "hand(you) and not hand(you)",
    "count(hand(you)) == zero and hand(you)",
    "count(keepers(you, food)) >= 3 and count(keepers(you)) < 2",
    "count(hand(you)) > count(hand(p)) and count(hand(p)) > count(hand(you))",
    "n > 3 and n < 2",
    "count(creepers(you, keeper)) > 0",
    "hand(you, creeper)",
    "rules(goal, keeper)",
    "most(hand) and least(hand)",
    "least(keepers, food) and leads(keepers, food)",
    "most(hand) and not leads(hand)",
    "count(keepers(you)) > count(keepers(everyone))",
    "count(keepers(everyone)) < count(keepers(others))",
    "count(keepers(p, food)) > count(keepers(from_left))",
    "count(keepers(you, food)) > count(keepers(you))",
    "one > two",
    "card == this and card != this",
    'not (has("A") or not has("A"))',
    "yes and no",
    "weekday == 8",
    "weekday == eight",
    "month > 12",
    "day > 31 or day < zero - one",
    "hour >= 24",
    "minute == 60",
    "hour > 23 or minute > 59",
    "roll(six) == seven",
    "roll(six) > 6",
    "initial(this) > 26",
    "count(hand(you)) % three == five",
    "weekday % two > one",
]
ALWAYS = [
    "yes",
    'has("A") or not has("A")',
    "count(hand(you)) >= zero",
    "3 > 2",
    "weekday < 8",
    "hour <= 23",
    "roll(six) < seven",
    "month % two < two",
    "3 > two",
    "you == you",
    "count(hand(you)) != 3 or count(hand(you)) != 4",
]
OPEN = [
    'has("A")',
    'has("A") and not has("A", "B")',
    'has("A") and not has("A", "A")',
    'anyone_has("A") and not has("A")',
    "count(hand(you)) >= three and count(hand(you)) < 2",  # 2 grows
    "count(hand(you)) < 0",  # so does 0
    "2 > three",
    "count(keepers(you, keeper)) > 0",
    "rules(goal, rule)",
    "most(hand) and least(keepers)",
    "leads(hand) and not most(hand)",
    "not least(hand) and not leads(hand)",
    "count(keepers(you)) == count(keepers(everyone))",
    "count(keepers(you)) > count(keepers(everyone, food))",
    "count(keepers(you)) > count(keepers(others))",
    "count(keepers(you)) + one > count(keepers(everyone))",
    "count(creepers(you)) > count(keepers(everyone))",
    "count(keepers(you)) >= 3 and count(keepers(you, food)) < 2",
    "agree() and not agree()",  # asked twice
    "random(hand(you)) == random(hand(you))",
    "doom(you) < zero",
    "age(you) == age(p)",
    "weekday == seven",
    "weekday < zero",  # where nobody has given the day
    "day == 31",
    "hour == 0",
    "roll(six) == six",
    "roll(6) == 7",  # with as many sides as numerals have grown
    "roll(six) == roll(six)",
    "roll(six) > four",
    "roll(six, by=p) >= 3",
    "pick_number(1, 6) > 4",
    "pick_number(1, 6) <= two",
    "choice(you) > choice(p)",
    "count(hand(you)) % 3 == five",
    "initial(c) == initial(this)",
    "is_a(this, keeper) and is_a(this, food)",
]


def tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@pytest.mark.parametrize(("text", "holds"), [(t, False) for t in NEVER] + [(t, True) for t in ALWAYS])
def test_what_is_certain(text: str, holds: bool) -> None:
    assert Judge().constant(tree(text)) is holds


@pytest.mark.parametrize("text", OPEN)
def test_what_depends_on_the_table(text: str) -> None:
    assert Judge().constant(tree(text)) is None


def test_the_largest_part_that_is_certain_is_named() -> None:
    text = 'has("A") or (has("B") and not has("B")) or not (count(hand(you)) >= zero and has("C"))'
    found = [(ast.unparse(part), holds) for part, holds in Judge().constants(tree(text))]
    assert found == [("has('B') and (not has('B'))", False), ("count(hand(you)) >= zero", True)]


def test_no_condition_takes_long_and_neither_do_many() -> None:
    judge = Judge()
    began = time.thread_time()
    wide = " and ".join(f'(has("K{n}") or count(hand(you, "K{n}")) == {n})' for n in range(60))
    deep = " or ".join(f'has("K{n}") and not has("K{n}")' for n in range(6))
    for _ in range(200):
        judge.constant(tree(wide))
        list(judge.constants(tree(deep)))
    assert time.thread_time() - began < 20


# --- against all tables of a small world ------------------------------------------------------------------------------
ATOMS = ['has("A")', 'has("B")', 'has("A", "B")', "n == 1", "n >= 2", "n < one", "n > two", "yes"]
CONDITIONS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        inner.map(lambda one: f"not ({one})"),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: f"({' '.join(parts)})"),
    ),
    max_leaves=6,
)


def tables(text: str) -> set[bool]:
    """Whether a condition holds, in every world of two cards, a number and what numerals grow by."""
    found = set()
    for cards in ((), ("A",), ("B",), ("A", "B")):
        for n in range(-1, 9):
            for growth in range(6):
                grown = text.replace("n == 1", f"n == {1 + growth}").replace("n >= 2", f"n >= {2 + growth}")
                names = {"n": n, "one": 1, "two": 2, "yes": True, "has": lambda *of, c=cards: set(of) <= set(c)}
                found.add(bool(eval(grown, {"__builtins__": {}}, names)))
    return found


@given(CONDITIONS)
@settings(max_examples=150 * EFFORT, deadline=None)
def test_what_is_called_certain_is_so_at_every_table(text: str) -> None:
    found = Judge().constant(tree(text))
    if found is not None:
        assert tables(text) == {found}
    else:
        assert len(tables(text)) == 2
