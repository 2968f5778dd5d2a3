"""Who is here, who is away, and which places bots play."""

from __future__ import annotations

from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.attendance import Attendance
from changeling.web.table.clients import Client
from changeling.web.wire.values import DeckChoice


async def no_state(client: Client) -> bytes:
    return b""


def table() -> TableDocument:
    seats = [SeatDocument("human", name, token=name) for name in ("Ann", "Bob")]
    seats.append(SeatDocument("bot", "Ada"))
    return TableDocument("table", 0.0, DeckChoice(), seats, "", phase="playing")


def test_a_bot_plays_for_a_seat_without_a_client_after_a_while() -> None:
    attendance, document = Attendance(patience=20.0, loaded=100.0), table()
    ann, again, watcher = Client(no_state, 0, "Ann"), Client(no_state, 0, "Ann"), Client(no_state)
    for client in (ann, again, watcher):
        attendance.arrive(client)
    assert (attendance.here(), attendance.watching()) == ({0}, 1)
    assert attendance.bots(document, 119.0) == {2}
    assert attendance.away(document, 120.0) == {1}  # Bob was not here since the table was loaded
    assert not attendance.depart(ann, 130.0), "the seat has another client"
    assert attendance.depart(again, 140.0)
    assert not attendance.depart(watcher, 140.0)
    assert attendance.bots(document, 159.0) == {1, 2}
    assert attendance.bots(document, 160.0) == {0, 1, 2}
    attendance.arrive(ann)
    assert attendance.bots(document, 160.0) == {1, 2}


def test_who_left_is_away_at_once_and_before_a_game_nobody_is() -> None:
    attendance, document = Attendance(patience=20.0, loaded=0.0), table()
    attendance.arrive(Client(no_state, 0))
    document.seats[0].left = True
    assert attendance.away(document, 1.0) == {0}
    document.phase = "lobby"
    assert attendance.away(document, 1000.0) == set()
    assert attendance.bots(document, 1000.0) == {2}


def test_places_that_clients_are_about_to_have_count() -> None:
    attendance, document = Attendance(patience=20.0, loaded=0.0), table()
    client = Client(no_state)
    attendance.arrive(client)
    assert attendance.away(document, 50.0, {client: 1}) == {0}
    assert (attendance.here({client: 1}), attendance.here()) == ({1}, set())
