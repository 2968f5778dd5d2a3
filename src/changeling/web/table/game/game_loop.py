"""The game loop of a live table: what happens by itself, who is asked, and which answers count.

Every method that changes the game returns how it went on, as an `Advance`; the live table stores and publishes that.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.web.settings import Settings
from changeling.web.storage.documents import By, Row
from changeling.web.table.alarm import Alarm, Wake
from changeling.web.table.changes import NOTHING_YET, Advance, Moment, Receipt
from changeling.web.table.game.bot_thinking import BotThinking
from changeling.web.table.game.foresight import Foresight
from changeling.web.table.game.move_clock import MoveClock
from changeling.web.table.game.render import in_window, question_of
from changeling.web.table.game.surprise_window import Intent, Window, WindowQuestion, pass_of, question_id
from changeling.web.table.game.window_opening import ask_returned, open_window
from changeling.web.table.gathering.lobby import is_alone
from changeling.web.table.workers import Workers, is_quick
from changeling.web.table.written.game_log import GameLog
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Pause, PersonInfo, Question, Speed

PACES: dict[Speed, float] = {"calm": 1.0, "brisk": 0.35, "at once": 0.0}  # shares of the delay before a bot plays
# Rows that are given without a pause, and seconds until there is one; in the pause everybody else has a chance.
MOST_AT_ONCE, LONGEST_AT_ONCE = 100, 0.02
MOST_EVENTS = 60_000  # of a game with people's own cards, which can tell of thousands after each answer; all are kept


class GameLoop:
    """A game that is played at a table. `wake` is called when a time is up or a bot has chosen, so that it goes on."""

    def __init__(self, log: GameLog, settings: Settings, wake: Wake, workers: Workers) -> None:
        self.log = log
        self.window: Window | None = None
        self.foresight = Foresight(workers, log.document.deck)
        self._settings, self._workers = settings, workers
        self._thinking = BotThinking(wake, workers, log.document.deck)
        self._alarm, self._clock = Alarm(wake), MoveClock()
        self._chance = random.Random()  # of delays
        self._unfinished = False  # the game goes on by itself, and has only paused
        self._bot_delay = (-1, 0.0)  # the number of the next row, and when the bot that is asked may give it

    @property
    def over(self) -> bool:
        """Whether the game is over, or does not go on because it has told of more than there is room for."""
        log = self.log
        return log.over or (log.happened >= MOST_EVENTS and not is_quick(log.document.deck))

    @property
    def in_window(self) -> bool:
        """Whether the game is in a Surprise window, opened or not."""
        return not self.over and in_window(self.log.standing)

    def asked_since(self, when: float) -> None:
        """What is asked now was put then, in seconds since 1970: the game was loaded."""
        self._clock.loaded(when)

    def next_question(self, moment: Moment) -> int:
        """The id of what is asked now, or of the first question of what is asked at once. All smaller ones are past."""
        return question_id(moment.document.round, self.log.next_row)

    # --- what happens by itself ---------------------------------------------------------------------------------------
    def settle(self, moment: Moment, *, driving: bool = True) -> Advance:
        """Go on until somebody has to be waited for, or the game is over; after a while, pause. Raises EngineFault.

        What happens by itself is not endless, for then the game is stuck, but it can take long. Whoever does not drive
        the table gives only answers that nobody has to be asked for: bots and open windows are left to who does."""
        first_event, window = self.log.happened, self.window
        done = NOTHING_YET
        self._unfinished, until = False, time.monotonic() + LONGEST_AT_ONCE
        while not self.over:
            self._unfinished = len(done.rows) >= MOST_AT_ONCE or (bool(done.rows) and time.monotonic() >= until)
            if self._unfinished:
                break
            step = self._step(moment, driving)
            if step is None:
                break
            done = done.then(step)
        self._clock.put(self.next_question(moment), moment)
        if done is NOTHING_YET and self.window is window:
            return NOTHING_YET
        return Advance(
            rows=done.rows,
            accepted=done.accepted,
            overtaken=done.overtaken,
            noted=done.noted,
            first_event=first_event,
            window_changed=self.window is not window,
            late=done.late,
        )

    def _step(self, moment: Moment, driving: bool) -> Advance | None:
        if not in_window(self.log.standing):
            return self._turn_step(moment)
        if driving:
            return self._window_step(moment)
        self.show(moment)
        return None

    def show(self, moment: Moment) -> bool:
        """Have people see what is asked: open the window that the game is in; gives whether it did. Start the clock."""
        opens = self.window is None and not self.over and in_window(self.log.standing)
        if opens:
            self.window = self._opened(moment)
        if self.window is not None:
            ask_returned(self.window, moment)
        self._clock.put(self.next_question(moment), moment)
        return opens

    def _turn_step(self, moment: Moment) -> Advance | None:
        """Give the answer that nobody has to be asked for, or that a bot has chosen; None where there is none yet."""
        option = self.log.unasked()
        if option is not None:
            return Advance(rows=(self._give(option, "table"),))
        if self._is_bots(moment) and self._bot_delay[0] == self.log.next_row:
            option = self._thinking.chosen(self.next_question(moment))
            if option is not None and moment.now >= self._bot_delay[1]:
                late = () if self.log.standing.asked in moment.bots else (self.log.decision.seat,)
                return Advance(rows=(self._give(option, "bot"),), late=late)
        return None

    def _is_bots(self, moment: Moment) -> bool:
        """Whether a bot answers what is asked outside of windows: the seat is its own, or the player was silent."""
        return self.log.standing.asked in moment.bots or self._clock.is_late(self.next_question(moment), moment)

    def _give(self, option: Option, by: By) -> Row:
        self._thinking.forget()
        return self.log.answer(option, by)

    # --- windows ------------------------------------------------------------------------------------------------------
    def _window_step(self, moment: Moment) -> Advance | None:
        """Open the window if it is not, and close it if everybody who is waited for has answered; None if not yet."""
        if self.window is None:
            self.window = self._opened(moment)
            if any(question.place in moment.bots for question in self.window.questions):
                return None  # it stays open for a while whatever the bots hold, so that its length tells nothing
        window = self.window
        ask_returned(window, moment)
        self._take_thoughts(window, moment)
        given = window.verdict(moment.now, self._unawaited(window, moment))
        if given is None:
            return None
        accepted = [intent.receipt for _, intent in given if intent.receipt is not None]
        overtaken = [receipt for receipt in window.receipts() if receipt not in accepted]
        self.window, after = None, window.passed(given)
        if after is not None:
            self._thinking.forget()
            rows = self.log.go_on_with(after, [(one.decision.seat, intent.option, intent.by) for one, intent in given])
        else:
            rows = tuple(self._give(intent.option, intent.by) for _, intent in given)
        return Advance(rows=rows, accepted=tuple(accepted), overtaken=tuple(overtaken))

    def _opened(self, moment: Moment) -> Window:
        return open_window(self.log, self._settings, moment, self.next_question(moment), chance=self._chance)

    def _unawaited(self, window: Window, moment: Moment) -> dict[int, Option]:
        """By place, the answers of bots that have not chosen when a window could close: what they have at hand, or else
        that they pass."""
        asked = () if self._settings.await_bots else window.questions
        return {
            one.place: self._thinking.at_hand(one.id) or pass_of(one.decision)
            for one in asked
            if one.place in moment.bots
        }

    def _take_thoughts(self, window: Window, moment: Moment) -> None:
        """What bots have chosen meanwhile is what they mean to answer."""
        for question in window.questions:
            option = self._thinking.chosen(question.id) if question.place in moment.bots else None
            if option is not None and question.place not in window.intents:
                window.intents[question.place] = Intent(option, "bot")

    def _drop_window(self) -> tuple[Receipt, ...]:
        """Forget the open window, because what was asked is asked anew; gives the answers that waited in it."""
        overtaken = tuple(self.window.receipts()) if self.window else ()
        self.window = None
        self._thinking.forget()
        return overtaken

    # --- what is asked ------------------------------------------------------------------------------------------------
    def question(self, place: int, moment: Moment) -> Question | None:
        """What a place is asked now, if a person plays it and nobody has answered for it."""
        if self.window is not None and not self.over and place not in moment.bots:
            asked = self.window.asks(place, moment.now)
            if asked is None:
                return None
            limit = self.window.deadline if place in self.window.timed else None
            return question_of(asked.decision, asked.id, seconds=_seconds_left(limit, moment))
        decision = self._decision_of(place, moment)
        if decision is None:
            return None
        number = self.next_question(moment)
        return question_of(decision, number, seconds=_seconds_left(self._clock.limit(number, moment), moment))

    def _decision_of(self, place: int, moment: Moment) -> Decision | None:
        """What a place is asked alone, outside of windows. Nobody is where the table has paused: before it opens a
        window, or gives an answer that goes without saying."""
        standing = self.log.standing
        if self.over or place in moment.bots or self.window is not None:
            return None
        if standing.asked != place or in_window(standing) or self.log.unasked() is not None:
            return None
        return self.log.decision

    def pause(self, moment: Moment) -> Pause | None:
        """The pause that everybody sees; none where one person plays against bots."""
        if self.window is None or is_alone(moment.document):
            return None
        return Pause(_seconds_left(self.window.deadline, moment) or 0.0)

    # --- what people do -----------------------------------------------------------------------------------------------
    def answer(self, place: int, receipt: Receipt, moment: Moment) -> Advance:
        """Take an answer. In a window it is only noted. Raises Refuse; then nothing has changed."""
        question = receipt.question
        if question < self.next_question(moment):
            raise Refuse("answer/stale", f"question {question} is past; the game has gone on")
        decision = self._asked(place, question, moment)
        option = decision.by_code(receipt.option)
        if option is None:  # errors list no options, for those tell of a hand, and errors are written down
            allowed = f"one of the {len(decision.options)} that came with it is needed"
            raise Refuse("answer/option", f"{receipt.option} is not an option of question {question}; {allowed}")
        if self.window is None:
            first_event = self.log.happened
            return Advance(rows=(self._give(option, "person"),), accepted=(receipt,), first_event=first_event)
        before = self.window.intents.get(place)
        self.window.intents[place] = Intent(option, "person", receipt)
        old = before.receipt if before else None  # the same client knows that it has changed its mind
        return Advance(noted=receipt, overtaken=(old,) if old and old.client is not receipt.client else ())

    def _asked(self, place: int, question: int, moment: Moment) -> Decision:
        """The decision of a question that is put to a place. Raises Refuse where it is not."""
        asked = self.window.question(place) if self.window and place not in moment.bots and not self.over else None
        if asked is not None and asked.id == question:
            return asked.decision
        decision = self._decision_of(place, moment)
        if decision is None or question != self.next_question(moment):
            raise Refuse("answer/not-asked", f"question {question} is not put to you")
        return decision

    def hold(self, place: int, question: int) -> Advance:
        """More time in the window, which everybody sees. Raises Refuse."""
        asked = self.window.question(place) if self.window else None
        if self.window is None or asked is None or asked.id != question or not self.window.hold():
            raise Refuse("hold/not-asked", f"question {question} is not one that can be held")
        return Advance(first_event=self.log.happened, window_changed=True)

    def join(self, name: str, person: PersonInfo) -> Advance:
        """A new player joins (SETUP-7); what is being asked is asked anew."""
        first_event = self.log.happened
        row = self.log.join(name, person)
        return Advance(rows=(row,), overtaken=self._drop_window(), first_event=first_event)

    async def undo(self, seat: str) -> Advance:
        """Back to the last choice that a person made. Raises Refuse where there is none; then nothing has changed."""
        last = await asyncio.to_thread(self.log.last_choice)
        if last is None:
            raise Refuse("undo/nothing", "there is no choice of yours to take back")
        keep, chosen_by = last
        if chosen_by != seat:  # somebody who played along until then
            raise Refuse("undo/people", f"the last choice was {chosen_by}'s, and only one's own can be taken back")
        game = self.log.game
        record = await asyncio.to_thread(game.record)
        earlier = await self._workers.played(self.log.document.deck, game.deck, record, keep)
        overtaken = self._drop_window()
        return Advance(rows=(self.log.undo(seat, earlier, keep),), overtaken=overtaken)

    # --- what other nodes do ------------------------------------------------------------------------------------------
    def follow(self, rows: Sequence[Row]) -> Advance:
        """Do what rows say that another node has stored. Raises RecordError, EngineFault."""
        first_event, window, names = self.log.happened, self.window, self.log.game.seats
        for row in rows:
            self.log.redo(row)
        self._thinking.forget()
        self.window = None
        accepted, overtaken = window.judged(rows, names) if window else ([], [])
        return Advance(
            rows=tuple(rows),
            accepted=tuple(accepted),
            overtaken=tuple(overtaken),
            first_event=first_event,
            window_changed=window is not None,
        )

    def take_window(self, window: Window, number: int, rows: Sequence[Row]) -> Advance:
        """Go on with a window that was open when the next row was `number`, if it is still; else judge its answers.

        `rows` are those from that number on: the game was loaded again."""
        if not rows and self.log.next_row == number and in_window(self.log.standing):
            self.window, window.after = window, None  # what was played ahead is of the game that was in memory before
            return NOTHING_YET
        accepted, overtaken = window.judged(rows, self.log.game.seats)
        return Advance(accepted=tuple(accepted), overtaken=tuple(overtaken))

    def mean(self, place: int, question: int, option: int) -> Advance | None:
        """Note what a person means to answer in a window, who said so at another node; None where it does not fit."""
        meant = None if self.window is None else self.window.mean(place, question, option)
        return None if meant is None else Advance(overtaken=tuple(meant))

    def meant(self) -> list[tuple[int, int, int]]:
        """What people at this node mean to answer in the open window: question, place and option."""
        return [] if self.window is None else self.window.meant()

    # --- what comes next ----------------------------------------------------------------------------------------------
    def plan(self, moment: Moment) -> None:
        """Have bots think about what they are asked, and wake the table when a time is up."""
        self._alarm.stop()
        if self.over:
            return
        if self._unfinished:
            self._alarm.set(moment.now)
        elif self.window is not None:
            self._plan_window(self.window, moment)
        elif self._is_bots(moment):
            self._plan_bot(moment)
        else:
            limit = self._clock.limit(self.next_question(moment), moment)
            if limit is not None:
                self._alarm.set(limit)

    def _plan_window(self, window: Window, moment: Moment) -> None:
        for question in window.questions:
            if question.place in moment.bots and question.place not in window.intents:
                self._think_in_window(window, question)
        if window.verdict(moment.now, self._unawaited(window, moment)) is not None:
            self._alarm.set(moment.now)
            return
        times = [time for time in (window.not_before, window.deadline) if time is not None and time > moment.now]
        if times:
            self._alarm.set(min(times))

    def _think_in_window(self, window: Window, question: WindowQuestion) -> None:
        if question.view is None:  # a person who was here when the window opened, and has gone meanwhile
            window.intents[question.place] = Intent(pass_of(question.decision), "bot")
        else:
            bot = self.log.bots[question.decision.seat]
            self._thinking.think(question.id, bot, question.view, question.decision, hurried=True)

    def _plan_bot(self, moment: Moment) -> None:
        game, question = self.log.game, self.next_question(moment)
        if self._bot_delay[0] != self.log.next_row:
            delay = self._chance.uniform(*self._settings.bot_delay) * PACES[moment.document.speed]
            self._bot_delay = (self.log.next_row, moment.now + delay)
        if self._thinking.chosen(question) is not None:
            self._alarm.set(self._bot_delay[1])
        else:
            decision = self.log.decision
            self._thinking.think(question, self.log.bots[decision.seat], game.view(decision.seat), decision)

    def rest(self) -> None:
        """Stop what comes by itself: nobody is here to see it."""
        self._alarm.stop()
        self._thinking.stop()
        self._clock.stop()


def _seconds_left(limit: float | None, moment: Moment) -> float | None:
    return None if limit is None else round(max(0.0, limit - moment.now), 1)
