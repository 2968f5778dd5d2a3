"""Sections about events: nothing leaks by them, nothing that goes round by them goes on for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cards.writing import deck_of
from tests.effort import tries
from tests.engine.seen.test_worlds import check_imagined, differing, honest, indistinguishable, watched_twins
from tests.random_play import NAMES, laid, play_on, questions

import changeling as cl
from changeling.engine.layout import MAX_HAPPENINGS

COOKBOOK = [
    "fluxx-4",
    "dice-camera-action",
    str(Path(__file__).parents[3] / "scenarios" / "words" / "words-events.cards"),
]
STONES = 'keeper "Stone" x40\n    "A stone."\n'


@pytest.mark.parametrize("seats", [2, 4])
def test_no_event_tells_what_a_seat_may_not_know(seats: int) -> None:
    for seed in range(3):
        game = cl.Game(COOKBOOK, seats=NAMES[:seats], seed=seed)
        since = 0
        for _ in play_on(game, seed, most=200):
            if game.table.decisions % 5:
                continue
            for seat in game.seats:
                check_imagined(game, seat, seed * 1000 + game.table.decisions, since=since)
            since = len(game.events)


def test_a_twin_is_not_told_apart_by_events(tmp_path: Path) -> None:
    """Without what forbids plays: who has nothing that may be played does not play, which everybody sees."""
    cards = Path(COOKBOOK[-1]).read_text(encoding="utf-8").split("\n\n")
    kept = tmp_path / "kept.cards"
    kept.write_text("\n\n".join(card for card in cards if "cannot_play" not in card), encoding="utf-8")
    deck = cl.load_deck([*COOKBOOK[:-1], str(kept)])
    assert watched_twins(deck, 3, tries(10), honest) > 30


def test_tables_that_cannot_be_told_apart_are_imagined_alike() -> None:
    compared = 0
    for game in questions(COOKBOOK, 3, tries(2), every=2):
        seat = game.decision.seat
        here = game.view(seat).imagine(7)
        for other in indistinguishable(game, 3):
            assert differing(here, other.view(seat).imagine(7)) == []
            compared += 1
    assert compared > 30


@pytest.mark.parametrize(
    "section",
    [
        "on arrived keeper:\n        give(it, left_of(owner(it)))",
        "on drawn card:\n        draw(1, by=actor)",
        "on discarded card:\n        draw(2)\n        discard(random(hand(you)))",
        "on gone:\n        take(this)\n        discard(this)",
        "instead of discarded keeper:\n        draw(1)",
        "instead of won:\n        draw(1)",
        "on played card:\n        play(random(hand(actor)), by=actor)",
        "instead of discarded keeper:\n        discard(it)",
        "on stolen keeper:\n        take(it)",
    ],
)
def test_what_goes_round_by_events_is_stopped(section: str) -> None:
    text = f'keeper "Wheel" x8\n    {section}\n' + STONES
    text += 'action "Sweep" x6\n    discard(keepers(everyone))\n'
    text += 'action "Snatch" x6\n    take(choose(keepers(others)))\n'
    text += 'goal "Three" x3\n    wins = count(keepers(you)) >= 3\n'
    for seed in range(4):
        game = cl.Game(deck_of(text), seats=NAMES[:3], seed=seed)
        for _ in play_on(game, seed, most=150):
            assert game.table.happenings <= MAX_HAPPENINGS
        again = cl.replay(game.record(), deck=game.deck)
        assert again.table.place == game.table.place


def test_of_more_events_than_there_is_room_for_the_first_are_told() -> None:
    text = (
        'rule "Watch"\n    on discarded keeper:\n        draw(1, by=actor)\n' + 'keeper "Stone" x60\n    "A stone."\n'
    )
    text += 'action "Sweep" x2\n    discard(keepers(everyone))\naction "Dig" x99\n    draw(1)\n'
    stones = ["Stone", *(f"Stone #{number}" for number in range(2, MAX_HAPPENINGS + 6))]
    table = {"turn": "Ann", "hand": {"Ann": ["Sweep"]}, "rules": ["Watch"], "keepers": {"Bob": stones}}
    values = {"deck": "test", "seats": ["Ann", "Bob"], "table": table}
    game = cl.Game.from_values(values, compiled=deck_of(text))
    game.answer("play Sweep")
    drawn = [event for event in game.events if event.what == "draws" and event.because == "Watch"]
    assert len(drawn) == MAX_HAPPENINGS


ROBBERY = """
keeper "Milk" x20
    "M."

action "Hot Coal"
    "Whoever takes it out of your hand discards a Keeper."
    draw(1)
    on robbed:
        discard(choose(keepers(actor), by=actor))

action "Pickpocket"
    "Take a card at random out of another player's hand into yours."
    to_hand(random(hand(choose(others)), 1), by=you)
"""


@pytest.mark.parametrize(("robbed", "known"), [("Hot Coal", ("Hot Coal",)), ("Milk", ())])
def test_a_robbed_card_is_shown_to_all_where_a_section_is_about_it(robbed: str, known: tuple[str, ...]) -> None:
    game = laid(ROBBERY, hand={"Ann": ["Pickpocket"], "Bob": [robbed]})
    for answer in ("play Pickpocket", "Bob"):
        game.answer(answer)
    assert game.view("Cy").look("Ann").known == known
