"""The file in which Changeling-Transfer keeps its games: JSON, replaced as a whole each time, so that it is never half
written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from changeling.decks.shelf import load_deck
from changeling.errors import ChangelingError
from changeling.lab.transfer.score import MOST_GAMES, SEATS, Outcome, Trial, result
from changeling.lab.transfer.suites import BENCHMARK, UnseenDeck

Games = dict[str, dict[tuple[int, int], Outcome]]
"""By the name of a deck, by deal and place of the policy."""

_MOST_BYTES = 1 << 28


def digests_of(decks: tuple[UnseenDeck, ...]) -> dict[str, str]:
    """What the decks are made of, by name."""
    return {deck.name: load_deck(deck.source).digest for deck in decks}


def write(path: Path, trial: Trial, digests: dict[str, str], games: Games) -> None:
    """Write the games, and what they come to once all are played. Raises ChangelingError when that cannot be done."""
    values: dict[str, Any] = {"benchmark": BENCHMARK, "policy": trial.policy}
    if all(len(each) >= trial.games for each in games.values()):
        values = result(trial, {name: list(each.values()) for name, each in games.items()})
    values["digests"] = digests
    values["games"] = {name: [list(each[key]) for key in sorted(each)] for name, each in games.items()}
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(json.dumps(values, indent=None) + "\n", encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise ChangelingError(f"{path} cannot be written: {error.strerror}") from error


def read(path: Path, trial: Trial, digests: dict[str, str]) -> Games:
    """The games of this trial that were played already. Raises ChangelingError for anything else than that."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ChangelingError(f"{path} is too large to be a file of {BENCHMARK}")
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ChangelingError(f"--resume: {path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ChangelingError(f"{path} is not a file of {BENCHMARK}: {error}") from error
    for key, wanted in (("benchmark", BENCHMARK), ("policy", trial.policy), ("digests", digests)):
        found = values.get(key) if isinstance(values, dict) else None
        if found != wanted:
            said = f"{key} {found}, not {wanted}" if key != "digests" else "decks of another version"
            raise ChangelingError(f"--resume: {path} holds {said}; name another file with --out")
    games = values.get("games")
    if not isinstance(games, dict) or set(games) != set(digests):
        raise ChangelingError(f"{path} is damaged: it lacks the games of a deck")
    return {name: _outcomes(path, name, games[name]) for name in digests}


def _outcomes(path: Path, name: str, rows: Any) -> dict[tuple[int, int], Outcome]:
    """The games of a deck."""
    found: dict[tuple[int, int], Outcome] = {}
    for row in rows if isinstance(rows, list) else [rows]:
        if (
            not isinstance(row, list)
            or [type(each) for each in row] != [int] * len(Outcome._fields)
            or not (0 <= row[0] < MOST_GAMES and 0 <= row[1] < SEATS and 0 <= row[2] <= 1)
        ):
            raise ChangelingError(f"{path} is damaged: {str(row)[:60]} is not a game of {name} (deal, place, won)")
        one = Outcome(*row)
        found[one.deal, one.place] = one
    return found
