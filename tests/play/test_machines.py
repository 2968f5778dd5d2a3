"""A table on the machine that plays it: what is asked of both machines."""

from __future__ import annotations

from tests.random_play import advance

import changeling as cl
from changeling.play.machines import Machines
from changeling.play.past import EVERY, Moment


def machines(seed: int = 3) -> Machines:
    return advance(cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=seed), seed, most=8)._course.machines


def test_only_options_are_options() -> None:
    at = machines()
    options = len(at.codes())
    assert options == at.look.options > 1
    assert [at.is_option(index) for index in (-1, 0, options - 1, options)] == [False, True, True, False]
    while at.outcome == 0:
        at.about_to_change()
        assert at.answer(0)
    assert not at.is_option(0), "nobody is asked"


def test_a_kept_moment_is_stood_at_again() -> None:
    at = machines()
    kept = Moment(0, at.kept(), 2, len(at.told()), at.told()[-1], at.told().noted.memory())
    place, events, asked = at.look.place[:], len(at.told()), at.codes()
    at.about_to_change()
    at.answer(0)
    assert at.look.place != place or at.codes() != asked
    del at.told()[events:]
    at.stand_at(kept)
    assert (at.look.place, at.codes(), len(at.told())) == (place, asked, events)
    assert at.look.journal is at.journal
    assert at.keeps_every == EVERY


def test_a_copy_leaves_the_other_alone() -> None:
    at = machines()
    other, stood = at.copy(), (at.look.place[:], [*at.told()])
    for _ in range(5):
        other.about_to_change()
        other.answer(0)
    assert (at.look.place, [*at.told()]) == stood
    assert len(other.told()) > len(stood[1])


def test_a_journal_has_room_for_the_cards_that_there_are_and_no_more() -> None:
    noted = machines().told().noted
    for one in (noted, noted.copy()):
        remembered = (one.choice_card, one.choice_seat, one.lead_root, one.lead_card)
        assert [len(cards) for cards in remembered] == [noted.sheet.cards] * 4
