"""Compiling what a body does: instructions, questions, loops. Every question becomes a statement of its own.

That a question is never inside an expression is what makes a frame (program, position, registers) the whole
continuation.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.answers import own_text, picked_in, refuse_word, says
from changeling.cards.compiler.expressions import Expressions, fail, many, needed_by
from changeling.cards.compiler.pool import Instruction, Pool
from changeling.cards.compiler.refusals import by_itself, not_a_loop, not_an_instruction, only_answering
from changeling.cards.compiler.sets import PICKED, SetOf
from changeling.cards.language.slips import short
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong

FORMULAS = v.Statics.words | v.Permits.words | v.Verdicts.words  # what is said with =
A_NAME = w.A_PLAY  # in place of the sort of secret answers: cards that are only named
_SORTS = {v.CARD: w.A_CARD, v.SEAT: w.A_SEAT, v.NUMBER: w.A_NUMBER, v.WORD: w.A_WORD}


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
        self.expressions.several = self._ask_for_several
        self.code: list[Instruction] = []
        self.marks_at: list[tuple[int, str]] = []  # by instruction: line and text
        self.loops: list[Loop] = []
        self.used = 0
        self.prompt = v.Questions.choose.prompt
        self.later: list[ast.stmt] = []
        self.line = (0, "")
        self.failed: set[str] = set()  # variables whose value could not be read: one problem is enough
        self.answers: dict[str, set[str]] = {}  # by variable: the words that it may hold
        self.asks_at: list[str] = []  # by instruction: what it asks in the card's own words
        self.text = ""  # of the question being compiled
        self.sort = w.NONE  # of what is chosen in secret
        self.secretly = False  # the question being compiled is answered in secret

    def begin_with(self, variables: Mapping[str, tuple[int, str]], registers: int) -> None:
        """Let the program begin with these variables, in the first so many registers."""
        self.expressions.variables.update(variables)
        self.used = registers

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

    def _open_windows(self) -> None:
        """Put a window before every instruction that can be the first to do something. What comes before it is what the
        player names, which others then know when they answer (K-C12, W-B17)."""
        you = self.expressions.value(ast.Name(id="you", ctx=ast.Load()), v.SEAT)
        first = first_effects(self.code, you)
        shift = [place + sum(at < place for at in first) for place in range(len(self.code))]
        lines = [mark for place, mark in enumerate(self.marks_at) for _ in range(1 + (place in first))]
        asks = [row for place, text in enumerate(self.asks_at) for row in [""] * (place in first) + [text]]
        code: list[Instruction] = []
        for place, instruction in enumerate(self.code):
            if place in first:
                code.append((v.Effects.window.statement, 0, 0, 0, 0))
            slot = _jump_slot(instruction)
            code.append(instruction if slot is None else _with(instruction, slot, shift[instruction[slot]]))
        self.code, self.marks_at, self.asks_at = code, lines, asks

    @staticmethod
    def _moved(instruction: Instruction, entry: int) -> Instruction:
        """An instruction of a program that begins at `entry`: what it jumps to lies in the pool."""
        slot = _jump_slot(instruction)
        return instruction if slot is None else _with(instruction, slot, instruction[slot] + entry)

    def _emit(self, word: v.Word, a: int = 0, b: int = 0, c: int = 0, e: int = 0) -> int:
        self.code.append((word.statement, a, b, c, e))
        self.marks_at.append(self.line)
        self.asks_at.append(self.text if word is v.Questions.choose else "")
        return len(self.code) - 1

    def _aim(self, at: int) -> None:
        """Let the jump at `at` lead here."""
        slot = _jump_slot(self.code[at])
        assert slot is not None
        self.code[at] = _with(self.code[at], slot, len(self.code))

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

    def _effect(self, call: ast.Call) -> None:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        word = v.Effects.words.get(name)
        if word is None or (word.inner and not self.inner):
            if name in FORMULAS:
                signature = FORMULAS[name].signature
                fail(call, f"'{name}' is set by a formula: {signature}")
            if name in v.Questions.words or name in v.Queries.words or name in v.Sets.words:
                fail(call, by_itself(v.Questions.words.get(name) or v.Queries.words.get(name) or v.Sets.words[name]))
            fail(
                call,
                self.expressions.unknown(name) if name else "an instruction is a word with brackets, such as: draw(3)",
            )
        if word.answering and self.expressions.trigger not in word.answering and not self.inner:
            fail(call, only_answering(word))
        special: Callable[[ast.Call, v.Word], None] | None = getattr(self, f"effect_{name}", None)
        if special is not None:
            special(call, word)
            return
        wide = v.Effects.words.get(word.wide)
        for keyword in call.keywords:
            if not (word.by or (wide is not None and wide.by)) or keyword.arg != "by":
                fail(call, f"'{keyword.arg}=' cannot stand here: {word.signature}")
        self.prompt = word.prompt or v.Questions.choose.prompt
        if wide is not None and (call.keywords or self._takes_set(word, call)):
            self._operands(wide, call, word)
        else:
            self._operands(word, call, word)

    def _takes_set(self, word: v.Word, call: ast.Call) -> bool:
        """Whether a set stands where a word takes a card."""
        if word.params[:1] != (v.CARD,) or not call.args:
            return False
        found = self.expressions.set_of(call.args[0])
        return found is not None and found.type == v.CARDS

    def _cards(self, args: list[ast.expr], said: v.Word) -> int:
        """Sets and single cards as the selection of an effect."""
        try:
            return self.expressions.selections(args)
        except Wrong as wrong:
            if wrong.node in args:
                needs = f"{said.name}() needs a card or a set of cards"
                wrong.message = wrong.message.replace("here a card is needed", needs, 1)
            raise

    def _operands(self, word: v.Word, call: ast.Call, said: v.Word) -> None:
        """Emit the instruction of an effect with what it is given; `said` is the word as the card writes it."""
        name = said.name
        if word.params == (v.CARDS,):
            if not call.args:
                fail(call, f"{name}() needs something: {said.signature}")
            by = [self.expressions.value(self._by(call), v.SEAT)] if word.by else []
            self._emit(word, self._cards(call.args, said), *by)
            return
        if len(call.args) != len(word.params):
            fail(call, f"{name}() takes {many(len(word.params))}, not {len(call.args)}: {said.signature}")
        operands = []
        for arg, want in zip(call.args, word.params, strict=True):
            if want == v.CARDS:
                operands.append(self._cards([arg], said))
            elif want == v.PLACE:
                operands.append(self._place(arg, said))
            elif want != v.ASIDE:
                self._takes_words(arg, word)
                with needed_by(said, arg):
                    operands.append(self.expressions.value(arg, want))
            elif not (isinstance(arg, ast.Name) and arg.id == v.Sets.aside.name):
                fail(arg, f"{name}() needs the word aside here: {word.signature}")
        if word.by:
            operands.append(self.expressions.value(self._by(call), v.SEAT))
        self._emit(word, *operands)

    def _place(self, arg: ast.expr, word: v.Word) -> int:
        """A place that an instruction names in quotes; of a pile, also how many cards lie above it."""
        text = arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None
        if text in word.words:
            return self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, PLACES[text]))
        named = " or ".join(f'"{one}"' for one in word.words)
        if text is not None or word is not v.Effects.to_pile:
            fail(arg, f"{word.name}() takes {named} here: {word.example}")
        with needed_by(word, arg):
            return self.expressions.value(arg, v.NUMBER)

    # --- effects with a form of their own ----------------------------------------------------------------------------
    def _prepare(self, body: list[ast.stmt]) -> None:
        """Before anything of a body is compiled: the words that its questions offer, and room for secret choices."""
        self.expressions.own_words = picked_in(body)
        secret = says(body, v.Effects.secret)
        if secret is not None:
            if says(body, v.Effects.reveal_choices) is None:
                self.wrong(secret, "what is chosen in secret has to be shown some time: reveal_choices()")
            self.expressions.ballot = w.REGISTERS - w.MAX_SEATS
            self.line = (secret.lineno, "")
            self._emit(v.Control.forget_choices, self.expressions.ballot)

    def effect_secret(self, call: ast.Call, word: v.Word) -> None:
        """A question that is answered in secret; the answer is kept for the player who gives it."""
        held = self.used
        try:
            register, by = self._ask_in_secret(call, word)
        except Wrong:
            if self.sort == w.NONE:  # one problem is enough: what follows is read as if words were chosen
                self.sort, self.expressions.ballot_kind = w.A_WORD, v.WORD
            raise
        self._emit(word, register, self.expressions.ballot, by)
        self.used = held

    def _ask_in_secret(self, call: ast.Call, word: v.Word) -> tuple[int, int]:
        """Emit the question; gives the register of its answer, and who is asked."""
        asks = call.args[0] if len(call.args) == 1 and not call.keywords else None
        name = asks.func.id if isinstance(asks, ast.Call) and isinstance(asks.func, ast.Name) else ""
        if not isinstance(asks, ast.Call) or name not in v.Questions.words:
            fail(call, f"secret() takes a question, one of {', '.join(v.Questions.words)}: {word.example}")
        if any(says([ast.Expr(self._by(asks))], question) for question in v.Questions.words.values()):
            fail(asks, "ask on a line of its own first who is asked: foe = choose(others); then by=foe")
        self.secretly = True
        try:
            register, kind = self._ask(asks, v.Questions.words[name])
        finally:
            self.secretly = False
        sort = A_NAME if self.expressions.names_any(self._set_asked(asks)) else _SORTS[kind]
        if self.sort not in (w.NONE, sort):
            fail(asks, "all secret choices of one card are of one sort: words, numbers, players, or cards of one sort")
        self.sort, self.expressions.ballot_kind = sort, kind
        return register, self.expressions.value(self._by(asks), v.SEAT)

    def effect_reveal_choices(self, call: ast.Call, word: v.Word) -> None:
        """What was chosen in secret is shown."""
        if call.args or call.keywords:
            fail(call, "reveal_choices() takes nothing")
        if not self.expressions.ballot_kind:
            fail(call, f"reveal_choices() shows what secret() has asked before: {v.Effects.secret.example}")
        self._emit(word, self.expressions.ballot, self.sort)

    def _set_asked(self, asks: ast.Call) -> SetOf | None:
        return self.expressions.set_of(asks.args[0]) if len(asks.args) == 1 else None

    def _count(self, call: ast.Call, word: v.Word) -> None:
        """A counter of a player grows or shrinks."""
        for keyword in call.keywords:
            if keyword.arg != "by":
                fail(call, f"'{keyword.arg}=' cannot stand here: {word.signature}")
        if len(call.args) != 2:
            fail(call, f"{word.name}() takes a number and a counter, not {many(len(call.args))}: {word.signature}")
        amount, counter = call.args
        if not isinstance(counter, ast.Name):
            fail(counter, f"{word.name}() needs the name of a counter, without quotes: {word.example}")
        number = self.expressions.counter_number(counter.id, counter)
        with needed_by(word, amount):
            value = self.expressions.value(amount, v.NUMBER)
        self._emit(word, value, number, self.expressions.value(self._by(call), v.SEAT))

    effect_gain = effect_lose = _count

    def _numbers(self, node: ast.Call, word: v.Word) -> int:
        """The numbers that a question offers, as a selection."""
        if len(node.args) != 2:
            fail(node, f"{word.name}() takes the lowest and the highest number: {word.example}")
        for arg in node.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, int) and arg.value > w.MOST_CHOSEN:
                fail(arg, f"numbers to choose go from 0 to {w.MOST_CHOSEN}, not {arg.value}")

        def select() -> None:
            self.expressions.emit(v.Terms.clear)
            for arg in node.args:
                with needed_by(word, arg):
                    self.expressions.push(arg, v.NUMBER)
            self.expressions.emit(v.Terms.add_numbers)

        return self.expressions.collect(select)

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
                fail(node, f"'{name}' has a value already; several cards that are chosen need a name of their own")
            self.expressions.variables[name] = (held.parts[0].filter, v.CARDS)
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
        most = w.REGISTERS - 1 if self.expressions.ballot == w.NONE else self.expressions.ballot
        if self.used >= most:
            kept = "" if most == w.REGISTERS - 1 else " that has secret choices"
            fail(node, f"too many variables and questions in one program{kept}; at most {most}")
        self.used += 1
        return self.used - 1

    # --- questions ----------------------------------------------------------------------------------------------------
    def _ask(self, node: ast.Call, word: v.Word) -> tuple[int, str]:
        """Emit the question as a statement; gives the register of its answer and the answer's type."""
        prompt = self.prompt
        asked = self.expressions.value(self._by(node), v.SEAT)
        self.text = own_text(node)
        if word is v.Questions.pick_number:
            return self._choice(node, self._numbers(node, word), asked, w.question(word.prompt)), v.NUMBER
        if word is v.Questions.agree:
            if node.args:
                fail(node, "agree() takes nothing but by= and ask=")
            return self._choice(node, self._words(("yes", "no"), node), asked, w.question(word.prompt)), v.WORD
        if word.instruction is v.Queries.roll:
            return self._roll(node, word, asked)
        if word is v.Questions.pick:
            return self._choice(node, self._words(_picked(node), node), asked, w.question(word.prompt)), v.WORD
        if len(node.args) != 1:
            fail(node, f"{word.name}() takes one set, not {len(node.args)}")
        names = word.instruction is v.Questions.choose and self.expressions.names_any(
            self.expressions.set_of(node.args[0])
        )
        self.expressions.naming = names
        selection, kind = self.expressions.selection(node.args[0])
        self.expressions.naming = False
        one = v.CARD if kind == v.CARDS else v.SEAT
        if word.via is None and word is not v.Questions.choose:  # picked without a question
            register = self._fresh(node)
            self._emit(word, register, selection)
            return register, one
        self._show_pile(node.args[0], selection, asked)
        about = v.Sets.any_card.prompt if names else self._shared_prompt(node.args[0]) or prompt
        return self._choice(node, selection, asked, w.question(about, optional=word is v.Questions.maybe)), one

    def _roll(self, node: ast.Call, word: v.Word, by: int) -> tuple[int, str]:
        """Emit a die that is rolled, or a coin that is flipped."""
        if len(node.args) != len(word.params):
            fail(node, f"{word.name}() takes {many(len(word.params))}, not {len(node.args)}: {word.signature}")
        if node.args:
            with needed_by(word, node.args[0]):
                sides = self.expressions.value(node.args[0], v.NUMBER)
        else:
            sides = self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, w.COIN))
        register = self._fresh(node)
        self._emit(v.Queries.roll, register, sides, by)
        return register, word.returns

    def _ask_for_several(self, node: ast.Call, word: v.Word) -> int:
        """Emit a question for several cards, one after another; gives the register that they are kept for."""
        prompt = self.prompt
        asked = self.expressions.value(self._by(node), v.SEAT)
        with needed_by(word, node.args[1]):
            limit = self.expressions.value(node.args[1], v.NUMBER)
        selection, _ = self.expressions.selection(node.args[0], (v.CARDS,))
        self._show_pile(node.args[0], selection, asked)
        register = self._fresh(node)
        self._emit(v.Control.begin_picks, register, limit)
        optional = word is v.Questions.maybe
        self._emit(v.Control.pick_more, register, selection, asked, w.question(prompt, optional=optional))
        return register

    def _show_pile(self, node: ast.expr, selection: int, asked: int) -> None:
        """Whoever chooses from the draw pile has to see it."""
        found = self.expressions.set_of(node)
        if found is not None and any(part.in_pile for part in found.parts):
            self._emit(v.Effects.look_by, selection, asked)

    def _shared_prompt(self, node: ast.expr) -> str:
        """What a question of the shared programs is about, where the set that is chosen from says it."""
        if not self.inner or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return ""
        return v.Sets.words[node.func.id].prompt if node.func.id in v.Sets.words else ""

    def _by(self, node: ast.Call) -> ast.expr:
        for keyword in node.keywords:
            if keyword.arg not in ("by", "ask"):
                fail(node, f"'{keyword.arg}=' cannot stand here; by=SEAT says who is asked, ask=\"...\" the question")
            if keyword.arg == "by":
                return keyword.value
        return ast.Name(id="you", ctx=ast.Load(), lineno=node.lineno, col_offset=node.col_offset)

    def _choice(self, node: ast.Call, selection: int, asked: int, prompt: int) -> int:
        register = self._fresh(node)
        if self.secretly:
            prompt = w.IN_SECRET + w.is_optional(prompt)
        self._emit(v.Questions.choose, register, selection, asked, prompt)
        self.text = ""
        return register

    def _words(self, words: tuple[str, ...], node: ast.AST) -> int:
        for word in words:
            refuse_word(word, node)
        numbers = [self.pool.word(word) for word in words]
        if len(self.pool.words) > w.MAX_OWN_WORDS:
            fail(node, f"the cards of a deck offer at most {w.MAX_OWN_WORDS} words of their own; this is one more")

        def select() -> None:
            self.expressions.emit(v.Terms.clear)
            for number in numbers:
                self.expressions.emit(v.Terms.add_word, number)

        return self.expressions.collect(select)

    def _words_of(self, node: ast.expr) -> set[str]:
        """The words that an expression may give."""
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.Name(id=name):
                return self.answers.get(name, set())
            case ast.IfExp():
                return self._words_of(node.body) | self._words_of(node.orelse)
            case ast.Call(func=ast.Name(id=v.Questions.pick.name)):
                return set().union(*map(self._words_of, node.args))
        return set()

    def _takes_words(self, arg: ast.expr, word: v.Word) -> None:
        """Refuse a word that means nothing to an instruction."""
        for other in sorted(self._words_of(arg) - set(word.words)) if word.words else ():
            fail(arg, f"{word.name}() takes {' or '.join(word.words)}, not '{short(other)}': {word.example}")

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
                self._for_cards(node)

    def _for_cards(self, node: ast.For) -> None:
        """A loop over the cards of a set, as it is when the loop begins."""
        called = node.iter.func if isinstance(node.iter, ast.Call) else None
        seats = isinstance(called, ast.Name) and called.id in v.SEAT_GROUPS.values()
        found = None if seats else self.expressions.set_of(node.iter)
        if found is None or found.type != v.CARDS:
            fail(node.iter, not_a_loop(node.iter))
        assert isinstance(node.target, ast.Name)
        selection, _ = self.expressions.selection(node.iter)
        register = self._variable(node.target.id, v.CARD, node)
        none = self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, w.NONE))
        self._emit(v.Control.set, register, none)
        top = len(self.code)
        leave = self._emit(v.Control.for_cards, register, selection)
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


