"""Faults of many games, told once for each kind."""

from __future__ import annotations

from tests.cards.writing import deck_of

from changeling.engine.layout import F_CARD, F_PC, F_PROGRAM, FAULT, FRAME, STACK_FULL
from changeling.engine.setup import laid_out
from changeling.engine.sheet_cache import sheet_for
from changeling.lab.faults import MOST_TOLD, Fault, Faults, Kind, kind_of

CARDS = """
keeper "Stone" x20

action "Round" x2
    draw(one)
    while hand(you):
        draw(one)
        discard(hand(you))
    draw(two)
"""


def test_each_kind_is_counted_and_told_once_the_most_frequent_first() -> None:
    faults = Faults()
    assert not faults
    for seed, what in enumerate("abbabbb"):
        kind = Kind(what, f"{what.upper()}, my.cards:{seed}"[:14])
        if not faults.counted(Kind(what)):
            faults.found[Kind(what)] = Fault(Kind(what), 3, seed, f"account of {kind.what}")
    assert faults.games == 7
    assert faults.told() == ["account of b", "account of a"]
    assert faults.summary().splitlines() == [
        "       5 x b (first: seed 1, 3 seats)",
        "       2 x a (first: seed 0, 3 seats)",
    ]


def test_too_many_kinds_are_only_counted() -> None:
    faults = Faults()
    for number in range(MOST_TOLD + 5):
        kind = Kind(str(number))
        if not faults.counted(kind):
            faults.found[kind] = Fault(kind, 2, number, "")
    assert len(faults.found) == MOST_TOLD
    assert faults.games == MOST_TOLD + 5
    assert "5 x something else" in faults.summary()


def test_a_fault_is_named_by_its_card_and_line_whichever_copy_it_was() -> None:
    deck = deck_of(CARDS)
    table = laid_out(sheet_for(deck), 2)
    places = set()
    for title in ("Round", "Round #2"):
        card = deck.by_title()[title].id
        program = deck.programs[deck.play[card]]
        for pc in range(program.entry, program.entry + program.length):
            table.frames, table.outcome, table.fault = 2, FAULT, STACK_FULL
            table.stack[FRAME + F_PROGRAM], table.stack[FRAME + F_CARD] = deck.play[card], card
            table.stack[FRAME + F_PC] = pc
            kind = kind_of(deck, sheet_for(deck), table)
            assert "programs are waiting" in kind.what
            places.add(kind.where)
    assert places == {"Round, my.cards:5", "Round, my.cards:6", "Round, my.cards:9"}, "a loop is one place"


def test_a_table_in_order_has_no_kind() -> None:
    deck = deck_of(CARDS)
    table = laid_out(sheet_for(deck), 2)
    table.options = 1
    assert not kind_of(deck, sheet_for(deck), table).what
    table.place[3] += 1
    assert "not in exactly one place" in kind_of(deck, sheet_for(deck), table).what
