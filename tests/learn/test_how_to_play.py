"""*How to play* tells what a deck has, and nothing of what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.decks.shelf import editions, load_deck, own_deck
from changeling.learn import how_to_play as page
from changeling.learn.how_to_play import how_to_play

CLAUSES = yaml.safe_load((Path(__file__).parents[1] / "facts" / "clauses.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [*editions(), "fluxx-4+cthulhu"])
def test_every_kind_of_a_deck_is_told_with_a_card_of_it(name: str) -> None:
    deck = load_deck(name)
    found = how_to_play(deck)
    assert {one.kind for one in found.kinds} == {card.kind for card in deck.cards} - {"basic"}
    for one in found.kinds:
        card = deck.card(one.card)
        assert card is not None
        assert card.kind == one.kind
    for line in found.lines:
        assert all(deck.card(title) is not None for title in line.cards)


def test_what_a_deck_lacks_is_not_spoken_of() -> None:
    text = " ".join(line.text for line in how_to_play(load_deck("family")).lines)
    for word in ("Creeper", "Surprise", "Ungoal", "Doom", "Meta", "mix", "free"):
        assert word not in text
    text = " ".join(line.text for line in how_to_play(load_deck("fluxx-4+cthulhu")).lines)
    for word in ("Creeper", "Ungoal", "Doom", "Meta", "mix", "free", "Keeper Limit"):
        assert word in text


def test_every_number_in_force_and_every_kind_has_its_words() -> None:
    assert set(page._IN_FORCE) == set(range(w.N_STATICS)) - {w.DRAWS, w.PLAYS}
    assert set(page._KINDS) == {kind.lower() for kind in w.KINDS}
    assert set(page.ORDER) == set(page._KINDS) - {"basic"}


def test_the_clauses_are_ours() -> None:
    known = {row["id"] for row in CLAUSES} if isinstance(CLAUSES, list) else set(CLAUSES)
    cited = {clause for _, clauses in [*page._KINDS.values(), *page._IN_FORCE.values()] for clause in clauses}
    cited |= {clause for _, _, clauses in page._DONE for clause in clauses}
    for name in editions():
        cited |= {clause for line in how_to_play(load_deck(name)).lines for clause in line.clauses}
    assert cited - known == set()


def test_what_somebody_writes_is_told_by_its_words_and_not_by_its_text() -> None:
    text = 'action "Spin"\n    "Again (or lose) your turn: roll(6)."\n    draw(1)\n'
    assert how_to_play(own_deck(text, parts=["family"])).more[-1].text.startswith("This is a mix")
    before = {line.text for line in how_to_play(own_deck(text, parts=["family"])).more}
    dice = text.replace("    draw(1)", "    draw(roll(6))")
    assert {line.text for line in how_to_play(own_deck(dice, parts=["family"])).more} - before == {
        "Sometimes a die or a coin decides, before everybody."
    }


def told(deck: Deck) -> dict[str, tuple[str, ...]]:
    """The lines of a page, and the cards that each names."""
    return {line.text: line.cards for line in how_to_play(deck).lines}


@pytest.mark.parametrize("name", editions())
def test_who_begins_which_way_it_goes_and_when_plays_end(name: str) -> None:
    cited = {clause for line in how_to_play(load_deck(name)).lines for clause in line.clauses}
    assert {"SETUP-6", "TURN-2", "TURN-5"} <= cited


def test_every_card_that_wins_without_a_goal_is_named() -> None:
    named = told(load_deck("changeling-court"))["A card can win without any Goal."]
    assert {"The Coronation", "The Queen's Favourite", "The Hollow Hill"} <= {*named}
    own = "".join(f'keeper "Crown {n}"\n    "Win with {n}."\n    wins = count(hand(you)) >= {n}\n' for n in range(5, 9))
    assert [*told(own_deck(own, parts=["family"]))["A card can win without any Goal."]] == [
        f"Crown {n}" for n in range(5, 9)
    ]


@pytest.mark.parametrize(("limit", "word"), [("hand_limit", "Hand"), ("keeper_limit", "Keeper")])
def test_a_limit_that_is_not_for_everybody_is_not_said_to_be(limit: str, word: str) -> None:
    for scope, said in (("others.", "all but the owner"), ("", "the owner of its card alone"), ("everyone.", "")):
        own = f'keeper "Sceptre"\n    "A limit of 4."\n    {scope}{limit} = 4\n'
        lines = {text for text, cards in told(own_deck(own, parts=["family"])).items() if "Sceptre" in cards}
        assert len(lines) == 1, scope
        found = lines.pop()
        assert found.startswith(f"A {word} Limit")
        assert said in found
        assert ("your" in found) == (scope == "everyone.")


def test_a_copy_is_called_by_its_name() -> None:
    kinds = how_to_play(load_deck("doctor-who+dice-camera-action")).kinds
    assert [(one.card, one.name) for one in kinds if one.kind == "surprise"] == [("Veto! #2", "Veto!")]
    assert all("#" not in one.name for one in kinds)
