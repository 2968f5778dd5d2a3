"""Reading `.cards` text: headers, texts for people, sections. What a body means is the compiler's business.

A stranger's file is read with bounds on everything, so that hostile text gives an error, never a hang or a crash.
"""

from __future__ import annotations

import keyword
import re
import unicodedata

from changeling.cards.codes import KINDS, MAX_COUNT, MOST_RANK
from changeling.cards.language.cards_file import File, Part, Source
from changeling.cards.language.recipe import MAX_COPIES, VERBS, name_of, step_of
from changeling.cards.language.slips import after_name, beginning, curly_quote, near, short
from changeling.cards.vocabulary import SLOTS, Effects, Queries, Questions, Sections, Sets

MAX_FILE = 1_000_000
MAX_LINE = 400
MAX_BODY = 120
MAX_SECTIONS = 24
MAX_NAME = 60
MAX_TEXT = 600
MAX_MARKS = 30
ICONS = ("doom", "anti_doom")  # marks that every deck knows (DOOM-1)
MAX_COUNTERS_READ = 30  # in one file; a deck uses at most codes.MAX_COUNTERS
MAX_RANK = MOST_RANK
MAX_CARDS = 512
MAX_BRACKETS = 16

_HEADER = re.compile(r'(?P<kind>[a-z_]+)[ \t]+"(?P<name>[^"]*)"(?P<tail>.*)$')
_SECTIONS = "|".join(Sections.words)
_TIMED = "|".join(word for word in Sections.words if word != Sections.play.name)
_SECTION = re.compile(rf"(?P<kind>{_SECTIONS})\b(?P<rest>[^#]*):[ \t]*(?:#.*)?$")
_BROKEN = re.compile(rf"(?:{_TIMED})(?:\s+[^=+\s]|\s*:|\s*$)|play\s*:")  # a section, not finished
_SAID_LIKE_COUNTERS = (Effects, Queries, Questions, Sets)  # words with brackets; a counter is read as score(you)
_WORD = re.compile(r"[a-z][a-z0-9_]*$")
_COPIES = re.compile(r"x([0-9]+)$")


def read(text: str, file: str, *, programs: bool = False) -> File:
    """Read a file's text. Problems are collected in the result; nothing is raised."""
    out = File(file)
    if len(text) > MAX_FILE:
        out.wrong(1, 1, f"the file has {len(text):,} characters; at most {MAX_FILE:,} are read")
        return out
    card: Source | None = None
    for number, row in enumerate(text.split("\n"), 1):
        row = row.rstrip("\r")
        if not _readable(row, number, out):
            if card is not None and row[:1].isspace():
                card.last = number
            continue
        bare = row.strip()
        if not bare or bare.startswith("#"):
            continue
        if row[0] not in " \t":
            card = _header(row, number, out, programs=programs)
        elif card is not None:
            _body(row, number, card, out)
        elif not out.problems:
            out.wrong(number, 1, 'an indented line before any card; a card begins with a line like: keeper "Milk"')
    if len(out.cards) > MAX_CARDS:
        out.wrong(out.cards[MAX_CARDS].line, 1, f"the file has {len(out.cards)} cards; at most {MAX_CARDS} are read")
        del out.cards[MAX_CARDS:]
    for source in out.cards:
        _shape(source, out)
    return out


def _readable(row: str, number: int, out: File) -> bool:
    if len(row) > MAX_LINE:
        out.wrong(number, MAX_LINE + 1, f"the line has {len(row):,} characters; at most {MAX_LINE} are read")
        return False
    if row.isprintable() and sum(map(row.count, "([{")) <= MAX_BRACKETS:
        return True
    depth = 0
    for column, char in enumerate(row, 1):
        if char == "\t":
            out.wrong(number, column, "a tab; indent with four spaces")
            return False
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            out.wrong(number, column, f"the character U+{ord(char):04X} cannot be shown; leave it out")
            return False
        depth += (char in "([{") - (char in ")]}")
        if depth > MAX_BRACKETS:
            out.wrong(number, column, f"brackets nested more than {MAX_BRACKETS} deep; say it in several lines")
            return False
    return True


