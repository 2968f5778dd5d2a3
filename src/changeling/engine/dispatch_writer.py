"""Writes the machine's dispatchers from the table of words: which function carries out which instruction.

`engine/machine/dispatch.py` (programs) and `engine/machine/values/expressions.py` are written by `make docs`, and
`make check` looks whether they are current. Each row of `cards.vocabulary` with a number becomes one branch that calls
the function of its name, found in the sources of `engine.machine`, with what the function's parameters ask for. A
function of one statement is written out instead of called: calls cost the interpreted machine time, and the compiled
one time to compile.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.vocabulary import Word

_MACHINE = "changeling.engine.machine"
EXPRESSIONS, DISPATCH = "values/expressions", "dispatch"  # the modules that are written, below `engine/machine`
_NOTICE = """# Written by `make docs` from cards/vocabulary.py and the functions of engine/machine; not to be edited.
# fmt: off
"""


class MissingFunction(Exception):
    """No function of the machine carries out a word, or it takes something else than its row says."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the machine, as its source says."""

    name: str
    module: str
    params: tuple[str, ...]
    gives: str  # the annotation
    body: tuple[ast.stmt, ...]  # without the docstring
    scope: Mapping[str, str]  # by name that its module knows: the module it comes from


def functions_of(sources: Mapping[str, str]) -> dict[str, Function]:
    """The functions of the machine's modules, given the source of each by its path below `engine/machine`."""
    found: dict[str, Function] = {}
    for path, source in sources.items():
        tree = ast.parse(source)
        module = f"{_MACHINE}.{path.replace('/', '.')}"
        scope = dict(_scope(module, tree))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                params = tuple(arg.arg for arg in node.args.args)
                gives = ast.unparse(node.returns) if node.returns else ""
                body = tuple(node.body[1:] if ast.get_docstring(node) else node.body)
                found[node.name] = Function(node.name, module, params, gives, body, scope)
    return found


