"""Who sits at the table: from what was asked for on the command line, or from a saved game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from changeling.decks.oddities import before_game
from changeling.decks.shelf import load_deck
from changeling.errors import ChangelingError, RecordError
from changeling.play import bot_factory as players
from changeling.play.game import Game, replay
from changeling.play.seated_bot import BOT_NAMES
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.record.record import Record
from changeling.terminal.people import World

YOU = "You"
NOTHING_TOLD = World()


@dataclass(frozen=True, slots=True)
class Seating:
    """A game and who plays it: the seats of the humans, and which bot has the others."""

    game: Game
    humans: tuple[str, ...]
    bot: str
    own: bool = False  # the bot was named by whoever sits here, and so may be one of their own
    file: Path | None = None  # where it was read from
    odd: tuple[str, ...] = ()  # what the players should know of their deck before they begin (MIX-1)


def new_game(
    *,
    deck: str,
    seats: int,
    humans: Sequence[str],
    bot: str,
    seed: int | None = None,
    meta: Sequence[str] = (),
    first: str | None = None,
    world: World = NOTHING_TOLD,
) -> Seating:
    """Set up a game: the humans in their order, then bots. Raises ChangelingError that says what was wrong."""
    check_bot(bot)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ChangelingError(f"--seats: {MIN_SEATS} to {MAX_SEATS} players can play, not {seats}")
    if not humans:
        raise ChangelingError("--humans: at least one name is needed, for instance --humans Ann,Bob")
    if len(humans) > seats:
        raise ChangelingError(
            f"--humans: {len(humans)} names for {seats} seats; give --seats {len(humans)} or fewer names"
        )
    _check_you(humans)
    taken = {name.casefold() for name in humans}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    everybody = [*humans, *free[: seats - len(humans)]]
    made = load_deck(deck)
    odd = before_game(made, seats=seats, meta=meta)
    moment = datetime.now().isoformat(timespec="minutes") if made.asks_the_date() else ""
    game = Game(
        made,
        seats=everybody,
        seed=seed,
        meta=meta,
        first=first,
        holiday=world.holiday,
        moment=moment,
        people=world.people,
    )
    return Seating(game, tuple(humans), bot, own=True, odd=tuple(odd))


def _check_you(humans: Sequence[str]) -> None:
    """Raise ChangelingError where one of several humans is called what everybody at the screen is called."""
    called = [name for name in humans if name.casefold() == YOU.casefold()]
    if called and len(humans) > 1:
        raise ChangelingError(
            f"--humans: with several people at one screen nobody can be called '{called[0]}': everybody is told 'You'"
        )


def check_bot(bot: str, *, own: bool = True) -> None:
    """Raise ChangelingError when there is no such bot. `own` allows a bot of the user's own; its code is run."""
    try:
        players.check(bot, own=own)
    except ChangelingError as error:
        raise ChangelingError(f"--bot: {error}") from error


def save(seating: Seating, path: Path) -> None:
    """Write the game's record, with who plays it. Raises ChangelingError when it cannot be written."""
    values = json.loads(seating.game.record().to_json())
    values["players"] = {"humans": list(seating.humans), "bot": seating.bot}
    text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ChangelingError(f"{path} cannot be written: {error.strerror}") from error


def resume(path: Path, *, humans: Sequence[str] = (), bot: str | None = None) -> Seating:
    """The game of a saved record, where it stood. Raises ChangelingError when the file is no such record."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"--resume: {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"--resume: {path} is not a saved game: it is not UTF-8 text") from error
    try:
        game = replay(Record.from_json(text))
        players = json.loads(text).get("players", {})
        saved = players.get("humans", ()), str(players.get("bot", "greedy"))
    except (ChangelingError, AttributeError, RecursionError) as error:
        raise RecordError(f"--resume: {path}: {' '.join(str(error).split())}") from error
    who = tuple(humans) or tuple(str(name) for name in saved[0]) or game.seats[:1]
    for name in who:
        if name not in game.seats:
            raise ChangelingError(f"--humans: '{name}' is not at this table; the seats are {', '.join(game.seats)}")
    check_bot(bot or saved[1], own=bot is not None)  # a saved game may come from anybody
    return Seating(game, who, bot or saved[1], own=bot is not None, file=path)
