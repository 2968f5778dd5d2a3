"""The compiled machine, made once a process and kept on disk between processes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from changeling.cards.deck import Deck
from changeling.engine.fields import Field
from changeling.engine.lean import is_lean
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import NotCompiled
from changeling.play.compiled.progress import counting
from changeling.play.compiled.self_check import difference
from changeling.play.compiled.translating import machine_code_elsewhere

if TYPE_CHECKING:
    from changeling.engine.native.build import Compiled

_OLDEST = (0, 45)  # llvmlite
_PACKAGE = Path(__file__).parents[2]
_BUILDER = _PACKAGE / "engine" / "native" / "build.py"
MODE = 0o755  # of folders; files are never run by the system
_IMPORT = re.compile(r"^(?:from (changeling[\w.]*) import (\([^)]*\)|.*)|import (changeling[\w.]*))", re.MULTILINE)


# --- the key ----------------------------------------------------------------------------------------------------------
def imported(source: str, package: Path = _PACKAGE) -> Iterator[Path]:
    """The files of the package that a module imports while it is loaded itself: what its code can get constants from.

    Imports inside a function or under TYPE_CHECKING are indented and do not count: compiled code cannot use them.
    """
    for base, names, plain in _IMPORT.findall(source):
        path = package.joinpath(*(base or plain).split(".")[1:])
        paths = [path]
        if path.is_dir():  # a package: the names may be modules of it
            paths += [path / each for each in re.findall(r"\w+", re.sub(r"#.*|\bas \w+", "", names))]
        for path in paths:
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if path != package and file.is_file():
                    yield file


def sources_of(*files: Path, package: Path = _PACKAGE) -> dict[Path, bytes]:
    """These files and all of the package that they import, each with the digest of its text."""
    found: dict[Path, bytes] = {}
    left = list(files)
    while left:
        file = left.pop()
        if file not in found:
            found[file], more = _read(file, package)
            left += more
    return found


@lru_cache(maxsize=512)
def _read(file: Path, package: Path) -> tuple[bytes, tuple[Path, ...]]:
    """The digest of a file and what it imports."""
    text = file.read_bytes()
    return hashlib.sha256(text).digest(), tuple(imported(text.decode(), package))


@lru_cache(maxsize=16)
def key_of(file: Path, package: Path = _PACKAGE) -> str:
    """The key of what is compiled from a function in this file: all source that can end up in it, and all versions."""
    made = hashlib.sha256(f"{version('llvmlite')} {version('numpy')} {sys.version}".encode())
    builder = package / _BUILDER.relative_to(_PACKAGE)
    for source, digest in sorted(sources_of(file, builder, package=package).items()):
        made.update(source.name.encode() + digest)
    return made.hexdigest()[:16]


# --- the files --------------------------------------------------------------------------------------------------------
def cache_folder() -> Path:
    """Where compiled code is kept: below it, a folder for each key. Raises OSError where no folder is known."""
    said = os.environ.get("CHANGELING_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        base = Path(said) if said else Path.home() / ".cache"
    except RuntimeError as error:  # a user without a name and without a home
        raise OSError("this user has no home folder; CHANGELING_CACHE can name another one") from error
    return base / "changeling"


@dataclass(frozen=True, slots=True)
class CodeCache:
    """Where compiled functions are kept, by key and `mode`: a file each. Processes make one of a mode at a time.

    It is run as it is found, so nothing is taken from, or put, where another user could have changed it.
    """

    base: Path
    mode: str

    def kept(self, entry: Callable[..., Any]) -> bytes | None:
        """What was kept of this version of a function and of all that it leads to."""
        file = self._file(entry)
        try:
            return None if self._changeable(file) else file.read_bytes()
        except OSError:
            return None

    def keep(self, entry: Callable[..., Any], code: bytes) -> None:
        """Keep what was compiled; nobody ever finds half of it. What cannot be kept is compiled again next time."""
        file = self._file(entry)
        mine = file.with_suffix(f".{os.getpid()}")
        try:
            self._make_folder(file.parent)
            mine.touch(MODE & 0o666)
            mine.write_bytes(code)
            mine.replace(file)
        except OSError as error:
            with contextlib.suppress(OSError):  # a full disk has no room for halves
                mine.unlink()
            announce(f"What was compiled cannot be kept for the next time: {error}")

    def forget(self, entry: Callable[..., Any]) -> None:
        """What was kept is no use: it is damaged, or for another processor."""
        with contextlib.suppress(OSError):
            self._file(entry).unlink()

    @contextlib.contextmanager
    def making(self, entry: Callable[..., Any]) -> Iterator[None]:
        """Compile a function: says so, unless another process just did it, and counts the seconds on a terminal, also
        those of waiting for such a process. Where nothing can be written nobody is waited for."""
        file = self._file(entry)
        told = contextlib.nullcontext() if _is_there(file) else counting(f"Compiling {entry.__qualname__}")
        with told, contextlib.ExitStack() as held:
            with contextlib.suppress(OSError):
                self._make_folder(file.parent)
                held.enter_context(_alone(self.base / f"{self.mode}.lock"))
            if not _is_there(file):
                announce_compiling()
            yield

    def doubt(self, entry: Callable[..., Any]) -> str:
        """What was wrong with a build of this function; empty where nothing was."""
        try:
            return self._doubt(entry).read_text(encoding="utf-8")
        except OSError:
            return ""

    def distrust(self, entry: Callable[..., Any], why: str) -> None:
        """Say that a build failed its check, and have no process try it again."""
        announce(f"What was compiled of {entry.__qualname__} is wrong ({why}), so it is not used.")
        with contextlib.suppress(OSError):  # then the next process finds out for itself
            self._doubt(entry).write_text(why, encoding="utf-8")

    def holds_named(self, file: Path, name: str) -> bool:
        """Whether the function of that name in that file was kept."""
        code = self._folder(file) / f"{name}.code"
        return _is_there(code) and not self._changeable(code)

    def lock_named(self, file: Path, name: str) -> Path:
        """What a process holds that compiles the function of that name in that file for others. Raises OSError where
        nothing can be kept."""
        folder = self._folder(file)
        self._make_folder(folder)
        return folder / f"{name}.lock"

    def _make_folder(self, folder: Path) -> None:
        """Have a folder to keep code in. Raises OSError where that cannot be, or others could write there."""
        self.base.parent.mkdir(parents=True, exist_ok=True)
        for each in (self.base, folder.parent, folder):
            each.mkdir(MODE, exist_ok=True)
        if changeable := self._changeable(folder):
            raise OSError(f"{changeable} is another user's, or others may write to it")

    def _changeable(self, path: Path) -> Path | None:
        """What of a path in the cache, or of the folders that lead to it from there, another user could change."""
        inside = [path, *path.parents]
        return next((each for each in inside[: inside.index(self.base) + 1] if not is_ours(each)), None)

    def _file(self, entry: Callable[..., Any]) -> Path:
        return self._folder(Path(entry.__code__.co_filename)) / f"{entry.__qualname__}.code"

    def _doubt(self, entry: Callable[..., Any]) -> Path:
        return self._file(entry).with_suffix(".wrong")

    def _folder(self, file: Path) -> Path:
        return self.base / key_of(file) / self.mode


def is_ours(path: Path) -> bool:
    """Whether nobody but this user, those of its group, and who may do everything, can change what is there. Where a
    system has no such users everything is one's own. Raises OSError for what cannot be looked at."""
    if not hasattr(os, "geteuid"):
        return True
    found, mine = path.stat(), (0, os.geteuid())  # also a link that leads there is somebody's
    return found.st_uid in mine and path.lstat().st_uid in mine and not found.st_mode & stat.S_IWOTH


