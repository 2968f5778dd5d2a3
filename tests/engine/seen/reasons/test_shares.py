"""How a number in force comes about: the parts that are told make the number."""

from __future__ import annotations

import pytest
from tests.engine.seen.conditions.test_lacks import DECKS, deck, strewn
from tests.random_play import NAMES, laid, play_on

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.machine.rules.formulas import turn_only
from changeling.engine.seen.reasons.shares import Share, shares_of
from changeling.engine.seen.reasons.why import NUMBERS
from changeling.engine.sheet_cache import sheet_for


def total(shares: list[Share], start: int) -> int:
    """What some shares come to."""
    for share in shares:
        start = start + share.value if share.adds else share.value
    return start


STARTS = {w.HAND_LIMIT: w.ALL, w.KEEPER_LIMIT: w.ALL, w.GOALS_ALLOWED: 1}


@pytest.mark.parametrize("name", DECKS)
def test_the_shares_make_the_number(name: str) -> None:
    for seed in range(15):
        at = strewn(deck(name), seed)
        for static in (*NUMBERS.values(), w.CLAIMS):
            for seat in range(at.table.seats):
                value, shares = shares_of(at.deck, at.sheet, at.table, seat, static)
                assert total(shares, STARTS.get(static, 0)) == value
                if not turn_only(static) or seat == at.table.turn:
                    assert value == at.table.force[seat * w.N_STATICS + static]


@pytest.mark.parametrize("name", ["fluxx-4", "cthulhu"])
def test_also_in_games_with_meta_rules(name: str) -> None:
    metas = [card.title for card in cl.load_deck(name).cards if card.kind == "meta"]
    for number, game in enumerate(play_on(cl.Game(name, seats=NAMES[:3], seed=5, meta=metas), 5, most=120)):
        if number % 8 == 0:
            t = game.table
            for static in NUMBERS.values():
                value, shares = shares_of(game.deck, sheet_for(game.deck), t, t.turn, static)
                assert value == t.force[t.turn * w.N_STATICS + static] == total(shares, STARTS.get(static, 0))


ODD = """keeper "Horn"
    "You draw 2 more."
    draws += 2
keeper "Milk"
    "Milk."
keeper "Cup"
    "You play as many as your Hand Limit."
    plays = hand_limit(you)
rule "Draw 3" in draw
    "Draw 3."
    draws = 3
rule "Less"
    "Draw two less."
    draws += zero - two
rule "Late"
    "Whoever has Milk draws 5."
    draws = 5 if keepers(you, "Milk")
rule "Play All" in play
    "Play all."
    plays = all
rule "More"
    "Play one more."
    plays += one
rule "Hand Limit 2" in hand_limit
    "At most 2."
    hand_limit = 2
goal "G"
    "Have Milk and Horn."
    wins = has("Milk", "Horn")
"""


@pytest.mark.parametrize(
    ("rules", "keepers", "question", "text"),
    [
        (["Less", "Draw 3"], [], "draws", "Ann draws 1 card each turn: Draw 3 says 3; Less takes away 2."),
        ([], ["Horn"], "draws", "Ann draws 3 cards each turn: Basic Rules says 1; Horn adds 2."),
        (["Late", "Draw 3"], ["Milk"], "draws", "Ann draws 5 cards each turn: Late says 5."),
        (["Late", "Draw 3"], [], "draws", "Ann draws 3 cards each turn: Draw 3 says 3."),
        (["More", "Play All"], [], "plays", "Ann plays all cards each turn: Play All says all."),
        (["Hand Limit 2"], ["Cup"], "plays", "Ann plays 2 cards each turn: Cup says 2."),
    ],
)
def test_cards_of_every_sort_are_named(rules: list[str], keepers: list[str], question: str, text: str) -> None:
    game = laid(ODD, hand={"Ann": ["Milk" if "Milk" not in keepers else "Horn"]}, rules=rules, keepers={"Ann": keepers})
    assert game.why(question).text == text
