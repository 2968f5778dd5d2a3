"""The file in which a ladder keeps its games: JSON, replaced as a whole each time, so that it is never half written."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from changeling.errors import ChangelingError
from changeling.lab.contest.ladder import Match, Played, summary

VERSION = 1


def write(path: Path, match: Match, digest: str, games: Sequence[Played]) -> None:
    """Write the match, what its games say, and the games. Raises ChangelingError when that cannot be done."""
    values = {
        "changeling": "ladder",
        "version": VERSION,
        "deck": match.deck,
        "digest": digest,
        "seats": match.seats,
        "seed": match.seed,
        "bots": list(match.bots),
        **summary(match, games),
        "games": [asdict(game) for game in games],
    }
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise ChangelingError(f"{path} cannot be written: {error.strerror}") from error


def read(path: Path, match: Match, digest: str) -> list[Played]:
    """The games that were played already; none where there is no file. Raises ChangelingError for another match."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ChangelingError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ChangelingError(f"{path} is not a ladder's file: {error}") from error
    if not isinstance(values, dict) or values.get("changeling") != "ladder" or values.get("version") != VERSION:
        raise ChangelingError(f"{path} is not a ladder's file of this version; name another file with --out")
    wanted = {"deck": match.deck, "digest": digest, "seats": match.seats, "seed": match.seed}
    for key, value in wanted.items():
        if values.get(key) != value:
            raise ChangelingError(
                f"{path} holds a ladder with {key} {values.get(key)}, not {value}; name another file with --out"
            )
    try:
        return [_played(game) for game in values["games"]]
    except (KeyError, TypeError) as error:
        raise ChangelingError(f"{path}: a game in it is damaged: {error!r}") from error


def _played(values: dict[str, Any]) -> Played:
    one, others = values["pairing"]
    return Played(
        seated=tuple(values["seated"]),
        pairing=(one, others),
        deal=values["deal"],
        winner=values["winner"],
        over=values["over"],
        decisions=values["decisions"],
        turns=values["turns"],
        seconds=tuple(values["seconds"]),
    )
