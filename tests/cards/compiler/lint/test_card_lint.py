"""What a check tells of cards that can be read: what is surely a mistake, and what may be one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.cards.writing import expect_told, looked_over

from changeling.cards.language.source import MAX_FILE
from changeling.decks.shelf import check_together, editions
from changeling.errors import ERROR, WARNING

MILK = 'marks food hot\nkeeper "Milk" food\n    "Cold."\nkeeper "Bread" food\n    "A loaf."\n'


def action(*lines: str) -> str:
    return MILK + 'action "Test"\n    "Does it."\n' + "".join(f"    {line}\n" for line in lines)


def goal(condition: str) -> str:
    return MILK + f'goal "Test"\n    "Have it."\n    wins = {condition}\n'


def rule(*lines: str) -> str:
    return MILK + 'rule "Test"\n    "So it is."\n' + "".join(f"    {line}\n" for line in lines)


def back(front: str, copies: str = "") -> str:
    return f'keeper "Back" {copies}\n    "Behind."\n    back_of = {front}\n'


SURELY = [
    (goal('has(▸"food")'), "no card of this deck is called 'food'; a mark stands without quotes: food"),
    (
        'rule "R"\n    "R."\n    draws = two\nkeeper "K"\n    "K."\n    counts_as = ▸"R"\n',
        "'R' is a rule; a card counts as",
    ),
    ('action "A"\n    "Draw."\n  ▸draw(one)\n', "indented by 2"),
    (goal("▸no"), "this never holds: nobody can ever meet this Goal"),
    (goal('▸has("Milk") and not has("Milk")'), "this never holds"),
    (goal("▸count(hand(you)) >= 3 and count(hand(you)) < 2"), "this never holds"),
    (goal("▸yes"), "this always holds: every player meets this Goal"),
    ('ungoal "U"\n    "All lose."\n    ends = ▸no\n', "nobody can ever meet this Ungoal"),
    ('ungoal "U"\n    "All lose."\n    ends = ▸yes\n', "all lose at once"),
    (action("while ▸yes:", "    draw(one)"), "this loop never ends: its condition always holds"),
    (action('while ▸has("Milk") or not has("Milk"):', "    draw(one)"), "this loop never ends"),
    (action("draw(one)", "while ▸yes:", "    for _ in upto(two):", "        break"), "this loop never ends"),
    (action("draw(one)", "while ▸hand(you):", "    pass"), "never ends once it is begun: nothing in it changes"),
    (action("while ▸hand(you):", "    look(hand(you))"), "never ends once it is begun: nothing in it changes"),
    (action("while ▸not goals():", "    shuffle_pile()"), "never ends once it is begun"),
    (action("while ▸count(goals) < 2:", "    draw(one)"), "never ends once it is begun"),
    (action("while ▸keepers(you):", "    swap_hands(you, left_of(you))"), "never ends once it is begun"),
    (action("n = count(hand(you))", "while ▸n > two:", "    draw(one)"), "never ends once it is begun"),
    (goal('has(▸"Mlik")'), "no card of this deck is called 'Mlik'; did you mean Milk?"),
    (goal('has(▸"milk")'), "no card of this deck is called 'milk'; did you mean Milk?"),
    (goal('has("Milk") and not anyone_has(▸"Televsion")'), "no card of this deck is called 'Televsion'"),
    (action('discard(anywhere(▸"Zebra"))'), "no card of this deck is called 'Zebra'"),
    (action('discard(choose(keepers(everyone, ▸"Zebra")))'), "no card of this deck is called 'Zebra'"),
    (rule("draws += one if in_play(▸'Zebra')"), "no card of this deck is called 'Zebra'"),
    (rule('free if has(▸"Zebra"):', "    draw(one)"), "no card of this deck is called 'Zebra'"),
    (rule("draws = two", "▸draws = three"), "'draws' is set on line 8 already, and only one of them counts"),
    ('▸basic "B"\n    "Mine."\n    draws = one\n', "the Basic Rules are in every deck already"),
    (MILK + back('▸"Mlik"'), "no card of this deck is called 'Mlik'; did you mean Milk?"),
    (back('▸"Zebra"'), "no card of this deck is called 'Zebra'"),
    (rule("draws += one") + back('▸"Test"'), "'Test' is a rule; the other side of a keeper is a keeper or a creeper"),
    (MILK + back('▸"Milk"', "x2"), "'Milk' is there x1, this card x2; both sides need the same number of copies"),
]
PROBABLY = [
    ('▸keeper "Milk"\n', 'the keeper "Milk" has no text for people'),
    ('▸action "A"\n    "Nothing."\n', 'the action "A" does nothing'),
    ('▸action "A"\n    "Nothing."\n    pass\n', 'the action "A" does nothing'),
    ('▸rule "A"\n    "Nothing."\n', 'the rule "A" does nothing'),
    ('▸rule "A"\n    "Nothing."\n    reading = "Ours."\n', 'the rule "A" does nothing'),
    ('▸meta "A"\n    "Nothing."\n', 'the meta "A" does nothing'),
    ('▸surprise "A"\n    "Nothing."\n', 'the surprise "A" only cancels Surprises'),
    ('keeper "A"\n    "Nothing."\n    ▸free:\n        pass\n', "nothing in 'free' does anything"),
    (MILK + '▸keeper "Milk"\n    "Warm."\n', "a card called 'Milk' is on line 2 already"),
    (rule("draws += one if ▸no"), "this never holds, so the formula never does anything"),
    (rule("harmless = ▸hand(you) and not hand(you)"), "never holds, so the formula"),
    (rule("free if ▸no:", "    draw(one)"), "never holds, so 'free' never does anything"),
    (rule("free if ▸count(hand(you)) >= zero:", "    draw(one)"), "this always holds"),
    (rule('on goals if ▸has("Milk") and not has("Milk"):', "    draw(one)"), "so 'on' never does"),
    (rule("when ▸no:", "    draw(one)"), "so 'when' never does anything"),
    (goal('has("Milk") or ▸has("Bread") and not has("Bread")'), "this part never holds"),
    (action("if ▸yes:", "    draw(one)", "else:", "    draw(two)"), "what stands below 'else' is never done"),
    (action("if ▸no:", "    draw(one)"), "what stands below it is never done"),
    (action("while ▸no:", "    draw(one)"), "the loop is never begun"),
    (action("discard(choose(p for p in others if ▸yes))").replace("discard(", "swap_hands(you, "), "this always holds"),
    (action("draw(▸zero)"), "draw(zero) does nothing"),
    (action("▸someone = choose(others)", "draw(one)"), "nothing uses 'someone'"),
    ('keeper "K"\n    "A thing."\n    counts_as = ▸"Zebra"\n', "no card of this deck is called 'Zebra'"),
    (goal("keepers(you, ▸hot)"), "no card of this deck bears the mark 'hot'"),
    (
        '▸rule "R" in draw\n    "Draw 3."\n    draw(3)\n',
        "in the slot 'draw' and replaces those about draws, yet sets no draws; did you mean: draws = 3",
    ),
    ('▸rule "R" in hand_limit\n    "More."\n    draws = two\n', "in the slot 'hand_limit'"),
    (goal('has(▸"Test")'), "'Test' is a goal; has() is about a keeper or a creeper"),
    (action('discard(choose(keepers(you, ▸"Test")))'), "'Test' is an action; keepers() is about a keeper"),
    ('▸rule "A" in darw\n    "More."\n    draws = two\n', "no other rule is in the slot 'darw'; did you mean draw?"),
    ('action "A"\n    "Draw ▸3."\n    draw(2)\n', "the text says 3, and the program has 2"),
    ('action "A"\n    "Draw ▸3."\n    draw(three)\n', "it is a word, three, which never grows; write 3"),
    ('action "A"\n    "Draw ▸3."\n    discard(hand(you))\n', "the text says 3, and the program has no numeral"),
    ('action "A"\n    "Draw 2."\n    "Then ▸4."\n    draw(2)\n', "the text says 4"),
    (
        'rule "Draw 3"\n    "Draw three."\n    draws = three\naction "A"\n    "Draw ▸3 cards."\n    draw(three)\n',
        "it is a word, three, which never grows; write 3",
    ),
    (
        'action "A"\n    "Stop, then draw 2."\n    end_turn()\n    ▸draw(2)\n',
        "this is never done: end_turn() ends what is being carried out",
    ),
    (
        'rule "R"\n    "Up to 2."\n    start:\n        for _ in upto(2):\n            break\n            ▸draw(one)\n',
        "this is never done: break leaves the loop",
    ),
    ("▸# nothing\n", "there is no card in this file"),
]
NOT_TOLD = [
    rule("plays = all if hand(you) else 2"),
    'rule "Many" in draw\n    "Draw 1 more."\n    draws += 1\n    play:\n        draw(1)\n',
    action("while yes:", "    draw(1)", "    if count(hand(you)) > 5:", "        break"),
    action("while yes:", "    end_turn()"),
    action("while hand(you):", "    discard(choose(hand(you)))"),
    action("n = count(hand(you))", "while n > two:", "    n = n - one", "draw(n)"),
    action("while not keepers(you):", "    draw(one)"),
    action("while count(hand(you)) < 3:", "    swap_hands(you, choose(others))"),
    action("while discard_pile:", "    shuffle_discards()"),
    action("while hand_limit(you) > 3:", "    swap_hands(you, left_of(you))"),
    action("card = choose(keepers(you))", "while owner(card) == you:", "    take(choose(keepers(others)))"),
    action("while agree():", "    pass", "draw(one)"),
    rule("harmless = yes"),
    rule("draws = two", "draws = three if hand(you)", "draws += one"),
    rule("when yes:", "    draw(one)"),
    'rule "No Limit" in hand_limit\n    "The Hand Limit in play goes."\n',
    'keeper "Jar"\n    "There are 7 in the shop."\n',
    'keeper "Ace" rank 12\n    "Worth 12."\n    free:\n        draw(one)\n',
    'keeper "Twin" x2\n    "There are 2 of it."\n    free:\n        draw(one)\n',
    'rule "Draw 3" in draw\n    "Draw 3."\n    draws = 3\n'
    'action "A"\n    "Discard Draw 3."\n    discard(rules("Draw 3"))\n',
    'keeper "Soy"\n    "White."\n    counts_as = "Milk"\n' + MILK,
    goal('has("Soy")') + 'keeper "Soya"\n    "White."\n    counts_as = "Soy"\nkeeper "Soy"\n    "Old."\n',
    goal("keepers(you, food)"),
    action('pass_hands(pick("left", "right"))'),
]


@pytest.mark.parametrize(("marked", "says"), SURELY)
def test_what_is_surely_wrong(marked: str, says: str) -> None:
    expect_told(marked, ERROR, says)


@pytest.mark.parametrize(("marked", "says"), PROBABLY)
def test_what_is_probably_wrong(marked: str, says: str) -> None:
    expect_told(marked, WARNING, says)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_is_right_is_not_told(text: str) -> None:
    assert looked_over(text) == []


def test_a_side_is_the_back_of_one_front_that_is_no_back() -> None:
    chain = MILK + back('"Milk"') + back('"Back"').replace('"Back"', '"Third"', 1)
    assert [p.message for p in looked_over(chain)] == ["'Back' has another side already, 'Milk'"]
    two = MILK + back('"Milk"') + back('"Milk"').replace('"Back"', '"Third"', 1)
    assert [p.message for p in looked_over(two)] == [
        "'Milk' has another side already, 'Third'",
        "'Milk' has another side already, 'Back'",
    ]
    fine = MILK + back('"Milk"') + 'creeper "Wolf"\n    "Grey."\n    back_of = "Bread"\n'
    assert looked_over(fine) == []


def test_an_edition_that_is_there_twice_has_no_twins(tmp_path: Path) -> None:
    file = tmp_path / "own.cards"
    file.write_text('take "fluxx-4"\nkeeper "Elf"\n    "Green."\n', encoding="utf-8")
    assert check_together(["fluxx-4", str(file)]) == []


@pytest.mark.parametrize("edition", editions())
def test_every_edition_is_in_order(edition: str) -> None:
    assert check_together([edition]) == []


def test_a_name_of_an_edition_is_no_mistake_but_has_to_be_there() -> None:
    (found,) = looked_over(goal('has("Milk", "Television")'), {"Television": ["fluxx-4"]})
    assert found.severity == WARNING
    assert "it is in fluxx-4: name what it is played with, too" in found.message


def test_a_card_that_cannot_be_read_is_not_looked_at_further() -> None:
    found = looked_over('action "A"\n    drwa(3)\naction "B"\n    draw(3)\n')
    assert [(p.line, p.severity) for p in found] == [(2, ERROR), (3, WARNING)]


def test_a_line_with_a_tab_is_not_said_to_be_missing_too() -> None:
    (found,) = looked_over('action "A"\n    "Draw 2."\n\tdraw(2)\n')
    assert (found.line, found.severity) == (3, ERROR)


def test_a_card_that_a_text_names_is_no_numeral() -> None:
    rule = 'rule "Draw 3"\n    "Draw 3 cards."\n    draws = 3\n'
    text = 'action "A"\n    "If Draw 3 is in play, discard it."\n    discard(anywhere("Draw 3"))\n'
    assert looked_over(rule + text) == []


def test_a_stranger_cannot_keep_the_check_busy() -> None:
    rows = "\n".join(f'    if has("K{n}") or count(hand(you, "K{n}")) > {n}:\n        draw({n})' for n in range(59))
    cards = "".join(f'action "A{n}"\n    "Draw {n + 1}."\n{rows}\n' for n in range(60))
    assert len(cards) < MAX_FILE
    began = time.thread_time()
    found = looked_over(cards)
    assert len(found) > 200
    assert any(p.message == "more follows; this first" for p in found)
    names = "".join(f'keeper "K{n}"\n    "A thing."\n' for n in range(59))
    rows = rows.replace("draw(", "draw(count(rules) + ")
    for n in range(40):
        names += f'action "A{n}"\n    "Draw them."\n{rows}\n'
    assert looked_over(names) == []
    assert time.thread_time() - began < 20


def test_a_goal_that_nobody_wins_by_may_do_something_else() -> None:
    text = 'goal "Last Call"\n    "Nobody wins by this. As a turn begins its player draws 1."\n    wins = no\n'
    assert looked_over(text + "    on turn:\n        draw(1, by=actor)\n") == []
