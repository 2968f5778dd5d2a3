"""The usual form of a `.cards` file: spacing, quotes, indentation and blank lines, never what the file means.

Comments stay where they are: those on lines of their own keep their place, those behind something follow it after two
blanks. One blank line stands between cards; elsewhere at most one is kept.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from changeling.cards.language.cards_file import File, Part, Source
from changeling.cards.language.source import read
from changeling.cards.language.syntax import Wrong, body_of
from changeling.cards.language.token_layout import INDENT, behind, laid_out, lines_of, spaced
from changeling.errors import CardsError, Problem

_TEXT = re.compile(r'\s*(?P<text>"[^"\\]*")\s*(?P<comment>#.*)?$')

# What a row of the usual form is, for the blank lines around it.
_BLANK, _REMARK, _MARKS, _RECIPE, _OPENS, _BODY = "blank", "remark", "marks", "recipe", "opens", "body"


def format_cards(text: str, file: str, *, programs: bool = False) -> str:
    """The text in its usual form. Raises CardsError when it cannot be read; what its words mean is not looked at.

    A file whose usual form would be larger than the bounds on files allow is given back as it is.
    """
    text = text.removeprefix("\ufeff")
    found = read(text, file, programs=programs)
    meant = _meaning(found)
    if found.problems:
        raise CardsError(found.problems)
    made = _Page(text, found).text()
    again = read(made, file, programs=programs)
    same = not again.problems and _meaning(again) == meant and not again.problems
    return made if same else text


def _meaning(file: File) -> list[object]:
    """All that the form of a file must not change. Notes what cannot be read as a problem of the file."""
    found: list[object] = [file.marks, file.recipe]
    for card in file.cards:
        found.append((card.kind, card.name, card.slot, card.marks, card.copies, card.house, card.text))
        parts = (card.main, *card.sections)
        found += [(part.kind, spaced(part.condition), _tree(card, part, file)) for part in parts]
    return found


def _tree(card: Source, part: Part, file: File) -> str:
    try:
        return "\n".join(map(ast.dump, body_of(part)))
    except Wrong as wrong:
        line, offset = getattr(wrong.node, "lineno", part.line), getattr(wrong.node, "col_offset", 0)
        file.problems.append(Problem(card.file, line, part.column_of(line, offset), wrong.message))
        return ""


@dataclass(slots=True)
class _Statement:
    """One statement in the usual form. `indent` is its indentation in the file, `level` the one it is written with."""

    last: int
    indent: int
    level: int
    rows: list[str]
    opens: bool = False


class _Page:
    """Walks the lines of a file; what its headers, sections and statements become is settled first, card by card."""

    def __init__(self, text: str, file: File) -> None:
        self.lines = [row.rstrip() for row in text.split("\n")]
        self.recipe = {step.line: str(step) for step in file.recipe}
        self.statements: dict[int, _Statement] = {}
        for card in file.cards:
            row = self.lines[card.line - 1]
            self.statements[card.line] = _Statement(card.line, 0, 0, [_header(card, row)], True)
            for part in (card.main, *card.sections):
                self._settle(card, part)
        self.nexts = self._nexts()
        self.out: list[str] = []
        self.kind = _BLANK
        self.levels: list[tuple[int, int]] = []  # the indentation of the open blocks: in the file, in the usual form

    def _nexts(self) -> list[int]:
        """By line: the next line from there on that is neither blank nor a comment, or 0."""
        nexts, coming = [0] * (len(self.lines) + 1), 0
        for number in range(len(self.lines), 0, -1):
            bare = self.lines[number - 1].strip()
            coming = number if bare and not bare.startswith("#") else coming
            nexts[number] = coming
        return nexts

    def _settle(self, card: Source, part: Part) -> None:
        level = INDENT
        if part is not card.main:
            row = self.lines[part.line - 1]
            head = " " * level + f"{part.kind} {spaced(part.condition)}".rstrip() + ":" + behind(_comment(row))
            self.statements[part.line] = _Statement(part.line, card.indent, level, [head], True)
            level += INDENT
        numbers = [number for number, _ in part.lines]
        before: _Statement | None = None
        for line in lines_of(part.text()):
            first, last = (numbers[min(row, len(numbers)) - 1] for row in line.rows)
            row = self.lines[first - 1]
            deep = level + INDENT * line.depth
            rows = laid_out(line, deep, self._between(numbers, line.rows))
            opens = line.tokens[-1].string == ":" or (len(line.tokens) > 1 and line.tokens[-2].string == ":")
            if before is not None and first <= before.last:  # behind another statement: a line of its own, now
                before.rows += rows
                before.last, before.opens = max(last, before.last), opens
            else:
                before = _Statement(last, len(row) - len(row.lstrip()), deep, rows, opens)
                self.statements[first] = before

    def _between(self, numbers: list[int], rows: tuple[int, int]) -> dict[int, list[str]]:
        """The comments on lines of their own inside a statement, by the row of the part that they stand before."""
        found: dict[int, list[str]] = {}
        for row in range(rows[0] + 1, rows[1] + 1):
            inside = (self.lines[number - 1].strip() for number in range(numbers[row - 2] + 1, numbers[row - 1]))
            comments = [text for text in inside if text.startswith("#")]
            if comments:
                found[row] = comments
        return found

    # --- line by line -------------------------------------------------------------------------------------------
    def text(self) -> str:
        """The whole file in its usual form."""
        number = 1
        while number <= len(self.lines):
            row = self.lines[number - 1]
            statement = self.statements.get(number)
            if statement is not None:
                self._statement(statement)
                number = statement.last
            elif not row:
                self._blank()
            elif row.lstrip().startswith("#"):
                self._remark(row, number)
            elif row[0] != " ":
                code = self.recipe.get(number, " ".join(row.split("#")[0].split()))
                self._declaration(_RECIPE if number in self.recipe else _MARKS, code + behind(_comment(row)))
            else:
                self._text(row)
            number += 1
        while self.out and not self.out[-1]:
            self.out.pop()
        return "".join(f"{row}\n" for row in self.out)

    def _emit(self, kind: str, *rows: str) -> None:
        self.out += rows
        self.kind = kind

    def _blank(self) -> None:
        if self.kind not in (_BLANK, _OPENS):
            self._emit(_BLANK, "")

    def _gap(self) -> None:
        """Stand apart from what is before."""
        if self.kind != _BLANK:
            self._emit(_BLANK, "")

    def _statement(self, statement: _Statement) -> None:
        if statement.level == 0 and self.kind != _REMARK:
            self._gap()
        self._enter(statement.indent, statement.level)
        self._emit(_OPENS if statement.opens else _BODY, *statement.rows)

    def _enter(self, indent: int, level: int) -> None:
        self.levels = [pair for pair in self.levels if pair[0] < indent] + [(indent, level)]

    def _remark(self, row: str, number: int) -> None:
        """A comment on a line of its own: at the left above a card, or indented like what is around it."""
        following = self.nexts[number]
        if row.startswith("#"):
            top = not following or self.lines[following - 1][0] != " "
            inside = self.kind == _RECIPE and following in self.recipe
            if top and self.kind not in (_REMARK, _BLANK) and not inside:
                self._gap()
            self._emit(_REMARK if top else _BODY, row)
            return
        coming = self.statements.get(following)
        near = [*self.levels, (coming.indent, coming.level)] if coming else self.levels
        indent = len(row) - len(row.lstrip())
        fitting = max((pair for pair in near if pair[0] <= indent), default=(0, 0))
        self._emit(_BODY, " " * max(fitting[1], INDENT) + row.lstrip())

    def _declaration(self, kind: str, row: str) -> None:
        """A line of marks, or of the recipe."""
        if self.kind not in (_REMARK, kind):
            self._gap()
        self._emit(kind, row)

    def _text(self, row: str) -> None:
        found = _TEXT.match(row)
        assert found is not None  # read() lets no other line stand here
        self._enter(len(row) - len(row.lstrip()), INDENT)
        self._emit(_BODY, " " * INDENT + found["text"] + behind(found["comment"] or ""))


def _header(card: Source, row: str) -> str:
    """A card's first line: kind, name, slot, marks and whatever else, copies, house."""
    words = row.split('"', 2)[2].split("#")[0].split()
    slot, rest = "", []
    while words:
        word = words.pop(0)
        if word == "in":
            slot = f"in {words.pop(0)}"
        elif word != "house" and not re.fullmatch(r"x\d+", word):
            rest.append(word)
    copies = f"x{card.copies}" if card.copies > 1 else ""
    parts = [card.kind, f'"{card.name}"', slot, *rest, copies, "house" if card.house else ""]
    return " ".join(part for part in parts if part) + behind(_comment(row))


def _comment(row: str) -> str:
    """The comment behind a header, a section or a declaration of marks; none of them can have a # of its own."""
    _, found, comment = row.partition("#")
    return found + comment
