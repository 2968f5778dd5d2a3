"""What a picture shows of many cards, and how sentences stand in the page."""

from __future__ import annotations

from changeling.lab.report.page import prose
from changeling.lab.report.sections import extremes


def row(name: str, share: float, wide: float) -> dict[str, object]:
    return {"name": name, "share": share, "low": share - wide, "high": share + wide, "even": 0.25}


def test_cards_of_which_something_is_sure_come_before_those_that_are_far_off_by_luck() -> None:
    sure = [row(f"sure {number}", 0.25 + (number - 10) / 100, 0.005) for number in range(21) if number != 10]
    luck = [row(f"luck {number}", 0.9, 0.8) for number in range(5)]
    shown = extremes([*luck, *sure], "", "share", "even")
    assert [one["name"] for one in shown] == [one["name"] for one in reversed(sure)]
    few = extremes([*luck, *sure[:3]], "", "share", "even")
    assert [one["name"] for one in few] == [*(f"luck {number}" for number in range(5)), "sure 2", "sure 1", "sure 0"]


def test_no_line_begins_with_the_sign_after_a_number() -> None:
    assert prose("more than even: 5.9 % < 25 %.") == "more than even: 5.9&nbsp;% &lt; 25&nbsp;%."
