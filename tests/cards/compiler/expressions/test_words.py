"""Numbers, conditions, seats, cards, sets: what they become, and what is said when they are wrong."""

import pytest
from tests.cards.writing import action, deck_of, expect, formula_of, problems_of, program_of, rule


@pytest.mark.parametrize(
    ("line", "postfix"),
    [
        ("draws = 3", "3'"),
        ("draws = three", "3"),
        ("draws = zero", "0"),
        ("plays = all", "1000"),
        ("draws = 1 + 2 * two", "1' 2' 2 mul add"),
        ("draws = half(5) - one", "5' half 1 sub"),
        ("draws = count(hand(you))", "count(hand, you)"),
        ("draws = count(keepers(others) + creepers(others))", "count(keepers, others) count(creepers, others) add"),
        ("draws = count(rules)", "count(rules, table)"),
        ("draws = count(everyone)", "count(-1, everyone)"),
        ("draws = hand_limit(left_of(you))", "you left_of hand_limit"),
        ("harmless = yes", "1"),
        ("harmless = not hand(you)", "count(hand, you) not"),
        ("harmless = holiday or parent(you)", "holiday or+3 you fact"),
        ("harmless = count(hand(you)) >= 3", "count(hand, you) 3' ge"),
        ("harmless = owner(this) == you", "this owner you eq"),
        ("draws = 3 if holiday else 2", "holiday unless+3 3' jump+2 2'"),
    ],
)
def test_values(line: str, postfix: str) -> None:
    assert formula_of(line) == postfix


def test_a_digit_is_live_and_a_word_is_not() -> None:
    assert formula_of("draws = 1") != formula_of("draws = one")


@pytest.mark.parametrize(
    "line", ["draws += 1 if holiday", "draws += 1 if holiday  # as said", "draws  +=1 if(holiday)"]
)
def test_a_formula_may_go_without_its_else(line: str) -> None:
    assert formula_of(line) == "holiday unless+3 1' jump+2 -32000"


def test_if_and_else_in_a_name_are_no_if_and_else() -> None:
    assert formula_of('draws += count(keepers(you, "What if we"))').startswith("count(keepers, you")
    assert formula_of('draws += 1 if has("This or else That")') == "has(This or else That) unless+3 1' jump+2 -32000"


def test_a_set_with_a_test_is_walked() -> None:
    walk = "[clear add_seats(others) each next+4 item count(hand, seat) keep-3]"
    assert walk in program_of("discard(random(hand(choose(p for p in others if hand(p)))))")[0]


def test_the_variable_of_a_test_ends_with_it() -> None:
    expect(
        action("discard(random(hand(choose(p for p in others if hand(p)))))", "discard(hand(▸p))"),
        "'p' is not a word here",
    )


def test_questions_may_stand_inside_one_another() -> None:
    found = program_of("discard(choose(hand(choose(others))))")
    assert [row.split()[1] for row in found] == ["CHOOSE", "CHOOSE", "DISCARD", "END"]


def test_filters_of_one_sort_are_alternatives() -> None:
    text = 'marks food\nkeeper "Milk" food\n' + action(
        'discard(choose(hand(you, action, rule, food, hand_limit, "Milk")))'
    )
    deck = deck_of(text)
    assert deck.filters[-4] == 1 << 7 | 1 << 2
    assert deck.filters[-3] == 1
    assert deck.lists[deck.filters[-2] : deck.filters[-2] + 2] == (1, deck.slots.index("hand_limit"))
    assert deck.lists[deck.filters[-1] : deck.filters[-1] + 2] == (1, deck.names.index("Milk"))


def test_a_goal_knows_what_it_needs_and_forbids() -> None:
    deck = deck_of('goal "G"\n    wins = has("A", "B") and not anyone_has("C") and not has("D")\n')
    card = deck.card("G")
    assert card is not None
    assert (card.needs, card.forbids) == (("A", "B"), ("C", "D"))


def test_names_are_compared_as_they_look() -> None:
    deck = deck_of('keeper "Café"\ngoal "G"\n    wins = has("Cafe\u0301")\n')
    assert deck.names.count("Café") == 1
    assert "Cafe\u0301" not in deck.names


