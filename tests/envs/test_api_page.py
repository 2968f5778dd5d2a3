"""The page about the API tells all that is public, and every value that a game shows."""

from __future__ import annotations

import changeling as cl
from changeling import envs
from changeling.envs.api_page import VALUES, api_page


def test_everything_public_is_told() -> None:
    page = api_page()
    for name in cl.__all__:
        assert f"### `cl.{name}`" in page or f"| `{name}` |" in page, name
    for name in envs.__all__:
        assert f"### `changeling.envs.{name}`" in page
    for member in (
        "`answer(given)`",
        "`undo(moves)`",
        "`observation()`",
        "`from_action(action)`",
        "`save()`",
        "`mask()`",
    ):
        assert f"| {member} |" in page
    assert ">>>" not in page
    assert "inspect." not in page
    assert "cl.Bot(" not in page


def test_every_value_that_games_show_is_told() -> None:
    values = {field: set(told) for field, _, told in VALUES}
    for deck in cl.editions():
        game = cl.Game(deck, seats=["Ann", "Bob", "Cy"], seed=3)
        for number in range(40):
            if game.over:
                break
            decision = game.decision
            assert decision.about in values["Decision.about"]
            assert decision.done in values["Decision.done"]
            assert {option.sort for option in decision.options} <= values["Option.sort"]
            game.answer(number % len(decision.options))
        assert {event.what for event in game.events} <= values["Event.what"]
        assert {event.clause for event in game.events} <= values["Event.clause"]
        places = [place for event in game.events for place in (event.origin, event.destination) if place is not None]
        assert {place.zone for place in places} <= values["Place.zone"]
        assert {card.kind for card in game.deck.cards} <= values["Card.kind"]
