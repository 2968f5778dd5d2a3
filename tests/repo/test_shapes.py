"""Functions stay small: none over 60 lines unless it is a table, none with more than 8 parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "changeling"
LINES = 60
PARAMETERS = 8

# Functions that only list things, one a line: splitting them would hide the list. Each as `path::name`.
TABLES = {
    "engine/machine/values/expressions.py::evaluate",  # written from the vocabulary: one term a branch
    "engine/machine/values/expressions.py::rare_term",
    "engine/machine/dispatch.py::rare_effect",
}
# Functions that programs of others call: their parameters are promised.
PROMISED = {
    "envs/__init__.py::gym_env",
    "envs/__init__.py::vector_env",
    "envs/single.py::OneSeat.__init__",
    "envs/vector.py::ManyTables.__init__",
    "lab/simulation.py::simulate",
    "play/batch.py::Batch.__init__",
    "play/game.py::Game.__init__",
}
EXCEPTIONS = TABLES | PROMISED

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, Function]]:
    """Every function of a module with its name, those of classes and of other functions too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield f"{within}{node.name}", node
        if isinstance(node, Function | ast.ClassDef):
            yield from functions(node, f"{within}{node.name}.")
        else:
            yield from functions(node, within)


def parameters(function: Function) -> int:
    """How many parameters a function has; the object that a method is called on is none."""
    given = function.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    rest = [extra for extra in (given.vararg, given.kwarg) if extra is not None]
    return len([one for one in named if one.arg not in ("self", "cls")]) + len(rest)


def lines(function: Function) -> int:
    """How many lines a function takes, from `def` to its end."""
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def shapes(module: str, text: str) -> dict[str, str]:
    """What is too large in a module: the function, and in which way."""
    found = {}
    for name, function in functions(ast.parse(text)):
        wrong = [f"{lines(function)} lines"] if lines(function) > LINES else []
        wrong += [f"{parameters(function)} parameters"] if parameters(function) > PARAMETERS else []
        if wrong:
            found[f"{module}::{name}"] = ", ".join(wrong)
    return found


@cache
def too_large() -> dict[str, str]:
    """What is too large in the package."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        found |= shapes(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
    return found


def test_no_function_is_too_large() -> None:
    new = {name: wrong for name, wrong in too_large().items() if name not in EXCEPTIONS}
    assert not new, "\n".join(f"{name}: {wrong}" for name, wrong in new.items())


def test_the_exceptions_are_all_needed() -> None:
    found = too_large()
    assert sorted(EXCEPTIONS - set(found)) == [], "these are small enough, or gone: take them off the lists"
    assert not [name for name in TABLES if "parameters" in found[name]]
    assert not [name for name in PROMISED if "lines" in found[name]]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("def f():\n" + "    pass\n" * 59, {}),
        ("def f():\n" + "    pass\n" * 60, {"m.py::f": "61 lines"}),
        ("def f(a, b, /, c, d, *, e, f, g, h): pass", {}),
        ("def f(a, b, /, c, d, *rest, e, f, g, h): pass", {"m.py::f": "9 parameters"}),
        ("class C:\n    def f(self, a, b, c, d, e, f, g, h): pass", {}),
        ("class C:\n    async def f(self, a, b, c, d, e, f, g, h, i): pass", {"m.py::C.f": "9 parameters"}),
        ("if 1:\n    def f():\n        def g(" + ", ".join("abcdefghi") + "): pass", {"m.py::f.g": "9 parameters"}),
    ],
)
def test_what_counts_as_too_large(text: str, wrong: dict[str, str]) -> None:
    assert shapes("m.py", text) == wrong
