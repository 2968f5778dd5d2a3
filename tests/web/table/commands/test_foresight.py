"""What a seat is told of what its answers lead to, and how fast the bots play."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.cards.writing import deck_of
from tests.web.shared_workers import SHARED
from tests.web.table.tables import NotingStore, Party, sent_to

from changeling.engine.seen.reasons.progress import Progress
from changeling.play.game import Game
from changeling.web.gallery.decks import deck_of as chosen
from changeling.web.settings import Settings
from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.game.game_loop import PACES
from changeling.web.table.game.render import MOST_GOALS, Scenes
from changeling.web.table.gathering.seat_tokens import token_hash
from changeling.web.table.live.live_table import LiveTable
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import DeckChoice, Prospect
from changeling.web.workers.process import WorkerLost


async def foreseen_by(party: Party, who: str) -> list[dict[str, Any]]:
    """The looks ahead that somebody was told, as soon as there are any."""
    while True:
        told = [one for one in await sent_to(party.clients[who]) if one["type"] == "foreseen"]
        if told:
            return told
        await asyncio.sleep(0.001)


async def foreseen(party: Party, who: str, question: int) -> list[dict[str, Any]]:
    await execute(party.table, party.clients[who], m.Foresee(question))
    (answer,) = await foreseen_by(party, who)
    assert answer["question"] == question
    prospects: list[dict[str, Any]] = answer["prospects"]
    return prospects


async def asked_of(party: Party) -> tuple[str, dict[str, Any]]:
    """Who is asked, and what."""
    for name in ("host", "guest"):
        client = party.clients[name]
        party.table.publisher.seq += 1
        state = party.table.state(client)
        if state.question is not None:
            return name, {"id": state.question.id, "codes": [option.code for option in state.question.options]}
    raise AssertionError("nobody is asked")


def test_only_who_is_asked_is_told_where_answers_lead() -> None:
    async def main() -> None:
        party = await Party().gather(playing=True)
        who, question = await asked_of(party)
        prospects = await foreseen(party, who, question["id"])
        assert [one["option"] for one in prospects] == question["codes"]
        other = "guest" if who == "host" else "host"
        assert await foreseen(party, other, question["id"]) == []
        assert await foreseen(party, who, question["id"] + 1) == []
        with pytest.raises(Refuse):
            await execute(party.table, party.clients["watcher"], m.Foresee(question["id"]))
        party.table.close()

    asyncio.run(main())


def test_the_host_sets_how_fast_bots_play() -> None:
    async def main() -> None:
        party = await Party().gather(playing=True)
        await execute(party.table, party.clients["host"], m.Pace("at once"))
        lobbies = [one for one in await sent_to(party.clients["guest"]) if one["type"] == "lobby"]
        assert lobbies[-1]["lobby"]["speed"] == party.table.document.speed == "at once"
        with pytest.raises(Refuse):
            await execute(party.table, party.clients["guest"], m.Pace("calm"))
        party.table.close()

    asyncio.run(main())
    assert PACES["calm"] > PACES["brisk"] > PACES["at once"] == 0


def test_a_state_says_how_far_everybody_is_in_the_words_for_who_reads_it() -> None:
    async def main() -> None:
        party = await Party().gather(playing=True)
        loop = party.table.loop
        assert loop is not None
        for _ in range(400):
            if loop.over or loop.log.game.view("host").goals:
                break
            loop.log.answer(loop.log.decision.options[0], "table")
        assert loop.log.game.view("host").goals, "a Goal is in play"
        told = {name: party.table.state(client).standings for name, client in party.clients.items()}
        assert [(one.goal, one.seat, one.have, one.need) for one in told["host"]] == [
            (one.goal, one.seat, one.have, one.need) for one in told["watcher"]
        ]
        assert {one.seat for one in told["host"]} >= {"host", "guest"}
        assert all(one.lacks for one in told["guest"] if not one.met)
        party.table.close()

    asyncio.run(main())


def test_looking_ahead_is_a_workers_and_nothing_hangs_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        party = await Party().gather(playing=True)
        who, question = await asked_of(party)
        pool = party.table.workers.uploads
        before = pool.asked["foresee"]
        assert await foreseen(party, who, question["id"])
        assert await foreseen(party, who, question["id"])
        assert pool.asked["foresee"] == before + 1, "once for each question"

        async def lost(*given: Any, **named: Any) -> Any:
            raise WorkerLost("a worker took too long")

        assert party.table.loop is not None
        party.table.loop.foresight.forget()
        monkeypatch.setattr(pool, "ask", lost)
        assert await foreseen(party, who, question["id"]) == []
        party.table.close()

    asyncio.run(main())


def test_nobody_waits_for_a_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it takes hangs on what somebody holds: who noticed would know more than they may see."""

    async def main() -> None:
        party = await Party().gather(playing=True)
        who, question = await asked_of(party)
        asked, looked = asyncio.Event(), asyncio.Event()

        async def slow(job: str, *given: Any, **named: Any) -> list[Prospect]:
            asked.set()
            await looked.wait()
            return [Prospect(code, False, "", []) for code in question["codes"]]

        monkeypatch.setattr(party.table.workers.uploads, "ask", slow)
        second = Client(party.table.state_of)
        await party.table.connect(second, m.Hello(token=who))
        for client in (party.clients[who], party.clients[who], second):
            await execute(party.table, client, m.Foresee(question["id"]))
        await asked.wait()
        assert not party.table.lock.locked()
        await execute(party.table, party.clients["watcher"], m.Ping(5))
        assert "pong" in [one["type"] for one in await sent_to(party.clients["watcher"])]
        await execute(party.table, party.clients[who], m.Answer(question["id"], question["codes"][0]))
        assert not [one for one in await sent_to(party.clients[who]) if one["type"] == "foreseen"]
        looked.set()
        for told in (await foreseen_by(party, who), [json.loads(text) for text in second._replies][-1:]):
            assert [(one["type"], one["question"], len(one["prospects"])) for one in told] == [
                ("foreseen", question["id"], len(question["codes"]))
            ]
        party.table.close()

    asyncio.run(main())


