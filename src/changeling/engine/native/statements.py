"""Statements of the machine's functions, written as LLVM's instructions: one function at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from changeling.engine.native.body import Body, Value, constant
from changeling.engine.native.expressions import Expressions
from changeling.engine.native.kinds import INT, NOTHING, Array, Elements, Kind, Record, Stored
from changeling.engine.native.known import Function, Program, parts_of
from changeling.engine.native.operations import arithmetic

_FAILED: Final = "failed"
_REWRITES: Final = 8  # a variable can become wider twice; more is no function of the machine


def function_text(
    program: Program,
    function: Function,
    tree: ast.FunctionDef,
    takes: Sequence[Kind],
    gives: Kind,
    *,
    head: str,
    known: Mapping[str, Any],
) -> str:
    """A function as LLVM's assembly; `head` is its first line up to its parameters, `known` what stands outside.
    Raises CannotCompile."""
    variables: dict[str, Kind] = {}
    for _ in range(_REWRITES):
        body = Body(variables)
        writer = Statements(program, body, function, gives, known)
        parameters = writer.take([each.arg for each in tree.args.args], takes)
        writer.block(tree.body)
        writer.leave(tree)
        if not body.widened:
            lines = [f"{head}({', '.join(parameters)}) #0 {{", "entry:", *body.places(), *body.lines, "}"]
            return "\n".join(lines)
    return writer.refuse(tree, "the kinds of its variables cannot be found")


class Statements(Expressions):
    """Writes the statements of one function."""

    def __init__(self, program: Program, body: Body, function: Function, gives: Kind, known: Mapping[str, Any]) -> None:
        super().__init__(program, body, function, known)
        self._gives = gives
        self._loops: list[tuple[str, str]] = []  # where `continue` and `break` lead
        self._may_fail = False
        self._statements: dict[type[ast.stmt], Callable[[Any], None]] = {
            ast.Assign: self._assign,
            ast.AugAssign: self._change,
            ast.AnnAssign: self._annotated,
            ast.Expr: self._expression,
            ast.If: self._if,
            ast.While: self._while,
            ast.For: self._for,
            ast.Return: self._return,
            ast.Break: lambda _: body.jump(self._loops[-1][1]),
            ast.Continue: lambda _: body.jump(self._loops[-1][0]),
            ast.Pass: lambda _: None,
        }

    def take(self, names: Sequence[str], kinds: Sequence[Kind]) -> list[str]:
        """Store what is given in variables; gives LLVM's parameters."""
        parameters = []
        for name, kind in zip(names, kinds, strict=True):
            parts = tuple(f"%{name}.given{place}" for place in range(len(kind.parts)))
            parameters += [f"{llvm} {part}" for llvm, part in zip(kind.parts, parts, strict=True)]
            self.body.store(name, Value(kind, parts))
        return parameters

    def leave(self, tree: ast.FunctionDef) -> None:
        """The end of the function, where it can be reached; and where a loop leads whose index was wrong."""
        if self.body.open and self._gives != NOTHING:
            self.refuse(tree.body[-1], "after this nothing is returned")
        self.body.end("ret void")
        if self._may_fail:
            self.body.lines.append(f"{_FAILED}:")
            nothing = f"{self._gives.parts[0]} zeroinitializer" if self._gives.parts else "void"
            self.body.lines.append(f"  ret {nothing}")

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Write statements. What follows a `return` is not written."""
        for statement in statements:
            if not self.body.open:
                return
            writer = self._statements.get(type(statement))
            if writer is None:
                self.refuse(statement, f"{type(statement).__name__} is not compiled")
            try:
                writer(statement)
            except TypeError as error:
                self.refuse(statement, str(error))

    # --- storing
    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self._store(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._store(node.target, self.value(node.value))

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            if target.id != "_":  # nobody reads that
                self.body.store(target.id, value)
        elif isinstance(target, ast.Tuple):
            values = parts_of(value)
            if len(values) != len(target.elts):
                self.refuse(target, f"{len(values)} values for {len(target.elts)} names")
            for each, one in zip(target.elts, values, strict=True):
                self._store(each, one)
        else:
            place = self._place(target)
            if place is not None:
                self.write(*place, value)

    def _place(self, target: ast.expr) -> tuple[Stored, str] | None:
        """Where in memory a target is; nothing for a field that is not written."""
        if isinstance(target, ast.Attribute):
            record = self.value(target.value)
            if not isinstance(record.kind, Record) or target.attr not in record.kind.places:
                self.refuse(target, "there is no such field")
            if target.attr in record.kind.zeros:
                return None
            return record.kind.places[target.attr].stored, self.field_at(record, target.attr)
        if isinstance(target, ast.Subscript):
            base = self.value(target.value)
            if isinstance(base.kind, Array | Elements):
                element, address, left = self.element_at(target, base)
                if isinstance(element, Stored) and left is None:
                    return element, address
        return self.refuse(target, "nothing can be stored there")

    def _change(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            before = self.value(node.target)
            self.body.store(node.target.id, arithmetic(self.body, node.op, before, self.value(node.value)))
            return
        place = self._place(node.target)
        if place is None:
            self.value(node.value)
            return
        before = self.read(*place)
        self.write(*place, arithmetic(self.body, node.op, before, self.value(node.value)))

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.value(node.value)

    # --- where it goes on
    def _if(self, node: ast.If) -> None:
        after = self.body.label("after")
        while True:  # a chain of `elif` is many levels deep in Python's tree
            yes = self.body.label("then")
            no = self.body.label("else") if node.orelse else after
            self.condition(node.test, yes, no)
            self.body.begin(yes)
            self.block(node.body)
            self.body.jump(after)
            if not node.orelse:
                break
            self.body.begin(no)
            if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
                node = node.orelse[0]
                continue
            self.block(node.orelse)
            self.body.jump(after)
            break
        self.body.begin(after)

    def _while(self, node: ast.While) -> None:
        test, loop, after = (self.body.label(each) for each in ("test", "loop", "after"))
        self.body.jump(test)
        self.body.begin(test)
        self._unless_failed()
        self.condition(node.test, loop, after)
        self._loop(node, loop, test, after)
        self.body.begin(after)

    def _loop(self, node: ast.While | ast.For, loop: str, again: str, after: str) -> None:
        if node.orelse:
            self.refuse(node, "else after a loop is not compiled")
        self.body.begin(loop)
        self._loops.append((again, after))
        self.block(node.body)
        self._loops.pop()
        self.body.jump(again)

    def _for(self, node: ast.For) -> None:
        called = node.iter
        if isinstance(called, ast.Call) and self.fixed(called.func) is range:
            if called.keywords or not 1 <= len(called.args) <= 3:
                self.refuse(called, "a range is given by one to three numbers")
            self._count(node, [self.body.as_int(self.value(each)) for each in called.args])
        else:
            self._go_through(node, parts_of(self.value(called)))

    def _count(self, node: ast.For, bounds: list[str]) -> None:
        """A loop over a range; bounds are read once."""
        first, beyond = ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        step = bounds[2] if len(bounds) == 3 else "1"
        if constant(step) == 0:
            self.refuse(node.iter, "a range has no step of 0")
        counter = f"at.{node.lineno}.{node.col_offset}"
        self.body.store(counter, Value(INT, (first,)))
        test, loop, again, after = (self.body.label(each) for each in ("test", "loop", "again", "after"))
        self.body.jump(test)
        self.body.begin(test)
        self._unless_failed()
        now = self.body.load(counter)
        self.body.branch(self._before(now.parts[0], beyond, step), loop, after)
        self.body.begin(loop)
        self._store(node.target, now)
        self._loop(node, self._through(), again, after)
        self.body.begin(again)
        self.body.store(counter, Value(INT, (self._next(self.body.load(counter).parts[0], step),)))
        self.body.end(f"br label %{test}{self.program.wide_loop() if self._copies(node) else ''}")
        self.body.begin(after)

    def _copies(self, node: ast.For) -> bool:
        """Whether a loop copies an array and does nothing else. Such arrays are long; other loops of the machine are
        short, and several steps at once cost them more than they save."""
        only = node.body[0]
        if len(node.body) > 1 or not isinstance(only, ast.Assign) or not isinstance(only.value, ast.Subscript):
            return False
        target = only.targets[0]
        if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
            return False
        return isinstance(self.value(target.value).kind, Array)

    def _before(self, now: str, beyond: str, step: str) -> str:
        """Whether a counter has not come to the end of its range yet."""
        new = self.body.new
        if constant(step) is not None:
            return new(f"icmp {'sgt' if step.startswith('-') else 'slt'} i64 {now}, {beyond}")
        up, down = (new(f"icmp {each} i64 {step}, 0") for each in ("sgt", "slt"))
        below, above = (new(f"icmp {each} i64 {now}, {beyond}") for each in ("slt", "sgt"))
        return new(f"or i1 {new(f'and i1 {up}, {below}')}, {new(f'and i1 {down}, {above}')}")

    def _next(self, now: str, step: str) -> str:
        """A counter one step further; where there is no room for that, at the last number that there is."""
        if step in ("1", "-1"):  # the end of the range comes first
            return self.body.new(f"add nsw i64 {now}, {step}")
        self.program.outside("declare i64 @llvm.sadd.sat.i64(i64, i64)")
        return self.body.new(f"call i64 @llvm.sadd.sat.i64(i64 {now}, i64 {step})")

    def _through(self) -> str:
        """A new block that the one that is written goes on with."""
        label = self.body.label("through")
        self.body.jump(label)
        return label

    def _go_through(self, node: ast.For, values: list[Value]) -> None:
        """A loop over a few values: the body is written once for each, as it is short."""
        after = self.body.label("after")
        for value in values:
            again = self.body.label("again")
            self._store(node.target, value)
            self._loop(node, self._through(), again, after)
            self.body.begin(again)
        self.body.jump(after)
        self.body.begin(after)

    def _unless_failed(self) -> None:
        """Where indices are checked, a loop ends the function once one was wrong: nothing that is read then means
        anything."""
        if self.program.bounds:
            self._may_fail = True
            failed = self.body.new("load i64, ptr @failed_line")
            failed = self.body.new(f"icmp eq i64 {failed}, 0")
            further = self.body.label("sound")
            self.body.branch(failed, further, _FAILED)
            self.body.begin(further)

    def _return(self, node: ast.Return) -> None:
        if self._gives == NOTHING:
            if node.value is not None and not isinstance(node.value, ast.Constant):
                self.value(node.value)
            self.body.end("ret void")
            return
        if node.value is None:
            self.refuse(node, "nothing is returned")
        value = self.body.as_kind(self.value(node.value), self._gives)
        self.body.end(f"ret {self._gives.parts[0]} {value.parts[0]}")
