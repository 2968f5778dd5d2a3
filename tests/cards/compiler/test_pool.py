"""The pool of a deck: equal things are kept once, and each is found where it was put."""

from __future__ import annotations

from tests.cards.writing import deck_of

from changeling.cards import codes as w
from changeling.cards.compiler.pool import Instruction, Pool

ONE: Instruction = (1, 2, 3, 4, 5)
TWO: Instruction = (6, 7, 8, 9, 10)


def test_a_list_is_its_length_and_its_items_and_kept_once() -> None:
    pool = Pool()
    first, second, again = pool.list_of((4, 5)), pool.list_of((5, 4)), pool.list_of((4, 5))
    assert first == again != second
    assert pool.lists == [2, 4, 5, 2, 5, 4]
    assert pool.lists[second : second + 3] == [2, 5, 4]


def test_a_filter_of_nothing_lets_everything_through() -> None:
    pool = Pool()
    assert pool.filter(0, 0, (), ()) == 0
    keepers = pool.filter(1 << w.KINDS.index("keeper"), 0, (), (3,))
    assert keepers == pool.filter(1 << w.KINDS.index("keeper"), 0, (), (3,)) == 1
    kinds, marks, slots, names = pool.filters[4 * keepers : 4 * keepers + 4]
    assert (kinds, marks, slots) == (1 << w.KINDS.index("keeper"), 0, w.NONE)
    assert pool.lists[names : names + 2] == [1, 3]


def test_equal_expressions_are_one_and_programs_are_not() -> None:
    pool = Pool()
    first = pool.expression([ONE, TWO])
    assert pool.expression([TWO]) == 2
    assert pool.expression([ONE, TWO]) == first == 0
    assert pool.append([ONE, TWO]) == 3
    assert pool.code == [*ONE, *TWO, *TWO, *ONE, *TWO]


def test_names_marks_and_slots_are_numbered_in_their_order() -> None:
    pool = Pool()
    for number in (pool.name, pool.mark, pool.slot):
        assert [number(text) for text in ("a", "b", "a", "c")] == [0, 1, 0, 2]


def test_what_cards_say_alike_takes_no_more_room() -> None:
    once, twice = (
        deck_of('rule "A"\n    "A."\n    draws += count(keepers(you))\n' + more)
        for more in ("", 'rule "B"\n    "B."\n    draws += count(keepers(you))\n')
    )
    assert len(twice.code) == len(once.code)
