"""While the key of a table stays the same, so does how far everybody is; what is in no key has none."""

from __future__ import annotations

import pytest
from tests.effort import EFFORT
from tests.random_play import laid, random_games

import changeling as cl
from changeling.engine.seen.reasons.progress import Progress, progress_of
from changeling.engine.seen.reasons.progress_key import Key, progress_key
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.sheet_cache import sheet_for


def key_of(game: cl.Game) -> Key | None:
    return progress_key(game.deck, sheet_for(game.deck), game.table, game.seats)


def told(game: cl.Game) -> list[Progress]:
    return list(progress_of(Inquiry(game.deck, sheet_for(game.deck), game.table.copy(), game.seats)))


@pytest.mark.parametrize("edition", cl.editions())
def test_equal_keys_mean_equal_progress(edition: str) -> None:
    known: dict[Key, list[Progress]] = {}
    again = 0
    for game in random_games(edition, 4, 2 * EFFORT, 11):
        key = key_of(game)
        if key is None:
            assert edition == "changeling-court", "only there a card in play can have others count for nothing"
            continue
        again += key in known
        assert known.setdefault(key, told(game)) == told(game)
    assert again > 30


OWN = """
keeper "Sun"

keeper "Moon"

goal "Bright"
    wins = has("Sun") and count(hand(you)) >= 2

goal "Old"
    wins = has("Sun") and count(discard_pile()) >= 2

goal "Mine"
    wins = has("Sun") and your_turn
"""


@pytest.mark.parametrize(("goal", "known"), [("Bright", True), ("Old", False), ("Mine", False)])
def test_a_goal_that_looks_at_anything_else_has_no_key(goal: str, known: bool) -> None:
    game = laid(OWN, hand={"Ann": ["Sun"]}, goals=[goal])
    assert (key_of(game) is not None) == known


def test_a_goal_about_hands_has_another_key_for_other_hands() -> None:
    one, two = (laid(OWN, hand={"Ann": hand}, goals=["Bright"]) for hand in (["Sun"], ["Sun", "Moon"]))
    assert key_of(one) != key_of(two)
    assert told(one) != told(two)
