"""The lobby: changes to the document of a table before a game. `lobby_view` is what everybody sees of it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable

from msgspec import UNSET

from changeling.bots import names as bot_names
from changeling.cards.deck import Deck
from changeling.play.seated_bot import BOT_NAMES
from changeling.play.seats import MIN_SEATS
from changeling.web.gallery.decks import check_meta, meta_rules
from changeling.web.storage.codes import draw_code
from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.gathering import player_names
from changeling.web.table.gathering.fair_shuffle import draw_secret
from changeling.web.table.gathering.seat_tokens import draw_token, token_hash
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import MakeTable
from changeling.web.wire.values import (
    Arrangement,
    PersonInfo,
    SeatChoice,
)

DAYS = 3600.0  # seconds; where a move may take so long or longer, people come and go, and only the clock counts
MOST_WINNERS = 30  # names at a table whose wins are counted
REMOVED = "the host has removed you from this table"


def draw_id() -> str:
    """A new id for a table, a game or a replay: short enough for a link, too long to guess."""
    return secrets.token_urlsafe(9)


def new_table(form: MakeTable, deck: Deck) -> tuple[TableDocument, str]:
    """The table that somebody asks for, and the token of the host's seat. Raises Refuse that says what is wrong."""
    if form.seats[0].kind != "human":
        raise Refuse("arrange/seats", f"the first seat is the host's: its kind is human, not {form.seats[0].kind}")
    token = draw_token()
    host = SeatDocument("human", form.name, token=token_hash(token), person=form.person)
    table = TableDocument(
        id=draw_id(),
        made=time.time(),
        deck=form.deck,
        seats=[host],
        secret=draw_secret(),
        public=form.public,
        pause=form.pause,
        holiday=form.holiday,
        open=form.open,
        clock=form.clock,
        patience=form.patience,
        code=draw_code(),
    )
    check_name(table, form.name, 0)
    change = Arrangement(seats=form.seats, meta=form.meta, first=form.first)
    arrange(table, change, deck)
    host.agrees = list(form.meta)
    return table, token


def check_name(table: TableDocument, name: str, place: int | None) -> None:
    """Raise Refuse for a name that is not allowed, or that looks like one of somebody else, here or removed."""
    player_names.check_name(name)
    check_look(name, [seat.name for other, seat in enumerate(table.seats) if other != place and seat.kind == "human"])
    check_removed(table, name)


def check_look(name: str, others: Iterable[str]) -> None:
    """Raise Refuse for a name that could be taken for one of the others."""
    other = player_names.look_alike(name, others)
    if other is not None:
        alike = "is" if other == name else f"looks like '{other}',"
        raise Refuse("seat/name", f"'{name}' {alike} the name of somebody else at this table")


def check_removed(table: TableDocument, name: str) -> None:
    """Raise Refuse for the name of somebody who was removed from this table."""
    if player_names.look_alike(name, [one.name for one in table.removed]) is not None:
        raise Refuse("seat/removed", f"the host has removed '{name}' from this table")


# --- changes ----------------------------------------------------------------------------------------------------------
def arrange(table: TableDocument, change: Arrangement, deck: Deck) -> None:
    """Change what is given. `deck` is the deck after the change. Raises Refuse; then nothing is changed."""
    seats = table.seats if change.seats is UNSET else _seated(table, change.seats)
    first = table.first if change.first is UNSET else change.first
    if first is not None and first >= len(seats):
        if change.first is not UNSET:
            raise Refuse("arrange/seats", f"there is no seat {first}; there are {len(seats)}, counted from 0")
        first = None
    proposed = table.meta if change.meta is UNSET else change.meta
    known = [card.name for card in meta_rules(deck)]
    if change.meta is not UNSET:
        check_meta(deck, proposed)
    table.seats, table.first = seats, first
    table.meta = [name for name in known if name in proposed]
    if change.deck is not UNSET:
        table.deck = change.deck
    if change.public is not UNSET:
        table.public = change.public
    if change.pause is not UNSET:
        table.pause = change.pause
    if change.holiday is not UNSET:
        table.holiday = change.holiday
    if change.open is not UNSET:
        table.open = change.open
    if change.clock is not UNSET:
        table.clock = change.clock
    if change.patience is not UNSET:
        table.patience = change.patience
    name_bots(table)


def _seated(table: TableDocument, wanted: list[SeatChoice]) -> list[SeatDocument]:
    seats = []
    for place, choice in enumerate(wanted):
        old = table.seats[place] if place < len(table.seats) else None
        if choice.kind == "human":
            if old is None or old.kind != "human":
                raise Refuse("arrange/seats", f"nobody sits at place {place}: it can be open or a bot's")
            seats.append(old)
        elif place == table.host:
            raise Refuse("arrange/seats", "the host cannot be sent away; leave, and somebody else is host")
        elif choice.kind == "open":
            seats.append(SeatDocument())
        else:
            check_bot(choice.bot)
            seats.append(SeatDocument("bot", bot=choice.bot))
    if table.host >= len(seats):
        raise Refuse("arrange/seats", f"the host sits at place {table.host}; there would be {len(seats)} seats")
    return seats


def check_bot(bot: str) -> None:
    """Raise Refuse when there is no such bot."""
    if bot not in bot_names():
        raise Refuse("bot/unknown", f"'{bot}' is not a bot; the bots are {', '.join(bot_names())}")


