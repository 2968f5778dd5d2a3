"""Games that are kept with their engine and their cards: how they are written, read again, and shown when neither fits.

An update of the cards changes no game that is being played: it goes on with the cards that it was begun with. A game
that this engine cannot go on with is put away: people are shown how it stood when it was last left.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from changeling.cards.deck import Deck
from changeling.decks.shelf import editions
from changeling.engine.version import ENGINE
from changeling.errors import ChangelingError, EngineFault
from changeling.record.record import Record
from changeling.web.gallery.decks import cards_by_id, cards_of, deck_info, keep_cards
from changeling.web.gallery.kept_decks import kept_deck
from changeling.web.storage.documents import GameDocument, Row, TableDocument
from changeling.web.storage.kept_games import listing_of, picture_of, put_new_game
from changeling.web.storage.store import Statement, Store
from changeling.web.table.clients import Client
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.render import Scenes, events_of
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.workers import Workers
from changeling.web.table.written.game_log import GameLog
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import DeckCards
from changeling.web.wire.kept_deck import KeptDeck
from changeling.web.wire.values import DeckChoice, DeckInfo, Ended, EventInfo, Own, Public, Said

log = logging.getLogger("changeling.web")
TAIL = 60  # events in a picture
_LATER = ("work/busy", "work/given-up")  # refusals that say nothing of the game
PUT_AWAY = (
    "The game of this table was begun with an earlier version of its cards or of the program and cannot go on. "
    "Begin a new one!"
)
AS_IT_STOOD = (
    "This game was begun with an earlier version of its cards or of the program and cannot go on here. "
    "This is how it stood; nobody has won or lost it."
)
OTHER_CARDS = "The cards of this table cannot be read by this version any more. It has other cards now; choose anew!"


class Picture(msgspec.Struct, frozen=True):
    """How a game stood: what everybody saw, what each player saw besides, and what had happened last."""

    deck: DeckInfo
    public: Public
    own: dict[str, Own]
    events: list[EventInfo]


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game that cannot go on, as it is shown, and every card of it as JSON."""

    picture: Picture
    cards: bytes

    def shown_in(self, state: m.State, client: Client) -> m.State:
        """A client's state, with the picture in it."""
        name = state.lobby.seats[client.place].name if client.place is not None else ""
        picture = self.picture
        return replace(state, public=picture.public, own=picture.own.get(name), events=picture.events)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a table plays with: its deck, and its game or the picture of one that cannot go on. `notes` say what else
    has changed, to everybody."""

    deck: Deck
    game: GameLog | None = None
    shelved: Shelved | None = None
    notes: tuple[str, ...] = ()


# --- writing ----------------------------------------------------------------------------------------------------------
def begin_statements(game: GameDocument, deck: Deck, record: Record) -> tuple[Statement, ...]:
    """What is stored of a game that begins: it names this engine, and holds its cards."""
    game.engine = ENGINE
    listing = cards_by_id(deck_info(deck).id) or cards_of(deck)[1]
    kept = replace(game, deck=kept_deck(game.deck, deck))
    return put_new_game(kept, listing, seed=record.seed, seats=record.seats)


def picture_text(loop: GameLoop, scenes: Scenes, info: DeckInfo) -> str:
    """How a game stands, to be stored."""
    game = loop.log.game
    picture = Picture(
        deck=info,
        public=scenes.public(game),
        own={name: scenes.own(game, seat) for seat, name in enumerate(game.seats)},
        events=events_of(game, max(0, loop.log.happened - TAIL), None),
    )
    return msgspec.json.encode(picture).decode()


# --- reading ----------------------------------------------------------------------------------------------------------
async def load_game(
    store: Store, workers: Workers, document: TableDocument, found: tuple[GameDocument, Sequence[Row]] | None
) -> Loaded:
    """What a table plays with. Where its game cannot go on, `document` is changed to say so; the store is not.

    Raises StoreError, and Refuse where there is no time for it now."""
    if found is not None:
        try:
            deck = await _deck_of_game(workers, found[0])
            return Loaded(deck, await workers.rebuilt(found[0], deck, found[1]))
        except (ChangelingError, EngineFault) as error:
            if isinstance(error, Refuse) and error.code in _LATER:
                raise
            # what it says may name cards that not everybody knows
            log.warning("table %s: its game is put away: %s", document.id, error)
    deck, note = await usable_deck(workers, document)
    if found is None:
        return Loaded(deck, notes=note)
    shelved = await _shelved(store, document.game)
    if shelved is None:
        lobbies.prepare(document)
        return Loaded(deck, notes=(PUT_AWAY, *note))
    document.phase = "over"
    document.ended = document.ended or Ended(None, AS_IT_STOOD, [], "", None, how="put away")
    return Loaded(deck, shelved=shelved, notes=(PUT_AWAY, *note))


async def _deck_of_game(workers: Workers, game: GameDocument) -> Deck:
    """The cards that a game was begun with. Where those of today are the same, it forgets the texts of its own."""
    if isinstance(game.deck, KeptDeck):
        try:
            today = await workers.deck(game.deck.choice())
        except Refuse as refuse:
            if refuse.code in _LATER:
                raise
        else:
            if today.digest == game.deck.digest:
                game.deck = game.deck.choice()
                return today
    return await workers.deck(game.deck)


async def usable_deck(workers: Workers, document: TableDocument) -> tuple[Deck, tuple[str, ...]]:
    """The cards of a table for its next game; where they cannot be read any more, those of an edition, and a note."""
    try:
        return await workers.deck(document.deck), ()
    except Refuse as refuse:
        if refuse.code in _LATER:
            raise
        log.warning("table %s: its cards cannot be read: %s", document.id, refuse)
    document.deck, document.meta = DeckChoice([next(iter(editions()))]), []
    return await workers.deck(document.deck), (OTHER_CARDS,)


async def _shelved(store: Store, game: str) -> Shelved | None:
    """The picture of a game, with its cards; None where there is none that this version can show."""
    text, listing = await picture_of(store, game), await listing_of(store, game)
    if text is None or listing is None:
        return None
    try:
        picture = msgspec.json.decode(text, type=Picture)
        await asyncio.to_thread(msgspec.json.decode, listing, type=DeckCards)
    except msgspec.MsgspecError as error:
        log.warning("the picture of game %s cannot be read: %s", game, error)
        return None
    keep_cards(picture.deck.id, listing)
    return Shelved(picture, listing)


def noted(chat: list[Said], notes: Sequence[str]) -> list[Said]:
    """A chat with lines that the table itself says."""
    said = list(chat)
    for note in notes:
        said.append(Said(said[-1].number + 1 if said else 1, "", note, time.time(), "note"))
    return said
