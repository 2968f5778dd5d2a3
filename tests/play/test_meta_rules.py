"""Meta Rules by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.envs import aec_env, gym_env, opposed_batch, vector_env
from changeling.play.meta_rules import meta_rules

METAS = [
    (edition, card.title) for edition in cl.editions() for card in cl.load_deck(edition).cards if card.kind == "meta"
]


def test_they_are_found_by_name() -> None:
    assert METAS
    for edition, title in METAS:
        deck = cl.load_deck(edition)
        assert [deck.cards[card].title for card in meta_rules(deck, [title])] == [title]
        with pytest.raises(cl.DeckError, match=f"'Milk' is not a Meta Rule of {edition}; it has: .*{title}"):
            meta_rules(deck, [title, "Milk"])


def test_a_batch_plays_with_them_as_a_game_does() -> None:
    edition, title = METAS[0]
    plain, batch = (cl.Batch(edition, 2, 2, 5, meta=meta) for meta in ((), (title,)))
    game = cl.Game(edition, seats=["Ann", "Bob"], seed=5, meta=[title])
    cards = len(game.deck.cards)
    assert batch.table_of(0).place[:cards] == game.table.place
    assert plain.table_of(0).place[:cards] != game.table.place
    seat = game.seats.index(game.decision.seat)
    legal = sorted(batch.space.action(option.code, seat, 2) for option in game.decision.options)
    assert np.flatnonzero(batch.mask[0]).tolist() == legal
    with pytest.raises(cl.ChangelingError, match="meta was"):
        plain.restore(batch.save())


@pytest.mark.parametrize("given", ["No Creepers", None, 5])
def test_what_is_no_list_of_names_is_refused_wherever_they_are_given(given: Any) -> None:
    plays: list[Callable[..., object]] = [
        lambda meta: cl.Game("fluxx-4", seats=["Ann", "Bob"], meta=meta),
        lambda meta: cl.Batch("fluxx-4", 1, 2, meta=meta),
        lambda meta: aec_env("fluxx-4", meta=meta),
        lambda meta: gym_env("fluxx-4", meta=meta),
        lambda meta: vector_env("fluxx-4", 1, meta=meta),
        lambda meta: opposed_batch("fluxx-4", 1, meta=meta),
    ]
    for play in plays:
        with pytest.raises(cl.ChangelingError, match=f"meta: a list of names is needed, not {given!r}"):
            play(given)
        assert play(["No Creepers"])
