"""What is wrong or odd with the instructions of a card: loops that never end, tests that decide nothing, idle lines."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.answers import ASKING
from changeling.cards.compiler.lint.truth import Judge
from changeling.cards.language.slips import near, short
from changeling.errors import ERROR, WARNING

Told = Callable[[ast.AST, str, str], None]
"""Takes a place, what is to be said of it, and how grave that is."""

_LEAVING = ("end_turn", "win")  # what ends the programs under way


def idle(body: list[ast.stmt]) -> bool:
    """Whether these lines do nothing: no instruction and no formula but remarks among them."""
    remarks = ("counts_as", "back_of", "reading")
    said_of_itself = (name for name in v.Verdicts.words if name not in remarks)
    formulas = (*v.Statics.words, *v.Permits.words, *said_of_itself)
    return not any(_says(body, formulas)) and not any(name in v.Effects.words for name in _calls(body))


def _says(body: Iterable[ast.stmt], words: tuple[str, ...]) -> Iterator[bool]:
    for node in body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        target = target.value if isinstance(target, ast.Subscript) else target  # inflation[2]
        name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")  # others.draws
        yield isinstance(node, ast.Assign | ast.AugAssign) and name in words


def _calls(trees: Iterable[ast.AST]) -> Iterator[str]:
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id


class FlowLint:
    """Looks at conditions and instructions, and tells what it finds."""

    def __init__(self, judge: Judge, told: Told) -> None:
        self.judge = judge
        self.told = told

    def condition(self, node: ast.expr, what: str) -> None:
        """Look at a condition, of a section or a formula, which decides about `what`."""
        for part, holds in self.judge.constants(node):
            if part is not node:
                self.told(part, f"this part {'always' if holds else 'never'} holds", WARNING)
            elif holds:
                self.told(part, "this always holds: it does not matter", WARNING)
            else:
                self.told(part, f"this never holds, so {what} never does anything", WARNING)

    def body(self, body: list[ast.stmt]) -> None:
        """Look at the instructions of one part of a card."""
        for node in (node for statement in body for node in ast.walk(statement)):
            match node:
                case ast.If():
                    self._if(node)
                case ast.While():
                    self._while(node)
                case ast.GeneratorExp(generators=[ast.comprehension(ifs=[test])]):
                    self._part(test)
                case ast.Call(func=ast.Name(id=name), args=args) if name in v.Effects.words or name == "upto":
                    self._no_number(name, args)
        for block in _blocks(body):
            self._never_reached(block)
        for node, name in _unused(body):
            meant = near(name, (*v.Statics.words, *v.Permits.words, *v.Verdicts.words))
            hint = f"; did you mean {meant[0]}?" if meant else ""
            self.told(node, f"nothing uses '{short(name)}'{hint}", WARNING)

    def _never_reached(self, block: list[ast.stmt]) -> None:
        """Lines below one that leaves them."""
        for node, below in pairwise(block):
            left = "break leaves the loop" if isinstance(node, ast.Break) else ""
            if isinstance(node, ast.Expr) and list(_calls([node.value]))[:1] == ["end_turn"]:
                left = "end_turn() ends what is being carried out; it stands last"
            if left:
                self.told(below, f"this is never done: {left}", WARNING)
                return

    def _part(self, test: ast.expr) -> None:
        for part, holds in self.judge.constants(test):
            what = "this" if part is test else "this part"
            self.told(part, f"{what} {'always' if holds else 'never'} holds", WARNING)

    def _if(self, node: ast.If) -> None:
        always = self.judge.constant(node.test)
        if always is None:
            self._part(node.test)
        elif always:
            otherwise = ": what stands below 'else' is never done" if node.orelse else ""
            self.told(node.test, f"this always holds{otherwise}", WARNING)
        else:
            self.told(node.test, "this never holds: what stands below it is never done", WARNING)

    def _while(self, node: ast.While) -> None:
        always = self.judge.constant(node.test)
        leaves = any(_breaks(node.body)) or any(name in _LEAVING for name in _calls(node.body))
        ways = "only break, end_turn() or win() would leave it"
        if always is False:
            self.told(node.test, "this never holds: the loop is never begun", WARNING)
        elif always and not leaves:
            self.told(node.test, f"this loop never ends: its condition always holds, and {ways}", ERROR)
        elif always is None and not leaves and _still(node):
            still = "nothing in it changes its condition"
            self.told(node.test, f"this loop never ends once it is begun: {still}, and {ways}", ERROR)
        elif always is None:
            self._part(node.test)

    def _no_number(self, name: str, args: list[ast.expr]) -> None:
        """An instruction with the number zero, in letters: it never grows and does nothing."""
        for arg in args:
            if isinstance(arg, ast.Name) and arg.id == "zero":
                self.told(arg, f"{name}(zero) does nothing", WARNING)


def _blocks(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """These lines, and all blocks among them."""
    yield body
    for node in (node for statement in body for node in ast.walk(statement)):
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(block, list) and block:
                yield block


def _still(node: ast.While) -> bool:
    """Whether nothing in a loop can change its condition: no name in it gets a value, and the table stays as it is."""
    asked = list(_calls([node.test]))
    if any(name in ASKING for name in asked):
        return False
    names = {one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)}
    if names & {one.id for part in node.body for one in _stored(part)}:
        return False
    changed = [v.Effects.words[name].changes for name in _calls(node.body) if name in v.Effects.words]
    return not any(_read_by(node.test) & parts for parts in changed)


def _read_by(test: ast.expr) -> int:
    """The parts of the table that a condition looks at, as bits."""
    parts = w.PART_NOTHING
    for node in ast.walk(test):
        if isinstance(node, ast.Name):
            word = v.Sets.words.get(node.id) or v.Queries.words.get(node.id)
            parts |= word.reads if word is not None and word is not v.Sets.you else w.PART_NOTHING
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            parts |= v.Terms.live.reads
    return parts


def _stored(tree: ast.AST) -> Iterator[ast.Name]:
    return (one for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))


def _breaks(body: Iterable[ast.stmt]) -> Iterator[bool]:
    """Whether a loop with this body is left by a break of its own, not of a loop inside it."""
    for node in body:
        if isinstance(node, ast.Break):
            yield True
        elif isinstance(node, ast.If):
            yield from _breaks([*node.body, *node.orelse])


def _unused(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, str]]:
    """Names that get a value which nothing uses."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            formula = name in v.Statics.words or name in v.Permits.words or name in v.Verdicts.words
            if name not in used and not formula:
                yield node, name
