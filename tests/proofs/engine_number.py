"""What the number of the engine stands for: with these cards, these games. Stored games rely on it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import changeling as cl
from changeling.engine.version import ENGINE

FILE = Path(__file__).with_name("engine_number.json")
Rows = Mapping[str, list[str]]  # digests of games, as game_digests.json has them


def meaning(rows: Rows) -> dict[str, Any]:
    """The engine's number, and for each deck the digest of its cards and that of its games."""
    decks: dict[str, list[str]] = {}
    for deck in sorted({name.rpartition(" ")[0] for name in rows}):
        games = [rows[name] for name in sorted(rows) if name.rpartition(" ")[0] == deck]
        made = hashlib.sha256(json.dumps(games).encode()).hexdigest()[:16]
        decks[deck] = [cl.load_deck(deck).digest, made]
    return {"engine": ENGINE, "decks": decks}


def overdue(written: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The decks whose cards are the same and whose games are not, although the engine has the same number."""
    if written["engine"] != now["engine"]:
        return []
    return [
        deck
        for deck, (cards, games) in now["decks"].items()
        if deck in written["decks"] and written["decks"][deck][0] == cards and written["decks"][deck][1] != games
    ]


def write(rows: Rows) -> None:
    """Write down what the number stands for. Raises SystemExit where it has to be raised first."""
    now = meaning(rows)
    late = overdue(json.loads(FILE.read_text()), now) if FILE.exists() else []
    if late:
        raise SystemExit(
            f"the same cards give other games now ({', '.join(late)}): raise ENGINE in engine/version.py, so that games"
            " that are stored are not gone on with as others; then write the digests again"
        )
    FILE.write_text(json.dumps(now, indent=1) + "\n")
