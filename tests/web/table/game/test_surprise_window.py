"""Surprise windows over real sockets: who holds what shows neither in what is sent nor in who is waited for."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import cast

import pytest
from tests.engine.machine.choices.test_surprises import NAMES, positions
from tests.web.served import QUICK, Json, Player, Served, make, seats, serving, start, table_of

import changeling as cl
from changeling.engine.seen.questions.decision import Decision, Option, in_window
from changeling.play.position import load_yaml
from changeling.play.seated_bot import SeatedBot
from changeling.web.settings import Settings
from changeling.web.storage.documents import GameDocument, SeatDocument, TableDocument
from changeling.web.storage.store import put_game, put_table
from changeling.web.table.changes import Moment
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.surprise_window import Intent, Window, WindowQuestion, asked_together, pass_of
from changeling.web.table.game.window_opening import THINKING
from changeling.web.table.gathering.lobby import draw_id
from changeling.web.table.gathering.seat_tokens import token_hash
from changeling.web.table.workers import Workers
from changeling.web.table.written.game_log import log_of
from changeling.web.wire.values import DeckChoice

EDITIONS = ["cthulhu", "doctor-who", "dice-camera-action"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that puts nothing off: which of them come together hangs on how long they take."""
    settings = replace(QUICK, update_every=0.0, standings_every=0.0)
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", settings) as server:
        yield server


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_messages_come_whether_another_seat_holds_a_surprise_or_not(served: Served, edition: str) -> None:
    async def main() -> int:
        windows = 0
        for game, twin, seat in islice(positions(edition, polite=True), 0, 36, 4):
            holder = next(name for name in NAMES if game.view(name).hand != twin.view(name).hand)
            heard = [await acted(served, one, seat) for one in (game, twin)]
            for name in NAMES:
                if name != holder:
                    assert heard[0][name] == heard[1][name]
            windows += any(message.get("public", {}).get("window") for message in heard[0][seat])
        return windows

    assert asyncio.run(main()) > 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_messages_come_whether_a_bot_holds_a_surprise_or_not(served: Served, edition: str) -> None:
    async def main() -> int:
        compared = 0
        for game, twin, seat in islice(positions(edition, polite=True), 0, 40, 4):
            holder = next(name for name in NAMES if game.view(name).hand != twin.view(name).hand)
            heard = [await acted(served, one, seat, bot=holder) for one in (game, twin)]
            one, other = heard[0][seat], heard[1][seat]
            assert one == other
            compared += any(message["type"] == "update" and "public" in message for message in one)
        return compared

    assert asyncio.run(main()) > 5


async def acted(served: Served, game: cl.Game, seat: str, bot: str = "") -> dict[str, list[Json]]:
    """Put a position on a table, have a seat do its first option and everybody else pass; gives what each heard."""
    table = await placed(served, game, bot)
    players = [await Player(served.address, table, f"token of {name}").connect() for name in NAMES if name != bot]
    for player in players:
        while sum(place["here"] for place in player.view["lobby"]["seats"]) < len(players):
            await player.until("lobby", since=len(player.heard))
        player.heard.clear()
    actor = next(player for player in players if player.place == NAMES.index(seat))
    await answered(actor, actor.view["question"]["options"][0])
    await actor.until("update")
    await caught_up(players)
    while actor.view["public"]["window"]:  # as all of them see it
        asked = [player for player in players if player.view["question"]]
        before = shown(actor)
        for player in asked:  # one after the other, so that the order of what is heard is no matter of chance
            await answered(player, player.view["question"]["options"][-1])
        while shown(actor) == before:
            await actor.until("update", since=len(actor.heard))
        await caught_up(players)
    heard = {NAMES[player.place or 0]: first_window(player.heard) for player in players}
    for player in players:
        await player.close()
    return heard


async def answered(player: Player, option: Json) -> None:
    answer = {"type": "answer", "question": player.view["question"]["id"], "option": option["code"]}
    await player.ask(answer, "noted", "accepted")