def _header(row: str, number: int, out: File, *, programs: bool) -> Source | None:
    if row.split("#")[0].split() == ["marks"] or row.startswith("marks "):
        words = [(found.group(), found.start() + 1) for found in re.finditer(r"\S+", row.split("#")[0])][1:]
        if not words:
            out.wrong(number, 1, "'marks' declares marks: name them, such as: marks food")
        for word, column in words:
            if not _WORD.match(word):
                hint = "; marks stand without quotes and commas" if re.search(r"[\"',]", word) else ""
                wrong = f"'{short(word)}' cannot be a mark; write a small word such as: food{hint}"
                out.wrong(number, column, wrong)
            elif word in SLOTS or _is_taken(word):
                out.wrong(number, column, f"'{word}' is a word of the language and cannot be a mark; choose another")
        out.marks += tuple(word for word, _ in words)
        if len(out.marks) > MAX_MARKS:
            out.wrong(number, 1, f"more than {MAX_MARKS} marks in one file")
            out.marks = out.marks[:MAX_MARKS]
        return None
    if row.split("#")[0].split()[:1] == ["counter"]:
        _counter(row, number, out)
        return None
    if row.split("#")[0].split()[:1] in ([verb] for verb in VERBS):
        curly = curly_quote(row)
        if curly:
            out.wrong(number, curly[0] + 1, curly[1])
            return None
        step = step_of(row, number, out.wrong)
        out.recipe += [step] if step else []
        return None
    match = _HEADER.match(row)
    allowed = (*KINDS, "program") if programs else KINDS
    if match is None:
        place, message = beginning(row)
        out.wrong(number, place + 1, message)
        return None
    kind, name, tail = match["kind"], match["name"], match["tail"]
    if kind not in allowed:
        meant = near(kind, (*KINDS, *VERBS, "marks"))
        hint = f"did you mean {meant[0]}? " if meant else ""
        hint = "only basic.cards has programs; " if kind == "program" else hint
        out.wrong(number, 1, f"'{short(kind)}' is not a kind of card; {hint}the kinds are {', '.join(KINDS)}")
        return None
    refused = _refused_name(name, tail)
    if refused:
        out.wrong(number, match.start("name") + 1, refused)
        return None
    source = Source(out.name, number, kind, name_of(name), main=Part("main", number))
    _tail(tail, match.start("tail"), source, out)
    out.cards.append(source)
    return source


def _is_taken(word: str) -> bool:
    """Whether a word of a header, or of Python's grammar, could not be told from a mark or a counter of that name."""
    return word in (*KINDS, "in", "house", "rank") or keyword.iskeyword(word) or bool(_COPIES.match(word))


def _refused_name(name: str, tail: str) -> str:
    """What is wrong with a card's name, in words; empty where nothing is. `tail` is what follows its second quote."""
    if tail[:1].strip() and '"' in tail:
        return "the name ends at its second quote; inside a name write ' in place of \", or round quotes: \u201c \u201d"
    if not name.strip():
        return f"a name has 1 to {MAX_NAME} characters; this one has none"
    if name != name.strip():
        return f"'{name[:MAX_NAME]}' cannot be a name: no blank at either end of it"
    if "#" in name:
        return f"'{short(name)}' cannot be a name: no # in it, which numbers the copies of a card, as in Milk #2"
    if len(name) > MAX_NAME:
        return f"a name has 1 to {MAX_NAME} characters; '{short(name)}' has {len(name)}"
    return ""


def _counter(row: str, number: int, out: File) -> None:
    """A counter that every player has: `counter score`, or `counter lives 3` where all begin with three."""
    words = [(found.group(), found.start() + 1) for found in re.finditer(r"\S+", row.split("#")[0])][1:]
    if not 1 <= len(words) <= 2:
        out.wrong(number, 1, "a counter has a name and what everybody begins with, or only a name: counter lives 3")
        return
    (name, column), start = words[0], words[1] if len(words) == 2 else ("0", 1)
    if not _WORD.match(name) or any(name in group.words for group in _SAID_LIKE_COUNTERS) or _is_taken(name):
        out.wrong(
            number, column, f"'{short(name)}' cannot be a counter; choose a small word of your own such as: score"
        )
    elif not re.fullmatch(r"[0-9]{1,3}", start[0]):
        out.wrong(number, start[1], f"'{short(start[0])}' is not a number from 0 to {MAX_COUNT}: counter lives 3")
    elif out.counters.get(name, int(start[0])) != int(start[0]):
        out.wrong(number, column, f"the counter '{name}' begins with {out.counters[name]} on a line above")
    elif len(out.counters) >= MAX_COUNTERS_READ:
        out.wrong(number, 1, f"more than {MAX_COUNTERS_READ} counters in one file")
    else:
        out.counters[name] = int(start[0])


