"""While the key of a table stays the same, so does how far everybody is; what is in no key has none."""

from __future__ import annotations

from typing import Any

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
            assert edition == "changeling-court", "only there a card in play says what others count for"
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


COUNTS = """
keeper "Sun"

keeper "Moon"

keeper "Mirror"
    counts_as = remembered_card(this)

goal "Bright"
    wins = has("Sun") and count(keepers(you)) >= 2
"""


def test_a_card_that_is_promised_counts_for_nobody_and_has_another_key() -> None:
    game = laid(COUNTS, keepers={"Ann": ["Sun", "Moon"]}, goals=["Bright"])
    key, far = key_of(game), told(game)
    game.table.promised[game.deck.called("Moon")[0]] = 1
    game.table.promises = 1
    assert told(game) != far
    assert key_of(game) != key


def test_a_card_that_counts_as_what_it_remembers_has_another_key_when_it_remembers_something() -> None:
    game = laid(COUNTS, keepers={"Ann": ["Mirror", "Moon"], "Bob": ["Sun"]}, goals=["Bright"])
    key, far = key_of(game), told(game)
    mirror, sun = (game.deck.called(name)[0] for name in ("Mirror", "Sun"))
    t = game.table
    t.memories, t.memory_card[0], t.memory_of[0] = 1, mirror, sun + 1
    assert told(game) != far
    assert key_of(game) != key


EXCUSES = """
keeper "Sun"

keeper "Moon"

keeper "Star"

keeper "Charm"
    excused = creepers(you) if count(hand(you)) >= 2

creeper "Fog"

goal "Bright"
    wins = has("Sun")
"""


def test_a_card_that_excuses_others_under_a_condition_makes_a_difference() -> None:
    keepers, creepers = {"Ann": ["Sun", "Charm"]}, {"Ann": ["Fog"]}
    one, two = (
        laid(EXCUSES, keepers=keepers, creepers=creepers, hand={"Ann": hand}, goals=["Bright"])
        for hand in (["Moon"], ["Moon", "Star"])
    )
    assert (told(one)[0].met, told(two)[0].met) == (False, True)
    assert key_of(one) != key_of(two)


EXCUSED = """
keeper "Sun"

keeper "Moon"

keeper "Star"

creeper "War"

rule "Truce"
    excused = (c for c in creepers(everyone) if count(hand(owner(c))) >= two)

goal "Bright"
    wins = has("Sun")
"""


def test_where_a_card_excuses_creepers_by_what_is_in_no_key_there_is_none() -> None:
    table: dict[str, Any] = {"keepers": {"Ann": ["Sun"]}, "creepers": {"Ann": ["War"]}}
    table |= {"rules": ["Truce"], "goals": ["Bright"]}
    one, two = (laid(EXCUSED, hand={"Ann": hand}, **table) for hand in (["Moon"], ["Moon", "Star"]))
    assert told(one) != told(two)
    assert key_of(one) is None
