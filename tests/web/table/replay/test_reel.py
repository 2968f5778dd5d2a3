"""A replay in pages, none of which is too long."""

from __future__ import annotations

import random
from typing import Any

import pytest

import changeling as cl
from changeling.web.table.replay import reel as reels
from changeling.web.table.replay.reel import Reel
from changeling.web.wire.http_bodies import ReplaySource
from changeling.web.wire.values import DeckChoice


def frames_of(reel: Reel) -> tuple[list[Any], int]:
    """All frames, page by page, and how many pages there were."""
    frames, pages, first = list[Any](), 0, 0
    while True:
        page = reel.page(first, 200)
        frames += page.frames
        pages += 1
        if page.next is None:
            return frames, pages
        assert page.next > first
        first = page.next


def test_a_page_of_long_frames_ends_sooner_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of what cards of somebody's own had made happen was 180 MB."""
    game, chance = cl.Game("family", seats=["Ann", "Bob"], seed=4), random.Random(4)
    while not game.over and len(game.record().moves) < 60:
        game.answer(chance.choice(game.decision.options))
    made = (game.record(), DeckChoice(["family"]), ReplaySource(), 0.0)
    whole, pages = frames_of(Reel("a replay", *made))
    assert pages == 1
    monkeypatch.setattr(reels, "MOST_BYTES", 10_000)
    monkeypatch.setattr(reels, "MOST_EVENTS", 2)
    parts, pages = frames_of(Reel("a replay", *made))
    assert pages > 3
    assert [one.moves for one in parts] == [one.moves for one in whole]
    assert [one.events for one in parts] == [one.events[-2:] for one in whole]
