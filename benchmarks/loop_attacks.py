"""Attacks on a web server that ask for what takes long: each is run by another process than the server's.

`benchmarks.loop_hold` measures how long they hold its event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import changeling as cl
from changeling.web.gallery.decks import deck_of
from changeling.web.wire.values import DeckChoice

Attack = Callable[[str], Awaitable[None]]  # takes the server's address
Json = dict[str, Any]
LATER = 1.0  # seconds until something is asked for again


async def post(address: str, path: str, body: str) -> Json:
    """Send a body, and give the answer."""
    reader, writer = await asyncio.open_connection(*address.split(":"), limit=1 << 26)
    data = body.encode()
    head = f"POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {len(data)}"
    writer.write(f"{head}\r\nconnection: close\r\n\r\n".encode() + data)
    return _body(await reader.read())


async def had(doing: Callable[[], Awaitable[Json]]) -> Json:
    """What an attack begins with, however often it has to be asked for: a server that has much to do gives it later."""
    while True:
        found = await doing()
        code = found.get("error", {}).get("code", "")
        if not code:
            return found
        if not code.startswith("work/"):
            raise RuntimeError(f"the attack does not begin: {found['error']}")
        await asyncio.sleep(LATER)


async def get(address: str, path: str) -> Json:
    """Ask for something."""
    reader, writer = await asyncio.open_connection(*address.split(":"), limit=1 << 26)
    writer.write(
        f"GET {path} HTTP/1.1\r\nhost: {address}\r\naccept-encoding: identity\r\nconnection: close\r\n\r\n".encode()
    )
    return _body(await reader.read())


def _body(answer: bytes) -> Json:
    head, _, rest = answer.partition(b"\r\n\r\n")
    if b"transfer-encoding: chunked" in head.lower():
        parts = b""
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            parts, rest = parts + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
        rest = parts
    found: Json = json.loads(rest)
    return found


def heavy_deck() -> str:
    """As many cards as are read, with conditions as long as are read."""
    keepers = "".join(f'keeper "K{n}"\n    "One."\n' for n in range(100))
    wins = " and ".join(f'(count(keepers(you)) + {n} >= 3 or has("K{n}"))' for n in range(7))
    goals = "".join(f'goal "G{n}"\n    "One."\n    wins = {wins} and has("K{n % 99}")\n' for n in range(200))
    rules = "".join(f'rule "R{n}"\n    "One."\n    draws += 1 if {wins}\n' for n in range(200))
    return keepers + goals + rules


async def decks(address: str) -> None:
    """Hostile decks are checked, and tables made of them, several at once."""
    text = heavy_deck()
    for turn in range(3):
        own = text.replace('"One."', f'"One {turn}."')
        asked = json.dumps({"deck": {"text": own}, "seats": 6})
        wanted = json.dumps({"name": "Ann", "deck": {"text": own}})
        await asyncio.gather(
            *(post(address, "/api/decks/check", asked) for _ in range(4)), post(address, "/api/tables", wanted)
        )


def long_record(moves: int) -> str:
    """A game of so many moves: one after the other has no Goals to win with."""
    game = cl.Game("family", seats=["Ann", "Bob", "Cy"], seed=5)
    chance, longest = random.Random(1), game
    for seed in range(40):
        game = cl.Game("family", seats=["Ann", "Bob", "Cy", "Dee"], seed=seed)
        while not game.over and len(game.record().moves) < moves:
            game.answer(chance.randrange(len(game.decision.options)))
        longest = max(longest, game, key=lambda one: len(one.record().moves))
    return longest.record().to_json()


async def replays(address: str) -> None:
    """Long replays are brought, looked at page by page, saved, and played on from."""
    file = long_record(5_000)
    for _ in range(3):
        path = f"/api/replays/{(await had(lambda: post(address, '/api/replays', file)))['replay']}"
        page = await had(partial(get, address, path))
        while page["next"] is not None:
            page = await had(partial(get, address, f"{path}?from={page['next']}"))
        await get(address, f"{path}/file")
        await post(address, f"{path}/fork", json.dumps({"moves": page["moves"] - 1, "place": 0}))


async def table(address: str, form: Json, moves: int, undos: int, *, besides: tuple[str, ...] = ()) -> None:
    """Somebody plays against bots, by chance, and then takes moves back. `besides` is sent with each answer, with the
    number of the question where it has a place for it."""
    made = await had(lambda: post(address, "/api/tables", json.dumps(form)))
    chance, given = random.Random(2), 0
    async with connect(f"ws://{address}/ws/{made['table']}", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        await socket.send(json.dumps({"type": "start"}))
        async for text in socket:
            heard = json.loads(text)
            if refused(heard, "undo"):
                await asyncio.sleep(LATER)
                await socket.send('{"type": "undo"}')
            if heard["type"] == "over" and undos:
                raise RuntimeError("the game was over before anything was taken back")
            if heard["type"] == "over" or (given >= moves and not undos):
                return
            question = heard.get("question") if heard["type"] in ("state", "update") else None
            if not question:
                continue
            if given >= moves:
                undos -= 1
                await socket.send('{"type": "undo"}')
            else:
                given += 1
                for message in besides:
                    await socket.send(message % question["id"] if "%" in message else message)
                option = chance.choice(question["options"])["code"]
                await socket.send(json.dumps({"type": "answer", "question": question["id"], "option": option}))


def refused(heard: Json, about: str) -> bool:
    """Whether something was refused because a worker did not do it in time."""
    return bool(heard["type"] == "error" and heard["about"] == about and heard["code"].startswith("work/"))


def form_of(bot: str, deck: Json) -> Json:
    """A table with a person and two bots."""
    bots = [{"kind": "bot", "bot": bot}] * 2
    return {"name": "Ann", "deck": deck, "pause": 0, "seats": [{"kind": "human"}, *bots]}


async def undo(address: str) -> None:
    """Undo, again and again, in a long game that nobody wins."""
    await table(address, form_of("random", {"text": f'take "doctor-who"\n{_hoard(15)}'}), 400, 20)


def _hoard(keepers: int) -> str:
    """What makes games of Doctor Who long: its Goals are left out, and the only one is hard, or cannot be met."""
    goals = "".join(f'leave "{card.name}"\n' for card in cl.load_deck("doctor-who").cards if card.kind == "goal")
    return f'{goals}goal "Hoard"\n    "Have {keepers} Keepers."\n    wins = count(keepers(you)) >= {keepers}\n'


def endless_record(moves: int) -> str:
    """A game of so many moves with somebody's own cards, which nobody wins, as a replay's file."""
    text = f'take "doctor-who"\n{_hoard(40)}'
    game, chance = cl.Game(deck_of(DeckChoice([], text)), seats=["Ann", "Bob", "Cy"], seed=5), random.Random(1)
    while not game.over and len(game.record().moves) < moves:
        game.answer(chance.randrange(len(game.decision.options)))
    return json.dumps(json.loads(game.record().to_json()) | {"web": {"deck": {"text": text}}})


async def forks(address: str) -> None:
    """Very long replays are brought, played on from their ends at several tables, and moves are taken back there."""
    file = endless_record(15_000)
    path = f"/api/replays/{(await had(lambda: post(address, '/api/replays', file)))['replay']}"
    for _ in range(2):
        await asyncio.gather(*(_play_on(address, path, 14_990) for _ in range(3)))


async def _play_on(address: str, path: str, moves: int) -> None:
    form = json.dumps({"moves": moves, "place": 0, "bot": "random"})
    made = await had(lambda: post(address, f"{path}/fork", form))
    async with connect(f"ws://{address}/ws/{made['table']}", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        for _ in range(3):
            question = await _question(socket)
            option = question["options"][0]["code"]
            await socket.send(json.dumps({"type": "answer", "question": question["id"], "option": option}))
            await _question(socket)
            await socket.send('{"type": "undo"}')


async def bots(address: str) -> None:
    """Search bots think at several tables at once."""
    await asyncio.gather(*(table(address, form_of("search", {"parts": ["fluxx-4"]}), 8, 0) for _ in range(6)))


def bomb_deck() -> str:
    """Actions that move the whole draw pile, for as long as they are let."""
    body = '    while count(draw_pile) >= zero:\n        to_pile(draw_pile, "random")\n'
    bombs = "".join(f'action "Boom {n}" x90\n    "Spin."\n{body}' for n in range(5))
    return f'{bombs}keeper "A"\n    "One."\nkeeper "B"\n    "One."\ngoal "G"\n    "Both."\n    wins = has("A", "B")\n'


def goals_deck() -> str:
    """Goals by the hundred with long conditions, and a rule that lets all of them be in play."""
    wins = 'keepers(you, "K0") and count(hand(everyone)) >= 990 and (most(hand) or least(hand) or most(keepers))'
    goals = "".join(
        f'goal "G{n}"\n    "One."\n    wins = {wins} and count(discard_pile) >= {800 + n}\n' for n in range(200)
    )
    many = 'rule "Many" x60\n    "All of them."\n    goals_allowed = 999\n    draws = 9\n    plays = 9\n'
    goals += 'goal "Win"\n    "One."\n    wins = has("K0", "K19")\n'
    return many + goals + "".join(f'keeper "K{n}" x2\n    "One."\n' for n in range(20))


async def bombs(address: str) -> None:
    """Answers of people's own decks that take as long as they are let."""
    await asyncio.gather(*(table(address, form_of("random", {"text": bomb_deck()}), 6, 0) for _ in range(4)))


