"""Whether a seat holds a Surprise shows nowhere: not in views, not in events, not in who is asked what."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.engine.seen.test_worlds import exchange

import changeling as cl
from changeling.cards import codes as w

NAMES = ["Ann", "Bob", "Cy"]
WINDOW = "answer with a Surprise"


def positions(edition: str, *, polite: bool) -> Iterator[tuple[cl.Game, cl.Game, str]]:
    """Pairs of games at a play of one seat; the second has a plain card where another hand has a Surprise."""
    for seed in range(40):
        game = cl.Game(edition, seats=NAMES, seed=seed, polite=polite)
        for step in range(60):
            if game.over:
                break
            pair = without_surprise(game) if game.decision.about == "act" else None
            if pair is not None:
                yield game.copy(), pair, game.decision.seat
            choices = game.decision.options
            game.answer("done" if game.decision.about == WINDOW else choices[step % len(choices)])


def without_surprise(game: cl.Game) -> cl.Game | None:
    """The same game with the Surprise of a seat that is not asked exchanged for a plain card of the draw pile."""
    t, asked = game.table, game.table.asked
    hands = range(w.HAND, w.HAND + t.seats)
    held = [c.id for c in game.deck.cards if c.kind == "surprise" and t.place[c.id] in hands]
    held = [card for card in held if t.place[card] != w.HAND + asked and t.known[card] == 1 << (t.place[card] - w.HAND)]
    deep = [c.id for c in game.deck.cards if c.kind == "goal" and t.place[c.id] == w.PILE and c.id != t.head[w.PILE]]
    if not held or not deep:
        return None
    other = game.copy()
    exchange(other.table, held[0], deep[-1])
    return other


def rest(game: cl.Game) -> None:
    """Let windows pass until something else is asked."""
    while not game.over and game.decision.about == WINDOW:
        game.answer("done")


@pytest.mark.parametrize("edition", ["cthulhu", "doctor-who", "dice-camera-action"])
def test_windows_that_pass_tell_nothing(edition: str) -> None:
    windows = 0
    for game, twin, seat in positions(edition, polite=False):
        first = game.decision.options[0]
        for one in (game, twin):
            one.answer(first.text)
            windows += not one.over and one.decision.about == WINDOW
            rest(one)
        if not any(event.what in ("is dealt", "shuffles", "discards") for event in game.events[-12:]):
            assert twin.view(seat) == game.view(seat)
            assert twin.events_for(seat) == game.events_for(seat)
    assert windows > 5


@pytest.mark.parametrize("edition", ["cthulhu", "doctor-who", "dice-camera-action"])
def test_at_a_polite_table_the_same_seats_are_asked_whoever_holds_a_surprise(edition: str) -> None:
    compared = 0
    for game, twin, seat in positions(edition, polite=True):
        first = game.decision.options[0]
        game.answer(first.text)
        twin.answer(first.text)
        while not game.over and not twin.over and game.decision.about == WINDOW:
            assert (twin.decision.about, twin.decision.seat) == (WINDOW, game.decision.seat)
            assert twin.view(seat) == game.view(seat)
            assert game.decision.seat == seat or game.view(seat).asked == ""
            game.answer("done")
            twin.answer("done")
            compared += 1
        assert twin.over == game.over
    assert compared > 20
