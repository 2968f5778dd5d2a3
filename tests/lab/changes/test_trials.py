"""Games of several decks on the same seeds."""

from __future__ import annotations

import pytest

from changeling.errors import ChangelingError
from changeling.lab.changes.trials import Seating, play_trials
from changeling.lab.games.played_games import play_games
from changeling.lab.runs.manifest import deck_text


def test_each_deck_is_played_on_the_same_seeds() -> None:
    decks = [deck_text("family"), deck_text("fluxx-4")]
    at = Seating(seats=2, bots="random", games=130, seed=40)
    frames = play_trials(decks, at, on=1)
    for deck, frame in zip(decks, frames, strict=True):
        assert frame["seed"].to_list() == list(range(40, 170))
        played = play_games(deck.deck(), 2, "random", range(40, 170)).games
        assert frame["turns"].to_list() == played["turns"].tolist()
        names = [deck.deck().cards[card].name if card >= 0 else None for card in played["won_by"]]
        assert frame["won_by"].to_list() == names


def test_it_does_not_matter_how_many_play() -> None:
    at = Seating(seats=2, bots="random", games=150, seed=1)
    assert play_trials([deck_text("family")], at, on=2)[0].equals(play_trials([deck_text("family")], at, on=1)[0])


@pytest.mark.parametrize(
    ("more", "said"), [({"games": 0}, "--games"), ({"seats": 9}, "--seats"), ({"bots": "me"}, "--bots")]
)
def test_what_cannot_be_played_is_refused(more: dict[str, object], said: str) -> None:
    with pytest.raises(ChangelingError, match=said):
        Seating(**more)  # type: ignore[arg-type]
