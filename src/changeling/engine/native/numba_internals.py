"""Three ways in which this machine asks less of Numba than programs in general do.

Numba makes each function it compiles runnable by itself: it optimises it together with everything that it calls and
writes machine code, although a caller takes only the first draft and optimises it again. For a machine of many small
functions that is most of the work. Within `drafting` the draft is kept and the rest is left to the functions that
Python calls.

Whoever links with a function might call each function in it, so Numba leaves them all callable. Within `sealing` only
the function itself can be called, and LLVM is free to change the others as it likes.

An index below zero counts from the end, in Python and so in Numba, which looks at each index for it. The machine has no
such index (its tests see to that): within `forwards` the look is left out.

All reach into Numba; where Numba looks different inside, compiling or playing takes longer, and nothing else changes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from llvmlite.binding import Linkage
from numba.core import types
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext
from numba.np import arrayobj

_PARTS = (
    (CPUCodeLibrary, ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals")),
    (CPUContext, ("get_executable",)),
)
CAN_DRAFT = all(callable(getattr(owner, name, None)) for owner, names in _PARTS for name in names)


@contextlib.contextmanager
def replaced(owner: Any, **parts: Any) -> Iterator[None]:
    """While this lasts, a class or module has these parts instead of its own."""
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
def drafting() -> Iterator[bool]:
    """While this lasts, what is compiled can be called by compiled functions only. Gives whether that is so."""
    if not CAN_DRAFT:
        yield False
        return
    library = replaced(CPUCodeLibrary, _optimize_final_module=lambda library: None, _finalize_final_module=_finish)
    with library, replaced(CPUContext, get_executable=_stand_in):
        yield True


@contextlib.contextmanager
def sealing() -> Iterator[None]:
    """While this lasts, what is compiled is one piece: only its own names can be called."""
    optimise = getattr(CPUCodeLibrary, "_optimize_final_module", None)
    if not CAN_DRAFT or optimise is None:
        yield
        return

    def seal(library: Any) -> None:
        for function in library._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:  # how Numba marks what was linked in
                function.linkage = Linkage.internal
        optimise(library)

    with replaced(CPUCodeLibrary, _optimize_final_module=seal):
        yield


def _finish(library: Any) -> None:
    library._finalize_dynamic_globals()
    library._finalized = True


def _stand_in(context: Any, library: Any, description: Any, environment: Any) -> Any:
    """Numba knows a function by its executable; some object of that type that is like no other will do."""
    library._ensure_finalized()
    return [].append


@contextlib.contextmanager
def forwards() -> Iterator[None]:
    """While this lasts, what is compiled takes every index as it is."""
    if not hasattr(arrayobj, "fix_integer_index"):
        yield
        return

    def plain(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    with replaced(arrayobj, fix_integer_index=plain):
        yield
