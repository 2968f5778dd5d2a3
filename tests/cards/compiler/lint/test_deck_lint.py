"""What a card asks of its deck, read from its text and always in the card's favour."""

from __future__ import annotations

import pytest
from tests.cards.writing import deck_of

import changeling as cl
from changeling.cards.compiler.lint.deck_lint import does, has_power, mentions, moves, needs_creepers, reading_of, says

HEAD = "marks food\n"


def card(text: str, name: str = "Test") -> cl.Card:
    found = deck_of(HEAD + text).card(name)
    assert found is not None
    return found


def action(*lines: str) -> cl.Card:
    return card('action "Test"\n    "T."\n' + "".join(f"    {line}\n" for line in lines))


def test_names_and_marks_that_a_card_speaks_of() -> None:
    goal = card('goal "Test"\n    "T."\n    wins = has("Milk", food) and not anyone_has("War")\n')
    assert mentions(goal, ["food", "hot"]) == ({"Milk", "War"}, {"food"})
    assert mentions(goal, []) == ({"Milk", "War"}, set())
    assert mentions(action('pass_hands(pick("left", "right"))'), ["food"]) == (set(), set()), "words are no names"
    voted = action("for p in others:", "    secret(agree(by=p))", "reveal_choices()", 'draw(votes("yes"))')
    assert mentions(voted, ["food"]) == (set(), set()), "nor are those that are voted for"
    assert mentions(card('keeper "Test"\n    "T."\n    counts_as = "Milk"\n'), []) == ({"Milk"}, set())


@pytest.mark.parametrize(
    ("line", "true"),
    [
        ("discard(creepers(everyone))", True),
        ("discard(creepers(everyone) + keepers(you))", False),
        ('discard(anywhere("War"))', False),
        ("draw(1)", False),
    ],
)
def test_a_card_about_creepers_alone(line: str, true: bool) -> None:
    assert needs_creepers(action(line)) is true


def test_cards_that_say_the_same_to_the_machine_are_alike() -> None:
    one = action("draw(1)")
    assert does(one) == does(card('action "Test"\n    "Other words."\n    reading = "Ours."\n    draw( 1 )\n'))
    assert does(one) != does(action("draw(2)"))
    assert does(one) != does(card('rule "Test"\n    "T."\n    play:\n        draw(1)\n'))


def test_what_only_counts_as_another_has_no_power() -> None:
    assert not has_power(card('keeper "Test"\n    "T."\n    counts_as = "Milk"\n    reading = "Ours."\n'))
    assert has_power(card('keeper "Test"\n    "T."\n    draws += one\n'))


def test_which_cards_could_move_a_creeper() -> None:
    text = (
        'creeper "War" food\n    "W."\n\ncreeper "Imp"\n    "I."\n    when yes:\n        give(this, left_of(you))\n\n'
        'action "All"\n    "A."\n    discard(creepers(everyone))\n\n'
        'action "Food"\n    "F."\n    discard(creepers(everyone, food))\n\n'
        'action "Imps"\n    "I."\n    discard(anywhere("Imp"))\n\n'
        'action "Draw"\n    "D."\n    draw(1)\n'
    )
    cards = {one.title: one for one in deck_of(HEAD + text).cards}
    can = {name: {who for who in ("War", "Imp") if moves(cards[name], cards[who])} for name in cards}
    assert can["All"] == {"War", "Imp"}
    assert can["Food"] == {"War"}
    assert can["Imps"] == {"Imp"}
    assert can["Imp"] == {"Imp"}, "itself"
    assert can["Draw"] == can["War"] == set()


def test_words_and_what_a_surprise_answers() -> None:
    assert says(action("if agree():", "    draw(1)"), "agree")
    assert not says(action("draw(1)"), "agree")
    surprise = card('surprise "Test"\n    "T."\n    your_turn:\n        draw(1)\n    react keeper:\n        cancel()\n')
    assert reading_of(surprise.source).triggers == ("keeper",)


@pytest.mark.parametrize("kind", ["goal", "rule", "keeper"])
@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("instead of won", set()),
        ("instead of discarded keeper, food", set()),
        ('instead of stolen keeper if has("Milk")', {"Milk"}),
        ('on played goal if anyone_has("War")', {"War"}),
        ("on reshuffled", set()),
        ('on goals if has("Milk")', {"Milk"}),
    ],
)
def test_sections_about_events_are_read_by_their_condition_alone(kind: str, heading: str, named: set[str]) -> None:
    wins = "    wins = not hand(you)\n" if kind == "goal" else ""
    test = card(f'{kind} "Test"\n    "T."\n{wins}    {heading}:\n        draw(1)\n')
    assert mentions(test, ["food"])[0] == named
