"""The usual spacing of one statement: between its words, and over its rows where it has several."""

from __future__ import annotations

import ast
import keyword
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from tokenize import TokenInfo

from changeling.cards.language.syntax import tokens

WIDTH = 120
INDENT = 4

_SKIPPED = (tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
_COMPOUND = ("if", "elif", "else", "for", "while")


@dataclass(slots=True)
class Line:
    """A statement as the tokens have it: how deep it stands in its part, and its tokens, comments included."""

    depth: int
    tokens: list[TokenInfo] = field(default_factory=list)

    @property
    def rows(self) -> tuple[int, int]:
        """Its first and last row, counted from 1."""
        return self.tokens[0].start[0], self.tokens[-1].end[0]


def lines_of(text: str) -> Iterator[Line]:
    """The statements of a text. One that stands behind another or behind a colon gets a line of its own."""
    depth, line = 0, Line(0)
    for token in tokens(text):
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            depth += 1 if token.type == tokenize.INDENT else -1
        elif token.type == tokenize.NEWLINE:
            line.depth = depth
            yield from _split(line)
            line = Line(0)
        elif token.type not in _SKIPPED:
            line.tokens.append(token)


def _split(line: Line) -> Iterator[Line]:
    """Take `if CONDITION: draw(3); break` apart."""
    compound = bool(line.tokens) and line.tokens[0].string in _COMPOUND
    part, brackets = Line(line.depth), 0
    for place, token in enumerate(line.tokens):
        brackets += _step(token)
        more = any(following.type != tokenize.COMMENT for following in line.tokens[place + 1 :])
        if token.string == ";" and token.type == tokenize.OP and brackets == 0:
            if part.tokens and more:
                yield part
                part = Line(part.depth)
            continue
        part.tokens.append(token)
        if compound and token.string == ":" and brackets == 0 and more:
            yield part
            part, compound = Line(line.depth + 1), False
    if part.tokens:
        yield part


def laid_out(line: Line, level: int, between: dict[int, list[str]]) -> list[str]:
    """The rows of a statement that is indented by `level`; `between` has the comments on rows of their own inside it.

    On one row where it fits and no comment is in the way, otherwise on the rows that it is on.
    """
    code = [token for token in line.tokens if token.type != tokenize.COMMENT]
    comments = [token for token in line.tokens if token.type == tokenize.COMMENT]
    last = line.tokens[-1]
    inside = [comment for comment in comments if comment is not last]
    joined = " " * level + _joined([token for place, token in enumerate(code) if not _idle_comma(code, place)])
    one_row = code[0].start[0] == code[-1].end[0]
    if not inside and not between and (one_row or len(joined) <= WIDTH):
        return [joined + behind(comments[-1].string if comments else "")]
    return list(_rows(line, level, between))


def _rows(line: Line, level: int, between: dict[int, list[str]]) -> Iterator[str]:
    depth, row, at, before = 0, "", line.tokens[0].start[0], None
    for token in line.tokens:
        comment = token.type == tokenize.COMMENT
        if before is not None and token.start[0] > at and depth and not comment:
            yield row
            indent = level + INDENT * (depth - (token.string in (")", "]", "}")))
            for number in sorted(between):
                if at < number <= token.start[0]:
                    yield from (" " * (level + INDENT * depth) + text for text in between[number])
            row = " " * indent + _written(token)
        elif comment:
            row += behind(token.string)
        else:
            row += (_gap(before, token, depth) if before else " " * level) + _written(token)
        depth += _step(token)
        at = token.end[0]
        before = before if comment else token
    yield row


def spaced(text: str) -> str:
    """A statement or condition of one row with the usual spacing."""
    skipped = (*_SKIPPED, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    return _joined([token for token in tokens(text) if token.type not in skipped])


def behind(comment: str) -> str:
    """A comment as it stands behind something."""
    return f"  {comment.rstrip()}" if comment else ""


def _joined(code: list[TokenInfo]) -> str:
    out, depth, before = "", 0, None
    for token in code:
        out += _gap(before, token, depth) + _written(token)
        depth += _step(token)
        before = token
    return out


def _step(token: TokenInfo) -> int:
    if token.type != tokenize.OP:
        return 0
    return (token.string in "([{") - (token.string in ")]}")


def _idle_comma(code: list[TokenInfo], place: int) -> bool:
    """Whether this is the comma before a closing bracket."""
    return code[place].string == "," and place + 1 < len(code) and code[place + 1].string == ")"


def _gap(before: TokenInfo | None, token: TokenInfo, depth: int) -> str:
    """What stands between two tokens."""
    if before is None or before.string in ("(", "[", "{", ".") or token.string in (",", ":", ")", "]", "}", "."):
        return ""
    if "=" in (before.string, token.string) and depth > 0:
        return ""
    called = before.type == tokenize.NAME and not keyword.iskeyword(before.string)
    if token.string in ("(", "[") and (called or before.string in (")", "]")):
        return ""
    return " "


def _written(token: TokenInfo) -> str:
    """A token as it is written; a text in double quotes."""
    if token.type != tokenize.STRING or {"f", "b"} & set(token.string.lower().split(token.string[-1])[0]):
        return token.string
    value = ast.literal_eval(token.string)
    plain = isinstance(value, str) and value.isprintable() and '"' not in value and "\\" not in value
    return f'"{value}"' if plain else repr(value)
