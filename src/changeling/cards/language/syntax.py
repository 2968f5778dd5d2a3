"""Reading the Python syntax of a body with bounds on everything. Nothing is executed: only trees are made."""

from __future__ import annotations

import ast
import io
import re
import threading
import tokenize
import warnings
from collections.abc import Iterable

from changeling.cards import vocabulary as v
from changeling.cards.language.cards_file import Part
from changeling.cards.language.slips import short, unreadable

MAX_DEPTH = 24  # of an expression; fewer than the machine's value stack holds
MAX_BLOCKS = 12
MAX_NUMBER = 999  # that can be written

_FORMULA = re.compile(r"(?:(?:others|everyone)\.)?([a-z_]+)\s*[-+*<>]?=(?!=)")
_NUMBERS = {name for name, word in v.Statics.words.items() if word.returns == v.NUMBER}


class AtMost(ast.operator):
    """The sign of a formula that bounds a number from above: `draws <= 2`."""


class AtLeast(ast.operator):
    """The sign of a formula that bounds a number from below: `draws >= 2`."""


class Wrong(Exception):
    """A problem at a place of the text; caught where the next statement can still be read."""

    def __init__(self, node: ast.AST, message: str) -> None:
        super().__init__(message)
        self.node = node
        self.message = message


def body_of(part: Part) -> list[ast.stmt]:
    """The statements of a part of a card. Raises Wrong when it cannot be read."""
    if not part.lines:
        return []
    text = with_elses(part.text()) if part.kind == "main" else part.text()
    body = parsed(text, [number for number, _ in part.lines], written=part.text()).body
    cut = part.cut[part.lines[0][0]]
    if part.kind == "main":
        body = [_bound(statement) for statement in body]
    for statement in body:
        found = part.cut[statement.lineno]
        if found < cut:
            raise Wrong(statement, f"indented by {found}; the lines of this section are indented by {cut}")
    return body


def _bound(node: ast.stmt) -> ast.stmt:
    """A comparison of a number in force, `draws <= 2`, as the formula that it is, and `draws -= 1` as one that adds.

    Any other statement stays as it is."""
    match node:
        case ast.AugAssign(target=ast.Name(id=name) | ast.Attribute(attr=name), op=ast.Sub()) if name in _NUMBERS:
            return ast.copy_location(ast.AugAssign(target=node.target, op=ast.Add(), value=_negative(node.value)), node)
        case ast.Expr(value=ast.Compare(left=left, ops=[sign], comparators=[value])):
            pass
        case ast.Expr(
            value=ast.IfExp(
                body=ast.Compare(left=left, ops=[sign], comparators=[bound]), test=test, orelse=orelse
            ) as whole
        ):
            value = ast.copy_location(ast.IfExp(test=test, body=bound, orelse=orelse), whole)
        case _:
            return node
    name = left.attr if isinstance(left, ast.Attribute) else left.id if isinstance(left, ast.Name) else ""
    bounds = isinstance(sign, ast.LtE | ast.GtE) and isinstance(left, ast.Name | ast.Attribute)
    if name not in _NUMBERS or not bounds:
        return node
    assert isinstance(left, ast.Name | ast.Attribute)
    operator = AtMost() if isinstance(sign, ast.LtE) else AtLeast()
    return ast.copy_location(ast.AugAssign(target=left, op=operator, value=value), node)


def _negative(node: ast.expr) -> ast.expr:
    """A number below zero in place of a number."""
    if isinstance(node, ast.IfExp):
        silent = isinstance(node.orelse, ast.Constant) and node.orelse.value is None
        orelse = node.orelse if silent else _negative(node.orelse)
        return ast.copy_location(ast.IfExp(test=node.test, body=_negative(node.body), orelse=orelse), node)
    zero = ast.copy_location(ast.Name(id="zero", ctx=ast.Load()), node)
    return ast.copy_location(ast.BinOp(left=zero, op=ast.Sub(), right=node), node)


def condition_of(text: str, line: int) -> ast.expr:
    """The condition of a section. Raises Wrong when it cannot be read."""
    body = parsed(text, [line], condition=True).body
    if len(body) == 1 and isinstance(body[0], ast.Assign):
        place = text.find("=")
        at = ast.Pass(lineno=line, col_offset=len(text[:place].encode()))
        fixed = f"{text[:place]}=={text[place + 1 :]}"
        raise Wrong(at, f"= gives a name a value; to compare, write ==, as in: {short(fixed, 70)}")
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        raise Wrong(body[-1], "here a condition is needed, not an instruction")
    return body[0].value


# Several threads of a server read cards. What one does with warnings is done for all of them, and in Python 3.11 two
# that make trees at once can fail (cpython#106905: "AST constructor recursion depth mismatch").
_one_at_a_time = threading.Lock()


