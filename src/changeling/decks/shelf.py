"""Where decks come from: the editions that ship with us, and `.cards` files of one's own."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from changeling.cards.compiler.compile import Text, assemble, check, look_over
from changeling.cards.deck import Deck, read_texts_with
from changeling.cards.language.cards_file import File
from changeling.cards.language.format import format_cards
from changeling.cards.language.recipe import follow
from changeling.cards.language.source import MAX_FILE, read
from changeling.errors import DeckError, Problem

OURS = "Changeling"  # the publisher of editions that are our own


@dataclass(frozen=True, slots=True)
class Edition:
    """What is said of an edition besides its cards."""

    id: str
    title: str
    year: int
    publisher: str
    blurb: str
    deck_size: int


def _root() -> resources.abc.Traversable:
    return resources.files("changeling") / "editions"


def editions() -> dict[str, Edition]:
    """The editions on the shelf, by id."""
    return dict(_editions())


def published() -> tuple[str, ...]:
    """The ids of the editions that somebody else publishes: together they fit into one deck, with ours they do not."""
    return tuple(name for name, edition in _editions().items() if edition.publisher != OURS)


@lru_cache(maxsize=1)
def _editions() -> dict[str, Edition]:
    found = {}
    for folder in sorted(_root().iterdir(), key=lambda entry: entry.name):
        about = folder / "edition.toml"
        if folder.is_dir() and about.is_file():
            facts = tomllib.loads(about.read_text(encoding="utf-8"))
            found[folder.name] = Edition(
                folder.name, facts["title"], facts["year"], facts["publisher"], facts["blurb"], facts["deck_size"]
            )
    return found


def edition_texts(edition: str) -> list[Text]:
    """The `.cards` files of an edition."""
    return [text for text, _ in _edition(edition)]


@cache
def _edition(edition: str) -> tuple[tuple[Text, File], ...]:
    """The files of an edition, as text and read."""
    folder = _root() / edition
    texts = [
        Text(f"{edition}/{entry.name}", entry.read_text(encoding="utf-8"), edition)
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".cards")
    ]
    return tuple((text, read(text.text, text.file)) for text in texts)


@lru_cache(maxsize=1)
def basic_text() -> Text:
    """The file of the Basic Rules and the shared programs."""
    return Text("basic.cards", (_root() / "basic.cards").read_text(encoding="utf-8"), programs=True)


def parts_of(spec: str | Sequence[str]) -> tuple[str, ...]:
    """The parts of a mix: `a+b`, `a,b` or a list."""
    if isinstance(spec, str):
        spec = spec.replace(",", "+").split("+")
    given: Any = spec  # whatever it is that was taken for a deck
    if not isinstance(given, Sequence) or not all(isinstance(part, str) for part in given):
        raise DeckError(f"a deck is an edition, a .cards file, a mix (a+b), or a list of these as text, not {given!r}")
    parts = tuple(part.strip() for part in given if part.strip())
    if not parts:
        raise DeckError("no deck was named; name an edition or a .cards file")
    return parts


def load_deck(spec: str | Sequence[str], *, folder: Path | None = None) -> Deck:
    """The deck of an edition, a `.cards` file, or a mix of several. Files are looked for here, then in `folder`."""
    parts, known = parts_of(spec), editions()
    title = " + ".join(known[part].title if part in known else Path(part).stem for part in parts)
    return _assembled(tuple(texts_of(parts, folder)), "+".join(parts), title)


@lru_cache(maxsize=32)
def _assembled(texts: tuple[Text, ...], name: str, title: str) -> Deck:
    """The deck of some texts; a file that has changed is another text."""
    return assemble(list(texts), name=name, title=title)


def own_deck(text: str, *, parts: Sequence[str] = (), name: str = "own.cards") -> Deck:
    """The deck of a text of one's own, which stands for a `.cards` file of that name, mixed with some editions."""
    known = editions()
    title = " + ".join([*(known[part].title if part in known else part for part in parts), Path(name).stem])
    return _assembled(tuple(own_texts(text, parts=parts, name=name)), "+".join([*parts, name]), title)


