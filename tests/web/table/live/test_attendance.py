"""Who is here, who is away, and which places bots play."""

from __future__ import annotations

from changeling.web.storage.documents import SeatDocument, TableDocument
from changeling.web.table.clients import Client
from changeling.web.table.live.attendance import Attendance
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
    assert (attendance.here(document), attendance.watching()) == ({0}, 1)
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
    assert (attendance.here(document, {client: 1}), attendance.here(document)) == ({1}, set())


def test_absence_goes_with_the_seat_when_places_change() -> None:
    attendance, document = Attendance(patience=20.0, loaded=0.0), table()
    bob = Client(no_state, 1, "Bob")
    attendance.arrive(bob)
    attendance.depart(bob, 100.0)
    document.seats.reverse()  # Ada, Bob, Ann
    del document.seats[0]
    assert attendance.away(document, 110.0) == {1}, "Ann was never here; Bob, now in front, is gone for ten seconds"
    assert attendance.away(document, 120.0) == {0, 1}


def test_who_follows_a_host_who_is_gone() -> None:
    attendance, document = Attendance(patience=20.0, loaded=0.0), table()
    document.seats.append(SeatDocument("human", "Cy", token="Cy"))
    document.host = 1
    ann, bob, cy = Client(no_state, 0, "Ann"), Client(no_state, 1, "Bob"), Client(no_state, 3, "Cy")
    for client in (ann, bob, cy):
        attendance.arrive(client)
    assert attendance.heir(document, 1000.0, 120.0) is None, "the host is here"
    attendance.depart(bob, 1000.0)
    assert attendance.heir(document, 1119.0, 120.0) is None
    assert attendance.heir(document, 1120.0, 120.0) == 3, "the next in the order of seats who is no bot"
    document.seats[3].left = True
    assert attendance.heir(document, 1120.0, 120.0) == 0
    attendance.depart(ann, 1120.0)
    assert attendance.heir(document, 1120.0, 120.0) is None, "nobody else is here"


def test_a_browser_that_holds_a_seat_is_known() -> None:
    attendance = Attendance(patience=20.0, loaded=0.0)
    ann, second, silent = Client(no_state, 0, "Ann", "fox"), Client(no_state, browser="fox"), Client(no_state)
    for client in (ann, second, silent):
        attendance.arrive(client)
    assert [attendance.sits(client) for client in (ann, second, silent)] == [False, True, False]


def test_a_table_has_patience_of_its_own_and_where_a_move_takes_days_nobody_is_away() -> None:
    attendance, document = Attendance(patience=20.0, loaded=0.0), table()
    assert attendance.patience(document) == 20.0
    document.patience = 90.0
    assert (attendance.patience(document), attendance.away(document, 89.0)) == (90.0, set())
    assert attendance.away(document, 90.0) == {0, 1}
    document.clock = 86_400.0
    assert attendance.away(document, 1e9) == set()
    document.seats[1].left = True
    assert attendance.away(document, 1e9) == {1}


def test_screens_for_a_room_and_those_who_are_about_to_sit_down_are_counted() -> None:
    attendance, document = Attendance(patience=20.0, loaded=0.0), table()
    for client in (Client(no_state, screen=True), Client(no_state, coming=True), Client(no_state, 0, "Ann")):
        attendance.arrive(client)
    found = attendance.gathered(document, 1.0)
    assert (found.here, found.watching, found.coming, found.screens) == ({0}, 1, 1, 1)
