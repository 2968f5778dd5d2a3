"""Small changes to a deck: each is one change, makes a deck, and says what it is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from changeling.errors import ChangelingError
from changeling.lab.changes.variants import variants
from changeling.lab.runs.manifest import DeckText, deck_text

OWN = """take "family"
take "Chocolate" from "fluxx-4" x2

keeper "Tea x2" x2  # two of them
    "Hot."

goal "Tea Time"
    "Have 2 cups: x3 is too much."
    wins = count(keepers(you)) >= 2 and has("Tea x2")

action "Sip"
    "Draw 3 cards, then 1 more."
    draw(3)
    draw(1)
"""


@pytest.fixture
def deck(tmp_path: Path) -> DeckText:
    file = tmp_path / "my.cards"
    file.write_text(OWN)
    return deck_text(str(file))


def copies(deck: DeckText) -> Counter[str]:
    return Counter(card.name for card in deck.deck().cards)


def test_every_change_is_one_change(deck: DeckText) -> None:
    found = variants(deck)
    assert [(each.card, each.change) for each in found] == [
        ("Tea x2", "one copy instead of 2"),
        ("Tea x2", "3 copies instead of 2"),
        ("Tea Time", "leave it out"),
        ("Tea Time", "2 copies instead of 1"),
        ("Tea Time", '2 becomes 1 in: wins = count(keepers(you)) >= 2 and has("Tea x2")'),
        ("Tea Time", '2 becomes 3 in: wins = count(keepers(you)) >= 2 and has("Tea x2")'),
        ("Sip", "leave it out"),
        ("Sip", "2 copies instead of 1"),
        ("Sip", "3 becomes 2 in: draw(3)"),
        ("Sip", "3 becomes 4 in: draw(3)"),
        ("Sip", "1 becomes 2 in: draw(1)"),
    ]
    assert len({each.deck.digest for each in found} | {deck.digest}) == len(found) + 1


def test_copies_are_what_is_said(deck: DeckText) -> None:
    base = copies(deck)
    for each in variants(deck):
        changed = copies(each.deck)
        difference = {name: changed[name] - base[name] for name in base | changed if changed[name] != base[name]}
        expected = {"one": -1, "leave": -1, "3 copies": 1, "2 copies": 1}
        step = next((step for words, step in expected.items() if each.change.startswith(words)), 0)
        assert difference == ({each.card: step} if step else {})


def test_the_words_for_people_follow_the_number(deck: DeckText) -> None:
    texts = {each.change: each.deck.deck().card("Sip") for each in variants(deck) if each.card == "Sip"}
    card = texts["3 becomes 4 in: draw(3)"]
    assert card is not None
    assert card.text == "Draw 4 cards, then 1 more."


def test_cards_of_an_edition_by_name(deck: DeckText) -> None:
    found = variants(deck, ["Chocolate"])
    assert [each.change for each in found] == ["one copy instead of 2", "3 copies instead of 2"]
    assert [copies(each.deck)["Chocolate"] for each in found] == [1, 3]
    assert {each.card for each in variants(deck_text("fluxx-4"), ["Draw 3, Play 2 of them"])} == {
        "Draw 3, Play 2 of them"
    }


def test_what_is_not_there_is_refused(deck: DeckText) -> None:
    with pytest.raises(ChangelingError, match="--card: there is no card 'Coffee' in"):
        variants(deck, ["Coffee"])
    with pytest.raises(ChangelingError, match="family has no cards of its own; name those to look at with --card"):
        variants(deck_text("family"))
