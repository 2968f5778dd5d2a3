"""Rulings for the gallery: the titles of scenarios about each card, in a file that is made from the tests."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path

from changeling.decks.shelf import editions
from changeling.proofs.matrix import proofs_in

SHOWN = 4  # of a card


def rulings_file(root: Path) -> str:
    """The file for the repository at `root`: by edition and card, the titles of scenarios about it."""
    found: dict[str, dict[str, list[str]]] = {edition: {} for edition in editions()}
    for proof in proofs_in(root / "tests"):
        for edition in proof.editions:
            for card in proof.cards if edition in found else ():
                titles = found[edition].setdefault(card, [])
                if len(titles) < SHOWN and proof.title not in titles:
                    titles.append(proof.title)
    ordered = {edition: dict(sorted(cards.items())) for edition, cards in sorted(found.items())}
    return json.dumps(ordered, ensure_ascii=False, indent=0) + "\n"


@cache
def rulings() -> dict[str, dict[str, list[str]]]:
    """By edition and name of a card: short sentences on how it is read."""
    file = resources.files("changeling") / "web" / "rulings.json"
    found: dict[str, dict[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return found
