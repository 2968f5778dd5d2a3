"""How a Surprise window opens at a table: who is asked in it, how long it lasts, and who has answered already."""

from __future__ import annotations

import random
from collections.abc import Sequence

from changeling.web.settings import Settings
from changeling.web.table.changes import Moment
from changeling.web.table.game.surprise_window import Intent, Window, WindowQuestion, asked_together, pass_of
from changeling.web.table.gathering.lobby import is_alone
from changeling.web.table.written.game_log import GameLog

# Seconds that windows last at least where such a bot is asked, so that it can choose; others are faster than the delay.
THINKING, QUICKEST = {"search": 0.6}, 0.1
UNASKED = 0.25  # the share of a window's delay that is left where the only person at the table cannot answer


def open_window(log: GameLog, settings: Settings, moment: Moment, first: int, *, chance: random.Random) -> Window:
    """The window that a game is in, opened now. `first` is the id of its first question; its delay is drawn from
    `chance`."""
    table, bots, alone = moment.document, moment.bots, is_alone(moment.document)
    drawn = chance.uniform(*settings.window_delay)  # before anybody looks at what somebody holds
    questions, after = asked_together(log.game, first, bots)
    people = [question for question in questions if question.place not in bots]
    if alone and all(len(question.decision.options) == 1 for question in people):
        drawn *= UNASKED  # nobody is waited for; the length still tells nothing of the bots' hands
    asked = [log.bots[question.decision.seat].bot for question in questions if question.place in bots]
    timed = bool(people) and not alone and table.pause > 0
    wait = _length(drawn, asked, settings)
    window = Window(questions, moment.now + wait, moment.now + table.pause if timed else None, after=after)
    for question in questions:
        if question.place not in bots:
            _note_habit(window, question, moment, alone=alone)
        elif len(question.decision.options) == 1:
            window.intents[question.place] = Intent(pass_of(question.decision), "bot")
    return window


def _note_habit(window: Window, question: WindowQuestion, moment: Moment, *, alone: bool) -> None:
    """A person who has no choice may have answered already, and who does not want to be asked passes when the time is
    up."""
    habit = moment.habit(question.place)
    if len(question.decision.options) == 1 and (alone or habit == "quick"):
        window.intents[question.place] = Intent(pass_of(question.decision), "table")
    elif habit != "ask":
        window.timed.add(question.place)


def ask_returned(window: Window, moment: Moment) -> None:
    """Ask people who play for themselves again what a bot was asked, or has answered, in their place."""
    alone = is_alone(moment.document)
    for question in window.questions:
        intent = window.intents.get(question.place)
        by_bot = intent is not None and intent.by == "bot"
        if question.place in moment.bots or not (by_bot or question.view is not None):
            continue
        if by_bot:
            del window.intents[question.place]
        if window.deadline is None and not alone and moment.document.pause > 0:
            window.deadline = moment.now + moment.document.pause
        _note_habit(window, question, moment, alone=alone)


def _length(drawn: float, asked: Sequence[str], settings: Settings) -> float:
    """How long a window with these bots is open at least; what they hold is not asked for."""
    if not asked or settings.await_bots:
        return drawn if asked else 0.0
    return max(drawn, QUICKEST, *(THINKING.get(bot, 0.0) for bot in asked))
