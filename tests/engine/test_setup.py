"""Making tables: the deal, who begins, Meta Rules by consent, players who join."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.cards.writing import deck_of
from tests.effort import tries
from tests.random_play import NAMES, finished, play_on, position

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.seen.view import cards_in, titles
from changeling.proofs.conformance import census

EDITIONS = tuple(cl.editions())


@pytest.mark.clause("SETUP-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_basic_rules_lie_on_the_table_and_never_leave_it(edition: str) -> None:
    game = cl.Game(edition, seats=NAMES[:3], seed=1)
    assert titles(game.deck, game.table, w.CENTRE) == ("Basic Rules",)
    for _ in play_on(game, 1):
        assert titles(game.deck, game.table, w.CENTRE) == ("Basic Rules",)
    assert all(event.card != "Basic Rules" for event in game.events)


def dealt(game: cl.Game) -> dict[str, list[str]]:
    """The cards that each seat was dealt into its hand."""
    found: dict[str, list[str]] = {seat: [] for seat in game.seats}
    for event in game.events:
        if event.clause == "SETUP-2":
            found[event.seat].append(event.card)
    return found


@pytest.mark.clause("SETUP-2", "SETUP-4", "C-R04", "K-A02", "K-D08", "W-F1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_is_dealt_three_cards_that_are_no_creepers(edition: str) -> None:
    creepers = 0
    for seed in range(300):
        game = cl.Game(edition, seats=NAMES[: 2 + seed % 5], seed=seed)
        kinds = {card.title: card.kind for card in game.deck.cards}
        for seat, hand in dealt(game).items():
            assert len(hand) == 3, seat
            assert "creeper" not in {kinds[title] for title in hand}
        creepers += sum(1 for event in game.events if event.what == "lays down")
        assert census(game.deck, game.table) == []
    has_creepers = any(card.kind == "creeper" for card in cl.load_deck(edition).cards)
    assert (creepers > 0) == has_creepers


@pytest.mark.clause("SETUP-3", "C-R01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_there_is_no_goal_and_no_new_rule_at_the_start(edition: str) -> None:
    for seed in range(50):
        game = cl.Game(edition, seats=NAMES[:4], seed=seed)
        view = game.view("Ann")
        assert (view.rules, view.goals, view.meta) == ((), (), ())
        begun = {event.card for event in game.events if event.because}  # what a Creeper does as the first turn begins
        assert set(view.discard) <= begun


def test_every_card_is_dealt_as_often() -> None:
    counts = Counter(
        card
        for seed in range(600)
        for hand in dealt(cl.Game("family", seats=NAMES[:4], seed=seed)).values()
        for card in hand
    )
    expected = 600 * 12 / 55
    assert len(counts) == 55, "all but the Basic Rules"
    assert all(expected * 0.6 < count < expected * 1.4 for count in counts.values())


@pytest.mark.clause("SETUP-6", "C-R03")
def test_who_begins_is_chosen_or_left_to_chance() -> None:
    for name in NAMES[:4]:
        assert cl.Game("family", seats=NAMES[:4], seed=1, first=name).turn == name
    begins = Counter(cl.Game("family", seats=NAMES[:4], seed=seed).turn for seed in range(400))
    assert set(begins) == set(NAMES[:4])
    assert all(60 < count < 140 for count in begins.values())
    with pytest.raises(cl.ChangelingError, match="'Zoe' is not a seat; the seats are Ann, Bob"):
        cl.Game("family", seats=["Ann", "Bob"], first="Zoe")


def test_the_same_seed_deals_the_same_game() -> None:
    one, same, other = (cl.Game("fluxx-4", seats=NAMES[:3], seed=seed) for seed in (5, 5, 6))
    assert one.notation() == same.notation() != other.notation()
    assert cl.Game("fluxx-4", seats=NAMES[:3]).notation() != cl.Game("fluxx-4", seats=NAMES[:3]).notation()


@pytest.mark.clause("SETUP-5", "C-R121")
def test_a_meta_rule_is_in_force_only_by_consent() -> None:
    plain = cl.Game("fluxx-4", seats=NAMES[:3], seed=1)
    assert plain.view("Ann").meta == ()
    assert {card.title for card in plain.deck.cards if plain.table.place[card.id] == w.OUT} == {
        "Rules Escalation",
        "No Creepers",
    }
    agreed = cl.Game("fluxx-4", seats=NAMES[:3], seed=1, meta=["Rules Escalation"])
    assert agreed.view("Ann").meta == ("Rules Escalation",)
    for _ in play_on(agreed, 4):
        assert agreed.view("Ann").meta == ("Rules Escalation",)
    with pytest.raises(
        cl.DeckError, match="'Milk' is not a Meta Rule of fluxx-4; it has: Rules Escalation, No Creepers"
    ):
        cl.Game("fluxx-4", seats=NAMES[:3], meta=["Milk"])


@pytest.mark.clause("SETUP-5")
def test_rules_escalation_grows_with_every_new_draw_pile() -> None:
    for seed in range(4):
        game = cl.Game("fluxx-4", seats=NAMES[:6], seed=seed, meta=["Rules Escalation"])
        for _ in play_on(game, seed, most=400):
            view = game.view(game.turn)
            if not view.rules:
                assert view.draws == view.plays == 1 + game.table.reshuffles
    table: dict[str, Any] = {
        "meta": ["Rules Escalation"],
        "hand": {"Ann": ["Jackpot!"], "Bob": ["Milk"]},
        "pile": [],
        "discard": ["Love", "Peace", "Time", "Sleep"],
    }
    game = position(seats=["Ann", "Bob"], rest="out", **table)
    game.answer("play Jackpot!")
    assert (game.table.reshuffles, game.view("Ann").draws, game.view("Ann").plays) == (1, 2, 2)


@pytest.mark.clause("C-R123")
def test_no_creepers_leaves_the_creepers_out() -> None:
    for seed in range(30):
        game = cl.Game("fluxx-4", seats=NAMES[:6], seed=seed, meta=["No Creepers"])
        out = {card.title for card in game.deck.cards if game.table.place[card.id] == w.OUT}
        assert out == {"War", "Death", "Taxes", "Radioactive Potato", "Rules Escalation"}
    game = finished("fluxx-4", 4, 3, meta=["No Creepers"])
    assert not any(seat.creepers for seat in game.view("Ann").seats)
    assert "lays down" not in {event.what for event in game.events}


# --- joining ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SETUP-7", "C-R05", "K-A33")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_joins_at_any_pending_question(edition: str) -> None:
    asks = set()
    for seed in tries(2):
        for game in play_on(cl.Game(edition, seats=NAMES[: 2 + 3 * seed % 4], seed=seed), seed, most=100):
            asks.add((game.decision.ask, game.decision.because))
            joined = game.copy()
            joined.join("Zoe")
            assert joined.seats == (*game.seats, "Zoe")
            told = joined.events_for("Zoe", since=len(game.events))
            dealt = [event.what for event in told if event.clause == "SETUP-7"]
            ran_out = not joined.table.size[w.PILE] and not joined.table.size[w.DISCARD]
            assert dealt == ["joins", "draws", "draws", "draws"] or (ran_out and dealt[0] == "joins")
            assert census(joined.deck, joined.table) == []
            if joined.over:
                continue
            if game.table.decisions % 20 == 0:
                for _ in play_on(joined, seed, most=40):
                    assert census(joined.deck, joined.table) == []
    assert len(asks) > 8


@pytest.mark.clause("SETUP-7", "SETUP-4")
def test_who_joins_lays_creepers_down_and_holds_three_other_cards() -> None:
    game = position(
        hand={"Ann": ["Milk"], "Bob": ["Bread"], "Cy": ["Time"]},
        pile=["War", "Love", "Peace", "Taxes", "Sleep", "Dreams"],
    )
    game.join("Dee")
    view = game.view("Dee")
    assert view.hand == ("Love", "Peace", "Sleep")
    assert view.look("Dee").creepers == ("War", "Taxes")
    assert game.decision.seat == "Ann"
    assert [option.text for option in game.decision.options] == ["play Milk"]


def test_who_joins_plays_after_everybody_else() -> None:
    game = position(
        hand={"Ann": ["Milk"], "Bob": ["Bread"]},
        seats=["Ann", "Bob"],
        pile=["Love", "Peace", "Time", "Sleep", "Dreams"],
    )
    game.join("Cy")
    game.answer("play Milk")
    game.answer("play Bread")
    assert game.turn == "Cy"


def test_who_joins_can_be_chosen_at_once() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"], "Bob": ["Bread"]}, seats=["Ann", "Bob"])
    game.answer("play Trade Hands")
    assert [option.text for option in game.decision.options] == ["Bob"]
    game.join("Cy")
    assert [option.text for option in game.decision.options] == ["Bob", "Cy"]


def test_who_joins_complies_with_a_limit() -> None:
    game = position(
        hand={"Ann": ["Milk"], "Bob": ["Bread"]},
        seats=["Ann", "Bob"],
        rules=["Hand Limit 1"],
        pile=["Love", "Peace", "Time"],
    )
    game.join("Cy")
    assert game.decision.seat == "Cy"
    assert game.decision.because == "Hand Limit 1"


def test_a_person_who_joins_brings_what_is_known_of_them() -> None:
    game = position("family", seats=["Ann", "Bob"], hand={"Ann": ["Cake"], "Bob": ["The Cat"]}, rules=["Parent Bonus"])
    game.join("Cy", cl.Person(parent=True))
    for seat in ("Ann", "Bob"):
        assert game.turn == seat
        game.answer(0)
    assert (game.turn, game.view("Cy").draws) == ("Cy", 2)


def test_seven_cannot_play() -> None:
    game = cl.Game("family", seats=NAMES, seed=1)
    before = game.notation()
    with pytest.raises(cl.ChangelingError, match="2 to 6 names are needed, not 7"):
        game.join("Zoe")
    assert game.notation() == before


def test_nobody_joins_a_game_that_is_over() -> None:
    game = position(goals=["Milk and Cookies"], keepers={"Bob": ["Milk", "Cookies"]})
    with pytest.raises(cl.ChangelingError, match="the game is over: nobody can join it"):
        game.join("Zoe")


@pytest.mark.parametrize(("metas", "number"), [([], 3), (["Rich"], 5), (["Poor"], 0), (["Rich", "Poor"], 0)])
def test_a_meta_rule_says_how_many_cards_are_dealt(metas: list[str], number: int) -> None:
    rich, poor = 'meta "Rich"\n    "R."\n    deals = 5\n', 'meta "Poor"\n    "P."\n    deals = zero\n'
    deck = deck_of(rich + poor + 'keeper "Milk" x60\n    "M."\n')
    game = cl.Game(deck, seats=NAMES[:3], seed=1, meta=metas)
    assert {len(cards) for cards in dealt(game).values()} <= {number}
    game.join("Zoe")
    assert len(cards_in(game.table, w.HAND + 3)) == number


def test_a_fresh_table_is_clean() -> None:
    t = cl.Game("fluxx-4", seats=NAMES[:3], seed=2).table
    assert (t.turns, t.played, t.deferring, t.frames, t.asides, t.decisions, t.reshuffles) == (1, 0, 0, 1, 0, 0, 0)
    assert len(cards_in(t, w.HAND + t.turn)) == 4, "three dealt and one drawn"


def test_a_creeper_that_is_turned_up_in_the_deal_has_arrived() -> None:
    cards = 'creeper "Night" x9\n    "N."\n    on arrived:\n        add_tokens(this, 3)\nkeeper "Milk" x30\n    "M."\n'
    cards += 'goal "Five"\n    "Five."\n    wins = count(keepers(you)) >= 5\n'
    game = cl.Game(cl.Deck.from_text(cards), seats=["Ann", "Bob", "Cy"], seed=1)
    nights = [event.card for event in game.events if event.what == "lays down"]
    assert nights
    assert [event.card for event in game.events if event.what == "counts"] == nights
