"""What is told of cards that count for nothing because another card says so: they give no reason for anything."""

from __future__ import annotations

from tests.random_play import laid

from changeling.engine.seen.conditions.saying import text_of
from changeling.engine.seen.reasons.progress import Progress, progress_of
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.sheet_cache import sheet_for
from changeling.play.game import Game

CARDS = """
keeper "Milk"
    "Milk."
keeper "Bread"
    "Bread."
creeper "War"
    "War."
keeper "Spanner"
    "Bread Needed and Peace count for nothing."
    disabled = rules("Bread Needed", "Peace")
keeper "Hush"
    "Goals count for nothing."
    disabled = goals
keeper "Pin"
    "Growth counts for nothing."
    disabled = rules("Growth")
goal "Snack"
    "Milk."
    wins = has("Milk")
ungoal "Ruin"
    "Bread is on the table."
    ends = anyone_has("Bread")
rule "Bread Needed"
    "Nobody wins without Bread."
    requires = has("Bread")
rule "Two Needed"
    "Nobody wins with less than two Keepers."
    requires = count(keepers(you)) >= 2
rule "Peace"
    "Creepers stop nobody who has Bread."
    harmless = has("Bread")
rule "Growth"
    "Numerals are 1 higher."
    inflation = one
rule "More Growth"
    "Numerals are 1 higher."
    inflation = one
"""


def far(game: Game) -> dict[tuple[str, str], Progress]:
    at = Inquiry(game.deck, sheet_for(game.deck), game.table.copy(), game.seats)
    return {(one.goal, one.seat): one for one in progress_of(at)}


def test_a_disabled_rule_asks_for_nothing_more() -> None:
    rules, keepers = ["Bread Needed", "Two Needed"], {"Ann": ["Milk"], "Bob": list[str]()}
    lacks = text_of(far(laid(CARDS, goals=["Snack"], rules=rules, keepers=keepers))["Snack", "Ann"].lacks)
    assert "Bread Needed" in lacks
    assert "Two Needed" in lacks
    game = laid(CARDS, goals=["Snack"], rules=rules, keepers=keepers | {"Bob": ["Spanner"]})
    lacks = text_of(far(game)["Snack", "Ann"].lacks)
    assert "Bread Needed" not in lacks
    assert "Two Needed" in lacks
    assert "Bread Needed" not in game.why("Ann").text


def test_a_disabled_rule_would_excuse_no_creeper() -> None:
    keepers = {"Ann": ["Milk"], "Bob": list[str]()}
    game = laid(CARDS, goals=["Snack"], rules=["Peace"], keepers=keepers, creepers={"Ann": ["War"]})
    assert "Peace would excuse it" in game.why("Ann").text
    keepers["Bob"] = ["Spanner"]
    game = laid(CARDS, goals=["Snack"], rules=["Peace"], keepers=keepers, creepers={"Ann": ["War"]})
    assert "War stands in the way" in game.why("Ann").text
    assert "Peace" not in game.why("Ann").text


def test_a_disabled_goal_is_not_met_and_that_is_said() -> None:
    game = laid(CARDS, goals=["Snack"], keepers={"Ann": ["Milk"], "Bob": ["Hush"]})
    assert not game.over
    found = far(game)["Snack", "Ann"]
    assert (found.have, found.need, found.met) == (1, 1, False)
    assert "what it says counts for nothing, because of Hush" in text_of(found.lacks)
    why = game.why("Ann")
    assert "what it says counts for nothing, because of Hush" in why.text
    assert "Hush" in why.because
    assert "Ann meets a Goal" not in why.text


def test_a_disabled_ungoal_is_not_met_and_that_is_said() -> None:
    game = laid(CARDS, goals=["Ruin"], keepers={"Ann": ["Bread"], "Bob": ["Hush"]})
    assert not game.over
    found = far(game)["Ruin", ""]
    assert not found.met
    assert "because of Hush" in text_of(found.lacks)
    assert "The Ungoal Ruin: what it says counts for nothing, because of Hush." in game.why("Ann").text


def test_a_disabled_rule_has_no_numerals_grow() -> None:
    rules = ["Growth", "More Growth"]
    both = laid(CARDS, rules=rules).why("draws")
    assert {*rules} <= {*both.because}
    one = laid(CARDS, rules=rules, keepers={"Bob": ["Pin"]}).why("draws")
    assert "More Growth" in one.because
    assert "Growth" not in one.because
