"""Every message has a row that says who may send it, and when; what is refused has its code."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest
from tests.web.table.tables import Tried, tried

from changeling.web.table.commands.commands import COMMANDS
from changeling.web.table.commands.permissions import REQUIRED
from changeling.web.wire import messages as m
from changeling.web.wire.values import Arrangement

EVERY = get_args(m.FromClient)


def test_every_message_is_a_command_with_requirements() -> None:
    assert set(COMMANDS) == set(REQUIRED) == set(EVERY)


LOOKING_ON = [
    m.Introduce(),
    m.Agree([]),
    m.Commit("00"),
    m.Reveal("00"),
    m.Answer(1, 1),
    m.Hold(1),
    m.Habit("ask"),
    m.Leave(),
]
TOO_EARLY = [m.Hold(1), m.Undo(), m.Back(), m.Answer(1, 1), m.Why("draws")]
TOO_LATE = [m.Introduce(), m.Arrange(Arrangement()), m.Agree([]), m.Commit("00"), m.Reveal("00"), m.Start()]


@pytest.mark.parametrize(
    ("sender", "playing", "message", "code"),
    [
        *(("watcher", False, message, "seat/none") for message in LOOKING_ON),
        *(("host", False, message, "phase/playing") for message in TOO_EARLY),
        *(("host", True, message, "phase/lobby") for message in TOO_LATE),
        ("watcher", False, m.Hello(), "hello/again"),
        ("host", False, m.Sit("Zoe"), "seat/have"),
        ("guest", False, m.Start(), "host/only"),
        ("guest", True, m.Admit(1, True), "host/only"),
        ("watcher", True, m.Admit(1, True), "seat/none"),
        ("guest", True, m.Remove(0), "host/only"),
        ("watcher", False, m.Remove(1), "seat/none"),
        ("host", True, m.Admit(1, True), "ask/none"),
        ("guest", False, m.Arrange(Arrangement(pause=0)), "host/only"),
        ("host", False, m.Rematch(), "phase/over"),
        ("host", True, m.Rematch(), "phase/over"),
        ("host", True, m.Undo(), "undo/people"),
    ],
)
def test_what_is_refused(sender: str, playing: bool, message: m.FromClient, code: str) -> None:
    async def main() -> Tried:
        return await tried(sender, message, playing=playing)

    done = asyncio.run(main())
    assert done.refused == code
    assert done.written == []
    assert done.sent == {"host": [], "guest": [], "watcher": []}


@pytest.mark.parametrize("message", [m.Say("hello"), m.React("wow"), m.Resync(), m.Ping(3), m.Sit("Zoe")])
def test_what_anybody_may(message: m.FromClient) -> None:
    assert asyncio.run(tried("watcher", message, playing=False)).refused == ""
