"""The store on SQLite and on PostgreSQL: the same rows, the same refusals, and games that come back as they were."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from tests.web.served import LONGEST, QUICK, Json, Player, choosing, endless, serving, start, table_of

import changeling as cl
from changeling.play.game import replay
from changeling.web.gallery.decks import deck_of
from changeling.web.storage.databases import store_at
from changeling.web.storage.documents import GameDocument, Row, SeatDocument, TableDocument
from changeling.web.storage.store import Store, put_game, put_line, put_replay, put_row, put_table
from changeling.web.table.written.game_log import first_record, rebuild
from changeling.web.wire.errors import StoreConflict, StoreError
from changeling.web.wire.values import DeckChoice, PersonInfo


def row(number: int, move: str = "play Milk") -> Row:
    return Row(number, "answer", "Ann", move)


def test_rows_come_back_in_order(store: Store) -> None:
    async def main() -> None:
        document = GameDocument("game", "table", 1.5, DeckChoice(["family"]), "{}", "secret", {"Ann": "ff"})
        await store.write([put_game(document, digest="d", seed=2**64 - 1, seats=["Ann", "Bob"])])
        await store.write([put_row("game", row(1)), put_row("game", row(0, "draw")), put_row("other", row(5))])
        assert await store.game("game") == (document, [row(0, "draw"), row(1)])
        assert await store.game("none") is None

    asyncio.run(main())


def test_a_number_is_given_once_and_a_refused_write_leaves_nothing(store: Store) -> None:
    async def main() -> None:
        document = GameDocument("game", "table", 0.0, DeckChoice(), "{}")
        await store.write([put_game(document, digest="d", seed=1, seats=["Ann"]), put_row("game", row(0))])
        with pytest.raises(StoreConflict):
            await store.write([put_row("game", row(1)), put_row("game", row(0, "another"))])
        assert await store.game("game") == (document, [row(0)])
        results = await asyncio.gather(
            *(store.write([put_row("game", row(7, f"move {number}"))]) for number in range(20)), return_exceptions=True
        )
        assert sum(result is None for result in results) == 1
        assert all(isinstance(result, StoreConflict) for result in results if result is not None)
        kept = await store.game("game")
        assert kept is not None
        assert [one.number for one in kept[1]] == [0, 7]

    asyncio.run(main())


def test_what_waits_together_is_written_together(store: Store) -> None:
    async def main() -> None:
        before = store.commits
        await asyncio.gather(*(store.write([put_row(f"game {number}", row(0))]) for number in range(200)))
        assert store.commits - before < 100
        assert store.written >= 200

    asyncio.run(main())


def test_tables_chat_and_replays(store: Store) -> None:
    async def main() -> None:
        seats = [SeatDocument("human", "Ann")]
        table = TableDocument("one", 1.0, DeckChoice(["family"], "text"), seats, "secret", public=True)
        await store.write([put_table(table), put_table(TableDocument("two", 2.0, DeckChoice(), [], ""))])
        table.round = 3
        await store.write([put_table(table)])
        assert await store.table("one") == table
        assert await store.table("three") is None
        assert [one.id for one in await store.public_tables(10)] == ["one"]
        for number in range(4):
            await store.write([put_line("one", number, "Ann", f"line {number}", 1.0)])
        assert await store.chat("one", 2) == [(2, "Ann", "line 2", 1.0), (3, "Ann", "line 3", 1.0)]
        await store.write([put_replay("share", game="game"), put_replay("file", text="{}")])
        found = await store.replay("file")
        assert found is not None
        assert found[:2] == ("", "{}")
        assert await store.replay("nothing") is None

    asyncio.run(main())


def test_any_process_can_take_a_game_over(place: str) -> None:
    """A game that was played at one server stands the same at another, and goes on there."""

    async def first(address: str) -> list[tuple[Player, Json]]:
        async with table_of(address, ["Ann", "Bob"], bots=1, deck={"text": endless()}) as players:
            await start(players)
            await play_some(players, 15)
            return [(player, await player.ask({"type": "resync", "since": 0}, "state")) for player in players]

    async def second(address: str, known: list[tuple[Player, Json]]) -> None:
        for player, stood in known:
            again = await Player(address, player.table, player.token).connect()
            assert again.place == player.place
            state = await again.ask({"type": "resync", "since": 0}, "state")
            for part in ("own", "public", "question", "events"):
                assert state[part] == stood[part], part
            assert state["lobby"]["commitment"] == stood["lobby"]["commitment"]
            await again.close()

    with serving(place, QUICK) as served:
        known = asyncio.run(first(served.address))
    with serving(place, QUICK) as served:
        asyncio.run(second(served.address, known))


async def play_some(players: list[Player], answers: int) -> None:
    """Have so many questions answered, and then go on until a person is asked outside a window: then nothing moves."""
    answered: set[int] = set()
    async with asyncio.timeout(LONGEST):
        while True:
            questions = [(player, player.view["question"]) for player in players if player.view["question"]]
            fresh = [(player, question) for player, question in questions if question["id"] not in answered]
            if len(answered) >= answers and any(not question["window"] for _, question in fresh):
                return
            for player, question in fresh[:1]:
                answered.add(question["id"])
                answer = {"type": "answer", "question": question["id"], "option": question["options"][0]["code"]}
                await player.ask(answer, "accepted", "noted")
            await asyncio.sleep(0.005)


def test_rebuilt_equals_live(tmp_path: Path) -> None:
    """After every row, the game played back from the rows is the game as it was played."""
    deck = cl.load_deck("cthulhu")
    record = first_record(
        deck,
        seats=["Ann", "Bob"],
        seed=11,
        meta=[],
        first="Bob",
        holiday=True,
        moment="",
        people={"Ann": PersonInfo(age=9)},
    )
    document = GameDocument("game", "table", 0.0, DeckChoice(["cthulhu"]), record.to_json())
    live, chance = rebuild(document, deck), random.Random(4)
    rows: list[Row] = []
    while not live.game.over and len(rows) < 120:
        if len(rows) == 30:
            rows.append(live.join("Cy", PersonInfo(birthday=True)))
        elif len(rows) in (50, 51):
            keep = len(live.chosen_by) - 7
            rows.append(live.undo("Ann", replay(live.game.record(), deck=live.game.deck, moves=keep), keep))
        else:
            rows.append(live.answer(chance.choice(live.game.decision.options), "person"))
        if len(rows) % 10 == 0 or 48 < len(rows) < 54:
            back = rebuild(document, deck_of(document.deck), rows)
            assert back.next_row == live.next_row
            assert back.chosen_by == live.chosen_by
            assert back.game.record() == live.game.record()
            assert back.game.notation() == live.game.notation()
            for seat in live.game.seats:
                assert back.game.view(seat) == live.game.view(seat)
                assert back.game.events_for(seat) == live.game.events_for(seat)


def test_a_store_that_cannot_be_reached_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        store_at("postgresql://nobody@127.0.0.1:9/none").open()
    for wrong in ("mysql://x/y", ":memory:", str(tmp_path / "no" / "such" / "folder.sqlite")):
        with pytest.raises(cl.ChangelingError, match="--db"):
            store_at(wrong)


def test_a_table_that_somebody_else_has_gone_on_with_is_taken_from_the_store_again(tmp_path: Path) -> None:
    """Somebody else has written the next row: the answer is judged anew, the table shows what is in the store."""

    async def main(address: str, store: Store) -> None:
        async with table_of(address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            await start(players)
            asked = next(player for player in players if player.view["question"])
            question, table = asked.view["question"], await store.table(asked.table)
            assert table is not None
            kept = await store.game(table.game)
            assert kept is not None
            number = kept[1][-1].number + 1 if kept[1] else 0
            name = table.seats[asked.place or 0].name
            option = question["options"][-1]
            await store.write([put_row(table.game, Row(number, "answer", name, option["text"]))])
            answer = {"type": "answer", "question": question["id"], "option": question["options"][0]["code"]}
            error = await asked.ask(answer, "accepted")
            assert error["code"] == "answer/stale"
            state = await asked.ask({"type": "resync"}, "state")
            assert state["question"] is None or state["question"]["id"] > question["id"]
            again = await asked.ask(answer)
            assert again["code"] == "answer/stale"
            await play_on(players)

    async def play_on(players: list[Player]) -> None:
        for player in players:
            player.react = choosing(random.Random(2))
            await player.say({"type": "resync"})
        for player in players:
            await player.until("over")

    with serving(tmp_path / "tables.sqlite") as served:
        asyncio.run(main(served.address, served.registry.store))
