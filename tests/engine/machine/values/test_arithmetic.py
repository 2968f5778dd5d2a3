"""Numbers that the ranks of cards make: compared with trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from tests.cards.writing import action, expect
from tests.random_play import laid

import changeling as cl
from changeling.cards.codes import KEEPERS, MOST_SUM, WAYS
from changeling.engine.machine.values.arithmetic import makes
from changeling.engine.sheet_cache import sheet_for

NUMBERS = (0, 1, 2, 2, 3, 5, 7, 9, 12, 40, 119, 120)
CARDS = "".join(f'keeper "K{place}" rank {number}\n    "K."\n' for place, number in enumerate(NUMBERS))
GOAL = 'goal "Sum"\n    "Make 17."\n    wins = makes(keepers(you), "+-", 17)\n'


def joined(a: int, b: int, signs: str) -> Iterator[int]:
    """What two numbers make, the one before the other."""
    if "+" in signs:
        yield a + b
    if "-" in signs:
        yield a - b
    if "*" in signs:
        yield a * b
    if "/" in signs and b and a % b == 0:
        yield a // b


def all_made(numbers: tuple[int, ...], signs: str) -> set[int]:
    """All numbers that these make together, each used once."""
    if len(numbers) == 1:
        return set(numbers)
    found = set()
    for first, second in ((x, y) for x in range(len(numbers)) for y in range(len(numbers)) if x != y):
        rest = tuple(number for place, number in enumerate(numbers) if place not in (first, second))
        for number in joined(numbers[first], numbers[second], signs):
            if 0 <= number <= MOST_SUM:
                found |= all_made((number, *rest), signs)
    return found


def test_all_that_can_be_made_is_found_and_nothing_else() -> None:
    chance = random.Random(7)
    for signs in ("".join(some) for size in range(1, 5) for some in combinations("+-*/", size)):
        places = chance.sample(range(len(NUMBERS)), 4)
        game = laid(CARDS, keepers={"Ann": [f"K{place}" for place in places]})
        d, t = sheet_for(game.deck), game.table
        held = tuple(NUMBERS[place] for place in places if NUMBERS[place] <= MOST_SUM)
        wanted = {
            number for size in range(1, 5) for some in combinations(held, size) for number in all_made(some, signs)
        }
        ways = sum(WAYS[sign] for sign in signs)
        found = {number for number in range(-1, MOST_SUM + 2) if makes(d, t, KEEPERS, 0, ways, 0, number)}
        assert found == wanted


def test_the_first_six_count() -> None:
    game = laid(CARDS, keepers={"Ann": ["K0", "K1", "K2", "K3", "K4", "K5", "K9"]})
    d, t = sheet_for(game.deck), game.table
    assert not makes(d, t, KEEPERS, 0, WAYS["+"], 0, 40)
    assert makes(d, t, KEEPERS, 0, WAYS["+"], 0, 13)


def test_why_somebody_does_not_win_yet() -> None:
    game: cl.Game = laid(CARDS + GOAL, goals=["Sum"], keepers={"Ann": ["K4", "K5"]})
    assert "none of Ann's Keepers make 17 by + -" in game.why("Ann").text


def test_what_is_refused() -> None:
    expect(action("if makes(keepers(you), ▸sum, 3):", "    draw(1)"), "some of the signs + - * / in quotes")
    expect(action('if makes(keepers(you), ▸"++", 3):', "    draw(1)"), "each once")
    expect(action('if makes(▸keepers(others), "+", 3):', "    draw(1)"), "the cards of one player")
    expect(action('if makes(keepers(you), "+", ▸500):', "    draw(1)"), "too large")
    expect(action('if ▸makes(keepers(you), "+"):', "    draw(1)"), "makes() takes 3 things, not 2")
