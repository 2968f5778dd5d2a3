"""Compiling in the background: in a process of its own, begun once, and by one process of a computer at a time.

The process that compiles goes on when the one that began it ends. While it runs it holds a lock file, so that others
that want the same do not begin it as well; they find it on disk when it is done.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Final

from changeling.play.compiled.native_cache import is_too_old, kept, lock_file
from changeling.play.compiled.own_process import command, environment


class _Detached(subprocess.Popen[bytes]):
    """A process that may go on when this one ends: nobody is warned that it still runs."""

    def __del__(self) -> None:
        """Leave it alone."""


_begun: Final = dict["Target", _Detached]()  # by this process
_beginning: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Target:
    """A compiled function: its own full name (`entry`), and that of the function that compiles or loads it (`maker`).

    `lean` is given to the maker: whether the lean machine is meant (`engine.lean`). Where it is None there is but one.
    """

    entry: str
    maker: str
    lean: bool | None = None

    @property
    def is_kept(self) -> bool:
        """Whether it only has to be loaded."""
        return kept(self.entry, lean=bool(self.lean))

    @property
    def can_be_had(self) -> bool:
        """Whether llvmlite is there at all, and not too old."""
        return importlib.util.find_spec("llvmlite") is not None and not is_too_old()

    def is_ready(self) -> bool:
        """Whether it only has to be loaded; if not, it begins to be compiled."""
        if not self.can_be_had:
            return False
        if self.is_kept:
            return True
        self.begin()
        return False

    def begin(self) -> None:
        """Have it compiled by a process of its own, and do not wait for that. Does nothing where this process has begun
        it before, or another one is at it, or nothing could be kept."""
        with _beginning:
            if self in _begun:
                _begun[self].poll()  # so that the system need not remember it any longer
                return
            with suppress(OSError, ImportError), self._lock() as lock:
                asked = command(self.program)
                if asked is not None and _is_free(lock):
                    _begun[self] = self._start(asked, lock)

    def _lock(self) -> IO[bytes]:
        return lock_file(self.entry, lean=bool(self.lean)).open("wb")

    def _start(self, asked: list[str], lock: IO[bytes]) -> _Detached:
        """Start the process, which holds the lock as long as it lives."""
        quiet = subprocess.DEVNULL
        return _Detached(
            asked,
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
            pass_fds=(lock.fileno(),) if os.name == "posix" else (),
            env=environment(),
        )

    @property
    def program(self) -> str:
        """What the process runs."""
        module, _, maker = self.maker.rpartition(".")
        return f"from {module} import {maker}; {maker}({'' if self.lean is None else f'lean={self.lean}'})"


def _is_free(lock: IO[bytes]) -> bool:
    """Take a lock, where the system has such locks; says whether nobody else holds it."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
