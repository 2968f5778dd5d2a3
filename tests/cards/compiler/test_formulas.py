"""What a card says with `=` and `+=`: what it becomes, and which kind of card may say it."""

from __future__ import annotations

import pytest
from tests.cards.writing import HERE, deck_of, expect

import changeling as cl
from changeling.cards import codes as w


def made(text: str) -> tuple[cl.Deck, cl.Card]:
    deck = deck_of(text)
    card = deck.card("Test")
    assert card is not None
    return deck, card


def test_a_number_in_force_is_set_or_added_to() -> None:
    deck, card = made('rule "Test"\n    "T."\n    draws = 3\n    plays += one\n')
    assert [(row.static, row.mode) for row in deck.statics[card.id]] == [(w.DRAWS, w.SETS), (w.PLAYS, w.ADDS)]


def test_a_goal_keeps_what_it_needs_forbids_and_excuses() -> None:
    deck, card = made(
        'creeper "War"\n    "W."\ngoal "Test"\n    "T."\n    wins = has("Milk", "War") and not anyone_has("Cake")\n'
    )
    assert (card.needs, card.forbids) == (("Milk", "War"), ("Cake",))
    assert deck.wins[card.id] >= 0
    assert not deck.excuses_all[card.id]
    deck, card = made('goal "Test"\n    "T."\n    wins = has("Milk")\n    excuses_all = yes\n')
    assert deck.excuses_all[card.id]


@pytest.mark.clause("CREEP-3")
@pytest.mark.parametrize("line", ["goal wins", "rule requires"])
@pytest.mark.parametrize(
    ("condition", "excused"),
    [
        ('has("War")', {"War"}),
        ('anyone_has("War", "Milk")', {"War"}),
        ('in_play("War") or has("Pest")', {"War", "Pest"}),
        ('creepers(others, "War")', {"War"}),
        ('most(creepers, "War") and count(hand(you)) > 2', {"War"}),
        ('largest(creepers, "War", "Pest") >= 2', {"War", "Pest"}),
        ('is_a(highest(creepers(you)), "War")', {"War"}),
        ('not (has("Milk") and not anyone_has("War"))', {"War"}),
        ('not anyone_has("War") and not in_play("Pest")', set()),
        ('least(creepers, "War")', set()),
        ("creepers(you) and has(bad)", set()),
    ],
)
def test_creepers_called_for_by_name_are_excused(line: str, condition: str, excused: set[str]) -> None:
    kind, word = line.split()
    creepers = 'marks bad\nkeeper "Milk"\n    "M."\ncreeper "War" bad\n    "W."\ncreeper "Pest"\n    "P."\n'
    deck, card = made(creepers + f'{kind} "Test"\n    "T."\n    {word} = {condition}\n')
    at = deck.excuses[card.id]
    listed = deck.lists[at + 1 : at + 1 + deck.lists[at]] if at >= 0 else []
    names = [name for one in listed for name in ("War", "Pest", "Milk") if deck.names.index(name) == one]
    assert set(names) - {"Milk"} == excused


def test_an_ungoal_names_its_cards_and_wins_nothing() -> None:
    deck, card = made('ungoal "Test"\n    "T."\n    ends = anyone_has("Milk") and anyone_has("Cake")\n')
    assert card.needs == ("Milk", "Cake")
    assert deck.ends[card.id] >= 0 > deck.wins[card.id]


def test_what_a_card_is() -> None:
    _, card = made('keeper "Test"\n    "T."\n    counts_as = "Milk"\n    reading = "Ours."\n')
    assert (card.counts_as, card.reading) == ("Milk", "Ours.")
    deck, card = made('meta "Test"\n    "T."\n    leaves_out = creeper\n')
    assert deck.leaves_out[card.id] == w.KINDS.index("creeper")


