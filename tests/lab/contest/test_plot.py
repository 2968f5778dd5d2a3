"""The picture of a ladder: every share and rating is drawn where its number says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from changeling.lab.contest.ladder import Match
from changeling.lab.contest.plot import picture

MATCH = Match(("random", "greedy"), "family", 4, 11)
FOUND: dict[str, Any] = {
    "pairings": [
        {"bot": "a<b", "against": "random", "share": 0.75, "low": 0.5, "high": 1.0},
        {"bot": "random", "against": "a<b", "share": None, "low": 0.0, "high": 1.0},
    ],
    "ratings": {
        "random": {"rating": 1400.0, "low": 1350.0, "high": 1450.0},
        "a<b": {"rating": 1600.0, "low": 1500.0, "high": 1700.0},
    },
}
SVG = "{http://www.w3.org/2000/svg}"


def drawn() -> ET.Element:
    return ET.fromstring(picture(MATCH, FOUND))


def test_names_are_written_whatever_letters_they_have() -> None:
    texts = [element.text for element in drawn().iter(f"{SVG}text")]
    assert "family, 4 seats: games won" in texts
    assert "a<b against random" in texts
    assert texts.index("a<b") < texts.index("random"), "the best rating comes first"


def test_each_dot_lies_where_its_number_says() -> None:
    """Shares run from 0 to 1 and ratings from the least to the largest edge, over the same width; nothing is drawn
    for what was not played."""
    share, best, worst = [float(dot.attrib["cx"]) for dot in drawn().iter(f"{SVG}circle")]
    lines = list(drawn().iter(f"{SVG}line"))
    grid = sorted(float(line.attrib["x1"]) for line in lines if line.attrib["x1"] == line.attrib["x2"])
    left, right = grid[0], grid[-1]
    assert share == left + 0.75 * (right - left)
    assert worst < best
    (even,) = [line for line in lines if "stroke-dasharray" in line.attrib]
    assert float(even.attrib["x1"]) == left + (right - left) / 4


def test_an_interval_is_a_line_through_its_dot() -> None:
    root = drawn()
    dot = next(root.iter(f"{SVG}circle"))
    flat = [line.attrib for line in root.iter(f"{SVG}line") if line.attrib["y1"] == line.attrib["y2"]]
    assert len(flat) == 3
    assert flat[0]["y1"] == dot.attrib["cy"]
    assert float(flat[0]["x1"]) < float(dot.attrib["cx"]) < float(flat[0]["x2"])
