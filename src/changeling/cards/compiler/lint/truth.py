"""Conditions that hold always or never, whatever lies on the table.

A condition is taken apart into facts that could be so or not, and numbers that could be anything that is possible for
them. All cases that differ are tried. What is not understood is a fact of its own, so that nothing is called certain
that is not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from changeling.cards.compiler.lint.facts import Facts


class Judge:
    """Judges conditions. It looks at so many words and cases in all and then judges no more: no text takes long."""

    def __init__(self, cases: int = 150_000) -> None:
        self.left = cases

    def constant(self, node: ast.expr) -> bool | None:
        """Whether a condition always holds or never does; None where it depends, or is too long to tell."""
        self.left -= sum(1 for _ in ast.walk(node))
        if self.left < 0:
            return None
        facts = Facts()
        test = facts.test(node)
        cases = facts.cases()
        found: set[bool] = set()
        for case in cases or ():
            self.left -= 1
            found.add(test(case))
            if len(found) == 2 or self.left < 0:
                return None
        return found.pop() if found else None

    def constants(self, node: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
        """The parts of a condition that hold always or never, the largest of them."""
        found = self.constant(node)
        if found is not None:
            yield node, found
        elif isinstance(node, ast.BoolOp):
            for value in node.values:
                yield from self.constants(value)
        elif isinstance(node, ast.UnaryOp):
            yield from self.constants(node.operand)
