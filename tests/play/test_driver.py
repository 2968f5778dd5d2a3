"""The one loop that drives a game."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.play.driver import Chooser, Driver, play


class Stubborn:
    """Takes the first option and notes what it was asked; leaves when it has had enough."""

    def __init__(self, most: int = 10**9) -> None:
        self.asked: list[cl.Decision] = []
        self.most = most

    def choose(self, view: cl.View, decision: cl.Decision) -> cl.Option:
        assert view.seat == decision.seat
        assert view.decision == decision
        if len(self.asked) == self.most:
            raise RuntimeError("enough")
        self.asked.append(decision)
        return decision.options[0]


def new_game(seed: int = 5) -> cl.Game:
    return cl.Game("fluxx-4", seats=["Ann", "Bob", "Cy"], seed=seed)


def bots(game: cl.Game) -> dict[str, Chooser]:
    return {seat: cl.bot("random", place) for place, seat in enumerate(game.seats)}


def test_plays_to_the_end() -> None:
    game = new_game()
    assert play(game, bots(game)) is game
    assert game.over


def test_stops_after_so_many_answers() -> None:
    game = new_game()
    assert Driver(game, bots(game)).run(most=4) == 4
    assert len(game.record().moves) == 4


def test_each_seat_is_asked_its_own_questions() -> None:
    game = new_game()
    choosers = {seat: Stubborn() for seat in game.seats}
    Driver(game, choosers).run(most=60)
    for seat, chooser in choosers.items():
        assert chooser.asked
        assert all(decision.seat == seat for decision in chooser.asked)


def test_single_options_are_taken_where_the_face_wants_that() -> None:
    game = new_game(seed=6)
    choosers = {seat: Stubborn() for seat in game.seats}
    driver = Driver(game, choosers, forced=lambda decision: decision.options[0].sort != "play")
    given = driver.run(most=400)
    asked = [decision for chooser in choosers.values() for decision in chooser.asked]
    assert len(asked) < given
    assert all(len(decision.options) > 1 or decision.options[0].sort == "play" for decision in asked)


def test_a_seat_hears_everything_it_could_see_once() -> None:
    game = new_game()
    heard: list[cl.Event] = []

    def hear(seat: str, events: tuple[cl.Event, ...]) -> None:
        assert seat == "Bob"
        heard.extend(events)

    Driver(game, bots(game), hear=hear, listening=("Bob",)).run()
    assert tuple(heard) == game.events_for("Bob")


def test_a_chooser_that_leaves_leaves_the_game_as_it_was_asked() -> None:
    game = new_game()
    quitter = Stubborn(most=3)
    driver = Driver(game, dict.fromkeys(game.seats, quitter))
    with pytest.raises(RuntimeError, match="enough"):
        driver.run()
    assert len(game.record().moves) == 3
    before = game.decision
    quitter.most = 4
    driver.step()
    assert quitter.asked[-1] == before


def test_what_is_wrong_is_said() -> None:
    game = new_game()
    with pytest.raises(cl.ChangelingError, match="nobody answers for Ann; choosers are given for nobody"):
        Driver(game, {})
    with pytest.raises(cl.ChangelingError, match="'Zoe' is not a seat"):
        Driver(game, bots(game), listening=("Zoe",))
