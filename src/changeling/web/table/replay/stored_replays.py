"""Replays by id: read from the store, brought as a file, and forked into a new table."""

from __future__ import annotations

import asyncio
import time

from changeling.web.storage.documents import GameDocument, SeatDocument, TableDocument
from changeling.web.storage.holdings import put_owners
from changeling.web.storage.store import Store, put_replay, put_table
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.gathering.seat_tokens import draw_token, token_hash
from changeling.web.table.live.kept_games import begin_statements
from changeling.web.table.replay.moments import moment_of
from changeling.web.table.workers import Workers
from changeling.web.table.written.packing import Source, pack_rows
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import Fork, Made, ReplayFile
from changeling.web.wire.practice import Practice, Practise


async def _source(store: Store, replay: str) -> tuple[Source, float]:
    """Where a replay is read from, and when its game began or it was brought. Raises Refuse."""
    found = await store.replay(replay)
    if found is None:
        raise Refuse("replay/none", f"there is no replay {replay} here, or not any more", status=404)
    game, text, made = found
    if not game:
        return text, made
    kept = await store.game(game)
    if kept is None:
        raise Refuse("replay/none", f"the game of replay {replay} is gone", status=404)
    return (kept[0], await asyncio.to_thread(pack_rows, kept[1])), kept[0].begun


async def replay_file(store: Store, workers: Workers, replay: str) -> str:
    """The text of a replay's file. Raises Refuse."""
    found, _ = await _source(store, replay)
    return found if isinstance(found, str) else await workers.replay_file(*found)


async def replay_page(store: Store, workers: Workers, replay: str, *, first: int, count: int) -> bytes:
    """The positions of a game from a move on, so many moves at most, as JSON. Raises Refuse."""
    found, made = await _source(store, replay)
    return await workers.replay_page(replay, found, made, first=first, count=count)


async def practise_by_name(store: Store, workers: Workers, asked: Practise) -> Practice:
    """A lesson or a puzzle after some answers, also the puzzle of a moment of a replay. Raises Refuse."""
    replay, moves = moment_of(asked.name)
    if asked.kind != "puzzle" or not replay:
        return await workers.practise(asked)
    return await workers.practise(asked, ((await _source(store, replay))[0], moves))


async def moment_file(store: Store, workers: Workers, replay: str, moves: int) -> str:
    """The puzzle of a moment of a replay, as a file. Raises Refuse."""
    return await workers.puzzle_text(f"{replay}@{moves}", (await _source(store, replay))[0], moves)


async def keep_replay(store: Store, workers: Workers, file: ReplayFile, owner: str = "") -> str:
    """Store a replay that somebody brings, on the account of an owner; gives its id. Raises Refuse when it cannot be
    played back."""
    kept = await workers.checked_replay(file)
    made = lobbies.draw_id()
    await store.write([put_replay(made, text=kept), *put_owners("replay", made, owner)])
    return made


async def fork(store: Store, workers: Workers, replay: str, form: Fork, owner: str = "") -> Made:
    """A table that plays on from a position, against bots, on the account of an owner. Raises Refuse."""
    lobbies.check_bot(form.bot)
    found, _ = await _source(store, replay)
    start = await workers.position(found, form.moves)
    if form.place >= len(start.seats):
        raise Refuse("seat/none", f"there is no seat {form.place}; there are {len(start.seats)}, counted from 0")
    token = draw_token()
    seats = [SeatDocument("bot", name, bot=form.bot) for name in start.seats]
    seats[form.place] = SeatDocument("human", start.seats[form.place], bot=form.bot, token=token_hash(token))
    now, choice, record = time.time(), start.deck, start.record
    table = TableDocument(
        lobbies.draw_id(), now, choice, seats, "", host=form.place, phase="playing", game=lobbies.draw_id()
    )
    game = GameDocument(table.game, table.id, now, choice, await asyncio.to_thread(record.to_json))
    begun = begin_statements(game, await workers.deck(choice), record)
    await store.write([put_table(table), *begun, *put_owners("table", table.id, owner)])
    return Made(table.id, form.place, token)
