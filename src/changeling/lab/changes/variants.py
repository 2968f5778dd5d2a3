"""Small changes to a deck: one copy more or less of a card, a printed number one up or down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from changeling.cards.compiler.compile import Text, assemble
from changeling.cards.language.cards_file import Source
from changeling.cards.language.source import read
from changeling.decks.shelf import editions
from changeling.errors import CardsError, ChangelingError, DeckError
from changeling.lab.runs.manifest import DeckText

_HEADER = re.compile(r'(?P<name>"[^"]*")|(?P<copies>\s+x[0-9]+\b)|(?P<remark>\s*#.*)')
_NUMERAL = re.compile(r'"[^"]*"|#.*|(?<![\w.])([0-9]+)(?![\w.])')


@dataclass(frozen=True, slots=True)
class Variant:
    """A deck with one change: which card, and what about it."""

    card: str
    change: str
    deck: DeckText


def variants(deck: DeckText, cards: Sequence[str] = ()) -> list[Variant]:
    """All small changes to the cards of these names; without names, to those of the deck's own files.

    Changes that make no deck (a Goal would ask for a card that is gone, too many copies) are left out. Raises
    ChangelingError for a name that is not there.
    """
    own = [text for text in deck.texts if not text.programs and (cards or text.edition not in editions())]
    known = {card.name for card in deck.deck().cards}
    for name in cards:
        if name not in known:
            raise ChangelingError(f"--card: there is no card '{name}' in {deck.name}")
    if not own:
        raise ChangelingError(f"{deck.name} has no cards of its own; name those to look at with --card")
    found = []
    for text in own:
        for source in read(text.text, text.file).cards:
            if cards and source.name not in cards:
                continue
            for change, changed in _changed(text, source):
                made = _deck(deck, text, changed)
                if made is not None and made.digest != deck.digest:
                    found.append(Variant(source.name, change, made))
    return found


def _deck(deck: DeckText, text: Text, changed: Text) -> DeckText | None:
    texts = tuple(changed if one is text else one for one in deck.texts)
    try:
        digest = assemble(list(texts), name=deck.name, title=deck.title).digest
    except (CardsError, DeckError):
        return None
    return DeckText(deck.name, deck.title, digest, texts)


def _changed(text: Text, source: Source) -> Iterator[tuple[str, Text]]:
    """The text with each change to one of its cards."""
    yield from _other_copies(text, source)
    rows = text.text.split("\n")
    said = {line for line, _, _ in source.texts}
    for line in range(source.line + 1, source.last + 1):
        if line in said:
            continue
        for numeral in _NUMERAL.finditer(rows[line - 1]):
            if numeral[1] is None:
                continue
            for other in (int(numeral[1]) - 1, int(numeral[1]) + 1):
                if other >= 1:
                    row = rows[line - 1]
                    row = f"{row[: numeral.start()]}{other}{row[numeral.end() :]}"
                    shown = " ".join(rows[line - 1].split())
                    yield (
                        f"{numeral[1]} becomes {other} in: {shown}",
                        _with_row(text, source, line, row, numeral[1], other),
                    )


def _with_row(text: Text, source: Source, line: int, row: str, old: str, new: int) -> Text:
    """The text with another row; where the words for people have the same number once, they follow."""
    rows = text.text.split("\n")
    rows[line - 1] = row
    digits = re.compile(rf"(?<!\d){old}(?!\d)")
    said = [number for number, _, words in source.texts if digits.search(words)]
    if len(said) == 1 and len(digits.findall(rows[said[0] - 1])) == 1:
        rows[said[0] - 1] = digits.sub(str(new), rows[said[0] - 1])
    return replace(text, text="\n".join(rows))


def _other_copies(text: Text, source: Source) -> Iterator[tuple[str, Text]]:
    """The text with one copy more and one less of a card; the last one is left out."""
    taken = dict(text.only or ())
    if source.name in text.without or (text.only is not None and source.name not in taken):
        return
    many = taken.get(source.name) or source.copies
    for other in (many - 1, many + 1):
        change = f"{other} copies instead of {many}" if other != 1 else f"one copy instead of {many}"
        if other == 0:
            yield "leave it out", replace(text, without=(*text.without, source.name))
        elif taken.get(source.name) is not None:
            only = tuple((name, other if name == source.name else number) for name, number in text.only or ())
            yield change, replace(text, only=only)
        else:
            rows = text.text.split("\n")
            rows[source.line - 1] = _with_copies(rows[source.line - 1], other)
            yield change, replace(text, text="\n".join(rows))


def _with_copies(header: str, copies: int) -> str:
    """A card's header with another number of copies.

    >>> _with_copies('keeper "Tea #1 x2" drink x2  # cold', 3)
    'keeper "Tea #1 x2" drink x3  # cold'
    """
    remark = "".join(found["remark"] or "" for found in _HEADER.finditer(header))
    plain = _HEADER.sub(lambda found: found["name"] or "", header).rstrip()
    return plain + (f" x{copies}" if copies > 1 else "") + remark
