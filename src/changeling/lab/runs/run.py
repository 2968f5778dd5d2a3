"""A run as a program or a report looks at it: its manifest and its tables, read only as far as they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from changeling.cards.deck import Deck
from changeling.errors import ChangelingError
from changeling.lab.runs.chunks import chunk_folder, trouble
from changeling.lab.runs.manifest import Manifest, read_manifest
from changeling.lab.runs.tables import TABLES, deck_frame


@dataclass(frozen=True, slots=True)
class Run:
    """A run's folder. `whole` are the numbers of the chunks that are there; the run may be going on."""

    folder: Path
    manifest: Manifest
    whole: tuple[int, ...]

    @property
    def deck(self) -> Deck:
        """The deck that was played with."""
        return self.manifest.deck.deck()

    @property
    def cards_of_deck(self) -> pl.DataFrame:
        """The table `deck`: the name and kind of each card by its number."""
        return deck_frame(self.deck)

    @property
    def games(self) -> pl.LazyFrame:
        """The table `games`."""
        return self.table("games")

    @property
    def cards(self) -> pl.LazyFrame:
        """The table `cards`."""
        return self.table("cards")

    @property
    def turns(self) -> pl.LazyFrame:
        """The table `turns`."""
        return self.table("turns")

    def files(self, name: str) -> list[Path]:
        """The files of a table, one a chunk, in order."""
        if name not in TABLES:
            raise ChangelingError(f"'{name}' is not a table of a run; there are {', '.join(TABLES)}")
        return [chunk_folder(self.folder, number) / f"{name}.parquet" for number in self.whole]

    def table(self, name: str) -> pl.LazyFrame:
        """A table as a lazy frame."""
        return pl.scan_parquet(self.files(name), glob=False)

    @property
    def played(self) -> int:
        """How many games were played."""
        last, chunk = self.manifest.chunks - 1, self.manifest.chunk
        short = self.manifest.games - last * chunk
        return sum(short if number == last else chunk for number in self.whole)

    def __repr__(self) -> str:
        return f"<Run {self.folder}: {self.played:,} games of {self.manifest.deck.name}>"


def open_run(folder: str | Path, *, deep: bool = True) -> Run:
    """Open a run. Raises ChangelingError when there is none, nothing was played yet, or a chunk is damaged."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    found = {number: trouble(folder, manifest, number, deep=deep) for number in range(manifest.chunks)}
    damaged = [text for text in found.values() if text]
    if damaged:
        more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
        raise ChangelingError(
            f"{folder}: a chunk is damaged: {damaged[0]}{more}; `changeling simulate` with the same words "
            "and --resume plays it again"
        )
    whole = tuple(number for number, text in found.items() if text is None)
    if not whole:
        raise ChangelingError(f"{folder}: no chunk was played to its end yet; go on with --resume")
    return Run(folder, manifest, whole)