read_texts_with(own_deck)


def own_texts(text: str, *, parts: Sequence[str] = (), name: str = "own.cards") -> list[Text]:
    """The texts that such a deck is made of."""
    return [*texts_of(parts), *_followed(Text(name, text, Path(name).stem))]


def deck_of_texts(texts: Sequence[Text], *, name: str, title: str) -> Deck:
    """The deck of texts that were kept. Raises CardsError."""
    return _assembled(tuple(texts), name, title)


def texts_of(parts: Sequence[str], folder: Path | None = None) -> list[Text]:
    """The texts that a deck is made of: the Basic Rules, once, then each part with what it takes from editions."""
    known = editions()
    texts = [basic_text()]
    for part in parts:
        if part in known:
            texts += edition_texts(part)
        elif part.endswith(".cards"):
            texts += _followed(read_file(part, folder))
        else:
            near = difflib.get_close_matches(part, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise DeckError(f"'{part}' is not a deck; editions are {', '.join(known)}, and files end in .cards{hint}")
    return texts


def _followed(text: Text) -> list[Text]:
    """The texts of what a deck file takes, then the file, which may ask for the marks of the editions it takes from."""
    file = read(text.text, text.file)
    if not file.recipe:
        return [text]
    problems: list[Problem] = []
    contents = {edition: _names(edition) for edition in editions()}
    shares = follow(file.recipe, contents, lambda *where: problems.append(Problem(text.file, *where)))
    texts: list[Text] = []
    marks: dict[str, None] = {}
    for share in shares:
        for one, read_one in _edition(share.edition):
            marks |= dict.fromkeys(read_one.marks)
            here = {source.name for source in read_one.cards}
            only = None if share.only is None else tuple(pair for pair in share.only if pair[0] in here)
            if only != ():
                texts.append(replace(one, only=only, without=tuple(sorted(share.without & here))))
    return [*texts, replace(text, marks=tuple(marks), followed=True, problems=tuple(problems))]


@cache
def _names(edition: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source.name for _, file in _edition(edition) for source in file.cards))


def read_file(path: str, folder: Path | None = None) -> Text:
    """The text of a `.cards` file, with a clear error when it cannot be read."""
    places = [Path(path)] + ([folder / path] if folder else [])
    for place in places:
        if place.is_file():
            try:
                if place.stat().st_size > 4 * MAX_FILE:
                    size = place.stat().st_size
                    raise DeckError(f"{path} has {size:,} bytes; at most {MAX_FILE:,} characters are read")
                return Text(path, place.read_text(encoding="utf-8-sig"), Path(path).stem)
            except UnicodeDecodeError as error:
                raise DeckError(f"{path} is not UTF-8 text: byte {error.start} cannot be read") from error
            except OSError as error:
                raise DeckError(f"{path} cannot be read: {error.strerror}") from error
    raise DeckError(f"there is no file {path}" + (f" here or in {folder}" if folder else " here"))


def format_file(path: str, *, write: bool) -> bool:
    """Put a `.cards` file into its usual form, if `write` says so; gives whether it was in another."""
    made = format_cards(read_file(path).text, path).encode()
    if made == Path(path).read_bytes():
        return False
    if write:
        try:
            Path(path).write_bytes(made)
        except OSError as error:
            raise DeckError(f"{path} cannot be written: {error.strerror}") from error
    return True


def check_together(parts: Sequence[str]) -> list[Problem]:
    """All that is wrong or odd with some editions and files, looked at as one deck; errors and warnings."""
    known = editions()
    files = [text.file for part in parts if part in known for text in edition_texts(part)]
    files += [part for part in parts if part not in known]
    homes: dict[str, list[str]] = {}
    for edition in known:
        for name in _names(edition):
            homes.setdefault(name, []).append(edition)
    return look_over(texts_of(parts), files, homes)


def check_file(path: str) -> list[Problem]:
    """All the problems of a `.cards` file."""
    return [problem for problem in check(texts_of([path])) if problem.file == path]