def _scope(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names at the top of a module, each with the module to import it from."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.asname or alias.name, node.module) for alias in node.names)
        elif isinstance(node, ast.FunctionDef):
            yield node.name, module
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield from ((name.id, module) for name in ast.walk(target) if isinstance(name, ast.Name))


class _Replaced(ast.NodeTransformer):
    """Puts what is given in place of a function's parameters."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.given = given

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = self.given.get(node.id)
        return node if found is None else ast.parse(found, mode="eval").body


class Dispatcher:
    """The branches of one module of dispatchers, and the names that they need."""

    def __init__(self, functions: Mapping[str, Function], *needed: str) -> None:
        self.functions = functions
        self.needed: dict[str, str] = {}
        for name in needed:
            self.need(name, functions[name].module)

    def need(self, name: str, module: str) -> None:
        """Import a name from a module."""
        self.needed[name] = module

    def imports(self) -> str:
        """The import lines."""
        modules: dict[str, list[str]] = {}
        for name, module in self.needed.items():
            modules.setdefault(module, []).append(name)
        rows = []
        for module in sorted(modules):
            names = sorted(modules[module], key=lambda name: (not name.isupper(), not name[0].isupper(), name.lower()))
            row = f"from {module} import {', '.join(names)}"
            rows.append(row if len(row) <= 120 else f"from {module} import (\n    " + ",\n    ".join(names) + ",\n)")
        return "\n".join(rows)

    def function_of(self, word: Word) -> Function:
        """The function that carries out a word. Raises MissingFunction."""
        name = word.function or word.name
        if name not in self.functions:
            raise MissingFunction(f"the word '{word.name}' needs a function '{name}' in engine/machine")
        return self.functions[name]

    def given(self, word: Word, context: Iterable[str], operands: list[str]) -> dict[str, str]:
        """What each parameter of a word's function is given: what it names of the context, else the next operand."""
        function = self.function_of(word)
        rest = [name for name in function.params if name not in context]
        if len(rest) != len(operands):
            takes = f"'{function.name}' takes {len(rest)} operands ({', '.join(rest)})"
            raise MissingFunction(f"{takes}; the row of '{word.name}' has {len(operands)}")
        return {name: name for name in function.params if name in context} | dict(zip(rest, operands, strict=True))

    def call(self, word: Word, given: Mapping[str, str]) -> str:
        """An expression that has the value of a word's function: a call, or what the function returns."""
        function = self.function_of(word)
        match function.body:
            case (ast.Return(value=ast.expr() as value),):
                return self._written_out(value, function, given)
        self.need(function.name, function.module)
        return f"{function.name}({', '.join(given[name] for name in function.params)})"

    def run(self, word: Word, given: Mapping[str, str]) -> list[str]:
        """Statements that do what a word's function does: a call, or its only statement."""
        function = self.function_of(word)
        body = function.body
        if len(body) == 1 and isinstance(body[0], ast.Expr | ast.Assign | ast.If) and self._can_stand(body[0], given):
            return self._written_out(body[0], function, given).split("\n")
        return [self.call(word, given)]

    @staticmethod
    def _can_stand(body: ast.stmt, given: Mapping[str, str]) -> bool:
        """Whether a statement can stand in place of a call: it keeps nothing in variables, gives nothing, and reads no
        operand twice that takes work to read."""
        names = [node for node in ast.walk(body) if isinstance(node, ast.Name)]
        if any(isinstance(name.ctx, ast.Store) for name in names):
            return False
        if any(isinstance(node, ast.Return | ast.For | ast.While) for node in ast.walk(body)):
            return False
        used = [name.id for name in names]
        return all("(" not in what or used.count(name) == 1 for name, what in given.items())

    def _written_out(self, node: ast.expr | ast.stmt, function: Function, given: Mapping[str, str]) -> str:
        for name in ast.walk(node):
            if isinstance(name, ast.Name) and name.id not in given and name.id in function.scope:
                self.need(name.id, function.scope[name.id])
        return ast.unparse(_Replaced(given).visit(deepcopy(node)))


def _chain(branches: Iterable[tuple[int, str, list[str]]], otherwise: list[str], indent: str) -> str:
    """An if and its elifs, one for each number."""
    rows = []
    for place, (number, name, lines) in enumerate(branches):
        rows.append(f"{indent}{'elif' if place else 'if'} op == {number}:  # {name}")
        rows += [f"{indent}    {line}" for line in lines]
    rows.append(f"{indent}else:")
    rows += [f"{indent}    {line}" for line in otherwise]
    return "\n".join(rows)


def _tier(words: Mapping[int, Word], tier: int) -> list[tuple[int, Word]]:
    """The instructions of a tier, in the order of their numbers."""
    return [(number, word) for number, word in sorted(words.items()) if word.tier == tier]


# --- programs ---------------------------------------------------------------------------------------------------------
_STATEMENT_CONTEXT = ("d", "t", "base", "pc", "seat", "this")

_STEP = '''
def step(d: Sheet, t: Table) -> None:
    """Carry out one instruction of the innermost frame."""
    base = (t.frames - 1) * FRAME
    pc = t.stack[base + F_PC]
    at = pc * WIDTH
    op = d.code[at]
    seat, this = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    t.stack[base + F_PC] = pc + 1
'''

_EFFECT = '''

def {name}(d: Sheet, t: Table, op: int, base: int, pc: int, seat: int, this: int) -> None:
    """Carry out {what}."""
    at = pc * WIDTH
'''


def dispatch_source(sources: Mapping[str, str]) -> str:
    """The source of `engine/machine/dispatch.py`, given those of the machine's other modules by path."""
    made = Dispatcher(functions_of(sources), "read", "stop")
    layout = "changeling.engine.layout"
    for name in ("BAD_INSTRUCTION", "F_CARD", "F_PC", "F_SEAT", "FRAME", "Table"):
        made.need(name, layout)
    made.need("Sheet", "changeling.engine.sheet_layout")
    made.need("WIDTH", "changeling.cards.codes")
    bodies = []
    heads = (
        _STEP,
        _EFFECT.format(name="effect", what="an instruction that most editions use"),
        _EFFECT.format(name="rare_effect", what="an instruction that only some editions use"),
    )
    onward = "{0}(d, t, op, base, pc, seat, this)".format
    ends = (onward("effect"), onward("rare_effect"), "stop(t, BAD_INSTRUCTION)")
    for tier, (head, end) in enumerate(zip(heads, ends, strict=True)):
        branches = [(number, word.name, _statement(made, word)) for number, word in _tier(v.STATEMENTS, tier)]
        bodies.append(head + _chain(branches, [end], "    ") + "\n")
    return _module("Which function carries out which instruction of a program.", made, bodies)


def _statement(made: Dispatcher, word: Word) -> list[str]:
    """The branch of an instruction of a program."""
    before: list[str] = []
    operands: list[str] = []
    for place, kind in enumerate(word.kinds, 1):
        slot = f"d.code[at + {place}]"
        if kind == v.VALUE:
            operands.append(f"read(d, t, {slot}, seat, this, base)")
        elif kind == v.SELECTION:
            before.append(f"read(d, t, {slot}, seat, this, base)")
        else:
            operands.append(slot)
    return before + made.run(word, made.given(word, _STATEMENT_CONTEXT, operands))


# --- expressions ------------------------------------------------------------------------------------------------------
_TERM_CONTEXT = ("d", "t", "you", "this", "base")
_PUSH = ["value[top] = held", "top += 1"]
_POP = ["top -= 1", "held = value[top]"]
_BACK = "t.touched -= a"  # a loop: what lies between is gone through again

_EVALUATE = '''
def evaluate(d: Sheet, t: Table, pc: int, you: int, this: int, base: int) -> int:
    """Read an expression for a player and a card; `base` is the frame whose registers it may use, or NONE.

    `held` is the top of the value stack, and the others lie in `value` below `top`.
    """
    first = pc
    top = 0
    held = 0
    value = t.value
    while True:
        at = pc * WIDTH
        op, a = d.code[at], d.code[at + 1]
        pc += 1
        if op == {return_}:
            if pc - first > SHORT:
                t.touched += pc - first
            return held
'''

_RARE_TERM = '''

def rare_term(d: Sheet, t: Table, op: int, at: int, you: int, this: int, base: int, top: int) -> int:
    """Read a term that only some editions use; its value is left on the value stack. Gives the new top, or NONE."""
    a = d.code[at + 1]
    value = t.value
    held = value[top]
'''


def expressions_source(sources: Mapping[str, str]) -> str:
    """The source of `engine/machine/values/expressions.py`, given those of the machine's other modules by path."""
    made = Dispatcher(functions_of(sources), "stop")
    for name in ("BAD_INSTRUCTION", "SHORT", "Table"):
        made.need(name, "changeling.engine.layout")
    made.need("Sheet", "changeling.engine.sheet_layout")
    for name in ("NONE", "ONE_SEAT", "WIDTH"):
        made.need(name, "changeling.cards.codes")
    hot = [
        (number, word.name, _term(made, word)) for number, word in _tier(v.TERMS, v.HOT) if word is not v.Terms.return_
    ]
    onward = [
        "value[top] = held",
        "top = rare_term(d, t, op, at, you, this, base, top)",
        "if top == NONE:",
        "    return 0",
        "held = value[top]",
    ]
    rare = [(number, word.name, _term(made, word)) for number, word in _tier(v.TERMS, v.RARE)]
    unknown = ["stop(t, BAD_INSTRUCTION)", "return NONE"]
    bodies = [
        _EVALUATE.format(return_=v.Terms.return_.term) + _chain(hot, onward, "        ") + "\n",
        _RARE_TERM + _chain(rare, unknown, "    ") + "\n    value[top] = held\n    return top\n",
    ]
    return _module("Which function reads which term of an expression. They never suspend.", made, bodies)


def _term(made: Dispatcher, word: Word) -> list[str]:
    """The branch of a term: what it takes from the stack, its function, what it leaves there, whether it jumps."""
    slots = ["a" if place == 1 else f"d.code[at + {place}]" for place in range(1, w.WIDTH)]
    operands = [slot for slot, kind in zip(slots, word.kinds, strict=False) if kind != v.JUMP]
    function, lines = made.function_of(word), list[str]()
    if v.WHO in word.kinds and "seat" in function.params:
        who = slots[word.kinds.index(v.WHO)]
        lines += ["seat = NONE", f"if {who} == ONE_SEAT:", "    seat = held", *(f"    {line}" for line in _POP)]
        operands.append("seat")
    operands += ["value[top]", "held"][2 - len(word.params) :]
    given = made.given(word, _TERM_CONTEXT, operands)
    if v.JUMP in word.kinds:
        return lines + _jumping(made, word, given)
    if word.returns == v.NOTHING:
        before = ["top -= 1"] * (len(word.params) - 1)
        return lines + before + made.run(word, given) + _POP * min(len(word.params), 1)
    found = made.call(word, given)
    if function.gives == "bool":
        found = f"1 if {found} else 0"
    before = ["top -= 1"] * (len(word.params) - 1) if word.params else _PUSH
    return [*lines, *before, f"held = {found}"]


def _jumping(made: Dispatcher, word: Word, given: Mapping[str, str]) -> list[str]:
    """The branch of a term that jumps: where its function gives a condition, if that holds, else always.

    A condition's value is dropped; a row that returns something keeps it where it jumps.
    """
    jump = "pc += a - 1"
    function = made.function_of(word)
    if function.gives == "int":
        return ["top -= 1"] * (len(word.params) - 1) + [f"held = {made.call(word, given)}", _BACK, jump]
    if function.gives == "None":
        return [*made.run(word, given), *_POP * len(word.params), _BACK, jump]
    condition = made.call(word, given)
    if condition == "True":
        return [jump]
    if word.returns != v.NOTHING:
        return [f"if {condition}:", f"    {jump}", "else:", *(f"    {line}" for line in _POP)]
    return [f"if {condition}:", f"    {jump}", *_POP * len(word.params)]


def _module(title: str, made: Dispatcher, bodies: list[str]) -> str:
    head = f'"""{title}"""\n\n{_NOTICE}\nfrom __future__ import annotations\n\n{made.imports()}\n\n'
    made_of = head + "".join(bodies)
    too_long = any(len(line) > 120 for line in made_of.split("\n"))
    return made_of.replace("# fmt: off\n", "# fmt: off\n# ruff: noqa: E501\n", 1) if too_long else made_of


def dispatchers(sources: Mapping[str, str]) -> dict[str, str]:
    """The generated modules of the machine by path below `engine/machine` (without `.py`), given the sources of all of
    them. Raises MissingFunction."""
    written = {path: source for path, source in sources.items() if path not in (EXPRESSIONS, DISPATCH)}
    expressions = expressions_source(written)
    return {EXPRESSIONS: expressions, DISPATCH: dispatch_source(written | {EXPRESSIONS: expressions})}
