"""What goes round in circles is stopped: what it has done stands, and the game goes on."""

import pytest
from tests.cards.endless import STONES, STOPPED
from tests.cards.writing import deck_of

import changeling as cl
from changeling.engine.layout import (
    BUDGET,
    GOING,
    MAX_FRAMES,
    MOST_ANSWERS,
    MOST_STRETCHES,
    STRETCH,
    TOUCHES,
    Table,
)
from changeling.engine.machine.dispatch import step
from changeling.engine.sheet_layout import Sheet
from changeling.proofs.conformance import census, differences
from changeling.record import notation


def laid(text: str, **table: object) -> cl.Game:
    values = {"deck": ["test"], "seats": ["Ann", "Bob"], "table": {"turn": "Ann", "rest": "pile", **table}}
    return cl.Game.from_values(values, compiled=deck_of(text))


def stops(game: cl.Game) -> list[cl.Event]:
    return [event for event in game.events if event.what == "is stopped"]


@pytest.mark.parametrize("name", STOPPED)
def test_what_never_ends_is_stopped_and_the_game_goes_on(name: str) -> None:
    game = cl.Game(deck_of(STOPPED[name]), seats=["Ann", "Bob"], seed=1)
    turns = set()
    for _ in range(30 if "asks" not in name else 3 * MOST_ANSWERS):
        if game.over:
            break
        turns.add(game.turn)
        assert census(game.deck, game.table) == []
        game.answer(0)
    found = stops(game)
    assert found
    assert {event.card.partition(" #")[0] for event in found} <= {"Round", "Round about"}
    assert turns == {"Ann", "Bob"}
    assert not game.over or (game.stuck is not None and "nobody can do anything" in game.stuck.text)
    assert all(event.file == "my.cards" and event.line > 1 for event in found)


@pytest.mark.parametrize("name", STOPPED)
def test_the_same_answers_give_the_same_game_again(name: str) -> None:
    game = cl.Game(deck_of(STOPPED[name]), seats=["Ann", "Bob", "Cy"], seed=3)
    for _ in range(10):
        if not game.over:
            game.answer(len(game.decision.options) - 1)
    again = cl.replay(game.record(), deck=game.deck)
    assert differences(game.table, again.table) == []
    assert again.events == game.events
    if not game.over:
        moves = len(game.record().moves)
        game.undo(1)
        game.answer(again.record().moves[moves - 1])
        assert differences(game.table, again.table) == []


def test_what_was_done_stands_and_everybody_is_told_where_it_went_round() -> None:
    text = STONES + 'action "Round"\n    "Never ends."\n    draw(2)\n    while yes:\n        pass\n'
    game = laid(text, hand={"Ann": ["Round"], "Bob": ["Stone"]})
    game.answer("play Round")
    assert (game.turn, game.table.size[9]) == ("Bob", 2)  # the cards that Ann has drawn
    assert game.view("Ann").discard == ("Round",)
    for seat in ("Ann", "Bob"):
        (event,) = [one for one in game.events_for(seat) if one.what == "is stopped"]
        assert (event.card, event.because, event.file, event.line) == ("Round", "Round", "my.cards", 5)
        assert str(event) == "Ann is stopped Round (my.cards:5) [Round, TURN-8]"


def test_only_the_card_that_loops_is_ended_and_not_what_it_is_part_of() -> None:
    text = STONES + (
        'action "Outer"\n    draw_to(two, aside)\n    play(first(aside))\n    play(first(aside))\n'
        'action "Round"\n    while yes:\n        pass\n'
    )
    game = laid(text, hand={"Ann": ["Outer"], "Bob": ["Stone"]}, pile=["Round", "Stone #2", "Stone #3"])
    game.answer("play Outer")
    assert [event.card for event in stops(game)] == ["Round"]
    assert game.view("Ann").look("Ann").keepers == ("Stone #2",)


def test_a_section_is_at_rest_until_the_next_turn() -> None:
    text = STONES + 'creeper "Round"\n    when yes:\n        give(this, left_of(you))\naction "Quiet" x9\n    pass\n'
    game = laid(
        text, hand={"Ann": ["Quiet"], "Bob": ["Quiet #2", "Quiet #3"]}, creepers={"Ann": ["Round"]}, pile=["Stone"]
    )
    told = len(stops(game))
    assert told == 1
    game.answer(0)
    assert len(stops(game)) == told
    for _ in range(4):
        game.answer(0)
    assert not game.over


def test_a_program_that_fits_no_more_is_not_begun() -> None:
    game = laid(
        STONES + 'action "Round" x2\n    copy(first(hand(you, action)))\n    draw(1)\n',
        hand={"Ann": ["Round", "Round #2"], "Bob": ["Stone"]},
    )
    game.answer("play Round")
    assert len(stops(game)) == 1
    assert game.table.frames == 1
    draws = [event for event in game.events if event.what == "draws" and event.because == "Round"]
    assert 0 < len(draws) <= MAX_FRAMES