async def goals(address: str) -> None:
    """Many long Goals are in play, and the whole state is asked for again and again."""
    await table(address, form_of("random", {"text": goals_deck()}), 120, 0, besides=('{"type": "resync"}',))


async def foresight(address: str) -> None:
    """Whoever plays such a deck asks what every answer leads to, at several tables."""
    form = form_of("random", {"text": bomb_deck()})
    asking = ('{"type": "foresee", "question": %d}',)
    await asyncio.gather(*(table(address, form, 2, 0, besides=asking) for _ in range(6)))


async def bodies(address: str) -> None:
    """Long bodies that never end."""
    links = [await asyncio.open_connection(*address.split(":")) for _ in range(50)]
    head = f"POST /api/replays HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: 2000000"
    for _, writer in links:
        writer.write(f"{head}\r\n\r\n".encode() + b" " * 1_900_000)
    await asyncio.sleep(3.0)
    for _, writer in links:
        writer.close()


# --- many who look on, and cards as many and as long as are read -----------------------------------------------------
def wide_deck() -> str:
    """As many cards as are read, with names as long as are read, and everybody may draw and play all of them."""
    keepers = "".join(f'keeper "{n:03} {chr(0x4E00 + n) * 55}"\n    "One."\n' for n in range(470))
    many = 'rule "All of it" x20\n    "All."\n    draws = 99\n    plays = 99\n'
    return f'{keepers}{many}goal "Never" x2\n    "No."\n    wins = count(keepers(you)) >= 470\n'


