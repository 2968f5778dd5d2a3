"""The page on mechanisms of other editions: what of them the card language says, with a card and its proof for each.

The rows are `tests/facts/mechanisms.yaml`. A row is exact where a scenario proves it, which the page looks up; how many
are is counted here and nowhere written down.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

_HEAD: Final = """# Mechanisms of other editions

This page is made by `make docs`. It asks of the mechanisms of other Fluxx editions, of which we have no cards,
whether the [card language](language.md) says them: each is named in our own words, with a card of our own that does
the same, and with the scenario that proves it. The cards and the scenarios are in `tests/scenarios`; a test plays them
on both forms of the machine and fails where a row has no proof.
"""


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One mechanism: the editions that have it, our card for it, and what proves that, or what is missing."""

    what: str
    editions: tuple[str, ...]
    card: str = ""
    proof: str = ""
    short: str = ""

    @property
    def answer(self) -> str:
        """How it can be said: exactly, by a detour, or not at all."""
        if self.proof:
            return "exactly"
        return "by a detour" if self.card else "not"


@cache
def mechanisms(root: Path) -> tuple[Mechanism, ...]:
    """All mechanisms that a copy of the sources lists, in the order of their file."""
    rows: list[dict[str, Any]] = _read(root / "tests" / "facts" / "mechanisms.yaml")
    return tuple(
        Mechanism(row["what"], tuple(row["of"]), row.get("card", ""), row.get("proof", ""), row.get("short", ""))
        for row in rows
    )


@cache
def scenarios(root: Path) -> dict[str, tuple[Path, dict[str, Any]]]:
    """The scenarios that can prove a mechanism, by their titles: where each stands, and what it says."""
    folder = root / "tests" / "scenarios"
    files = [*folder.glob("mechanisms/*.yaml"), *folder.glob("words-*/*.yaml")]
    return {row["scenario"]: (file, row) for file in sorted(files) for row in _read(file)}


def _read(file: Path) -> list[dict[str, Any]]:
    import yaml

    found: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def mechanisms_page(root: Path) -> str:
    """The whole page."""
    rows, proofs = mechanisms(root), scenarios(root)
    count = {answer: sum(row.answer == answer for row in rows) for answer in ("exactly", "by a detour", "not")}
    share = 100 * count["exactly"] / len(rows)
    summary = (
        f"Of {len(rows)} mechanisms {count['exactly']} can be said exactly ({share:.1f} %), {count['by a detour']} by a"
        f" detour, {count['not']} not at all.\n"
    )
    lines = [_HEAD, summary, "| mechanism | known from | our card | proved by |", "|---|---|---|---|"]
    for row in rows:
        proof = f"{proofs[row.proof][0].stem}: {row.proof}" if row.proof else f"**{row.answer}**: {row.short}"
        lines.append(f"| {row.what} | {', '.join(row.editions)} | {row.card} | {proof} |")
    return "\n".join(lines) + "\n"
