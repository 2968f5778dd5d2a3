"""Cards and words as they are shown to people who write cards."""

from __future__ import annotations

from pathlib import Path

import pytest

import changeling as cl
from changeling.cards.synonyms import SYNONYMS
from changeling.cards.vocabulary import GROUPS
from changeling.decks.card_listing import describe, words

BY_TITLE = {group.title: group for group in GROUPS}


@pytest.mark.parametrize("edition", cl.editions())
def test_every_card_is_shown_with_its_text_and_its_source(edition: str) -> None:
    deck = cl.load_deck(edition)
    for card in deck.cards:
        shown = describe(card.title, edition)
        assert shown.startswith(f"{card.title} ({card.kind}")
        assert card.source in shown
        assert (card.text or "(no text)") in shown
        assert ("Our reading: " in shown) is bool(card.reading)
        assert (", house card;" in shown) is card.house


def test_a_card_is_found_by_any_case_and_in_every_edition_that_has_it() -> None:
    having = [edition for edition in cl.editions() if cl.load_deck(edition).card("Draw 2")]
    assert len(having) > 1
    assert describe("dRAW 2") == "\n\n".join(describe("Draw 2", edition) for edition in having)


def test_programs_of_every_hook_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "my.cards"
    hooks = {"start": "draw(1)", "finish": "draw(2)", "free": "draw(3)", "when yes": "draw(4)", "on goals": "draw(5)"}
    text = "".join(f"    {hook}:\n        {line}\n" for hook, line in hooks.items())
    file.write_text(f'creeper "Clock"\n    "Ticks."\n{text}', encoding="utf-8")
    shown = describe("Clock", str(file))
    assert shown.count("program: ") == len(hooks)
    for number in range(1, 6):
        assert f"[{number}']" in shown, "the numeral of each program is there, marked as one that grows"


MACHINERY = """
surprise "Shout"
    "Your turn: draw 2. Out of turn: an Action is cancelled."
    your_turn:
        draw(2)
    react action:
        cancel()

keeper "Bell"
    "In its owner's way, and others hold 4 cards at most."
    others.hand_limit = 4
    safe_from_theft = this
    instead of shed:
        to_hand(this)
    on ungoal:
        draw(3)

rule "Both"
    "Two Goals have to be met, and no more than 2 cards are played."
    goals_needed = two
    plays <= 2
    cannot_play = this if keepers(you)

ungoal "Night"
    "When there are 3 Creepers, all lose."
    ends = count(creepers(everyone)) >= 3
"""


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("Shout", ["program: your_turn Shout", "program: react Shout", "CANCEL"]),
        ("Bell", ["hand_limit of others in force: sets 4'", "safe_from_theft: ", "program: instead Bell", "[3']"]),
        ("Both", ["goals_needed: 2", "plays in force: at most 2'", "cannot_play of itself: "]),
        ("Night", ["ends: count(creepers, everyone) 3' ge"]),
    ],
)
def test_whatever_a_card_says_is_in_its_listing(tmp_path: Path, card: str, told: list[str]) -> None:
    file = tmp_path / "my.cards"
    file.write_text(MACHINERY, encoding="utf-8")
    written = cl.load_deck(str(file)).card(card)
    assert written is not None
    shown = describe(card, str(file)).partition(written.source)[2]
    assert [one for one in told if one not in shown] == []


def test_a_name_that_is_far_from_every_card_has_no_hint() -> None:
    with pytest.raises(cl.ChangelingError, match=r"there is no card 'qqqqqq' in family$"):
        describe("qqqqqq", "family")


def test_every_word_is_listed_once_in_its_group_unless_it_is_for_the_rules_alone() -> None:
    blocks = dict(block.split("\n", 1) for block in words().split("\n\n"))
    assert list(blocks) == [group.title for group in GROUPS if not all(word.inner for word in group.words.values())]
    for title, block in blocks.items():
        rows = block.splitlines()[1:]
        shown = [word for word in BY_TITLE[title].words.values() if not word.inner]
        assert [row.split("  ")[0].strip()[: len(word.signature)] for row, word in zip(rows, shown, strict=True)] == [
            word.signature for word in shown
        ]


