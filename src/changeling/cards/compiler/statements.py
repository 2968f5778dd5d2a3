"""Compiling what a body does: instructions, questions, loops. Every question becomes a statement of its own.

That a question is never inside an expression is what makes a frame (program, position, registers) the whole
continuation.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from changeling.cards import codes as w
from changeling.cards.compiler.expressions import Expressions, fail, many
from changeling.cards.compiler.pool import Instruction, Pool
from changeling.cards.language import vocabulary as v
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong

_PROMPT_OF = {"play": 1, "discard": 2, "take": 3, "give": 4, "swap": 5, "promise": 6, "attach": 16, "seal": 17}


@dataclass(slots=True)
class Loop:
    """The loop being compiled: the jumps that leave it."""

    leaves: list[int] = field(default_factory=list)


class Programs:
    """Compiles the statements of one part into instructions; jumps are positions within the program."""

    def __init__(
        self, pool: Pool, *, file: str, inner: bool, marks: tuple[str, ...], wrong: Callable[[ast.AST, str], None]
    ) -> None:
        self.pool = pool
        self.file = file
        self.inner = inner
        self.wrong = wrong
        self.expressions = Expressions(pool, inner=inner, marks=marks, ask=self._ask)
        self.code: list[Instruction] = []
        self.marks_at: list[tuple[int, str]] = []  # by instruction: line and text
        self.partners: dict[int, tuple[str, int]] = {}  # as Deck.partners, by position within the program
        self.loops: list[Loop] = []
        self.used = 0
        self.prompt = 0
        self.later: list[ast.stmt] = []
        self.line = (0, "")

    def compile(self, body: list[ast.stmt], rows: list[str]) -> int:
        """Compile a body and append it to the pool; gives the entry and leaves its length in `length`."""
        self.rows = rows
        self._block(body)
        if any(instruction[0] == w.S_PROMISE for instruction in self.code) and self.code[-1][0] != w.S_DELIVER:
            self._emit(w.S_DELIVER)  # no promise outlives its program
        self._emit(w.S_END)
        entry = len(self.pool.code) // w.WIDTH
        moved = [self._moved(instruction, entry) for instruction in self.code]
        at = self.pool.append(moved)
        assert at == entry
        for offset, (line, text) in enumerate(self.marks_at):
            self.pool.lines[entry + offset] = (self.file, line, text)
        for offset, partner in self.partners.items():
            self.pool.partners[entry + offset] = partner
        self.length = len(moved)
        return entry

    @staticmethod
    def _moved(instruction: Instruction, entry: int) -> Instruction:
        op, a, b, c, e = instruction
        if op == w.S_GOTO:
            return (op, a + entry, b, c, e)
        if op == w.S_UNLESS:
            return (op, a, b + entry, c, e)
        if op == w.S_FOR_SEATS:
            return (op, a, b, c + entry, e)
        return instruction

    def _emit(self, op: int, a: int = 0, b: int = 0, c: int = 0, e: int = 0) -> int:
        self.code.append((op, a, b, c, e))
        self.marks_at.append(self.line)
        return len(self.code) - 1

    def _aim(self, at: int) -> None:
        op, a, b, c, e = self.code[at]
        here = len(self.code)
        self.code[at] = {
            w.S_GOTO: (op, here, b, c, e),
            w.S_UNLESS: (op, a, here, c, e),
            w.S_FOR_SEATS: (op, a, b, here, e),
        }[op]

    # --- statements -------------------------------------------------------------------------------------------------
    def _block(self, body: list[ast.stmt]) -> None:
        for place, statement in enumerate(body):
            self.later = body[place + 1 :]
            text = self.rows[statement.lineno - 1].strip() if statement.lineno <= len(self.rows) else ""
            self.line = (statement.lineno, text)
            self.prompt = 0
            try:
                self._statement(statement)
            except Wrong as wrong:
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
                self.loops[-1].leaves.append(self._emit(w.S_GOTO))
            case ast.Pass():
                pass
            case _:
                fail(node, "this cannot be said in a card; instructions, = , if, for, while and break can")

    def _effect(self, call: ast.Call) -> None:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        word = v.EFFECTS.get(name)
        if word is None or (word.inner and not self.inner):
            if name in v.QUESTIONS or name in v.QUERIES or name in v.SET_WORDS:
                fail(call, f"{name}() does nothing by itself; use what it gives")
            fail(
                call,
                self.expressions._unknown(name) if name else "an instruction is a word with brackets, such as: draw(3)",
            )
        if call.keywords and word.op not in (w.S_PLAY, w.S_DRAW):
            fail(call, f"'{call.keywords[0].arg}=' cannot stand here")
        self.prompt = _PROMPT_OF.get(name, 0)
        if word.op in (w.S_DISCARD, w.S_REDEAL, w.S_LOOK):
            if not call.args:
                fail(call, f"{name}() needs something: {word.signature}")
            self._emit(word.op, self.expressions.selections(call.args))
            return
        if len(call.args) != len(word.params):
            fail(call, f"{name}() takes {many(len(word.params))}, not {len(call.args)}: {word.signature}")
        if word.op == w.S_DRAW_TO:
            if not (isinstance(call.args[1], ast.Name) and call.args[1].id == "aside"):
                fail(call.args[1], "draw_to() draws aside: draw_to(3, aside)")
            self._emit(word.op, self.expressions.value(call.args[0], v.NUMBER))
            return
        operands, ends = [], []
        for arg, want in zip(call.args, word.params, strict=True):
            operands.append(self._operand(arg, want, name))
            ends.append(len(self.code))
        if len(operands) == 2 and v.CARD in word.params:
            self._keep_partner(call.args, word.params, operands, ends)
        if word.op in (w.S_PLAY, w.S_DRAW):
            operands.append(self.expressions.value(self._by(call), v.SEAT))
        self._emit(word.op, *operands)

    def _keep_partner(self, args: list[ast.expr], kinds: tuple[str, ...], operands: list[int], ends: list[int]) -> None:
        """Where one operand is asked for, keep the other one with the question if it is known by then."""
        if _asks(args[0]) and ends[0] == ends[1]:  # the second operand is an expression alone
            self.partners[ends[0] - 1] = (kinds[1], operands[1])
        if _asks(args[1]):
            self.partners[ends[1] - 1] = (kinds[0], operands[0])

    def _operand(self, arg: ast.expr, want: str, name: str) -> int:
        try:
            return self.expressions.value(arg, want)
        except Wrong as wrong:
            if wrong.node is arg:
                wrong.message = wrong.message.replace("here a", f"{name}() needs a", 1).replace(" is needed", "", 1)
            raise

    def _assign(self, name: str, node: ast.Assign) -> None:
        _free(name, node)
        kinds: list[str] = []
        self.prompt = self._purpose(name)

        def push() -> None:
            kinds.append(self.expressions._push(node.value))

        expression = self.expressions._collect(push)
        register = self._variable(name, kinds[0], node)
        self._emit(w.S_SET, register, expression)

    def _purpose(self, name: str) -> int:
        """What a choice kept under this name is made for: the instructions below that use it tell, if they agree."""
        found = {
            _PROMPT_OF[node.func.id]
            for statement in self.later
            for node in ast.walk(statement)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PROMPT_OF
            if any(isinstance(arg, ast.Name) and arg.id == name for arg in node.args)
        }
        return found.pop() if len(found) == 1 else 0

    def _variable(self, name: str, kind: str, node: ast.AST) -> int:
        known = self.expressions.variables.get(name)
        if known is not None:
            if known[1] != kind:
                fail(node, f"'{name}' is {a(known[1])} and cannot become {a(kind)}")
            return known[0]
        register = self._fresh(node)
        self.expressions.variables[name] = (register, kind)
        return register

    def _fresh(self, node: ast.AST) -> int:
        if self.used >= w.REGISTERS - 1:
            fail(node, f"too many variables and questions in one program; at most {w.REGISTERS - 1}")
        self.used += 1
        return self.used - 1

    # --- questions ----------------------------------------------------------------------------------------------------
    def _ask(self, node: ast.Call, name: str) -> tuple[int, str]:
        """Emit the question as a statement; gives the register of its answer and the answer's type."""
        prompt = self.prompt
        asked = self.expressions.value(self._by(node), v.SEAT)
        if name == "agree":
            if node.args:
                fail(node, "agree() takes nothing but by=")
            return self._choice(node, self._words(("yes", "no"), node), asked, _prompt("agree")), v.WORD
        if name == "pick":
            words = tuple(
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )
            if len(words) != len(node.args) or len(words) < 2:
                fail(node, 'pick() takes two or more words in quotes: pick("left", "right")')
            if len(set(words)) < len(words):
                fail(node, "pick() takes each word once")
            return self._choice(node, self._words(words, node), asked, _prompt("pick")), v.WORD
        if len(node.args) != 1:
            fail(node, f"{name}() takes one set, not {len(node.args)}")
        selection, kind = self.expressions.selection(node.args[0])
        one = v.CARD if kind == v.CARDS else v.SEAT
        if name in ("random", "first"):
            register = self._fresh(node)
            self._emit(w.S_RANDOM if name == "random" else w.S_FIRST, register, selection)
            return register, one
        limit = self._limit_prompt(node.args[0])
        return self._choice(node, selection, asked, (limit or prompt) * 2 + (name == "maybe")), one

    def _limit_prompt(self, node: ast.expr) -> int:
        """The shared programs' questions have sentences of their own."""
        if not self.inner or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return 0
        return _prompt("keep to the goals allowed") // 2 if node.func.id == "goals" else 0

    def _by(self, node: ast.Call) -> ast.expr:
        for keyword in node.keywords:
            if keyword.arg != "by":
                fail(node, f"'{keyword.arg}=' cannot stand here; by=SEAT says who is asked")
            return keyword.value
        return ast.Name(id="you", ctx=ast.Load(), lineno=node.lineno, col_offset=node.col_offset)

    def _choice(self, node: ast.Call, selection: int, asked: int, prompt: int) -> int:
        register = self._fresh(node)
        self._emit(w.S_CHOOSE, register, selection, asked, prompt)
        return register

    def _words(self, words: tuple[str, ...], node: ast.AST) -> int:
        made: list[Instruction] = [(w.E_CLEAR, 0, 0, 0, 0)]
        for word in words:
            if word not in w.ANSWER_WORDS:
                fail(node, f"'{word}' is not a word that can be answered; those are {', '.join(w.ANSWER_WORDS)}")
            made.append((w.E_ADD_WORD, w.ANSWER_WORDS.index(word), 0, 0, 0))
        return self.pool.expression([*made, (w.E_RETURN, 0, 0, 0, 0)])

    # --- flow ---------------------------------------------------------------------------------------------------------
    def _condition(self, node: ast.expr) -> list[int]:
        """Emit a test; gives the jumps taken when it does not hold. Questions in it are asked only when reached."""
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            return [jump for part in node.values for jump in self._condition(part)]
        if isinstance(node, ast.BoolOp):
            holds = []
            for part in node.values[:-1]:
                fails = self._condition(part)
                holds.append(self._emit(w.S_GOTO))
                for jump in fails:
                    self._aim(jump)
            fails = self._condition(node.values[-1])
            for jump in holds:
                self._aim(jump)
            return fails
        test = self.expressions.value(node, v.CONDITION)
        return [self._emit(w.S_UNLESS, test)]

    def _if(self, node: ast.If) -> None:
        fails = self._condition(node.test)
        self._block(node.body)
        if node.orelse:
            end = self._emit(w.S_GOTO)
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
        self._emit(w.S_GOTO, top)
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
            case ast.Name(id="others" | "everyone" | "from_left" as seats):
                register = self._variable(node.target.id, v.SEAT, node)
                self._emit(
                    w.S_SET, register, self.pool.expression([(w.E_NUM, w.NONE, 0, 0, 0), (w.E_RETURN, 0, 0, 0, 0)])
                )
                top = len(self.code)
                leave = self._emit(w.S_FOR_SEATS, register, v.SET_WORDS[seats].arg)
                self._loop(node.body, top, [leave])
            case _:
                fail(node.iter, "a loop goes over upto(n), others, everyone or from_left")

    def _upto(self, node: ast.For, bound: ast.expr) -> None:
        """Count in a register; the bound is read again before each round, so a numeral that grows adds a round."""
        counter = self._fresh(node)
        num = [(w.E_NUM, 0, 0, 0, 0), (w.E_RETURN, 0, 0, 0, 0)]
        self._emit(w.S_SET, counter, self.pool.expression(num))
        top = len(self.code)

        def test() -> None:
            self.expressions._emit(w.E_REG, counter)
            self.expressions.push(bound, v.NUMBER)
            self.expressions._emit(w.E_LT)

        leave = self._emit(w.S_UNLESS, self.expressions._collect(test))
        more: list[Instruction] = [
            (w.E_REG, counter, 0, 0, 0),
            (w.E_NUM, 1, 0, 0, 0),
            (w.E_ADD, 0, 0, 0, 0),
            (w.E_RETURN, 0, 0, 0, 0),
        ]
        self._emit(w.S_SET, counter, self.pool.expression(more))
        assert isinstance(node.target, ast.Name)
        if node.target.id != "_":
            known = self.expressions.variables.get(node.target.id, (counter, v.NUMBER))
            if known[1] != v.NUMBER:
                fail(node.target, f"'{node.target.id}' is {a(known[1])} and cannot become a number")
            self.expressions.variables[node.target.id] = (counter, v.NUMBER)
        self._loop(node.body, top, [leave])


def _free(name: str, node: ast.AST) -> None:
    """Refuse a variable with the name of a word."""
    taken = name in v.STATIC_WORDS or name in v.VERDICTS or name in v.SET_WORDS or name in v.QUERIES
    if taken or name in v.NUMBER_WORDS or name in w.KINDS or name in ("yes", "no", "all", "nothing"):
        fail(node, f"'{name}' is a word of the language and cannot be a variable here")


def _asks(node: ast.AST) -> bool:
    """Whether this is a question."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in v.QUESTIONS


def _prompt(name: str) -> int:
    return w.PROMPTS.index(name) * 2