async def caught_up(players: list[Player]) -> None:
    """Wait until all have heard the same updates; others may come while one waits for the last of them."""
    while len({shown(player) for player in players}) > 1:
        behind = min(players, key=shown)
        await behind.until("update", since=len(behind.heard))


def shown(player: Player) -> int:
    """The number of the last update that a player heard."""
    return max((message["seq"] for message in player.heard if message["type"] == "update"), default=0)


def first_window(heard: list[Json]) -> list[Json]:
    """What was heard until the first window closed; of what came of it, which may well differ, only that it came."""
    found: list[Json] = []
    opened = False
    for message in heard:
        if message["type"] == "update" and (opened or not message["public"]["window"]):
            return [*found, {"type": "update", "seq": message["seq"]}]
        opened = opened or message["type"] == "update"
        found.append(message)
    return found


async def placed(served: Served, game: cl.Game, bot: str) -> str:
    """A table in the store, at a position, with a token for each seat."""
    position = json.dumps({"seed": 0, "table": load_yaml(game.notation())["table"]})
    record = cl.Record(game.record().deck, game.deck.digest, game.seats, 0, polite=True, table=position)
    return await kept(served, record, bots=[bot])


async def kept(served: Served, record: cl.Record, *, bots: Sequence[str], pause: float = 0) -> str:
    """A table in the store, at which a game has begun that is known card by card."""
    seated = [
        SeatDocument("bot", name, bot="random")
        if name in bots
        else SeatDocument("human", name, token=token_hash(f"token of {name}"))
        for name in record.seats
    ]
    choice = DeckChoice(list(record.deck))
    table = TableDocument(draw_id(), 0.0, choice, seated, "", phase="playing", game=draw_id(), pause=pause)
    begun = GameDocument(table.game, table.id, 0.0, choice, record.to_json())
    statements = [put_table(table), put_game(begun, digest=record.digest, seed=record.seed, seats=record.seats)]
    await served.registry.store.write(statements)
    return table.id


# --- the pause --------------------------------------------------------------------------------------------------------
async def until_window(players: list[Player]) -> list[Json]:
    """Have cards played until a window opens; gives what each heard then, even if it should have passed meanwhile.

    There are no bots, so that until then an answer makes one update and nothing else makes any.
    """
    await start(players)
    news = [player.view for player in players]
    while not news[0]["public"]["window"]:
        asked, question = next(
            (player, one["question"]) for player, one in zip(players, news, strict=True) if one["question"]
        )
        plays = [option for option in question["options"] if option["sort"] == "play"] or question["options"]
        since = [len(player.heard) for player in players]
        await asked.say({"type": "answer", "question": question["id"], "option": plays[0]["code"]})
        news = [await player.until("update", since=heard) for player, heard in zip(players, since, strict=True)]
        assert len({one["seq"] for one in news}) == 1
    return news


