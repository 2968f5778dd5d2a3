"""How compiled functions of the machine call each other: a function gives its value, and nothing else.

A function that Numba compiles gives back whether it raised an exception and puts its value where its caller has made
room for it, since any function of Python may raise. Those of the machine never do. (Where indices are checked they may,
and there this is left out.) Within `plainly`, a function whose name is marked by `inner` is called as a plain function
of C would be: a seventh fewer instructions to run, and fewer to compile.

This reaches into Numba; where Numba looks different inside, functions are called as ever, and nothing else changes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba.core.callconv import RETCODE_OK, CPUCallConv, Status, excinfo_ptr_t
from numba.core.cpu import CPUContext

from changeling.engine.native.numba_internals import replaced

CAN_CALL_PLAINLY = isinstance(vars(CPUContext).get("call_conv"), property) and hasattr(CPUContext, "declare_function")
_MARK = "inner."
_NO, _YES = ir.IntType(1)(0), ir.IntType(1)(1)


def inner(name: str) -> str:
    """The name of a function, marked so that it is called plainly."""
    return _MARK + name


class PlainCalls(CPUCallConv):
    """Numba's calling convention, and for functions without room for an exception a plain one."""

    declaring = False  # a plain function, at this moment

    def get_function_type(self, gives: Any, takes: Any) -> Any:
        """The type that LLVM knows a function by."""
        if not PlainCalls.declaring:
            return super().get_function_type(gives, takes)
        result = self.context.data_model_manager[gives].get_return_type()
        return ir.FunctionType(result, list(self._get_arg_packer(takes).argument_types))

    def call_function(self, builder: Any, callee: Any, gives: Any, takes: Any, given: Any, attrs: Any = None) -> Any:
        """Call a function; a plain one is always well."""
        if not _is_plain(callee):
            return super().call_function(builder, callee, gives, takes, given, attrs)
        value = builder.call(callee, list(self._get_arg_packer(takes).as_arguments(builder, given)))
        well = Status(
            code=RETCODE_OK,
            is_ok=_YES,
            is_none=_NO,
            is_error=_NO,
            is_stop_iteration=_NO,
            is_python_exc=_NO,
            is_user_exc=_NO,
            excinfoptr=excinfo_ptr_t(ir.Undefined),
        )
        return well, self.context.get_returned_value(builder, gives, value)

    def return_value(self, builder: Any, value: Any) -> None:
        """Give a value back."""
        if _is_plain(builder.function):
            builder.ret(value)
        else:
            super().return_value(builder, value)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Something that was called has raised; nothing that a plain function calls does."""
        if _is_plain(builder.function):
            builder.unreachable()
        else:
            super().return_status_propagate(builder, status)

    def return_user_exc(self, builder: Any, *args: Any, **options: Any) -> None:
        """Raise an exception: here, for a `range` with a step of zero, of which a plain function has none."""
        if _is_plain(builder.function):
            builder.call(builder.module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ())), ())
            builder.unreachable()
        else:
            super().return_user_exc(builder, *args, **options)

    def get_arguments(self, function: Any) -> Any:
        """The arguments that Python knows of."""
        return function.args if _is_plain(function) else super().get_arguments(function)

    def decorate_function(self, function: Any, names: Any, takes: Any, noalias: bool = False) -> None:
        """Name the arguments."""
        if _is_plain(function):
            self._get_arg_packer(takes).assign_names(function.args, [f"arg.{name}" for name in names])
        else:
            super().decorate_function(function, names, takes, noalias)


def _is_plain(function: Any) -> bool:
    takes = function.function_type.args
    return len(takes) < 2 or takes[1] != ir.PointerType(excinfo_ptr_t)


@contextlib.contextmanager
def plainly() -> Iterator[None]:
    """While this lasts, functions marked as inner are compiled and called as plain ones."""
    if not CAN_CALL_PLAINLY:
        yield
        return
    declare = CPUContext.declare_function

    def declare_either(context: Any, module: Any, described: Any) -> Any:
        PlainCalls.declaring = described.qualname.startswith(_MARK)
        try:
            return declare(context, module, described)
        finally:
            PlainCalls.declaring = False

    with replaced(CPUContext, call_conv=property(PlainCalls), declare_function=declare_either):
        yield
