"""Decks by name: editions, files, mixes, and files that take cards from editions."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import changeling as cl
from changeling.cards.compiler.compile import Text, check
from changeling.cards.language.format import format_cards
from changeling.cards.language.recipe import MAX_TAKEN
from changeling.decks.shelf import basic_text, check_file, edition_texts, format_file, load_deck, parts_of, texts_of

LEMONADE = 'keeper "Lemonade"\n    "Cold, sour and sweet."\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def deck_of(text: str, *others: str) -> cl.Deck:
    """The deck of a file with that text, mixed with others."""
    Path("my.cards").write_text(text, encoding="utf-8")
    return load_deck([*others, "my.cards"])


def copies(deck: cl.Deck, *names: str) -> list[int]:
    """How many cards of each name a deck has."""
    found = Counter(card.name for card in deck.cards)
    return [found[name] for name in names]


def problem(text: str) -> str:
    """The only problem of a file with that text."""
    Path("my.cards").write_text(text, encoding="utf-8")
    found = check_file("my.cards")
    assert len(found) == 1, found
    with pytest.raises(cl.CardsError, match=r"my\.cards"):
        load_deck("my.cards")
    return str(found[0])


# --- names of decks ------------------------------------------------------------
@pytest.mark.parametrize("spec", ["fluxx-4+family", "fluxx-4,family", " fluxx-4 , family ", ["fluxx-4", "family"]])
def test_a_mix_is_written_with_plus_comma_or_as_a_list(spec: str | list[str]) -> None:
    assert parts_of(spec) == ("fluxx-4", "family")
    assert load_deck(spec).digest == load_deck(["fluxx-4", "family"]).digest


def test_an_edition_named_twice_is_there_twice_and_the_basic_rules_once() -> None:
    deck = load_deck(["fluxx-4", "fluxx-4"])
    assert copies(deck, "Milk", "Basic Rules") == [2, 1]


def test_an_unknown_deck_is_refused_with_what_there_is() -> None:
    with pytest.raises(cl.DeckError, match=r"'fluxx4' is not a deck; editions are .*; did you mean fluxx-4"):
        load_deck("fluxx4")
    with pytest.raises(cl.DeckError, match=r"there is no file nowhere\.cards here"):
        load_deck("nowhere.cards")
    with pytest.raises(cl.DeckError, match="no deck was named"):
        load_deck(" , ")


def test_a_file_that_has_changed_is_another_deck() -> None:
    assert copies(deck_of(LEMONADE), "Lemonade") == [1]
    assert copies(deck_of(LEMONADE.replace('"Lemonade"', '"Lemonade" x4')), "Lemonade") == [4]


def test_an_edition_is_compiled_once() -> None:
    assert load_deck("family") is load_deck("family")


# --- recipes ------------------------------------------------------------
def test_a_file_takes_a_whole_edition() -> None:
    deck = deck_of(f'take "family"\n{LEMONADE}')
    assert len(deck.cards) == len(load_deck("family").cards) + 1
    assert copies(deck, "The Rain", "Lemonade", "Basic Rules") == [1, 1, 1]
    assert cl.Game("my.cards", seats=["Ann", "Bob"], seed=1).deck.digest == deck.digest


def test_a_file_takes_single_cards_with_their_copies() -> None:
    deck = deck_of('take "Milk", "Bread" from "fluxx-4"\ntake "Daleks" from "doctor-who"\n')
    daleks = copies(load_deck("doctor-who"), "Daleks")
    assert copies(deck, "Milk", "Bread", "Cookies", "Daleks") == [1, 1, 0, *daleks]
    assert len(deck.cards) == 3 + daleks[0]


def test_a_number_says_how_many() -> None:
    deck = deck_of('take "Daleks", "Cybermen" from "doctor-who" x1\ntake "TARDIS" from "doctor-who" x99\n')
    assert copies(deck, "Daleks", "Cybermen", "TARDIS") == [1, 1, 99]


def test_what_is_taken_twice_is_there_twice() -> None:
    deck = deck_of('take "fluxx-4", "fluxx-4"\ntake "Milk" from "fluxx-4" x3\ntake "Milk" from "fluxx-4"\n')
    assert copies(deck, "Milk", "Bread") == [6, 2]


def test_cards_with_sections_can_be_taken_twice() -> None:
    deck = deck_of('take "The Elder Sign" from "cthulhu"\ntake "The Elder Sign" from "cthulhu" x2\n')
    assert copies(deck, "The Elder Sign") == [3]
    assert len(deck.on_ungoals) == 3


def test_what_is_left_out_is_not_there() -> None:
    deck = deck_of('take "fluxx-4", "family"\nleave "War", "Draw 2"\n')
    assert copies(deck, "War", "Draw 2", "Taxes") == [0, 0, 1]


def test_lines_are_followed_from_top_to_bottom() -> None:
    deck = deck_of('take "fluxx-4"\nleave "Milk"\ntake "Milk" from "fluxx-4" x2\n')
    assert copies(deck, "Milk") == [2]
    deck = deck_of('take "Milk", "Bread" from "fluxx-4"\nleave "Milk"\n')
    assert copies(deck, "Milk", "Bread") == [0, 1]


def test_own_cards_are_added_to_those_of_the_same_name() -> None:
    own = 'keeper "Milk"\n    "Ours."\n'
    assert copies(deck_of(f'take "fluxx-4"\n{own}'), "Milk") == [2]
    deck = deck_of(f'take "fluxx-4"\nleave "Milk"\n{own}')
    assert [card.text for card in deck.cards if card.name == "Milk"] == ["Ours."]


def test_leave_is_not_about_other_parts_of_a_mix() -> None:
    assert copies(deck_of('take "fluxx-4"\nleave "Milk"\n', "fluxx-4"), "Milk", "Bread") == [1, 2]


def test_marks_of_editions_taken_from_can_be_asked_for() -> None:
    goal = 'goal "Travellers"\n    "Have a Doctor and the TARDIS."\n    wins = has(doctor, "TARDIS")\n'
    deck = deck_of(f'take "TARDIS" from "doctor-who"\n{goal}')
    assert "doctor" in deck.marks
    assert "'doctor' is not a mark" in problem(goal)


def test_marks_that_own_cards_bear_are_declared() -> None:
    card = 'keeper "14th Doctor" doctor\n    "Back again."\n'
    assert "declare it first: marks doctor" in problem(f'take "doctor-who"\n{card}')
    deck = deck_of(f'take "doctor-who"\nmarks doctor\n{card}')
    assert deck.marks.count("doctor") == 1


# --- what is wrong with them ------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ('take "fluxx"', "1:6", "'fluxx' is not an edition; the editions are"),
        ('take "fluxx"', "1:6", "did you mean fluxx-4?"),
        ('take "Milk"', "1:6", 'a single card is taken with: take "Milk" from "fluxx-4"'),
        ('take "other.cards"', "1:6", "files are mixed where the deck is named"),
        ('take "Milk" from "fluxx4"', "1:18", "did you mean fluxx-4?"),
        ('take "Bread", "Mlik" from "fluxx-4"', "1:15", "there is no card 'Mlik' in fluxx-4; did you mean Milk?"),
        ('take "TARDIS" from "fluxx-4"', "1:6", "it is in doctor-who"),
        ('take "fluxx-4"\nleave "Wra"', "2:7", "'Wra' is not among the cards taken above; did you mean War?"),
        ('take "fluxx-4"\nleave "War", "War"', "2:14", "'War' is not among the cards taken above"),
        ('leave "War"\ntake "fluxx-4"', "1:7", "'leave' stands below the lines that take"),
        (f'take "fluxx-4"\n{LEMONADE}leave "Lemonade"', "4:7", "is not among the cards taken above"),
        ('take "Milk" from "fluxx-4" x0', "1:28", "x0: 1 to 99 copies"),
        ('take "Milk" from "fluxx-4" x100', "1:28", "x100: 1 to 99 copies"),
        ('take "fluxx-4" x2', "1:16", "only single cards are counted"),
        ("take", "1:5", "after 'take' come names in quotes"),
        ("leave Milk", "1:7", "after 'leave' come names in quotes"),
        ('take "Milk" "Bread" from "fluxx-4"', "1:13", "a comma is missing"),
        ('take "Milk", from "fluxx-4"', "1:12", "a name in quotes has to follow"),
        ('take "Milk" from', "1:13", "a name in quotes has to follow"),
        ('take "Milk', "1:6", "a closing quote is missing"),
        ('take "Milk" of "fluxx-4"', "1:13", "'of' cannot stand here"),
        ('leave "Milk" from "fluxx-4"', "1:14", "of whatever edition"),
        ('tke "fluxx-4"', "1:1", "did you mean take?"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, place: str, says: str) -> None:
    found = problem(f"{text}\n")
    assert found.startswith(f"my.cards:{place}: ")
    assert says in found


def test_problems_of_recipes_and_of_cards_are_told_together() -> None:
    Path("my.cards").write_text('take "nothing"\nrule "R"\n    draws = draw\n', encoding="utf-8")
    assert [found.line for found in check_file("my.cards")] == [1, 3]


def test_recipes_are_bounded() -> None:
    Path("my.cards").write_text('take "fluxx-4"\n' * 10_000, encoding="utf-8")
    (found,) = check_file("my.cards")
    assert f"more than {MAX_TAKEN} cards have been taken" in found.message
    Path("my.cards").write_text('take "Milk" from "fluxx-4" x99\n' * 6, encoding="utf-8")
    with pytest.raises(cl.DeckError, match="has 595 cards; a table holds at most 512"):
        load_deck("my.cards")


def test_only_files_of_ones_own_have_recipes() -> None:
    (found,) = check([basic_text(), Text("x/goals.cards", 'take "fluxx-4"\n', "x")])
    assert "only a deck file of one's own can 'take'" in found.message


# --- the usual form ------------------------------------------------------------
def test_recipe_lines_have_a_usual_form() -> None:
    text = f'take   "Milk"  ,"Bread"from "fluxx-4"   x2# two\n# more\nleave "Milk","Bread"   \n{LEMONADE}'
    usual = f'take "Milk", "Bread" from "fluxx-4" x2  # two\n# more\nleave "Milk", "Bread"\n\n{LEMONADE}'
    assert format_cards(text, "my.cards") == usual
    assert format_cards(usual, "my.cards") == usual


def test_formatting_keeps_the_order_of_marks_and_recipe() -> None:
    Path("my.cards").write_text(f'marks a b\ntake "fluxx-4"\nleave "War"\n{LEMONADE}', encoding="utf-8")
    assert format_file("my.cards", write=True)
    assert Path("my.cards").read_text("utf-8") == f'marks a b\n\ntake "fluxx-4"\nleave "War"\n\n{LEMONADE}'
    assert not format_file("my.cards", write=True)


def test_texts_of_a_recipe_come_before_the_file() -> None:
    Path("my.cards").write_text(f'take "family"\n{LEMONADE}', encoding="utf-8")
    names = [text.file for text in texts_of(["my.cards"])]
    assert names == ["basic.cards", *(text.file for text in edition_texts("family")), "my.cards"]


def test_a_deck_is_made_of_a_text() -> None:
    text = 'keeper "Kite"\n    "It flies."\n'
    deck = cl.Deck.from_text(text, parts=["family"], name="mine.cards")
    Path("mine.cards").write_text(text, encoding="utf-8")
    assert deck.digest == load_deck(["family", "mine.cards"]).digest
    assert repr(deck) == f"<Deck family+mine.cards: {len(deck.cards)} cards>"
    assert cl.Game(deck, seats=["Ann", "Bob"], seed=1).deck.card("Kite") is not None
    with pytest.raises(cl.CardsError, match=r"own\.cards:1:"):
        cl.Deck.from_text("keeper Kite")


@pytest.mark.parametrize("given", [None, 5, b"family", ["family", 3], Path("my.cards"), {"family": 1}])
def test_what_names_no_deck_is_refused(given: Any) -> None:
    with pytest.raises(cl.DeckError, match="a deck is an edition, a"):
        load_deck(given)
