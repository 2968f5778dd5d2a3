"""What is sent of a game is what its views show: no more for anybody, and nothing is missing."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import msgspec
import pytest
from msgspec.json import encode
from tests.random_play import NAMES, advance, position

import changeling as cl
from changeling.engine.seen import projection
from changeling.engine.seen.places import Place
from changeling.web.table.game.render import Scenes, StandingTexts, events_of, question_of, standings_of
from changeling.web.wire.values import EventInfo, Own, PlaceInfo, Public, PublicSeat

SAME = ("turn", "turns", "drawn", "played", "goals_allowed", "inflation", "pile", "over", "winner")
LISTS = ("rules", "goals", "meta", "discard", "playing", "used", "attached", "sealed")


@pytest.mark.parametrize("edition", list(cl.editions()))
def test_scenes_are_views(edition: str) -> None:
    chance = random.Random(6)
    for seed in range(3):
        game = cl.Game(edition, seats=["Ann", "Bob", "Cy"], seed=seed, polite=True)
        scenes, texts = Scenes(game.deck), StandingTexts()
        for _ in range(150):
            public = scenes.public(game)
            for place, seat in enumerate(game.seats):
                check(game.view(seat), public, scenes.own(game, place))
            progress = scenes.progress(game)
            assert all(texts.of(progress, me) == encode(standings_of(progress, me)) for me in (*game.seats, ""))
            if game.over:
                break
            game.answer(chance.choice(game.decision.options))
        for place, seat in enumerate(game.seats):
            told, known = events_of(game, 0, place), game.events_for(seat)
            assert [parts(one) for one in told] == [parts(one) for one in known]
        everybody = events_of(game, 0, None)
        for event, *seen in zip(everybody, *(game.events_for(seat) for seat in game.seats), strict=True):
            assert event.card in ("", seen[0].card), "who looks on knows no more than anybody who plays"
            assert all(one.card for one in seen) or not event.card


def parts(event: cl.Event | EventInfo) -> list[object]:
    found = [getattr(event, name) for name in EventInfo.__struct_fields__]
    return [(part.zone, part.seat) if isinstance(part, Place | PlaceInfo) else part for part in found]


def check(view: cl.View, public: Public, own: Own) -> None:
    for name in SAME:
        assert getattr(public, name) == getattr(view, name), name
    for name in LISTS:
        assert [*getattr(public, name)] == [*getattr(view, name)], name
    assert (own.seat, tuple(own.hand), tuple(own.aside)) == (view.seat, view.hand, view.aside)
    assert own.known == {seat.name: list(seat.known) for seat in view.seats if seat.known}
    me = next(seat for seat in public.seats if seat.name == view.seat)
    assert (me.hand_limit, me.keeper_limit) == (view.hand_limit, view.keeper_limit)
    for shown, seat in zip(public.seats, view.seats, strict=True):
        assert (shown.name, shown.hand, tuple(shown.keepers)) == (seat.name, seat.hand, seat.keepers)
        assert (tuple(shown.creepers), shown.aside) == (seat.creepers, seat.aside)
        assert (shown.face_down, shown.doom) == (seat.face_down, seat.doom)
    assert public.asked in ("", view.asked)
    assert public.window == (public.asked == "" and not public.over)
    if view.decision is not None and not public.window:
        asked = question_of(view.decision, 7)
        assert [option.code for option in asked.options] == [option.code for option in view.decision.options]
        assert (asked.id, asked.ask, asked.window) == (7, view.decision.ask, False)
        for name in ("because", "about", "receiver", "card", "done"):
            assert getattr(asked, name) == getattr(view.decision, name), name


@pytest.mark.parametrize(
    ("sent", "shown"),
    [(Public, projection.PublicTable), (PublicSeat, projection.PublicSeat), (Own, projection.OwnCards)],
)
def test_exactly_what_is_shown_is_sent(sent: type[msgspec.Struct], shown: type[Any]) -> None:
    assert sent.__struct_fields__ == tuple(field.name for field in dataclasses.fields(shown))


SECRET = ("hand", "draw pile", "set aside", "face-down cards")


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("edition", ["fluxx-4", "doctor-who", "cthulhu"])
def test_who_looks_on_is_told_no_card_that_was_not_open(edition: str, seats: int) -> None:
    told = hidden = 0
    for seed in range(4):
        game = advance(cl.Game(edition, seats=NAMES[:seats], seed=seed, polite=True), seed, most=250)
        opened = set[str]()  # cards that lay open before, and are known ever since as far as they can be followed
        everything = events_of(game, 0, None, everything=True)
        for event, outside in zip(everything, events_of(game, 0, None), strict=True):
            secret = [place is None or place.zone in SECRET for place in (event.origin, event.destination)]
            if event.card and (not all(secret) or event.what == "copies"):  # what is copied is shown to everybody
                opened.add(event.card)
                assert outside.card == event.card, "what comes to lie open, everybody sees"
                told += 1
            elif outside.card:
                assert outside.card in opened, f"{outside} was never seen by somebody at no seat"
            else:
                hidden += bool(event.card)
    assert told > 100
    assert hidden > 30


def test_at_a_table_of_two_a_card_handed_over_is_seen_by_those_two_alone() -> None:
    game = position(
        "fluxx-4", seats=["Ann", "Bob"], hand={"Ann": ["Trade Hands", "Milk"], "Bob": ["Bread"]}, pile=["Love", "Time"]
    )
    first = len(game.events)
    game.answer("play Trade Hands")
    game.answer("Bob")
    moved = [event.card for event in events_of(game, first, None, everything=True) if event.what == "passes"]
    assert {"Milk", "Bread"} <= set(moved)
    for seat in (0, 1):
        assert [event.card for event in events_of(game, first, seat) if event.what == "passes"] == moved
    assert {event.card for event in events_of(game, first, None) if event.what == "passes"} == {""}
