"""The compiled machine, made once a process and kept on disk between processes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from changeling.errors import ChangelingError

if TYPE_CHECKING:
    from changeling.engine.compiled import Compiled


class NoNumba(ChangelingError):
    """Compiled play was asked for where Numba cannot be imported."""


def cache_folder() -> Path:
    """Where compiled code is kept: a folder of its own for each version of the machine, of Numba and of Python."""
    import numba

    engine = Path(__file__).parent.parent
    made = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted([*(engine / "engine").glob("*.py"), engine / "cards" / "words.py"]):
        made.update(source.read_bytes())
    home = os.environ.get("CHANGELING_CACHE") or os.environ.get("XDG_CACHE_HOME")
    base = Path(home) if home else Path.home() / ".cache"
    return base / "changeling" / made.hexdigest()[:16]


@lru_cache(maxsize=2)
def compiled(*, boundscheck: bool = False) -> Compiled:
    """The compiled machine. The first time on a machine it takes a while; that is said on standard error.

    Processes that need it at the same time wait for the first of them. Where nothing can be kept it is compiled anew.
    """
    try:
        from changeling.engine.compiled import Compiled
    except ImportError as error:
        raise NoNumba(f"compiled play needs Numba ({error}): pip install 'changeling[fast]'") from error
    folder = cache_folder() / ("checked" if boundscheck else "plain")
    ready = folder / "ready"
    if ready.exists():
        return Compiled(cache=str(folder), boundscheck=boundscheck)
    with contextlib.ExitStack() as held:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            held.enter_context(_alone(folder / "lock"))
        except OSError as error:
            _say(f"Compiling the machine, which cannot be kept for the next time: {error}")
            return Compiled(boundscheck=boundscheck)
        if not ready.exists():
            _say("Compiling the machine; this happens once and takes about a minute.")
        machine = Compiled(cache=str(folder), boundscheck=boundscheck)
        ready.touch()
        return machine


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock file, where the system has such locks; else go on without: compiling twice does no harm."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
