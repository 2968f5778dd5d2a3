"""Observations: they say what the view says, and tables that a seat cannot tell apart give it equal ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cards.writing import deck_of
from tests.effort import tries
from tests.engine.seen.test_worlds import exchange, shown, watched_twins
from tests.random_play import NAMES, play_on, position

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.arrays.features import (
    CARD_WIDTH,
    FACT_NEEDS,
    OF_CARD,
    OF_PRINT,
    OF_TABLE,
    TABLE_WIDTH,
    WHERE,
    facts_of,
    printed,
    starts,
)
from changeling.engine.arrays.single_observer import Observer
from changeling.engine.sheet_cache import sheet_for
from changeling.play.batch import Batch

EDITIONS = tuple(cl.editions())
AT_TABLE, AT_CARD, AT_PRINT = starts(OF_TABLE), starts(OF_CARD), starts(OF_PRINT)
Bytes = NDArray[np.uint8]


_made: dict[tuple[str, int], Observer] = {}


def observer(game: cl.Game) -> Observer:
    key = game.deck.digest, len(game.seats)
    if key not in _made:
        _made[key] = Observer(game.deck, sheet_for(game.deck), len(game.seats))
    return _made[key]


def seen(game: cl.Game, seat: str) -> bytes:
    """What a seat sees, in a form that can be compared."""
    eyes, place = observer(game), game.seats.index(seat)
    return eyes.observation(game.table, place).tobytes() + eyes.mask(game.table, place).tobytes()


class Reading:
    """An observation, field by field."""

    def __init__(self, game: cl.Game, seat: str) -> None:
        self.deck = game.deck
        whole = observer(game).observation(game.table, game.seats.index(seat))
        self.whole, self.rows = whole[:TABLE_WIDTH], whole[TABLE_WIDTH:].reshape(-1, CARD_WIDTH)

    def table(self, name: str) -> list[int]:
        width = next(field.width for field in OF_TABLE if field.name == name)
        return [int(number) for number in self.whole[AT_TABLE[name] :][:width]]

    def card(self, title: str, name: str) -> int:
        card = self.deck.card(title)
        assert card is not None
        return int(self.rows[card.id, AT_CARD[name]])

    def where(self, place: str) -> set[str]:
        """The cards that are said to be in a place."""
        column = self.rows[:, AT_CARD["where"] + WHERE.index(place)]
        return {self.deck.cards[card].title for card in np.flatnonzero(column)}

    def options(self, sort: str) -> set[str]:
        column = self.rows[:, AT_CARD["option"] + w.SORTS.index(sort)]
        return {self.deck.cards[card].title for card in np.flatnonzero(column)}


def check_against_view(game: cl.Game, seat: str) -> None:
    """Everything in an observation that a view says too is the same there."""
    view, found = game.view(seat), Reading(game, seat)
    me, seats = game.seats.index(seat), len(game.seats)
    around = [view.seats[(me + away) % seats] for away in range(seats)]
    for name, value in (
        ("hand", [each.hand for each in around]),
        ("keepers", [len(each.keepers) for each in around]),
        ("creepers", [len(each.creepers) for each in around]),
        ("aside", [each.aside for each in around]),
        ("down", [each.face_down for each in around]),
        ("doom", [max(0, each.doom) for each in around]),
        ("anti_doom", [max(0, -each.doom) for each in around]),
    ):
        assert found.table(name) == value + [0] * (6 - seats), name
    assert found.table("turn").index(1) == (game.seats.index(view.turn) - me) % seats
    assert found.table("pile") == [view.pile]
    assert found.table("inflation") == [view.inflation]
    assert found.table("drawn") == [view.drawn]
    assert found.table("played") == [view.played]
    assert found.table("unlimited")[w.HAND_LIMIT] == (view.hand_limit is None)
    assert found.table("force")[w.KEEPER_LIMIT] == (view.keeper_limit or 0)
    assert found.where("your hand") == set(view.hand)
    assert found.where("discard pile") == set(view.discard)
    assert found.where("rule in play") == set(view.rules)
    assert found.where("Goal in play") == set(view.goals)
    assert found.where("being played") == set(view.playing)
    assert found.where("set aside, known to you") >= set(view.aside)
    for away, other in enumerate(around):
        place = "in front of you" if away == 0 else f"in front of +{away}"
        assert found.where(place) == {*other.keepers, *other.creepers}
        if away:
            assert found.where(f"hand of +{away}, known to you") == set(other.known)
    assert found.rows[:, AT_CARD["where"] :][:, : len(WHERE)].sum(axis=1).tolist() == [1] * len(game.deck.cards)
    options = view.decision.options if view.decision else ()
    for sort in ("card", "play", "use"):
        assert found.options(sort) == {option.value for option in options if option.sort == sort}
    assert found.table("word_option") == [word in {o.text for o in options} for word in w.ANSWER_WORDS]
    asked = [prompt for prompt, flag in zip(w.PROMPTS, found.table("prompt"), strict=True) if flag]
    assert asked == ([view.decision.about] if view.decision else [])


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_observation_says_what_the_view_says(edition: str, seats: int) -> None:
    for seed in range(2):
        game = cl.Game(edition, seats=NAMES[:seats], seed=seed)
        for _ in play_on(game, seed, most=150):
            if game.table.decisions % 3 == 0:
                for seat in game.seats:
                    check_against_view(game, seat)
                    assert bool(observer(game).mask(game.table, game.seats.index(seat)).any()) == (
                        seat == game.decision.seat
                    )


# --- no leaks ---------------------------------------------------------------------------------------------------------
def telling_the_next_card(game: cl.Game, seat: str) -> bytes:
    """An observation that leaks: it knows the draw pile."""
    game = game.copy()
    game.table.known[game.table.head[w.PILE]] |= 63
    return seen(game, seat)


def telling_hands(game: cl.Game, seat: str) -> bytes:
    """An observation that leaks: it counts the Keepers in other hands."""
    t, me = game.table, game.seats.index(seat)
    zones = [w.HAND + place for place in range(t.seats) if place != me]
    held = sum(card.kind == "keeper" for card in game.deck.cards if t.place[card.id] in zones)
    return seen(game, seat) + bytes([held])


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("edition", EDITIONS)
def test_imagined_tables_are_observed_alike(edition: str, seats: int) -> None:
    for seed in range(2):
        game = cl.Game(edition, seats=NAMES[:seats], seed=seed)
        for _ in play_on(game, seed, most=160):
            if game.table.decisions % 8 == 0:
                for seat in game.seats:
                    assert seen(game.imagine(seat, seed=seed * 1000 + game.table.decisions), seat) == seen(game, seat)


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_twins_are_observed_alike_until_a_card_is_shown(edition: str, seats: int) -> None:
    assert watched_twins(edition, seats, tries(6), seen) > 15


@pytest.mark.parametrize("leak", [telling_the_next_card, telling_hands])
def test_an_observation_that_leaks_is_caught(leak: Callable[[cl.Game, str], bytes]) -> None:
    caught = 0
    for game in play_on(cl.Game("fluxx-4", seats=NAMES[:4], seed=2), 2, most=40):
        for seat in game.seats:
            caught += leak(game.imagine(seat, seed=9), seat) != leak(game, seat)
    assert caught > 20


# --- compiled ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_interpreted_and_compiled_observations_are_the_same(edition: str, seats: int) -> None:
    batch = Batch(edition, 4, seats, 0, restart=False)
    games = [cl.Game(edition, seats=NAMES[:seats], seed=seed) for seed in range(4)]
    for _ in range(80):
        actions = batch.sample().copy()
        for row, game in enumerate(games):
            if not game.over:
                eyes, seat = observer(game), game.table.asked
                assert np.array_equal(batch.observation[row], eyes.observation(game.table, seat))
                assert np.array_equal(batch.mask[row], eyes.mask(game.table, seat))
                index = eyes.index(game.table, int(actions[row]))
                assert index is not None
                game.answer(index)
        batch.step(actions)


# --- what Goals want --------------------------------------------------------------------------------------------------
def test_goals_say_what_they_want_and_who_is_close() -> None:
    game = position(
        hand={"Ann": ["Milk", "Hearts and Minds"], "Bob": ["Time"], "Cy": ["Peace"]},
        keepers={"Ann": ["Cookies", "Love"], "Bob": ["Bread"]},
        goals=["Milk and Cookies"],
    )
    ann, bob = Reading(game, "Ann"), Reading(game, "Bob")
    assert ann.card("Milk", "wanted") == ann.card("Cookies", "wanted") == 1
    assert ann.card("Milk", "completes") == 1
    assert ann.card("Cookies", "completes") == 0
    assert ann.card("Milk and Cookies", "mine") == 1
    assert ann.card("Milk and Cookies", "held") == 1
    assert ann.card("The Brain", "wanted_in_hand") == ann.card("Love", "wanted_in_hand") == 1
    assert ann.card("The Brain", "completes_in_hand") == 1
    assert ann.card("Hearts and Minds", "mine") == 1
    assert bob.card("Milk", "completes") == 0
    assert bob.card("Milk", "completes_other") == 1
    assert bob.card("Milk and Cookies", "theirs") == 1
    assert bob.card("Milk and Cookies", "held") == 0
    assert bob.card("Hearts and Minds", "mine") == 0, "Bob cannot see that Goal"


def test_kinds_doom_and_attachment_are_seen() -> None:
    game = position(
        "cthulhu",
        keepers={"Ann": ["The Artist"], "Bob": ["The Poet"]},
        creepers={"Bob": ["Nightmares"]},
        attached={"Nightmares": "The Poet"},
    )
    ann, deck = Reading(game, "Ann"), game.deck
    for title, covered, fastened in (("The Poet", 1, 0), ("Nightmares", 0, 1), ("The Artist", 0, 0)):
        assert (ann.card(title, "covered"), ann.card(title, "fastened")) == (covered, fastened)
    for card in deck.cards:
        row = ann.rows[card.id]
        assert row[AT_CARD["kind"] :][: len(w.KINDS)].tolist() == [card.kind == kind for kind in w.KINDS]
        assert row[AT_CARD["doom_icons"]] == card.marks.count("doom")
        assert row[AT_CARD["marks"] :][: len(deck.marks)].tolist() == [mark in card.marks for mark in deck.marks]


def test_print_is_the_same_for_the_same_kind_of_card_in_two_editions() -> None:
    rows = {}
    for edition in ("fluxx-4", "family"):
        deck = cl.load_deck(edition)
        card = deck.card("Draw 3")
        assert card is not None
        rows[edition] = printed(deck)[card.id]
    assert np.array_equal(rows["fluxx-4"], rows["family"])
    assert rows["family"][AT_PRINT["sets"] + w.DRAWS] == 1


def test_exchanged_cards_that_the_seat_can_see_are_observed() -> None:
    """The property above could fail: cards that are not hidden do make a difference."""
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"]}, keepers={"Bob": ["Love"], "Cy": ["Peace"]})
    other = game.copy()
    ids = {card.title: card.id for card in game.deck.cards}
    exchange(other.table, ids["Love"], ids["Peace"])
    assert seen(game, "Ann") != seen(other, "Ann")
    assert not shown(game, "Ann", {"Love"}, len(game.events))


def test_a_goal_that_asks_for_two_of_a_name_is_not_told_as_met_by_one() -> None:
    cards = 'keeper "Milk" x2\n    "Milk."\ngoal "Two"\n    "Two."\n    wins = has("Milk", "Milk")\n'
    for text, told in ((cards, False), (cards.replace(', "Milk"', ""), True)):
        deck = deck_of(text)
        goal = deck.card("Two")
        assert goal is not None
        assert (facts_of(deck, 2)[FACT_NEEDS + goal.id] != w.NONE) is told


def test_a_rank_that_no_byte_can_say_is_given_as_255() -> None:
    deck = deck_of("".join(f'keeper "{rank}" rank {rank}\n    "A number."\n' for rank in (0, 12, 255, 256, 9999)))
    ranks = {card.name: int(printed(deck)[card.id, AT_PRINT["rank"]]) for card in deck.cards if card.kind == "keeper"}
    assert ranks == {"0": 0, "12": 12, "255": 255, "256": 255, "9999": 255}
