"""Games worth watching: the longest are the longest, the strangest are strange, each says why."""

from __future__ import annotations

from changeling.lab.report.strange import HOW_MANY, longest, strangest
from changeling.lab.runs.run import Run


def test_the_longest(small_run: Run) -> None:
    turns = sorted(small_run.games.collect()["turns"].to_list(), reverse=True)
    assert [pick.turns for pick in longest(small_run)] == turns[:HOW_MANY]
    assert all(pick.seed == pick.game + 7 for pick in longest(small_run))


def test_the_strangest_say_why(small_run: Run) -> None:
    picks = strangest(small_run)
    assert len({pick.game for pick in picks}) == HOW_MANY
    assert all(pick.why for pick in picks)
    assert [pick.game for pick in picks] == [pick.game for pick in strangest(small_run)]
