"""The answer space: every answer has one number, whoever is asked."""

import pytest

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.arrays.answer_space import Space


@pytest.mark.parametrize("deck", [*cl.editions(), "fluxx-4+family"])
def test_numbers_codes_and_texts_are_the_same_answers(deck: str) -> None:
    space = Space(cl.load_deck(deck))
    texts = [space.text(action) for action in range(space.size)]
    more = w.MOST_CHOSEN + 1 + len(space.deck.words) if space.deck.words else 0  # numbers, and words of its own
    assert len(set(texts)) == space.size == 3 * len(space.deck.cards) + 12 + more
    assert [space.find(text) for text in texts] == list(range(space.size))
    for seats in (2, 6):
        for seat in range(seats):
            for action in range(space.size):
                if texts[action].startswith("seat +") and int(texts[action][6:]) >= seats:
                    continue
                assert space.action(space.code(action, seat, seats), seat, seats) == action


def test_players_are_named_as_the_asked_one_sees_them() -> None:
    space = Space(cl.load_deck("family"))
    for seats in range(2, 7):
        for seat in range(seats):
            left = (seat + 1) % seats
            assert space.text(space.action(w.A_SEAT * w.SORT + left, seat, seats)) == "seat +1"
            assert space.text(space.action(w.A_SEAT * w.SORT + seat, seat, seats)) == "seat +0"


def test_whoever_is_further_away_than_all_players_is_nobody() -> None:
    space = Space(cl.load_deck("family"))
    for seats in range(2, 7):
        players = [w.A_SEAT * w.SORT + seat for seat in range(seats)]
        for seat in range(seats):
            codes = [space.code(space.find(f"seat +{away}"), seat, seats) for away in range(6)]
            assert sorted(codes[:seats]) == players
            assert not {*codes[seats:]} & {*players}


def test_what_is_no_answer_is_refused() -> None:
    space = Space(cl.load_deck("family"))
    with pytest.raises(cl.AnswerError, match="'play Milk' is no answer of family"):
        space.find("play Milk")
    for action in (-1, space.size):
        with pytest.raises(cl.AnswerError, match=f"{action} is no answer"):
            space.text(action)
