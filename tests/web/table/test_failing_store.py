"""The store fails at any moment, before or after it has written: memory never says what the store does not have.

A state machine plays at a table whose store fails where Hypothesis wants it to. A failure can come before the
transaction, after it (the answer was lost on the way), or as the end of the task that waits. Whatever happens, a client
has a seat only by a token that it was given, sees only that seat's hand, and once the store answers again the table in
memory is the one in the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sqlite3
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.effort import EFFORT, part
from tests.web.shared_workers import SHARED

from changeling.web.gallery.decks import deck_of
from changeling.web.settings import Settings
from changeling.web.storage import migrations
from changeling.web.storage.documents import TableDocument
from changeling.web.storage.store import Statement, Store, put_table
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.game.surprise_window import pass_of
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.gathering.seat_tokens import token_hash
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.written.game_log import rebuild
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse, StoreError
from changeling.web.wire.http_bodies import MakeTable
from changeling.web.wire.values import Arrangement, DeckChoice, SeatChoice

BEFORE, AFTER, BROKEN_OFF, BROKEN_OFF_AFTER = "before", "after", "broken off", "broken off after"
FAILURES = (BEFORE, AFTER, BROKEN_OFF, BROKEN_OFF_AFTER)


def no_thread() -> Any:
    raise AssertionError("this store has no thread of its own")


@dataclass(slots=True)
class FailingStore(Store):
    """A store on a database in memory. `plan` says how the next accesses fail; "" is one that does not."""

    connect: Callable[[], Any] = no_thread
    plan: list[str] = field(default_factory=list)
    database: sqlite3.Connection = field(default_factory=lambda: sqlite3.connect(":memory:", check_same_thread=False))

    async def _do(self, statements: list[Statement], *, reads: bool = False) -> list[tuple[Any, ...]]:
        how = self.plan.pop(0) if self.plan else ""
        await asyncio.sleep(0)
        if how == BEFORE:
            raise StoreError("/secret/path/tables.sqlite: disk full")
        if how == BROKEN_OFF:
            raise asyncio.CancelledError
        rows: list[tuple[Any, ...]] = []
        with self.database:
            for statement, values in statements:
                rows = self.database.execute(statement, values).fetchall()
        if how == AFTER:
            raise StoreError("/secret/path/tables.sqlite: connection lost")
        if how == BROKEN_OFF_AFTER:
            raise asyncio.CancelledError
        return rows


class Guest:
    """Somebody with a connection, and the tokens that were ever given to it."""

    def __init__(self, table: LiveTable, token: str = "") -> None:
        self.client = Client(table.state_of)
        self.tokens = {token} - {""}
        self.place: int | None = None

    async def read(self) -> list[dict[str, Any]]:
        """Everything that is queued for it."""
        heard = []
        while self.client._replies or self.client._news:
            text = await self.client.next()
            assert text is not None
            heard.append(json.loads(text))
        for message in heard:
            if message["type"] == "seated" and message["token"]:
                self.tokens.add(message["token"])
            if message["type"] in ("seated", "welcome"):
                self.place = message["place"]
        return heard


class FailingStoreMachine(RuleBasedStateMachine):
    """People come, sit, play, leave and talk, while the store fails."""

    edition = "family"

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.guests: list[Guest] = []
        self.refusals: list[str] = []

    @initialize()
    def begin(self) -> None:
        self.store = FailingStore()
        for statement in itertools.chain(*migrations.STEPS):
            self.store.database.execute(statement)
        form = MakeTable(
            "Ann", DeckChoice([self.edition]), [SeatChoice("human"), SeatChoice("open"), SeatChoice("open")], pause=0
        )
        self._do(self._make(form))

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Wait for a task. `Runner.run` would read the handler of signals, which takes longer than most tasks here."""
        return self.runner.get_loop().run_until_complete(work)

    async def _make(self, form: MakeTable) -> None:
        deck = deck_of(form.deck)
        document, token = lobbies.new_table(form, deck)
        await self.store.write([put_table(document)])
        quick = Settings(bot_delay=(0.0, 0.0), window_delay=(0.0, 0.0), await_bots=True, patience=10_000)
        self.table = LiveTable(document, deck, self.store, quick, SHARED)
        for given in (token, "", ""):
            await self._connect(given)

    async def _connect(self, token: str) -> None:
        guest = Guest(self.table, token)
        try:
            await self.table.connect(guest.client, m.Hello(token=token))
            self.guests.append(guest)
        except (Refuse, asyncio.CancelledError):
            await self.table.disconnect(guest.client)

    def _actor(self, number: int, fits: Callable[[int | None], bool]) -> int:
        """Somebody whose place fits, where there is one; now and then anybody."""
        fitting = [here for here, guest in enumerate(self.guests) if fits(guest.client.place)]
        return fitting[number % len(fitting)] if fitting and number < 5 else number

    def _send(self, number: int, message: m.FromClient, plan: list[str]) -> None:
        guest = self.guests[number % len(self.guests)]
        self.store.plan = list(plan)

        async def send() -> None:
            try:
                await execute(self.table, guest.client, message)
            except Refuse as refuse:
                self.refusals.append(str(refuse))
            except asyncio.CancelledError:
                pass

        if self.guests:
            self._do(send())
        self.store.plan = []

    # --- what people do -----------------------------------------------------------------------------------------------
    who = st.integers(0, 5)
    plans: st.SearchStrategy[list[str]] = (
        st.just([])
        | st.tuples(st.sampled_from(FAILURES)).map(list)
        | st.lists(st.sampled_from(("", *FAILURES)), max_size=4)
    )

    @rule(number=who, plan=plans)
    def come(self, number: int, plan: list[str]) -> None:
        tokens = sorted({token for guest in self.guests for token in guest.tokens})
        if len(self.guests) < 6:
            self.store.plan = list(plan)
            self._do(self._connect(tokens[number % len(tokens)] if tokens and number % 2 else ""))
            self.store.plan = []

    @rule(
        number=who, place=st.none() | st.integers(0, 3), name=st.sampled_from(["Bob", "Cy", "Dee", "Eve"]), plan=plans
    )
    def sit(self, number: int, place: int | None, name: str, plan: list[str]) -> None:
        self._send(self._actor(number, lambda has: has is None), m.Sit(name, place), plan)

    @rule(number=who, accept=st.booleans(), plan=plans)
    def admit(self, number: int, accept: bool, plan: list[str]) -> None:
        request = self.table.requests[0].number if self.table.requests else 0
        self._send(self._actor(number, lambda has: has == self.table.document.host), m.Admit(request, accept), plan)

    @rule(number=who, place=st.integers(0, 3), plan=plans)
    def remove(self, number: int, place: int, plan: list[str]) -> None:
        self._send(self._actor(number, lambda has: has == self.table.document.host), m.Remove(place), plan)

    @rule(number=who, plan=plans)
    def leave(self, number: int, plan: list[str]) -> None:
        self._send(self._actor(number, lambda has: has is not None), m.Leave(), plan)

    @rule(number=who, plan=plans)
    def start(self, number: int, plan: list[str]) -> None:
        self._send(self._actor(number, lambda has: has == self.table.document.host), m.Start(), plan)

    @rule(number=who, kinds=st.lists(st.sampled_from(["human", "open"]), min_size=2, max_size=4), plan=plans)
    def arrange(self, number: int, kinds: list[Any], plan: list[str]) -> None:
        choices = [SeatChoice(kind, "random" if kind == "bot" else "") for kind in kinds]
        host = self._actor(number, lambda has: has == self.table.document.host)
        self._send(host, m.Arrange(Arrangement(seats=choices, deck=DeckChoice(["fluxx-4"]))), plan)

    @rule(number=who, choice=st.integers(0, 40), plan=plans)
    def answer(self, number: int, choice: int, plan: list[str]) -> None:
        loop = self.table.loop
        if loop is not None and not loop.over and self.guests:
            options = loop.log.game.decision.options
            question = loop.next_question(self._do(self._moment()))
            asked = loop.log.game.table.asked
            answer = m.Answer(question, options[choice % len(options)].code)
            self._send(self._actor(number, lambda has: has == asked), answer, plan)

    async def _moment(self) -> Any:
        return self.table.moment()

    @rule(number=who, plan=plans)
    def say(self, number: int, plan: list[str]) -> None:
        self._send(number, m.Say("Hello"), plan)

    @rule(number=who)
    def go(self, number: int) -> None:
        if len(self.guests) > 1:
            self._do(self.table.disconnect(self.guests.pop(number % len(self.guests)).client))

    # --- what has to hold ---------------------------------------------------------------------------------------------
    @invariant()
    def nobody_sees_what_is_not_theirs(self) -> None:
        for guest in self.guests:
            for message in self._do(guest.read()):
                if message["type"] in ("state", "update") and message["own"] is not None:
                    assert guest.tokens, "a hand is shown to somebody who was never given a seat"

    @invariant()
    def no_path_is_shown(self) -> None:
        assert not any("/secret" in refusal for refusal in self.refusals)

    @invariant()
    def memory_is_what_the_store_has(self) -> None:
        if not self.guests:
            return
        self._send(0, m.Resync(), [])
        self._do(self._compare())

    async def _compare(self) -> None:
        async with self.table.lock:  # nothing happens meanwhile
            document = await self.store.table(self.table.document.id)
            assert document is not None
            assert document == self.table.document
            await self._seats_are_held_by_their_tokens(document)
            lines = await self.store.chat(document.id, 50)
            assert [said.number for said in self.table.chat] == [number for number, *_ in lines]
            found = await self.store.game(document.game) if document.game else None
            assert (found is None) == (self.table.loop is None)
            if found is not None and self.table.loop is not None:
                again = rebuild(found[0], self.table.deck, found[1])
                assert again.game.notation() == self.table.loop.log.game.notation()
                assert again.next_row == self.table.loop.log.next_row

    async def _seats_are_held_by_their_tokens(self, document: TableDocument) -> None:
        for guest in self.guests:
            await guest.read()
            place = guest.client.place
            assert (guest.place is None) == (place is None), "a client knows whether it has a seat"
            if place is not None:
                assert document.seats[place].token in {token_hash(token) for token in guest.tokens}

    def close(self) -> None:
        """As `teardown`, for tests of their own."""
        self.teardown()

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.close()
        self.runner.close()


