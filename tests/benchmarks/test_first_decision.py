"""How long the first decision takes is measured in processes of their own; how long it is, is not looked at here."""

from __future__ import annotations

from pathlib import Path

from benchmarks.first_decision import first_decision


def test_what_the_first_process_keeps_the_second_one_takes(tmp_path: Path) -> None:
    first = first_decision("family", 2, str(tmp_path))
    kept = {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.code")}
    second = first_decision("family", 2, str(tmp_path))
    assert kept
    assert {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*.code")} == kept
    assert first.clock > 0
    assert second.processor > 0
