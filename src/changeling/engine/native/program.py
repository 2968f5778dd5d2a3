"""The machine's functions as one text of LLVM's assembly: an entry, all that it leads to, and how Python calls it.

Each function is taken as it is written, from its source; its annotations are its signature.
"""

from __future__ import annotations

import ast
import builtins
import linecache
from collections import ChainMap
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from changeling.engine.native.body import Body, Value
from changeling.engine.native.kinds import Kind
from changeling.engine.native.known import CHANGES, Function
from changeling.engine.native.python_calls import call_text, failed_text
from changeling.engine.native.signature import Signature, signature_of
from changeling.engine.native.statements import function_text
from changeling.errors import NotCompiled

BuiltIn = Callable[[Body, list[Value]], Value]
_LLVM: Final = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
_WIDE: Final = '!{!"llvm.loop.vectorize.enable", i1 true}'
_SMALL: Final = 60  # lines of LLVM's assembly: what is shorter is put in place of its calls


class DuplicateName(Exception):
    """Two functions of one name would be compiled together: in a profile nobody could tell them apart."""


class _File(NamedTuple):
    """The functions of a file by their first line, and the names that some function of it stores anew."""

    functions: dict[int, ast.FunctionDef]
    changed: frozenset[str]


class ProgramText:
    """What is compiled together with an entry.

    `kinds` are the kinds of what annotations name. `compiled_as` names functions that are another one in compiled code,
    `built_in` those that exist there only. Functions in `hot` are put in place of their calls whatever their size.
    `bounds`: every index is checked, and a call whose index was none fails.
    """

    def __init__(
        self,
        kinds: Mapping[str, Kind],
        *,
        compiled_as: Mapping[Function, Function],
        built_in: Mapping[Function, BuiltIn],
        hot: frozenset[Function] = frozenset(),
        bounds: bool = False,
    ) -> None:
        self.bounds = bounds
        self._kinds, self._compiled_as, self._built_in, self._hot = kinds, compiled_as, built_in, hot
        self._wide_loops = 0
        self._names: dict[str, Function] = {}
        self._signatures: dict[Function, Signature] = {}
        self._left: list[Function] = []
        self._constants: dict[tuple[int, ...], str] = {}
        self._outside: dict[str, None] = {}

    def text(self, entry: Function) -> str:
        """The whole as LLVM's assembly. Raises CannotCompile, DuplicateName and NotCompiled."""
        signature = self.called(entry)
        functions = []
        while self._left:
            functions.append(self._function(self._left.pop()))
        functions.append(call_text(signature.symbol, signature.kinds, signature.gives))
        if self.bounds:
            functions.append(failed_text())
        head = [
            f"{name} = private constant [{len(each)} x i64] [{_listed(each)}]" for each, name in self._constants.items()
        ]
        loops = [f"!{each} = distinct !{{!{each}, !{self._wide_loops}}}" for each in range(self._wide_loops)]
        told = [*loops, f"!{self._wide_loops} = {_WIDE}"]
        return "\n".join([*head, *self._outside, *functions, _LLVM, "attributes #0 = { nounwind }", *told, ""])

    def _function(self, function: Function) -> str:
        signature = self.called(function)
        gives = signature.gives
        llvm = gives.parts[0] if gives.parts else "void"
        text = function_text(
            self,
            function,
            tree_of(function),
            signature.kinds,
            gives,
            head=f"define internal fastcc {llvm} {signature.symbol}",
            known=ChainMap(dict.fromkeys(_file_of(function).changed, CHANGES), function.__globals__, vars(builtins)),
        )
        if function in self._hot or text.count("\n") < _SMALL:
            text = text.replace(") #0 {", ") #0 alwaysinline {", 1)
        return text

    @property
    def functions(self) -> tuple[Function, ...]:
        """What was compiled, once `text` was made: the entry and all that it leads to."""
        return tuple(self._signatures)

    # --- what a function asks (expressions.Program)
    def called(self, function: Function) -> Signature:
        """The signature of a function, which is compiled as well."""
        if function not in self._signatures:
            name = function.__name__
            other = self._names.setdefault(name, function)
            if other is not function:
                raise DuplicateName(f"{name} is defined in {other.__module__} and in {function.__module__}")
            self._signatures[function] = signature_of(function, self._kinds)
            self._left.append(function)
        return self._signatures[function]

    def stands_for(self, function: Function) -> Function:
        """The function that another one is in compiled code."""
        return self._compiled_as.get(function, function)

    def built_in(self, function: Function) -> BuiltIn | None:
        """What writes a call of a function that exists in compiled code only."""
        return self._built_in.get(function)

    def wide_loop(self) -> str:
        """What is noted where a loop goes round that LLVM is to do several steps of at once."""
        self._wide_loops += 1
        return f", !llvm.loop !{self._wide_loops - 1}"

    def name_text(self, name: str) -> str:
        """LLVM's name of the name of a function, as text."""
        self.outside(f'@name.{name} = private constant [{len(name) + 1} x i8] c"{name}\\00"')
        return f"@name.{name}"

    def constants(self, numbers: tuple[int, ...]) -> str:
        """LLVM's name of a list of numbers."""
        return self._constants.setdefault(numbers, f"@numbers{len(self._constants)}")

    def outside(self, declaration: str) -> None:
        """Declare a function that LLVM or the C library has."""
        self._outside[declaration] = None


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"i64 {each}" for each in numbers)


def tree_of(function: Function) -> ast.FunctionDef:
    """The source of a function, parsed. Raises NotCompiled where it is not there any more."""
    code = function.__code__
    tree = _file_of(function).functions.get(code.co_firstlineno)
    takes = code.co_varnames[: code.co_argcount]
    if tree is None or tree.name != code.co_name or tuple(each.arg for each in tree.args.args) != takes:
        place = f"{code.co_filename}, line {code.co_firstlineno}"
        raise NotCompiled(f"the source of {function.__module__}.{function.__name__} is not in {place}")
    return tree


def _file_of(function: Function) -> _File:
    name = function.__code__.co_filename
    return _file(name, "".join(linecache.getlines(name, function.__globals__)))


@lru_cache(maxsize=256)
def _file(name: str, source: str) -> _File:
    nodes = list(ast.walk(ast.parse(source, name)))
    functions = {each.lineno: each for each in nodes if isinstance(each, ast.FunctionDef)}
    return _File(functions, frozenset(found for each in nodes if isinstance(each, ast.Global) for found in each.names))
