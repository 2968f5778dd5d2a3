"""What is remembered for the cards in front of players is what would be worked out anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.effort import EFFORT
from tests.random_play import laid, random_games

import changeling as cl
from changeling.cards import codes as w
from changeling.decks.shelf import load_deck
from changeling.engine.machine.zones import move
from changeling.engine.seen.conditions.saying import text_of
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons import front_memory, progress, standing
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.snapshot import snapshot_of


def inquiry(game: cl.Game) -> Inquiry:
    return Inquiry(game.deck, sheet_for(game.deck), game.table.copy(), game.seats)


@pytest.mark.parametrize("edition", cl.editions())
def test_what_is_remembered_is_true(edition: str) -> None:
    compared = 0
    for game in random_games(edition, 4, EFFORT, 7):
        at = inquiry(game)
        for goal in cards_in(game.table, w.GOALS):
            if game.deck.wins[goal] == w.NONE or front_memory.reach_of(at, game.deck.wins[goal]) is None:
                continue
            for seat in range(game.table.seats):
                ways, lacks = standing._own_lacks(at, goal, seat)
                found = standing.standing_of(at, goal, seat)
                assert (found.ways, found.lacks) == (ways, lacks)
                told = progress._with_goal(at, goal, seat)
                assert (told.have, told.need, told.pieces) == progress._count(at, goal, seat)
                assert told == progress._worked_out(at, goal, seat)
                compared += 1
                others = replace(at, names=tuple(reversed(at.names)))
                assert progress._with_goal(others, goal, seat) == progress._worked_out(others, goal, seat)
                assert standing._own_lacks(others, goal, seat)[1] == standing.standing_of(others, goal, seat).lacks
        assert list(progress.progress_of(at)) == anew(at)
    assert compared > 40 or edition == "changeling-court", "what its cards count as can change"


def anew(at: Inquiry) -> list[progress.Progress]:
    """How far everybody is, with nothing remembered."""
    found = []
    for card in cards_in(at.table, w.GOALS):
        if at.deck.wins[card] != w.NONE:
            found += [progress._worked_out(at, card, seat) for seat in range(at.table.seats)]
        if at.deck.ends[card] != w.NONE:
            found.append(progress._ungoal_worked_out(at, card))
    return found


def test_how_far_everybody_is_leaves_the_table_as_it_was() -> None:
    """It is read from the very table of the game; what has to be worked out is worked out on a copy."""
    for game in random_games("cthulhu", 3, 1, 5):
        before = snapshot_of(game.table)
        assert list(progress.progress_of(inquiry(game))) == list(
            progress.progress_of(Inquiry(game.deck, sheet_for(game.deck), game.table, game.seats))
        )
        assert snapshot_of(game.table) == before


def test_only_goals_that_ask_for_cards_in_front_of_players_or_count_cards_there_or_in_hands_are_remembered() -> None:
    def reach(deck: str, goal: str) -> int | None:
        game = cl.Game(deck, seats=["Ann", "Bob"], seed=1)
        card = load_deck(deck).card(goal)
        assert card is not None
        found = front_memory.reach_of(inquiry(game), game.deck.wins[card.id])
        return None if found is None else found.whose

    assert reach("fluxx-4", "Toast") == front_memory.OWN
    assert reach("fluxx-4", "The Brain (no TV)") == front_memory.SHARED
    assert reach("fluxx-4", "All You Need Is Love") == front_memory.OWN
    assert reach("fluxx-4", "5 Keepers") == front_memory.SHARED
    assert reach("fluxx-4", "10 Cards in Hand") == front_memory.SHARED
    assert reach("cthulhu", "The Doom That Came to Sarnath") is not None
    assert reach("doctor-who", "Regeneration") is None


def test_a_goal_that_takes_so_many_of_several_is_worked_out_anew_when_numerals_grow() -> None:
    cards = "".join(f'keeper "{name}"\n    "{name}."\n' for name in ("Sun", "Moon", "Star"))
    goal = 'goal "Sky"\n    "2 of them."\n    wins = has("Sun") + has("Moon") + has("Star") >= 2\n'
    game = laid(cards + goal, keepers={"Ann": ["Sun", "Moon"]}, goals=["Sky"])
    found = []
    for game.table.inflation in (0, 1):
        found.append(next(progress.progress_of(inquiry(game))).need)
    assert found == [2, 3]


def test_a_goal_that_counts_hands_is_worked_out_anew_when_they_have_other_cards() -> None:
    cards = """
keeper "Sun"
    "S."
keeper "Moon"
    "M."
goal "Two"
    "2 in hand."
    wins = count(hand(you)) >= 2