def name_bots(table: TableDocument) -> None:
    """Give every bot a name that nobody else has."""
    taken = [seat.name for seat in table.seats if seat.kind == "human"]
    free = [name for name in BOT_NAMES if player_names.look_alike(name, taken) is None]
    for seat in table.seats:
        if seat.kind == "bot":
            seat.name = free.pop(0)
        elif seat.kind == "open":
            seat.name = ""


def sit_down(table: TableDocument, name: str, place: int | None, person: PersonInfo | None) -> tuple[int, str]:
    """Somebody takes a seat before the game; gives the place and its token."""
    check_name(table, name, None)
    if place is None:
        free = [here for here, seat in enumerate(table.seats) if seat.kind == "open"]
        bots = [here for here, seat in enumerate(table.seats) if seat.kind == "bot"]
        if not free and not bots:
            raise Refuse("seat/full", "every seat is taken; the host can add another")
        place = free[0] if free else bots[-1]
    if place >= len(table.seats):
        raise Refuse("seat/none", f"there is no seat {place}; there are {len(table.seats)}, counted from 0")
    if table.seats[place].kind == "human":
        raise Refuse("seat/taken", f"{table.seats[place].name} sits there")
    token = draw_token()
    table.seats[place] = SeatDocument("human", name, token=token_hash(token), person=person or PersonInfo())
    name_bots(table)
    if table.seats[table.host].kind != "human":
        table.host = place
    return place, token


def introduce(table: TableDocument, place: int, name: str | None, person: PersonInfo | None) -> None:
    """Another name for a seat, or other facts about its player."""
    if name is not None:
        check_name(table, name, place)
        table.seats[place].name = name
        name_bots(table)
    if person is not None:
        table.seats[place].person = person


def get_up(table: TableDocument, place: int) -> None:
    """A player leaves before the game; if it was the host, the next player is."""
    table.seats[place] = SeatDocument()
    if place == table.host:
        table.host = next_host(table, range(len(table.seats)), place)


def next_host(table: TableDocument, here: Collection[int], otherwise: int) -> int:
    """The next player after the host, in the order of seats, who is here and has not left."""
    count = len(table.seats)
    order = [(table.host + step) % count for step in range(1, count)]
    fit = (place for place in order if table.seats[place].kind == "human" and place in here)
    return next((place for place in fit if not table.seats[place].left), otherwise)


def put_out(table: TableDocument, place: int, bot: str) -> None:
    """Take a player's seat away: it is the named bot's, or free; in a game a bot plays a free one until the end."""
    seat = table.seats[place]
    if table.phase == "lobby":
        table.seats[place] = SeatDocument("bot", bot=bot) if bot else SeatDocument()
        name_bots(table)
    else:
        table.seats[place] = SeatDocument("bot", seat.name, bot=bot or "greedy", person=seat.person, free=not bot)


def close_seats(table: TableDocument, coming: int = 0) -> None:
    """Take the open seats away, because the game begins. Raises Refuse when too few players are left.

    For those who are about to sit down seats are kept: bots play them until they come, and they are free after it."""
    for seat in [seat for seat in table.seats if seat.kind == "open"][:coming]:
        seat.kind, seat.free = "bot", True
    name_bots(table)
    kept = [place for place, seat in enumerate(table.seats) if seat.kind != "open"]
    if len(kept) < MIN_SEATS:
        raise Refuse("start/players", f"{MIN_SEATS} players are needed; {len(kept)} sit here. Add a bot, or wait")
    table.first = kept.index(table.first) if table.first in kept else None
    table.host = kept.index(table.host)
    table.seats = [table.seats[place] for place in kept]


def prepare(table: TableDocument) -> None:
    """Back to the lobby for another round, with a new secret and no commitments."""
    table.round += 1
    table.phase, table.game, table.ended, table.shuffle = "lobby", "", None, None
    table.secret = draw_secret()
    table.seats = [SeatDocument() if seat.free else seat for seat in table.seats]
    for seat in table.seats:
        seat.commitment, seat.left = "", False
    table.code = draw_code()


def counted_wins(table: TableDocument, winners: Collection[str]) -> dict[str, int]:
    """How often who has won at a table, after another game. Of very many names, those who have gone are forgotten:
    everybody is sent all of it with every change of the lobby."""
    wins = table.wins | {name: table.wins.get(name, 0) + 1 for name in winners}
    gone = [name for name in wins if name not in winners and all(seat.name != name for seat in table.seats)]
    for name in gone[: max(0, len(wins) - MOST_WINNERS)]:
        del wins[name]
    return wins


# --- what is shown ----------------------------------------------------------------------------------------------------
def in_force(table: TableDocument) -> list[str]:
    """The Meta Rules that everybody agrees to; bots always do."""
    people = [seat for seat in table.seats if seat.kind == "human"]
    return [name for name in table.meta if all(name in seat.agrees for seat in people)]


def is_starting(table: TableDocument) -> bool:
    """Whether the host has begun a game that waits for players' nonces."""
    return table.phase == "lobby" and table.shuffle is not None


def takes_days(table: TableDocument) -> bool:
    """Whether people play now and then, a move at a time: who is not connected is not away."""
    return table.clock >= DAYS


def is_alone(table: TableDocument) -> bool:
    """Whether one person plays against bots."""
    return sum(seat.kind == "human" for seat in table.seats) == 1