def _picked(node: ast.Call) -> tuple[str, ...]:
    """The words that pick() lets somebody answer."""
    words = tuple(arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
    if len(words) != len(node.args) or len(words) < 2:
        fail(node, 'pick() takes two or more words in quotes: pick("left", "right")')
    if len(set(words)) < len(words):
        fail(node, "pick() takes each word once")
    return words


def _jump_slot(instruction: Instruction) -> int | None:
    """Where in an instruction its jump stands, if it has one."""
    place = v.STATEMENTS[instruction[0]].kinds.find(v.JUMP)
    return None if place < 0 else place + 1


def _with(instruction: Instruction, slot: int, value: int) -> Instruction:
    """An instruction with another operand in a slot."""
    op, a, b, c, e = (value if place == slot else old for place, old in enumerate(instruction))
    return op, a, b, c, e


_ASKING = (v.Questions.choose, v.Control.pick_more)
PLACES = {"top": w.TOP, "bottom": w.BOTTOM, "random": w.SOMEWHERE, "discards": w.DISCARDS}


def first_effects(code: list[Instruction], you: int) -> set[int]:
    """The places in a program where something can happen for the first time: all that can come before is that the
    player for whom it runs, `you`, is asked. Whom else it asks, and what chance decides, is part of what happens."""
    found, seen, waiting = set[int](), set[int](), [0]
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        instruction = code[place]
        word = v.STATEMENTS[instruction[0]]
        hidden = word is v.Questions.choose and instruction[4] - w.is_optional(instruction[4]) == w.IN_SECRET
        if not _quiet(word) or hidden or (word in _ASKING and instruction[3] != you):
            found.add(place)
            continue
        slot = _jump_slot(instruction)
        if slot is not None:
            waiting.append(instruction[slot])
        if word is not v.Control.goto:
            waiting.append(place + 1)
    return found


def _quiet(word: v.Word) -> bool:
    """Whether an instruction changes nothing on the table."""
    if word is v.Control.end:
        return False
    return word.group == "control" or word is v.Questions.choose or word is v.Queries.first