def kept(name: str, *, lean: bool = False) -> bool:
    """Whether a compiled function of the package, by its full name, only has to be loaded, which takes a moment."""
    try:
        return _shelf(boundscheck=False, lean=lean).holds_named(*_file_of(name))
    except (ImportError, OSError):
        return False


def lock_file(name: str, *, lean: bool = False) -> Path:
    """What a process holds that compiles a function of the package for others (`play.compiled.compiling`). Raises
    ImportError where llvmlite is not there, OSError where nothing can be kept."""
    return _shelf(boundscheck=False, lean=lean).lock_named(*_file_of(name))


def _file_of(name: str) -> tuple[Path, str]:
    """The file of a function of the package, by its full name, and its name there."""
    module, _, function = name.rpartition(".")
    return _PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py"), function


def _is_there(file: Path) -> bool:
    """Whether a file can be found."""
    try:
        return file.exists()
    except OSError:  # in a folder that this user may not look into
        return False


def _shelf(*, boundscheck: bool, lean: bool = False) -> CodeCache:
    return CodeCache(cache_folder(), "checked" if boundscheck else "lean" if lean else "whole")


@lru_cache(maxsize=8)
def compiled(*, boundscheck: bool = False, beside: tuple[Field, ...] = (), lean: bool = False) -> Compiled:
    """The compiled machine. What is used for the first time on a computer takes a while, which is said on stderr.

    Where nothing can be kept it is compiled anew by every process. `beside` are further fields of its tables. `lean`:
    for decks that `engine.lean` calls so, and no others.
    """
    try:
        if is_too_old():
            raise ImportError(f"0.45 or newer, not {version('llvmlite')}")
        from changeling.engine.native.build import Compiled
        from changeling.engine.native.records import table_with
    except (ImportError, OSError) as error:  # OSError: its library cannot be loaded
        raise NotCompiled(f"compiled play needs llvmlite ({error}): pip install 'changeling[fast]'") from error
    make = partial(
        Compiled,
        boundscheck=boundscheck,
        check=difference,
        table=table_with(beside),
        lean=lean,
        elsewhere=machine_code_elsewhere,
    )
    try:
        return make(keep=_shelf(boundscheck=boundscheck, lean=lean))
    except OSError as error:
        announce(f"Compiling the machine, which cannot be kept for the next time: {error}")
        return make()


@cache
def is_too_old() -> bool:
    """Whether the llvmlite that is there reads another assembly than ours: so did all before 0.45."""
    try:
        return tuple(int(part) for part in version("llvmlite").split(".")[:2]) < _OLDEST
    except (PackageNotFoundError, ValueError):
        return False


def compiled_for(deck: Deck, *, boundscheck: bool = False, beside: tuple[Field, ...] = ()) -> Compiled:
    """The compiled machine for games of a deck: the lean one where that will do."""
    lean = not boundscheck and is_lean(deck, sheet_for(deck))
    return compiled(boundscheck=boundscheck, beside=beside, lean=lean)


@lru_cache(maxsize=1)
def announce_compiling() -> None:
    """Say, the first time in a process, what takes so long."""
    announce("Compiling the machine; this happens once and takes about ten seconds.")


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
