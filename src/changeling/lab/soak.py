"""The long runs: random games on the compiled machine, each decision checked.

A soak goes on after a game that goes wrong. The first of each kind is played again interpreted, so that the report has
a backtrace and a record.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from changeling.cards.codes import NONE
from changeling.decks.shelf import editions
from changeling.engine.layout import FAULT, GOING, STUCK
from changeling.engine.machine.board.census import NO_OPTION, census, finding
from changeling.engine.machine.playout import next_random, seed_state
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError, EngineFault
from changeling.lab.faults import Fault, Faults, Kind, kind_of
from changeling.lab.games.start_tables import Rows, Setting, names_of, rows_of, seats_in, setting_of
from changeling.play.game import Game
from changeling.proofs.conformance import finding_text

CAP = 5000


@dataclass(slots=True)
class Soaked:
    """What a soak found. `wrong` says what went wrong and how to see it again; it is empty when all is well.

    `lengths` are those of the games that went well.
    """

    deck: str
    cap: int
    lengths: list[int] = field(default_factory=list)  # decisions, by game
    capped: int = 0
    stuck: int = 0
    why_stuck: str = ""  # of the first game that is
    seconds: float = 0.0
    faults: Faults = field(default_factory=Faults)
    interrupted: bool = False

    @property
    def wrong(self) -> str:
        """What went wrong, each kind of fault once, the most frequent first."""
        return "\n\n".join(self.faults.told())

    def __str__(self) -> str:
        games, made = len(self.lengths), sum(self.lengths)
        if not games and self.faults:
            return f"{self.deck}: all {self.faults.games:,} games went wrong; {self.seconds:.1f} s"
        if not games:
            return f"{self.deck}: no game was played"
        stopped = " (interrupted)" if self.interrupted else ""
        return (
            f"{self.deck}: {games:,} games{stopped}, {made:,} decisions; length mean {made / games:.1f}, "
            f"median {statistics.median(self.lengths):g}, max {max(self.lengths):,}; "
            f"{self.capped:,} ({self.capped / games:.3%}) reached the cap of {self.cap:,}; {self.seconds:.1f} s"
            + (f"\n{self.stuck:,} ({self.stuck / games:.3%}) stuck; {self.why_stuck}" if self.stuck else "")
        )


def soak(
    deck: str,
    *,
    games: int,
    seats: Sequence[int] = (2, 3, 4, 5, 6),
    cap: int = CAP,
    seed: int = 1,
    meta: Sequence[str] = (),
    checked: bool = False,
    progress: Callable[[Soaked], None] | None = None,
) -> Soaked:
    """Play random games, game N with seed `seed` + N and the seats taken in turns. Games that go wrong are counted.

    `checked` also catches every index beyond its array, which is slower. An interrupt ends the soak early.
    """
    setting = setting_of(deck, tuple(meta))
    rows = rows_of(setting, boundscheck=checked)
    found = Soaked(deck, cap)
    began = time.perf_counter()
    try:
        for game in range(games):
            number = seats[game % len(seats)]
            made, trouble = _one(rows, number, seed + game, cap)
            if not trouble:
                found.lengths.append(made)
                if rows.counts[STUCK] and not found.why_stuck:
                    reason = _played(deck, number, seed=seed + game, cap=cap, meta=meta)[0].stuck
                    found.why_stuck = f"with seed {seed + game} and {number} seats: {reason.text if reason else '?'}"
            elif not found.faults.counted(kind := _kind(setting, rows, trouble)):
                account = _account(deck, number, seed + game, cap, meta, trouble)
                found.faults.found[kind] = Fault(kind, number, seed + game, account)
            if progress is not None and game % 64 == 0:
                found.seconds = time.perf_counter() - began
                progress(found)
    except KeyboardInterrupt:
        found.interrupted = True
    found.seconds = time.perf_counter() - began
    found.capped, found.stuck = int(rows.counts[GOING]), int(rows.counts[STUCK])
    return found


def _one(rows: Rows, seats: int, seed: int, cap: int) -> tuple[int, str]:
    faults = rows.counts[FAULT]
    try:
        made = rows.soak(seats, seed=seed, cap=cap)
    except IndexError as error:
        return 0, f"an index beyond its array: {error}"
    if made < 0:
        return made, "the table is not in order"
    return made, "a fault" if rows.counts[FAULT] != faults else ""


def _kind(setting: Setting, rows: Rows, trouble: str) -> Kind:
    """What kind of fault stopped the game that was just played."""
    from changeling.engine.native.records import fetch

    kind = kind_of(setting.deck, setting.sheet, fetch(rows.tables, rows.free))
    return kind if kind.what else Kind(trouble)


def _account(deck: str, seats: int, seed: int, cap: int, meta: Sequence[str], trouble: str) -> str:
    agreed = "".join(f" --meta '{name}'" for name in meta)
    again = f"changeling soak --deck {deck} --seats {seats} --seed {seed} --games 1 --cap {cap}{agreed}"
    seen = reproduce(deck, seats, seed=seed, cap=cap, meta=meta)
    if not seen:
        seen = "interpreted the same game goes well: the compiled machine differs from the source"
    return f"{deck}, {seats} seats, seed {seed}: {trouble}\nagain: {again}\n{seen}"


def reproduce(deck: str, seats: int, *, seed: int, cap: int = CAP, meta: Sequence[str] = ()) -> str:
    """Play the soak's game of that seed interpreted; says what goes wrong in it, with a record, or nothing."""
    try:
        return _played(deck, seats, seed=seed, cap=cap, meta=meta)[1]
    except EngineFault as fault:
        return str(fault)


