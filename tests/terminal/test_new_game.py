"""Who sits at the table: humans first, then bots; and a game that was saved goes on with the same people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import changeling as cl
from changeling.play.seated_bot import BOT_NAMES, SeatedBot
from changeling.terminal.new_game import new_game, resume, save
from changeling.terminal.people import World


def test_humans_sit_first_and_bots_take_the_other_seats() -> None:
    setting = new_game(deck="family", seats=5, humans=["Ann", "Bob"], bot="random", seed=3)
    assert setting.game.seats == ("Ann", "Bob", *BOT_NAMES[:3])
    assert (setting.humans, setting.bot, setting.file) == (("Ann", "Bob"), "random", None)


def test_no_bot_has_the_name_of_a_human() -> None:
    setting = new_game(deck="family", seats=3, humans=[BOT_NAMES[0].upper()], bot="random", seed=3)
    assert setting.game.seats == (BOT_NAMES[0].upper(), BOT_NAMES[1], BOT_NAMES[2])


def test_what_was_asked_for_is_in_the_game() -> None:
    setting = new_game(
        deck="fluxx-4",
        seats=3,
        humans=["Ann"],
        bot="random",
        seed=3,
        meta=["No Creepers"],
        first="Ann",
        world=World(holiday=True),
    )
    record = setting.game.record()
    assert (record.seed, record.meta, record.first, record.holiday) == (3, ("No Creepers",), "Ann", True)
    assert setting.game.turn == "Ann"


def test_players_are_told_what_is_odd_with_their_deck() -> None:
    plain = new_game(deck="family", seats=3, humans=["Ann"], bot="random", seed=3)
    mixed = new_game(deck="family+fluxx-4", seats=3, humans=["Ann"], bot="random", seed=3)
    assert plain.odd == ()
    assert mixed.odd != ()


def test_a_saved_game_goes_on_where_it_stood_with_the_same_people(tmp_path: Path) -> None:
    setting = new_game(deck="family", seats=3, humans=["Ann", "Bob"], bot="random", seed=3)
    for _ in range(5):
        setting.game.answer(0)
    file = tmp_path / "game.json"
    save(setting, file)
    back = resume(file)
    assert back.game.notation() == setting.game.notation()
    assert (back.humans, back.bot, back.file) == (("Ann", "Bob"), "random", file)
    other = resume(file, humans=[BOT_NAMES[0]], bot="greedy")
    assert (other.humans, other.bot) == ((BOT_NAMES[0],), "greedy")


def test_a_record_without_players_is_played_by_the_first_seat(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(cl.Game("family", seats=["Ann", "Bob"], seed=1).record().to_json(), encoding="utf-8")
    assert resume(file).humans == ("Ann",)


def test_somebody_who_is_not_at_the_table_cannot_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    save(new_game(deck="family", seats=2, humans=["Ann"], bot="random", seed=1), file)
    with pytest.raises(cl.ChangelingError, match="--humans: 'Zoe' is not at this table; the seats are Ann, Ada"):
        resume(file, humans=["Zoe"])
    values = json.loads(file.read_text(encoding="utf-8"))
    values["players"]["bot"] = "clever"
    file.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(cl.ChangelingError, match="--bot: 'clever' is not a bot"):
        resume(file)


@pytest.mark.parametrize("name", ["You", "you", "YOU"])
def test_one_of_several_people_cannot_be_called_you(name: str) -> None:
    with pytest.raises(cl.ChangelingError, match=f"nobody can be called '{name}'"):
        new_game(deck="family", seats=3, humans=["Ann", name], bot="random", seed=1)
    alone = new_game(deck="family", seats=3, humans=[name], bot="random", seed=1)
    assert alone.humans == (name,)


def test_a_bot_of_ones_own_plays_but_a_saved_game_runs_none(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Last:\n"
        "    def __init__(self, seed): self.seed = seed\n"
        "    def choose(self, view, decision): return decision.options[-1]\n",
        encoding="utf-8",
    )
    own, file = f"{tmp_path / 'mine.py'}:Last", tmp_path / "game.json"
    seating = new_game(deck="family", seats=2, humans=["Ann"], bot=own, seed=1)
    game = seating.game
    chosen = SeatedBot(seating.bot, 1, own=seating.own).choose(game.view(game.decision.seat), game.decision)
    assert chosen == game.decision.options[-1]
    save(seating, file)
    with pytest.raises(cl.ChangelingError, match=r"--bot: .* is not a bot"):
        resume(file)
    assert resume(file, bot=own).own
    assert not resume(file, bot="greedy").game.over
