"""A ladder as an SVG picture: shares of games won, and ratings, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from changeling.lab.contest.ladder import Match

_ROW, _LEFT, _WIDTH, _TOP = 28, 250, 460, 64
_INK, _FAINT, _DOT = "#222", "#bbb", "#2a6f97"


def picture(match: Match, found: dict[str, Any]) -> str:
    """The whole picture."""
    shares, rated = found["pairings"], sorted(found["ratings"].items(), key=lambda item: -item[1]["rating"])
    second = _TOP + _ROW * len(shares) + 76
    height = second + _ROW * len(rated) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 40} {height}" '
        f'font-family="sans-serif" font-size="13" fill="{_INK}">',
        f'<rect width="100%" height="{height}" fill="white"/>',
        _text(16, 24, f"{match.deck}, {match.seats} seats: games won", size=15),
        *_scale(_TOP, len(shares), 0.0, 1.0, [(edge / 4, f"{edge * 25} %") for edge in range(5)]),
        _line(_x(1 / match.seats, 0, 1), _TOP, _x(1 / match.seats, 0, 1), _TOP + _ROW * len(shares), dashed=True),
    ]
    for place, row in enumerate(shares):
        label = f"{row['bot']} against {row['against']}"
        parts += _mark(_TOP + _ROW * place, label, row["share"], row["low"], row["high"], 0.0, 1.0)
    low = min((each["low"] for _, each in rated), default=1400.0) - 20
    high = max((each["high"] for _, each in rated), default=1600.0) + 20
    ticks = [(value, str(value)) for value in range(int(low) // 100 * 100 + 100, int(high) + 1, 100)]
    parts.append(_text(16, second - 40, "Rating", size=15))
    parts += _scale(second, len(rated), low, high, ticks)
    for place, (name, each) in enumerate(rated):
        parts += _mark(second + _ROW * place, name, each["rating"], each["low"], each["high"], low, high)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(value: float, low: float, high: float) -> float:
    return _LEFT + _WIDTH * (value - low) / (high - low)


def _scale(top: int, rows: int, low: float, high: float, ticks: Sequence[tuple[float, str]]) -> list[str]:
    parts = []
    for value, label in ticks:
        x = _x(value, low, high)
        parts.append(_line(x, top, x, top + _ROW * rows, colour="#e6e6e6"))
        parts.append(_text(x, top - 8, label, anchor="middle", size=11))
    return parts


def _mark(top: float, label: str, value: float | None, low: float, high: float, least: float, most: float) -> list[str]:
    """A name, a dot, and the line of its interval."""
    y = top + _ROW / 2
    parts = [_text(_LEFT - 12, y + 4, label, anchor="end")]
    if value is not None:
        parts.append(_line(_x(low, least, most), y, _x(high, least, most), y, colour=_DOT, thick=2))
        parts.append(f'<circle cx="{_x(value, least, most):.1f}" cy="{y:.1f}" r="4.5" fill="{_DOT}"/>')
    return parts


def _line(
    x: float, y: float, to_x: float, to_y: float, *, colour: str = _FAINT, thick: float = 1, dashed: bool = False
) -> str:
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    place = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {place} stroke="{colour}" stroke-width="{thick}"{dash}/>'


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 13) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'
