"""Every way a game can end: who won, by which card, and what fulfilled it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.cards.writing import expect
from tests.random_play import NAMES, advance, laid, position

import changeling as cl
from changeling.engine.layout import ALL_LOST, FAULT, NOTHING_TO_DO, STUCK, WON
from changeling.engine.seen.reasons.ending import ending_of

KEEPERS = "".join(f'keeper "K{number}"\n    "A thing."\n' for number in range(1, 8))
CARDS = f"""marks doom
{KEEPERS}
keeper "Idol" doom
    "The Ungoal is yours."
    claims += one
creeper "Shade" doom
    "Blocks you."
    claims += two
action "Fiat!"
    "You win!"
    win()
action "Last Straw"
    "Take all there is."
    take(choose(keepers(others)))
surprise "Turncoat"
    "As an Ungoal is met, you win."
    your_turn:
        draw(1)
    react doom:
        win()
surprise "Cold Water"
    "Cancels."
    your_turn:
        draw(1)
    react action:
        cancel()
ungoal "Nightfall"
    "All lose when K1 lies in front of anybody."
    ends = anyone_has("K1")
goal "Pair"
    "Have K2 and K3."
    wins = has("K2", "K3")
"""


def played(*answers: str, **table: Any) -> cl.Game:
    """A game of these cards, answered to its end."""
    game = laid(CARDS, **({"goals": ["Nightfall"]} | table))
    for answer in answers:
        game.answer(answer)
    assert game.over
    return game


def facts(game: cl.Game) -> tuple[object, ...]:
    ending = game.ending
    assert ending is not None
    return ending.how, ending.winner, ending.card, ending.by


def told(game: cl.Game, reader: str = "") -> str:
    ending = game.ending
    assert ending is not None
    return ending.reason.told_to(reader)


def test_a_goal_is_met() -> None:
    game = played("play K3", goals=["Pair"], hand={"Ann": ["K3"]}, keepers={"Ann": ["K2"]})
    assert facts(game) == ("goal", "Ann", "Pair", ())
    assert told(game) == "Ann has won by Pair: Ann has K2 and K3."
    assert told(game, "Ann") == "You have won by Pair: you have K2 and K3."
    assert str(game.why("Bob")) == "Bob has not won: Ann has, by Pair. [Pair, GOAL-3]"


def test_an_ungoal_is_met_and_all_lose() -> None:
    game = played("play K1", hand={"Ann": ["K1"]})
    assert facts(game) == ("all lost", "", "Nightfall", ())
    assert told(game, "Ann") == "Everybody has lost: the Ungoal Nightfall was met: you have K1."
    assert game.why("Bob").text == told(game)
    assert (game.events[-1].what, game.events[-1].seat, game.events[-1].card) == ("wins", "", "Nightfall")


@pytest.mark.parametrize(("zone", "card"), [("keepers", "Idol"), ("creepers", "Shade")])
def test_the_win_is_claimed_by_a_card_in_front(zone: str, card: str) -> None:
    game = played("play K1", hand={"Ann": ["K1"]}, **{zone: {"Bob": [card]}})
    assert facts(game) == ("claim", "Bob", "Nightfall", (card,))
    assert told(game, "Bob") == f"You have won by {card} as the Ungoal Nightfall was met: Ann has K1."
    assert game.why("Bob").because == (card, "Nightfall", "UNGOAL-2")


def test_of_several_claims_only_the_cards_that_it_takes_are_named() -> None:
    table = {"keepers": {"Bob": ["Idol"]}, "creepers": {"Bob": ["Shade"]}}
    assert facts(played("play K1", hand={"Ann": ["K1"]}, **table))[3] == ("Shade",)


def test_the_win_is_claimed_by_a_surprise() -> None:
    game = played("play K1", "play Turncoat", hand={"Ann": ["K1"], "Bob": ["Turncoat"]}, keepers={"Cy": ["Idol"]})
    assert facts(game) == ("claim", "Bob", "Nightfall", ("Turncoat",))
    assert told(game) == "Bob has won by Turncoat as the Ungoal Nightfall was met: Ann has K1."
    claim = next(event for event in game.events if event.what == "claims")
    assert (claim.seat, claim.card, claim.clause) == ("Bob", "Turncoat", "UNGOAL-2")


def test_a_card_says_that_its_player_wins() -> None:
    game = played("play Fiat!", hand={"Ann": ["Fiat!"]})
    assert facts(game) == ("card", "Ann", "Fiat!", ("Fiat!",))
    assert told(game) == "Ann has won by Fiat!, which says: You win!"
    assert (game.events[-1].what, game.events[-1].card, game.events[-1].clause) == ("wins", "Fiat!", "TURN-8")


def test_nobody_can_do_anything_more() -> None:
    game = laid(CARDS, hand={"Ann": ["K1"]})
    game.table.outcome, game.table.fault = STUCK, NOTHING_TO_DO
    assert facts(game) == ("stuck", "", "", ())
    assert told(game) == "The game is over, and nobody has won: nobody can do anything any more."
    assert game.why("Ann").text == told(game)


def test_a_program_went_wrong() -> None:
    game = laid(CARDS, hand={"Ann": ["K1"]})
    game.table.outcome, game.table.fault = FAULT, 1
    assert facts(game)[0] == "fault"
    assert "a card's program went wrong (" in told(game)


def test_a_game_that_goes_on_has_no_end() -> None:
    assert laid(CARDS, hand={"Ann": ["K1"]}).ending is None


@pytest.mark.parametrize(
    "game",
    [
        played("play K3", goals=["Pair"], hand={"Ann": ["K3"]}, keepers={"Ann": ["K2"]}),
        played("play K1", hand={"Ann": ["K1"]}),
        played("play K1", hand={"Ann": ["K1"]}, keepers={"Bob": ["Idol"]}),
    ],
)
def test_without_a_journal_the_table_tells_the_same(game: cl.Game) -> None:
    inquiry = game._looking.inquiry()
    bare = type(inquiry)(inquiry.deck, inquiry.sheet, inquiry.table, inquiry.names)
    assert ending_of(bare) == game.ending


def test_creepers_that_did_no_harm_are_explained() -> None:
    game = position(
        goals=["Toast"], rules=["Silver Lining"], keepers={"Ann": ["Bread", "The Toaster"]}, creepers={"Ann": ["War"]}
    )
    expected = (
        "Ann has won by Toast: Ann has Bread and The Toaster. War did not stand in the way because of Silver Lining."
    )
    assert told(game) == expected


@pytest.mark.parametrize("deck", [*cl.editions(), ("cthulhu", "fluxx-4")])
def test_every_game_has_an_end_that_can_be_told(deck: str | tuple[str, ...]) -> None:
    for seed in range(8):
        meta = ("Cult Clash",) if "cthulhu" in deck and seed % 2 else ()
        game = advance(cl.Game(deck, seats=NAMES[: 2 + seed % 4], seed=seed, meta=meta), seed)
        if not game.over:
            continue
        ending = game.ending
        assert ending is not None
        assert {"goal": WON, "claim": WON, "card": WON, "all lost": ALL_LOST, "stuck": STUCK}[
            ending.how
        ] == game.table.outcome
        assert (ending.winner or None) == game.winner
        if ending.winner:
            last = game.events[-1]
            assert (last.what, last.seat, last.card) == ("wins", ending.winner, ending.card)
            by = ending.by[0] if ending.by else ending.card
            assert re.match(
                f"You have won (as the last player in the game, )?by {re.escape(by)}", told(game, ending.winner)
            )


@pytest.mark.parametrize("edition", cl.editions())
def test_what_counted_lies_open(edition: str) -> None:
    won = 0
    for seed in range(6):
        game = advance(cl.Game(edition, seats=NAMES[:3], seed=seed), seed)
        ending = game.ending
        if ending is None:
            continue
        seats = game.view(NAMES[0]).seats
        assert {*ending.counted} <= {card for seat in seats for card in (*seat.keepers, *seat.creepers)}
        won += bool(ending.counted)
    assert won


def test_a_creeper_that_a_card_excuses_is_told() -> None:
    more = 'keeper "Amulet"\n    "Its owner may win in spite of Shade."\n    excused = creepers(you, "Shade")\n'
    table: dict[str, Any] = {"goals": ["Pair"], "keepers": {"Ann": ["K2", "Amulet"]}, "creepers": {"Ann": ["Shade"]}}
    game = laid(CARDS + more, hand={"Ann": ["K3"]}, **table)
    game.answer("play K3")
    ending = game.ending
    assert ending is not None
    wanted = "Ann has won by Pair: Ann has K2 and K3. Shade did not stand in the way because of Amulet."
    assert ending.reason.told_to("") == wanted
    assert "Amulet" in ending.reason.because


STOPPERS = """
creeper "Gnat"
    "It stops nobody."
    stops = nobody

