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

    def _make(self, *given: Any) -> tuple[Any, ...] | None:
        """Set fields that are not there yet, from what is in `_later`; gives what the others are made of, if any are
        left."""
        raise NotImplementedError

    if not TYPE_CHECKING:  # so that mypy still reports fields that do not exist

        def __getattr__(self, name: str) -> Any:
            """Make a field when it is first read. Python calls this only for attributes that are not set."""
            while name != "_later":
                later = getattr(self, "_later", None)
                if later is None:
                    break
                put_later(self, self._make(*later))
                try:
                    return _read(self, name)
                except AttributeError:
                    continue
            return _read(self, name)


_read: Final = object.__getattribute__
put_later: Final = Late.__dict__["_later"].__set__  # what is frozen is set so, and at the least cost


def is_late(value: Late) -> bool:
    """Whether some fields are still to be made."""
    return getattr(value, "_later", None) is not None


def make(value: Late) -> None:
    """Make all fields that are still to be made."""
    later = getattr(value, "_later", None)
    while later is not None:
        later = value._make(*later)
        put_later(value, later)
