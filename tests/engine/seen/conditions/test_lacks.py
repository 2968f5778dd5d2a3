"""What a condition lacks: for every Goal of every edition, and Goals that nobody would print, at random tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.cards.writing import deck_of
from tests.engine.seen.conditions.odd_goals import CONDITIONS, deck_text
from tests.random_play import NAMES, laid

import changeling as cl
from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine.machine.board.having import suits
from changeling.engine.machine.checks.goals import meets
from changeling.engine.machine.rules.rules_in_force import mark_all_changed, refresh
from changeling.engine.machine.zones import move
from changeling.engine.seen.conditions.lacks import HIDDEN, TOO_MANY, Condition, MissingCard, Way
from changeling.engine.seen.conditions.saying import text_of
from changeling.engine.seen.conditions.situations import NEGATED, TELLERS
from changeling.engine.seen.conditions.trees import Term, tree_of
from changeling.engine.seen.conditions.wording import LOOSELY, NUMBERS
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.seen.reasons.standing import standing_of
from changeling.engine.sheet_cache import sheet_for

ODD = deck_of(deck_text())


def strewn(deck: Deck, seed: int) -> Inquiry:
    """A table with Keepers, Creepers and rules of a deck strewn about by chance."""
    chance = random.Random(seed)
    seats = NAMES[: 2 + seed % 4]
    game = cl.Game(
        deck, seats=seats, seed=seed, holiday=seed % 5 == 0, people={"Ann": cl.Person(age=50, birthday=seed % 7 == 0)}
    )
    t = game.table.copy()
    for card in deck.cards:
        if card.kind in ("keeper", "creeper") and chance.random() < 0.6:
            zone = w.KEEPERS if card.kind == "keeper" else w.CREEPERS
            move(t, card.id, zone + chance.randrange(min(len(seats), 1 + seed % 3)))
        elif card.kind == "rule" and chance.random() < 0.2:
            move(t, card.id, w.RULES)
    mark_all_changed(t)
    refresh(sheet_for(game.deck), t)
    return Inquiry(deck, sheet_for(game.deck), t, tuple(seats))


def goals_of(deck: Deck) -> list[int]:
    return [card.id for card in deck.cards if deck.wins[card.id] != w.NONE]


def cases(deck: Deck, tables: int) -> Iterator[tuple[Inquiry, int, int]]:
    """Each Goal of a deck for each seat, at random tables."""
    for seed in range(tables):
        at = strewn(deck, seed)
        for goal in goals_of(deck):
            for seat in range(at.table.seats):
                yield at, goal, seat


DECKS = [*cl.editions(), "odd"]


def deck(name: str) -> Deck:
    return ODD if name == "odd" else cl.load_deck(name)


def only_cards(term: Term) -> bool:
    """Whether a condition asks for nothing but cards in front of the player."""
    if term.word in (v.Terms.and_, v.Terms.or_):
        return all(only_cards(part) for part in term.parts)
    return term.word is v.Queries.has


def has_mark(at: Inquiry, card: int, item: int) -> bool:
    """Whether a mark is printed on a card."""
    return at.deck.marks[~item] in at.deck.cards[card].marks


def granted(at: Inquiry, seat: int, way: Way) -> bool:
    """Put what a way lacks in front of a seat; gives whether the deck has the cards."""
    front = [card for zone in (w.KEEPERS, w.CREEPERS) for card in cards_in(at.table, zone + seat)]
    for lack in way:
        assert isinstance(lack, MissingCard)
        fitting = [
            card.id
            for card in at.deck.cards
            if card.kind in ("keeper", "creeper")
            and card.id not in front
            and (
                at.deck.names[lack.item] == card.name
                if lack.item >= 0
                else suits(at.sheet, at.table, card.id, lack.item)
            )
        ]
        if not fitting:
            return False
        # what lies in front of somebody may only be lent the mark that it suits by
        found = next((card for card in fitting if lack.item >= 0 or has_mark(at, card, lack.item)), fitting[0])
        front.append(found)
        move(at.table, found, (w.KEEPERS if at.deck.cards[found].kind == "keeper" else w.CREEPERS) + seat)
    return True


@pytest.mark.parametrize("name", DECKS)
def test_what_is_said_to_be_met_is_met(name: str) -> None:
    met = 0
    for at, goal, seat in cases(deck(name), 12):
        standing = standing_of(at, goal, seat)
        if not any(HIDDEN in way for way in standing.ways):
            assert standing.met == meets(at.sheet, at.table, goal, seat), (at.title(goal), standing)
            met += standing.met
    assert met, "some Goal is met at some of these tables"


@pytest.mark.parametrize("name", DECKS)
def test_what_is_said_to_be_missing_is_not_there_and_is_all_that_is_missing(name: str) -> None:
    checked = 0
    for at, goal, seat in cases(deck(name), 6):
        tree = tree_of(at.deck, at.deck.wins[goal])
        front = {at.deck.cards[c].name for z in (w.KEEPERS, w.CREEPERS) for c in cards_in(at.table, z + seat)}
        for way in Condition(at.reader(goal, seat)).ways(tree):
            missing = [lack for lack in way if isinstance(lack, MissingCard)]
            named = [lack for lack in missing if lack.item >= 0 and not lack.more and lack.nth == 1]
            assert not {at.deck.names[lack.item] for lack in named} & front
            if only_cards(tree):
                after = Inquiry(at.deck, at.sheet, at.table.copy(), at.names)
                if TOO_MANY not in way and granted(after, seat, way):
                    assert after.says(goal, at.deck.wins[goal], seat), (at.title(goal), way)
                    checked += 1
    assert checked


@pytest.mark.parametrize("name", DECKS)
def test_every_sentence_is_whole(name: str) -> None:
    for at, goal, seat in cases(deck(name), 6):
        condition, tree = Condition(at.reader(goal, seat)), tree_of(at.deck, at.deck.wins[goal])
        ways = condition.ways(tree)
        text = text_of(condition.lacks(ways), at.names[0])
        if ways == [()]:
            assert text == ""
            text = text_of(condition.evidence(tree), at.names[0])
        assert text, at.title(goal)
        for wrong in ("  ", " ,", " ;", ".;", "you has", "you is", " 1 Keepers", " 1000", "nothing is", ";;"):
            assert wrong not in text, (at.title(goal), text)
        assert "Ann" not in text


def said(condition: str, seat: str = "Ann", **table: Any) -> str:
    """What a Goal of this condition lacks, at a table."""
    text = deck_text() + f'goal "Test"\n    "The text of the card."\n    wins = {condition}\n'
    laid_out: dict[str, Any] = {"hand": {"Ann": ["Always"]}, "goals": ["Test"]} | table
    game = laid(text, **laid_out)
    told = game.why(seat).told_to("Ann")
    return told.partition("Test: ")[2]


@pytest.mark.parametrize(
    ("condition", "keepers", "text"),
    [
        (CONDITIONS["Two of Three"], [], "two of Milk, Bread and Love are missing."),
        (CONDITIONS["Two of Three"], ["Milk"], "Bread or Love is missing."),
        (CONDITIONS["Sum of Three"], [], "two of Milk, Bread and Love are missing."),
        (CONDITIONS["Sum of Three"], ["Love"], "Milk or Bread is missing."),
        (CONDITIONS["Foods"], [], "two Food cards are missing."),
        (CONDITIONS["Foods"], ["Milk"], "another Food card is missing."),
        (CONDITIONS["Twice"], ["Milk"], "another Milk is missing."),
        (CONDITIONS["Stand-in"], ["Cream"], "Bread and a Food card are missing."),
        (CONDITIONS["Nested"], [], "Milk is missing, and Bread, or Love and Peace as well."),
        ('has("Milk", "Bread") or has("Milk", "Love")', [], "Milk is missing, and Bread or Love as well."),
        ('has("Milk", "Bread") or has("Love", "Peace")', [], "Milk and Bread, or Love and Peace are missing."),
        ("count(keepers(you)) >= 5", ["Milk", "Love"], "you have 2 of 5 Keepers."),
        ("count(keepers(you, food)) > 1", ["Milk", "Love"], "you have 1 of 2 Food Keepers."),
        ("not (count(keepers(you)) < 3)", ["Milk"], "you have 1 of 3 Keepers."),
        ("3 <= count(keepers(you))", [], "you have 0 of 3 Keepers."),
        ("count(keepers(you)) == one", ["Milk", "Love"], "you have 2 Keepers, but it takes exactly 1."),
        ("count(keepers(you)) < 2", ["Milk", "Love"], "you have 2 Keepers, but it takes fewer than 2."),
        ("count(keepers(others)) >= 2", ["Milk"], "Bob and Cy together have 0 of 2 Keepers."),
        ("count(keepers(everyone)) >= 2", ["Milk"], "all players together have 1 of 2 Keepers."),
        ("count(hand(you)) >= 9", [], "you hold 1 of 9 cards."),
        ("count(rules) >= 1", [], "no New Rules are in play."),
        ("keepers(you, food)", ["Love"], "you have no Food Keepers."),
        ("not keepers(you)", ["Love"], "you have 1 Keeper, but it takes none."),
        ('not has("Milk")', ["Milk"], "you have Milk, which must not be."),
        ('not has("Milk", "Bread")', ["Milk", "Bread"], "you have Milk and Bread, which must not be."),
        ('anyone_has("War")', [], "nobody has War."),
        ("most(keepers)", [], "you have 0 Keepers and Bob has 0 Keepers, but it takes more than anybody else."),
        (
            "consecutive(keepers(you, ranked))",
            ["One", "Three"],
            "no two of your Ranked Keepers have numbers next to each other.",
        ),
        ("doom(everyone) >= 6", ["Sprig"], "the table's Doom is 1, but it takes at least 6."),
        ("age(you) < 40", [], "your age is not known, but it takes less than 40."),
        ("hand_limit(you) < 3", [], "you have no Hand Limit, but it takes less than 3."),
        (
            "count(keepers(you)) > count(hand(you))",
            [],
            "you have 0 Keepers, but it takes more than 1 (the number of cards in your hand).",
        ),
        ('hand(you, food) and has("Milk")', [], "Milk is missing; it depends on cards that not everybody sees."),
        ("no", [], "nobody wins by it."),
        ("doom(you)", [], "your Doom is 0, but it takes any number but 0."),
        ("birthday(you)", [], "today is not your birthday."),
        (
            'has("Milk") or (has("Bread") and count(keepers(you)) >= 2)',
            [],
            "either Milk is missing, or Bread is missing and you have 0 of 2 Keepers.",
        ),
        ('has("Milk") if your_turn else has("Bread")', [], "Milk is missing."),
    ],
)
def test_what_is_missing_is_said_plainly(condition: str, keepers: list[str], text: str) -> None:
    assert said(condition, keepers={"Ann": keepers}) == text


def test_another_player_is_told_of_by_name() -> None:
    assert said("count(keepers(you)) >= 5", "Bob") == "Bob has 0 of 5 Keepers."


def test_where_words_would_be_too_many_the_card_speaks() -> None:
    many = (
        "("
        + " or ".join(f'has("{name}")' for name in "ABCDEFG")
        + ") and ("
        + " or ".join(f'has("{name}")' for name in "HIJKLMN")
        + ")"
    )
    assert said(many) == f"none of the ways to meet it {LOOSELY} is complete (Test: The text of the card.)"
    told = said("count(p for p in others if count(keepers(p)) >= two) >= one")
    assert told == f"there are no other players {LOOSELY} (Test: The text of the card.)"


def test_creepers_in_the_way_are_named_always_and_what_would_excuse_them() -> None:
    table: dict[str, Any] = {"creepers": {"Ann": ["War"]}}
    excuse = "(a Goal or a rule that calls for it would excuse it)"
    assert said('has("Milk")', **table) == f"Milk is missing; besides, War stands in the way {excuse}."
    assert said("yes", **table) == f"met, but War stands in the way {excuse}."
    calm = said("yes", rules=["Calm"], **table)
    assert calm == "met, but War stands in the way (Calm would excuse it, but Peace is missing)."
    sometimes = said("yes", rules=["Sometimes Calm"], **table)
    assert sometimes == "met, but War stands in the way (Sometimes Calm would excuse it, but Love is missing)."
    assert said("yes", rules=["Potato"]) == "met, but Potato asks for more: Love or Taxes is missing."


def test_every_word_that_a_condition_may_say_has_words_of_its_own() -> None:
    told = {*TELLERS, *NUMBERS, *NEGATED}
    structure = {v.Terms.not_, v.Terms.and_, v.Terms.or_, v.Terms.unless, v.Terms.walk, v.Queries.count}
    told |= {word.term for word in structure}
    unsaid = [
        word.name
        for word in v.TERMS.values()
        if word.returns in (v.CONDITION, v.NUMBER) and word.term not in told and not word.inner
    ]
    within = ["inner_end", "inner_walk"]  # the test inside a test of `walk`, told with it
    assert sorted(unsaid) == ["all_but", *within, "picked", "reg", "tally", "votes"], (
        "those stand only in programs and in counts"
    )


def test_a_card_that_counts_for_several_fills_as_many_places() -> None:
    cards = (
        'marks fruit\nkeeper "Bowl" fruit\n    "B."\n    counts_for = 2\nkeeper "Pear" fruit\n    "P."\n'
        'goal "Orchard"\n    "Three fruits."\n    wins = has(fruit, fruit, fruit)\n'
    )
    game = laid(cards, goals=["Orchard"], keepers={"Ann": ["Bowl"]})
    assert game.why("Ann").text == "Ann does not win yet. Orchard: another fruit card is missing."
    assert laid(cards, goals=["Orchard"], keepers={"Ann": ["Bowl", "Pear"]}).winner == "Ann"
