"""Expressions of the machine's functions, written as LLVM's instructions.

What stands outside of a function is known while it is compiled: numbers, tuples of numbers, other functions.
"""

from __future__ import annotations

import ast
import math
import struct
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, Final, NoReturn, Protocol

from changeling.engine.native.body import Body, Value
from changeling.engine.native.kinds import BOOL, FLOAT, INT, NOTHING, Array, Elements, Group, Record, Stored
from changeling.engine.native.operations import arithmetic, compared, least, negated
from changeling.engine.native.signature import CannotCompile, Signature

Function = Callable[..., Any]
_MATH: Final[dict[object, str]] = {math.sqrt: "sqrt", math.exp: "exp", math.log: "log"}
_LARGEST: Final = 2**63
_DOUBLE: Final = struct.Struct(">d")


class Program(Protocol):
    """What is compiled together, as one of its functions sees it."""

    bounds: bool  # indices are checked

    def called(self, function: Function) -> Signature:
        """The signature of a function, which is compiled as well."""

    def stands_for(self, function: Function) -> Function:
        """The function that another one is in compiled code."""

    def built_in(self, function: Function) -> Callable[[Body, list[Value]], Value] | None:
        """What writes a call of a function that exists in compiled code only."""

    def name_text(self, name: str) -> str:
        """LLVM's name of the name of a function, as text."""

    def constants(self, numbers: tuple[int, ...]) -> str:
        """LLVM's name of a list of numbers."""

    def outside(self, declaration: str) -> None:
        """Declare a function that LLVM or the C library has."""

    def wide_loop(self) -> str:
        """What is noted where a loop goes round that LLVM is to do several steps of at once."""


