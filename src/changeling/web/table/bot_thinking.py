"""Bots think beside the event loop, so that one that takes long delays no other table."""

from __future__ import annotations

import asyncio
import logging

from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.play.driver import Chooser
from changeling.web.table.alarm import Wake

log = logging.getLogger("changeling.web")


class BotThinking:
    """What the bots of one game are thinking about, and what they have chosen, by the id of the question.

    `wake` is called each time that a bot has chosen.
    """

    def __init__(self, wake: Wake) -> None:
        self._wake = wake
        self._chosen: dict[int, Option] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def chosen(self, question: int) -> Option | None:
        """What a bot has chosen for a question; None while it thinks, or when it was never asked."""
        return self._chosen.get(question)

    def think(self, question: int, bot: Chooser, view: View, decision: Decision) -> None:
        """Have a bot think about a question, unless it does already."""
        if question in self._tasks or question in self._chosen:
            return

        async def task() -> None:
            self._chosen[question] = await _choose(bot, view, decision)
            self._tasks.pop(question, None)
            await self._wake()

        self._tasks[question] = asyncio.create_task(task())

    def forget(self) -> None:
        """The game has gone on: what was chosen was chosen for questions that are past."""
        self._chosen.clear()

    def stop(self) -> None:
        """Stop all thinking."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()


async def _choose(bot: Chooser, view: View, decision: Decision) -> Option:
    """What a bot chooses. One that raises takes the last option, so that the game goes on."""
    try:
        return await asyncio.to_thread(bot.choose, view, decision)
    except Exception:
        log.exception("a bot failed at: %s", decision)
        return decision.options[-1]
