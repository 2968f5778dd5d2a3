"""What games of Changeling-Transfer come to."""

from __future__ import annotations

import pytest

from changeling.errors import ChangelingError
from changeling.lab.transfer.score import Outcome, Share, Trial, mean_of, mean_of_suite, result, score, share_of
from changeling.lab.transfer.suites import SUITES, TRAINED


def test_a_share_counts_games_by_place_and_has_an_interval() -> None:
    games = [Outcome(0, 0, 1), Outcome(0, 1, 0), Outcome(1, 0, 0), Outcome(1, 1, 1)]
    share = share_of(games)
    assert share.value == 0.5
    assert 0 <= share.low < 0.5 < share.high <= 1
    many = share_of([Outcome(deal, place, int(deal % 2 == place)) for deal in range(400) for place in range(2)])
    assert many.high - many.low < share.high - share.low


def test_the_score_leaves_out_what_was_trained_on_and_weighs_suites_alike() -> None:
    found = {deck.name: Share(1.0 if suite.counts else 0.0, 0.1) for suite in SUITES for deck in suite.decks}
    assert score(found).value == 1.0
    assert mean_of_suite(SUITES[0], found).value == 0.0
    games = {
        deck.name: [Outcome(deal, place, int(suite.counts)) for deal in range(3) for place in range(2)]
        for suite in SUITES
        for deck in suite.decks
    }
    made = result(Trial("random", 2), games)
    assert made["games_per_deck"] == 2
    assert made["score"]["share"] == 1.0
    assert list(made["suites"]) == [suite.name for suite in SUITES]
    assert mean_of([Share(0.0, 0.3), Share(1.0, 0.4)]) == Share(0.5, 0.25)


def test_no_deck_of_the_score_may_be_trained_on() -> None:
    tested = {deck.name for suite in SUITES if suite.counts for deck in suite.decks}
    assert not tested & set(TRAINED)
    assert len(tested) == sum(len(suite.decks) for suite in SUITES if suite.counts)


@pytest.mark.parametrize("games", [0, 3, -2, 100_002])
def test_what_cannot_be_played_is_said(games: int) -> None:
    with pytest.raises(ChangelingError, match="--games: an even number from 2"):
        Trial("random", games)
