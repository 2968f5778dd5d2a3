"""The hall: all tables that are in use, found by id, made, and put away when nobody is there."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from changeling.web.gallery.decks import cards_of, check_meta, deck_of, odd_of, told_cards
from changeling.web.settings import Settings
from changeling.web.storage.documents import GameDocument, SeatDocument, TableDocument
from changeling.web.storage.store import Statement, Store, put_game, put_replay, put_table
from changeling.web.table import lobby as lobbies
from changeling.web.table import replays
from changeling.web.table.fair_shuffle import draw_token, token_hash
from changeling.web.table.live_table import Table
from changeling.web.wire.errors import Refuse, StoreError
from changeling.web.wire.http_bodies import Fork, Made, MakeTable, Replay, TableLine
from changeling.web.wire.values import Lobby

MOST_LISTED = 50
JUST_NOW = 120.0  # seconds


@dataclass(slots=True)
class Hall:
    """Everything that one server looks after."""

    store: Store
    settings: Settings = field(default_factory=Settings)
    tables: dict[str, Table] = field(default_factory=dict)
    _finding: dict[str, asyncio.Task[Table | None]] = field(default_factory=dict)

    # --- tables -------------------------------------------------------------------------------------------------------
    async def find(self, table: str) -> Table | None:
        """The table of an id: a live one, or taken from the store. Those who ask at the same time get the same."""
        if table in self.tables:
            return self.tables[table]
        if table not in self._finding:
            self._finding[table] = asyncio.create_task(self._fetch(table))
            self._finding[table].add_done_callback(lambda _: self._finding.pop(table, None))
        return await asyncio.shield(self._finding[table])

    async def _fetch(self, table: str) -> Table | None:
        document = await self.store.table(table)
        if document is None:
            return None
        deck = await asyncio.to_thread(deck_of, document.deck)
        found = Table(document, deck, self.store, self.settings)
        await found.load()
        self.tables[table] = found
        self.leave_soon(found)
        return found

    def leave_soon(self, table: Table) -> None:
        """Put a table away when nobody has been there for a while; the store has all of it."""
        asyncio.get_running_loop().call_later(self.settings.idle, self._put_away, table)

    def _put_away(self, table: Table) -> None:
        if table.clients or table.lock.locked():
            return
        if self.tables.get(table.document.id) is table:
            table.end_course()
            del self.tables[table.document.id]

    async def make(self, form: MakeTable) -> Made:
        """Make a table. Raises Refuse that says what is wrong."""
        deck = await asyncio.to_thread(deck_of, form.deck)
        check_meta(deck, form.meta)
        odd_of(deck, seats=len(form.seats), meta=list(form.meta))
        document, token = lobbies.new_table(form, deck)
        await self._write([put_table(document)])
        return Made(document.id, 0, token)

    async def lobby(self, table: str) -> Lobby:
        """What everybody may know of a table."""
        found = await self.find(table)
        if found is None:
            raise Refuse("table/none", f"there is no table {table}", status=404)
        async with found.lock:
            return found.lobby()

    async def public(self) -> list[TableLine]:
        """The public tables that somebody could join or watch: somebody is there, or they were made just now."""
        lines = []
        for document in await self.store.public_tables(MOST_LISTED):
            live = self.tables.get(document.id)
            if not (live and live.clients) and time.time() - document.made > JUST_NOW:
                continue
            kinds = [seat.kind for seat in document.seats]
            lines.append(
                TableLine(
                    table=document.id,
                    host=document.seats[document.host].name,
                    deck=" + ".join([*document.deck.parts, *(["own cards"] if document.deck.text.strip() else [])]),
                    phase=document.phase,
                    seats=len(kinds),
                    humans=kinds.count("human"),
                    bots=kinds.count("bot"),
                    open=kinds.count("open"),
                    watching=sum(client.place is None for client in live.clients) if live else 0,
                )
            )
        return lines

    async def _write(self, statements: list[Statement]) -> None:
        try:
            await self.store.write(statements)
        except StoreError as error:
            raise Refuse("store/unavailable", f"this could not be written down: {error}", status=503) from error

    # --- replays ------------------------------------------------------------------------------------------------------
    async def replay_file(self, replay: str) -> tuple[str, float]:
        """The text of a replay's file, and when it was stored."""
        found = await self.store.replay(replay)
        if found is None:
            raise Refuse("replay/none", f"there is no replay {replay}", status=404)
        game, text, made = found
        if game:
            kept = await self.store.game(game)
            if kept is None:
                raise Refuse("replay/none", f"the game of replay {replay} is gone", status=404)
            text, made = await asyncio.to_thread(replays.file_of, *kept), kept[0].begun
        return text, made

    async def replay(self, replay: str) -> Replay:
        """Every position of a game."""
        text, made = await self.replay_file(replay)
        return await asyncio.to_thread(replays.replay_of, replay, text, made)

    async def bring(self, text: str) -> str:
        """Store a replay that somebody brings; gives its id. Raises Refuse when it cannot be played back."""
        kept = await asyncio.to_thread(replays.checked, text)
        made = lobbies.draw_id()
        await self._write([put_replay(made, text=kept)])
        return made

    async def fork(self, replay: str, form: Fork) -> Made:
        """A table that plays on from a position, against bots."""
        lobbies.check_bot(form.bot)
        text, _ = await self.replay_file(replay)
        start = await asyncio.to_thread(replays.position, text, form.moves)
        if form.place >= len(start.seats):
            raise Refuse("seat/none", f"there is no seat {form.place}; there are {len(start.seats)}, counted from 0")
        token = draw_token()
        seats = [SeatDocument("bot", name, bot=form.bot) for name in start.seats]
        seats[form.place] = SeatDocument("human", start.seats[form.place], bot=form.bot, token=token_hash(token))
        now, choice = time.time(), start.deck
        table = TableDocument(
            lobbies.draw_id(), now, choice, seats, "", host=form.place, phase="playing", game=lobbies.draw_id()
        )
        game = GameDocument(table.game, table.id, now, choice, start.record.to_json())
        record = start.record
        await self._write(
            [put_table(table), put_game(game, digest=record.digest, seed=record.seed, seats=record.seats)]
        )
        return Made(table.id, form.place, token)

    # --- cards --------------------------------------------------------------------------------------------------------
    def cards(self, made: str) -> bytes:
        """The cards of a deck: of an edition, of a table in use, or of one that was looked at lately."""
        found = told_cards(made)
        if found is None:
            decks = [table.deck for table in self.tables.values() if table.lobby().deck.id == made]
            if not decks:
                raise Refuse("deck/none", f"there is no deck {made}", status=404)
            found = cards_of(decks[0])[1]
        return found

    # --- the end ------------------------------------------------------------------------------------------------------
    async def close(self) -> None:
        """Say goodbye to everybody; nothing has to be saved."""
        for table in self.tables.values():
            table.end_course()
            for client in table.clients:
                client.close(1012, "the server stops; come back soon")
