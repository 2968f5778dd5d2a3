"""How Python calls what is compiled: a function of CPython's own sort, which takes integers and gives a number.

What Python gives as arrays comes as addresses and shapes (`kinds.numbers_of`). While compiled code runs, other threads
of Python may: it touches nothing of Python's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, Final

from changeling.engine.native.kinds import BOOL, FLOAT, NOTHING, Kind

CALL: Final = "changeling_call"
FAILED: Final = "changeling_failed"
_FASTCALL: Final = 0x80  # CPython's METH_FASTCALL: (self, arguments, how many)
_COUNT: Final = f"i{8 * ctypes.sizeof(ctypes.c_ssize_t)}"  # C's type of how many
_TAKEN: Final = {
    "i64": "PyLong_AsLongLong",
    "ptr": "PyLong_AsLongLong",
    "i1": "PyLong_AsLongLong",
    "double": "PyFloat_AsDouble",
}
# Of CPython's stable interface; those that compiled code calls are given to LLVM by their addresses.
OF_PYTHON: Final = (
    "PyBool_FromLong",
    "PyErr_BadArgument",
    "PyErr_Occurred",
    "PyEval_RestoreThread",
    "PyEval_SaveThread",
    "PyFloat_AsDouble",
    "PyFloat_FromDouble",
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "Py_BuildValue",
)
_DECLARED: Final = """\
declare ptr @PyBool_FromLong(i64)
declare i32 @PyErr_BadArgument()
declare ptr @PyErr_Occurred()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyEval_SaveThread()
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyFloat_FromDouble(double)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @Py_BuildValue(ptr, ...)"""


# --- in LLVM's assembly -----------------------------------------------------------------------------------------------
def call_text(symbol: str, takes: Sequence[Kind], gives: Kind) -> str:
    """The function that Python calls, which calls another one; where that gives nothing, this gives 0."""
    parts = [part for kind in takes for part in kind.parts]
    lines = [
        _DECLARED,
        f"define ptr @{CALL}(ptr %self, ptr %given, {_COUNT} %count) {{",
        "entry:",
        f"  %right = icmp eq {_COUNT} %count, {len(parts)}",
        "  br i1 %right, label %taken, label %wrong",
        "wrong:",
        "  %said = call i32 @PyErr_BadArgument()",
        "  ret ptr null",
        "taken:",
    ]
    odd = "false"
    for place, part in enumerate(parts):
        lines += _taken(part, place)
        lines.append(f"  %odd{place} = or i1 {odd}, %bad{place}")
        odd = f"%odd{place}"
    lines += [
        f"  br i1 {odd}, label %doubt, label %go",
        "doubt:",
        "  %error = call ptr @PyErr_Occurred()",
        "  %fine = icmp eq ptr %error, null",
        "  br i1 %fine, label %go, label %raised",
        "raised:",
        "  ret ptr null",
        "go:",
        "  %thread = call ptr @PyEval_SaveThread()",
    ]
    call = f"call fastcc {gives.parts[0] if gives.parts else 'void'} {symbol}({_passed(parts)})"
    lines.append(f"  {call}" if gives == NOTHING else f"  %found = {call}")
    lines.append("  call void @PyEval_RestoreThread(ptr %thread)")
    return "\n".join([*lines, *_given_back(gives), "}"])


def _taken(part: str, place: int) -> list[str]:
    """Read an argument as the type that LLVM has for it; -1 can also say that it was none."""
    read = "double" if part == "double" else "i64"
    lines = [
        f"  %place{place} = getelementptr ptr, ptr %given, i64 {place}",
        f"  %object{place} = load ptr, ptr %place{place}",
        f"  %number{place} = call {read} @{_TAKEN[part]}(ptr %object{place})",
        f"  %bad{place} = fcmp oeq double %number{place}, -1.0"
        if read == "double"
        else f"  %bad{place} = icmp eq i64 %number{place}, -1",
    ]
    if part == "ptr":
        lines.append(f"  %part{place} = inttoptr i64 %number{place} to ptr")
    if part == "i1":
        lines.append(f"  %part{place} = icmp ne i64 %number{place}, 0")
    return lines


def _passed(parts: Sequence[str]) -> str:
    named = {"ptr": "part", "i1": "part"}
    return ", ".join(f"{part} %{named.get(part, 'number')}{place}" for place, part in enumerate(parts))


def _given_back(gives: Kind) -> list[str]:
    if gives == FLOAT:
        return ["  %result = call ptr @PyFloat_FromDouble(double %found)", "  ret ptr %result"]
    if gives == BOOL:
        wide = "  %wide = zext i1 %found to i64"
        return [wide, "  %result = call ptr @PyBool_FromLong(i64 %wide)", "  ret ptr %result"]
    number = "0" if gives == NOTHING else "%found"
    return [f"  %result = call ptr @PyLong_FromLongLong(i64 {number})", "  ret ptr %result"]


def failed_text() -> str:
    """Where indices are checked: what notes the first that was wrong, and the function by which Python asks for it."""
    return f"""\
@failed_name = internal global ptr null
@failed_line = internal global i64 0
@failed_index = internal global i64 0
@failed_length = internal global i64 0
@failed_form = private constant [5 x i8] c"sLLL\\00"
define internal void @note_failure(ptr %name, i64 %line, i64 %index, i64 %length) cold noinline {{
entry:
  %before = load i64, ptr @failed_line
  %first = icmp eq i64 %before, 0
  br i1 %first, label %note, label %noted
note:
  store ptr %name, ptr @failed_name
  store i64 %line, ptr @failed_line
  store i64 %index, ptr @failed_index
  store i64 %length, ptr @failed_length
  br label %noted
noted:
  ret void
}}
define ptr @{FAILED}(ptr %self, ptr %given, {_COUNT} %count) {{
entry:
  %name = load ptr, ptr @failed_name
  %line = load i64, ptr @failed_line
  %index = load i64, ptr @failed_index
  %length = load i64, ptr @failed_length
  store i64 0, ptr @failed_line
  %told = call ptr (ptr, ...) @Py_BuildValue(ptr @failed_form, ptr %name, i64 %line, i64 %index, i64 %length)
  ret ptr %told
}}"""


# --- in Python --------------------------------------------------------------------------------------------------------
class _Method(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_METHODS: Final[list[_Method]] = []  # CPython keeps their addresses for as long as there are functions made of them


def function_at(address: int, name: str) -> Callable[..., Any]:
    """The function that Python calls, of which the compiled code is at an address."""
    method = _Method(name.encode(), address, _FASTCALL, None)
    _METHODS.append(method)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    made: Callable[..., Any] = make(ctypes.byref(method), None, None)
    return made


def address_of(name: str) -> int:
    """Where a function of CPython is."""
    return int(ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0)
