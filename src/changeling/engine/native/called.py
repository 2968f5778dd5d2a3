"""A compiled function as Python has it: arrays and tuples are given, numbers are passed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import is_
from typing import Any, Final

from changeling.engine.native.kinds import NOTHING, Number, numbers_of
from changeling.engine.native.signature import Signature

_NONE_YET: Final[tuple[tuple[Any, ...], tuple[int, ...]]] = ((), ())


class Called:
    """A compiled function. `plain` is the same for whoever gives the numbers that stand for each argument: of a number
    itself, of an array its address and shape (`kinds.numbers_of`); nothing that it is given is checked.

    The arrays that were given last, at the beginning, are remembered, so that to give the same again costs little.
    """

    __slots__ = ("_arrays", "_each_last", "_failed", "_last", "_only_numbers_left", "_signature", "plain")

    def __init__(self, signature: Signature, functions: Sequence[Callable[..., Any]]) -> None:
        self.plain = functions[0]
        self._failed = functions[1] if len(functions) > 1 else None
        self._signature = signature
        # How many arguments at the beginning are no numbers, and whether all the others are.
        kinds = signature.kinds
        self._arrays = next((at for at, kind in enumerate(kinds) if isinstance(kind, Number)), len(kinds))
        self._only_numbers_left = all(isinstance(kind, Number) for kind in kinds[self._arrays :])
        self._last = _NONE_YET  # all of them, and their numbers
        self._each_last = dict[int, tuple[Any, tuple[int, ...]]]()  # likewise each, by its place

    def __call__(self, *given: Any) -> Any:
        """Call it with arrays and numbers. Raises TypeError where one is of another kind."""
        signature, arrays = self._signature, self._arrays
        if len(given) != len(signature.kinds):
            takes = f"{len(signature.kinds)} arguments ({', '.join(signature.takes)})"
            raise TypeError(f"{signature.name} takes {takes}, not {len(given)}")
        before, numbers = self._last
        if len(before) != arrays or not all(map(is_, before, given)):
            numbers = self._remembered(given[:arrays])
            self._last = given[:arrays], numbers
        left: Sequence[Any] = given[arrays:]
        result = self.plain(*numbers, *(left if self._only_numbers_left else self._numbers(left, arrays)))
        if self._failed is not None:
            self._check()
        return None if signature.gives == NOTHING else result

    def bound(self, *arrays: Any) -> Callable[..., Any]:
        """The function with the arrays that it takes first, to be called with the numbers that come after these: as
        often as one likes, at the least cost. Raises TypeError where an array is of another kind. Whoever calls it
        keeps the arrays."""
        if len(arrays) != self._arrays or not self._only_numbers_left:
            raise TypeError(f"{self._signature.name} takes {self._arrays} arrays before its numbers, not {len(arrays)}")
        call = partial(self.plain, *self._numbers(arrays, 0))
        return call if self._failed is None else partial(self._checked, call)

    def _checked(self, call: Callable[..., Any], *numbers: Any) -> Any:
        result = call(*numbers)
        self._check()
        return result

    def _check(self) -> None:
        """Raise IndexError where an index was wrong in the last call."""
        assert self._failed is not None
        name, line, index, length = self._failed()
        if line:
            raise IndexError(f"{name}, line {line}: {index} is no index of {length}")

    def _remembered(self, arrays: Sequence[Any]) -> tuple[int, ...]:
        """The numbers that stand for the arrays at the beginning; only what is another one than last is looked at."""
        numbers = list[int]()
        for place, value in enumerate(arrays):
            last = self._each_last.get(place)
            if last is None or last[0] is not value:
                name, kind = self._signature.takes[place], self._signature.kinds[place]
                last = self._each_last[place] = (value, tuple(numbers_of(kind, value, name)))
            numbers += last[1]
        return tuple(numbers)

    def _numbers(self, given: Sequence[Any], first: int) -> list[int]:
        names, kinds = self._signature.takes[first:], self._signature.kinds[first:]
        return [
            number
            for name, kind, value in zip(names, kinds, given, strict=False)
            for number in numbers_of(kind, value, name)
        ]
