"""No text brings the machine into a state that it cannot be in: it is refused, or it is a game that can be played."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.effort import tries
from tests.random_play import NAMES, advance, random_games

import changeling as cl
from changeling.cards import codes as w
from changeling.engine import layout as at
from changeling.engine.fields import STATE
from changeling.record.machine_check import LENGTHS, ranges
from changeling.record.machine_part import AS_NUMBERS
from changeling.record.notation import dump

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]
CARD_CHOSEN = at.F_REGISTER + 1  # of the Action in `test_a_stack_that_no_game_has_is_refused`
ODD = (-1, 0, 1, 2, 5, 6, 7, 11, 63, 64, 200, 512, 999, 5000, 32_767, 32_768, -32_768, 2**31, 2**32, 2**63, -(2**63))


def written(values: Json) -> str:
    head = dump({key: value for key, value in values.items() if key != "table"})
    return head + "table:\n" + dump(values["table"], "  ")


def middle_of_a_game() -> Json:
    """A notation in the middle of nested Actions."""
    games = random_games("fluxx-4", 3, 20)
    values: Json = yaml.safe_load(next(game.notation() for game in games if game.table.frames > 2))
    return values


# --- what every field can be ------------------------------------------------------------------------------------------
def test_every_number_of_the_machine_has_a_range() -> None:
    assert set(ranges(3)) == {field.name for field in AS_NUMBERS}
    assert set(LENGTHS) <= set(ranges(3))
    assert all(field.role == STATE for field in AS_NUMBERS)


@pytest.mark.parametrize("bad", [10**12, -(10**6), 2.0, "1", True, None, [], 10**5000], ids=lambda bad: str(type(bad)))
def test_a_number_out_of_its_range_is_refused(bad: object) -> None:
    values = middle_of_a_game()
    for field in AS_NUMBERS:
        broken = copy.deepcopy(values)
        broken["table"]["machine"][field.name] = [bad] if field.length else bad
        with pytest.raises(cl.NotationError):
            cl.Game.from_values(broken)


def frame(place: int, **numbers: int) -> Callable[[Json], None]:
    def edit(machine: Json) -> None:
        for name, value in numbers.items():
            machine["stack"][place][CARD_CHOSEN if name == "CARD_CHOSEN" else getattr(at, name)] = value

    return edit


def put(name: str, value: object) -> Callable[[Json], None]:
    return lambda machine: machine.update({name: value})


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (frame(-1, F_PROGRAM=2000), "there is no such program"),
        (frame(-1, F_PROGRAM=-1), "there is no such program"),
        (frame(-1, F_PC=31_000), "the program does not come to that place"),
        (frame(-1, F_PC=0), "the program does not come to that place"),
        (frame(-1, F_SEAT=3), "there is no such seat"),
        (frame(-1, F_CARD=w.NONE), "the card cannot run that program"),
        (frame(-1, F_CARD=511), "the card cannot run that program"),
        (frame(-1, F_CARD=0), "no frame plays 'Draw 2 and Use 'em'"),
        (frame(0, F_CARD=4), "the card cannot run that program"),
        (frame(0, F_SEAT=5), "the turn is the first"),
        (frame(0, F_WINDOW=2), "neither a turn nor a verdict can be answered like a card"),
        (frame(0, F_PC=29), "the program does not come to that place"),  # its end
        (frame(-1, F_ASIDE=w.ASIDE + 7), "its cards set aside are not the next"),
        (frame(-1, F_ASIDE=w.HAND), "its cards set aside are not the next"),
        (frame(-1, F_OUTER=4), "goes from 0 to 3"),
        (frame(-1, F_SEATS_PASSED=4), "goes from 0 to 3"),
        (frame(-1, F_HOOK=-1), "goes from 0 to"),
        (frame(-1, CARD_CHOSEN=400), "a variable holds what it cannot hold"),
        (put("stack", []), "1 to 320 frames are needed"),
        (put("stack", [[0] * at.FRAME] * 400), "at most 320 fit"),
        (put("extras", [[0, 0]] * 17), "more than 16 extra turns cannot wait"),
        (put("extras", [[5, 0]]), "extras: a number from 0 to 2"),
        (put("extras", [[0, 400]]), "extras: a number from 0 to"),
        (put("asides", [[]] * 201), "at most 200 sets of cards"),
        (put("answer", 3), "answer: a number from -1 to -1"),
        (put("outcome", at.FAULT), "a fault stopped this game"),
        (put("outcome", at.WON), "outcome and winner do not fit together"),
        (put("known", {"Milk": 64}), "known: a number from 0 to 63"),
        (put("promised", {"Milk": 3}), "promised: a number from 0 to 2"),
    ],
)
def test_a_stack_that_no_game_has_is_refused(edit: Callable[[Json], None], message: str) -> None:
    game = cl.Game.from_values(
        {
            "deck": "fluxx-4",
            "seats": ["Ann", "Bob", "Cy"],
            "table": {
                "hand": {"Ann": ["Draw 3, Play 2 of them", "Love"]},
                "pile": ["Draw 2 and Use 'em", "Bread", "Time", "Sleep", "Peace"],
            },
        }
    )
    game.answer("play Draw 3, Play 2 of them")
    game.answer("play Draw 2 and Use 'em")
    values = yaml.safe_load(game.notation())
    cl.Game.from_values(copy.deepcopy(values))
    edit(values["table"]["machine"])
    with pytest.raises(cl.NotationError) as caught:
        cl.Game.from_values(values)
    assert message in str(caught.value)


def test_a_card_is_attached_once() -> None:
    table: Json = {"keepers": {"Ann": ["Love", "Milk"]}, "creepers": {"Ann": ["War"]}}
    table["attached"] = {"War": "Love", "War #1": "Milk"}
    with pytest.raises(cl.NotationError, match="already on or under"):
        cl.Game.from_values({"deck": "fluxx-4", "seats": ["Ann", "Bob"], "table": table})


@pytest.mark.parametrize("key", ["pile", "discard"])
@pytest.mark.parametrize("card", ["Basic Rules", "No Creepers"])
def test_what_never_leaves_its_place_is_in_no_pile(key: str, card: str) -> None:
    with pytest.raises(cl.NotationError, match="here lie"):
        cl.Game.from_values({"deck": "fluxx-4", "seats": ["Ann", "Bob"], "table": {key: [card]}})


# --- random edits -----------------------------------------------------------------------------------------------------
def edited(values: Json, chance: random.Random) -> str:
    """A notation with a few edits: other numbers, entries gone, doubled or exchanged, characters of the text."""
    values = copy.deepcopy(values)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        _edit(values["table"], chance)
    text = written(values)
    if chance.random() < 0.15:
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice(("9", "-", "[", "]", ",", '"', "*a", "&a ", "\0", "")) + text[place + 1 :]
    return text


def _edit(node: Any, chance: random.Random) -> None:
    """Go down to some list or mapping, and change something there."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = "machine" if "machine" in keys and chance.random() < 0.7 else chance.choice(keys)
        if "stack" in keys and chance.random() < 0.4:
            key = "stack"
        below = node[key]
        if isinstance(below, dict | list) and below and chance.random() < 0.85:
            node = below
            continue
        break
    _change(node, key, chance)


