"""Slips of the pen: what somebody meant who wrote a line that cannot be read, and what would be right.

A line that is right is never looked at here. Each function gives nothing where it does not recognise the slip.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from changeling.cards import vocabulary as v
from changeling.cards.codes import KINDS
from changeling.cards.language.complaints import meaning_of, missing_comma

Slip = tuple[int, str]  # the place in the row, counted from 0, and what is to be said

_QUOTES = (
    "\u201c\u201d\u201e\u201f\u00ab\u00bb\u301d\u301e\uff02\u2033\u2018\u2019\u201a\u201b\u2039\u203a\u2032`\u00b4"
)
_OPERATORS = {
    "&&": "and",
    "||": "or",
    "===": "==",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "!": "not",
    "&": "and",
    "|": "or",
}
_OPERATOR = re.compile(r"&&|\|\||===|=>|=<|<>|!(?!=)|(?<![<>=!])&|\|")
_LEADS = ("if", "elif", "while")
_WORD = re.compile(r"[A-Za-z_]\w*")
_BODY = {
    word for group in (v.Effects, v.Statics, v.Permits, v.Verdicts, v.Sections, v.Questions) for word in group.words
}
_FLOW = ("if", "elif", "else", "for", "while", "break", "pass")
_BEGINNINGS = (*KINDS, "take", "leave", "marks")


def short(text: str, most: int = 40) -> str:
    """A piece of somebody's text, short enough for a message."""
    text = text.strip()
    return text if len(text) <= most else text[: most - 3] + "..."


def straight(text: str) -> str:
    """The text with straight quotes in place of curly ones."""
    return "".join('"' if char in _QUOTES else char for char in text)


def curly_quote(row: str) -> Slip | None:
    """The first curly quote that stands where a straight one should; inside a text it is a letter like others."""
    inside = False
    first = -1  # of the text that is open
    for place, char in enumerate(row):
        if char == '"':
            inside, first = not inside, -1
        elif char == "#" and not inside:
            break
        elif char in _QUOTES and first < 0:
            first = place
            if not inside:
                break
    else:
        first = first if inside else -1
    if first < 0:
        return None
    return first, f"{row[first]} is not a straight quote; write: {short(straight(row), 70)}"