def _played(deck: str, seats: int, *, seed: int, cap: int, meta: Sequence[str]) -> tuple[Game, str]:
    """The soak's game of that seed, interpreted, as far as it goes well; and what goes wrong then."""
    game = Game(deck, seats=names_of(seats), seed=seed, meta=meta)
    d, state = sheet_for(game.deck), seed_state(seed)  # as playouts begin
    for made in range(cap):
        if game.over:
            break
        wrong = finding(NO_OPTION, NONE) if game.table.options <= 0 else census(d, game.table)
        if wrong:
            text = finding_text(game.deck, game.table, wrong)
            return game, f"{text}, after {made} answers\nrecord:\n{game.record().to_json()}"
        state = next_random(state)
        game.answer((state * game.table.options) >> 32)
    return game, ""


def run(
    *,
    decks: Sequence[str] = (),
    games: int = 100_000,
    seats: str = "2-6",
    cap: int = CAP,
    seed: int = 1,
    meta: Sequence[str] = (),
    checked: bool = False,
) -> int:
    """The command: soaks each deck (all editions when none is named), prints what it found; gives the exit status."""
    for name, number, least in (("games", games, 1), ("cap", cap, 1), ("seed", seed, 0)):
        if not least <= number < 1 << 62:
            raise ChangelingError(f"{name}: a number from {least} up is needed, not {number}")
    numbers, status = seats_in(seats), 0
    for deck in decks or editions():
        found = soak(
            deck, games=games, seats=numbers, cap=cap, seed=seed, meta=meta, checked=checked, progress=_progress(games)
        )
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if found.faults:
            status = 1
            for account in found.faults.told():
                print(f"WRONG {account}\n")
        print(found, flush=True)
        if found.faults:
            kinds = f"{len(found.faults.found)} kind{'s' if len(found.faults.found) != 1 else ''} of fault"
            print(f"{found.faults.games:,} games went wrong, {kinds}:\n{found.faults.summary()}", flush=True)
        if found.interrupted:
            return 130
    return status


def _progress(games: int) -> Callable[[Soaked], None] | None:
    """A line on a terminal's standard error that writes itself over, some times a second."""
    if not sys.stderr.isatty():
        return None
    last = 0.0

    def show(found: Soaked) -> None:
        nonlocal last
        if found.seconds - last < 0.2:
            return
        last = found.seconds
        print(f"\r{found.deck}: {len(found.lengths):,} of {games:,} games\x1b[K", end="", file=sys.stderr, flush=True)

    return show
