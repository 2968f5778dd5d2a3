"""What tables have worked out beside the event loop: decks, games, replays and bots' choices, by worker processes.

Bots have processes of their own, so that nothing that people upload keeps a bot waiting, and the other way round.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.engine.sheet_cache import keep_sheet
from changeling.errors import OtherVersion
from changeling.play import bot_factory
from changeling.play.game import Game, replay
from changeling.play.seated_bot import SeatedBot
from changeling.record.record import Record
from changeling.web.gallery.decks import deck_info, deck_of, keep_cards, keep_info, oddities_of
from changeling.web.gallery.kept_decks import keep_deck, kept_deck
from changeling.web.settings import Settings
from changeling.web.storage.documents import GameDocument, Row
from changeling.web.table.written.game_log import GameLog, log_of, rebuild
from changeling.web.table.written.packing import ReadyDeck, Rebuilt, Source, pack, pack_rows, unpack
from changeling.web.table.written.replays import ReplayPosition
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import CheckDeck, DeckReport, ReplayFile
from changeling.web.wire.kept_deck import KeptDeck
from changeling.web.wire.practice import Practice, Practise
from changeling.web.wire.values import DeckChoice, Prospect
from changeling.web.workers.pool import Limits, Pool
from changeling.web.workers.process import WorkerLost

JOBS = "changeling.web.table.replay.jobs"
KEPT = 64  # decks, and findings about decks
SMALL = 50  # moves that are played again here, with cards of ours: about ten thousandths of a second
SHARE = 1  # requests of one address that are worked at or queued at the same time
THREADS = 1  # in which games with people's own cards go on
_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
BUSY = "too much is being worked out; try again in a moment"
GIVEN_UP = "this takes more time or memory than there is for it here"


class Workers:
    """The worker processes of one server, and what is kept of their answers."""

    def __init__(self, settings: Settings | None = None) -> None:
        wanted = settings or Settings()
        self.uploads = Pool(
            JOBS, Limits(wanted.upload_processes, wanted.upload_seconds, wanted.upload_megabytes, share=SHARE)
        )
        self.bots = Pool(JOBS, Limits(wanted.bot_processes, wanted.bot_seconds, wanted.bot_megabytes))
        self._threads = ThreadPoolExecutor(THREADS, "changeling-own")
        self._decks: OrderedDict[tuple[str, ...], Deck] = OrderedDict()
        self._odd: OrderedDict[tuple[str, int, tuple[str, ...]], list[str] | Refuse] = OrderedDict()

    def warm_up(self) -> None:
        """Start a process of each kind in the background."""
        self.uploads.warm_up()
        self.bots.warm_up()

    async def close(self) -> None:
        """End all processes."""
        for pool in (self.uploads, self.bots):
            await asyncio.to_thread(pool.close)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def beside(
        self, choice: DeckChoice, doing: Callable[_Given, _Found], *given: _Given.args, **named: _Given.kwargs
    ) -> _Found:
        """Do something with a game: with cards of ours at once, with people's own in a thread, so that the event loop
        is not held, for even one answer of such a game may take a while. Whoever calls this holds the table's lock."""
        if is_quick(choice):
            return doing(*given, **named)
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(doing, *given, **named))

    async def _upload(self, job: str, *given: Any, about: str = "", seconds: float = 0.0) -> Any:
        """What a worker for uploads gives. Raises Refuse, also where it gives nothing."""
        try:
            return await self.uploads.ask(job, *given, about=about, seconds=seconds)
        except WorkerLost as lost:
            code, text = ("work/busy", BUSY) if lost.busy else ("work/given-up", GIVEN_UP)
            raise Refuse(code, text, status=503) from lost

    # --- decks --------------------------------------------------------------------------------------------------------
    async def deck(self, choice: DeckChoice) -> Deck:
        """The deck of a choice. Raises Refuse with line and column of each mistake in its text."""
        kept = choice.digest if isinstance(choice, KeptDeck) else ""
        if not choice.text.strip() and not kept:
            return await asyncio.to_thread(_of_ours, choice)
        key = (kept, choice.text, *choice.parts)
        if key not in self._decks:
            ready: ReadyDeck = await self._upload("ready_deck", choice)
            keep_sheet(ready.deck, ready.sheet)
            keep_cards(ready.info.id, ready.cards)
            keep_info(ready.deck, ready.info)
            keep_deck(ready.kept, ready.deck)
            self._decks[key] = ready.deck
            _forget_oldest(self._decks)
        return self._decks[key]

    async def report(self, asked: CheckDeck) -> DeckReport:
        """What is in a deck, and what is wrong or odd with it. Raises Refuse."""
        report, deck_id, cards = await self._upload("check", asked)
        if deck_id:
            keep_cards(deck_id, cards)
        found: DeckReport = report
        return found

    async def oddities(self, choice: DeckChoice, deck: Deck, *, seats: int, meta: Sequence[str]) -> list[str]:
        """What is odd with a deck; worked out once. Raises Refuse when it is unplayable, or cannot be looked at."""
        key = (deck.digest, seats, tuple(meta))
        if key not in self._odd:
            try:
                if len(choice.parts) == 1 and not choice.text.strip() and not isinstance(choice, KeptDeck):
                    self._odd[key] = oddities_of(deck, seats=seats, meta=list(meta))  # of one edition: no time at all
                else:
                    self._odd[key] = await self._upload("odd", choice, seats, list(meta))
            except Refuse as refuse:
                if refuse.code == "work/busy":
                    raise
                self._odd[key] = refuse
            _forget_oldest(self._odd)
        found = self._odd[key]
        if isinstance(found, Refuse):
            raise found
        return found

    # --- games --------------------------------------------------------------------------------------------------------
    async def rebuilt(self, document: GameDocument, deck: Deck, rows: Sequence[Row]) -> GameLog:
        """The game of a document after its rows. Raises ChangelingError or EngineFault where it cannot be read.

        OtherVersion: it was begun with other cards. Every other error: its rows are damaged."""
        begun = document.record.count("\n")  # at least one for each move in it
        if len(rows) + begun <= SMALL and not document.deck.text.strip():
            return await asyncio.to_thread(rebuild, document, deck, rows)
        try:
            found: Rebuilt = await self._upload("rebuilt", document, pack_rows(rows))
        except Refuse as refuse:
            if refuse.code == "replay/version":
                raise OtherVersion(str(refuse)) from refuse
            raise
        game: Game = await asyncio.to_thread(unpack, found.game, deck)
        return await asyncio.to_thread(log_of, document, game, found.next_row, found.chosen_by, found.played_for)

    async def played(self, choice: DeckChoice, deck: Deck, record: Record, moves: int) -> Game:
        """The game after so many moves of a record. Raises Refuse."""
        if moves <= SMALL and not choice.text.strip():
            return await asyncio.to_thread(replay, record, deck=deck, moves=moves)
        packed: bytes = await self._upload("played", choice, record, moves)
        game: Game = await asyncio.to_thread(unpack, packed, deck)
        return game

    async def foreseen(
        self, choice: DeckChoice, table: Table, names: tuple[str, ...], place: int, seconds: float
    ) -> list[Prospect]:
        """What the answers to the question of a place lead to. Raises Refuse where that takes too long."""
        found: list[Prospect] = await self._upload("foresee", choice, pack(table), names, place, seconds=seconds)
        return found

    # --- replays ------------------------------------------------------------------------------------------------------
    async def replay_file(self, document: GameDocument, rows: bytes) -> str:
        """The file of a game in the store, from its packed rows. Raises Refuse."""
        return str(await self._upload("file", document, rows))

    async def replay_page(self, name: str, found: Source, begun: float, *, first: int, count: int) -> bytes:
        """A page of a replay, as JSON. Raises Refuse."""
        page, deck_id, cards = await self._upload("page", name, found, begun, first, count, about=name)
        if deck_id:
            keep_cards(deck_id, cards)
        return bytes(page)

    async def checked_replay(self, file: ReplayFile) -> str:
        """The text of a replay that can be played back. Raises Refuse."""
        return str(await self._upload("checked", file))

    async def position(self, found: Source, moves: int) -> ReplayPosition:
        """The position after some moves of a replay. Raises Refuse."""
        position: ReplayPosition = await self._upload("position", found, moves)
        return position

    # --- lessons and puzzles ------------------------------------------------------------------------------------------
    async def practise(self, asked: Practise, moment: tuple[Source, int] | None = None) -> Practice:
        """A step of a lesson, or a puzzle, after some answers; `moment`: that of one of a replay. Raises Refuse."""
        job = ("practise", asked) if moment is None else ("practise_moment", asked, *moment)
        made, deck_id, cards = await self._upload(*job, about=asked.name)
        keep_cards(deck_id, cards)
        practice: Practice = made
        return practice

    async def puzzle_text(self, name: str, found: Source, moves: int) -> str:
        """The puzzle of a moment of a replay, as the text of a file. Raises Refuse."""
        return str(await self._upload("puzzle_text", name, found, moves, about=name))

    # --- bots ---------------------------------------------------------------------------------------------------------
    async def choose(self, choice: DeckChoice, bot: SeatedBot, view: View, decision: Decision) -> Option:
        """What a bot chooses. Raises WorkerLost where there is no answer."""
        if len(decision.options) == 1:
            return decision.options[0]
        if bot.bot == "random":
            return bot.choose(view, decision)  # it takes no thinking
        warm = bot.bot.startswith("search") and await asyncio.to_thread(bot_factory.is_warm)
        code = await self.bots.ask("choose", choice, bot, pack(view), warm, about=f"{choice.parts}{choice.text}")
        option = decision.by_code(code)
        if option is None:
            raise WorkerLost(f"{code} is not the code of an option")
        return option

    async def choose_quickly(self, bot: SeatedBot, view: View, decision: Decision) -> Option:
        """What a bot chooses that takes no more than milliseconds for it; in a thread, for nobody is asked."""
        return await asyncio.to_thread(bot.choose, view, decision)


def is_quick(choice: DeckChoice) -> bool:
    """Whether what is done with a game of these cards may hold the event loop: they are ours, and nobody's own."""
    return not choice.text or not choice.text.strip()


def _of_ours(choice: DeckChoice) -> Deck:
    """A deck of editions, which are compiled once, with its facts made ready."""
    deck = deck_of(choice)
    deck_info(deck)
    keep_deck(kept_deck(choice, deck), deck)
    return deck


def _forget_oldest(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > KEPT:
        kept.popitem(last=False)
