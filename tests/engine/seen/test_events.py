"""Events: who, what, from where to where and why; together they account for every move of every card."""

from __future__ import annotations

from itertools import product

import pytest
from tests.effort import part, tries
from tests.random_play import NAMES, advance, finished, play_on, position

import changeling as cl
from changeling.cards import codes as w
from changeling.engine.machine.journal import CLAUSES, MOVES
from changeling.engine.seen.places import Place, place_at

EDITIONS = tuple(cl.editions())
SEEN_ALONE = ("looks at", "cancels", "names", "copies", "reveals", "is held up")  # nothing moves


def beginning(game: cl.Game) -> dict[str, str]:
    """Where each card lies before anything happens."""
    places = {}
    for card in game.deck.cards:
        out = game.table.place[card.id] == w.OUT
        meta = game.table.place[card.id] == w.METAS
        places[card.title] = (
            "out of the game" if out else "meta rules" if meta else "centre" if card.kind == "basic" else "draw pile"
        )
    return places


def follow(events: tuple[cl.Event, ...], places: dict[str, str], deck: cl.Deck) -> None:
    """Let the events move the cards; each has to find its card where it says that it was."""
    sides = {card.title: other.title for card in deck.cards if (other := deck.other_side(card.id)) is not None}
    backs = {card.title for card in deck.cards if card.back_of}
    for event in events:
        if event.what == "shuffles" and event.source == "discard pile":
            for title, place in places.items():
                if place == "discard pile":
                    places[title] = "draw pile"
        elif event.moved and event.what != "shuffles":
            assert places[event.card] == event.source, event
            places[event.card] = event.target
            if event.card in backs and not event.target.endswith(("keepers", "creepers")):  # its front is up again
                places[event.card], places[sides[event.card]] = "out of the game", event.target
        elif event.what == "flips":
            kind = "creepers" if deck.by_title()[event.card].kind == "creeper" else "keepers"
            place = f"{places[sides[event.card]].rpartition(' ')[0]} {kind}"
            places[event.card], places[sides[event.card]] = place, "out of the game"


@pytest.mark.parametrize(("edition", "seats"), part(list(product(EDITIONS, [2, 4, 6])), 2))
def test_the_events_account_for_every_card(edition: str, seats: int) -> None:
    for seed in tries(2):
        game = cl.Game(edition, seats=NAMES[:seats], seed=seed)
        places, told = beginning(game), 0
        for _ in play_on(game, seed):
            if game.table.decisions % 20 == 0:
                follow(game.events[told:], places, game.deck)
                told = len(game.events)
                assert places == {
                    card.title: str(place_at(game.table.place[card.id], game.seats)) for card in game.deck.cards
                }
        follow(game.events[told:], places, game.deck)
        assert places == {card.title: str(place_at(game.table.place[card.id], game.seats)) for card in game.deck.cards}


def test_the_events_account_for_a_player_who_joins() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:2], seed=5)
    places = beginning(game)
    game.join("Cy")
    advance(game, 5, most=100)
    follow(game.events, places, game.deck)
    assert places == {card.title: str(place_at(game.table.place[card.id], game.seats)) for card in game.deck.cards}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_event_says_who_what_and_why(edition: str) -> None:
    for seed in range(5):
        game = finished(edition, 3, seed)
        titles = {card.title for card in game.deck.cards}
        for number, event in enumerate(game.events):
            assert event.number == number
            assert event.seat in game.seats or event.clause == "UNGOAL-1", "all lose, and nobody is to blame"
            assert event.what in MOVES
            assert event.clause in CLAUSES
            assert event.cites(event.clause)
            assert not event.because or (event.because in titles and event.cites(event.because))
            assert bool(event.source) == bool(event.target) or event.what in SEEN_ALONE
            assert (event.card in titles) if event.moved and event.what != "shuffles" else True
            assert (str(event.origin or ""), str(event.destination or "")) == (event.source, event.target)
            assert set(event.seen_by) <= set(game.seats)
            assert event.seat in str(event)
            assert event.clause in str(event)
        decisions = [event.decision for event in game.events]
        assert decisions == sorted(decisions)


def test_an_event_is_told_as_far_as_a_seat_could_see() -> None:
    game = position(
        hand={"Ann": ["Jackpot!"], "Bob": ["Love"]},
        pile=["Milk", "War", "Bread", "Time", "Sleep"],
        seats=["Ann", "Bob"],
    )
    game.answer("play Jackpot!")
    anns = [event.card for event in game.events_for("Ann") if event.what == "draws" and event.seat == "Ann"]
    bobs = [event.card for event in game.events_for("Bob") if event.what == "draws" and event.seat == "Ann"]
    assert anns == ["Milk", "Bread", "Time"]
    assert bobs == ["", "", ""]
    assert [event.card for event in game.events_for("Bob") if event.what == "lays down"] == ["War"]
    assert all(event.seen_by == () for event in game.events_for("Bob")), "who else saw it is nobody's business"
    assert str(game.events_for("Bob")[1]) == "Ann draws a card (draw pile -> Ann's hand) [Jackpot!, TURN-8]"


