"""The command `changeling compare`: two decks on the same seeds, what changes, and how sure that is.

Each game of one deck stands beside the game of the same seed of the other, and intervals are those of the differences
of such pairs. How much that helps depends on how alike the two shuffles are; it never harms.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

import polars as pl

from changeling.errors import ChangelingError
from changeling.lab.changes.trials import Seating, play_trials
from changeling.lab.report.intervals import games_to_be_sure, z_of
from changeling.lab.report.words import percent, signed
from changeling.lab.runs.manifest import deck_text
from changeling.lab.simulation import Place

ENDED = "ended by "
_ALL: Final = (frozenset[str](), frozenset[str]())  # nothing is known of what the decks have
_ENOUGH = 10_000_000  # games, from which on "how many" is no answer


@dataclass(frozen=True, slots=True)
class Change:
    """One thing in which two decks are compared: means of both, and the mean difference with its interval."""

    name: str
    one: float
    other: float
    low: float
    high: float
    deviation: float  # of the differences
    share: bool  # whether it is a share of games

    @property
    def difference(self) -> float:
        """How much more the second deck has."""
        return self.other - self.one

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0

    @property
    def needed(self) -> int | None:
        """How many games would show a difference as large as the one seen."""
        return games_to_be_sure(self.difference, self.deviation)


def compared(one: pl.DataFrame, other: pl.DataFrame, seats: int) -> list[Change]:
    """All in which the games of two decks differ; intervals are corrected for their number (Bonferroni)."""
    goals = sorted({*one["won_by"].drop_nulls(), *other["won_by"].drop_nulls()})
    mine, theirs = _by_game(one, seats, goals), _by_game(other, seats, goals)
    z, number = z_of(len(mine.columns)), one.height
    changes = []
    for name in mine.columns:
        differences = theirs[name] - mine[name]
        deviation = float(differences.std() or 0.0)  # type: ignore[arg-type]
        middle, error = float(differences.mean() or 0.0), deviation / number**0.5  # type: ignore[arg-type]
        one_mean, other_mean = float(mine[name].mean() or 0.0), float(theirs[name].mean() or 0.0)  # type: ignore[arg-type]
        share = name not in ("turns", "questions", "changes of the lead")
        changes.append(Change(name, one_mean, other_mean, middle - z * error, middle + z * error, deviation, share))
    return changes


def _by_game(frame: pl.DataFrame, seats: int, goals: Sequence[str]) -> pl.DataFrame:
    """By game, each thing that is compared as a number."""
    place = (pl.col("winner") - pl.col("first") + seats) % seats
    found = {
        "turns": pl.col("turns"),
        "questions": pl.col("decisions"),
        "changes of the lead": pl.col("lead_changes"),
        "winner behind to the last fifth": pl.col("behind_until") > 0.8 * pl.col("turns"),
        "won by who begins": place == 0,
        "won by who plays last": place == seats - 1,
        "lost by all": pl.col("outcome") == "all lost",
        "without an end": pl.col("outcome").is_in(["too long", "stuck", "fault"]),
    }
    found |= {f"{ENDED}{goal}": pl.col("won_by") == goal for goal in goals}
    return frame.select(value.fill_null(False).cast(pl.Float64).alias(name) for name, value in found.items())


def said(names: tuple[str, str], changes: Sequence[Change], games: int, has: tuple[Set[str], Set[str]] = _ALL) -> str:
    """The comparison as text. `has` are the names of the cards of both decks: a deck that lacks a card is shown so."""
    first = [each for each in changes if not each.name.startswith(ENDED)]
    goals: list[Change] = []
    for each in sorted(changes, key=lambda each: (not each.sure, -abs(each.difference))):
        if each.name.startswith(ENDED) and (each.sure or len(goals) < 8):
            goals.append(each)
    rows: list[tuple[str, ...]] = [("", names[0], names[1], "change", "from", "to", "sure", "games to be sure")]
    rows += [_row(each, has) for each in (*first, *goals) if each.one or each.other]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(wide) if not place else cell.rjust(wide)
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    surely = [each.name for each in changes if each.sure]
    verdict = f"Surely changed: {', '.join(surely)}." if surely else "Nothing surely changed."
    about = (
        f"{games:,} games of each on the same seeds; intervals of 95 % for all {len(changes)} together (Bonferroni)."
    )
    return "\n".join([*(line.rstrip() for line in lines), "", verdict, about])


def _share(each: Change, value: float, has: Set[str]) -> str:
    """A share of games; of those that a card ended which the deck has not, nothing."""
    lacks = each.name.startswith(ENDED) and has and each.name.removeprefix(ENDED) not in has
    return "-" if lacks and not value else percent(value)


def _row(each: Change, has: tuple[Set[str], Set[str]]) -> tuple[str, ...]:
    many = each.needed
    needed = "" if many is None else f"{many:,}" if many < _ENOUGH else f"over {_ENOUGH:,}"
    sure = "yes" if each.sure else "no"
    if each.share:
        changed = (signed(each.difference), signed(each.low), signed(each.high))
        shares = (_share(each, value, deck) for value, deck in zip((each.one, each.other), has, strict=True))
        return (each.name, *shares, *changed, sure, needed)
    numbers = (f"{number:+z.2f}" for number in (each.difference, each.low, each.high))
    return (each.name, f"{each.one:.2f}", f"{each.other:.2f}", *numbers, sure, needed)


def run(one: str, other: str, at: Seating, *, on: Place = None) -> int:
    """Play both decks and print what changes; gives the exit status."""
    if at.games < 2:
        raise ChangelingError(f"--games: at least 2 are needed to compare, not {at.games}")
    decks = [deck_text(one), deck_text(other)]
    if decks[0].digest == decks[1].digest:
        raise ChangelingError(f"{one} and {other} are the same cards: there is nothing to compare")
    mine, theirs = play_trials(decks, at, on)
    mine_has, theirs_has = ({card.name for card in deck.deck().cards} for deck in decks)
    changes = compared(mine, theirs, at.seats)
    print(said((decks[0].name, decks[1].name), changes, at.games, (mine_has, theirs_has)))
    return 0
