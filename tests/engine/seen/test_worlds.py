"""What a seat may not know, it cannot find out: tables that it cannot tell apart give it equal views and events.

Two ways of making such tables. `Game.imagine` deals what the seat does not know anew. A twin exchanges two hidden cards
and is then played alongside, with the same chance and the same answers: until one of the two cards is shown to the
seat, nothing that it sees may differ.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from tests.effort import part, tries
from tests.random_play import NAMES, advance, laid, play_on, position, questions

import changeling as cl
from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.seen.view import cards_in
from changeling.proofs.conformance import census

Look = Callable[[cl.Game, str], object]
EDITIONS = tuple(cl.editions())


def honest(game: cl.Game, seat: str) -> object:
    """What the seat is shown."""
    return game.view(seat)


def telling_the_next_card(game: cl.Game, seat: str) -> object:
    """A view that leaks: it depends on the top of the draw pile."""
    return game.view(seat), game.table.head[w.PILE]


def telling_the_options(game: cl.Game, seat: str) -> object:
    """A view that leaks: it has the question even when another seat is asked."""
    return dataclasses.replace(game.view(seat), decision=None if game.over else game.decision)


def telling_a_hand(game: cl.Game, seat: str) -> object:
    """A view that leaks: it counts the Goals that others hold."""
    hands = [card for place in range(game.table.seats) for card in cards_in(game.table, w.HAND + place)]
    return game.view(seat), sum(game.deck.cards[card].kind == "goal" for card in hands)


def check_imagined(game: cl.Game, seat: str, seed: int, look: Look = honest, since: int = 0) -> cl.Game:
    """Imagine the game for a seat, and check that the seat cannot tell."""
    imagined = game.imagine(seat, seed=seed)
    assert look(imagined, seat) == look(game, seat)
    assert imagined.events_for(seat, since=since) == game.events_for(seat, since=since)
    assert imagined.over == game.over
    if not game.over:
        asked = game.decision.seat
        assert (imagined.view(seat).decision is None) == (asked != seat)
        if asked == seat:
            assert imagined.decision == game.decision
        elif game.decision.about == "answer with a Surprise":
            assert game.view(seat).asked == "", "who is asked in a Surprise window is hidden"
            assert imagined.decision.about == game.decision.about
            assert imagined.decision.seat != seat
        else:
            assert imagined.decision.seat == asked
    assert census(imagined.deck, imagined.table) == []
    place = game.seats.index(seat)
    for card in range(len(game.deck.cards)):
        if game.table.known[card] >> place & 1:
            assert imagined.table.place[card] == game.table.place[card], "a card that the seat knows has moved"
            assert imagined.table.known[card] == game.table.known[card]
    return imagined


def hidden_from(game: cl.Game, seat: str) -> int:
    """How many cards the seat cannot know."""
    bit = 1 << game.seats.index(seat)
    return sum(known & bit == 0 for known in game.table.known[: len(game.deck.cards)])


@pytest.mark.parametrize(("edition", "seats"), part(list(product(EDITIONS, range(2, 7))), 3))
def test_an_imagined_table_cannot_be_told_from_the_real_one(edition: str, seats: int) -> None:
    changed = looked = 0
    for seed in tries(1):
        game = cl.Game(edition, seats=NAMES[:seats], seed=seed)
        since = 0
        for _ in play_on(game, seed, most=200):
            if game.table.decisions % 5:
                continue
            for seat in game.seats:
                imagined = check_imagined(game, seat, seed * 1000 + game.table.decisions, since=since)
                if hidden_from(game, seat) < 5:
                    continue
                looked += 1
                changed += (imagined.table.place, imagined.table.next) != (game.table.place, game.table.next)
            since = len(game.events)
    assert changed > looked * 0.9, "what is hidden should nearly always be dealt anew"


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_imagined_game_can_be_played_to_its_end(edition: str) -> None:
    for seed in tries(2):
        game = cl.Game(edition, seats=NAMES[: 2 + 2 * seed % 5], seed=seed)
        for _ in play_on(game, seed, most=150):
            if game.table.decisions % 25 == 0:
                seat = game.seats[game.table.decisions // 25 % len(game.seats)]
                imagined = game.imagine(seat, seed=seed)
                for _ in play_on(imagined, seed):
                    assert census(imagined.deck, imagined.table) == []
                assert imagined.over


def test_imagining_leaves_the_game_alone() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"], "Cy": ["Love", "Peace"]})
    before, events = game.notation(), game.events
    imagined = game.imagine("Ann", seed=3)
    advance(imagined, 1, most=20)
    assert game.notation() == before
    assert game.events == events


def test_the_same_seed_imagines_the_same_and_others_do_not() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:4], seed=1)
    tables = {game.imagine("Ann", seed=seed).notation() for seed in range(20)}
    assert game.imagine("Ann", seed=5).notation() in tables
    assert len(tables) == 20


def kinds_held(game: cl.Game, but: str = "Ann") -> set[str]:
    """The kinds of the cards that others hold."""
    places = [place for place, name in enumerate(game.seats) if name != but]
    return {game.deck.cards[card].kind for place in places for card in cards_in(game.table, w.HAND + place)}


@pytest.mark.parametrize("playing", ["nothing", "an Action"])
def test_what_a_rule_takes_out_of_hands_is_not_imagined_in_one(playing: str) -> None:
    """Under Cosmic Instructions no Ungoal stays in a hand, in the middle of an Action neither."""
    hands = {"Ann": ["FBI Raid"], "Bob": ["The Poet", "The Cat", "Draw 3"], "Cy": ["The Artist", "Play 2"]}
    rules = ["Cosmic Instructions"]
    creepers = {"Bob": ["Cthulhu"], "Cy": ["Nyarlathotep"]}
    game = position("cthulhu", hand=hands, rules=rules, creepers=creepers, drawn=1)
    if playing == "an Action":
        game.answer("play FBI Raid")
    assert game.decision.seat == "Ann"
    imagined = [game.imagine("Ann", seed=seed) for seed in range(25)]
    assert all("ungoal" not in kinds_held(one) for one in imagined)
    assert len({one.notation() for one in imagined}) == len(imagined)
    without = position("cthulhu", hand=hands, creepers=creepers, drawn=1)
    assert any("ungoal" in kinds_held(without.imagine("Ann", seed=seed)) for seed in range(25))


HANDS_MATTER = """marks bright dull

