"""What a client hears holds nothing that its seat could not know: real traffic, against what the game itself shows."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from tests.web.served import LONGEST, Json, Player, Served, choosing, serving, table_of

import changeling as cl
from changeling.engine.seen.view import view_of
from changeling.web.gallery.decks import deck_of
from changeling.web.table.clients import Client
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.live.publish import Publisher
from changeling.web.table.written.game_log import rebuild

FEW, MANY = 1, 60  # games of each edition, in `make test` and in `make soak`
GAMES = [(edition, FEW) for edition in cl.editions()]
GAMES_OF_A_SOAK = [pytest.param(edition, MANY, marks=pytest.mark.soak) for edition in cl.editions()]
PEOPLE = ["Ann", "Bob"]
ENOUGH = 120  # moves after which a game is left; some go on for thousands
Moments = dict[str, dict[int | str, int]]
STRINGS = re.compile(r'"((?:[^"\\]|\\.)*)"')


@pytest.mark.parametrize(("edition", "games"), [*GAMES, *GAMES_OF_A_SOAK])
def test_no_card_is_named_to_a_seat_that_could_not_see_it(
    edition: str, games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = record_moments(monkeypatch)

    async def one(served: Served, number: int, gate: asyncio.Semaphore) -> list[Player]:
        async with gate, table_of(served.address, PEOPLE, deck={"parts": [edition]}) as players:
            table = players[0].table
            television = Player(served.address, table, screen=True)
            others = [Player(served.address, table), television]
            everybody = [*players, *[await one.connect() for one in others]]
            chance, done = random.Random(number), asyncio.Event()
            for player in players:
                player.react = curious(chance, moments, done)
            await players[0].say({"type": "start"})
            async with asyncio.timeout(LONGEST):  # twenty tables play at once
                await done.wait()
            for one in others:
                await one.close()
            return everybody

    async def main(served: Served) -> int:
        gate = asyncio.Semaphore(20)
        tables = await asyncio.gather(*(one(served, number, gate) for number in range(games)))
        return sum([await check(served, players, moments[players[0].table]) for players in tables])

    with serving(tmp_path / "tables.sqlite") as served:
        assert asyncio.run(main(served)) > games * 40


def record_moments(monkeypatch: pytest.MonkeyPatch) -> Moments:
    """By table and `seq` of what was shown, or the text of a reply: how many moves had been made at that moment."""
    moments: Moments = {}

    def watch(name: str) -> None:
        shown = getattr(Publisher, name)

        def show(self: Publisher, *args: Any, **more: Any) -> Any:
            made = shown(self, *args, **more)
            for loop in args:
                if isinstance(loop, GameLoop):
                    moments.setdefault(loop.log.document.table, {})[self.seq] = len(loop.log.chosen_by)
            return made

        monkeypatch.setattr(Publisher, name, show)

    watch("send_update")
    watch("state")
    note_replies(monkeypatch, moments)
    return moments


def note_replies(monkeypatch: pytest.MonkeyPatch, moments: Moments) -> None:
    """Note when each reply was made: it is sent before news that wait, so what comes next may be older than it."""
    queue = Client.reply

    def reply(self: Client, message: bytes) -> None:
        queue(self, message)
        table = self.state.__self__  # type: ignore[attr-defined]  # a table's method
        if table.loop is not None:
            moments.setdefault(table.id, {}).setdefault(message.decode(), len(table.loop.log.chosen_by))

    monkeypatch.setattr(Client, "reply", reply)


def curious(chance: random.Random, moments: Moments, done: asyncio.Event) -> Any:
    """Answers every question at once, or when it was told what the answers lead to, and asks why of everything besides,
    until there was enough of it."""
    answer = choosing(chance)
    looking: dict[Player, Json] = {}

    async def react(player: Player, message: Json) -> None:
        if message["type"] == "over" or moments.get(player.table, {}).get(message.get("seq", -1), 0) > ENOUGH:
            done.set()
            return
        if message["type"] == "update" and chance.random() < 0.05:
            card = chance.choice(message["public"]["discard"] or ["The Sun"])
            about = chance.choice(["draws", "hand limit", *PEOPLE, f"play {card}", f"use {card}", card])
            await player.say({"type": "why", "about": about})
            await player.say({"type": "resync", "since": 0})
        question = message.get("question") if message["type"] == "update" else None
        if question and chance.random() < 0.3:
            looking[player] = message
            await player.say(f'{{"type": "foresee", "question": {question["id"]}}}')  # as a text: it is no answer
            return
        await answer(player, looking.pop(player, message) if message["type"] == "foreseen" else message)

    return react


async def check(served: Served, players: list[Player], moments: dict[int | str, int]) -> int:
    """Compare all that was said with what the game shows each seat at that moment; gives how many cards were named."""
    table = await served.registry.store.table(players[0].table)
    kept = await served.registry.store.game(table.game if table else "")
    assert kept is not None
    record = rebuild(kept[0], deck_of(kept[0].deck), kept[1]).game.record()
    deck = cl.load_deck(list(record.deck))
    known, find = seen_by(record, deck), finder(deck)
    told = foreseen = 0
    for player, seat in zip(players, [*PEOPLE, "", ""], strict=True):
        moves = len(record.moves)
        # What has no `seq` was said before the next that has one.
        for message, text in zip(reversed(player.heard), reversed(player.texts), strict=True):
            moves = moments.get(message.get("seq", -1), moves)
            plain = re.sub(r'"(play|Play|use) ', '"', text)  # `Play All You Need Is Love` does not name Play All
            plain = re.sub(r"\b(has|have) \d+ Keepers\b", r"\1 Keepers", plain)  # nor does a number name 5 Keepers
            plain, standings = without_standings(plain)
            named, could = cards_in(plain, find), known[seat][moments.get(text, moves)]
            asked_for = could | {name for card in deck.cards if card.title in could for name in printed(card, find)}
            assert cards_in(standings, find) <= asked_for, (seat, message)  # what a Goal asks for stands on the Goal
            foreseen += message["type"] == "foreseen" and bool(message["prospects"])
            if message["type"] == "reason" or message.get("ended"):  # what a Goal asks for stands on the Goal
                could = could | {name for card in deck.cards if card.title in could for name in printed(card, find)}
                could |= set(find(message.get("about", "")))  # the asker's own words
            if "Choose a New Rule in play" in text:  # a question's own words, and the name of an Action as well
                could = could | {"Choose a New Rule"}
            told += len(named)
            where = [
                plain[max(0, m.start() - 80) : m.end() + 40]
                for n in named - could
                for m in re.finditer(re.escape(n), plain)
            ]
            assert named <= could, (seat, message, where)
    assert foreseen or len(record.moves) < ENOUGH // 2, "prospects were told, and looked at"
    return told


def without_standings(text: str) -> tuple[str, str]:
    """A message without how far everybody is, and that part of it."""
    found = re.search(r',"standings":\[.*\]', text)
    return (text, "") if found is None else (text[: found.start()] + text[found.end() :], found.group())


def printed(card: cl.Card, find: Callable[[str], list[str]]) -> Iterator[str]:
    """The cards that are named on a card."""
    yield from (*card.needs, *card.forbids, *find(card.text))


def seen_by(record: cl.Record, deck: cl.Deck) -> dict[str, list[set[str]]]:
    """By seat, and for who looks on: the cards that could have been seen after each number of moves."""
    open_cards = {card.title for card in deck.cards if card.kind in ("basic", "meta")}
    game = cl.replay(record, moves=0)
    names = {card.title: card.name for card in deck.cards}  # sentences do not number the copies of a card
    known = {seat: [set(open_cards)] for seat in [*game.seats, ""]}
    told = 0
    for number in range(len(record.moves) + 1):
        views = [view_of(deck, game.table, game.seats, place) for place in range(len(game.seats))]
        now = {view.seat: set(cards_of(view)) for view in views}
        for seat in game.seats:
            now[seat] |= {event.card for event in game.events_for(seat, since=told) if event.card}
        told = len(game.table.journal or ())
        now[""] = set.intersection(*now.values())
        for seat, cards in now.items():
            cards |= {names[card] for card in cards if card in names}
            if number:
                known[seat].append(known[seat][-1] | cards)
            else:
                known[seat][0] |= cards
        if number < len(record.moves):
            game.answer(record.moves[number])
    return known


def cards_of(view: cl.View) -> Iterator[str]:
    """The titles that a view shows."""
    for cards in (view.hand, view.aside, view.rules, view.goals, view.meta, view.discard, view.playing):
        yield from cards
    for seat in view.seats:
        yield from (*seat.keepers, *seat.creepers, *seat.known)
    for pair in (*view.attached, *view.sealed):
        yield from pair
    if view.decision is not None:
        yield from (option.value for option in view.decision.options)


def cards_in(text: str, find: Callable[[str], list[str]]) -> set[str]:
    """The titles in a message, wherever they stand."""
    return {title for string in set(STRINGS.findall(text)) for title in find(string)}


def finder(deck: cl.Deck) -> Callable[[str], list[str]]:
    """Finds the titles of a deck in a text; the longest where one is part of another."""
    printed = [card.text for card in deck.cards if card.kind == "meta"]  # for everybody to read in the lobby
    titles = sorted([*(card.title for card in deck.cards), deck.title, *printed], key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, titles))})(?!\w)")
    beside = {deck.title, *printed}
    return lru_cache(maxsize=None)(lambda text: [title for title in pattern.findall(text) if title not in beside])
