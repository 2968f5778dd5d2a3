"""The compiled machine, made once a process and kept on disk between processes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from changeling.errors import ChangelingError

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled


class NoNumba(ChangelingError):
    """Compiled play was asked for where Numba cannot be imported."""


def cache_folder() -> Path:
    """Where compiled code is kept: a folder of its own for each version of the machine, of Numba and of Python."""
    import numba

    engine = Path(__file__).parent.parent
    made = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    thought = (engine / "bots").glob("*.py")
    for source in sorted([*(engine / "engine").rglob("*.py"), engine / "cards" / "codes.py", *thought]):
        made.update(source.read_bytes())
    home = os.environ.get("CHANGELING_CACHE") or os.environ.get("XDG_CACHE_HOME")
    base = Path(home) if home else Path.home() / ".cache"
    return base / "changeling" / made.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where compiled functions are kept; a mark beside them says which are there. Processes make one at a time."""

    folder: str

    def holds(self, name: str) -> bool:
        """Whether the function of that name was kept."""
        return (Path(self.folder) / f"{name}.kept").exists()

    @contextlib.contextmanager
    def making(self, name: str) -> Iterator[None]:
        """Compile a function: says so, unless another process just did it."""
        with _alone(Path(self.folder) / "lock"):
            new = not self.holds(name)
            if new:
                announce_compiling()
            yield
            (Path(self.folder) / f"{name}.kept").touch()


def kept(name: str) -> bool:
    """Whether a compiled function only has to be loaded, which takes a moment."""
    try:
        return Shelf(str(cache_folder() / "plain")).holds(name)
    except ImportError:
        return False


@lru_cache(maxsize=2)
def compiled(*, boundscheck: bool = False) -> Compiled:
    """The compiled machine. What is used for the first time on a computer takes a while, which is said on stderr.

    Where nothing can be kept it is compiled anew by every process.
    """
    try:
        from changeling.engine.native.build import Compiled
    except ImportError as error:
        raise NoNumba(f"compiled play needs Numba ({error}): pip install 'changeling[fast]'") from error
    folder = cache_folder() / ("checked" if boundscheck else "plain")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lock").touch()
    except OSError as error:
        announce(f"Compiling the machine, which cannot be kept for the next time: {error}")
        return Compiled(boundscheck=boundscheck)
    return Compiled(keep=Shelf(str(folder)), boundscheck=boundscheck)


@lru_cache(maxsize=1)
def announce_compiling() -> None:
    """Say, the first time in a process, what takes so long."""
    announce("Compiling the machine; this happens once and takes about twenty seconds.")


def announce(text: str) -> None:
    """Say on standard error what is being waited for."""
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
