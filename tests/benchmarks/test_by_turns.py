"""Two versions by turns: the order, the table, and what is refused. How fast anything is, no test says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import by_turns


def test_rounds_alternate_and_medians_are_compared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    order: list[tuple[str, str]] = []

    def cpu_seconds(source: Path, cache: Path) -> float:
        order.append(("load", source.name))
        return 20.0 if source.name == "before" else 10.0

    def rates(source: Path, cache: Path, seconds: float) -> dict[str, float]:
        order.append(("bench", source.name))
        rate = {"before": 2_000_000.0, "after": 3_000_000.0}[source.name]
        return dict.fromkeys(by_turns.RATES, rate) | {"copy_ns": 250.0}

    monkeypatch.setattr(by_turns, "cpu_seconds", cpu_seconds)
    monkeypatch.setattr(by_turns, "rates", rates)
    sources = {version: tmp_path / version for version in by_turns.VERSIONS}
    found: dict[str, dict[str, Any]] = by_turns.measured(sources, rounds=2, compiles=1, seconds=0.1)
    assert [version for what, version in order if what == "bench"] == ["before", "after", "after", "before"]
    text = by_turns.table(found)
    assert "| batch with masks | 2,000,000 | 3,000,000 | 1.500 |" in text
    assert "| copy of a table, ns | 250.00 | 250.00 | 1.000 |" in text
    assert "| 20.00 | 10.00 | 0.500 |" in text


def test_a_folder_without_changeling_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no changeling in it"):
        by_turns.main(["--before", str(tmp_path)])
