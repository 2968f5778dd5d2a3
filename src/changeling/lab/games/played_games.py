"""Games of bots by the thousand, and all that is to be told of them, as columns.

`play_games` is the one function. What it gives depends on deck, seats, bots, cap and each seed alone: the same seeds
give the same rows, however they are split into calls, processes or machines. Compiled where llvmlite is installed and
every bot is `random` or `greedy`, else interpreted; the rows are the same.

`games`, a row for each game in the order of the seeds:

- `seed` (u8), `seats` (i1)
- `first`: the seat that began (i1)
- `winner`: the seat that won, -1 where nobody did (i1)
- `outcome`: the number of its name in OUTCOMES (i1)
- `why`: of a game that is stuck, or went wrong by a fault of a card or of ours: a number in `engine.layout.FAULTS` (i1)
- `won_by`: the Goal or other card that ended the game, the Ungoal where all lost; a number of `deck.cards`, or -1 (i2)
- `moves`: a number that stands for all answers of the game: where it differs, so do the games (i8)
- `turns`, `decisions` (without Surprise windows that were let pass), `answers` (with them) (i4)

`cards`, a row for each game and each card that came into the game at all (cards that stayed in the pile have none):

- `seed`, `card` (the number in `deck.cards`, i2)
- `drawn`, `played`, `front`: with a column for each seat (u2): how often that seat drew it, how often it played it, and
  in how many turns it lay in front of that seat (Keepers and Creepers, when somebody is first asked in a turn)
- `in_play`: turns in which it was a rule or Goal in play (u2)
- `stolen`: how often a seat took it from another, from the table, a hand, or while it was played (u2)
- `cancelled`, `discarded`, `used`: how often; `used` counts its free action (u2)
- `swings`, `swing`: plays of it whose effect was measured, and the sum of what they changed of the player's chance to
  win (u2, f4). A play that another card makes is not measured. The effect is that until the next play in the turn, or
  until the next turn has begun, or the game's end
- `end_seat`: the seat that had it at the end, -1 for nobody (i1); `end_hand`: whether in its hand (bool)

`turns`, a row for each turn of a game in which somebody was asked, MOST_TURNS of a game at most:

- `seed`, `turn` (from 1 on, i4), `seat`: whose turn it is (i1)
- `chance`: with a column for each seat (f4): its chance to win as all cards lie, by the evaluation that search uses,
  when somebody is first asked in the turn. The seat of the highest one leads
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changeling.cards.deck import Deck
from changeling.engine.machine.playout import next_random, seed_state
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.errors import ChangelingError
from changeling.lab.games.compiled_games import CompiledGames
from changeling.lab.games.game_rows import CARD_ROW, GAME_ROW, MOST_TURNS, Rows
from changeling.lab.games.interpreted_games import KINDS, interpreted_rows
from changeling.lab.games.seated_games import bot_seed
from changeling.lab.games.start_tables import names_of, setting_of
from changeling.play import bot_factory
from changeling.play.compiled.native_cache import is_too_old
from changeling.play.driver import Chooser, play
from changeling.play.game import Game
from changeling.play.seats import MAX_SEATS, MIN_SEATS

__all__ = ["CAP", "MOST_TURNS", "OUTCOMES", "PlayedGames", "play_games", "played_again", "replayed"]

CAP: Final = 3000  # answers after which a game is broken off
MOST_CAP: Final = 30_000
OUTCOMES: Final = ("too long", "won", "all lost", "fault", "stuck")

Columns = dict[str, NDArray[Any]]


class PlayedGames(NamedTuple):
    """What games left behind, as columns; the module tells what they mean."""

    games: Columns
    cards: Columns
    turns: Columns


def play_games(
    deck: str | Deck,
    seats: int,
    bots: str | Sequence[str],
    seeds: ArrayLike,
    *,
    meta: Sequence[str] = (),
    cap: int = CAP,
) -> PlayedGames:
    """Play a game for each seed. `bots` is one for all seats, or one for each: `random`, `greedy`, or any other name
    that `bot_factory` knows.

    >>> played = play_games("family", 2, "random", range(3))
    >>> [OUTCOMES[outcome] for outcome in played.games["outcome"]]
    ['won', 'won', 'won']
    >>> played.turns["chance"].shape[1]
    2
    """
    numbers = _seeds(seeds)
    seated = _seated(bots, seats)
    if not 1 <= cap <= MOST_CAP:
        raise ChangelingError(f"cap: a number from 1 to {MOST_CAP:,} is needed, not {cap}")
    setting = setting_of(deck, tuple(meta))
    kinds = [KINDS[bot] for bot in seated if bot in KINDS]
    if len(kinds) == seats and compilable():
        rows = CompiledGames(setting, seats).play(kinds, numbers, cap=cap)
    else:
        rows = interpreted_rows(setting, seated, numbers, cap)
    return columns_of(rows, seats, len(setting.deck.cards))


def _seated(bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot for each seat. Raises ChangelingError where that cannot be."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ChangelingError(f"seats: {MIN_SEATS} to {MAX_SEATS} can play, not {seats}")
    seated = (bots,) * seats if isinstance(bots, str) else tuple(bots)
    if len(seated) != seats:
        raise ChangelingError(f"bots: one for all seats, or {seats}, are needed, not {len(seated)}")
    for bot in seated:
        bot_factory.check(bot)
    return seated


def _seeds(seeds: ArrayLike) -> NDArray[np.uint64]:
    """The seeds as an array. Raises ChangelingError where they are not whole numbers from 0 on."""
    given = np.asarray(seeds)
    if given.ndim != 1 or (given.size and (given.dtype.kind not in "iu" or bool((given < 0).any()))):
        raise ChangelingError(f"seeds: whole numbers from 0 to 2**64 - 1 are needed, not {seeds!r}")
    return given.astype(np.uint64)


def compilable() -> bool:
    """Whether games can be compiled here."""
    return importlib.util.find_spec("llvmlite") is not None and not is_too_old()


# --- one game again ---------------------------------------------------------------------------------------------------
class _RandomSeat:
    """A seat that answers as `random` does in these games."""

    def __init__(self, seed: int) -> None:
        self._rng = seed_state(seed)

    def choose(self, view: View, decision: Decision) -> Option:
        """Any of the options, by the seat's own generator; where there is but one, nothing is drawn."""
        if len(decision.options) > 1:
            self._rng = next_random(self._rng)
            return decision.options[(self._rng * len(decision.options)) >> 32]
        return decision.options[0]