class Expressions:
    """Writes expressions of one function."""

    def __init__(self, program: Program, body: Body, function: Function, known: Mapping[str, Any]) -> None:
        self.program, self.body = program, body
        self._file, self._called, self._known = function.__code__.co_filename, function.__name__, known
        self._parameters = frozenset(function.__code__.co_varnames)
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

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        """Say where the function cannot be compiled, and why."""
        raise CannotCompile(f"{self._file}:{getattr(node, 'lineno', 0)}: {why}: {ast.unparse(node)[:80]}")

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

    # --- names and constants
    def _name(self, node: ast.Name) -> Value:
        if node.id in self.body.variables:
            return self.body.load(node.id)
        if node.id in self._parameters:
            self.refuse(node, "it is read before anything was stored in it")
        return self.known(node, self.fixed(node))

    def fixed(self, node: ast.expr) -> Any:
        """What stands outside of the function under a name."""
        if isinstance(node, ast.Name) and node.id in self._known:
            return self._known[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = self._known.get(node.value.id)
            if isinstance(owner, ModuleType | type) and hasattr(owner, node.attr):
                return getattr(owner, node.attr)
        return self.refuse(node, "nothing of that name is known while it is compiled")

    def _constant(self, node: ast.Constant) -> Value:
        return self.known(node, node.value)

    def known(self, node: ast.expr, value: Any) -> Value:
        """A number, or a tuple of numbers, that is known while it is compiled."""
        if isinstance(value, bool):
            return Value(BOOL, ("true" if value else "false",))
        if isinstance(value, int):
            if not -_LARGEST <= value < _LARGEST:
                self.refuse(node, "more than 64 bits")
            return Value(INT, (str(int(value)),))
        if isinstance(value, float):
            return Value(FLOAT, (_exactly(value),))
        if isinstance(value, tuple):
            values = [self.known(node, each) for each in value]
            return Value(
                Group(tuple(each.kind for each in values)), tuple(part for each in values for part in each.parts)
            )
        return self.refuse(node, f"a {type(value).__name__} is not compiled")

    def _tuple(self, node: ast.Tuple) -> Value:
        values = [self.value(each) for each in node.elts]
        return Value(Group(tuple(each.kind for each in values)), tuple(part for each in values for part in each.parts))

    # --- memory
    def _attribute(self, node: ast.Attribute) -> Value:
        if isinstance(node.value, ast.Name) and node.value.id not in self.body.variables:
            return self.known(node, self.fixed(node))
        record = self.value(node.value)
        kind = record.kind
        if not isinstance(kind, Record) or node.attr not in kind.places:
            self.refuse(node, "there is no such field")
        place = kind.places[node.attr]
        if place.length:
            return Value(Elements(place.stored, place.length), (self.field_at(record, node.attr),))
        if node.attr in kind.zeros:
            return Value(place.stored.number, ("0" if place.stored.number == INT else "0.0",))
        return self.read(place.stored, self.field_at(record, node.attr))

    def field_at(self, record: Value, name: str) -> str:
        """The address of a field of a record."""
        assert isinstance(record.kind, Record)
        offset = record.kind.places[name].offset
        return self.body.new(f"getelementptr inbounds i8, ptr {record.parts[0]}, i64 {offset}")

    def read(self, stored: Stored, address: str) -> Value:
        """The number at an address."""
        found = self.body.new(f"load {stored.llvm}, ptr {address}")
        if stored.llvm == "float":
            found = self.body.new(f"fpext float {found} to double")
        elif stored.number == INT and stored.size < 8:
            found = self.body.new(f"{'sext' if stored.signed else 'zext'} {stored.llvm} {found} to i64")
        return Value(stored.number, (found,))

    def write(self, stored: Stored, address: str, value: Value) -> None:
        """Store a number at an address, narrowed as memory has it."""
        if stored.number == FLOAT:
            number = self.body.as_float(value)
            if stored.llvm == "float":
                number = self.body.new(f"fptrunc double {number} to float")
        else:
            number = self.body.as_int(value)
            if stored.size < 8:
                number = self.body.new(f"trunc i64 {number} to {stored.llvm}")
        self.body.do(f"store {stored.llvm} {number}, ptr {address}")

    def _subscript(self, node: ast.Subscript) -> Value:
        base = self.value(node.value)
        kind = base.kind
        if isinstance(kind, Group):
            return self._part(node, base, kind)
        element, address, left = self.element_at(node, base)
        if left is not None:
            return left
        if isinstance(element, Record):
            return Value(element, (address,))
        assert isinstance(element, Stored)
        return self.read(element, address)

    def element_at(self, node: ast.Subscript, base: Value) -> tuple[Stored | Record, str, Value | None]:
        """What an index names: its type and its address; or a smaller array, where fewer indices are given than the
        array has dimensions."""
        kind = base.kind
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        numbers = [self.body.as_int(self.value(each)) for each in indices]
        if isinstance(kind, Elements) and len(numbers) == 1:
            (index,) = (self._within(node, numbers[0], str(kind.length)),)
            place = self.body.new(f"getelementptr inbounds {kind.stored.llvm}, ptr {base.parts[0]}, i64 {index}")
            return kind.stored, place, None
        if not isinstance(kind, Array) or len(numbers) > kind.dimensions:
            self.refuse(node, "it has no such element")
        numbers = [self._within(node, *each) for each in zip(numbers, base.parts[1:], strict=False)]
        address = self._address(kind, base, numbers)
        if len(numbers) < kind.dimensions:
            smaller = Array(kind.element, kind.dimensions - len(numbers), kind.strided, kind.dtype)
            shape = base.parts[1 + len(numbers) : 1 + kind.dimensions]
            strides = base.parts[1 + kind.dimensions + len(numbers) :]
            return kind.element, address, Value(smaller, (address, *shape, *strides))
        return kind.element, address, None

    def _address(self, kind: Array, base: Value, numbers: list[str]) -> str:
        """The address of the element of an array with these first indices."""
        size = kind.element.size if isinstance(kind.element, Stored) else kind.element.dtype.itemsize
        new = self.body.new
        if kind.strided:
            strides = base.parts[1 + kind.dimensions :]
            offset = "0"
            for number, stride in zip(numbers, strides, strict=False):
                offset = new(f"add i64 {offset}, {new(f'mul i64 {number}, {stride}')}")
        else:
            shape = base.parts[1:]
            offset = numbers[0]
            for place in range(1, kind.dimensions):
                offset = new(f"mul i64 {offset}, {shape[place]}")
                if place < len(numbers):
                    offset = new(f"add i64 {offset}, {numbers[place]}")
            if isinstance(kind.element, Stored):
                return new(f"getelementptr inbounds {kind.element.llvm}, ptr {base.parts[0]}, i64 {offset}")
            offset = new(f"mul i64 {offset}, {size}")
        return new(f"getelementptr inbounds i8, ptr {base.parts[0]}, i64 {offset}")

    def _within(self, node: ast.AST, index: str, length: str) -> str:
        """The index; where indices are checked and it is none, the failure is noted and 0 stands for it."""
        if not self.program.bounds:
            return index
        fine = self.body.new(f"icmp ult i64 {index}, {length}")
        right, wrong = self.body.label("within"), self.body.label("beyond")
        self.body.branch(fine, right, wrong)
        self.body.begin(wrong)
        told = (
            f"ptr {self.program.name_text(self._called)}, i64 {getattr(node, 'lineno', 0)}, i64 {index}, i64 {length}"
        )
        self.body.do(f"call void @note_failure({told})")
        self.body.jump(right)
        self.body.begin(right)
        return self.body.new(f"select i1 {fine}, i64 {index}, i64 0")

    def _part(self, node: ast.Subscript, base: Value, kind: Group) -> Value:
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            return parts_of(base)[node.slice.value]
        if any(each != INT for each in kind.kinds) or not all(part.lstrip("-").isdigit() for part in base.parts):
            self.refuse(node, "only a tuple of known integers takes an index that is worked out")
        name = self.program.constants(tuple(map(int, base.parts)))
        index = self._within(node, self.body.as_int(self.value(node.slice)), str(len(base.parts)))
        return Value(
            INT,
            (self.body.new(f"load i64, ptr {self.body.new(f'getelementptr inbounds i64, ptr {name}, i64 {index}')}"),),
        )

    # --- operators
    def _binary(self, node: ast.BinOp) -> Value:
        return arithmetic(self.body, node.op, self.value(node.left), self.value(node.right))

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(BOOL, (self.body.new(f"xor i1 {self.body.as_bool(self.value(node.operand))}, true"),))
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
        name = _kept(node)
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
        name, after = _kept(node), self.body.label("decided")
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
        name = _kept(node)
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
            return built_in(self.body, [self.value(each) for each in node.args])
        name, takes, kinds, gives = self.program.called(called)
        parts = [
            f"{llvm} {part}"
            for value, kind in zip(self._given(node, called, takes), kinds, strict=True)
            for llvm, part in zip(kind.parts, self.body.as_kind(value, kind).parts, strict=True)
        ]
        call = f"call fastcc {gives.parts[0] if gives.parts else 'void'} @{name}({', '.join(parts)})"
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
        values = [self.value(each) for each in node.args]
        body = self.body
        if called in (min, max):
            if len(values) == 1:
                values = parts_of(values[0])
            return least(body, values, most=called is max)
        if called is int:
            return Value(INT, (body.as_int(values[0]),))
        if called is float:
            return Value(FLOAT, (body.as_float(values[0]),))
        if called is bool:
            return Value(BOOL, (body.as_bool(values[0]),))
        if called is len:
            return self._length(node, values[0])
        if called in _MATH:
            name = f"@llvm.{_MATH[called]}.f64"
            self.program.outside(f"declare double {name}(double)")
            return Value(FLOAT, (body.new(f"call double {name}(double {body.as_float(values[0])})"),))
        return self.refuse(node, "this call is not compiled")

    def _length(self, node: ast.Call, value: Value) -> Value:
        if isinstance(value.kind, Array):
            return Value(INT, (value.parts[1],))
        if isinstance(value.kind, Elements):
            return Value(INT, (str(value.kind.length),))
        if isinstance(value.kind, Group):
            return Value(INT, (str(len(value.kind.kinds)),))
        return self.refuse(node, "it has no length")


def parts_of(value: Value) -> list[Value]:
    """The values that a group is made of."""
    if not isinstance(value.kind, Group):
        raise TypeError("a tuple is wanted")
    found, left = [], list(value.parts)
    for kind in value.kind.kinds:
        count = len(kind.parts)
        found.append(Value(kind, tuple(left[:count])))
        del left[:count]
    return found


def _kept(node: ast.expr) -> str:
    """A variable of its own for what an expression gives, by where that stands."""
    return f"at.{node.lineno}.{node.col_offset}.{node.end_lineno}.{node.end_col_offset}"


def _exactly(value: float) -> str:
    """A float as LLVM reads it, to the bit."""
    return f"0x{int.from_bytes(_DOUBLE.pack(value), 'big'):016X}"
