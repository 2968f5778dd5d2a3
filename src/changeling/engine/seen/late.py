"""Values some of whose fields are made when somebody first looks at one of them.

A game makes an event for everything that happens and a question for every answer, and most programs read little of
either. Such a value is a frozen dataclass like any other: whatever reads a field finds it there, and comparing, hashing
or pickling reads all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final


class Late:
    """What a dataclass with late fields is besides. What makes them is in `_later` until they are made."""

    __slots__ = ("__weakref__", "_later")
    _later: tuple[Any, ...] | None

    def _make(self, *given: Any) -> None:
        """Set the fields that are not there yet, from what is in `_later`."""
        raise NotImplementedError

    if not TYPE_CHECKING:  # so that mypy still reports fields that do not exist

        def __getattr__(self, name: str) -> Any:
            """Make the fields when one is first read. Python calls this only for attributes that are not set."""
            if name != "_later":
                make(self)
            return _read(self, name)


_read: Final = object.__getattribute__
put_later: Final = Late.__dict__["_later"].__set__  # what is frozen is set so, and at the least cost


def is_late(value: Late) -> bool:
    """Whether some fields are still to be made."""
    return getattr(value, "_later", None) is not None


def make(value: Late) -> None:
    """Make all fields that are still to be made."""
    later = getattr(value, "_later", None)
    if later is not None:
        value._make(*later)
        put_later(value, None)