def replayed(
    deck: str | Deck, seats: int, bots: str | Sequence[str], seed: int, *, meta: Sequence[str] = (), cap: int = CAP
) -> Game:
    """The game that `play_games` plays for a seed, played again through views alone: to look at, or for its record."""
    seated = _seated(bots, seats)
    game = Game(deck, seats=names_of(seats), seed=seed, meta=meta)
    return play(game, choosers_of(game.seats, seated, seed), most=cap)


def played_again(
    deck: str | Deck, seats: int, bots: str | Sequence[str], seed: int, *, meta: Sequence[str] = (), cap: int = CAP
) -> Game:
    """The same game as `replayed`, much faster where it can be played compiled: its answers are given once more."""
    seated = _seated(bots, seats)
    kinds = [KINDS[bot] for bot in seated if bot in KINDS]
    if len(kinds) < seats or not compilable():
        return replayed(deck, seats, seated, seed, meta=meta, cap=cap)
    game = Game(deck, seats=names_of(seats), seed=seed, meta=meta)
    for index in CompiledGames(setting_of(deck, tuple(meta)), seats).answers(kinds, seed, cap=cap):
        game.answer(index)
    return game


def choosers_of(names: Sequence[str], seated: Sequence[str], seed: int) -> dict[str, Chooser]:
    """The bots of the game of a seed, by seat, as `play_games` seats them."""
    found: dict[str, Chooser] = {}
    for seat, (name, bot) in enumerate(zip(names, seated, strict=True)):
        own = bot_seed(seed, seat)
        found[name] = _RandomSeat(own) if bot == "random" else bot_factory.bot(bot, own, wait=True)
    return found


# --- columns ----------------------------------------------------------------------------------------------------------
def columns_of(rows: Rows, seats: int, cards: int) -> PlayedGames:
    """Rows as columns; cards that never left the pile are dropped."""
    games: Columns = {"seed": rows.games["seed"].copy(), "seats": np.full(len(rows.games), seats, np.int8)}
    games |= {name: rows.games[name].copy() for name in GAME_ROW.names or () if name != "seed"}
    came = _came(rows.cards)
    met = np.flatnonzero(came)
    kept = rows.cards[met]
    by_card: Columns = {"seed": rows.games["seed"][met // cards], "card": (met % cards).astype(np.int16)}
    for name in CARD_ROW.names or ():
        by_card[name] = kept[name][:, :seats].copy() if kept[name].ndim == 2 else kept[name].copy()
    by_card["end_hand"] = by_card["end_hand"].astype(np.bool_)
    turns: Columns = {
        "seed": rows.games["seed"][rows.turns["game"]],
        "turn": rows.turns["turn"].copy(),
        "seat": rows.turns["seat"].copy(),
        "chance": rows.turns["chance"][:, :seats].copy(),
    }
    return PlayedGames(games, by_card, turns)


def _came(cards: NDArray[Any]) -> NDArray[np.bool_]:
    """Which rows are of cards that came into the game."""
    seen = (cards["drawn"] != 0).any(axis=1) | (cards["front"] != 0).any(axis=1) | (cards["played"] != 0).any(axis=1)
    for name in ("in_play", "stolen", "cancelled", "discarded", "used"):
        seen |= cards[name] != 0
    return np.asarray(seen | (cards["end_seat"] >= 0))