def _change(node: Any, key: Any, chance: random.Random) -> None:
    value, how = node[key], chance.random()
    if isinstance(value, int) and how < 0.8:
        node[key] = value + chance.choice((-1, 1, 2)) if chance.random() < 0.5 else chance.choice(ODD)
    elif how < 0.3:
        del node[key]
    elif how < 0.5 and isinstance(node, list):
        node.insert(key, value)
    elif how < 0.8 and isinstance(node, list):
        other = chance.randrange(len(node))
        node[key], node[other] = node[other], node[key]
    else:
        node[key] = chance.choice((None, [], {}, "x", -7, 3.5, [[0]], True))


def mutants(number: int) -> Iterator[str]:
    chance = random.Random(number)
    editions = tuple(cl.editions())
    while True:
        edition = chance.choice(editions)
        game = cl.Game(edition, seats=NAMES[: chance.randrange(2, 7)], seed=chance.randrange(1000), polite=True)
        advance(game, chance.randrange(1000), most=chance.randrange(80))
        values = yaml.safe_load(game.notation())
        for _ in range(10):
            yield edited(values, chance)


def outcomes(texts: list[str]) -> list[str]:
    """What became of each text in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    made = subprocess.run(
        [sys.executable, "-m", "tests.record.play_hostile"],
        input="".join(json.dumps(text) + "\n" for text in texts),
        capture_output=True,
        text=True,
        timeout=500,
        cwd=ROOT,
        env=environment,
        check=False,
    )
    assert made.returncode == 0, made.stderr[-2000:]
    return [json.loads(line) for line in made.stdout.splitlines()]


@pytest.mark.parametrize("number", tries(1))
def test_an_edited_notation_is_refused_or_can_be_played(number: int) -> None:
    found = mutants(number)
    texts = [next(found) for _ in range(70)]
    became = outcomes(texts)
    assert len(became) == len(texts)
    wrong = [
        (outcome, text) for outcome, text in zip(became, texts, strict=True) if outcome not in ("refused", "played")
    ]
    assert not wrong, wrong[0]
    assert became.count("played") > 3, "edits that change nothing of importance are read"
    assert became.count("refused") > 25
