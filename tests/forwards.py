"""Lists as the compiled machine takes its arrays: no index below zero, which there would not count from the end."""

from __future__ import annotations

from typing import Any


class Forwards(list[Any]):
    """A list in which an index below zero is an error."""

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return Forwards(super().__getitem__(at))
        if at < 0:
            raise IndexError(f"{at} is not an index here")
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(at, slice) and at < 0:
            raise IndexError(f"{at} is not an index here")
        super().__setitem__(at, value)
