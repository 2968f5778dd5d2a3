"""A report on a deck for the people who make it, and a file for them to start from."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path

from changeling.cards.deck import Deck
from changeling.decks.oddities import ERROR, HEADINGS, Kind, Oddity, kinds_in, oddities
from changeling.decks.shelf import load_deck, parts_of, texts_of
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import CardsError, DeckError

_PLURALS = {"meta": "Meta Rules", "rule": "New Rules"}


@dataclass(frozen=True, slots=True)
class Report:
    """What is in a deck, and what is wrong or odd with it. A deck that cannot be made has no cards, only `problems`."""

    deck: str
    title: str
    cards: int
    kinds: tuple[Kind, ...]
    sources: dict[str, int]  # how many cards come from which edition or file
    oddities: tuple[Oddity, ...]
    problems: tuple[str, ...] = ()

    @property
    def playable(self) -> bool:
        """Whether a game of this deck can be begun."""
        return not self.problems and all(oddity.severity != ERROR for oddity in self.oddities)

    def to_json(self) -> str:
        """The report for programs."""
        return json.dumps(asdict(self) | {"playable": self.playable}, ensure_ascii=False, indent=1)

    def __str__(self) -> str:
        """The report for people."""
        if self.problems:
            return "\n".join([*self.problems, f"{self.deck} cannot be played"])
        origin = ", ".join(f"{number} from {name}" for name, number in self.sources.items())
        number = f"{self.cards} card{'s' if self.cards != 1 else ''}"
        rows = [f"{self.title}: {number}" + (f" ({origin})" if len(self.sources) > 1 else "")]
        for kind in self.kinds:
            different = f", {kind.different} different" if kind.different != kind.cards else ""
            house = f", {kind.house} house" if kind.house else ""
            rows.append(f"  {_PLURALS.get(kind.kind, f'{kind.kind.capitalize()}s'):11}{kind.cards:4}{different}{house}")
        for name, heading in HEADINGS.items():
            found = [oddity for oddity in self.oddities if oddity.kind == name]
            if found:
                wrong = "wrong: " if any(oddity.severity == ERROR for oddity in found) else ""
                rows += ["", f"{wrong}{heading}", *_together(found)]
        verdict = (
            "nothing is odd" if not self.oddities else "it can be played" if self.playable else "it cannot be played"
        )
        return "\n".join([*rows, "", verdict])


def _together(found: list[Oddity]) -> list[str]:
    """Rows for each oddity; those of which the same is to be said share them."""
    cards: dict[str, list[str]] = {}
    for oddity in found:
        cards.setdefault(oddity.text, []).append(oddity.card)
    rows = [f"{', '.join(names)}: {text}" if any(names) else text for text, names in cards.items()]
    fold = textwrap.TextWrapper(110, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return [line for row in rows for line in fold.wrap(row)]


def report(spec: str | Sequence[str], *, seats: int | None = None, meta: Sequence[str] = ()) -> Report:
    """Look at a deck before a game starts. Raises DeckError when there is no such edition, file or Meta Rule."""
    parts = parts_of(spec)
    texts_of(parts)  # a name that does not exist is a mistake of the call, not of the deck
    name = "+".join(parts)
    try:
        deck = load_deck(parts)
        sheet_for(deck)
    except CardsError as error:
        return Report(name, name, 0, (), {}, (), tuple(map(str, error.problems)))
    except DeckError as error:
        return Report(name, name, 0, (), {}, (), (str(error),))
    known = [card.name for card in deck.cards if card.kind == "meta"]
    for rule in meta:
        if rule not in known:
            raise DeckError(f"'{rule}' is not a Meta Rule of {deck.name}; it has: {', '.join(known) or 'none'}")
    return _report_of(deck, oddities(deck, seats=seats, meta=meta))


def _report_of(deck: Deck, found: list[Oddity]) -> Report:
    kinds = tuple(kinds_in(deck))
    sources: dict[str, int] = {}
    for card in deck.cards:
        if card.kind != "basic":
            sources[card.edition] = sources.get(card.edition, 0) + 1
    return Report(deck.name, deck.title, sum(kind.cards for kind in kinds), kinds, sources, tuple(found))


def new_deck(path: str) -> None:
    """Write a deck to begin with, an example of each kind of card in it. Raises DeckError instead of overwriting."""
    if not path.endswith(".cards"):
        raise DeckError(f"'{path}' is no name for a deck; its file ends in .cards, such as: my.cards")
    text = (resources.files("changeling") / "editions" / "starter.cards").read_text(encoding="utf-8")
    try:
        with Path(path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text.replace("FILE", path))
    except FileExistsError:
        raise DeckError(f"{path} is there already and stays as it is; choose another name") from None
    except OSError as error:
        raise DeckError(f"{path} cannot be written: {error.strerror}") from error
