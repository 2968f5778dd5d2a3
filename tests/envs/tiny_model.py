"""The tiny deck once more, without the engine: its four cards by hand, and its value by linear programming.

A player who begins draws a card to the one that was dealt, and plays one. Lamp and Bell come to lie in front of who
plays them, Light in the middle; with Light there, who has the Lamp has won. Borrow takes a Keeper of the other player.
When the pile is empty the discards are shuffled and become it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

CARDS = ("Lamp", "Bell", "Light", "Borrow")
Plan = tuple[Any, ...]  # what a player has seen and done


class Spot(NamedTuple):
    """A game after a draw, or while Borrow asks which Keeper to take."""

    hands: tuple[frozenset[str], frozenset[str]]
    boards: tuple[frozenset[str], frozenset[str]]
    light: bool
    discards: frozenset[str]
    turn: int
    left: int  # answers until the game is broken off
    past: tuple[Plan, Plan]
    borrowing: bool = False


class SequenceForm:
    """Pay by pairs of sequences, a sequence being all that a player has done so far."""

    def __init__(self) -> None:
        self.sequences: tuple[dict[Plan, int], dict[Plan, int]] = ({(): 0}, {(): 0})
        self.sets: tuple[dict[Plan, tuple[int, list[int]]], dict[Plan, tuple[int, list[int]]]] = ({}, {})
        self.pay: dict[tuple[int, int], float] = {}

    def grow(self, spot: Spot, chance: Fraction, done: tuple[int, int]) -> None:
        """Add all that can come of a game."""
        if spot.left == 0:
            return
        me = spot.turn
        state = (*spot.past[me], spot.borrowing)
        choices = sorted(spot.boards[1 - me] if spot.borrowing else spot.hands[me])
        if state not in self.sets[me]:
            numbers = []
            for choice in choices:
                numbers.append(len(self.sequences[me]))
                self.sequences[me][(state, choice)] = numbers[-1]
            self.sets[me][state] = (done[me], numbers)
        for choice, number in zip(choices, self.sets[me][state][1], strict=True):
            after = (number, done[1]) if me == 0 else (done[0], number)
            for part, following, winner in answered(spot, choice):
                if following is None:
                    pay = float(chance * part) * (1 if winner == 0 else -1)
                    self.pay[after] = self.pay.get(after, 0.0) + pay
                else:
                    self.grow(following, chance * part, after)

    def value(self) -> float:
        """What the first player gets where both play as well as can be."""
        optimize: Any = import_module("scipy.optimize")  # comes with OpenSpiel
        counts = [len(one) for one in self.sequences]
        pay = np.zeros(counts)
        for (row, column), worth in self.pay.items():
            pay[row, column] = worth
        mine, theirs = (self._constraints(player) for player in range(2))
        # Maximise what the other player's best answer leaves: by duality the first number of its potentials.
        aim = np.zeros(counts[0] + theirs.shape[0])
        aim[counts[0]] = -1
        upper = np.hstack([-pay.T, theirs.T])
        equal = np.hstack([mine, np.zeros((mine.shape[0], theirs.shape[0]))])
        right = np.zeros(mine.shape[0])
        right[0] = 1
        bounds = [(0, None)] * counts[0] + [(None, None)] * theirs.shape[0]
        found = optimize.linprog(aim, upper, np.zeros(counts[1]), equal, right, bounds, method="highs")
        assert found.success
        return float(-found.fun)

    def _constraints(self, player: int) -> np.ndarray[Any, Any]:
        """That a plan goes on with all of what it came with."""
        rows = np.zeros((1 + len(self.sets[player]), len(self.sequences[player])))
        rows[0, 0] = 1
        for row, (before, numbers) in enumerate(self.sets[player].values(), 1):
            rows[row, before] = -1
            rows[row, numbers] = 1
        return rows


def answered(spot: Spot, choice: str) -> Iterator[tuple[Fraction, Spot | None, int]]:
    """What can come of an answer: how likely it is, the game, and who has won it."""
    me, other = spot.turn, 1 - spot.turn
    hands, boards = list(spot.hands), list(spot.boards)
    discards, light = spot.discards, spot.light
    past = tuple((*one, (me, choice)) for one in spot.past)
    spot = spot._replace(left=spot.left - 1, past=(past[0], past[1]))
    if spot.borrowing:
        boards[me] |= {choice}
        boards[other] -= {choice}
        discards |= {"Borrow"}
    else:
        hands[me] -= {choice}
        if choice == "Light":
            light = True
        elif choice != "Borrow":
            boards[me] |= {choice}
        elif boards[other]:
            yield Fraction(1), spot._replace(hands=(hands[0], hands[1]), borrowing=True), -1
            return
        else:
            discards |= {"Borrow"}
    winner = next((seat for seat in (0, 1) if light and "Lamp" in boards[seat]), -1)
    if winner >= 0:
        yield Fraction(1), None, winner
        return
    following = Spot((hands[0], hands[1]), (boards[0], boards[1]), light, discards, other, spot.left, spot.past)
    yield from ((part, one, -1) for part, one in drawn(following))


def drawn(spot: Spot) -> Iterator[tuple[Fraction, Spot]]:
    """The draw of the player whose turn it is, and who passes where there is nothing to play."""
    inside = frozenset(CARDS) - spot.hands[0] - spot.hands[1] - spot.boards[0] - spot.boards[1] - spot.discards
    pile = inside - {"Light"} if spot.light else inside
    discards = spot.discards
    if not pile:
        pile, discards = discards, frozenset()
    me = spot.turn
    for card in sorted(pile):
        hands, past = list(spot.hands), list(spot.past)
        hands[me] |= {card}
        past[me] = (*past[me], card)
        yield (
            Fraction(1, len(pile)),
            spot._replace(hands=(hands[0], hands[1]), discards=discards, past=(past[0], past[1])),
        )
    if not pile:
        following = spot if spot.hands[me] else spot._replace(turn=1 - me)
        assert following.hands[following.turn], "nobody has a card: the model does not go so far"
        yield Fraction(1), following


def value_for_who_begins(most: int) -> float:
    """What the tiny deck is worth for who begins, when games are broken off after so many answers."""
    form = SequenceForm()
    nothing: frozenset[str] = frozenset()
    for mine in CARDS:
        for theirs in CARDS:
            if mine != theirs:
                start = Spot(
                    (frozenset({mine}), frozenset({theirs})),
                    (nothing, nothing),
                    False,
                    nothing,
                    0,
                    most,
                    ((mine,), (theirs,)),
                )
                for part, spot in drawn(start):
                    form.grow(spot, Fraction(1, 12) * part, (0, 0))
    return form.value()
