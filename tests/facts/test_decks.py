"""The compiled decks against the facts kept beside this file: names, kinds, slots, pairs, numbers, marks.

What a compiled card does not show (its numbers, what a Goal forbids) is read from the card's own source instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import changeling
from changeling.decks.shelf import load_deck

HERE = Path(__file__).parent
EDITIONS = Path(changeling.__file__).parent / "editions"
DECKS = ("fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action")
SHARED_SLOTS = {"draw", "play", "hand_limit", "keeper_limit", "numerals"}
FACE = 120  # characters of text that fit on a card face

_HEADER = re.compile(r'^[a-z]+ "([^"]+)"', re.MULTILINE)
_STATIC = re.compile(
    r"^    (draws|plays|optional_plays|hand_limit|keeper_limit|goals_allowed|inflation|basics|harmless"
    r"|first_play_random|leaves_out) (\+?=) (\w+)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What we hold one card to."""

    name: str
    kind: str
    slot: str = ""
    needs: tuple[str, ...] = ()
    needs_marks: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    alone: bool = False
    marks: tuple[str, ...] = ()
    rank: int = -1  # none
    copies: int = 1
    sets: Mapping[str, str]
    adds: Mapping[str, str]
    numerals: tuple[int, ...] = ()
    alternate: bool = False
    house: bool = False
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What we hold one deck to."""

    deck_size: int
    counts: Mapping[str, int]
    cards: Mapping[str, Fact]


@cache
def sheet(edition: str) -> Sheet:
    raw: dict[str, Any] = yaml.safe_load((HERE / f"{edition}.yaml").read_text("utf-8"))
    facts = [fact(card) for card in raw["cards"]]
    assert len({card.name for card in facts}) == len(facts), "a name stands twice in the facts"
    return Sheet(raw["deck_size"], raw["counts"], {card.name: card for card in facts})


def fact(raw: Mapping[str, Any]) -> Fact:
    known: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
    known["sets"] = {key: word(value) for key, value in raw.get("sets", {}).items()}
    known["adds"] = {key: word(value) for key, value in raw.get("adds", {}).items()}
    return Fact(**known)


def word(value: object) -> str:
    """YAML reads a bare `yes` as true; the card language writes it `yes`."""
    return "yes" if value is True else str(value)


@cache
def bodies(edition: str) -> Mapping[str, str]:
    """Each card's instructions as written, without its comments."""
    found: dict[str, str] = {}
    for path in sorted((EDITIONS / edition).glob("*.cards")):
        text = re.sub(r"^\s*#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
        headers = list(_HEADER.finditer(text))
        ends = [header.start() for header in headers[1:]] + [len(text)]
        for header, end in zip(headers, ends, strict=True):
            found[header[1]] = re.sub(r"^[^\n]*", "", text[header.end() : end])  # less what follows the name
    return found


@pytest.mark.parametrize("edition", DECKS)
def test_the_deck_holds_exactly_the_cards_of_the_facts(edition: str) -> None:
    facts = sheet(edition).cards
    cards = load_deck(edition).cards
    assert Counter(card.name for card in cards) == Counter({name: known.copies for name, known in facts.items()})
    assert {card.name: card.kind for card in cards} == {name: known.kind for name, known in facts.items()}


@pytest.mark.parametrize("edition", DECKS)
def test_the_counts_add_up(edition: str) -> None:
    known = sheet(edition)
    kinds = Counter(card.kind for card in load_deck(edition).cards if not known.cards[card.name].alternate)
    assert kinds == known.counts
    assert kinds.total() == known.deck_size


@pytest.mark.parametrize("edition", DECKS)
def test_slots_marks_and_what_is_our_own(edition: str) -> None:
    for card in load_deck(edition).cards:
        known = sheet(edition).cards[card.name]
        assert Counter(card.marks) == Counter(known.marks), card.name
        assert card.rank == known.rank, card.name
        assert card.house == known.house, card.name
        if known.slot:
            assert card.slot == known.slot, card.name
        elif card.kind == "rule":
            assert card.slot not in SHARED_SLOTS, card.name


@pytest.mark.parametrize("edition", DECKS)
def test_an_uncertain_card_says_what_our_reading_is(edition: str) -> None:
    for card in load_deck(edition).cards:
        if sheet(edition).cards[card.name].confidence in ("low", "medium"):
            assert card.reading, f"{card.name}: the facts are uncertain, so the card needs a reading"


@pytest.mark.parametrize("edition", DECKS)
def test_every_card_has_a_text_that_fits_its_face(edition: str) -> None:
    for card in load_deck(edition).cards:
        assert 0 < len(card.text) <= FACE, f"{card.name}: {len(card.text)} characters, at most {FACE}"


@pytest.mark.parametrize("edition", DECKS)
def test_goals_need_what_the_facts_say(edition: str) -> None:
    facts = sheet(edition).cards
    for card in load_deck(edition).cards:
        if card.kind != "goal":
            continue
        known, body = facts[card.name], bodies(edition)[card.name]
        assert set(card.needs) == set(known.needs), card.name
        assert set(card.needs) <= facts.keys(), f"{card.name} asks for a card that is not in the deck"
        assert tuple(re.findall(r'not anyone_has\("([^"]+)"\)', body)) == known.forbids, card.name
        assert marks_asked(body) == known.needs_marks, card.name
        assert ("count(keepers(you)) == one" in body) == known.alone, card.name


@pytest.mark.parametrize("edition", DECKS)
def test_the_numbers_are_those_of_the_facts(edition: str) -> None:
    for name, body in bodies(edition).items():
        known = sheet(edition).cards[name]
        code = re.sub(r'"[^"]*"', '""', body)
        written: list[tuple[str, str, str]] = _STATIC.findall(code)
        assert {static: value for static, sign, value in written if sign == "="} == known.sets, name
        assert {static: value for static, sign, value in written if sign == "+="} == known.adds, name
        assert {int(digits) for digits in re.findall(r"\b\d+\b", code)} == set(known.numerals), name


def test_a_family_goal_is_a_pair_and_every_family_keeper_serves_two_or_more() -> None:
    facts = sheet("family").cards.values()
    wanted = Counter(need for known in facts for need in known.needs)
    assert {len(known.needs) for known in facts if known.kind == "goal"} == {2}
    assert {known.name for known in facts if known.kind == "keeper"} == wanted.keys()
    assert min(wanted.values()) >= 2


def test_twenty_family_cards_are_our_own() -> None:
    facts = sheet("family").cards.values()
    assert sum(known.house for known in facts) == 20
    assert not any(known.house for known in sheet("fluxx-4").cards.values())


def marks_asked(body: str) -> tuple[str, ...]:
    """The marks that a Goal counts, or asks for with has()."""
    counted = re.findall(r"(?<!not )\bkeepers\(you, (\w+)\)", body)
    calls = re.findall(r"(?<!anyone_)\bhas\(((?:\"[^\"]*\"|[^()])*)\)", body)
    words = [word.strip() for call in calls for word in re.sub(r'"[^"]*"', "", call).split(",")]
    return (*counted, *(word for word in words if word))