"""
    for hand in (["Sun"], ["Sun", "Moon"]):
        game = laid(cards, hand={"Ann": hand}, goals=["Two"])
        (told, _, _) = progress.progress_of(inquiry(game))
        assert (told.have, told.need) == (len(hand), 2)


def test_a_goal_that_counts_is_worked_out_anew_when_a_card_begins_to_count_for_several() -> None:
    cards = """
keeper "Sun"
    "S."
keeper "Moon"
    "M."
    counts_for = 2 if count(hand(you)) >= 2
goal "Three"
    "3 Keepers."
    wins = count(keepers(you)) >= 3
"""
    game = laid(cards, keepers={"Ann": ["Sun", "Moon"]}, goals=["Three"])
    found = []
    for game.table.like_holds in (0, 1):
        found.append(next(progress.progress_of(inquiry(game))).have)
    assert found == [2, 3]


def test_what_is_said_of_somebody_is_said_of_nobody_else() -> None:
    """What names a player is remembered for that player, and what names nobody for all who have the same cards."""
    cards = """
keeper "Sun"
    "S."
keeper "Moon"
    "M."
goal "Day"
    "The Sun without the Moon."
    wins = has("Sun") and not anyone_has("Moon")
"""
    for one, other in (("Ann", "Bob"), ("Eve", "Joe")):
        game = laid(cards, (one, other), keepers={one: ["Moon"]}, goals=["Day"])
        told = [text_of(far.lacks) for far in progress.progress_of(inquiry(game))]
        assert told == [f"Sun is missing; {one} has Moon, which must not be"] * 2


def test_a_goal_that_counts_is_worked_out_anew_when_numerals_grow() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=1)
    card = game.deck.card("5 Keepers")
    assert card is not None
    before = progress._with_goal(inquiry(game), card.id, 0)
    game.table.inflation = 1
    after = progress._with_goal(inquiry(game), card.id, 0)
    assert (before.need, after.need) == (5, 6)


def test_a_goal_that_counts_is_worked_out_anew_when_a_rule_makes_its_numeral_grow() -> None:
    cards = """
keeper "Sun"
    "S."
keeper "Moon"
    "M."
rule "Twos Are Threes"
    "Every 2 is a 3."
    inflation[2] = one
goal "Two"
    "2 Keepers."
    wins = count(keepers(you)) >= 2
"""
    game = laid(cards, keepers={"Ann": ["Sun", "Moon"]}, goals=["Two"])
    (rule,) = game.deck.called("Twos Are Threes")
    found = []
    for zone in (w.DISCARD, w.RULES, w.DISCARD):
        move(game.table, rule, zone)
        found.append(next((one.need, one.met) for one in progress.progress_of(inquiry(game))))
    assert found == [(2, True), (3, False), (2, True)]


def test_what_a_goal_in_play_says_of_creepers_makes_a_difference_to_others() -> None:
    cards = """
keeper "Sun"
    "S."
keeper "Moon"
    "M."
creeper "War"
    "W."
goal "Day"
    "The Sun."
    wins = has("Sun")
goal "Night"
    "The Moon, and no Creeper is in its way."
    wins = has("Moon")
    harmless = has("Moon")
"""
    game = laid(cards, keepers={"Ann": ["Sun"]}, creepers={"Ann": ["War"]}, goals=["Day"])
    (night,) = game.deck.called("Night")
    found = []
    for zone in (w.DISCARD, w.GOALS, w.DISCARD):
        move(game.table, night, zone)
        found.append("Night would excuse it" in text_of(next(progress.progress_of(inquiry(game))).lacks))
    assert found == [False, True, False]


def test_of_all_decks_together_only_so_much_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was bounded for each of 256 decks alone: with decks of their own strangers could fill gigabytes."""
    monkeypatch.setattr(front_memory, "MOST_OF_ALL", 20)
    memory: front_memory.FrontMemory[progress.Progress] = front_memory.FrontMemory(lambda made: True)
    monkeypatch.setattr(progress, "_plain", memory)
    cards = 'keeper "Sun"\n    "S."\n\ngoal "Day"\n    "The Sun."\n    wins = has("Sun")\n'
    decks = []
    for number in range(30):
        game = laid(f"{cards}# {number}\n", keepers={"Ann": ["Sun"]}, goals=["Day"])
        decks.append(game.deck)
        at = inquiry(game)
        assert list(progress.progress_of(at)) == list(progress.progress_of(at)) == anew(at)
        kept = sum(len(memory._kept.of(deck, front_memory._OfDeck).values) for deck in decks)
        assert 0 < kept <= 20
