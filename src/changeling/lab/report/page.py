"""The page of a report: sections of words and pictures, numbers behind a tap, everything in one file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #ffffff; --card: #f6f8fa; --line: #d0d7de; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9da7b3; --paper: #0d1117; --card: #161b22; --line: #30363d; }
  svg [fill="#1f2328"] { fill: #e6edf3; } svg [stroke="#1f2328"] { stroke: #e6edf3; }
  svg [fill="#d0d7de"] { fill: #30363d; } svg [stroke="#d0d7de"] { stroke: #30363d; }
  svg [fill="#c2410c"] { fill: #fb923c; } svg [stroke="#c2410c"] { stroke: #fb923c; }
  svg [fill="#1d6fb8"] { fill: #60a5fa; } svg [stroke="#1d6fb8"] { stroke: #60a5fa; }
  svg [fill="#6b7280"] { fill: #9ca3af; } svg [stroke="#6b7280"] { stroke: #9ca3af; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
p, ul { margin: .5rem 0; } ul { padding-left: 1.2rem; } .soft { color: var(--soft); }
.short { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; }
.figures { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }
figure { margin: 0; padding: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  break-inside: avoid; }
figure svg { display: block; width: 100%; max-width: 27rem; height: auto; margin: 0 auto; overflow: visible; }
figcaption { margin-bottom: .5rem; font-weight: 600; }
details { margin: .75rem 0; } summary { cursor: pointer; padding: .5rem 0; color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 9rem; }
a { color: inherit; } code { font-size: .9em; overflow-wrap: anywhere; }
.up::before { content: "▲ "; } .down::before { content: "▼ "; }
@media print { body { max-width: none; font-size: 10pt; } .figures { grid-template-columns: 1fr 1fr; }
  details::details-content { content-visibility: visible; height: auto; } summary { display: none; }
  .scroll { overflow: visible; } table { width: 100%; font-size: 6.5pt; }
  th, td { padding: .1rem .2rem; } th { white-space: normal; vertical-align: bottom; overflow-wrap: normal; }
  th:first-child, td:first-child { min-width: 0; } tr { break-inside: avoid; } }
"""


@dataclass(slots=True)
class Section:
    """A part of the page: what it says, its pictures (caption and SVG), and its tables (what they are, their HTML)."""

    title: str
    said: list[str] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)
    tables: list[tuple[str, str]] = field(default_factory=list)
    more: str = ""  # HTML

    def html(self) -> str:
        """The section as HTML."""
        parts = [f"<section><h2>{escape(self.title)}</h2>"]
        parts += [f"<p>{prose(said)}</p>" for said in self.said]
        if self.figures:
            parts.append('<div class="figures">')
            parts += [_figure(caption, picture) for caption, picture in self.figures]
            parts.append("</div>")
        for title, table in self.tables:
            parts.append(f'<details><summary>{escape(title)}</summary><div class="scroll">{table}</div></details>')
        return "\n".join([*parts, self.more, "</section>"])


def prose(said: str) -> str:
    """A sentence as HTML; no line of it begins with the sign after a number."""
    return escape(said).replace(" %", "&nbsp;%")


def _figure(caption: str, picture: str) -> str:
    drawn = picture.replace("<svg ", f'<svg role="img" aria-label="{escape(caption, quote=True)}" ', 1)
    return f"<figure><figcaption>{escape(caption)}</figcaption>{drawn}</figure>"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as HTML; the first column is words, the others numbers that are written already."""
    cells = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    lines = ["".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows]
    return (
        f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"
    )


def page(title: str, about: str, short: Sequence[str], sections: Sequence[Section]) -> str:
    """The whole page."""
    findings = "".join(f"<li>{prose(said)}</li>" for said in short)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            f'<header><h1>{escape(title)}</h1><p class="soft">{escape(about)}</p></header>',
            f'<main><div class="short"><h2 style="margin-top:.25rem">In short</h2><ul>{findings}</ul></div>',
            *(section.html() for section in sections),
            "</main></body></html>\n",
        ]
    )