def parsed(text: str, lines: list[int], *, written: str = "", condition: bool = False) -> ast.Module:
    """The tree of a text whose rows are these lines of a file. Raises Wrong, at the place, when there is none.

    `written` is the text as it stands in the file, where something was added to it; `condition`: of a section.
    """
    try:
        with _one_at_a_time, warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(text)
    except SyntaxError as error:
        raise _unreadable(error, written or text, lines, condition=condition) from None
    except (RecursionError, MemoryError, ValueError):
        raise Wrong(ast.Pass(lineno=lines[0], col_offset=0), "this cannot be read: it is nested too deep") from None
    rows = text.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value <= MAX_NUMBER:
            given = rows[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode(errors="replace")
            if not given.isdecimal():
                node.lineno = lines[node.lineno - 1]
                raise Wrong(node, f"a number is written in plain digits, such as {node.value}")
        if isinstance(node, ast.Name) and (node.end_col_offset or 0) - node.col_offset != len(node.id):
            node.lineno = lines[node.lineno - 1]
            raise Wrong(node, f"'{node.id}' is written in odd letters; write words in plain ones, a to z")
        if hasattr(node, "lineno"):
            node.lineno = lines[min(node.lineno, len(lines)) - 1]
    _shallow(tree)
    return tree


def _unreadable(error: SyntaxError, text: str, lines: list[int], *, condition: bool) -> Wrong:
    """The parser's complaint, at our place and with our line numbers."""
    rows = text.split("\n")
    line = min(max(error.lineno or 1, 1), len(lines))
    row = rows[line - 1]
    offset = max((error.offset or 1) - 1, 0) if line == error.lineno else len(row)
    if isinstance(error, IndentationError):
        offset = len(row) - len(row.lstrip())
    message = re.sub(r" \(detected at line \d+\)| \(<unknown>, line \d+\)", "", error.msg)
    message = re.sub(r"\bline (\d+)", lambda at: f"line {lines[min(int(at[1]), len(lines)) - 1]}", message)
    place, message = unreadable(row, offset, message, condition=condition)
    return Wrong(ast.Pass(lineno=lines[line - 1], col_offset=len(row[:place].encode())), message)


def _shallow(tree: ast.Module) -> None:
    """Refuse what is nested deeper than anybody writes, before anything walks it by recursion."""
    waiting: list[tuple[ast.AST, int, int]] = [(tree, 0, 0)]
    while waiting:
        node, depth, blocks = waiting.pop()
        if depth > MAX_DEPTH and isinstance(node, ast.expr):
            raise Wrong(node, f"nested more than {MAX_DEPTH} deep; say it in several lines, with variables")
        if blocks > MAX_BLOCKS and isinstance(node, ast.stmt):
            raise Wrong(node, f"more than {MAX_BLOCKS} blocks inside one another; say it more simply")
        depth += isinstance(node, ast.expr)
        blocks += isinstance(node, ast.If | ast.For | ast.While)
        chained = node.orelse if isinstance(node, ast.If) and len(node.orelse) == 1 else []
        waiting += [
            (child, depth, blocks - (child in chained and isinstance(child, ast.If)))
            for child in ast.iter_child_nodes(node)
        ]


_CONDITIONAL = (
    v.Verdicts.counts_as,
    v.Verdicts.counts_for,
    v.Verdicts.goals_needed,
    v.Verdicts.lends,
    v.Verdicts.wins_with,
)
_MAY_LACK_ELSE = {*v.Statics.words, *v.Permits.words, *(word.name for word in _CONDITIONAL)}


def with_elses(text: str) -> str:
    """Let `draws += 1 if CONDITION` stand without an else, as the language allows for formulas."""
    rows = text.split("\n")
    for number, row in enumerate(rows):
        match = _FORMULA.match(row)
        if match and match[1] in _MAY_LACK_ELSE and "if" in row:
            words, end = _outer_words(row)
            if "if" in words and "else" not in words:
                rows[number] = row[:end].rstrip() + " else None"
    return "\n".join(rows)


def _outer_words(row: str) -> tuple[set[str], int]:
    """The words of a row that stand outside of brackets, and where its code ends."""
    words: set[str] = set()
    depth, end = 0, len(row)
    for token in tokens(row):
        if token.type == tokenize.COMMENT:
            end = token.start[1]
        elif token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
        elif token.type == tokenize.NAME and depth == 0:
            words.add(token.string)
    return words, end


def tokens(text: str) -> Iterable[tokenize.TokenInfo]:
    """The tokens of a text, as far as it can be read."""
    try:
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
    except (tokenize.TokenError, SyntaxError):
        return
