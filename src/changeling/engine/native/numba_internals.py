"""All that reaches inside Numba: ways to have it do less. Everything works without them, more slowly.

Each is used only with versions of Numba that it was tried with (`TRIED`), only where Numba still has the parts that it
replaces, and only while Numba's own lock is held, so that nobody else compiles meanwhile. After a build some games are
played on it and interpreted, and must be the same (`changeling.play.compiled.self_check`).
`CHANGELING_NUMBA_INTERNALS=off` switches them off. docs/decisions/0008 has what was measured.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core import typed_passes, untyped_passes
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.types.functions import BaseFunction

TRIED = ("0.61", "0.68")
_READING = ("TranslateByteCode", "FixupArgs", "IRProcessing", "ReconstructSSA")
_TYPING = ("NopythonTypeInference", "PreLowerStripPhis", "IRLegalization", "NativeLowering", "NoPythonBackend")
_DRAFT = "changeling_draft"  # an attribute of a library without what it calls
_PARTS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (CPUCodeLibrary, ("finalize", "_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals")),
    (CPUContext, ("get_executable",)),
    (BaseFunction, ("get_call_type",)),
    (untyped_passes, _READING),
    (typed_passes, _TYPING),
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

    Why: Numba makes each function runnable by itself. It puts everything that it calls into it, optimises that and
    writes machine code, although a caller takes only the unoptimised code and optimises it again. With some hundred
    small functions that is most of the work. And for each operator, wherever it stands, it tries dozens of ways to find
    the one for these types: here it remembers what it has found. Since: Numba 0.61. Without it: compiling takes about
    four times as long; the result is the same. Whoever is to be run after this is compiled while `sealing` lasts.
    """
    finish = CPUCodeLibrary.finalize

    def finished(library: Any) -> None:
        if hasattr(library, _DRAFT):
            _finish(library)
        else:  # of Numba itself, which others may use later
            finish(library)

    own = {"finalize": finished, "_optimize_final_module": lambda library: None, "_finalize_final_module": _finish}
    library = replaced(CPUCodeLibrary, **own)
    found: dict[tuple[Any, Any], Any] = {}
    look_up = BaseFunction.get_call_type

    def remembered(function: Any, context: Any, given: Any, named: Any) -> Any:
        if named:
            return look_up(function, context, given, named)
        signature = found.get((function, given))
        if signature is None:
            signature = found[function, given] = look_up(function, context, given, named)
        return signature

    executable = replaced(CPUContext, get_executable=_no_executable)
    with library, executable, replaced(BaseFunction, get_call_type=remembered):
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
    can be inlined and dropped, and their unused results go. And what was compiled while `drafting` lasted has to be
    linked in with all that it calls. Since: Numba 0.61. Without it: games are a tenth slower.
    """
    optimise, finish = CPUCodeLibrary._optimize_final_module, CPUCodeLibrary.finalize

    def link(library: Any) -> None:
        library._linking_libraries = _all_linked(library)
        finish(library)

    def seal(library: Any) -> None:
        for function in library._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:  # how Numba marks what was linked in
                function.linkage = Linkage.internal
        optimise(library)

    with replaced(CPUCodeLibrary, _optimize_final_module=seal, finalize=link):
        yield


def _all_linked(library: Any) -> list[Any]:
    """What a library calls, directly or not, callers before callees: LLVM takes in only what was asked for before."""
    done: dict[Any, None] = {}

    def visit(one: Any) -> None:
        for called in one._linking_libraries:
            if called not in done:
                visit(called)
                done[called] = None

    visit(library)
    return list(reversed(done))


class FewPasses(CompilerBase):
    """Numba's way from Python's code to LLVM's for what the machine is written in: no closures, no exceptions, no
    generators, no `with`, no indexing of tuples by constants, nothing that is inlined by Numba itself.

    Why: of 27 passes over each function 18 look for such things, and after each pass the lifetimes of all variables are
    worked out again. Since: Numba 0.61. Without it: it takes a third longer; the result is the same.
    """

    def define_pipelines(self) -> list[Any]:
        """The one way there is. The library is made beforehand, as Numba makes it, and marked."""
        state: Any = self.state
        state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        state.library.enable_object_caching()
        setattr(state.library, _DRAFT, True)
        return [_few_passes()]


@cache
def _few_passes() -> Any:
    manager = PassManager("few passes")
    for module, names in ((untyped_passes, _READING), (typed_passes, _TYPING)):
        for name in names:
            manager.add_pass(getattr(module, name), name)
    manager.finalize()
    return manager
