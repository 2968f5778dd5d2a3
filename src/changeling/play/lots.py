"""Draws of lots that come out as they are told to, so that all that chance can bring is tried out one by one."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any, Final

_WORD: Final = 0xFFFFFFFF


class Lots:
    """Stands in for the numbers of a table's generator: draws of lots come out as they are told to.

    `machine.chance.below` multiplies what the generator gives by how many outcomes there are, and the upper half of the
    product is the outcome. So whoever is multiplied learns how many there are, and can say which it is; the lower half
    is such that it is never rejected. Nothing in the machine has to know of this.
    """

    __slots__ = ("_told", "bounds", "drawn", "unmixed")

    def __init__(self, told: tuple[int, ...], unmixed: int) -> None:
        self._told, self.unmixed = told, unmixed  # the first so many lots leave the cards in the order they are in
        self.bounds: list[int] = []
        self.drawn: list[int] = []

    def __getitem__(self, place: int) -> Any:
        return 0 if place else self

    def __setitem__(self, place: int, value: Any) -> None:
        """The next number is told as this one was."""

    def __add__(self, other: Any) -> Lots:
        return self

    __radd__ = __and__ = __add__

    def __mul__(self, bound: int) -> int:
        if self.unmixed > 0:
            self.unmixed -= 1
            return (bound - 1) << 32 | _WORD
        place = len(self.drawn)
        self.bounds.append(bound)
        self.drawn.append(self._told[place] if place < len(self._told) else 0)
        return self.drawn[place] << 32 | _WORD

    def following(self) -> tuple[int, ...] | None:
        """What the next way is told, or nothing after the last one."""
        for place in range(len(self.drawn) - 1, -1, -1):
            if self.drawn[place] + 1 < self.bounds[place]:
                return (*self.drawn[:place], self.drawn[place] + 1)
        return None

    def chance(self) -> Fraction:
        """How likely this way is."""
        return Fraction(1, prod(self.bounds))