# --- at every single access -------------------------------------------------------------------------------------------
STEPS: tuple[Callable[[FailingStoreMachine, list[str]], None], ...] = (
    lambda table, plan: table.sit(0, 2, "Bob", plan),
    lambda table, plan: table.say(1, plan),
    lambda table, plan: table.leave(1, plan),
    lambda table, plan: table.sit(0, 2, "Cy", plan),
    lambda table, plan: table.arrange(0, ["human", "open", "human"], plan),
    lambda table, plan: table.start(0, plan),
    *[lambda table, plan, choice=choice: table.answer(0, choice, plan) for choice in range(4)],
    lambda table, plan: table.sit(0, None, "Dee", plan),
    lambda table, plan: table.admit(0, True, plan),
    *[lambda table, plan, choice=choice: table.answer(0, choice, plan) for choice in range(4)],
    lambda table, plan: table.come(1, plan),
    lambda table, plan: table.remove(0, 2, plan),
    lambda table, plan: table.leave(0, plan),
)


ACCESSES = range(4)  # of one step: the write, and what is read to load the table again


@pytest.mark.parametrize(("failing", "how", "access"), part(list(product(range(len(STEPS)), FAILURES, ACCESSES)), 7))
def test_memory_and_store_agree_whichever_access_fails(failing: int, how: str, access: int) -> None:
    with contextlib.closing(FailingStoreMachine()) as table:
        table.begin()
        for number, step in enumerate(STEPS):
            step(table, [*[""] * access, how, how] if number == failing else [])
            table.nobody_sees_what_is_not_theirs()
            table.no_path_is_shown()
            table.memory_is_what_the_store_has()


