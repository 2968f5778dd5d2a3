"""The Changeling Court: how many cards of each kind, that each text fits its face, and two cards for every new word."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import changeling
from changeling.cards import vocabulary as v
from changeling.decks.shelf import editions, load_deck

EDITION = "changeling-court"
FOLDER = Path(changeling.__file__).parent / "editions" / EDITION
FACE = 120  # characters of text that fit on a card face
KINDS = {"keeper": 22, "creeper": 7, "goal": 19, "ungoal": 2, "rule": 16, "action": 29, "surprise": 5}
NEW_STATEMENTS = range(54, 99)  # the instructions that came with the edition
NEW_TERMS = range(66, 109)
NEW_WORDS = (  # those that are no instructions of their own
    *("pick_number", "coin", "any_card", "top", "bottom", "month", "hour", "weekday", "day"),
    *("last_play_random", "open_hand", "reversed", "lends", "stops", "lasts", "back_of"),
    *("wins_with", "counts_for", "makes", "remember", "last_played", "min", "max"),
    *(name for name in v.Permits.words if name != "shared"),  # which came when its cards were made
)
# What a card writes for a row that has no name of its own among the words, and for the new uses of older words.
WRITTEN = {
    "begin_picks": r"\b(choose|maybe)\((?:[^()]|\([^()]*\))*, (?!by=)",
    "for_cards": r"\bfor \w+ in (sold|keepers\()",
    "take_all": r"\btake\((keepers\(|choose\((?:[^()]|\([^()]*\))*, \w+\))",
    "give_all": r"\bgive\((creepers\(|choose\((?:[^()]|\([^()]*\))*, )",
    "all_to_hand": r"\bto_hand\((random|top)\(",
    "look_by": r"\blook\(.*, by=",
    "extra_turn_of": r"\bextra_turn\(by=",
    "win_for": r"\bwin\(by=",
    "stay": r"\blasts = ",
    "add_end": r"\b(top|bottom)\(",
    "date": r"\b(month|hour|weekday|day)\b",
    "among": r"\bif \w+ in discard_pile\(\)",
    "numeral": r"\binflation\[",
    "add_numbers": r"\bpick_number\(",
    "add_any": r"\bany_card\b",
    "counter": r"\bfavour\(",
    "face_up": r"\bback_of = ",
    "forget_choices": r"\bsecret\(",
    "rank": r"\brank\(",
    "random of several": r"\brandom\((?:[^()]|\([^()]*\))*, ",
    "an answer from the table": r"\breact (action if favour|rule:\n        discard\(this)",
    "a win of several": r"\bwin\(by=\(",
    "words of one's own": r'\bpick\("(?!left|right|yes|no)',
    "a question in one's own words": r"\bask=",
    "a Creeper answered": r"\breact creeper:",
    "a bound of a number": r"\b\w+ <= \d\n",
    "a remainder": r" % ",
    "a formula for the table": r"\beveryone\.\w+ ",
    "a formula for the others": r"\bothers\.\w+ ",
    **{
        f"on {event}": rf"\bon {event}\b"
        for event in ("played", "drawn", "discarded", "gone", "arrived", "stolen", "robbed")
    },
    **{f"on {event}": rf"\bon {event}\b" for event in ("reshuffled", "turn")},
    **{f"instead of {event}": rf"\binstead of {event}\b" for event in ("discarded", "stolen", "won")},
}
SAME_AS = {"pick_more": "begin_picks", "add_picked": "begin_picks", "picked": "begin_picks"}


@cache
def programs() -> dict[str, str]:
    """What each card does, as written: without comments and without its text."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.cards")):
        text = re.sub(r"^\s*#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
        for head, body in re.findall(r'^\w+ "([^"]+)"[^\n]*\n((?:    .*\n|\n)*)', text, flags=re.MULTILINE):
            found[head] = re.sub(r'^    ".*"\n', "", body, flags=re.MULTILINE)
    return found


def new_rows() -> list[str]:
    rows = [v.STATEMENTS[number].name for number in NEW_STATEMENTS if number in v.STATEMENTS]
    rows += [v.TERMS[number].name for number in NEW_TERMS if number in v.TERMS]
    return sorted({*rows, *NEW_WORDS, *WRITTEN})


@pytest.mark.parametrize("name", new_rows())
def test_every_new_word_is_on_two_cards_or_more(name: str) -> None:
    written = WRITTEN.get(SAME_AS.get(name, name), rf"\b{re.escape(name)}\b")
    users = [card for card, body in programs().items() if re.search(written, body)]
    assert len(users) >= 2, f"{name}: {users}"


def test_a_hundred_cards_and_two_backs() -> None:
    """The Basic Rules are shared, and the back of a two-sided card is no card of its own."""
    cards = [card for card in load_deck(EDITION).cards if card.kind != "basic"]
    backs = {name for name, body in programs().items() if "back_of" in body}
    assert Counter(card.kind for card in cards if card.name not in backs) == KINDS
    assert sum(KINDS.values()) == editions()[EDITION].deck_size == 100
    assert len(backs) == 2


def test_every_text_fits_its_face_and_no_card_is_a_stand_in() -> None:
    for card in load_deck(EDITION).cards:
        assert 0 < len(card.text) <= FACE, f"{card.name}: {len(card.text)} characters, at most {FACE}"
        assert not card.house, card.name
        assert not card.reading, card.name


def test_hours_and_bells_on_a_face_are_those_of_the_card() -> None:
    words = {1: "one bell", 2: "two bells"}
    for card in load_deck(EDITION).cards:
        if card.kind == "keeper":
            assert re.search(rf"\b[Hh]our {card.rank}\.$", card.text), card.name
            said = [text for text in words.values() if text in card.text.lower()]
            assert said == [words[n] for n in [card.marks.count("bell")] if n], card.name
            for mark in ("fey", "mask", "season"):
                assert (mark in card.marks) == bool(re.search(rf"{mark}, [\w ,]*hour", card.text, re.IGNORECASE)), (
                    card.name
                )
