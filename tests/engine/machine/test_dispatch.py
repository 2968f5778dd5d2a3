"""Every effect by its word: what one instruction of a card moves, and from where to where."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid

import changeling as cl
from changeling.cards import vocabulary as v
from changeling.proofs.conformance import census

CARDS = """
keeper "Bread"
    "B."

keeper "Soup"
    "S."

keeper "Salt"
    "S."

creeper "Ghost"
    "G."

rule "Slow"
    "Nothing."
    draws += zero

goal "Never"
    "N."
    wins = no

action "Nap"
    "Nothing."
    draw(zero)

keeper "Stone" x20
    "S."
"""
TABLE: dict[str, Any] = {
    "hand": {"Ann": ["Test", "Salt"], "Bob": ["Stone"], "Cy": ["Stone #2", "Stone #3"]},
    "keepers": {"Ann": ["Bread"], "Bob": ["Soup"]},
    "creepers": {"Ann": ["Ghost"]},
    "rules": ["Slow"],
    "discard": ["Nap"],
    "pile": ["Stone #9", "Stone #8", "Stone #7"],
}
Moves = list[tuple[str, str, str, str]]


def played(*lines: str, **table: Any) -> cl.Game:
    """A game in which Ann has played an Action of these lines."""
    text = "".join(f"    {line}\n" for line in lines)
    game = laid(CARDS + 'action "Test"\n    "Does it."\n' + text, **(TABLE | table))
    game.answer("play Test")
    assert census(game.deck, game.table) == []
    return game


def moves(game: cl.Game) -> Moves:
    """What the Action did between being played and being discarded."""
    found = [event for event in game.events if event.because == "Test"]
    return [(event.what, event.card, event.source, event.target) for event in found[:-1]]


WORDS: dict[str, tuple[tuple[str, ...], Moves]] = {
    "draw": (
        ("draw(two)",),
        [("draws", "Stone #9", "draw pile", "Ann's hand"), ("draws", "Stone #8", "draw pile", "Ann's hand")],
    ),
    "draw_to": (
        ("draw_to(one, aside)", "discard(aside)"),
        [("draws", "Stone #9", "draw pile", "set aside"), ("discards", "Stone #9", "set aside", "discard pile")],
    ),
    "discard": (
        ("discard(keepers(everyone))",),
        [("discards", "Bread", "Ann's keepers", "discard pile"), ("discards", "Soup", "Bob's keepers", "discard pile")],
    ),
    "take": (("take(first(keepers(left_of(you))))",), [("takes", "Soup", "Bob's keepers", "Ann's keepers")]),
    "give": (("give(first(keepers(you)), right_of(you))",), [("gives", "Bread", "Ann's keepers", "Cy's keepers")]),
    "swap": (
        ("swap(first(keepers(you)), first(keepers(left_of(you))))",),
        [("swaps", "Bread", "Ann's keepers", "Bob's keepers"), ("swaps", "Soup", "Bob's keepers", "Ann's keepers")],
    ),
    "swap_hands": (
        ("swap_hands(you, left_of(you))",),
        [("passes", "Stone", "Bob's hand", "Ann's hand"), ("passes", "Salt", "Ann's hand", "Bob's hand")],
    ),
    "take_in": (
        ("draw_to(one, aside)", "take_in()"),
        [("draws", "Stone #9", "draw pile", "set aside"), ("takes in", "Stone #9", "set aside", "Ann's hand")],
    ),
    "to_hand": (("to_hand(first(keepers(you)))",), [("takes in", "Bread", "Ann's keepers", "Ann's hand")]),
    "shuffle_discards": (("shuffle_discards()",), [("shuffles", "", "discard pile", "draw pile")]),
    "attach": (("attach(first(creepers(you)), first(keepers(you)))",), [("attaches", "Ghost", "", "")]),
    "detach": (
        ("attach(first(creepers(you)), first(keepers(you)))", "detach(first(creepers(you)))"),
        [("attaches", "Ghost", "", ""), ("detaches", "Ghost", "", "")],
    ),
    "seal": (
        ("seal(first(creepers(you)), first(keepers(you)))",),
        [("seals", "Ghost", "Ann's creepers", "sealed")],
    ),
    "unseal": (
        ("seal(first(creepers(you)), first(keepers(you)))", "unseal(first(keepers(you)))"),
        [("seals", "Ghost", "Ann's creepers", "sealed"), ("uncovers", "Ghost", "sealed", "Ann's creepers")],
    ),
    "extra_turn": (("extra_turn()",), [("gains a turn", "Test", "", "")]),
    "promise": (
        ("promise(first(hand(you)), left_of(you))", "deliver()"),
        [("gives", "Salt", "Ann's hand", "Bob's hand")],
    ),
    "look": (("look(hand(left_of(you)))",), [("looks at", "Stone", "Bob's hand", "")]),
    "reveal": (("reveal(hand(left_of(you)))",), [("reveals", "Stone", "Bob's hand", "")]),
    "remove": (("remove(keepers(you))",), [("removes", "Bread", "Ann's keepers", "out of the game")]),
    "to_pile": (('to_pile(keepers(you), "top")',), [("puts back", "Bread", "Ann's keepers", "draw pile")]),
    "draw_from": (('draw_from("discards", one)',), [("draws", "Nap", "discard pile", "Ann's hand")]),
    "pass_on": (('pass_on(keepers(you), "left")',), [("gives", "Bread", "Ann's keepers", "Bob's keepers")]),
    "trade": (
        ("trade(keepers(everyone), you, left_of(you))",),
        [("gives", "Bread", "Ann's keepers", "Bob's keepers"), ("gives", "Soup", "Bob's keepers", "Ann's keepers")],
    ),
    "skip_turn": (("skip_turn(left_of(you))",), [("will miss a turn", "", "", "")]),
    "go_next": (("go_next(right_of(you))",), [("goes next", "", "", "")]),
    "turn_round": (("turn_round()",), [("turns round", "", "", "")]),
    "swap_piles": (("swap_piles()",), [("swaps the piles", "", "draw pile", "discard pile")]),
    "stash": (("stash(keepers(you))",), [("stashes", "Bread", "Ann's keepers", "Ann's face-down cards")]),
}
WORDS["deliver"] = WORDS["promise"]
# Seen elsewhere: chance decides what they do (redeal, shuffle_pile), or they need more of a table than stands here.
ELSEWHERE = {
    "play": "below",
    "redeal": "test_effects.py",
    "pass_hands": "test_effects.py",
    "end_turn": "test_effects.py",
    "copy": "test_effects.py",
    "shuffle_pile": "scenarios",
    "deal_down": "scenarios",
    "cancel": "scenarios",
    "divert": "scenarios",
    "win": "scenarios",
    "as_usual": "scenarios",
    "skip_draw": "scenarios",
    "spend_plays": "scenarios",
    "use": "scenarios",
    "secret": "test_secret_choices.py",
    "reveal_choices": "test_secret_choices.py",
    "eliminate": "test_players_out.py",
    "gain": "test_counters.py",
    "lose": "test_counters.py",
    "add_tokens": "test_counters.py",
    "take_tokens": "test_counters.py",
    "flip": "test_two_sided.py",
    "remember": "test_memory.py",
}


@pytest.mark.parametrize("word", WORDS)
def test_what_an_effect_moves(word: str) -> None:
    lines, expected = WORDS[word]
    found = moves(played(*lines))
    assert found == expected


def test_a_card_that_is_played_is_resolved_before_the_next_instruction() -> None:
    game = played("play(first(hand(you)))", "discard(keepers(you))")
    assert set(game.view("Ann").discard) >= {"Salt", "Bread"}
    assert [event.card for event in game.events if event.what == "settles"] == ["Salt"]


def test_every_effect_is_tried_somewhere() -> None:
    written = {name for name, word in v.Effects.words.items() if not word.inner}
    assert written == WORDS.keys() | ELSEWHERE.keys()


@pytest.mark.parametrize(
    "line",
    [
        "draw(zero)",
        "play(first(keepers(right_of(you))))",
        "discard(keepers(right_of(you)))",
        "take(first(keepers(right_of(you))))",
        "give(first(keepers(right_of(you))), you)",
        "swap(first(keepers(you)), first(keepers(right_of(you))))",
        "attach(first(creepers(right_of(you))), first(keepers(you)))",
        "detach(first(creepers(right_of(you))))",
        "seal(first(creepers(right_of(you))), first(keepers(you)))",
        "unseal(first(keepers(you)))",
        "to_hand(first(keepers(right_of(you))))",
        "redeal(keepers(right_of(you)))",
        "look(keepers(right_of(you)))",
        "copy(first(keepers(right_of(you))))",
        "deliver()",
        "take_in()",
        "discard(aside)",
    ],
)
def test_an_effect_on_nothing_does_nothing(line: str) -> None:
    """TURN-8: what is impossible is skipped."""
    assert moves(played(line)) == []
