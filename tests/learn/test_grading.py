"""Grades and hints follow from the way."""

from __future__ import annotations

from changeling.decks.shelf import load_deck
from changeling.learn.effort import Effort
from changeling.learn.grading import Way, difficulty, grade_of, hints, said, sentence

DECK = load_deck("fluxx-4")
LINE = ("play Play 3", "play Chocolate", "play Chocolate Milk")
EASY = Way(2, greedy=True)
TWO = Effort(plain=2, bits=4)


def hard(effort: Effort = TWO, way: Way = EASY) -> float:
    return difficulty(effort, way)


def test_longer_rarer_and_less_obvious_is_harder() -> None:
    easy = hard()
    assert hard(Effort(plain=3, bits=4)) > easy
    assert hard(way=Way(1, greedy=True)) > easy > hard(way=Way(6, greedy=True))
    assert hard(way=Way(2, greedy=False)) > easy
    assert hard(Effort(plain=2, clever=1, bits=4)) > hard(Effort(plain=2, more=1, bits=4)) > easy


def test_picking_a_target_counts_less_than_a_play() -> None:
    assert hard(TWO) < hard(Effort(plain=2, picks=1, bits=4)) < hard(Effort(plain=3, bits=4))


def test_a_larger_hand_counts_less_than_one_answer_that_does_not_speak_for_itself() -> None:
    assert hard() < hard(Effort(plain=2, bits=8)) < hard(Effort(plain=1, clever=1, bits=4))


def test_what_one_must_know_counts_but_no_more_than_two_cards_of_a_sort() -> None:
    knowing = [hard(Effort(plain=2, bits=4, at_work=count)) for count in range(4)]
    assert knowing[0] < knowing[1] < knowing[2] == knowing[3]
    assert hard() < hard(Effort(plain=2, bits=4, waived=1)) < knowing[1]
    assert hard(Effort(plain=2, bits=4, nested=1)) > hard()


def test_surprises_to_reckon_with_count() -> None:
    assert hard(way=Way(2, greedy=True, stopped=True)) > hard() + 1
    assert hard(way=Way(2, greedy=True, longer=True)) > hard(), "others can make it longer"


def test_there_are_five_grades() -> None:
    assert [grade_of(value) for value in (0, 2.8, 3.6, 4.4, 5.4, 99)] == [1, 2, 3, 4, 5, 5]


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
