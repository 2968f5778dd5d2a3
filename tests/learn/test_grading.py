"""Grades and hints follow from the way."""

from __future__ import annotations

from changeling.decks.shelf import load_deck
from changeling.learn.grading import Way, difficulty, grade_of, hints, said, sentence

DECK = load_deck("fluxx-4")
LINE = ("play Play 3", "play Chocolate", "play Chocolate Milk")


def hard(options: tuple[int, ...], ways: int = 2, *, greedy: bool = True, picks: int = 0, length: int = 2) -> float:
    """How hard a way of plays, and of picks behind them, is."""
    plays = len(options) - picks
    line = ("play Milk",) * plays + ("Milk",) * picks
    return difficulty(line, options, Way(length, ways, greedy))


def test_longer_rarer_and_less_obvious_is_harder() -> None:
    easy = hard((3, 3))
    assert hard((3, 3, 3)) > easy
    assert hard((3, 3), ways=1) > easy
    assert hard((5, 3)) > easy
    assert hard((3, 3), greedy=False) > easy + 2
    assert hard((3, 3, 1)) == easy, "what is forced is no choice"


def test_picking_a_target_counts_less_than_a_play() -> None:
    assert hard((5, 4)) < hard((5, 4, 4), picks=1) < hard((5, 4, 4)) - 0.5


def test_what_greedy_finds_is_easier_than_what_it_does_not_however_long() -> None:
    assert hard((6, 5, 4), ways=1) < hard((6, 5), ways=1, greedy=False)


def test_surprises_to_reckon_with_count() -> None:
    line, options = ("play Milk", "play Cookies"), (4, 3)
    plain = difficulty(line, options, Way(2, 1, greedy=True))
    assert difficulty(line, options, Way(2, 1, greedy=True, stopped=True)) > plain + 2
    assert difficulty(line, options, Way(2, 1, greedy=True, surprise=True)) > plain
    assert difficulty(line, options, Way(3, 1, greedy=True)) > plain, "others can make it longer"


def test_a_larger_hand_counts_less_than_a_longer_way_or_one_that_looks_wrong() -> None:
    small, large = hard((5, 4), ways=1), hard((12, 11), ways=1)
    assert small < large < small + 0.5
    assert hard((5, 4, 3), ways=1) > large
    assert hard((5, 4), ways=1, greedy=False) > large


def test_there_are_five_grades() -> None:
    assert [grade_of(value) for value in (0, 3.03, 3.3, 4.2, 7.2, 99)] == [1, 2, 3, 4, 5, 5]


def test_the_second_hint_says_more_than_the_first() -> None:
    assert hints(LINE[0], "3 answers", DECK, begun=False) == (
        "It takes 3 answers. Begin with a card of this kind: New Rule.",
        "Begin with: play Play 3.",
    )
    assert hints("use Death", "at most 2 answers", DECK, begun=True) == (
        "At most 2 answers are left. Go on with something that is free.",
        "Go on with: use Death.",
    )
    assert hints("Chocolate", "1 answer", DECK, begun=True) == ("1 answer is left.", "Go on with: Chocolate.")
    assert hints("play Milk", "3 answers", DECK, begun=False, only=True)[0].startswith("One answer is asked for. Begin")


def test_a_title_with_a_mark_ends_a_sentence_and_numbers_of_cards_are_not_told() -> None:
    assert hints("play Let's Do That Again!", "1 answer", DECK, begun=True)[1].endswith("play Let's Do That Again!")
    who = load_deck("doctor-who")
    assert said(who, "use Daleks #2") == "use Daleks"
    assert said(who, "Daleks #3") == "Daleks"
    assert said(who, "done") == "done"
    assert said(who, "play Nothing #2") == "play Nothing #2"
    assert sentence("Will it?") == "Will it?"
