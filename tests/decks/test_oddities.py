"""What is told of a deck before a game starts."""

import re
from pathlib import Path

import pytest

import changeling as cl
from changeling.decks.oddities import ERROR, Oddity, before_game, oddities
from changeling.decks.shelf import load_deck

FILLING = "".join(f'keeper "K{n}"\n    "K."\n' for n in range(36)) + (
    'goal "All"\n    "All."\n    wins = has(' + ", ".join(f'"K{n}"' for n in range(36)) + ")\n"
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def deck_of(text: str) -> cl.Deck:
    """The deck of a file with that text and enough cards around it."""
    Path("my.cards").write_text(text + FILLING, encoding="utf-8")
    return load_deck("my.cards")


def told(text: str) -> list[tuple[str, str, str]]:
    """Kind, card and text of what is odd with such a deck."""
    return [(oddity.kind, oddity.card, oddity.text) for oddity in oddities(deck_of(text))]


def goal(condition: str, name: str = "G") -> str:
    return f'goal "{name}"\n    "G."\n    wins = {condition}\n'


def keeper(name: str, tail: str = "", *lines: str) -> str:
    return f'keeper "{name}" {tail}\n    "K."\n' + "".join(f"    {line}\n" for line in lines)


def creeper(name: str, *lines: str) -> str:
    return f'creeper "{name}"\n    "C."\n' + "".join(f"    {line}\n" for line in lines)


def rule(name: str, *lines: str) -> str:
    return f"rule {name}\n" + '    "R."\n' + "".join(f"    {line}\n" for line in lines)


def test_a_deck_as_it_should_be_has_nothing_odd() -> None:
    assert told("") == []


# --- Goals that cannot be met ------------------------------------------------------------
@pytest.mark.parametrize(
    ("condition", "lacks"),
    [
        ('has("K1", "Cake")', "Cake"),
        ('has("K1") and anyone_has("Cake", "Pie")', "Cake, Pie"),
        ('has("Cake") or has("Pie")', "Cake, Pie"),
        ("has(food)", "food cards"),
        ("count(keepers(you, food)) >= 2", "2 keepers of food cards"),
        ("count(keepers(you, drink)) >= 3", "3 keepers of drink cards (there are 2)"),
        ("count(keepers(you, drink)) > two", "3 keepers of drink cards (there are 2)"),
        ("count(k for k in keepers(you, drink) if loose(k)) == three", "3 keepers of drink cards (there are 2)"),
        ("largest(keepers, drink) >= 3 and leads(keepers)", "3 keepers of drink cards (there are 2)"),
        ('keepers(you, "Cake")', "keepers of Cake"),
        ("count(keepers(you)) >= 50", "50 keepers (there are 38)"),
        ("count(rules()) >= 1", "rules"),
        ("doom(everyone) >= 2", "2 doom (there are 1)"),
        ('in_play("Inflation")', "Inflation"),
        ("consecutive(keepers(you, drink))", "two keepers of neighbouring ranks"),
        ("has(drink, drink, drink)", "cards of their own for drink cards and drink cards and drink cards"),
        ('has("Tea", drink, drink)', "cards of their own for Tea and drink cards and drink cards"),
    ],
)
def test_goals_that_cannot_be_met(condition: str, lacks: str) -> None:
    drinks = keeper("Tea", "drink rank 1") + keeper("Milk", "drink doom rank 3") + goal("has(drink)", "Thirst")
    text = f"marks food drink doom\n{drinks}{goal(condition)}"
    assert told(text) == [("unmeetable", "G", f"the deck lacks {lacks}")]


@pytest.mark.parametrize(
    "condition",
    [
        'has("Tea") and not anyone_has("Milk")',
        'has("Cake") or has("Tea")',
        'has("Book", "Tea")',
        "count(keepers(you, drink)) >= 2",
        "count(keepers(you)) == one and has(drink)",
        "consecutive(keepers(you, drink))",
        "doom(everyone) >= 1",
        "count(hand(you)) >= 10 and leads(hand)",
        "not keepers(you)",
    ],
)
def test_goals_that_can_be_met(condition: str) -> None:
    cards = (
        keeper("Tea", "drink rank 1") + keeper("Milk", "drink doom rank 2") + keeper("Tome", "", 'counts_as = "Book"')
    )
    found = told(f"marks food drink doom\n{cards}{goal('has(drink)', 'Thirst')}{goal(condition)}")
    assert [kind for kind, _, _ in found if kind == "unmeetable"] == []


def test_ungoals_are_looked_at_too() -> None:
    assert told('ungoal "U"\n    "U."\n    ends = anyone_has("Cthulhu")\n') == [
        ("unmeetable", "U", "the deck lacks Cthulhu")
    ]


# --- cards that nothing wants, moves or knows ---------------------------------------------
def test_keepers_that_no_goal_wants() -> None:
    text = keeper("Stone") + keeper("Box", "", "free:", "    draw(1)") + goal('not has("Stone")')
    assert told(text) == [
        ("unwanted", "Stone", "no Goal asks for it, by name, mark or number"),
        ("unwanted", "Box", "no Goal asks for it, by name, mark or number; it has a power of its own"),
    ]


@pytest.mark.parametrize(
    "condition",
    [
        "total(keepers(you), rank) % five == zero",
        "total(keepers(you), rank) - total(keepers(others), rank) > 3",
        "adds_up(keepers(you), rank, 9)",
        'makes(keepers(you), "+-", 9)',
        "product(keepers(you)) == 18",
        "pairs(keepers(you)) >= 2",
        "same_rank(keepers(you)) >= 3",
        "consecutive(keepers(you))",
        "(c for c in keepers(you) if rank(c) > 5)",
        "count(c for c in keepers(you) if rank(c) % two == one) >= 2",
    ],
)
def test_keepers_are_wanted_for_their_numbers(condition: str) -> None:
    text = keeper("Nine", "rank 9") + keeper("Zero", "rank 0") + keeper("Stone") + goal(condition)
    assert [(kind, card) for kind, card, _ in told(text) if kind == "unwanted"] == [("unwanted", "Stone")]


def test_keepers_are_wanted_for_marks_that_are_added_up() -> None:
    text = keeper("Gong", "bell bell") + keeper("Stone") + goal("total(keepers(you), bell) >= 3")
    assert [(kind, card) for kind, card, _ in told(f"marks bell\n{text}")] == [("unwanted", "Stone")]


def test_keepers_are_wanted_by_mark_and_as_what_they_count_as() -> None:
    marked = keeper("Tea", "drink") + keeper("Milk", "drink") + goal("leads(keepers, drink) and has(drink)")
    alias = keeper("Tome", "", 'counts_as = "K1"')
    needed = keeper("Potato") + rule('"Dinner"', 'requires = has("Potato")')
    assert told(f"marks drink\n{marked}{alias}{needed}") == []


def test_creepers_with_no_way_out() -> None:
    assert told(creeper("War")) == [("stuck", "War", "no card moves it or makes it harmless, and no Goal asks for it")]
    assert told(creeper("War", 'when has("K1"):', "    give(this, choose(others))")) == []
    assert told(creeper("War") + goal('has("War", "K1")')) == []
    assert told(creeper("War") + rule('"Calm"', "harmless = yes")) == []
    sweep = 'action "Sweep"\n    "S."\n    discard(choose(creepers(everyone, "War")))\n'
    assert told(creeper("War") + sweep) == []
    assert [card for _, card, _ in told(creeper("War") + creeper("Death") + sweep)] == ["Death"]


def test_rules_of_one_matter_in_different_slots() -> None:
    same = rule('"Draw 2" in draw', "draws = 2") + rule('"Draw 3" in draw', "draws = 3")
    bonus = rule('"Bonus"', "draws += 1")
    assert told(same + bonus) == []
    text = "sets draws in the slot 'Draw 7', not in 'draw' (Draw 2, Draw 3): neither replaces the other"
    assert told(same + rule('"Draw 7"', "draws = 7")) == [("slots", "Draw 7", text)]


def test_cards_that_speak_of_what_is_not_there() -> None:
    fetch = 'action "Fetch"\n    "F."\n    take(first(anywhere("Cake")))\n    discard(keepers(everyone, food))\n'
    assert told(f"marks food\n{fetch}") == [("absent", "Fetch", "the deck lacks Cake, food cards")]
    veto = 'surprise "Veto"\n    "V."\n    your_turn:\n        draw(1)\n    react rule:\n        cancel()\n'
    assert told(veto) == [("absent", "Veto", "answers rule, which this deck does not have")]
    assert told(goal('has("K1") or has("Cake")')) == [("absent", "G", "the deck lacks Cake")]


def test_what_a_meta_rule_leaves_out() -> None:
    cards = creeper("War") + goal('has("War", "K1")') + 'meta "Calm"\n    "M."\n    leaves_out = creeper\n'
    sweep = 'action "Sweep"\n    "S."\n    discard(choose(creepers(everyone)))\n'
    assert told(cards + sweep) == [
        ("meta", "G", "cannot be met with Calm"),
        ("meta", "Sweep", "about cards that Calm leaves out"),
    ]
    agreed = oddities(deck_of(cards + sweep), meta=["Calm"])
    assert [(one.kind, one.card) for one in agreed] == [("unmeetable", "G")]


def test_the_same_name_from_more_than_one_place() -> None:
    found = told('take "Draw 2" from "fluxx-4"\ntake "Draw 2" from "family"\n')
    assert found == [("twice", "Draw 2", "from fluxx-4, family")]
    (one,) = told('take "Draw 2" from "fluxx-4"\n' + rule('"Draw 2" in draw', "draws = 22"))
    assert re.fullmatch(r"from fluxx-4/rules.cards:\d+, my.cards:2; they are not alike", one[2])
    (one,) = told(rule('"Draw 2" in draw', "draws = 2") + rule('"draw 2" in draw', "draws = 2"))
    assert one == ("twice", "Draw 2", "also spelt draw 2: another card to the game")
    assert told(keeper("Tea", "x3") + goal('has("Tea")')) == []


# --- what stops a game -------------------------------------------------------------------
def only(text: str, seats: int | None = None) -> list[Oddity]:
    """The errors of a file with that text and nothing around it."""
    Path("my.cards").write_text(text, encoding="utf-8")
    return [oddity for oddity in oddities(load_deck("my.cards"), seats=seats) if oddity.severity == ERROR]


def test_a_deck_without_a_goal_that_can_be_met_is_an_error() -> None:
    many = keeper("Tea", "x40")
    assert [one.text for one in only(many)] == ["there is no Goal in the deck"]
    assert [one.text for one in only(many + goal('has("Cake")'))] == ["no Goal in the deck can ever be met"]
    assert only(many + goal('has("Tea")')) == []
    secret = 'surprise "Secret"\n    "S."\n    your_turn:\n        win()\n'
    assert only(many + secret) == []


def test_too_few_cards_for_the_players_are_an_error() -> None:
    few = keeper("Tea", "x8") + goal('has("Tea")')
    assert only(few) == []
    assert only(few, seats=3) == []
    assert [one.text for one in only(few, seats=4)] == ["4 players are dealt 12 cards; besides Creepers there are 9"]
    (odd,) = oddities(load_deck("my.cards"))
    assert (odd.kind, odd.severity) == ("seats", "odd")


@pytest.mark.clause("MIX-1", "C-R65")
def test_before_a_game_of_a_mix_it_is_said_what_is_impossible_and_what_is_there_twice() -> None:
    Path("my.cards").write_text(goal('has("Bread", "Gold")', "Bakery"), encoding="utf-8")
    deck = load_deck(["fluxx-4", "family", "my.cards"])
    lines = before_game(deck, seats=4)
    assert lines[0] == "Goals and Ungoals that cannot be met: Bakery."
    assert lines[-1].startswith("The same name from more than one place: ")
    game = cl.Game(["fluxx-4", "family", "my.cards"], seats=["Ann", "Bob"], seed=1)
    assert game.deck.card("Bakery") is not None  # it stays in the deck (C-R65)


@pytest.mark.clause("MIX-1")
def test_a_deck_that_cannot_be_played_is_refused_before_the_game() -> None:
    Path("my.cards").write_text(keeper("Tea", "x40"), encoding="utf-8")
    with pytest.raises(cl.DeckError, match=r"the deck 'my\.cards' cannot be played: there is no Goal in the deck"):
        before_game(load_deck("my.cards"), seats=4)


@pytest.mark.parametrize("edition", cl.editions())
def test_editions_are_as_they_should_be(edition: str) -> None:
    deck = load_deck(edition)
    assert before_game(deck, seats=6) == []
    assert {oddity.kind for oddity in oddities(deck)} <= {"meta"}


def test_a_word_that_is_answered_is_no_card_that_is_missing() -> None:
    assert told('action "A"\n    "A."\n    pass_hands("right")\n') == []
    assert told('action "A"\n    "A."\n    way = pick("left", "right")\n    pass_hands(way)\n') == []
