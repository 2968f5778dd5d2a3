"""Words that can do nothing with what they are given."""

from __future__ import annotations

import pytest
from tests.cards.writing import action, looked_over, rule

MILK = 'marks food\nkeeper "Milk" food\n    "White."\n'


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (action('"x"', "copy(choose(keepers(others)))"), "copy does nothing with a keeper"),
        (action('"x"', "copy(random(k for k in creepers(everyone) if loose(k)))"), "copy does nothing with a creeper"),
        (action('"x"', "copy(first(goals))"), "copy does nothing with a goal or an ungoal"),
        (
            rule('"x"', "once if keepers(you):", "    attach(choose(keepers(you)), this)"),
            "a rule lies in front of nobody",
        ),
        (action('"x"', "seal(first(keepers(you)), this)"), "an action has no place in play to lie in"),
        (action('"x"', "use(choose(hand(you, action)))"), "use does nothing with an action"),
        (action('"x"', "attach(first(keepers(you)), this)"), "an action lies in front of nobody"),
        (action('"x"', "take(random(hand(left_of(you))))"), "comes in front of you, not into your hand"),
        (action('"x"', "take(hand(others))"), "comes in front of you, not into your hand"),
        (action('"x"', "take(choose(hand(others)))"), "to_hand(CARD, by=you)"),
        (action('"x"', "remember(choose(others))"), "one that stays on the table says so: lasts = round"),
    ],
)
def test_what_does_nothing_is_warned_of(card: str, says: str) -> None:
    (found,) = looked_over(MILK + card)
    assert says in found.message
    assert found.severity == "warning"


@pytest.mark.parametrize(
    "line",
    [
        "copy(choose(hand(others)))",
        "copy(choose(discard_pile(action)))",
        "copy(first(rules))",
        "take(choose(hand(you)))",
        "take(choose(hand(others, keeper)))",
        "take(choose(keepers(others)))",
    ],
)
def test_what_does_something_is_not(line: str) -> None:
    assert looked_over(MILK + action('"x"', line)) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (rule('"x"', "hand_limits = 3"), "nothing uses 'hand_limits'; did you mean hand_limit?"),
        (rule('"x"', "creeper_limit = 2"), "did you mean keeper_limit?"),
        (rule('"x"', 'draws += 1 if has("Milk"'), "the bracket ( that opens here is never closed"),
        (action('"x"', "steal(choose(keepers(others)))"), "did you mean take?"),
        ('keeper "Wild"\n    "x"\n    stops = everyone if your_turn\n', "'stops' is said once and for all"),
        (action('"x"', "take(choose(keepers(others), food))"), "'food' is a mark: it stands in the brackets of a set"),
        (action('"x"', "discard(hand(p for p in others if hand(p)))"), "players that pass a test are gone through"),
        ('keeper "Crown"\n    "x"\n    wins = one + 1 > zero\n', "this always holds: whoever has this card wins"),
        ('keeper "Crown"\n    "x"\n    wins = 1\n', "this always holds: whoever has this card wins"),
        ('action "Later"\n    "x"\n    lasts = round\n    start:\n        draw(1)\n', "its time is over before"),
        (
            'action "Later"\n    "x"\n    lasts = round\n    on turn if actor == you:\n        draw(1)\n',
            "this never runs",
        ),
        ('action "Later"\n    "x"\n    lasts = round\n    on stolen:\n        draw(1)\n', "only a Keeper or Creeper"),
        ('creeper "Sticky"\n    "x"\n    on robbed:\n        draw(1)\n', "a Creeper is in no hand"),
        ('rule "Sticky"\n    "x"\n    on stolen:\n        draw(1)\n', "only a Keeper or Creeper is taken"),
        ('meta "Ever"\n    "x"\n    on gone:\n        draw(1)\n', "a Meta Rule stays where it is"),
        (
            'action "Later"\n    "x"\n    lasts = round\n    instead of discarded:\n        draw(1)\n',
            "nothing moves a card while it lasts",
        ),
    ],
)
def test_messages_say_what_was_meant(text: str, says: str) -> None:
    assert any(says in problem.message for problem in looked_over(MILK + text)), looked_over(MILK + text)


def test_a_mark_that_cards_are_lent_is_borne() -> None:
    lends = rule('"x"', "lends = (sweet for k in keepers(everyone, food))")
    goal = 'goal "Two"\n    "x"\n    wins = count(keepers(you, sweet)) >= two\n'
    assert looked_over(MILK.replace("marks food", "marks food sweet") + lends + goal) == []


def test_a_lasting_action_hears_the_turns_of_others() -> None:
    card = 'action "Later"\n    "x"\n    lasts = round\n    on turn if actor != you:\n        draw(1)\n'
    assert looked_over(MILK + card) == []
