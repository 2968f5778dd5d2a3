"""What a run is: the deck with its whole text, who plays, which seeds, and how the games are cut into chunks.

A run's folder has it as `manifest.json`. It holds no time and no name of a machine: two runs of the same games are
equal byte for byte. The deck's text is in it, so that a run can be gone on with and looked at where the `.cards` files
are not, on another machine too.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from changeling import __version__
from changeling.cards.compiler.compile import Text, assemble
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck, parts_of, texts_of
from changeling.errors import ChangelingError
from changeling.lab.games.interpreted_games import KINDS
from changeling.lab.games.start_tables import setting_of
from changeling.play.compiled.native_cache import sources_of
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.whole import whole

FORMAT = 1
NAME = "manifest.json"
MOST_GAMES = 10_000_000_000
_SMALLEST, _LARGEST = 100, 2_000  # games in a chunk: to write one takes as long as to play a few games


@dataclass(frozen=True, slots=True)
class DeckText:
    """A deck that can be made anywhere: its name, its title and all the texts it is made of."""

    name: str
    title: str
    digest: str
    texts: tuple[Text, ...]

    def deck(self) -> Deck:
        """The compiled deck. Raises ChangelingError where this version makes another deck of the same texts."""
        made = _made(self.texts, self.name, self.title)
        if made.digest != self.digest:
            raise ChangelingError(
                f"this version reads the cards of {self.name} differently ({made.digest}, not {self.digest})"
            )
        return made


@lru_cache(maxsize=64)
def _made(texts: tuple[Text, ...], name: str, title: str) -> Deck:
    return assemble(list(texts), name=name, title=title)


def deck_text(spec: str) -> DeckText:
    """A deck (an edition, a mix, `.cards` files) with its texts. Raises ChangelingError when there is no such deck."""
    deck = load_deck(spec)
    return DeckText(deck.name, deck.title, deck.digest, tuple(texts_of(parts_of(spec))))


@dataclass(frozen=True, slots=True)
class Job:
    """One chunk to play: all that a worker on any machine needs to know."""

    number: int
    deck: DeckText
    seats: int
    bots: tuple[str, ...]
    seed: int  # of its first game
    first: int  # the number of its first game
    games: int
    code: str  # the digest of the source that has to play it
    meta: tuple[str, ...] = ()

    @property
    def seeds(self) -> range:
        """The seeds of its games."""
        return range(self.seed, self.seed + self.games)


@dataclass(frozen=True, slots=True)
class Manifest:
    """A run. Game N has seed `seed` + N; `bots` are by seat."""

    deck: DeckText
    seats: int
    bots: tuple[str, ...]
    seed: int
    games: int
    chunk: int
    version: str = __version__
    code: str = ""
    meta: tuple[str, ...] = ()  # the Meta Rules agreed on

    @property
    def chunks(self) -> int:
        """How many chunks the run has."""
        return -(-self.games // self.chunk)

    def jobs(self, numbers: Sequence[int]) -> Iterator[Job]:
        """The chunks of these numbers."""
        for number in numbers:
            first = number * self.chunk
            games = min(self.chunk, self.games - first)
            yield Job(number, self.deck, self.seats, self.bots, self.seed + first, first, games, self.code, self.meta)

    def to_json(self) -> str:
        """The manifest's file."""
        values = {"changeling": "run", "format": FORMAT, **asdict(self)}
        return json.dumps(values, ensure_ascii=False, indent=1) + "\n"

    def differences(self, other: Manifest) -> list[str]:
        """What another run would have to have in common with this one to be the same games, and has not."""
        mine, theirs = _facts(self), _facts(other)
        return [f"{name} {mine[name]}, not {theirs[name]}" for name in mine if mine[name] != theirs[name]]


def _facts(run: Manifest) -> dict[str, Any]:
    return {
        "the deck": f"{run.deck.name} ({run.deck.digest})",
        "seats": run.seats,
        "the bots": ", ".join(run.bots),
        "Meta Rules": ", ".join(run.meta) or "none",
        "the seed": run.seed,
        "version": f"{run.version} ({run.code})",
    }


@lru_cache(maxsize=1)
def code_digest() -> str:
    """A digest of all source that what happens in a game follows from: rows of another one are of another version."""
    here = Path(__file__).parents[1] / "games" / "played_games.py"
    made = hashlib.sha256()
    for file, digest in sorted(sources_of(here).items()):
        made.update(file.name.encode() + digest)
    return made.hexdigest()[:16]