@pytest.mark.parametrize(
    ("kind", "line", "says"),
    [
        ("rule", "wins = yes", "only a goal, or a keeper or creeper for its owner, says what wins"),
        ("goal", "ends = yes", "only an ungoal says when all lose"),
        ("rule", 'counts_as = "Milk"', "a rule cannot count as another card"),
        ("keeper", "excuses_all = yes", "a Goal that no Creeper blocks"),
        ("goal", "excuses_all = no", "a Goal that no Creeper blocks"),
        ("rule", "leaves_out = creeper", "only a Meta Rule leaves out a kind of card"),
        ("meta", "leaves_out = milk", "only a Meta Rule leaves out a kind of card"),
        ("rule", "deals = 5", "only a Meta Rule is there before the deal"),
        ("meta", "deals += 5", "only a Meta Rule is there before the deal"),
        ("meta", "deals = 21", "a number from 0 to 20 is needed"),
        ("meta", "deals = reshuffles", "a number from 0 to 20 is needed"),
        ("rule", "reading = 3", "write it like: reading"),
        (
            "rule",
            "draws /= 2",
            "a formula sets a number with =, changes it with += -= *= or bounds it with <= or >=",
        ),
        ("keeper", "inflation = one", "a keeper cannot set 'inflation'; a rule or a Meta Rule can"),
        ("creeper", "inflation += one", "a creeper cannot set 'inflation'; a rule or a Meta Rule can"),
        ("rule", "basics += one", "a rule cannot set 'basics'; a Meta Rule can"),
    ],
)
def test_what_a_card_may_not_say(kind: str, line: str, says: str) -> None:
    wins = "    wins = yes\n" if kind == "goal" and not line.startswith("wins") else ""
    expect(f'{kind} "Test"\n    "T."\n{wins}    {HERE}{line}\n', says)


@pytest.mark.parametrize("value", ["1", "count(rules)", "one if your_turn", "plays_left", "zero - one", "two - one"])
def test_numerals_grow_by_a_plain_number(value: str) -> None:
    expect(f'rule "Test"\n    "T."\n    inflation = {HERE}{value}\n', "numerals grow by a plain number, in words")


def test_numerals_do_not_shrink() -> None:
    expect(f'rule "Test"\n    "T."\n    inflation -= {HERE}one\n', "numerals grow by a plain number, in words")


@pytest.mark.parametrize(
    ("kind", "line", "says"),
    [
        ("keeper", f"counts_as = {HERE}Milk", "a card counts as another by its name"),
        ("keeper", f'counts_as = "Milk" or {HERE}goal', "a card counts as another by its name"),
        ("keeper", f'counts_as = "Milk" or {HERE}"Milk"', "this is said already"),
        ("keeper", f'counts_as = "Milk" or {HERE}"Test"', "this is the card's own name"),
        ("rule", f"lends = {HERE}food", "write it like: lends = (MARK for"),
        ("rule", f"lends = ({HERE}milk for k in keepers(everyone))", "here a mark of this file is needed"),
        ("rule", f"lends = (food for k in {HERE}hand(everyone))", "lends is about keepers(...) or creepers(...)"),
        ("rule", f"lends = (food for k in keepers({HERE}left_of(you)))", "lends is for you, others or everyone"),
        ("action", f"{HERE}lends = (food for k in keepers(everyone))", "an action cannot lend anything"),
    ],
)
def test_what_cannot_be_lent_or_counted_as(kind: str, line: str, says: str) -> None:
    expect(f'marks food\n{kind} "Test"\n    "T."\n    {line}\n', says)


def test_a_card_counts_for_several() -> None:
    deck, card = made('keeper "Test"\n    "T."\n    counts_for = 3\n')
    assert deck.counts_for == ((card.id, 3),)
    assert deck.digest != made('keeper "Test"\n    "T."\n')[0].digest
    expect('keeper "A"\n    "A."\n    ▸counts_for = 1\n', "a number from 2 to 9")
    expect('keeper "A"\n    "A."\n    ▸counts_for = count(hand(you))\n', "a number from 2 to 9")
    expect('rule "A"\n    "A."\n    ▸counts_for = 2\n', "a keeper or a creeper says")
    expect('keeper "A"\n    "A."\n    counts_for = 2\n    ▸counts_for = 3\n', "a card says it once")
