"""Arithmetic and comparison, as Python has them for integers of 64 bits and for floats.

Dividing by 0 gives 0 where Python would raise an error: the machine never does (its tests see to that), and compiled
code must not end the process.
"""

from __future__ import annotations

import ast
from typing import Final

from changeling.engine.native.body import Body, Value, wider_of
from changeling.engine.native.kinds import BOOL, FLOAT, INT

_INTEGERS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
_FLOATS: Final[dict[type[ast.operator], str]] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_OF_BOOLS: Final = (ast.BitAnd, ast.BitOr, ast.BitXor)
_COMPARED: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Eq: ("eq", "oeq"),
    ast.NotEq: ("ne", "une"),
    ast.Lt: ("slt", "olt"),
    ast.LtE: ("sle", "ole"),
    ast.Gt: ("sgt", "ogt"),
    ast.GtE: ("sge", "oge"),
}


def arithmetic(body: Body, operator: ast.operator, left: Value, right: Value) -> Value:
    """What an operator makes of two numbers. Raises TypeError for what the machine has no use for."""
    kind = type(operator)
    if kind is ast.Div or FLOAT in (left.kind, right.kind):
        name = _FLOATS.get(kind)
        if name is None:
            raise TypeError(f"{kind.__name__} of floats is not compiled")
        return Value(FLOAT, (body.new(f"{name} double {body.as_float(left)}, {body.as_float(right)}"),))
    if kind in _OF_BOOLS and left.kind == right.kind == BOOL:
        return Value(BOOL, (body.new(f"{_INTEGERS[kind]} i1 {left.parts[0]}, {right.parts[0]}"),))
    one, other = body.as_int(left), body.as_int(right)
    if kind is ast.FloorDiv:
        return Value(INT, (_divided(body, one, other)[0],))
    if kind is ast.Mod:
        return Value(INT, (_divided(body, one, other)[1],))
    name = _INTEGERS.get(kind)
    if name is None:
        raise TypeError(f"{kind.__name__} is not compiled")
    return Value(INT, (body.new(f"{name} i64 {one}, {other}"),))


def _divided(body: Body, one: str, other: str) -> tuple[str, str]:
    """The quotient, rounded down, and the remainder, which has the sign of the divisor."""
    if other.isdigit() and int(other) & (int(other) - 1) == 0 and int(other) > 0:  # a power of two
        bits = int(other).bit_length() - 1
        return body.new(f"ashr i64 {one}, {bits}"), body.new(f"and i64 {one}, {int(other) - 1}")
    by = other
    if not (other.isdigit() and int(other) > 0):  # 0, and -1 of the lowest number, stop the processor
        odd = body.new(f"add i64 {other}, 1")
        odd = body.new(f"icmp ult i64 {odd}, 2")
        by = body.new(f"select i1 {odd}, i64 1, i64 {other}")
    quotient = body.new(f"sdiv i64 {one}, {by}")
    rest = body.new(f"srem i64 {one}, {by}")
    crossed = body.new(f"xor i64 {rest}, {by}")
    crossed = body.new(f"icmp slt i64 {crossed}, 0")
    inexact = body.new(f"icmp ne i64 {rest}, 0")
    down = body.new(f"and i1 {crossed}, {inexact}")
    less = body.new(f"sext i1 {down} to i64")
    quotient = body.new(f"add i64 {quotient}, {less}")
    more = body.new(f"select i1 {down}, i64 {by}, i64 0")
    rest = body.new(f"add i64 {rest}, {more}")
    if by != other:
        zero = body.new(f"icmp eq i64 {other}, 0")
        turned = body.new(f"sub i64 0, {one}")
        of_odd = body.new(f"select i1 {zero}, i64 0, i64 {turned}")
        quotient = body.new(f"select i1 {odd}, i64 {of_odd}, i64 {quotient}")
    return quotient, rest


def compared(body: Body, operator: ast.cmpop, left: Value, right: Value) -> str:
    """Whether two numbers compare so."""
    names = _COMPARED.get(type(operator))
    if names is None:
        raise TypeError(f"{type(operator).__name__} is not compiled")
    if FLOAT in (left.kind, right.kind):
        return body.new(f"fcmp {names[1]} double {body.as_float(left)}, {body.as_float(right)}")
    return body.new(f"icmp {names[0]} i64 {body.as_int(left)}, {body.as_int(right)}")


def negated(body: Body, value: Value) -> Value:
    """Minus a number."""
    if value.kind == FLOAT:
        return Value(FLOAT, (body.new(f"fneg double {value.parts[0]}"),))
    number = body.as_int(value)
    return Value(INT, (str(-int(number)) if number.isdigit() else body.new(f"sub i64 0, {number}"),))


def least(body: Body, values: list[Value], *, most: bool = False) -> Value:
    """The first of the least of some numbers, or of the greatest."""
    found = values[0]
    for each in values[1:]:
        better = compared(body, ast.Gt() if most else ast.Lt(), each, found)
        kind = wider_of(each.kind, found.kind)
        if kind is None or kind == BOOL:
            kind = INT
        one, other = body.as_kind(each, kind), body.as_kind(found, kind)
        (llvm,) = kind.parts
        found = Value(kind, (body.new(f"select i1 {better}, {llvm} {one.parts[0]}, {llvm} {other.parts[0]}"),))
    return found
