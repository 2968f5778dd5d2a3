"""Whether what the cards of a deck go through has to be counted: only where it can repeat without an end."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of

from changeling.decks.shelf import load_deck, published
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.weight import has_to_be_weighed
from changeling.play.game import Game

KEEPERS = 'keeper "Milk" x60\n    "M."\n'


def action(*lines: str) -> str:
    return 'action "A"\n    "A."\n' + "".join(f"    {line}\n" for line in lines)


def test_five_editions_and_their_mix_need_not_be_weighed() -> None:
    for edition in (*published(), "+".join(published())):
        assert sheet_for(load_deck(edition)).weighed == 0, edition


@pytest.mark.parametrize(
    "text",
    [
        action("shuffle_pile()", "look(draw_pile)", "redeal(hand(everyone))"),
        action("for p in everyone:", "    look(hand(p))"),
        action("for _ in upto(2):", "    draw_to(3, aside)", "    play(choose(aside))"),
        action("while hand(you):", "    discard(choose(hand(you) + keepers(everyone)))"),
        action("draw(99)", "discard(hand(you))"),
        action("for _ in upto(2):", "    draw(4)"),
        action("for p in others:", "    draw(1, by=p)"),
        'rule "R"\n    "R."\n    start:\n        draw(3)\n',
        'rule "R"\n    "R."\n    when count(keepers(you)) > 2:\n        discard(first(keepers(you)))\n',
        'rule "R"\n    "R."\n    draws += count(discard_pile)\n',
    ],
)
def test_what_is_done_once_or_with_few_cards_is_not_weighed(text: str) -> None:
    assert not has_to_be_weighed(deck_of(KEEPERS + text))


@pytest.mark.parametrize(
    "text",
    [
        action("while hand(you):", "    shuffle_pile()"),
        action("for _ in upto(9):", "    look(hand(you))"),
        action("while hand(you):", "    draw(99)", "    discard(hand(you))"),
        action("while hand(you):", "    draw_to(99, aside)", "    discard(aside)"),
        action("while hand(you):", '    draw_from("bottom", 99)', "    discard(hand(you))"),
        action("while hand(you):", "    draw(count(hand(everyone)))", "    discard(hand(you))"),
        action("for p in everyone:", "    for q in everyone:", "        draw(99, by=p)", "        discard(hand(p))"),
        action("draw(99)", "discard(hand(you))", "play(first(discard_pile))"),
        action("for _ in upto(9):", "    draw(3)") + 'rule "I"\n    "I."\n    inflation = nine\n',
        'rule "R"\n    "R."\n    on drawn card:\n        discard(hand(you))\n        draw(50)\n',
        action("for _ in upto(9):", "    discard(first(hand(others) + keepers(others)))"),
        action("while keepers(you):", "    x = count(c for c in draw_pile if rank(c) > 2)"),
        action("for c in hand(you):", "    discard(c)"),
        action("play(random(discard_pile(action)))", "play(random(discard_pile(action)))"),
        'rule "R"\n    "R."\n    on played card:\n        take(first(discard_pile(keeper)))\n',
        'rule "R"\n    "R."\n    draws += count(discard_pile(keeper))\n',
        'goal "G"\n    "G."\n    wins = (c for c in keepers(you) if (e for e in keepers(others) if alike(c, e)))\n',
    ],
)
def test_what_can_go_on_by_itself_through_many_cards_is_weighed(text: str) -> None:
    assert has_to_be_weighed(deck_of(KEEPERS + text))


@pytest.mark.parametrize(
    "lines",
    [
        ("while count(draw_pile) >= zero:", "    draw(99)", "    discard(hand(you))"),
        ("for _ in upto(999):", '    draw_from("bottom", 99)', "    discard(hand(you))"),
    ],
)
def test_what_draws_in_a_loop_does_not_draw_for_ever(lines: tuple[str, ...]) -> None:
    """It drew hundreds of thousands of cards after one answer, and every one of them is told of and kept."""
    text = 'keeper "Milk" x99\n    "M."\n' + action(*lines).replace('"A"', '"A" x99')
    goal = 'goal "G"\n    "G."\n    wins = count(keepers(you)) >= 99\n'
    game = Game(deck_of(text + goal), seats=["Ann", "Bob"], seed=3)
    while not (found := [option for option in game.decision.options if option.value.startswith("A")]):
        game.answer(game.decision.options[0])
    before = len(game.journal)
    game.answer(found[0])
    assert len(game.journal) - before < 20_000
