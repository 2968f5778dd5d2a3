"""Bots think in processes of their own, so that one that takes long delays no other table.

Where such a process gives no answer the bot plays greedily, and where even that might take long, without thinking.
"""

from __future__ import annotations

import asyncio
import logging

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.play.seated_bot import SeatedBot
from changeling.web.table.alarm import Wake
from changeling.web.table.workers import Workers
from changeling.web.table.written.game_log import STAND_IN
from changeling.web.wire.values import DeckChoice
from changeling.web.workers.process import WorkerLost

MOST_LOST = 3  # answers of a game that were waited for in vain; from then on its bots do not think any more
log = logging.getLogger("changeling.web")


class BotThinking:
    """What the bots of one game are thinking about, and what they have chosen, by the id of the question.

    `wake` is called each time that a bot has chosen.
    """

    def __init__(self, wake: Wake, workers: Workers, choice: DeckChoice) -> None:
        self._wake, self._workers, self._choice = wake, workers, choice
        self._chosen: dict[int, Option] = {}
        self._at_hand: dict[int, Option] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._lost = 0

    def chosen(self, question: int) -> Option | None:
        """What a bot has chosen for a question; None while it thinks, or when it was never asked."""
        return self._chosen.get(question)

    def at_hand(self, question: int) -> Option | None:
        """What a bot that is hurried answers if it is not waited for; None until it has seen that much."""
        return self._at_hand.get(question)

    def think(self, question: int, bot: SeatedBot, view: View, decision: Decision, *, hurried: bool = False) -> None:
        """Have a bot think about a question, unless it does already. One that is `hurried` first looks for what is best
        at once, because it may not be waited for."""
        if question in self._tasks or question in self._chosen:
            return

        async def task() -> None:
            if hurried and bot.bot != "random":  # which takes no thinking
                self._at_hand[question] = await self._choose_quickly(bot, view, decision)
            self._chosen[question] = await self._choose(bot, view, decision)
            self._tasks.pop(question, None)
            await self._wake()

        self._tasks[question] = asyncio.create_task(task())

    def forget(self) -> None:
        """The game has gone on: what was chosen was chosen for questions that are past."""
        self._chosen.clear()
        self._at_hand.clear()

    def stop(self) -> None:
        """Stop all thinking."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    async def _choose(self, bot: SeatedBot, view: View, decision: Decision) -> Option:
        """What a bot chooses. Whatever goes wrong, it chooses something, so that the game goes on."""
        try:
            if self._lost < MOST_LOST:
                return await self._workers.choose(self._choice, bot, view, decision)
        except WorkerLost as lost:
            self._lost += not lost.busy
            log.warning("a bot was not waited for any longer: %s", lost)
        except Exception:
            log.exception("a bot failed at: %s", decision)
        return await self._choose_quickly(bot, view, decision)

    async def _choose_quickly(self, bot: SeatedBot, view: View, decision: Decision) -> Option:
        """What looks best at once, where the cards are ours; with others even that could take long."""
        if self._choice.text.strip():
            return decision.options[-1]
        try:
            return await self._workers.choose_quickly(SeatedBot(STAND_IN, bot.seed), view, decision)
        except Exception:
            log.exception("a bot failed at: %s", decision)
            return decision.options[-1]