def _tail(tail: str, offset: int, source: Source, out: File) -> None:
    """What follows the name: `in SLOT`, marks, `xN`, `house`."""
    words = [(found.group(), offset + found.start() + 1) for found in re.finditer(r"\S+", tail.split("#")[0])]
    marks: list[str] = []
    while words:
        word, column = words.pop(0)
        copies = _COPIES.match(word)
        if word == "in":
            if source.kind != "rule":
                out.wrong(source.line, column, f"only a rule has a slot, not {a(source.kind)}")
            if not words or not _WORD.match(words[0][0]):
                given = f", not {short(words[0][0])}" if words else ""
                wrong = f"'in' needs a slot, a small word without quotes such as: in draw{given}"
                out.wrong(source.line, column, wrong)
                return
            source.slot = words.pop(0)[0]
        elif word == "rank":
            if not words or not re.fullmatch(r"[0-9]{1,4}", words[0][0]):
                out.wrong(source.line, column, f"'rank' needs a number from 0 to {MAX_RANK}, such as: rank 12")
                return
            source.rank = int(words.pop(0)[0])
        elif word == "house":
            source.house = True
        elif copies:
            source.copies = int(copies[1][:4])
            if not 1 <= source.copies <= MAX_COPIES:
                out.wrong(source.line, column, f"{short(word)}: 1 to {MAX_COPIES} copies")
        elif word in (*out.marks, *ICONS):
            marks.append(word)
            out.marks += () if word in out.marks else (word,)
        elif _WORD.match(word) and not (word == "x" and words and words[0][0].isdecimal()):
            known = ", ".join(out.marks) or "none yet"
            meant = "".join(f"; did you mean {one}?" for one in near(word, out.marks))
            out.wrong(
                source.line,
                column,
                f"'{short(word)}' is not a mark of this file{meant}; declare it first: marks {short(word)} "
                f"(declared: {known})",
            )
        else:
            hint = f"{slip}; " if (slip := after_name(word)) else ""
            out.wrong(
                source.line,
                column,
                f"'{short(word)}' cannot stand here; {hint}allowed are: in SLOT, marks, rank N, xN, house",
            )
            return
    source.marks = tuple(marks)


def _body(row: str, number: int, card: Source, out: File) -> None:
    indent = len(row) - len(row.lstrip(" "))
    card.last = number
    if card.current is None:
        card.indent = indent
        card.current = card.main
    if indent < card.indent:
        out.wrong(number, indent + 1, f"indented by {indent}; the first line of this card is indented by {card.indent}")
        return
    cut = row[card.indent :]
    if indent == card.indent:
        section = _SECTION.match(cut)
        if section:
            blanks = len(section["rest"]) - len(section["rest"].lstrip())
            column = card.indent + section.start("rest") + blanks + 1
            card.current = Part(section["kind"], number, column, section["rest"].strip())
            if len(card.sections) < MAX_SECTIONS:
                card.sections.append(card.current)
            else:
                out.wrong(number, indent + 1, f"more than {MAX_SECTIONS} sections in one card")
            return
        if _BROKEN.match(cut):
            kind, colon = cut.split()[0].rstrip(":"), cut.find(":") + 1
            wrong = f"after '{kind} ...:' the instructions stand on lines of their own, indented below it"
            out.wrong(
                number, indent + (colon or len(cut)) + 1, wrong if colon else f"a colon is missing: {cut.strip()}:"
            )
            card.current = Part(kind, number)  # takes what stands below; one problem is enough
            return
        card.current = card.main
        if cut.startswith('"'):
            _text(cut, number, card, out)
            return
    part = card.current
    if part is not card.main:
        lead = indent - card.indent
        if not part.lines:
            part.indent = lead
        cut = cut[min(part.indent, lead) :]
    if len(part.lines) < MAX_BODY:
        part.lines.append((number, cut))
        part.cut[number] = len(row) - len(cut)
    else:
        out.wrong(number, indent + 1, f"more than {MAX_BODY} lines in one part of a card")


def _text(cut: str, number: int, card: Source, out: File) -> None:
    found = re.match(r'"([^"\\]*)"[ ]*(?:#.*)?$', cut)
    if found is None:
        curly = curly_quote(cut)
        if curly or cut.count('"') == 1:
            place, message = curly or (0, f'the closing quote of the text is missing: {short(cut, 60)}"')
            out.wrong(number, card.indent + place + 1, message)
            return
        out.wrong(
            number,
            card.indent + 1,
            'a card\'s text stands alone on its line between "double quotes", without " or \\ in it',
        )
        return
    if len(card.text) + len(found[1]) < MAX_TEXT:
        card.text = f"{card.text} {found[1]}".strip()
        card.texts.append((number, card.indent + 2, found[1]))
    else:
        out.wrong(number, card.indent + 1, f"a card's text has at most {MAX_TEXT} characters; this makes it longer")


def _shape(card: Source, out: File) -> None:
    for part in card.sections:
        if not part.lines:
            out.wrong(part.line, card.indent + 1, f"'{part.kind}' has nothing to do; indent its instructions below it")


def a(noun: str) -> str:
    """The noun with its article: a rule, an action."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
