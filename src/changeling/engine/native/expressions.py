"""Expressions of the machine's functions, written as LLVM's instructions: operators, conditions, calls."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Final

from changeling.engine.native.body import Body, Value
from changeling.engine.native.kinds import BOOL, FLOAT, INT, NOTHING, Array, Elements, Group
from changeling.engine.native.known import Function, Program, parts_of
from changeling.engine.native.memory import Memory
from changeling.engine.native.operations import arithmetic, compared, least, negated

_MATH: Final[dict[object, str]] = {math.sqrt: "sqrt", math.exp: "exp", math.log: "log"}
_OF_PYTHON: Final = frozenset({min, max, int, float, bool, len, *_MATH})


class Expressions(Memory):
    """Writes expressions of one function."""

    def __init__(self, program: Program, body: Body, function: Function, known: Mapping[str, Any]) -> None:
        super().__init__(program, body, function, known)
        self._writers: dict[type[ast.expr], Callable[[Any], Value]] = {
            ast.Name: self._name,
            ast.Constant: self._constant,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.BinOp: self._binary,
            ast.UnaryOp: self._unary,
            ast.Compare: self._truth,
            ast.BoolOp: self._either,
            ast.IfExp: self._choice,
            ast.Call: self._call,
            ast.Tuple: self._tuple,
        }

    def value(self, node: ast.expr) -> Value:
        """What an expression gives."""
        writer = self._writers.get(type(node))
        if writer is None:
            self.refuse(node, f"{type(node).__name__} is not compiled")
        try:
            return writer(node)
        except TypeError as error:
            self.refuse(node, str(error))

    def condition(self, node: ast.expr, yes: str, no: str) -> None:
        """Go on with one of two blocks, as the expression is true or not."""
        try:
            self._condition(node, yes, no)
        except TypeError as error:
            self.refuse(node, str(error))

    def _condition(self, node: ast.expr, yes: str, no: str) -> None:
        if isinstance(node, ast.BoolOp):
            whole = isinstance(node.op, ast.And)
            for part in node.values[:-1]:
                further = self.body.label("further")
                self.condition(part, further if whole else yes, no if whole else further)
                self.body.begin(further)
            self.condition(node.values[-1], yes, no)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.condition(node.operand, no, yes)
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            left = self.value(node.left)
            for operator, other in zip(node.ops, node.comparators, strict=True):
                right = self.value(other)
                further = yes if other is node.comparators[-1] else self.body.label("further")
                self.body.branch(compared(self.body, operator, left, right), further, no)
                if further != yes:
                    self.body.begin(further)
                left = right
        else:
            self.body.branch(self.body.as_bool(self.value(node)), yes, no)

    def _tuple(self, node: ast.Tuple) -> Value:
        values = [self.value(each) for each in node.elts]
        return Value(Group(tuple(each.kind for each in values)), tuple(part for each in values for part in each.parts))

    # --- operators
    def _binary(self, node: ast.BinOp) -> Value:
        return arithmetic(self.body, node.op, self.value(node.left), self.value(node.right))

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(BOOL, (self.body.new(f"xor i1 {self.body.as_bool(self.value(node.operand))}, true"),))
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            number = node.operand.value
            if isinstance(number, int | float):
                return self.known(node, -number)  # of the lowest integer, the number without its sign is too large
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return negated(self.body, value)
        if isinstance(node.op, ast.Invert):
            return Value(INT, (self.body.new(f"xor i64 {self.body.as_int(value)}, -1"),))
        return self.refuse(node, "this sign is not compiled")

    def _truth(self, node: ast.Compare) -> Value:
        if len(node.ops) > 1:
            return self._decided(node)
        left, operator = self.value(node.left), node.ops[0]
        if isinstance(operator, ast.In | ast.NotIn):
            found = "false"
            for each in parts_of(self.value(node.comparators[0])):
                same = compared(self.body, ast.Eq(), left, each)
                found = self.body.new(f"or i1 {found}, {same}")
            return Value(BOOL, (found if isinstance(operator, ast.In) else self.body.new(f"xor i1 {found}, true"),))
        return Value(BOOL, (compared(self.body, operator, left, self.value(node.comparators[0])),))

    def _decided(self, node: ast.expr) -> Value:
        """Whether a condition holds, as a value."""
        name = _variable_for(node)
        yes, no, after = (self.body.label(each) for each in ("yes", "no", "decided"))
        self.condition(node, yes, no)
        for label, value in ((yes, "true"), (no, "false")):
            self.body.begin(label)
            self.body.store(name, Value(BOOL, (value,)))
            self.body.jump(after)
        self.body.begin(after)
        return self.body.load(name)

    def _either(self, node: ast.BoolOp) -> Value:
        """`and` and `or` give the last of their values that was looked at."""
        name, after = _variable_for(node), self.body.label("decided")
        for part in node.values:
            found = self.value(part)
            self.body.store(name, found)
            if part is not node.values[-1]:
                further = self.body.label("further")
                more = (further, after) if isinstance(node.op, ast.And) else (after, further)
                self.body.branch(self.body.as_bool(found), *more)
                self.body.begin(further)
        self.body.jump(after)
        self.body.begin(after)
        return self.body.load(name)

    def _choice(self, node: ast.IfExp) -> Value:
        name = _variable_for(node)
        yes, no, after = (self.body.label(each) for each in ("then", "else", "chosen"))
        self.condition(node.test, yes, no)
        for label, part in ((yes, node.body), (no, node.orelse)):
            self.body.begin(label)
            self.body.store(name, self.value(part))
            self.body.jump(after)
        self.body.begin(after)
        return self.body.load(name)

    # --- calls
    def _call(self, node: ast.Call) -> Value:
        called = self.fixed(node.func)
        if not isinstance(called, FunctionType):
            return self._of_python(node, called)
        called = self.program.stands_for(called)
        built_in = self.program.built_in(called)
        if built_in is not None:
            names = called.__code__.co_varnames[: called.__code__.co_argcount]
            return built_in(self.body, self._given(node, called, names))
        signature = self.program.called(called)
        kinds, gives = signature.kinds, signature.gives
        parts = [
            f"{llvm} {part}"
            for value, kind in zip(self._given(node, called, signature.takes), kinds, strict=True)
            for llvm, part in zip(kind.parts, self.body.as_kind(value, kind).parts, strict=True)
        ]
        call = f"call fastcc {gives.parts[0] if gives.parts else 'void'} {signature.symbol}({', '.join(parts)})"
        if not gives.parts:
            self.body.do(call)
            return Value(NOTHING, ())
        return Value(gives, (self.body.new(call),))

    def _given(self, node: ast.Call, called: Function, takes: tuple[str, ...]) -> list[Value]:
        """What a call gives for each of the names that a function takes."""
        given = [self.value(each) for each in node.args]
        named = {each.arg: self.value(each.value) for each in node.keywords}
        defaults = dict(zip(reversed(takes), reversed(called.__defaults__ or ()), strict=False))
        for name in takes[len(given) :]:
            if name not in named and name not in defaults:
                self.refuse(node, f"nothing is given for {name}")
            given.append(named.pop(name) if name in named else self.known(node, defaults[name]))
        if named or len(given) > len(takes):
            self.refuse(node, "more is given than it takes")
        return given

    def _of_python(self, node: ast.Call, called: Any) -> Value:
        """A call of what Python itself has."""
        if called not in _OF_PYTHON:
            self.refuse(node, "this call is not compiled")
        values = [self.value(each) for each in node.args]
        body = self.body
        if node.keywords:
            self.refuse(node, "what Python has takes arguments by place")
        if called in (min, max) and values:
            if len(values) == 1:
                values = parts_of(values[0])
            return least(body, values, most=called is max)
        if len(values) != 1:
            self.refuse(node, f"this call with {len(values)} arguments is not compiled")
        (value,) = values
        if called is int:
            return Value(INT, (self._truncated(value),))
        if called is float:
            return Value(FLOAT, (body.as_float(value),))
        if called is bool:
            return Value(BOOL, (body.as_bool(value),))
        if called is len:
            return self._length(node, value)
        return Value(FLOAT, (self._of_llvm(f"double @llvm.{_MATH[called]}.f64", body.as_float(value)),))

    def _truncated(self, value: Value) -> str:
        """A number without its fraction. What does not fit into 64 bits becomes the closest one, what is none 0."""
        if value.kind != FLOAT:
            return self.body.as_int(value)
        return self._of_llvm("i64 @llvm.fptosi.sat.i64.f64", self.body.as_float(value))

    def _of_llvm(self, function: str, number: str) -> str:
        """What a function of LLVM's own gives for a float."""
        self.program.outside(f"declare {function}(double)")
        return self.body.new(f"call {function}(double {number})")

    def _length(self, node: ast.Call, value: Value) -> Value:
        if isinstance(value.kind, Array):
            return Value(INT, (value.parts[1],))
        if isinstance(value.kind, Elements):
            return Value(INT, (str(value.kind.length),))
        if isinstance(value.kind, Group):
            return Value(INT, (str(len(value.kind.kinds)),))
        return self.refuse(node, "it has no length")


def _variable_for(node: ast.expr) -> str:
    """A variable of its own for what an expression gives, by where that stands."""
    return f"at.{node.lineno}.{node.col_offset}.{node.end_lineno}.{node.end_col_offset}"