rule "Out with it"
    when hand(you, bright):
        discard(hand(you, bright))
{keepers}
goal "Two of them"
    wins = count(hand(you, dull)) >= two
"""
LAMPS = "".join(
    f'keeper "Lamp {number}" bright\nkeeper "Stone {number}" dull\nkeeper "Leaf {number}"\n' for number in range(8)
)


def test_whoever_would_have_discarded_or_won_by_now_is_not_imagined_so() -> None:
    """A `when` that is about each player, and a Goal that looks at hands."""
    hands = {"Ann": ["Leaf 0"], "Bob": ["Leaf 1", "Leaf 2", "Leaf 3"], "Cy": ["Leaf 4", "Leaf 5"]}
    game = laid(HANDS_MATTER.format(keepers=LAMPS), hand=hands, rules=["Out with it"], goals=["Two of them"], drawn=1)
    for seed in range(25):
        imagined = game.imagine("Ann", seed=seed)
        hands_of = [[game.deck.cards[card].name for card in cards_in(imagined.table, w.HAND + at)] for at in (1, 2)]
        assert not any(name.startswith("Lamp") for held in hands_of for name in held)
        meeting = [held for held in hands_of if sum(name.startswith("Stone") for name in held) >= 2]
        assert len(meeting) != 1, "two who meet it at once go on (GOAL-5), but one alone has won"


def test_an_imagined_game_does_not_carry_what_really_happened() -> None:
    game = position(hand={"Ann": ["Milk"], "Bob": ["Time", "Taxation"], "Cy": ["Love", "Peace"]}, turn="Bob", drawn=1)
    for answer in ("play Taxation", "Love", "Milk"):
        game.answer(answer)
    assert "Love" in {event.card for event in game.events}
    imagined = game.imagine("Ann", seed=1)
    assert "Love" not in {event.card for event in imagined.events}
    assert imagined.events_for("Ann") == game.events_for("Ann")
    assert "Love" not in imagined.record().moves
    back = cl.replay(imagined.record())
    assert back.notation() == imagined.notation()
    advance(imagined, 3, most=12)
    assert cl.replay(imagined.record()).notation() == imagined.notation()


@pytest.mark.parametrize("leak", [telling_the_next_card, telling_the_options, telling_a_hand])
def test_a_view_that_leaks_is_caught(leak: Look) -> None:
    caught = 0
    for game in play_on(cl.Game("fluxx-4", seats=NAMES[:4], seed=2), 2, most=40):
        for seat in game.seats:
            try:
                check_imagined(game, seat, 9, leak)
            except AssertionError:
                caught += 1
    assert caught > 20


# --- twins: two hidden cards change places ----------------------------------------------------------------------------


def twin_of(game: cl.Game, seat: int, chance: random.Random) -> tuple[cl.Game, set[int]] | None:
    """The same game with two cards exchanged that the seat does not know, and which they are.

    Two of one kind and marks, so that who chooses from them chooses among as many. No Creepers, which a draw shows, and
    no Surprises, which decide who is asked in a window.
    """
    t = game.table
    hidden = [
        card.id
        for card in game.deck.cards
        if not t.known[card.id] >> seat & 1 and card.kind not in ("creeper", "surprise") and t.place[card.id] != w.OUT
    ]
    cards = game.deck.cards
    pairs = [(one, other) for one in hidden for other in hidden if one < other and alike(cards[one], cards[other])]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    twin = game.copy()
    exchange(twin.table, one, other)
    return twin, {one, other}


def alike(one: cl.Card, other: cl.Card) -> bool:
    """Whether a card that has somebody choose by kind or marks treats the two the same."""
    return (one.kind, one.marks) == (other.kind, other.marks)


def exchange(t: Table, one: int, other: int) -> None:
    """Let two cards change places in everything that the table says of them."""
    swap = {one: other, other: one}
    rows = {zone: [swap.get(card, card) for card in cards_in(t, zone)] for zone in (t.place[one], t.place[other])}
    for zone, row in rows.items():
        for place, card in enumerate(row):
            t.prev[card] = row[place - 1] if place else w.NONE
            t.next[card] = row[place + 1] if place + 1 < len(row) else w.NONE
        t.head[zone], t.tail[zone] = row[0], row[-1]
    for field in (t.place, t.known, t.promised):
        field[one], field[other] = field[other], field[one]
    t.blind = swap.get(t.blind, t.blind)
    for place in range(t.picks):
        card = t.pick[place] % w.SORT
        t.pick[place] += swap.get(card, card) - card
    for place in range(t.options):
        sort, card = divmod(t.option[place], w.SORT)
        if sort in (w.A_CARD, w.A_PLAY, w.A_USE):
            t.option[place] = sort * w.SORT + swap.get(card, card)


def shown(game: cl.Game, seat: str, cards: set[str], since: int) -> bool:
    """Whether the seat has seen one of these cards."""
    return any(event.card in cards for event in game.events_for(seat, since=since))


def watch(
    game: cl.Game, twin: cl.Game, seat: str, cards: set[str], chance: random.Random, look: Look
) -> Iterator[None]:
    """Play both with the same answers; until the seat is shown one of the two cards, it has to see the same in both."""
    while not game.over:
        since = len(game.events)
        index = chance.randrange(len(game.decision.options))
        game.answer(index)
        twin.answer(index)
        if shown(game, seat, cards, since) or shown(twin, seat, cards, since):
            return
        assert look(twin, seat) == look(game, seat)
        assert twin.events_for(seat, since=since) == game.events_for(seat, since=since)
        yield


def watched_twins(edition: str | Deck, seats: int, games: range, look: Look) -> int:
    """Play games beside their twins, each as long as no exchanged card is shown to the seat that looks at both; gives
    how many answers were compared."""
    steps = 0
    for seed in games:
        chance = random.Random(seed * 7 + seats)
        game = cl.Game(edition, seats=NAMES[:seats], seed=seed)
        advance(game, seed, most=chance.randrange(60))
        place = chance.randrange(seats)
        made = None if game.over else twin_of(game, place, chance)
        if made is None:
            continue
        twin, cards = made
        seat, titles = game.seats[place], {game.deck.cards[card].title for card in cards}
        assert look(twin, seat) == look(game, seat)
        steps += sum(1 for _ in watch(game, twin, seat, titles, chance, look))
    return steps


@pytest.mark.parametrize(("edition", "seats"), part(list(product(EDITIONS, range(2, 7))), 3))
def test_a_twin_is_not_told_apart_until_a_card_is_shown(edition: str, seats: int) -> None:
    assert watched_twins(edition, seats, tries(5), honest) > 20


def test_twins_catch_a_leak_too() -> None:
    game = cl.Game("fluxx-4", seats=NAMES[:4], seed=3)
    chance = random.Random(1)
    made = twin_of(game, 0, chance)
    assert made is not None
    twin, cards = made
    titles = {game.deck.cards[card].title for card in cards}

    def leak(game: cl.Game, seat: str) -> object:
        return game.view(seat), [game.table.place[card] for card in sorted(cards)]

    with pytest.raises(AssertionError):
        for _ in watch(game, twin, "Ann", titles, chance, leak):
            pass


# --- what a view imagines ---------------------------------------------------------------------------------------------


def differing(one: Table, other: Table) -> list[str]:
    return [name for name in Table.__slots__ if name != "journal" and getattr(one, name) != getattr(other, name)]


def options_of(t: Table) -> list[int]:
    return t.option[: t.options]


def indistinguishable(game: cl.Game, seed: int) -> Iterator[cl.Game]:
    """Games that the asked seat cannot tell from this one: dealt anew, and with two hidden cards exchanged."""
    seat = game.decision.seat
    yield game.imagine(seat, seed=seed)
    made = twin_of(game, game.seats.index(seat), random.Random(seed))
    if made is not None and options_of(made[0].table) == options_of(game.table):
        yield made[0]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("deck", EDITIONS)
def test_tables_that_cannot_be_told_apart_are_imagined_alike(deck: str, seats: int) -> None:
    compared = 0
    for game in questions(deck, seats, tries(2), every=2):
        seat = game.decision.seat
        here = game.view(seat).imagine(7)
        for other in indistinguishable(game, 3):
            assert differing(here, other.view(seat).imagine(7)) == []
            compared += 1
    assert compared > 30


@pytest.mark.parametrize("deck", EDITIONS)
def test_what_is_imagined_could_be_true(deck: str) -> None:
    changed = looked = 0
    for game in questions(deck, 3, tries(1), every=3):
        place, view = game.table.asked, game.view(game.decision.seat)
        for seed in range(2):
            table = view.imagine(seed)
            assert census(game.deck, table) == []
            assert table.size == game.table.size
            known = [card.id for card in game.deck.cards if game.table.known[card.id] >> place & 1]
            assert [table.place[card] for card in known] == [game.table.place[card] for card in known]
            assert table.option[: table.options] == game.table.option[: game.table.options]
            held = [card.id for card in game.deck.cards if w.HAND <= game.table.place[card.id] < w.KEEPERS]
            changed += table.place != game.table.place
            looked += not set(held) <= set(known)
    assert changed > looked * 0.7


def test_imagining_reaches_every_card_that_is_hidden() -> None:
    game = position(hand={"Ann": ["Milk", "Bread"], "Bob": ["Time"], "Cy": ["Love", "Peace"]})
    hands = [game.view("Ann").imagine(seed).head[10] for seed in range(400)]
    seen = {game.deck.cards[card].title for card in hands}
    assert "Milk" not in seen
    assert len(seen) > 60
    assert all(card.kind != "creeper" for card in game.deck.cards if card.title in seen)


def test_only_the_asked_seat_imagines() -> None:
    game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
    other = next(seat for seat in game.seats if seat != game.decision.seat)
    with pytest.raises(cl.ChangelingError, match=f"{other} is not asked"):
        game.view(other).imagine(1)


# --- what was seen stays known ----------------------------------------------------------------------------------------


def test_after_trade_hands_both_know_what_they_gave() -> None:
    game = position(
        hand={"Ann": ["Trade Hands", "Milk", "Bread"], "Bob": ["Time"], "Cy": ["Love"]}, pile=["Sleep", "Cookies"]
    )
    game.answer("play Trade Hands")
    game.answer("Bob")
    assert game.view("Ann").look("Bob").known == ("Bread", "Milk")
    assert game.view("Bob").look("Ann").known == ("Time",)
    assert game.view("Cy").look("Bob").known == game.view("Cy").look("Ann").known == ()
    for seed in range(20):
        imagined = check_imagined(game, "Ann", seed)
        assert {"Milk", "Bread"} <= set(imagined.view("Bob").hand)


def test_a_card_played_from_a_known_hand_is_no_longer_in_it() -> None:
    game = position(
        hand={"Ann": ["Trade Hands", "Milk", "Bread"], "Bob": ["Time"]}, seats=["Ann", "Bob"], pile=["Sleep", "Cookies"]
    )
    for answer in ("play Trade Hands", "Bob", "play Milk"):
        game.answer(answer)
    assert game.view("Ann").look("Bob").known == ("Bread",)


def test_the_giver_of_a_tax_knows_it_and_bystanders_lose_track() -> None:
    hands = {"Ann": ["Trade Hands", "Milk", "Bread"], "Bob": ["Taxation", "Time"], "Cy": ["Love"], "Dee": ["Peace"]}
    game = position(hand=hands, seats=["Ann", "Bob", "Cy", "Dee"], pile=["Sleep", "Cookies", "Dreams"])
    game.answer("play Trade Hands")
    game.answer("Dee")
    assert game.view("Ann").look("Dee").known == ("Bread", "Milk")
    game.answer("play Taxation")
    game.answer("Love")
    game.answer("Milk")
    game.answer("Peace")
    assert game.view("Cy").look("Bob").known == ("Love",)
    assert game.view("Dee").look("Bob").known == ("Milk",)
    assert game.view("Ann").look("Bob").known == ("Peace",)
    assert game.view("Ann").look("Dee").known == (), "one of two cards has left Dee's hand unseen"
    assert game.view("Bob").look("Dee").known == ()


def test_passing_on_does_not_make_one_forget_what_one_passed() -> None:
    hands = {"Ann": ["Pass 1 Left", "Cake"], "Bob": ["The Cat", "The Dog"], "Cy": ["The Tree", "The Rain"]}
    game = position("family", hand=hands, pile=["The Ball", "The Stick"])
    for answer in ("play Pass 1 Left", "The Cat", "The Tree", "Cake"):
        game.answer(answer)
    assert game.view("Ann").look("Bob").known == ("Cake",)
    assert game.view("Bob").look("Cy").known == ("The Cat",)
    assert game.view("Cy").look("Ann").known == ("The Tree",)
    assert game.view("Cy").look("Bob").known == ()


def test_who_hands_out_knows_who_has_what() -> None:
    game = position(hand={"Ann": ["Everybody Gets 1"]}, pile=["Milk", "Bread", "Time", "Love"])
    game.answer("play Everybody Gets 1")
    assert game.view("Ann").aside == ("Milk", "Bread", "Time")
    assert game.view("Bob").look("Ann").aside == 3
    assert game.view("Bob").aside == ()
    for answer in ("Bread", "Milk", "Time"):
        game.answer(answer)
    assert game.view("Ann").look("Bob").known == ("Milk",)
    assert game.view("Ann").look("Cy").known == ("Time",)
    assert game.view("Bob").look("Cy").known == ()


def test_a_shuffle_makes_everybody_forget() -> None:
    game = position(hand={"Ann": ["It's Trash Day!", "Love"]}, discard=["Milk", "Bread"], seats=["Ann", "Bob"])
    game.answer("play It's Trash Day!")
    assert [option.text for option in game.decision.options] == ["Love", "done"]
    game.answer("Love")
    assert game.view("Ann").discard == ("It's Trash Day!",)
    pile = cards_in(game.table, w.PILE)
    assert {"Milk", "Bread", "Love"} <= {game.deck.cards[card].title for card in pile} | set(game.view("Bob").hand)
    assert not any(game.table.known[card] for card in pile)


def test_a_blind_first_play_is_hidden_from_the_others() -> None:
    hands = {"Ann": ["Milk", "Bread", "Time"], "Bob": ["Love"], "Cy": ["Peace"]}
    game = position(hand=hands, rules=["First Play Random", "Play 2"])
    (only,) = game.decision.options
    assert only.value in hands["Ann"]
    seen = {game.imagine("Bob", seed=seed).decision.options[0].value for seed in range(40)}
    assert len(seen) > 3
    assert {game.imagine("Ann", seed=seed).decision.options for seed in range(5)} == {(only,)}
