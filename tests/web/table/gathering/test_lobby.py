"""Before, between and around games: who sits where, what is arranged, who comes and goes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

import httpx
import pytest
from tests.web.served import (
    PATIENT,
    Json,
    Player,
    Served,
    choosing,
    endless,
    make,
    play_out,
    seats,
    serving,
    start,
    table_of,
)

from changeling.web.gallery.decks import deck_of
from changeling.web.settings import Settings
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import MakeTable
from changeling.web.wire.values import DeckChoice, SeatChoice


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


def kinds(player: Player) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in player.view["lobby"]["seats"]]


async def refused(player: Player, message: Json) -> str:
    code: str = (await player.ask(message))["code"]
    return code


def test_sitting_down_arranging_and_agreeing(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], bots=1, deck={"parts": ["fluxx-4"]}) as (ann, bob):
            assert kinds(bob) == [("human", "Ann"), ("human", "Bob"), ("bot", "Ada")]
            assert await refused(bob, {"type": "arrange", "change": {"public": True}}) == "host/only"
            assert await refused(bob, {"type": "start"}) == "host/only"
            change = {"meta": ["No Creepers"], "first": 1, "pause": 9, "public": True}
            lobby = (await ann.ask({"type": "arrange", "change": change}, "lobby"))["lobby"]
            assert (lobby["first"], lobby["pause"], lobby["public"]) == (1, 9, True)
            rule = next(rule for rule in lobby["meta"] if rule["name"] == "No Creepers")
            assert (rule["proposed"], rule["in_force"]) == (True, False)
            await ann.ask({"type": "agree", "meta": ["No Creepers"]}, "lobby")
            await bob.ask({"type": "agree", "meta": ["No Creepers"]}, "lobby")
            while not any(rule["in_force"] for rule in bob.view["lobby"]["meta"]):
                await bob.until("lobby", since=len(bob.heard))
            assert await refused(ann, {"type": "agree", "meta": ["Free Parking"]}) == "meta/unknown"
            change = {"deck": {"parts": ["family", "nowhere"]}}
            assert await refused(ann, {"type": "arrange", "change": change}) == "deck/unknown"
            wrong = {"deck": {"text": 'keeper "Milk"\n    "White."\n    winz = 1\n'}}
            assert await refused(ann, {"type": "arrange", "change": wrong}) == "deck/problems"
            assert await refused(ann, {"type": "arrange", "change": {"seats": seats(1, 1)[1:] * 2}}) == "arrange/seats"
            assert await refused(bob, {"type": "introduce", "name": "ann"}) == "seat/name"
            assert await refused(bob, {"type": "introduce", "name": "done"}) == "seat/name"
            lobby = (await bob.ask({"type": "introduce", "name": "Ada", "person": {"age": 9}}, "lobby"))["lobby"]
            assert [seat["name"] for seat in lobby["seats"]] == ["Ann", "Ada", "Basil"]
            await ann.ask({"type": "start"}, "state")
            assert ann.view["public"]["meta"] == ["No Creepers"]
            assert ann.view["public"]["turn"] == "Ada"

    asyncio.run(main())


def test_the_host_can_send_somebody_away_and_a_host_who_leaves_hands_over(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob", "Cy"]) as (ann, bob, cy):
            keep = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}, {"kind": "human"}]
            since = len(bob.heard)
            await ann.ask({"type": "arrange", "change": {"seats": keep}}, "lobby")
            assert (await bob.until("seated", since=since))["place"] is None
            assert await refused(bob, {"type": "leave"}) == "seat/none"
            gone = await ann.ask({"type": "leave"}, "seated")
            assert gone["place"] is None
            await cy.ask({"type": "arrange", "change": {"public": False}}, "lobby")
            assert cy.view["lobby"]["host"] == "Cy"
            taken = await bob.ask({"type": "sit", "name": "Bob", "place": 2}, "seated")
            assert taken["code"] == "seat/taken"
            back = await bob.ask({"type": "sit", "name": "Bob", "place": 1}, "seated")
            assert back["place"] == 1
            assert await refused(ann, {"type": "sit", "name": "bob"}) == "seat/name"

    asyncio.run(main())


def test_a_seat_is_taken_back_by_its_token_and_by_nothing_else(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"]) as (ann, bob):
            await ann.ask({"type": "start"}, "state")
            again = await Player(served.address, bob.table, bob.token).connect()
            assert (again.place, again.view["own"]["seat"]) == (bob.place, "Bob")
            for wrong in (bob.token[:-1], bob.token + "x", bob.token.swapcase(), "%", "0" * 64):
                stranger = await Player(served.address, bob.table, wrong).connect()
                assert stranger.place is None
                assert stranger.view["own"] is None
                await stranger.close()
            await again.close()

    asyncio.run(main())


def test_joining_a_running_game_and_taking_over_a_bot(served: Served) -> None:
    async def main() -> None:
        # Ann begins and waits, so that no bot plays a card that changes somebody's hand
        form = {"deck": {"parts": ["family"]}, "first": 0, "open": True}
        async with table_of(served.address, ["Ann", "Bob"], bots=1, **form) as (ann, bob):
            await ann.ask({"type": "start"}, "state")
            cy = await Player(served.address, ann.table).connect()
            joined = await cy.ask({"type": "sit", "name": "Cy"}, "seated")
            assert joined["place"] == 3
            await cy.ask({"type": "resync"}, "state")
            assert len(cy.view["own"]["hand"]) == 3
            assert [seat["name"] for seat in cy.view["public"]["seats"]] == ["Ann", "Bob", "Ada", "Cy"]
            dee = await Player(served.address, ann.table).connect()
            assert (await dee.ask({"type": "sit", "name": "Dee", "place": 0}, "seated"))["code"] == "seat/taken"
            taken = await dee.ask({"type": "sit", "name": "Dee", "place": 2}, "seated")
            assert (taken["place"], taken["name"]) == (2, "Ada")
            players = [ann, bob, dee, cy]
            for player in players:
                player.react = choosing(random.Random(3))
                await player.say({"type": "resync"})
            for player in players:
                await player.until("over")
            for player in (cy, dee):
                await player.close()

    asyncio.run(main())


def test_a_bot_plays_for_who_leaves_until_they_are_back(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], deck={"text": endless()}, first=1) as (ann, bob):
            await start([ann, bob])
            since = len(ann.heard)
            await bob.ask({"type": "leave"}, "state")
            ann.react = choosing(random.Random(3))
            while not any(event["seat"] == "Bob" and event["what"] == "plays" for event in events(ann, since)):
                await ann.until("update", "state", since=len(ann.heard))
            assert next(seat for seat in ann.view["lobby"]["seats"] if seat["name"] == "Bob")["away"]
            state = await bob.ask({"type": "back"}, "state")
            assert not state["lobby"]["seats"][1]["away"]

    asyncio.run(main())


def events(player: Player, since: int) -> list[Json]:
    return [event for message in player.heard[since:] for event in message.get("events", ())]


def test_a_bot_plays_for_who_is_gone_too_long(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def main(address: str) -> None:
        async with table_of(address, ["Ann", "Bob"], deck={"text": endless()}, first=1) as (ann, bob):
            await start([ann, bob])
            token, since = bob.token, len(ann.heard)
            await bob.close()
            while not any(event["seat"] == "Bob" for event in events(ann, since)):
                await ann.until("update", "state", since=len(ann.heard))
            assert ann.view["lobby"]["seats"][1]["away"]
            again = await Player(address, ann.table, token).connect()
            assert not again.view["lobby"]["seats"][1]["away"]
            await again.close()

    settings = Settings(bot_delay=(0.0, 0.0), window_delay=(0.0, 0.0), await_bots=True, patience=0.1, rates=False)
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite", settings) as served:
        asyncio.run(main(served.address))


def test_undo_is_for_who_plays_with_bots_alone(served: Served) -> None:
    async def main() -> None:
        made = await make(served.address, deck={"parts": ["fluxx-4"]}, seats=seats(1, 2), first=0)
        ann = await Player(served.address, made["table"], made["token"]).connect()
        await ann.ask({"type": "start"}, "state")
        assert ann.view["lobby"]["undo"]
        assert await refused(ann, {"type": "undo"}) == "undo/nothing"
        before, hand = ann.view["question"], ann.view["own"]["hand"]
        answer = {"type": "answer", "question": before["id"], "option": before["options"][0]["code"]}
        await ann.ask(answer, "accepted")
        state = await ann.ask({"type": "undo"}, "state")
        assert state["own"]["hand"] == hand
        assert state["question"]["options"] == before["options"]
        assert state["question"]["id"] > before["id"]
        assert await refused(ann, answer) == "answer/stale"
        await ann.close()
        again = await Player(served.address, made["table"], made["token"]).connect()
        assert again.view["own"]["hand"] == hand
        await again.close()

    asyncio.run(main())


def test_a_rematch_keeps_seats_and_tokens_and_shuffles_anew(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as (ann, bob):
            await ann.commit("aa" * 16)
            first = await play_out([ann, bob], random.Random(1))
            assert first["seal"]["nonces"] == {"Ann": "aa" * 16}
            state = await bob.ask({"type": "rematch"}, "state")
            assert (state["lobby"]["phase"], state["lobby"]["round"]) == ("lobby", 2)
            assert (state["public"], state["ended"], state["lobby"]["nonces"]) == (None, None, {})
            assert (state["lobby"]["shuffle"]["stage"], state["lobby"]["shuffle"]["commitments"]) == ("open", {})
            assert state["lobby"]["commitment"] != first["seal"]["commitment"]
            for player in (ann, bob):
                player.heard.clear()
            second = await play_out([ann, bob], random.Random(1))
            assert second["replay"] != first["replay"]
            assert second["seal"]["commitment"] == state["lobby"]["commitment"]

    asyncio.run(main())


def test_public_tables_are_listed_and_others_are_not(served: Served) -> None:
    async def main() -> None:
        shown = await make(served.address, public=True)
        hidden = await make(served.address, public=False)
        async with httpx.AsyncClient(base_url=served.url, verify=False, timeout=PATIENT) as http:
            listed = {line["table"] for line in (await http.get("/api/tables")).json()["tables"]}
            assert shown["table"] in listed
            assert hidden["table"] not in listed
            found = (await http.get(f"/api/tables/{hidden['table']}")).json()
            assert found["lobby"]["seats"][0]["name"] == "Ann"
            assert hidden["token"] not in str(found)

    asyncio.run(main())


def test_talk_is_heard_and_kept(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"]) as (ann, bob):
            since = len(bob.heard)
            await ann.ask({"type": "say", "text": "  hello   all "}, "chat")
            assert (await bob.until("chat", since=since))["said"]["text"] == "hello all"
            await ann.ask({"type": "react", "reaction": "wow"}, "reacted")
            assert (await bob.until("reacted", since=since))["name"] == "Ann"
            watcher = await Player(served.address, ann.table).connect()
            assert [said["text"] for said in watcher.view["chat"]] == ["hello all"]
            await watcher.close()

    asyncio.run(main())


def test_why_tells_everybody_what_is_open_and_nobody_what_is_not(served: Served) -> None:
    async def main() -> None:
        # of an edition without Creepers, with which something else can be asked before the first card is played
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as (ann, bob):
            await start([ann, bob])
            for player in (ann, bob):
                reason = await player.ask({"type": "why", "about": "draws"}, "reason")
                assert "Basic Rules" in reason["because"]
                told = (await player.ask({"type": "why", "about": "Ann"}, "reason"))["text"]
                assert told.startswith("You " if player.place == 0 else "Ann "), "each is told in their own person"
            asked, other = sorted((ann, bob), key=lambda player: player.view["question"] is None)
            card = asked.view["own"]["hand"][0]
            assert "may answer" in (await asked.ask({"type": "why", "about": f"play {card}"}, "reason"))["text"]
            told = await other.ask({"type": "why", "about": f"play {card}"}, "reason")
            assert told["text"].startswith("You cannot do that now")

    asyncio.run(main())


def test_who_names_no_place_gets_one_that_is_there() -> None:
    form = MakeTable("Ann", seats=[SeatChoice("human"), SeatChoice("bot", "greedy"), SeatChoice("open")])
    table, _ = lobbies.new_table(form, deck_of(form.deck))
    assert lobbies.sit_down(table, "Bob", None, None)[0] == 2, "an open seat first"
    assert lobbies.sit_down(table, "Cy", None, None)[0] == 1, "then a bot's"
    with pytest.raises(Refuse) as refused:
        lobbies.sit_down(table, "Dee", None, None)
    assert refused.value.code == "seat/full"
    assert len(table.seats) == 3, "only the host adds seats"


def test_wins_are_counted_for_so_many_names_only() -> None:
    """Whoever won under ever new names made the lobby longer, which everybody is sent at each change."""
    table, _ = lobbies.new_table(MakeTable("Ann"), deck_of(DeckChoice(["fluxx-4"])))
    table.wins = {"Ann": 3}
    for number in range(lobbies.MOST_WINNERS * 2):
        table.wins = lobbies.counted_wins(table, [f"Bob {number}"])
    assert len(table.wins) == lobbies.MOST_WINNERS
    assert table.wins["Ann"] == 3, "who still sits there is remembered"
    assert table.wins[f"Bob {lobbies.MOST_WINNERS * 2 - 1}"] == 1
