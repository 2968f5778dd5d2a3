"""Answers to `why`: what everybody may know, and what only the seat that is asked may."""

from __future__ import annotations

from changeling.engine.seen.why import NUMBERS
from changeling.errors import ChangelingError
from changeling.web.table.clients import Client
from changeling.web.table.game_loop import Course
from changeling.web.table.live_table import Table
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse


def explained(table: Table, course: Course, client: Client, message: m.Why) -> tuple[str, list[str]]:
    """Numbers and players are explained to everybody; an answer only to who is asked, and by what that seat can see."""
    game, about = course.play.game, " ".join(message.about.split())
    if message.seat is not None and message.seat not in game.seats:
        raise Refuse("why/unknown", f"'{message.seat}' is not a seat; the seats are {', '.join(game.seats)}")
    open_to_all = about in game.seats or about.lower().replace(" ", "_") in NUMBERS
    asked = course.question(client.place, 0.0) if client.place is not None else None
    if not open_to_all:
        title = about.removeprefix("play ").removeprefix("use ")
        if table.deck.card(title) is None:
            known = f"{', '.join(NUMBERS)}, a player, or an answer such as: play NAME"
            raise Refuse("why/unknown", f"'{about}' cannot be explained; ask about {known}")
        seen = asked is not None and client.place is not None and table.shows.sees(course, client.place, title)
        if not seen or course.window is not None:
            who = table.shows.scenes.public(game).asked
            return f"You cannot do that now{f': {who} is asked' if who else ''}.", ["TURN-3"]
    whose = message.seat
    if whose is None and client.place is not None and "limit" in about.lower():
        whose = game.seats[client.place]  # draws and plays are told of whose turn it is, limits of one's own seat
    try:
        reason = game.why(about, whose)
    except ChangelingError as error:
        raise Refuse("why/unknown", str(error)) from error
    return reason.text, list(reason.because)