def test_letting_windows_pass_begins_nothing_anew() -> None:
    """On a polite table everybody is asked about each card that is played, and the loop must end all the same."""
    text = (
        'keeper "Stone" x3\naction "Round" x40\n    while yes:\n        play(first(discard_pile))\n'
        'surprise "No" x2\n    your_turn:\n        pass\n    react keeper:\n        cancel()\n'
    )
    for polite in (True, False):
        game = cl.Game(deck_of(text), seats=["Ann", "Bob", "Cy"], seed=2, polite=polite)
        made = 0
        while not stops(game):
            options = [option.text for option in game.decision.options]
            game.answer("done" if "done" in options else next(one for one in options if "No" not in one))
            made += 1
            assert made < 4 * BUDGET


def test_what_is_written_down_in_a_window_of_a_loop_goes_on_alike() -> None:
    text = (
        'keeper "Stone" x3\naction "Round" x40\n    while yes:\n        play(first(discard_pile))\n'
        'surprise "No"\n    your_turn:\n        pass\n    react keeper:\n        cancel()\n'
    )
    game = cl.Game(deck_of(text), seats=["Ann", "Bob"], seed=2, polite=True)
    while game.table.steps < BUDGET + STRETCH // 2:
        game.answer("done" if "done" in [option.text for option in game.decision.options] else 0)
        assert not game.over
    values = {"deck": ["test"], "seats": ["Ann", "Bob"]}
    beside = cl.Game.from_values(
        {**values, "table": notation.write(game.deck, game.table, game.seats)}, compiled=game.deck
    )
    assert differences(game.table, beside.table) == []
    while not stops(game):
        game.answer("done")
        beside.answer("done")
        assert differences(game.table, beside.table) == []


def test_the_work_for_one_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def counted(d: Sheet, t: Table) -> None:
        nonlocal made
        made += 1
        step(d, t)

    monkeypatch.setattr("changeling.engine.machine.loop.step", counted)
    for text in STOPPED.values():
        game = cl.Game(deck_of(text), seats=["Ann", "Bob"], seed=1)
        for _ in range(12):
            if game.table.outcome != GOING:
                break
            made = 0
            game.answer(0)
            assert made <= BUDGET + 8 * MOST_STRETCHES * STRETCH


# Each goes through the whole deck with every instruction: a few of them take as long as thousands of others.
HEAVY = {
    "the pile is put into itself": 'to_pile(draw_pile, "random")',
    "the pile is shuffled": "shuffle_pile()",
    "all cards are dealt anew": 'redeal(hand(everyone)); take(draw_pile); to_pile(hand(everyone), "random")',
    "the pile is looked at": "look(draw_pile + discard_pile + draw_pile)",
    "every card is tested": 'x = count(c for c in draw_pile if has("Stone") or count(hand(you)) > 3)',
}


@pytest.mark.parametrize("name", HEAVY)
def test_what_goes_through_many_cards_counts_as_much(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """What a program looks through and moves counts, in both machines: no answer takes more than its share of time."""
    body = "".join(f"        {line}\n" for line in HEAVY[name].split("; "))
    boom = "".join(f'action "Boom {n}" x99\n    while yes:\n{body}' for n in range(4))
    game = cl.Game(deck_of(STONES + boom), seats=["Ann", "Bob"], seed=1)
    made = touched = 0

    def counted(d: Sheet, t: Table) -> None:
        nonlocal made, touched
        step(d, t)
        made, touched = made + 1, touched + t.touched

    monkeypatch.setattr("changeling.engine.machine.loop.step", counted)
    while not stops(game):
        made = touched = 0
        game.answer(next(place for place, option in enumerate(game.decision.options) if "Boom" in option.text))
    assert made < BUDGET / 4
    assert touched < 20 * BUDGET * TOUCHES


def test_one_instruction_is_no_loop_however_many_cards_it_goes_through() -> None:
    body = '    to_pile(draw_pile, "random")\n    shuffle_pile()\n    draw(2)\n'
    text = "".join(f'action "Sift {n}" x95\n{body}' for n in range(4))
    game = cl.Game(deck_of(STONES + text), seats=["Ann", "Bob"], seed=1)
    for _ in range(12):
        game.answer(next(place for place, option in enumerate(game.decision.options) if "Sift" in option.text))
    assert stops(game) == []


def test_looking_at_a_table_is_no_part_of_its_game() -> None:
    text = STONES + 'goal "G" x40\n    wins = count(c for c in draw_pile if has("Stone")) > 900\n'
    game, other = (cl.Game(deck_of(text), seats=["Ann", "Bob"], seed=4) for _ in range(2))
    for _ in range(30):
        for name in game.seats:
            game.why(name)
        game.answer(0)
        other.answer(0)
        assert differences(game.table, other.table) == []
