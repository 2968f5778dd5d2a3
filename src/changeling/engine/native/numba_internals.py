"""All that reaches inside Numba: two ways to have it do less. Everything works without them, more slowly.

Each is used only with versions of Numba that it was tried with (`TRIED`), only where Numba still has the parts that it
replaces, and only while Numba's own lock is held, so that nobody else compiles meanwhile. After a build some games are
played on it and interpreted, and must be the same (`changeling.play.self_check`). `CHANGELING_NUMBA_INTERNALS=off`
switches both off. docs/decisions/0008 has what was measured.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext

TRIED = ("0.61", "0.68")
_PARTS = (
    (CPUCodeLibrary, ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals")),
    (CPUContext, ("get_executable",)),
)


def why_unusable(version: str = numba.__version__) -> str:
    """Why the functions of this module cannot be used with this Numba; empty where they can."""
    if ".".join(version.split(".")[:2]) not in TRIED:
        return f"Numba {version} was not tried; {', '.join(TRIED)} were"
    missing = [f"{owner.__name__}.{name}" for owner, names in _PARTS for name in names if not hasattr(owner, name)]
    return f"Numba {version} has no {', '.join(missing)}" if missing else ""


@contextlib.contextmanager
def replaced(owner: Any, **parts: Any) -> Iterator[None]:
    """While this lasts, a class or module of Numba has these parts instead of its own, and Numba's lock is held."""
    with global_compiler_lock:
        own = {name: part for name, part in vars(owner).items() if name in parts}
        for name, part in parts.items():
            setattr(owner, name, part)
        try:
            yield
        finally:
            for name in parts:
                if name in own:
                    setattr(owner, name, own[name])
                else:  # inherited
                    delattr(owner, name)


@contextlib.contextmanager
def drafting() -> Iterator[None]:
    """While this lasts, what is compiled can be called by compiled functions only.

    Why: Numba makes each function runnable by itself. It optimises it with everything that it calls and writes machine
    code, although a caller takes only the unoptimised code and optimises it again. With 150 small functions that is
    most of the work. Since: Numba 0.61. Without it: compiling takes about four times as long; the result is the same.
    """
    library = replaced(CPUCodeLibrary, _optimize_final_module=lambda library: None, _finalize_final_module=_finish)
    with library, replaced(CPUContext, get_executable=_no_executable):
        yield


def _finish(library: Any) -> None:
    """The end of `CPUCodeLibrary._finalize_final_module`, without the machine code."""
    library._finalize_dynamic_globals()
    library._finalized = True


def _no_executable(context: Any, library: Any, description: Any, environment: Any) -> Any:
    """In place of `CPUContext.get_executable`. Numba keys overloads by this object; any unique one works."""
    library._ensure_finalized()
    return [].append


@contextlib.contextmanager
def sealing() -> Iterator[None]:
    """While this lasts, only the function that is compiled can be called from outside, not those linked into it.

    Why: Numba leaves every linked function callable, so LLVM has to keep each with its signature. Made internal, they
    can be inlined and dropped, and their unused results go. Since: Numba 0.61. Without it: games are a tenth slower.
    """
    optimise = CPUCodeLibrary._optimize_final_module

    def seal(library: Any) -> None:
        for function in library._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:  # how Numba marks what was linked in
                function.linkage = Linkage.internal
        optimise(library)

    with replaced(CPUCodeLibrary, _optimize_final_module=seal):
        yield