class WithSurprises(FailingStoreMachine):
    """At a table where windows open; not a machine that Hypothesis runs."""

    edition = "doctor-who"

    def all_pass(self, plan: list[str]) -> None:
        """Everybody passes in the open window; the store fails as planned when the last of them does."""
        assert self.table.loop is not None
        assert self.table.loop.window is not None
        questions = self.table.loop.window.questions
        for number, asked in enumerate(questions, 1):
            actor = self._actor(0, lambda has, place=asked.place: has == place)  # type: ignore[misc]
            answer = m.Answer(asked.id, pass_of(asked.decision).code)
            self._send(actor, answer, plan if number == len(questions) else [])


@pytest.mark.parametrize("how", FAILURES)
def test_a_window_in_which_all_pass_is_closed_when_the_store_works_again(how: str) -> None:
    with contextlib.closing(WithSurprises()) as table:
        table.begin()
        table.sit(0, 1, "Bob", [])
        table.start(0, [])
        closed = 0
        for choice in range(400):
            loop = table.table.loop
            assert loop is not None
            if loop.over or closed == 3:
                break
            if loop.window is None:
                table.answer(0, choice, [])
                continue
            before = loop.log.next_row
            table.all_pass([how])
            table.memory_is_what_the_store_has()
            if table.table.loop is not None and table.table.loop.log.next_row == before:
                table.all_pass([])
            assert not [said for said in table.refusals if "mistake of ours" in said]
            table.memory_is_what_the_store_has()
            assert table.table.loop is not None
            assert table.table.loop.log.next_row > before, "the window is still open"
            closed += 1
        assert closed == 3


FailingStoreMachine.TestCase.settings = settings(
    max_examples=50 * EFFORT, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestFailingStore = pytest.mark.filterwarnings("ignore::ResourceWarning")(FailingStoreMachine.TestCase)
