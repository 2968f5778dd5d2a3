"""How long the web server's event loop is held while people ask for what takes long.

python -m benchmarks.loop_hold

starts a server in this process for each attack and a task on its loop that wakes every 5 ms, and prints how late that
task woke at worst: so long nobody else at any table was served. On a machine that is busy with other things it wakes
late anyway, so it also prints the most that the loop itself has worked in between. Attackers are other processes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import uvicorn

import changeling as cl
from changeling.web.http.running.serve import TURNS, collect_seldom, config_of, listen
from changeling.web.settings import Settings
from changeling.web.storage.databases import store_at
from changeling.web.table.registry import Registry

EVERY = 0.005  # seconds between two looks
Attack = Callable[[str], Awaitable[None]]  # takes the server's address
Json = dict[str, Any]


class Monitor:
    """Wakes every few milliseconds, and notes by how much it was late."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.worked: list[float] = []

    async def watch(self) -> None:
        """Look until it is cancelled."""
        while True:
            began, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(EVERY)
            self.late.append(time.perf_counter() - began - EVERY)
            self.worked.append(time.thread_time() - worked)

    def line(self) -> str:
        """The worst, what all but one in a hundred were below, and the most work in between, in milliseconds."""
        ordered = [1000 * late for late in sorted(self.late)]
        usual, work = ordered[len(ordered) * 99 // 100], 1000 * max(self.worked)
        return f"longest {ordered[-1]:6.1f} ms, 99 % {usual:6.1f} ms, most work {work:6.1f} ms"


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[str]:
    """A server on this loop."""
    settings = Settings(bot_delay=(0.0, 0.0), window_delay=(0.0, 0.0), rates=False)
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(config_of(Registry(store_at(str(folder / "tables.sqlite")), settings)))
    task = asyncio.create_task(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


# --- attacks, each run by another process ----------------------------------------------------------------------------
async def post(address: str, path: str, body: str) -> Json:
    """Send a body, and give the answer."""
    reader, writer = await asyncio.open_connection(*address.split(":"), limit=1 << 26)
    data = body.encode()
    head = f"POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {len(data)}"
    writer.write(f"{head}\r\nconnection: close\r\n\r\n".encode() + data)
    return _body(await reader.read())


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
        path = f"/api/replays/{(await post(address, '/api/replays', file))['replay']}"
        page = await get(address, path)
        while page["next"] is not None:
            page = await get(address, f"{path}?from={page['next']}")
        await get(address, f"{path}/file")
        await post(address, f"{path}/fork", json.dumps({"moves": page["moves"] - 1, "place": 0}))


async def table(address: str, form: Json, moves: int, undos: int, *, besides: tuple[str, ...] = ()) -> None:
    """Somebody plays against bots, by chance, and then takes moves back. `besides` is sent with each answer, with the
    number of the question where it has a place for it."""
    from websockets.asyncio.client import connect

    made, chance, given = await post(address, "/api/tables", json.dumps(form)), random.Random(2), 0
    async with connect(f"ws://{address}/ws/{made['table']}", max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        await socket.send(json.dumps({"type": "start"}))
        async for text in socket:
            heard = json.loads(text)
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


def form_of(bot: str, deck: Json) -> Json:
    """A table with a person and two bots."""
    bots = [{"kind": "bot", "bot": bot}] * 2
    return {"name": "Ann", "deck": deck, "pause": 0, "seats": [{"kind": "human"}, *bots]}


async def undo(address: str) -> None:
    """Undo, again and again, in a long game that nobody wins."""
    goals = "".join(f'leave "{card.name}"\n' for card in cl.load_deck("doctor-who").cards if card.kind == "goal")
    hoard = 'goal "Hoard"\n    "Have 15 Keepers."\n    wins = count(keepers(you)) >= 15\n'
    await table(address, form_of("random", {"text": f'take "doctor-who"\n{goals}{hoard}'}), 400, 20)


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


async def nothing(address: str) -> None:
    """Nobody asks for anything."""
    await asyncio.sleep(1.0)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack for attack in (nothing, decks, replays, undo, bots, bombs, goals, foresight, bodies)
}


# --- measuring --------------------------------------------------------------------------------------------------------
async def measured(name: str) -> tuple[Monitor, int]:
    """How long the loop of a server was held under an attack, and the attack's exit status."""
    monitor = Monitor()
    collect_seldom()
    sys.setswitchinterval(TURNS)
    if os.environ.get("PYTHONASYNCIODEBUG"):
        asyncio.get_running_loop().slow_callback_duration = 0.03
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as address:
            watching = asyncio.create_task(monitor.watch())
            program = [sys.executable, "-m", "benchmarks.loop_hold", "--attack", name, "--at", address]
            attacker = await asyncio.create_subprocess_exec(*program)
            status = await attacker.wait()
            watching.cancel()
    return monitor, status


async def measure(name: str) -> None:
    """Run an attack on a server, and print how long its loop was held."""
    began = time.perf_counter()
    monitor, status = await measured(name)
    what = (ATTACKS[name].__doc__ or "").rstrip(".")
    print(f"{name:9} {monitor.line()}, {time.perf_counter() - began:5.1f} s{'' if not status else ', FAILED'}  {what}")


def main() -> None:
    """Measure all attacks, or be one."""
    parser = argparse.ArgumentParser(description="How long the web server's event loop is held.")
    parser.add_argument("--attack", choices=sorted(ATTACKS), help="only this one")
    parser.add_argument("--at", default="", help="attack the server at this address, HOST:PORT")
    args = parser.parse_args()
    if args.at:
        asyncio.run(ATTACKS[args.attack](args.at))  # type: ignore[arg-type]
        return
    for name in [args.attack] if args.attack else ATTACKS:
        asyncio.run(measure(name))


if __name__ == "__main__":
    main()