def near(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """What may have been meant by a name: the same letters in another case first, then what looks alike."""
    names = list(dict.fromkeys(known))
    same = [one for one in names if one.casefold() == name.casefold() and one != name]
    close = difflib.get_close_matches(name[:80], names, count + len(same))
    return list(dict.fromkeys(same + [one for one in close if one != name]))[:count]


# --- lines that should begin a card -----------------------------------------------------------------------------------
def beginning(row: str) -> Slip:
    """What is wrong with a line at the left that begins no card."""
    found = curly_quote(row)
    if found:
        return found
    if not row[0].isascii() and row[0].isspace():
        return 0, f"the line begins with the blank U+{ord(row[0]):04X}; indent with ordinary spaces"
    bare = row.strip()
    if bare.startswith('"'):
        return 0, (
            'a kind is missing before the name, as in: keeper "Milk"; if this is a card\'s text, indent it by four '
            "spaces below the card's first line"
        )
    first = _WORD.match(row)
    word, rest = (first[0], row[first.end() :]) if first else ("", row)
    meant = word.lower() if word.lower() in _BEGINNINGS else (near(word.lower(), _BEGINNINGS) or [""])[0]
    if (word in _BODY or word in _FLOW) and word not in _BEGINNINGS and rest.lstrip()[:1] != '"':
        return 0, f"'{short(row)}' belongs to a card: indent it by four spaces below the card's first line"
    if meant == "marks":
        return 0, f"'{short(word)}' is not a word here; did you mean: marks {short(rest.lower(), 60)}"
    if not meant:
        return 0, f"'{short(row)}' does not begin a card; write a kind and a name, such as: keeper \"Milk\""
    return _unquoted(word, meant, rest, first.end() if first else 0)


def _unquoted(word: str, meant: str, rest: str, begins: int) -> Slip:
    """What is wrong with a line that begins with a kind, or nearly."""
    quotes = rest.count('"')
    name = rest.split("#")[0].strip().strip("\"':")
    said = f'{meant} "{short(name, 60)}"'
    if quotes == 2 and rest.lstrip().startswith('"'):
        capital = word != meant and word.lower() == meant
        why = "has a capital letter; this word is written in small ones" if capital else "is not a kind of card"
        return 0, f"'{short(word)}' {why}; write: {meant} {short(rest, 60)}"
    at = begins + len(rest) - len(rest.lstrip())
    if quotes == 1:
        which = "closing" if rest.lstrip().startswith('"') else "opening"
        return at, f"the {which} quote of the name is missing; write: {said}"
    if not name:
        return at, f'a name is missing; write: {meant} "Milk"'
    return at, f"a name stands between double quotes; write: {said}"


def after_name(word: str) -> str:
    """What is wrong with a word that stands behind a card's name, in words; empty where that is not known."""
    small = word.lower()
    copies = re.fullmatch(r"([0-9]+)x|x([0-9]+)", small)
    if copies:
        return f"copies are written x{copies[1] or copies[2]}"
    if small != word and (small in ("in", "house", "rank") or re.fullmatch(r"[a-z][a-z0-9_]*", small)):
        return f"small letters are needed: {small}"
    if word == "x" or word.isdecimal():
        return "copies are written without a blank: x2"
    if word.startswith(":"):
        return "no colon follows a card's name"
    if word.startswith(('"', "'")) or word[0] in _QUOTES:
        return "only the name is in quotes"
    if word.endswith(","):
        return "no commas are needed"
    return ""


# --- lines of a body --------------------------------------------------------------------------------------------------
def unreadable(row: str, offset: int, message: str, *, condition: bool = False) -> Slip:
    """What is wrong with a row that Python's grammar refuses with this message at this place.

    `condition` says that the row is the condition of a section, and no whole line.
    """
    found = (
        curly_quote(row)
        or _operator(row)
        or _formula_after_else(row)
        or _single_equals(row)
        or _by_message(row, offset, message)
    )
    if found:
        return found
    if message.startswith("invalid syntax") or "Perhaps you forgot a comma" in message:
        if condition:
            return offset, 'this is no condition; those look like: has("Milk"), count(hand(you)) >= 3'
        found = _by_words(row) or missing_comma(_blanked(row))
        form = 'draw(3), draws = 3, when has("Milk"):'
        return found or (offset, f"this is no instruction, formula or section; those look like: {form}")
    return offset, meaning_of(message, row, offset) or f"this cannot be read: {message}"


def _blanked(row: str) -> str:
    """The row without its texts and its comment, every other character in its place."""
    out = re.sub(r'"[^"]*"|\'[^\']*\'', lambda text: "_" * len(text[0]), row)
    return out.split("#")[0]


def _operator(row: str) -> Slip | None:
    bare = _blanked(row)
    remark = re.search(r"//|--|/\*|^\s*\*", bare)
    if remark and (remark[0] in ("//", "/*") or _WORD.match(bare[remark.end() :].strip())):
        return remark.start(), f"'{remark[0].strip()}' cannot stand here; a remark begins with #"
    found = _OPERATOR.search(bare)
    return (found.start(), f"'{found[0]}' is not used here; write: {_OPERATORS[found[0]]}") if found else None


def _formula_after_else(row: str) -> Slip | None:
    """A whole formula behind an else, where its value alone is needed."""
    found = re.search(r"\belse\s+([A-Za-z_]\w*\s*\+?=(?!=)\s*)", _blanked(row))
    if found is None:
        return None
    fixed = row[: found.start(1)] + row[found.end(1) :]
    return found.start(1), f"behind else comes the value alone; write: {short(fixed, 70)}"


def _single_equals(row: str) -> Slip | None:
    """A single = where two things are compared."""
    bare = _blanked(row)
    first = _WORD.match(bare.strip())
    depth, seen = 0, 0
    for place, char in enumerate(bare):
        depth += (char in "([{") - (char in ")]}")
        if char != "=" or depth or bare[place - 1 : place] in tuple("=!<>") or bare[place + 1 : place + 2] == "=":
            continue
        seen += 1
        if seen > 1 or (first and first[0] in _LEADS) or re.search(r"[)\]]\s*$|\b(if|and|or|not)\b", bare[:place]):
            fixed = f"{row[:place]}=={row[place + 1 :]}"
            return place, f"= gives a name a value; to compare, write ==, as in: {short(fixed, 70)}"
    return None


def _by_message(row: str, offset: int, message: str) -> Slip | None:
    """What Python's own message means here."""
    bare = row.strip()
    if "unterminated" in message and "string" in message:
        if not re.search(r"\w", row[offset:]):
            return offset, "a quote is missing: the one that ends here was never opened"
        return offset, f"a quote is missing: what begins here is not closed, {short(row[offset:])}"
    counter = re.match(r"(\w+)\(([^()]*)\)\s*([+-])=\s*(\w+)", bare)
    if counter and "illegal expression for augmented assignment" in message:
        name, whose, sign, number = counter.groups()
        word, by = "gain" if sign == "+" else "lose", "" if whose in ("", "you") else f", by={whose}"
        return offset, f"what a player has of a counter changes so: {word}({number}, {name}{by})"
    if "was never closed" in message:
        return offset, f"the bracket {row[offset : offset + 1]} that opens here is never closed"
    if message.startswith("unmatched") or "does not match opening" in message:
        return offset, f"the bracket {row[offset : offset + 1]} closes nothing that was opened"
    if re.match(r"else\s+if\b", bare):
        return offset, f"'else if' is one word: elif {short(bare[7:], 60)}"
    if message.startswith("expected ':'"):
        return len(row.rstrip()), f"a colon is missing: {short(row.split('#')[0], 60)}:"
    if message.startswith("unexpected indent"):
        return offset, "indented deeper than the line above it, which does not end with a colon"
    if message.startswith("unindent does not match"):
        return offset, "indented unlike any line above it; lines that belong together begin in the same column"
    block = re.match(r"expected an indented block after '(\w+)'", message)
    if block:
        return offset, f"what belongs to '{block[1]}' stands below it, indented by four more spaces"
    if message.startswith("expected 'else'"):
        first = _WORD.match(bare)
        opens = _left_open(row)
        if opens >= 0:
            return opens, f"the bracket {row[opens]} that opens here is never closed"
        if first and first[0] in v.Verdicts.words and re.match(r"\w+\s*=", bare):
            place = re.search(r"\s+if\s+", _blanked(row))
            said = f"'{first[0]}' is said once and for all, without a condition"
            return place.start() + 1 if place else offset, f"{said}; write: {v.Verdicts.words[first[0]].signature}"
        if first and first[0] in v.Verdicts.words:
            return offset, f"an = is missing; write: {v.Verdicts.words[first[0]].signature}"
        place = re.search(r"\s+if\s+", _blanked(row))
        whole = bool(place) and _left_open(row[: place.start() if place else 0]) < 0  # not inside of brackets
        if first and place and whole and (first[0] in v.Effects.words or re.match(r"\w+\s*=", bare)):
            return offset, if_first(row[: place.start()], row[place.end() :].split("#")[0])
        return offset, "an else is missing, as in: 3 if CONDITION else 2; only formulas such as draws += 1 need none"
    return None


def _left_open(row: str) -> int:
    """The place of the last bracket of a row that opens and is not closed; below 0 where there is none."""
    opened: list[int] = []
    for place, char in enumerate(_blanked(row)):
        if char in "([{":
            opened.append(place)
        elif char in ")]}" and opened:
            opened.pop()
    return opened[-1] if opened else -1


def if_first(done: str, condition: str) -> str:
    """What is said of an instruction with its condition behind it."""
    return (
        f"a condition comes first: 'if {short(condition, 60)}:' on a line of its own, {short(done)} below it, indented"
    )


def _by_words(row: str) -> Slip | None:
    """A line whose words are right or nearly right, and whose form is not."""
    bare = row.strip()
    at = len(row) - len(row.lstrip())
    first = _WORD.match(bare)
    word = first[0] if first else ""
    rest = bare[len(word) :].strip()
    if word in ("elif", "else"):
        return at, f"'{word}' stands below an 'if', indented like it"
    spare = re.match(r"(?:for (each)\b|(?:if|elif|while)\b.*\s(then|do):?$)", _blanked(bare).rstrip())
    if spare:
        fixed = re.sub(r"^for each\b", "for", bare) if spare[1] else re.sub(r"\s+(then|do):?$", ":", bare)
        return at, f"'{spare[1] or spare[2]}' is not a word here; write: {short(fixed, 70)}"
    if word in INSTEAD:
        return at, f"'{word}' is not a word here; {INSTEAD[word]}"
    if bare.endswith(":") and word not in (*v.Sections.words, *_FLOW):
        meant = near(word, (*v.Sections.words, *_FLOW))
        sections = ", ".join(v.Sections.words)
        hint = f"; did you mean {meant[0]}?" if meant else f"; sections are {sections}"
        return at, f"'{short(word or bare)}' opens no section or block{hint}"
    if word in v.Effects.words and rest[:1] not in ("", "(", "="):
        return at + len(word), f"brackets are missing: {word}({short(rest, 60)})"
    if (word in v.Statics.words or word in v.Permits.words or word in v.Verdicts.words) and rest[:1] not in (
        "",
        "=",
        "+",
    ):
        return at + len(word), f"an = is missing: {word} = {short(rest, 60)}"
    text = re.search(r'(?<=[)\w])\s+"', row)
    if text and rest.endswith('"') and not _blanked(row).rstrip().endswith(")"):
        return text.end() - 1, "a card's text stands on a line of its own, right below the card's first line"
    pair = re.search(r"[(,]\s*([A-Za-z]\w*(?: [A-Za-z]\w*)+)\s*[,)]", _blanked(row))
    if pair and not re.search(r"\b(and|or|not|if|else|for|in|is)\b", pair[1]):
        return pair.start(1), f'a card is named in quotes: "{short(pair[1], 60)}"'
    if re.match(r"[A-Z][\w']* [\w']+", bare) and "=" not in bare and "(" not in bare:
        return at, f'words for people stand between double quotes: "{short(bare, 60)}"'
    return None


# --- words of Python --------------------------------------------------------------------------------------------------
_ELIF = "another condition is written: elif CONDITION:"
_NARROWED = "a kind or a mark narrows a set, hand(you, keeper), or a test: (c for c in hand(you) if rank(c) > 2)"
INSTEAD = {
    "elseif": _ELIF,
    "elsif": _ELIF,
    "otherwise": "what is done in all other cases stands below: else:",
    "switch": "cases are told apart with: if CONDITION: and elif CONDITION:",
    "unless": "write: if not CONDITION:",
    "foreach": "a loop is written: for p in others:",
    "filter": _NARROWED,
    "map": "a loop does something with each: for c in hand(you):",
    "none": "where there is no card, write: nothing; a limit that is not in force is said by no card",
    "len": "count(SET) says how many",
    "sum": "numbers are added with +, and count(SET) says how many",
    "range": "a loop is written: for _ in upto(3):",
    "repeat": "a loop is written: for _ in upto(3):",
    "any": "a set is true when there is something in it",
    "sorted": "highest(keepers(you)) is the one of the highest rank",
    "print": "what a card says to people is its text, in quotes below its first line",
    "input": "questions are asked with choose(SET), maybe(SET), agree() and pick(...)",
    "int": "a number is written as it is: 3",
    "str": "a name is written as it is, in quotes",
    "list": "sets are words such as hand(you) or keepers(others)",
    "set": "sets are words such as hand(you) or keepers(others)",
    "True": "write yes",
    "False": "write no",
    "None": "write nothing",
    "true": "write yes",
    "false": "write no",
    "left": 'a word that is answered stands in quotes: "left"',
    "right": 'a word that is answered stands in quotes: "right"',
    "me": "the player of a card is you",
    "self": "the card itself is this, its player is you",
}