def test_who_does_not_answer_in_time_passes_whatever_they_hold(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob", "Cy"], deck={"parts": ["doctor-who"]}, pause=0.3) as players:
            opened = await until_window(players)
            assert {one["public"]["asked"] for one in opened} == {""}
            assert {one["pause"]["seconds"] <= 0.3 for one in opened} == {True}
            questions = [one["question"] for one in opened if one["question"]]
            assert [question["options"][-1]["text"] for question in questions] == ["done", "done"]
            assert {question["seconds"] <= 0.3 for question in questions} == {True}
            closed = [await update_after(player, opened[0]["seq"]) for player in players]
            assert len({one["seq"] for one in closed}) == 1

    asyncio.run(main())


async def update_after(player: Player, seq: int) -> Json:
    """The first update that comes after that one."""
    while shown(player) <= seq:
        await player.until("update", since=len(player.heard))
    return next(message for message in player.heard if message["type"] == "update" and message["seq"] > seq)


def test_passes_take_effect_together_and_can_be_changed_until_then(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob", "Cy"], deck={"parts": ["doctor-who"]}, pause=0) as players:
            opened = await until_window(players)
            first, second = (player for player, one in zip(players, opened, strict=True) if one["question"])
            third = next(player for player in players if player not in (first, second))
            question = first.view["question"]
            answer = {"type": "answer", "question": question["id"], "option": question["options"][-1]["code"]}
            quiet = [len(second.heard), len(third.heard)]
            assert (await first.ask(answer, "noted", "accepted"))["type"] == "noted"
            assert (await first.ask(answer, "noted", "accepted"))["type"] == "noted"
            for player in players:
                assert (await player.ask({"type": "ping", "number": 7}, "pong"))["number"] == 7
            assert [message["type"] for message in second.heard[quiet[0] :]] == ["pong"]
            assert [message["type"] for message in third.heard[quiet[1] :]] == ["pong"]
            other = second.view["question"]
            await second.say({"type": "answer", "question": other["id"], "option": other["options"][-1]["code"]})
            assert (await first.until("accepted", since=quiet[0]))["question"] == question["id"]
            await third.until("update", since=quiet[1])

    asyncio.run(main())


def test_a_hold_gives_more_time_and_a_habit_waits_or_does_not(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob", "Cy"], deck={"parts": ["doctor-who"]}, pause=60) as players:
            begun = time.monotonic()  # before the window opens: no more than what has passed since then is gone
            opened = await until_window(players)
            asked, question = next(
                (player, one["question"]) for player, one in zip(players, opened, strict=True) if one["question"]
            )
            state = await asked.ask({"type": "hold", "question": question["id"]}, "state")
            passed = time.monotonic() - begun
            assert 70 - passed - 0.1 <= state["question"]["seconds"] <= 70
            wrong = await asked.ask({"type": "hold", "question": 3}, "state")
            assert wrong["code"] == "hold/not-asked"

    asyncio.run(main())


def test_who_plays_against_bots_alone_is_asked_only_with_a_choice_and_without_a_clock(served: Served) -> None:
    """Whole games that are known card by card, since many a game has no such question; Ann keeps her Surprises."""
    surprises = {card.title for card in cl.load_deck("doctor-who").cards if card.kind == "surprise"}

    async def main(seed: int) -> list[Json]:
        names = ["Ann", "Bob", "Cy", "Dee"]
        record = cl.Game("doctor-who", seats=names, seed=seed, polite=True).record()
        table = await kept(served, record, bots=names[1:], pause=0.2)
        player = Player(served.address, table, "token of Ann")
        asked: list[Json] = []

        async def react(player: Player, message: Json) -> None:
            question = message.get("question") if message["type"] in ("state", "update") else None
            if question:
                asked.append(question)
                others = [option for option in question["options"] if option["value"] not in surprises]
                option = (others or question["options"])[0]
                await player.say({"type": "answer", "question": question["id"], "option": option["code"]})

        player.react = react
        await player.connect()
        await player.until("over")
        await player.close()
        assert all(message.get("pause") is None for message in player.heard)
        return [question for question in asked if question["window"]]

    windows = [question for seed in range(4) for question in asyncio.run(main(seed))]
    assert len(windows) > 0
    assert all(len(question["options"]) > 1 and question["seconds"] is None for question in windows)


def test_bots_take_their_time_whatever_they_hold(tmp_path: Path) -> None:
    """The delay is drawn when a window opens, before anybody looks at what the bots hold; a quarter of it is left where
    the only person at the table has nothing to say."""

    async def main(address: str) -> None:
        made = await make(address, deck={"parts": ["doctor-who"]}, seats=seats(1, 2), first=0)
        player = await Player(address, made["table"], made["token"]).connect()
        await start([player])
        while not (plays := [option for option in player.view["question"]["options"] if option["sort"] == "play"]):
            since = len(player.heard)
            await answered(player, player.view["question"]["options"][0])
            await player.until("update", since=since)
        begun, since = time.monotonic(), len(player.heard)
        await answered(player, plays[0])
        assert (await player.until("update", since=since))["public"]["window"]
        while player.view["public"]["window"]:
            await player.until("update", since=len(player.heard))
        assert 1.99 <= time.monotonic() - begun < 8.0  # the server's clock is read in milliseconds
        await player.close()

    settings = Settings(bot_delay=(0.0, 0.0), window_delay=(8.0, 8.0), rates=False)
    with serving(tmp_path / "tables.sqlite", settings) as served:
        asyncio.run(main(served.address))
    assert QUICK.window_delay == (0.0, 0.0)


# --- how long a window is open ----------------------------------------------------------------------------------------
class Thinkers:
    """In place of worker processes: bots that choose an option after so many looks at the clock, or never. At first
    sight they take to another one."""

    def __init__(self, looks: int | None, option: int = -1, at_sight: int = -1) -> None:
        self._looks, self._option, self._at_sight = looks, option, at_sight
        self.asked = 0

    async def choose_quickly(self, bot: SeatedBot, view: object, decision: Decision) -> Option:
        assert bot.bot == "greedy"
        return decision.options[self._at_sight]

    async def choose(self, choice: DeckChoice, bot: object, view: object, decision: Decision) -> Option:
        self.asked += 1
        for _ in range(self._looks or 0):
            await asyncio.sleep(0)
        if self._looks is None:
            await asyncio.Event().wait()
        return decision.options[self._option]


async def nothing() -> None:
    """What a table does when it is woken; here the test looks at the clock by itself."""


async def open_for(
    game: cl.Game, seat: str, bot: str, thinkers: Thinkers, *, people: int = 1, chance: int = 0
) -> tuple[float, bool] | None:
    """For how long the window after a seat's first option is open, and whether a bot answers; None without a window.

    The clock goes on by 10 milliseconds a look. With two people the second is silent until the pause ends."""
    choice = DeckChoice(list(game.record().deck))
    log = log_of(GameDocument("game", "table", 0.0, choice, game.record().to_json()), game.copy(), 0, [], {})
    persons = [seat, *(name for name in NAMES if name != seat)][:people]
    for name in NAMES:
        log.seat_bot(name, bot)
    seated = [SeatDocument("human" if name in persons else "bot", name, bot=bot) for name in NAMES]
    document = TableDocument("table", 0.0, choice, seated, "", phase="playing", game="game", pause=0.7)
    bots = frozenset(place for place, name in enumerate(NAMES) if name not in persons)
    loop = GameLoop(log, Settings(), nothing, cast(Workers, thinkers))
    loop._chance = random.Random(chance)
    log.answer(log.decision.options[0], "person")
    hands = [len(log.game.view(name).hand) for name in NAMES]
    for look in range(400):
        moment = Moment(look / 100, document, bots)
        advance = loop.settle(moment)
        if loop.window is None or (look and advance.rows):
            loop.rest()
            fewer = [len(log.game.view(name).hand) < had for name, had in zip(NAMES, hands, strict=True)]
            return (moment.now, any(fewer[place] for place in bots)) if look else None
        loop.plan(moment)
        await asyncio.sleep(0)
    raise AssertionError("the window never closed")


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_window_is_open_as_long_whatever_bots_hold_and_however_long_they_think(bot: str, people: int) -> None:
    """Of one drawn sequence: the same lengths come with a Surprise in a bot's hand as with a plain card there."""

    async def main() -> tuple[list[float], int]:
        found, asked = [], 0
        for number, (game, twin, seat) in enumerate(islice(positions("doctor-who", polite=True), 0, 200, 10)):
            lengths = set()
            for one in (game, twin):
                # where others are still asked, a Surprise takes effect at once, and everybody sees it
                for thinkers in (Thinkers(0), Thinkers(20), Thinkers(None), *([Thinkers(0, 0)] if people == 1 else [])):
                    window = await open_for(one, seat, bot, thinkers, people=people, chance=number)
                    lengths.add(window[0] if window else None)
                    asked += thinkers.asked
            assert len(lengths) == 1, "it tells what a bot holds, or for how long it thinks"
            found += [length for length in lengths if length is not None]
        return found, asked

    lengths, asked = asyncio.run(main())
    assert len(lengths) > 5
    assert asked > 10, "no bot ever had a choice"
    assert min(lengths) >= THINKING.get(bot, 0.1)
    assert len({*lengths}) > 3 or bot == "search" or people == 2


def test_a_bot_that_has_not_chosen_in_time_answers_as_it_looks_at_first_sight() -> None:
    """One that has chosen plays its Surprise, whatever it would have done in a hurry; one that has not is greedy."""

    async def played(looks: int | None, option: int, at_sight: int) -> int:
        chosen = islice(positions("doctor-who", polite=True), 0, 200, 5)
        windows = [await open_for(game, seat, "search", Thinkers(looks, option, at_sight)) for game, _, seat in chosen]
        return sum(window is not None and window[1] for window in windows)

    surprises = asyncio.run(played(30, 0, -1))
    assert surprises > 0
    assert asyncio.run(played(30, -1, 0)) == 0
    assert asyncio.run(played(None, 0, -1)) == 0
    assert asyncio.run(played(None, -1, 0)) == surprises


def test_what_a_bot_has_at_hand_waits_for_the_others() -> None:
    """Only what it has chosen is played while somebody is still asked: until then it may find something better."""
    decision = next(positions("doctor-who", polite=True))[0].decision
    does, word = Option(0, "play Surprise", "play", "Surprise", 1), Option(1, "pass", "word", "pass", 2)
    bot, person = (WindowQuestion(place, place, replace(decision, options=(does, word)), None) for place in range(2))
    window = Window((bot, person), not_before=1.0, deadline=None)
    assert window.verdict(2.0, {0: does}) is None
    window.intents[1] = Intent(word, "person")
    assert window.verdict(0.5, {0: does}) is None
    assert window.verdict(2.0, {0: does}) == [(bot, Intent(does, "bot"))]
    assert window.verdict(2.0, {0: word}) == [(bot, Intent(word, "bot")), (person, Intent(word, "person"))]
    del window.intents[1]
    window.intents[0] = Intent(does, "bot")
    assert window.verdict(2.0, {0: word}) == [(bot, Intent(does, "bot"))]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_game_played_ahead_is_the_one_in_which_all_have_passed(edition: str) -> None:
    chance, windows = random.Random(7), 0
    game = cl.Game(edition, seats=["Ann", "Bob", "Cy"], seed=7, polite=True)
    while not game.over and windows < 40:
        if not in_window(game.standing):
            game.answer(chance.choice(game.decision.options))
            continue
        windows += 1
        questions, after = asked_together(game, 8, {1})
        window = Window(questions, 0.0, None, after=after)
        passes = [(one, Intent(pass_of(one.decision), "table")) for one in questions]
        assert window.passed(passes) is after
        assert window.passed(passes[:-1]) is None
        other = game.copy()
        for question in questions:
            assert question.decision == other.decision
            other.answer(pass_of(other.decision).index)
        assert (other.record(), other.notation()) == (after.record(), after.notation())
        game.go_on_as(after)
        assert (other.record(), other.notation()) == (game.record(), game.notation())
        assert game.events == other.events
        if not game.over:
            assert game.decision == other.decision
    assert windows


def test_who_does_not_pass_is_waited_for_by_the_game_itself() -> None:
    game = next(positions("doctor-who", polite=True))[0]
    does, word = Option(0, "play Surprise", "play", "Surprise", 1), Option(1, "pass", "word", "pass", 2)
    asked = replace(game.decision, options=(does, word))
    questions = tuple(WindowQuestion(place, place, asked, None) for place in range(2))
    window = Window(questions, 0.0, None, after=game)
    passed, played = Intent(word, "person"), Intent(does, "person")
    assert window.passed([(questions[0], passed), (questions[1], played)]) is None
    assert window.passed([(questions[0], passed), (questions[1], passed)]) is game
