"""A view goes on showing the table that it was made of."""

from __future__ import annotations

import pickle

import changeling as cl
from changeling.engine.layout import Table


def test_a_view_imagines_from_the_table_as_it_stood() -> None:
    game, other = (cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=6) for _ in range(2))
    kept: list[tuple[Table, cl.View]] = []
    while not game.over and len(kept) < 30:
        seat = game.decision.seat
        early, late = other.view(seat), game.view(seat)
        kept.append((early.imagine(3), late))  # the one imagines at once, the other when the game has gone on
        game.answer(0)
        other.answer(0)
    game.undo(5)
    game.answer(game.decision.options[-1])
    for wanted, late in kept:
        found = late.imagine(3)
        assert (found.place, found.next, found.rng) == (wanted.place, wanted.next, wanted.rng)


def test_what_leaves_the_process_tells_nothing_hidden() -> None:
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=6)
    seat = game.decision.seat
    views = [game.view(seat), game.imagine(seat, seed=8).view(seat)]
    assert pickle.loads(pickle.dumps(views[0])).imagine(5).place == views[0].imagine(5).place
    tables = [pickle.loads(pickle.dumps(view))._standing._table for view in views]
    assert tables[0].place == tables[1].place
    assert tables[0].next == tables[1].next
