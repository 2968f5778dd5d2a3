"""What registers can hold, read off the programs: every value that a game ever has there fits."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of
from tests.effort import EFFORT
from tests.random_play import random_games

import changeling as cl
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine import layout as at
from changeling.record.register_kinds import fits, registers_of


@pytest.mark.parametrize("edition", cl.editions())
def test_whatever_a_game_keeps_in_a_register_fits(edition: str) -> None:
    seen = 0
    for game in random_games(edition, 4, 2 * EFFORT, 70):
        t = game.table
        for base in range(0, t.frames * at.FRAME, at.FRAME):
            frame = t.stack[base : base + at.FRAME]
            held = registers_of(game.deck, frame[at.F_PROGRAM])[frame[at.F_PC]]
            for kinds, value in zip(held, frame[at.F_REGISTER :], strict=True):
                assert fits(kinds, value, cards=len(game.deck.cards), seats=t.seats, words=len(game.deck.words))
                seen += value != 0
    assert seen > 50


def last(deck: Deck, card: str) -> tuple[set[str | int], ...]:
    """What the registers can hold at the end of a card's program."""
    program = deck.play[next(face.id for face in deck.cards if face.name == card)]
    known = registers_of(deck, program)
    return tuple(set(held) for held in known[max(known)])


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ("    x = choose(others)\n    draw(one, by=x)\n", {0, v.SEAT}),
        ("    x = choose(hand(you))\n    discard(x)\n", {0, v.CARD}),
        ("    x = left_of(you) if count(hand(you)) > 3 else you\n    draw(one, by=x)\n", {v.SEAT}),
        ("    x = nothing\n    if agree():\n        x = choose(hand(you))\n    play(x)\n", {-1, v.CARD}),
        ("    for p in others:\n        draw(one, by=p)\n", {v.SEAT}),
        ("    for _ in upto(2):\n        draw(one)\n", {0, v.NUMBER}),
        ('    x = pick("left", "right")\n    pass_hands(x)\n', {v.WORD}),
    ],
)
def test_a_register_holds_what_the_program_puts_there(body: str, held: set[str | int]) -> None:
    deck = deck_of(f'keeper "Milk"\n    "Milk."\n\naction "Try"\n    "Try."\n{body}')
    assert any(kinds - {0} == held - {0} for kinds in last(deck, "Try"))


def test_a_card_a_seat_and_a_number_have_their_own_ranges() -> None:
    assert fits(frozenset({v.CARD}), 99, cards=100, seats=3)
    assert not fits(frozenset({v.CARD}), 100, cards=100, seats=3)
    assert not fits(frozenset({v.SEAT}), 3, cards=100, seats=3)
    assert fits(frozenset({v.SEAT}), -1, cards=100, seats=3)
    assert not fits(frozenset({0}), 1, cards=100, seats=3)
    assert fits(frozenset({v.NUMBER}), -30_000, cards=100, seats=3)
