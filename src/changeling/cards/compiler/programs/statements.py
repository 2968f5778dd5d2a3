"""Compiling what a body does: instructions, questions, loops. Every question becomes a statement of its own.

That a question is never inside an expression is what makes a frame (program, position, registers) the whole
continuation.
"""

from __future__ import annotations

import ast

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.expressions.set_parts import PICKED
from changeling.cards.compiler.programs.code import Loop
from changeling.cards.compiler.programs.effects import EffectCode
from changeling.cards.compiler.refusals import fail, not_a_loop, not_an_instruction
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong


class Programs(EffectCode):
    """Compiles the statements of one part into instructions; jumps are positions within the program."""

    def compile(self, body: list[ast.stmt], rows: list[str], *, answered: bool, lasts: bool = False) -> int:
        """Compile a body and append it to the pool; gives the entry and leaves its length in `length`. Where others can
        answer what it does, a Surprise window stands before the first thing that happens; where the card `lasts`, it
        stays on the table at the end."""
        self.rows = rows
        self._prepare(body)
        self._block(body)
        if lasts:
            self._emit(v.Effects.stay)
        said = [v.STATEMENTS[op] for op, *_ in self.code]
        if v.Effects.promise in said and said[-1] is not v.Effects.deliver:
            self._emit(v.Effects.deliver)  # no promise outlives its program
        self._emit(v.Control.end)
        if answered:
            self._open_windows()
        entry = len(self.pool.code) // w.WIDTH
        moved = [self._moved(instruction, entry) for instruction in self.code]
        at = self.pool.append(moved)
        assert at == entry
        for offset, (line, text) in enumerate(self.marks_at):
            self.pool.lines[entry + offset] = (self.file, line, text)
        self.pool.questions |= {entry + offset: text for offset, text in enumerate(self.asks_at) if text}
        self.length = len(moved)
        return entry

    # --- statements -------------------------------------------------------------------------------------------------
    def _block(self, body: list[ast.stmt]) -> None:
        for place, statement in enumerate(body):
            self.later = body[place + 1 :]
            text = self.rows[statement.lineno - 1].strip() if statement.lineno <= len(self.rows) else ""
            self.line = (statement.lineno, text)
            self.prompt = v.Questions.choose.prompt
            try:
                self._statement(statement)
            except Wrong as wrong:
                told = isinstance(wrong.node, ast.Name) and wrong.node.id in self.failed
                if not told:
                    self.wrong(wrong.node, wrong.message)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Call() as call):
                self._effect(call)
            case ast.Assign(targets=[ast.Name(id=name)]):
                self._assign(name, node)
            case ast.If():
                self._if(node)
            case ast.While(orelse=[]):
                self._while(node)
            case ast.For(orelse=[], target=ast.Name()):
                self._for(node)
            case ast.Break():
                if not self.loops:
                    fail(node, "break stands only in a loop")
                self.loops[-1].leaves.append(self._emit(v.Control.goto))
            case ast.Pass():
                pass
            case _:
                fail(node, not_an_instruction(node))

    def _assign(self, name: str, node: ast.Assign) -> None:
        _free(name, node)
        try:
            self._give_value(name, node)
        except Wrong:
            self.failed.add(name)
            raise

    def _give_value(self, name: str, node: ast.Assign) -> None:
        kinds: list[str] = []
        self.prompt = self._purpose(name)

        def push() -> None:
            kinds.append(self.expressions._push(node.value))

        held = self.expressions.set_of(node.value)
        if held is not None and held.parts[0].zone == PICKED and isinstance(node.value, ast.Call):
            if name in self.expressions.variables:
                fail(node, f"'{name}' has a value already; several that are chosen need a name of their own")
            self.expressions.variables[name] = (held.parts[0].filter, held.type)
            return
        if held is not None:
            fail(node.value, "a name cannot hold a set; write the set where it is needed, or choose() or count() it")
        expression = self.expressions.collect(push)
        register = self._variable(name, kinds[0], node)
        self.answers.setdefault(name, set()).update(self._words_of(node.value))
        self._emit(v.Control.set, register, expression)

    def _purpose(self, name: str) -> str:
        """What a choice kept under this name is made for: the instructions below that use it tell, if they agree."""
        found = {
            v.Effects.words[node.func.id].prompt
            for statement in self.later
            for node in ast.walk(statement)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in v.Effects.words
            if any(isinstance(arg, ast.Name) and arg.id == name for arg in node.args)
        } - {""}
        return found.pop() if len(found) == 1 else v.Questions.choose.prompt

    # --- flow ---------------------------------------------------------------------------------------------------------
    def _condition(self, node: ast.expr) -> list[int]:
        """Emit a test; gives the jumps taken when it does not hold. Questions in it are asked only when reached."""
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            return [jump for part in node.values for jump in self._condition(part)]
        if isinstance(node, ast.BoolOp):
            holds = []
            for part in node.values[:-1]:
                fails = self._condition(part)
                holds.append(self._emit(v.Control.goto))
                for jump in fails:
                    self._aim(jump)
            fails = self._condition(node.values[-1])
            for jump in holds:
                self._aim(jump)
            return fails
        test = self.expressions.value(node, v.CONDITION)
        return [self._emit(v.Control.unless, test)]

    def _if(self, node: ast.If) -> None:
        fails = self._condition(node.test)
        self._block(node.body)
        if node.orelse:
            end = self._emit(v.Control.goto)
            for jump in fails:
                self._aim(jump)
            self._block(node.orelse)
            self._aim(end)
        else:
            for jump in fails:
                self._aim(jump)

    def _while(self, node: ast.While) -> None:
        top, held = len(self.code), self.used
        fails = self._condition(node.test)
        self._loop(node.body, top, fails)
        self.used = max(held, self._variables())

    def _loop(self, body: list[ast.stmt], top: int, leaves: list[int]) -> None:
        self.loops.append(Loop(leaves))
        self._block(body)
        self._emit(v.Control.goto, top)
        for jump in self.loops.pop().leaves:
            self._aim(jump)

    def _variables(self) -> int:
        return max(
            (register + 1 for register, _ in self.expressions.variables.values() if register < w.REGISTERS - 1),
            default=0,
        )

    def _for(self, node: ast.For) -> None:
        assert isinstance(node.target, ast.Name)
        _free(node.target.id, node.target)
        match node.iter:
            case ast.Call(func=ast.Name(id="upto"), args=[bound], keywords=[]):
                self._upto(node, bound)
            case ast.Name(id=seats) if seats in v.Sets.words and v.Sets.words[seats].returns == v.SEATS:
                register = self._variable(node.target.id, v.SEAT, node)
                none = self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, w.NONE))
                self._emit(v.Control.set, register, none)
                top = len(self.code)
                leave = self._emit(v.Control.for_seats, register, v.Sets.words[seats].arg)
                self._loop(node.body, top, [leave])
            case _:
                self._for_each(node)

    def _for_each(self, node: ast.For) -> None:
        """A loop over the cards or the players of a set, as it is when the loop begins."""
        called = node.iter.func if isinstance(node.iter, ast.Call) else None
        seats = isinstance(called, ast.Name) and called.id in v.SEAT_GROUPS.values()
        found = None if seats else self.expressions.set_of(node.iter)
        if found is None:
            fail(node.iter, not_a_loop(node.iter))
        assert isinstance(node.target, ast.Name)
        selection, kind = self.expressions.selection(node.iter)
        register = self._variable(node.target.id, v.CARD if kind == v.CARDS else v.SEAT, node)
        none = self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, w.NONE))
        self._emit(v.Control.set, register, none)
        top = len(self.code)
        loop = v.Control.for_cards if kind == v.CARDS else v.Control.for_players
        leave = self._emit(loop, register, selection)
        self._loop(node.body, top, [leave])

    def _upto(self, node: ast.For, bound: ast.expr) -> None:
        """Count in a register; the bound is read again before each round, so a numeral that grows adds a round."""
        counter = self._fresh(node)
        zero = self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, 0))
        self._emit(v.Control.set, counter, zero)
        top = len(self.code)

        def test() -> None:
            self.expressions.emit(v.Terms.reg, counter)
            self.expressions.push(bound, v.NUMBER)
            self.expressions.emit(v.Terms.lt)

        def increment() -> None:
            self.expressions.emit(v.Terms.reg, counter)
            self.expressions.emit(v.Terms.num, 1)
            self.expressions.emit(v.Terms.add)

        leave = self._emit(v.Control.unless, self.expressions.collect(test))
        self._emit(v.Control.set, counter, self.expressions.collect(increment))
        assert isinstance(node.target, ast.Name)
        if node.target.id != "_":
            known = self.expressions.variables.get(node.target.id, (counter, v.NUMBER))
            if known[1] != v.NUMBER:
                fail(node.target, f"'{node.target.id}' is {a(known[1])} and cannot become a number")
            self.expressions.variables[node.target.id] = (counter, v.NUMBER)
        self._loop(node.body, top, [leave])


def _free(name: str, node: ast.AST) -> None:
    """Refuse a variable with the name of a word."""
    groups = (v.Statics, v.Permits, v.Verdicts, v.Sets, v.Queries, v.Questions, v.Effects)
    taken = any(name in group.words and not group.words[name].inner for group in groups)
    if taken or name in v.NUMBER_WORDS or name in w.KINDS or name in ("yes", "no", "all", "nothing"):
        formula = f"{name}s" in v.Statics.words or f"{name}s" in v.Verdicts.words
        hint = f"; did you mean: {name}s = ..." if formula else ""
        fail(node, f"'{name}' is a word of the language and cannot be a variable here{hint}")