def plan_run(
    deck: str,
    *,
    seats: int,
    bots: str | Sequence[str],
    games: int,
    seed: int,
    meta: Sequence[str] = (),
    chunk: int | None = None,
) -> Manifest:
    """The run that somebody asks for. Raises ChangelingError that says what cannot be."""
    games, seats, seed = (whole(name, one) for name, one in (("games", games), ("seats", seats), ("seed", seed)))
    check_numbers(games=games, seats=seats, seed=seed)
    if chunk is not None and not 1 <= chunk <= 100_000:
        raise ChangelingError(f"--chunk: 1 to 100,000 games, not {chunk}")
    setting_of(deck, tuple(meta))  # raises for a Meta Rule that is none
    return Manifest(
        deck_text(deck),
        seats,
        bots_of(bots, seats),
        seed,
        games,
        chunk or max(_SMALLEST, min(_LARGEST, games // 64)),
        code=code_digest(),
        meta=tuple(meta),
    )


def check_numbers(*, games: int, seats: int, seed: int) -> None:
    """Raise ChangelingError where so many games, seats or such a seed cannot be."""
    if not 1 <= games <= MOST_GAMES:
        raise ChangelingError(f"--games: 1 to {MOST_GAMES:,} can be played, not {games}")
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ChangelingError(f"--seats: {MIN_SEATS} to {MAX_SEATS} can play, not {seats}")
    if not 0 <= seed < 1 << 62:
        raise ChangelingError(f"--seed: a number from 0 to 2**62 - 1 is needed, not {seed}")


def bots_of(given: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """The bots by seat: one for all, or one for each, as a list or with commas between."""
    names = tuple(str(name).strip() for name in (given.split(",") if isinstance(given, str) else given))
    for name in names:
        if name not in KINDS:
            raise ChangelingError(f"--bots: '{name}' is not a bot that simulates; there are {', '.join(KINDS)}")
    if len(names) not in (1, seats):
        raise ChangelingError(f"--bots: name one bot for all seats or one for each of the {seats}, not {len(names)}")
    return names * seats if len(names) == 1 else names


# --- the file ---------------------------------------------------------------------------------------------------------
def write_manifest(folder: Path, run: Manifest) -> None:
    """Put the manifest into the folder, whole or not at all."""
    beside = folder / f".{NAME}.part"
    beside.write_text(run.to_json(), encoding="utf-8")
    os.replace(beside, folder / NAME)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run's folder. Raises ChangelingError when there is none, or it cannot be understood."""
    path = folder / NAME
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ChangelingError(f"{folder} holds no run: there is no {NAME} in it") from error
    except OSError as error:
        raise ChangelingError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ChangelingError(f"{path} is damaged: {error}") from error
    if not isinstance(values, dict) or values.get("changeling") != "run":
        raise ChangelingError(f"{path} is not the manifest of a run")
    if values.get("format") != FORMAT:
        theirs = values.get("version", "another version")
        raise ChangelingError(
            f"{folder} was written by changeling {theirs}, whose tables are of format {values.get('format')}; "
            f"this is {__version__}, which reads format {FORMAT}"
        )
    try:
        return _manifest(values)
    except (KeyError, TypeError, ValueError) as error:
        raise ChangelingError(f"{path} is damaged: {error!r}") from error


def _manifest(values: dict[str, Any]) -> Manifest:
    deck = values["deck"]
    texts = tuple(_text(one) for one in deck["texts"])
    numbers = {name: int(values[name]) for name in ("seats", "seed", "games", "chunk")}
    if numbers["chunk"] < 1 or numbers["games"] < 1 or len(values["bots"]) != numbers["seats"]:
        raise ValueError("its numbers do not fit together")
    return Manifest(
        DeckText(str(deck["name"]), str(deck["title"]), str(deck["digest"]), texts),
        bots=tuple(map(str, values["bots"])),
        version=str(values["version"]),
        code=str(values["code"]),
        meta=tuple(map(str, values["meta"])),
        **numbers,
    )


def _text(values: dict[str, Any]) -> Text:
    only = values["only"]
    return Text(
        str(values["file"]),
        str(values["text"]),
        str(values["edition"]),
        programs=bool(values["programs"]),
        only=None if only is None else tuple((str(name), None if many is None else int(many)) for name, many in only),
        without=tuple(map(str, values["without"])),
        marks=tuple(map(str, values["marks"])),
        followed=bool(values["followed"]),
    )
