"""Recipe lines of a `.cards` file: which editions and which of their cards a deck takes, and what it leaves out.

    take "fluxx-4"
    take "Milk", "Bread" from "fluxx-4" x3
    leave "War", "Taxes"

The lines are followed from top to bottom: `leave` is about what was taken above it.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

VERBS = ("take", "leave")
MAX_COPIES = 99
MAX_TAKEN = 512

_TOKEN = re.compile(r'"(?P<name>[^"]*)"|(?P<comma>,)|(?P<word>[^\s,"]+)|(?P<open>")')
_COPIES = re.compile(r"x([0-9]+)$")
_FORMS = {
    "take": 'take "fluxx-4", or: take "Milk", "Bread" from "fluxx-4" x2',
    "leave": 'leave "War", "Taxes"',
}

Wrong = Callable[[int, int, str], None]
"""Notes a problem: line, column, message."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in quotes, and the column that it begins in."""

    text: str
    column: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One recipe line. A `take` without an edition to take from names whole editions."""

    line: int = field(compare=False)
    verb: str
    names: tuple[Name, ...]
    edition: Name | None = None
    copies: int | None = None

    def __str__(self) -> str:
        """The line in its usual form."""
        names = ", ".join(f'"{name.text}"' for name in self.names)
        source = f' from "{self.edition.text}"' if self.edition else ""
        return f"{self.verb} {names}{source}" + (f" x{self.copies}" if self.copies is not None else "")


@dataclass(slots=True)
class Share:
    """What a recipe takes of one edition: all of it, or some cards with their number (None: as many as it has)."""

    edition: str
    only: list[tuple[str, int | None]] | None = None
    without: set[str] = field(default_factory=set)

    def holds(self, name: str, contents: Sequence[str]) -> bool:
        """Whether a card of that name is in it, where the edition has these cards."""
        if self.only is None:
            return name in contents and name not in self.without
        return any(name == one for one, _ in self.only)


def step_of(row: str, line: int, wrong: Wrong) -> Step | None:
    """Read a recipe line; its first problem is noted and then there is no step."""
    code = row.split("#")[0]
    verb = code.split()[0]
    tokens = list(_TOKEN.finditer(code, len(verb)))
    names: list[Name] = []
    while tokens and tokens[0]["name"] is not None:
        names.append(_name(tokens.pop(0)))
        if len(tokens) < 2 or tokens[0]["comma"] is None or tokens[1]["name"] is None:
            break
        tokens.pop(0)
    edition, copies = None, None
    if names and verb == "take" and len(tokens) > 1 and tokens[0]["word"] == "from" and tokens[1]["name"] is not None:
        edition = _name(tokens[1])
        del tokens[:2]
        number = _COPIES.match(tokens[0]["word"] or "") if tokens else None
        if number:
            copies = int(number[1][:4])
            if not 1 <= copies <= MAX_COPIES:
                wrong(line, tokens[0].start() + 1, f"{number[0][:40]}: 1 to {MAX_COPIES} copies")
                return None
            tokens.pop(0)
    if tokens or not names:
        column = tokens[0].start() + 1 if tokens else len(code.rstrip()) + 1
        wrong(line, column, _expected(verb, names, edition, tokens[0] if tokens else None))
        return None
    return Step(line, verb, tuple(names), edition, copies)


def name_of(text: str) -> str:
    """A card's name as it is kept: composed characters, single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _name(token: re.Match[str]) -> Name:
    return Name(name_of(token["name"]), token.start() + 1)


def _expected(verb: str, names: list[Name], edition: Name | None, token: re.Match[str] | None) -> str:
    """What should stand where a recipe line cannot be read on."""
    found = token[0] if token is not None else ""
    if found == '"':
        return "a closing quote is missing"
    if not names:
        return f"after '{verb}' come names in quotes: {_FORMS[verb]}"
    if _COPIES.match(found) and edition is None:
        return 'only single cards are counted: take "Milk" from "fluxx-4" x2'
    if found == "from" and verb == "leave":
        return f"'leave' is about all that was taken above, of whatever edition: {_FORMS[verb]}"
    if token is not None and token["name"] is not None:
        return "a comma is missing before this name"
    if found in ("from", ","):
        return f"a name in quotes has to follow: {_FORMS[verb]}"
    return f"'{found[:40]}' cannot stand here; write: {_FORMS[verb]}"


def follow(steps: Sequence[Step], contents: Mapping[str, Sequence[str]], wrong: Wrong) -> list[Share]:
    """What the lines take, given the names of the cards of each edition. Notes what is not there as a problem."""
    shares: list[Share] = []
    for step in steps:
        if sum(len(contents[one.edition] if one.only is None else one.only) for one in shares) > MAX_TAKEN:
            wrong(step.line, 1, f"more than {MAX_TAKEN} cards have been taken above; a table holds no more")
            break
        if step.verb == "leave":
            for name in step.names:
                _leave(step, name, shares, contents, wrong)
        elif step.edition is None:
            shares += [Share(name.text) for name in step.names if _known(step, name, contents, wrong)]
        elif _known(step, step.edition, contents, wrong):
            _take(step, step.edition.text, shares, contents, wrong)
    return [share for share in shares if share.only is None or share.only]


def _take(step: Step, edition: str, shares: list[Share], contents: Mapping[str, Sequence[str]], wrong: Wrong) -> None:
    if not shares or shares[-1].edition != edition or shares[-1].only is None:
        shares.append(Share(edition, []))
    for name in step.names:
        if name.text in contents[edition]:
            assert shares[-1].only is not None
            shares[-1].only.append((name.text, step.copies))
            continue
        hint = _near(name.text, contents[edition])
        if not hint:
            homes = [other for other in contents if name.text in contents[other]]
            hint = f"; it is in {' and '.join(homes)}" if homes else ""
        wrong(step.line, name.column, f"there is no card '{name.text[:60]}' in {edition}{hint}")


def _leave(step: Step, name: Name, shares: list[Share], contents: Mapping[str, Sequence[str]], wrong: Wrong) -> None:
    holding = [share for share in shares if share.holds(name.text, contents[share.edition])]
    for share in holding:
        if share.only is None:
            share.without.add(name.text)
        else:
            share.only = [one for one in share.only if one[0] != name.text]
    if not holding:
        taken = [(share, contents[share.edition]) for share in shares]
        there = [card for share, cards in taken for card in cards if share.holds(card, cards)]
        hint = _near(name.text, there) or ("" if shares else "; 'leave' stands below the lines that take")
        wrong(step.line, name.column, f"'{name.text[:60]}' is not among the cards taken above{hint}")


def _known(step: Step, name: Name, contents: Mapping[str, Sequence[str]], wrong: Wrong) -> bool:
    if name.text in contents:
        return True
    homes = [edition for edition in contents if name.text in contents[edition]]
    if homes and step.edition is None:
        hint = f'; a single card is taken with: take "{name.text}" from "{homes[0]}"'
    elif name.text.endswith(".cards"):
        hint = "; files are mixed where the deck is named, with commas: fluxx-4,my.cards"
    else:
        hint = _near(name.text, tuple(contents))
    wrong(step.line, name.column, f"'{name.text[:60]}' is not an edition; the editions are {', '.join(contents)}{hint}")
    return False


def _near(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, 1) or [one for one in names if one.casefold() == name.casefold()][:1]
    return f"; did you mean {near[0]}?" if near else ""
