"""What a report costs is measured on a run that can be reported on."""

from __future__ import annotations

from changeling.lab.speed.report_bench import report_cost


def test_a_small_report_is_measured() -> None:
    cost = report_cost(90, chunk=30)
    assert cost.games == 90
    assert cost.rows > 90 * 20
    assert cost.seconds > 0
    assert 50 < cost.megabytes < 1024
