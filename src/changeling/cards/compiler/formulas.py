"""Compiling what a card says with `=` and `+=`: numbers in force, what wins or ends a game, and what the card is."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeGuard

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.assembly import CompiledCard
from changeling.cards.compiler.expressions import Expressions
from changeling.cards.compiler.pool import Pool
from changeling.cards.deck import Static
from changeling.cards.language.recipe import name_of
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong

_STATICS_OF = {"rule", "meta", "basic", "keeper", "creeper"}

Formula = ast.Assign | ast.AugAssign


def is_formula(node: ast.stmt) -> TypeGuard[Formula]:
    """Whether a line of a body is a formula, and no instruction."""
    return isinstance(node, Formula) and _target(node) in (v.Statics.words | v.Verdicts.words)


def _target(node: Formula) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


class Formulas:
    """Compiles the formulas of one file's cards; each is put into what its card becomes.

    A verdict has a method here, `verdict_` and its name; statics are compiled alike.
    """

    def __init__(self, pool: Pool, marks: tuple[str, ...]) -> None:
        self.pool = pool
        self.marks = marks

    def put(self, node: Formula, made: CompiledCard) -> None:
        """Compile a formula. Raises Wrong."""
        if isinstance(node, ast.AugAssign) and not isinstance(node.op, ast.Add):
            raise Wrong(node, "a formula sets a number with = or adds to it with +=")
        self._once(node, made)
        put: Callable[[Formula, CompiledCard], None] = getattr(self, f"verdict_{_target(node)}", self._static)
        put(node, made)

    def _once(self, node: Formula, made: CompiledCard) -> None:
        """Refuse a second verdict: the first would be lost."""
        name = _target(node)
        if name not in v.Verdicts.words:
            return
        if name in made.said:
            joined = "; join what both say with and, or" if v.Verdicts.words[name].returns == v.CONDITION else ""
            raise Wrong(node, f"'{name}' stands on line {made.said[name]} already; a card says it once{joined}")
        made.said[name] = node.lineno

    def verdict_reading(self, node: Formula, made: CompiledCard) -> None:
        """Which part of the card is our own reading."""
        text = _quoted(node.value)
        if text is None or isinstance(node, ast.AugAssign):
            raise Wrong(node, 'write it like: reading = "which part is ours"')
        made.reading = text

    def verdict_leaves_out(self, node: Formula, made: CompiledCard) -> None:
        """The kind of card that a Meta Rule leaves out."""
        if made.source.kind != "meta" or not isinstance(node.value, ast.Name) or node.value.id not in w.KINDS:
            raise Wrong(node, "only a Meta Rule leaves out a kind of card: leaves_out = creeper")
        made.leaves_out = w.KINDS.index(node.value.id)

    def verdict_counts_as(self, node: Formula, made: CompiledCard) -> None:
        """The card that a Keeper also counts as."""
        text = _quoted(node.value)
        if made.source.kind != "keeper" or text is None:
            raise Wrong(node, 'a Keeper counts as another card by its name: counts_as = "Milk"')
        if name_of(text) == made.source.name:
            raise Wrong(node.value, "this is the card's own name; counts_as names another card")
        made.counts_as = name_of(text)
        self.pool.name(made.counts_as)

    def verdict_back_of(self, node: Formula, made: CompiledCard) -> None:
        """The card that this one is the back of."""
        text = _quoted(node.value)
        if text is None or isinstance(node, ast.AugAssign) or made.source.kind in ("basic", "meta", "program"):
            raise Wrong(node, 'the back of a two-sided card names its front: back_of = "Caterpillar"')
        if made.source.kind in ("action", "surprise"):
            raise Wrong(node, f"{a(made.source.kind)} does not stay in play, so nothing can turn it over")
        if name_of(text) == made.source.name:
            raise Wrong(node.value, "this is the card's own name; back_of names its front")
        made.back_of = name_of(text)

    def verdict_excuses_all(self, node: Formula, made: CompiledCard) -> None:
        """A Goal that no Creeper blocks."""
        if made.source.kind != "goal" or not (isinstance(node.value, ast.Name) and node.value.id == "yes"):
            raise Wrong(node, "a Goal that no Creeper blocks says: excuses_all = yes")
        made.excuses_all = True

    def verdict_ends(self, node: Formula, made: CompiledCard) -> None:
        """What an Ungoal ends the game by."""
        _set_with_equals(node)
        if made.source.kind != "ungoal":
            raise Wrong(node, "only an ungoal says when all lose, with: ends = CONDITION")
        expressions = self._expressions()
        made.ends = expressions.value(node.value, v.CONDITION)
        made.reads = expressions.findings.reads
        made.needs = tuple(dict.fromkeys(expressions.findings.mentions))
        made.named = self._names(list(made.needs))

    def verdict_wins(self, node: Formula, made: CompiledCard) -> None:
        """What a Goal is won by."""
        _set_with_equals(node)
        if made.source.kind != "goal":
            raise Wrong(node, "only a goal says what wins, with: wins = CONDITION")
        expressions = self._expressions()
        made.wins = expressions.value(node.value, v.CONDITION)
        found = expressions.findings
        made.reads = found.reads
        made.excuses = self._names(found.excuses)
        made.needs, made.forbids = tuple(dict.fromkeys(found.needs)), tuple(dict.fromkeys(found.forbids))

    def _static(self, node: Formula, made: CompiledCard) -> None:
        """A number or a condition that is in force while the card is in play."""
        name = _target(node)
        if made.source.kind not in _STATICS_OF:
            raise Wrong(node, f"{a(made.source.kind)} cannot set '{name}'; a rule can")
        word = v.Statics.words[name]
        if word.of and made.source.kind not in word.of:
            raise Wrong(node, f"{a(made.source.kind)} cannot set '{name}'; {_either(word.of)} can")
        if word.returns == v.CONDITION:
            _set_with_equals(node)
        expressions = self._expressions()
        expressions.formula = node.value
        expressions.may_say_all = word is v.Statics.plays and isinstance(node, ast.Assign)
        expression = expressions.value(node.value, word.returns)
        if word is v.Statics.inflation and expressions.findings.reads:
            raise Wrong(node.value, "numerals grow by a plain number, in words: inflation = one")
        if name == "requires":
            made.excuses = self._names(expressions.findings.excuses)
        mode = w.ADDS if isinstance(node, ast.AugAssign) else w.SETS
        made.statics.append(Static(word.arg, mode, expression, expressions.findings.reads))

    def _expressions(self) -> Expressions:
        return Expressions(self.pool, inner=False, marks=self.marks, ask=None)

    def _names(self, names: list[str]) -> int:
        """A list of cards' names, where there are any."""
        return self.pool.list_of(tuple(self.pool.name(name) for name in dict.fromkeys(names))) if names else w.NONE


def _either(kinds: tuple[str, ...]) -> str:
    """Some kinds of card, in words."""
    return " or ".join(a("Meta Rule" if kind == "meta" else kind) for kind in kinds)


def _set_with_equals(node: Formula) -> None:
    """Refuse to add to a condition."""
    if isinstance(node, ast.AugAssign):
        raise Wrong(node, f"only numbers are added to with +=; '{_target(node)}' is a condition: {_target(node)} = ...")


def _quoted(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