def test_places_are_the_same_for_those_who_cannot_see_the_card() -> None:
    game = position(hand={"Ann": ["Jackpot!"]}, pile=["Milk", "Bread", "Time", "Sleep"], seats=["Ann", "Bob"])
    game.answer("play Jackpot!")
    drawn = next(event for event in game.events_for("Bob") if event.what == "draws")
    assert (drawn.card, drawn.origin, drawn.destination) == ("", Place("draw pile"), Place("hand", "Ann"))
    turn = next(event for event in game.events if event.what == "begins a turn")
    assert (turn.origin, turn.destination) == (None, None)


def test_events_can_be_asked_for_from_a_number_on() -> None:
    game = finished("family", 3, 4)
    everything = game.events_for("Bob")
    assert game.events_for("Bob", since=10) == everything[10:]
    assert game.events_for("Bob", since=len(everything)) == ()


def test_causes_are_the_cards_that_made_it_happen() -> None:
    game = position(hand={"Ann": ["Draw 2 and Use 'em"]}, pile=["Rules Reset", "Milk", "Bread"], rules=["Hand Limit 2"])
    game.answer("play Draw 2 and Use 'em")
    game.answer("play Rules Reset")
    gone = next(event for event in game.events if event.card == "Hand Limit 2")
    assert (gone.because, gone.what) == ("Rules Reset", "discards")
    played = next(event for event in game.events if event.card == "Rules Reset" and event.what == "plays")
    assert (played.source, played.clause) == ("set aside", "ACT-2")


def test_a_surprise_that_answers_is_told_by_the_clause_that_allows_it() -> None:
    hand = {"Ann": ["Fez", "Veto!"], "Bob": ["That's Mine!"]}
    game = position("doctor-who", ("Ann", "Bob"), hand=hand, pile=["K-9"])
    game.answer("play Fez")
    game.answer("play That's Mine!")
    game.answer("play Veto!")
    told = {event.card: event.clause for event in game.events if event.what == "plays"}
    assert told == {"Fez": "TURN-3", "That's Mine!": "SURP-1", "Veto!": "SURP-2"}


def test_a_card_that_was_dealt_face_down_is_none_of_the_plays() -> None:
    game = position("cthulhu", ("Ann", "Bob"), hand={"Ann": ["Dreams and Omens"]}, pile=["The Cat", "The Farm"])
    for answer in ("play Dreams and Omens", "The Cat", "The Farm"):
        game.answer(answer)
    dealt = next(event for event in game.events if event.card == "The Farm" and event.what == "plays")
    assert (dealt.seat, dealt.source, dealt.clause) == ("Bob", "Bob's face-down cards", "ACT-2")


def test_limits_are_the_cause_of_what_they_cost() -> None:
    game = position(hand={"Ann": ["Hand Limit 1"], "Bob": ["Milk", "Bread"]}, seats=["Ann", "Bob"])
    game.answer("play Hand Limit 1")
    game.answer("Milk")
    gone = next(event for event in game.events if event.card == "Milk")
    assert (gone.seat, gone.what, gone.because, gone.clause) == ("Bob", "discards", "Hand Limit 1", "RULE-12")
    assert gone.cites("RULE-11")
    assert not gone.cites("RULE-3")


def test_an_action_that_is_copied_is_shown_to_everybody_and_the_rest_of_the_hand_is_not() -> None:
    game = position("doctor-who", hand={"Ann": ["Psychic Paper"], "Bob": ["Fez", "Jackpot!", "Steal Something"]})
    for answer in ("play Psychic Paper", "Bob", "Jackpot!"):
        game.answer(answer)
    copied = [event for event in game.events_for("Cy") if event.what == "copies"]
    assert [(event.seat, event.card, event.because) for event in copied] == [("Ann", "Jackpot!", "Psychic Paper")]
    seen = {title for event in game.events_for("Cy") for title in [event.card] if title}
    assert not {"Fez", "Steal Something"} & seen
    for seed in range(5):
        other = game.imagine("Cy", seed=seed)
        jackpot = other.deck.card("Jackpot!")
        assert jackpot is not None
        assert other.table.place[jackpot.id] == w.HAND + 1, "Cy knows now that Bob holds it"