@contextlib.asynccontextmanager
async def looking_on(address: str, table: str, count: int) -> AsyncIterator[list[ClientConnection]]:
    """So many who look on at a table, and read what they are sent."""
    async with contextlib.AsyncExitStack() as opened, asyncio.TaskGroup() as reading:
        sockets: list[ClientConnection] = []
        for _ in range(count):
            socket = await opened.enter_async_context(connect(f"ws://{address}/ws/{table}", max_size=None))
            await socket.send('{"type": "hello"}')
            sockets.append(socket)
        readers = [reading.create_task(_read_all(socket)) for socket in sockets]
        yield sockets
        for reader in readers:
            reader.cancel()


async def _read_all(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def _question(socket: ClientConnection) -> Json:
    """What a player is asked next."""
    async for text in socket:
        heard = json.loads(text)
        if refused(heard, "undo"):
            await asyncio.sleep(LATER)
            await socket.send('{"type": "undo"}')
        question: Json | None = heard["question"] if heard["type"] in ("state", "update") else None
        if question is not None:
            return question
    raise ConnectionError("nothing was asked")


async def crowd(address: str) -> None:
    """A crowd looks on at a table of wide cards; all ask for everything at once, and the host leaves and comes back."""
    form = form_of("random", {"text": wide_deck()})
    made, chance = await had(lambda: post(address, "/api/tables", json.dumps(form))), random.Random(2)
    async with connect(f"ws://{address}/ws/{made['table']}", max_size=None) as host:
        await host.send(json.dumps({"type": "hello", "token": made["token"]}))
        await host.send('{"type": "start"}')
        async with looking_on(address, made["table"], 150) as crowd:
            for answers in range(30):
                question = await _question(host)
                if answers % 5 == 4:
                    await asyncio.gather(*(one.send('{"type": "resync", "since": 0}') for one in crowd))
                    await host.send('{"type": "leave"}')
                    await host.send('{"type": "back"}')
                option = chance.choice(question["options"])["code"]
                await host.send('{"type": "why", "about": "Ann"}')
                await host.send(json.dumps({"type": "answer", "question": question["id"], "option": option}))


async def lobbies(address: str) -> None:
    """Public tables by the hundred are listed by many at once."""
    form = {
        "name": "Ann",
        "deck": {"parts": ["family"]},
        "public": True,
        "seats": [{"kind": "human"}, {"kind": "open"}],
    }
    for _ in range(10):
        await asyncio.gather(*(post(address, "/api/tables", json.dumps(form)) for _ in range(20)))
    for _ in range(3):
        await asyncio.gather(*(get(address, "/api/tables") for _ in range(60)))


async def nothing(address: str) -> None:
    """Nobody asks for anything."""
    await asyncio.sleep(1.0)


# What these begin with may take the workers of a busy machine longer than they have: here they have more.
PATIENT = ("replays", "undo", "forks", "crowd")
ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (nothing, decks, replays, undo, bots, bombs, goals, foresight, bodies, crowd, lobbies, forks)
}
