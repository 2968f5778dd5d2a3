"""Arithmetic and comparison, as Python has them for integers of 64 bits and for floats.

What Python would refuse the machine never does (its tests see to that), and compiled code must not end the process: to
divide by 0 gives 0, to shift by a negative number is to shift by many. Integers go round at 64 bits.
"""

from __future__ import annotations

import ast
from typing import Final

from changeling.engine.native.body import Body, Value, constant, wider_of
from changeling.engine.native.kinds import BOOL, FLOAT, INT

_INTEGERS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
_FLOATS: Final[dict[type[ast.operator], str]] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_OF_BOOLS: Final = (ast.BitAnd, ast.BitOr, ast.BitXor)
_BITS: Final = 64
_EXACT: Final = 2**53  # a float holds every integer up to here
_BEYOND: Final = "0x43E0000000000000"  # 2.0**63, the first float that no integer of 64 bits comes to
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
        by = body.as_float(right)
        found = body.new(f"{name} double {body.as_float(left)}, {by}")
        if kind is ast.Div and _may_be_zero(right):
            by_zero = body.new(f"fcmp oeq double {by}, 0.0")
            found = body.new(f"select i1 {by_zero}, double 0.0, double {found}")
        return Value(FLOAT, (found,))
    if kind in _OF_BOOLS and left.kind == right.kind == BOOL:
        return Value(BOOL, (body.new(f"{_INTEGERS[kind]} i1 {left.parts[0]}, {right.parts[0]}"),))
    one, other = body.as_int(left), body.as_int(right)
    if kind is ast.FloorDiv:
        return Value(INT, (_divided(body, one, other)[0],))
    if kind is ast.Mod:
        return Value(INT, (_divided(body, one, other)[1],))
    if kind in (ast.LShift, ast.RShift):
        return Value(INT, (_shifted(body, one, other, left=kind is ast.LShift),))
    name = _INTEGERS.get(kind)
    if name is None:
        raise TypeError(f"{kind.__name__} is not compiled")
    return Value(INT, (body.new(f"{name} i64 {one}, {other}"),))


def _shifted(body: Body, one: str, other: str, *, left: bool) -> str:
    """A number with its bits moved. LLVM says nothing of shifts by 64 and more."""
    by = constant(other)
    if by is not None and by < 0:
        raise TypeError("a shift by a negative number")
    if left:
        if by is not None and by >= _BITS:
            raise TypeError("more than 64 bits")
        made = body.new(f"shl i64 {one}, {other}")
        if by is not None:
            return made
        few = body.new(f"icmp ult i64 {other}, {_BITS}")
        return body.new(f"select i1 {few}, i64 {made}, i64 0")
    if by is not None:
        return body.new(f"ashr i64 {one}, {min(by, _BITS - 1)}")
    few = body.new(f"icmp ult i64 {other}, {_BITS}")
    return body.new(f"ashr i64 {one}, {body.new(f'select i1 {few}, i64 {other}, i64 {_BITS - 1}')}")


def _divided(body: Body, one: str, other: str) -> tuple[str, str]:
    """The quotient, rounded down, and the remainder, which has the sign of the divisor."""
    known = constant(other) or 0
    if known > 0 and known & (known - 1) == 0:  # a power of two
        return body.new(f"ashr i64 {one}, {known.bit_length() - 1}"), body.new(f"and i64 {one}, {known - 1}")
    by = other
    if known <= 0:  # 0, and -1 of the lowest number, stop the processor
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
        return _compared_as_floats(body, names, left, right)
    return body.new(f"icmp {names[0]} i64 {body.as_int(left)}, {body.as_int(right)}")


def _compared_as_floats(body: Body, names: tuple[str, str], left: Value, right: Value) -> str:
    """An integer that no float is equal to is compared as it is, and not as the float next to it."""
    one, other = body.as_float(left), body.as_float(right)
    if not (_is_large(left) or _is_large(right)):
        return body.new(f"fcmp {names[1]} double {one}, {other}")
    whole, real = (left.parts[0], other) if left.kind == INT else (right.parts[0], one)
    near = body.new(f"sitofp i64 {whole} to double")
    beyond = body.new(f"fcmp oeq double {real}, {_BEYOND}")
    near = body.new(f"select i1 {beyond}, double 0.0, double {near}")
    same = body.new(f"fcmp oeq double {near}, {real}")
    of_real = body.new(f"fptosi double {real} to i64")  # used where they are the same
    floats, integers = (near, real), (whole, of_real)
    if right.kind == INT:
        floats, integers = floats[::-1], integers[::-1]
    as_floats = body.new(f"fcmp {names[1]} double {', '.join(floats)}")
    as_integers = body.new(f"icmp {names[0]} i64 {', '.join(integers)}")
    return body.new(f"select i1 {same}, i1 {as_integers}, i1 {as_floats}")


def _is_large(value: Value) -> bool:
    """Whether a number may be an integer that no float is equal to."""
    number = constant(value.parts[0]) if value.kind == INT else 0
    return number is None or abs(number) > _EXACT


def _may_be_zero(value: Value) -> bool:
    (part,) = value.parts
    return part != "true" and (not part.startswith("0x") or int(part, 16) % 2**63 == 0) and not constant(part)


def negated(body: Body, value: Value) -> Value:
    """Minus a number."""
    if value.kind == FLOAT:
        return Value(FLOAT, (body.new(f"fneg double {value.parts[0]}"),))
    number = body.as_int(value)
    known = constant(number)  # there is no opposite of the lowest one
    return Value(INT, (body.new(f"sub i64 0, {number}") if known in (None, -(2**63)) else str(-int(number)),))


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