@pytest.mark.parametrize(
    ("marked", "says"),
    [
        ("draws = ▸1000", "1000 is too large; numbers go from 0 to 999"),
        ("draws = ▸" + "9" * 300, "is too large"),
        ("draws = ▸0x" + "f" * 300, "is too large"),
        ("draws = ▸1.5", "numbers are whole"),
        ("draws = ▸True", "write yes or no"),
        ("draws = ▸None", "'None' is not a word here"),
        ("draws = 1 + (2 if holiday else ▸None)", "'None' is not a word here"),
        ("draws = ▸'done'", "here a number is needed, not 'done' in quotes"),
        ("draws = ▸'Milk'", "here a number is needed, not 'Milk' in quotes"),
        ("draws = ▸you", "here a number is needed, not a seat"),
        ("draws = ▸this", "here a number is needed, not a card"),
        ("draws = ▸cout(hand(you))", "'cout' is not a word here; did you mean count?"),
        ("draws = ▸planty", "'planty' is not a word here"),
        ("draws = ▸zzzzzz", "listed by: changeling words"),
        ("draws = ▸draw(3)", "draw() is an instruction: it stands on a line of its own"),
        ("draws = ▸acting", "'acting' is not a word here"),
        ("draws = ▸agree()", "cannot stand in a formula"),
        ("draws = count(hand(▸choose(others)))", "cannot stand in a formula"),
        ("harmless = ▸agree()", "cannot stand in a formula"),
        ("draws = ▸half(1, 2)", "half() takes one thing, not 2: half(n)"),
        ("draws = ▸half()", "half() takes one thing, not 0"),
        ("draws = half(▸you)", "half() needs a number, not a seat"),
        ("harmless = birthday(▸3)", "birthday() needs a seat, not a number"),
        ("harmless = ▸birthday(you, by=you)", "'by=' cannot stand here"),
        ("draws = ▸half(n=3)", "'n=' cannot stand here"),
        ("draws = ▸count()", "count() takes one set, not 0"),
        ("draws = count(▸you)", "count() needs a set, not a seat"),
        ("draws = count(▸zzz)", "'zzz' is not a word here"),
        ("draws = count(▸hand())", "whose? hand(SEATS, filter...), for example hand(you)"),
        ("draws = count(hand(▸3))", "whose? hand() needs a seat or seats"),
        ("draws = count(hand(left_of(▸3)))", "left_of() needs a seat, not a number"),
        ("draws = count(hand(you, ▸ation))", "did you mean action?"),
        ("draws = count(hand(you, ▸you))", "'you' is not a kind, a mark or a slot"),
        ("draws = count(hand(you, ▸3))", "a filter is a kind, a mark, a slot or a card's name in quotes"),
        ("draws = count(▸aside())", "write aside without brackets"),
        ("draws = count(▸others())", "write others without brackets"),
        ("draws = count(▸hand(you, by=you))", "'by=' cannot stand here"),
        ("harmless = ▸has()", 'name at least one card: has("Milk")'),
        ("harmless = has(▸Milk)", 'a card is named in quotes: has("Milk"), a mark is declared: marks Milk'),
        ('harmless = has(▸"")', "cannot be a card's name"),
        (f'harmless = has(▸"{"M" * 61}")', "a name has 1 to 60 characters"),
        ("harmless = ▸most(hand(you))", "most() ranks players by one of hand, keepers, creepers"),
        ("harmless = ▸leads()", "leads() ranks players by one of"),
        ("harmless = ▸1 < 2 < 3", "compare two things at a time and join them"),
        ("harmless = ▸you in others", "whether a card is there is asked so"),
        ("harmless = ▸you == 3", "a seat cannot be compared with a number"),
        ("harmless = ▸you < left_of(you)", "a seat can only be compared with == and !="),
        ("draws = ▸3 / 2", "half(n) is half, rounded up"),
        ("draws = ▸-1", "cannot be said"),
        ("draws = 3 if holiday else ▸you", "both sides must be alike: this is a seat, the other a number"),
        ("draws = ▸you.hand", "no word has a dot"),
        ("draws = ▸you.hand()", "no word has a dot"),
        ("draws = ▸[1, 2]", "several things cannot stand here"),
        ("draws = ▸lambda: 3", "no functions can be made"),
        ("draws = ▸f'{3}'", "written out, in plain quotes"),
        ("draws = ▸b'3'", "cannot be said"),
        ("draws = ▸\uff43ount(hand(you))", "write words in plain ones, a to z"),
        ("draws = ▸\u0441ount(hand(you))", "write words in plain ones"),
        ('draws = count(keepers(you, "Café")) + ▸zzzzzz', "is not a word here"),
    ],
)
def test_what_is_wrong_in_a_formula(marked: str, says: str) -> None:
    expect(rule(marked), says)


@pytest.mark.parametrize(
    ("marked", "says"),
    [
        ("discard(choose(▸q for p in others if hand(p)))", "write it like: choose(p for p in others if hand(p))"),
        ("discard(choose(p for p in others if ▸agree(by=p)))", "is a question"),
        (
            'if ▸pick("left", "right"):\n        draw(1)',
            'a word is neither true nor false; compare it, such as: == "left"',
        ),
        ("swap_hands(you, choose(▸3))", "here a set of cards or a set of seats is needed, not a number"),
        ("swap_hands(you, choose(p for p in ▸hands if hand(p)))", "write it like"),
        ("discard(hand(you) - ▸others)", "here a card is needed, not a set of seats"),
    ],
)
def test_what_is_wrong_with_a_set(marked: str, says: str) -> None:
    expect(action(marked), says)


@pytest.mark.parametrize(
    "deep",
    [
        "not " * 40 + "yes",
        "- " * 60 + "1",
        "1" + " + 1" * 40,
        "half(" * 10 + "1" + " + 1" * 20 + ")" * 10,
        "(" + "yes if no else " * 25 + "no)",
    ],
)
def test_nested_too_deep(deep: str) -> None:
    (found,) = problems_of(rule(f"harmless = {deep}"))
    assert (found.line, found.message) == (2, "nested more than 24 deep; say it in several lines, with variables")