def test_in_a_window_nothing_is_foreseen_with_cards_of_ones_own() -> None:
    """Workers are shared: by a look ahead of one's own one could tell how long others' take, and so what they hold."""
    text = """
action "Nothing" x20
    draw(one)
surprise "Slow" x20
    react action:
        draw(one)
keeper "Rock"
goal "A Rock"
    wins = has("Rock")
"""

    async def main() -> tuple[list[Any], bool]:
        seats = [SeatDocument("human", name, token=token_hash(name)) for name in ("A", "B")]
        document = TableDocument("own-cards", 0.0, DeckChoice([], text), seats, "00", pause=0)
        table = LiveTable(document, chosen(document.deck), NotingStore(document=document), Settings(), SHARED)
        clients = [Client(table.state_of) for _ in range(2)]
        for client, name in zip(clients, ("A", "B"), strict=True):
            await table.connect(client, m.Hello(token=name))
        await execute(table, clients[0], m.Start())
        for _ in range(50):
            loop = table.loop
            assert loop is not None
            asked = [loop.question(place, table.moment()) for place in range(2)]
            windows = [one for one in asked if one is not None and one.window]
            if windows:
                break
            question = next(one for one in asked if one is not None)
            play = [one.code for one in question.options if one.value == "Nothing"] or [question.options[0].code]
            await execute(table, clients[asked.index(question)], m.Answer(question.id, play[0]))
        (question,) = windows
        client = clients[asked.index(question)]
        client._replies.clear()
        await execute(table, client, m.Foresee(question.id))
        told = [json.loads(reply) for reply in client._replies]
        looks = bool(loop is not None and loop.foresight._looks)
        table.close()
        return told, looks

    told, looks = asyncio.run(main())
    assert [(one["type"], one["prospects"]) for one in told] == [("foreseen", [])]
    assert not looks


def test_looking_ahead_costs_the_same_however_much_has_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker is sent is made on the event loop; the past of a game can be a thousand times as large."""
    sent: list[int] = []

    async def main() -> None:
        party = await Party().gather(playing=True)
        who, question = await asked_of(party)
        assert party.table.loop is not None
        journal = party.table.loop.log.game.journal
        assert isinstance(journal, list)
        journal.extend([journal[0]] * 20_000)
        pool = party.table.workers.uploads
        asked = pool.ask

        async def counted(job: str, *given: Any, **named: Any) -> Any:
            sent.extend(len(one) for one in given if isinstance(one, bytes))
            return await asked(job, *given, **named)

        monkeypatch.setattr(pool, "ask", counted)
        assert await foreseen(party, who, question["id"])
        party.table.close()

    asyncio.run(main())
    assert len(sent) == 1
    assert sent[0] < 60_000


def test_what_all_at_one_place_see_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        party = await Party().gather(playing=True)
        made: list[int | None] = []
        before = party.table.state

        def counted(client: Client, since: int | None = None) -> m.State:
            made.append(client.place)
            return before(client, since)

        monkeypatch.setattr(party.table, "state", counted)
        crowd = [Client(party.table.state_of) for _ in range(50)]
        for one in crowd:
            party.table.attendance.arrive(one)
        party.table.send_states()
        assert sorted(made, key=str) == [0, 1, None]
        told = await sent_to(crowd[0])
        assert told[-1]["own"] is None
        assert told == await sent_to(crowd[-1])
        party.table.close()

    asyncio.run(main())


def test_how_far_everybody_is_is_worked_out_once_for_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Game] = []
    before = Scenes.progress

    def counted(self: Scenes, game: Game) -> list[Progress]:
        made.append(game)
        return before(self, game)

    monkeypatch.setattr(Scenes, "progress", counted)

    async def main() -> None:
        party = await Party().gather(playing=True)
        made.clear()
        party.table.send_states()
        for _ in range(5):
            for client in party.clients.values():
                await execute(party.table, client, m.Resync())
        assert len(made) <= 1
        who, question = await asked_of(party)
        await execute(party.table, party.clients[who], m.Answer(question["id"], question["codes"][0]))
        assert len(made) <= 2
        party.table.close()

    asyncio.run(main())


def test_of_more_goals_than_anybody_reads_nothing_is_worked_out() -> None:
    text = "".join(f'goal "G{n}"\n    wins = has("A", "B")\n' for n in range(MOST_GOALS + 1))
    deck = deck_of(text + 'keeper "A"\nkeeper "B"\n')
    told = []
    for goals in (MOST_GOALS, MOST_GOALS + 1):
        table = {"turn": "Ann", "goals": [f"G{n}" for n in range(goals)], "rest": "pile"}
        values = {"deck": ["test"], "seats": ["Ann", "Bob"], "table": table}
        told.append(len(Scenes(deck).progress(Game.from_values(values, compiled=deck))))
    assert told == [2 * MOST_GOALS, 0]
