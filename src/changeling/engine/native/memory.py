"""What the machine's functions read and write in memory: fields of records, elements of arrays, parts of tuples."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from changeling.engine.native.body import Body, Value, constant
from changeling.engine.native.kinds import FLOAT, INT, Array, Elements, Group, Record, Stored
from changeling.engine.native.known import Function, Known, Program, parts_of


class Memory(Known):
    """Writes what one function reads and stores."""

    def __init__(self, program: Program, body: Body, function: Function, known: Mapping[str, Any]) -> None:
        super().__init__(program, body, function, known)
        self._called = function.__name__

    def value(self, node: ast.expr) -> Value:
        """What an expression gives."""
        raise NotImplementedError

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
            self._known_index(node, numbers[0], kind.length)
            index = self._within(node, numbers[0], str(kind.length))
            place = self.body.new(f"getelementptr inbounds {kind.stored.llvm}, ptr {base.parts[0]}, i64 {index}")
            return kind.stored, place, None
        if not isinstance(kind, Array) or len(numbers) > kind.dimensions:
            self.refuse(node, "it has no such element")
        for each in numbers:
            self._known_index(node, each)
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

    def _known_index(self, node: ast.AST, index: str, length: int = 2**63) -> None:
        """Refuse an index that is known while it is compiled and is none, or counts from the end."""
        number = constant(index)
        if number is not None and not 0 <= number < length:
            self.refuse(
                node, "an index that counts from the end is not compiled" if number < 0 else "it has no such element"
            )

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
        """A part of a tuple; one that counts from the end only where that is known."""
        index = self.body.as_int(self.value(node.slice))
        known = constant(index)
        if known is not None:
            if not -len(kind.kinds) <= known < len(kind.kinds):
                self.refuse(node, f"a tuple of {len(kind.kinds)} has no such part")
            return parts_of(base)[known]
        numbers = [constant(part) for part in base.parts]
        if any(each != INT for each in kind.kinds) or None in numbers:
            self.refuse(node, "only a tuple of known integers takes an index that is worked out")
        name = self.program.constants(tuple(each for each in numbers if each is not None))
        index = self._within(node, index, str(len(numbers)))
        place = self.body.new(f"getelementptr inbounds i64, ptr {name}, i64 {index}")
        return Value(INT, (self.body.new(f"load i64, ptr {place}"),))