creeper "Rival"
    "It stops all others."
    stops = others

creeper "Storm"
    "Nobody can win."
    stops = everyone

keeper "Fan"
    "No Storm keeps its owner from winning."
    excused = creepers(everyone, "Storm")
"""


@pytest.mark.parametrize(
    ("creepers", "besides"),
    [
        ({"Ann": ["Gnat"]}, ""),
        ({"Ann": ["Rival"]}, ""),
        ({"Ann": ["Gnat", "Rival"], "Bob": ["Shade"]}, ""),
        ({"Ann": ["Gnat"], "Bob": ["Storm"]}, " Storm did not stand in the way because of Fan."),
    ],
)
def test_only_a_creeper_that_would_stop_the_winner_is_told(creepers: dict[str, list[str]], besides: str) -> None:
    table: dict[str, Any] = {"goals": ["Pair"], "keepers": {"Ann": ["K2", "Fan"]}, "creepers": creepers}
    game = laid(CARDS + STOPPERS, hand={"Ann": ["K3"]}, **table)
    game.answer("play K3")
    ending = game.ending
    assert ending is not None
    assert ending.reason.told_to("") == f"Ann has won by Pair: Ann has K2 and K3.{besides}"


def test_what_excuses_creepers_knows_nobody_who_acts() -> None:
    expect('keeper "A"\n    "A."\n    excused = creepers(you) if ▸actor == you\n', "actor")
