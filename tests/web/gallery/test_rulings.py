"""What scenarios prove of each card, as the gallery shows it."""

from __future__ import annotations

import json
from pathlib import Path

import changeling as cl
from changeling.web.gallery.rulings import SHOWN, rulings_file


def scenarios(*titles: str, deck: str, card: str) -> str:
    return "".join(
        f"- {{scenario: {title}, cards: [{card}], deck: {deck}, seats: [Ann, Bob], table: {{}}, play: []}}\n"
        for title in titles
    )


def test_titles_of_scenarios_stand_under_their_edition_and_card(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "scenarios"
    folder.mkdir(parents=True)
    many = [f"Title {number}" for number in range(SHOWN + 2)]
    (folder / "a.yaml").write_text(scenarios(*many, deck="family", card="Cake"))
    (folder / "b.yaml").write_text(scenarios("Both", deck="[family, fluxx-4]", card="Draw 2"))
    found = json.loads(rulings_file(tmp_path))
    assert set(found) == set(cl.editions())
    assert found["family"] == {"Cake": many[:SHOWN], "Draw 2": ["Both"]}
    assert found["fluxx-4"] == {"Draw 2": ["Both"]}
    assert found["cthulhu"] == {}