@pytest.mark.parametrize("word", ["choose", "draw", "keepers", "has", "draws", "wins", "start"])
def test_one_word_is_shown_with_its_meaning(word: str) -> None:
    meanings = [group.words[word].doc for group in GROUPS if word in group.words]
    shown = words(word)
    assert len(meanings) == 1
    assert shown.split("\n\n")[0].endswith(meanings[0])
    assert len(shown.split("\n\n")[0].splitlines()) == 3


def names(found: str) -> list[str]:
    """The words of a list, in its order."""
    by_signature = {word.signature: word.name for group in GROUPS for word in group.words.values()}
    found = found.partition("Cards of the cookbook")[0]
    rows = [row for row in found.splitlines() if "  " in row or row.split("  ")[0] in by_signature]
    return [by_signature[next(s for s in sorted(by_signature, key=len)[::-1] if row.startswith(s))] for row in rows]


@pytest.mark.parametrize(
    ("sought", "first"),
    [
        ("steal", ["take"]),
        ("exchange", ["swap", "swap_hands", "trade"]),
        ("shuffle", ["shuffle_discards", "shuffle_pile", "redeal"]),
        ("turn", ["extra_turn", "end_turn", "skip_turn", "turn_round"]),
        ("face down", ["face_down"]),
        ("Creepers", ["creepers"]),
        ("icons", ["doom"]),
    ],
)
def test_names_come_first_then_what_people_say_then_descriptions(sought: str, first: list[str]) -> None:
    assert names(words(sought))[: len(first)] == first


def test_words_of_the_shared_programs_are_not_found() -> None:
    assert "trim(" not in words("limit")
    assert names(words("hand limit"))[0] == "hand_limit"


WISHES = {
    "until my next turn": "lasts",
    "can't win": "stops",
    "cannot win": "stops",
    "look at hand": "look",
    "look at the hand": "look",
    "reverse order": "turn_round",
    "hide a card": "stash",
    "search the deck": "draw_pile",
    "hand size": "hand_limit",
    "bigger number": "highest",
    "hot potato": "give",
    "whose turn": "your_turn",
    "score points": "gain",
    "double draw": "draws",
    "give back": "to_hand",
    "everyone passes left": "pass_hands",
    "stealing": "take",
    "take a card from another player's hand": "to_hand",
    "discard a random card from the hand": "random",
    "protect my keepers from theft": "safe_from_theft",
    "win with somebody": "wins_with",
    "nobody can be asked": "agree",
}


@pytest.mark.parametrize(("wish", "word"), WISHES.items())
def test_a_wish_in_somebodys_own_words_finds_its_word_among_the_first_five(wish: str, word: str) -> None:
    assert word in names(words(wish))[:5]


def test_what_nobody_says_is_not_found_in_several_words_either() -> None:
    with pytest.raises(cl.ChangelingError, match="is said of none"):
        words("qqqqqq", "zzzzzz")


def test_every_synonym_is_of_a_word_and_is_none_itself() -> None:
    known = {word.name for group in GROUPS for word in group.words.values()}
    assert set(SYNONYMS) <= known
    for word, others in SYNONYMS.items():
        for other in others:
            assert word in names(words(other)), other


def test_a_jump_names_a_line_of_its_own_listing() -> None:
    deck = cl.load_deck("fluxx-4")
    jumps = 0
    for number, program in enumerate(deck.programs):
        for row in deck.listing(number):
            word, _, target = row[4:].partition(" ")
            if word in ("GOTO", "UNLESS", "FOR_SEATS", "FOR_CARDS"):
                jumps += 1
                assert 0 <= int(target.split()[-1]) < program.length, row
    assert jumps > 20
    assert "1 UNLESS           [r0 2' lt] 8" in describe("Draw 3, Play 2 of them", "fluxx-4")
