"""The course of a game at a live table: what happens by itself, who is waited for, and what bots think meanwhile.

Nothing here is shown to anybody: the table writes the fresh rows to its store first.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.web.settings import Settings
from changeling.web.storage.documents import By, Row, TableDocument
from changeling.web.table.clients import Client
from changeling.web.table.game_log import Play
from changeling.web.table.lobby import is_alone
from changeling.web.table.render import in_window, question_of
from changeling.web.table.surprise_window import Asked, Window, asked_together, pass_of, question_id
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Pause, PersonInfo, Question

log = logging.getLogger("changeling.web")


@dataclass(slots=True)
class Course:
    """A game that goes on at a table. `bots` says which places bots play now; `look_again` has the table go on."""

    play: Play
    table: TableDocument
    settings: Settings
    bots: Callable[[], set[int]]
    look_again: Callable[[], Awaitable[None]]
    window: Window | None = None
    fresh: list[Row] = field(default_factory=list)
    accepted: list[tuple[Client, int]] = field(default_factory=list)
    overtaken: list[tuple[Client, int]] = field(default_factory=list)
    _meant: dict[int, tuple[Client, int]] = field(default_factory=dict)  # who meant what in the window, by place
    _thoughts: dict[int, Option] = field(default_factory=dict)  # what a bot means to answer, by question
    _thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    _not_before: tuple[int, float] = (-1, 0.0)  # when the bot that is asked may answer
    _timer: asyncio.TimerHandle | None = None

    # --- what happens -------------------------------------------------------------------------------------------------
    def settle(self, now: float) -> None:
        """Go on until somebody has to be waited for, or the game is over."""
        game = self.play.game
        while not game.over:
            if in_window(game.table):
                if self.window is None and self._open(now):
                    return
                given = self.window.verdict(now) if self.window else None
                if given is None:
                    return
                self._close(given)
                continue
            option = self.play.driver.unasked(game.decision)
            by: By = "table"
            if option is None and game.table.asked in self.bots() and self._not_before[0] == self.play.number:
                option, by = self._thoughts.get(self.next_question), "bot"
                if now < self._not_before[1]:
                    option = None
            if option is None:
                return
            self._give(option, by)

    def _give(self, option: Option, by: By) -> None:
        self.fresh.append(self.play.answer(option, by))
        self._thoughts.clear()

    def _open(self, now: float) -> bool:
        """Open a window. Gives whether it stays open for now: always where a bot is asked, whatever the bot has."""
        bots, alone = self.bots(), is_alone(self.table)
        asked = tuple(asked_together(self.play.game, self.next_question, bots))
        people = [one for one in asked if one.place not in bots]
        mixed = len(people) < len(asked)
        wait = random.uniform(*self.settings.window_delay) if mixed else 0.0
        timed = bool(people) and not alone and self.table.pause > 0
        window = Window(asked, now + wait, now + self.table.pause if timed else None, set())
        for one in asked:
            sole = len(one.decision.options) == 1
            habit = self.table.seats[one.place].windows
            if one.place in bots:
                if sole:
                    window.intents[one.place] = (pass_of(one.decision), "bot")
            elif sole and (alone or habit == "quick"):
                window.intents[one.place] = (pass_of(one.decision), "table")
            elif habit != "ask":
                window.timed.add(one.place)
        self.window = window
        return mixed

    def _close(self, given: list[tuple[Asked, Option, By]]) -> None:
        meant = self._meant
        self.window, self._meant = None, {}
        for asked, option, by in given:
            if by == "person" and asked.place in meant:
                self.accepted.append(meant.pop(asked.place))
            self._give(option, by)
        self.overtaken += meant.values()

    def drop_window(self) -> None:
        """Forget the open window, because what was asked is asked anew."""
        self.overtaken += self._meant.values()
        self.window, self._meant = None, {}

    @property
    def next_question(self) -> int:
        """The id of what is asked now, or of the first question of what is asked at once. All smaller ones are past."""
        return question_id(self.table.round, self.play.number)

    # --- what is asked ------------------------------------------------------------------------------------------------
    def question(self, place: int, now: float) -> Question | None:
        """What a place is asked now, if a person plays it."""
        game = self.play.game
        if game.over or place in self.bots():
            return None
        if self.window is not None:
            asked = self.window.question(place)
            if asked is None or self.window.intents.get(place, (None, ""))[1] == "table":
                return None
            limit = self.window.deadline if place in self.window.timed else None
            seconds = None if limit is None else round(max(0.0, limit - now), 1)
            return question_of(asked.decision, asked.id, seconds=seconds)
        if game.table.asked != place or in_window(game.table):  # a window that is not open yet asks nobody
            return None
        return question_of(game.decision, self.next_question)

    def pause(self, now: float) -> Pause | None:
        """The pause that everybody sees; none where one person plays against bots."""
        if self.window is None or is_alone(self.table):
            return None
        deadline = self.window.deadline
        return Pause(0.0 if deadline is None else round(max(0.0, deadline - now), 1))

    def answer(self, client: Client, place: int, question: int, code: int) -> bool:
        """Take an answer. Gives whether it only waits, in a window. Raises Refuse; then nothing has changed."""
        if question < self.next_question:
            raise Refuse("answer/stale", f"question {question} is past; the game has gone on")
        decision = self._decision(place, question)
        option = next((one for one in decision.options if one.code == code), None)
        if option is None:
            allowed = " | ".join(f"{one.code} ({one.text})" for one in decision.options)
            raise Refuse("answer/option", f"{code} is not an option of question {question}: {allowed}")
        if self.window is None:
            self.accepted.append((client, question))
            self._give(option, "person")
            return False
        self.window.intents[place] = (option, "person")
        before = self._meant.get(place)
        if before is not None and before[0] is not client:
            self.overtaken.append(before)
        self._meant[place] = (client, question)
        return True

    def _decision(self, place: int, question: int) -> Decision:
        game = self.play.game
        asked = self.window.question(place) if self.window else None
        if place not in self.bots() and not game.over:
            if asked is not None and asked.id == question:
                return asked.decision
            here = self.window is None and not in_window(game.table) and game.table.asked == place
            if here and self.next_question == question:
                return game.decision
        raise Refuse("answer/not-asked", f"question {question} is not put to you")

    def hold(self, place: int, question: int) -> None:
        """More time in the window."""
        asked = self.window.question(place) if self.window else None
        if self.window is None or asked is None or asked.id != question or not self.window.hold():
            raise Refuse("hold/not-asked", f"question {question} is not one that can be held")

    # --- other rows ---------------------------------------------------------------------------------------------------
    def join(self, name: str, person: PersonInfo) -> None:
        """A new player joins (SETUP-7); what is being asked is asked anew."""
        self.fresh.append(self.play.join(name, person))
        self.drop_window()
        self._thoughts.clear()

    def undo(self, seat: str) -> None:
        """Back to the last choice that a person made."""
        keep = self.play.last_choice()
        if keep is None:
            raise Refuse("undo/nothing", "there is no choice of yours to take back")
        self.drop_window()
        self.fresh.append(self.play.undo(seat, keep))
        self._thoughts.clear()

    # --- what comes by itself -----------------------------------------------------------------------------------------
    def plan(self, now: float) -> None:
        """Have bots think, and look again when a time is up."""
        self._stop_timer()
        game, bots = self.play.game, self.bots()
        if game.over:
            return
        if self.window is not None:
            for asked in self.window.asked:
                if asked.place in bots and asked.place not in self.window.intents:
                    self._think_in_window(self.window, asked)
            later = [self.window.not_before, self.window.deadline]
            self._look_at(min((when for when in later if when is not None and when > now), default=None), now)
            if self.window.verdict(now) is not None:
                self._look_at(now, now)
        elif game.table.asked in bots:
            if self._not_before[0] != self.play.number:
                self._not_before = (self.play.number, now + random.uniform(*self.settings.bot_delay))
            question = self.next_question
            if question in self._thoughts:
                self._look_at(self._not_before[1], now)
            else:
                view = game.view(game.decision.seat)
                self._think(question, view, game.decision, partial(self._thoughts.__setitem__, question))

    def _think(self, question: int, view: View, decision: Decision, keep: Callable[[Option], None]) -> None:
        """Have a bot think about a question, once; what it chooses is kept, and the table looks again."""
        if question in self._thinking:
            return
        chooser = self.play.driver.choosers[decision.seat]

        async def think() -> None:
            keep(await _chosen(chooser.choose, view, decision))
            self._thinking.pop(question, None)
            await self.look_again()

        self._thinking[question] = asyncio.create_task(think())

    def _think_in_window(self, window: Window, asked: Asked) -> None:
        if asked.view is None:  # a person who has gone meanwhile
            window.intents[asked.place] = (pass_of(asked.decision), "bot")
        else:
            keep = partial(_intend, window, asked.place)
            self._think(asked.id, asked.view, asked.decision, keep)

    def _look_at(self, when: float | None, now: float) -> None:
        if when is None:
            return
        self._stop_timer()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, when - now), lambda: loop.create_task(_quietly(self.look_again)))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def rest(self) -> None:
        """Stop what comes by itself."""
        self._stop_timer()
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()


def _intend(window: Window, place: int, option: Option) -> None:
    window.intents[place] = (option, "bot")


async def _chosen(choose: Callable[[View, Decision], Option], view: View, decision: Decision) -> Option:
    """What a bot chooses, thought of beside the event loop; a bot that fails lets the last option stand."""
    try:
        return await asyncio.to_thread(choose, view, decision)
    except Exception:
        log.exception("a bot failed at: %s", decision)
        return decision.options[-1]


async def _quietly(look_again: Callable[[], Awaitable[None]]) -> None:
    try:
        await look_again()
    except Exception:
        log.exception("a table could not go on")
