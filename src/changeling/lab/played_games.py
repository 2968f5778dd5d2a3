"""Games of bots by the thousand, and all that is to be told of them, as columns.

`play_games` is the one function. What it gives depends on deck, seats, bots, cap and each seed alone: the same seeds
give the same rows, however they are split into calls, processes or machines. Compiled where Numba is installed and every
bot is `random` or `greedy`, else interpreted; the rows are the same.

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
  in how many turns it lay in front of that seat (Keepers and Creepers; looked at when somebody is first asked in a turn)
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
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changeling.bots.bot import Bot
from changeling.bots.greedy_state import greedy_state
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.loop import answer
from changeling.engine.machine.playout import next_random, seed_state
from changeling.engine.seen.decision import Decision, Option, decision_of
from changeling.engine.seen.view import View, view_of
from changeling.errors import ChangelingError
from changeling.lab.compiled_games import CompiledGames
from changeling.lab.game_rows import (
    CARD_ROW,
    GAME_ROW,
    MOST_TURNS,
    TURN_ROW,
    Rows,
    close_game,
    moves_with,
    note_answer,
    watch,
    write_card,
)
from changeling.lab.seated_games import (
    GAME,
    GAMES_ROWS,
    GREEDY,
    RANDOM,
    begin_seated,
    bot_seed,
    greedy_answer,
    random_answer,
)
from changeling.lab.start_tables import Setting, names_of, setting_of
from changeling.lab.tally import Counter, Tally
from changeling.play import bot_factory
from changeling.play.driver import Chooser, play
from changeling.play.game import Game
from changeling.play.seats import MAX_SEATS, MIN_SEATS

__all__ = ["CAP", "MOST_TURNS", "OUTCOMES", "PlayedGames", "play_games", "replayed"]

CAP: Final = 3000  # answers after which a game is broken off
MOST_CAP: Final = 30_000
OUTCOMES: Final = ("too long", "won", "all lost", "fault", "stuck")
KINDS: Final = {"random": RANDOM, "greedy": GREEDY}  # the bots that can play compiled

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
        bot_factory.check(bot, own=True)
    return seated


def _seeds(seeds: ArrayLike) -> NDArray[np.uint64]:
    """The seeds as an array. Raises ChangelingError where they are not whole numbers from 0 on."""
    given = np.asarray(seeds)
    if given.ndim != 1 or (given.size and (given.dtype.kind not in "iu" or bool((given < 0).any()))):
        raise ChangelingError(f"seeds: whole numbers from 0 to 2**64 - 1 are needed, not {seeds!r}")
    return given.astype(np.uint64)


def compilable() -> bool:
    """Whether games can be compiled here."""
    return importlib.util.find_spec("numba") is not None


# --- interpreted ------------------------------------------------------------------------------------------------------
class _Plan:
    """What an interpreted game needs of a plan."""

    def __init__(self, seated: Sequence[str]) -> None:
        self.records = 1
        self.bots = [KINDS.get(bot) for bot in seated]
        self.rng = [0] * MAX_SEATS


def interpreted_rows(setting: Setting, seated: Sequence[str], seeds: NDArray[np.uint64], cap: int) -> Rows:
    """Play games on the interpreted machine, with any bots."""
    cards = len(setting.deck.cards)
    games, card_rows = np.zeros(len(seeds), GAME_ROW), np.zeros(len(seeds) * cards, CARD_ROW)
    games["seed"] = seeds
    turns: list[NDArray[Any]] = []
    for number, seed in enumerate(seeds):
        mine = card_rows[number * cards : (number + 1) * cards].view(np.recarray)
        turns.append(_interpreted(setting, seated, int(seed), cap, games.view(np.recarray)[number], mine))
        turns[-1]["game"] = number
    return Rows(games, card_rows, np.concatenate(turns) if turns else np.zeros(0, TURN_ROW))


def _interpreted(
    setting: Setting, seated: Sequence[str], seed: int, cap: int, game_row: Any, card_rows: Any
) -> NDArray[Any]:
    """Play one game and write its rows; gives those of its turns."""
    state, plan = greedy_state(setting.deck), _Plan(seated)
    tables: list[Any] = [None] * GAMES_ROWS
    tally = Tally()
    tallies = {GAME: tally}
    tables[GAME] = setting.start(len(seated))
    tables[GAME].journal = Counter(setting.sheet, tally)
    ask = _choosers(setting, seated, seed)
    begin_seated(state.sheets, tables, tallies, plan, seed)
    turns, made, filled = np.zeros(MOST_TURNS, TURN_ROW).view(np.recarray), 0, 0
    while tables[GAME].outcome == GOING and made < cap:
        t = tables[GAME]
        if watch(state.sheets, tables, tallies, None, state.goals, state.weights, GAME, turns[filled]):
            filled = min(filled + 1, MOST_TURNS - 1)
        index = 0
        if t.options > 1:
            kind = plan.bots[t.asked]
            if kind == GREEDY:
                index = greedy_answer(
                    state.sheets, tables, None, state.goals, state.weights, state.thoughts, state.scratch, plan
                )
            else:
                index = random_answer(t, plan) if kind == RANDOM else ask(t)
        note_answer(t, tally, index)
        game_row.moves = moves_with(int(game_row.moves), t.option[index])
        answer(setting.sheet, t, index)
        made += 1
    close_game(tables[GAME], tally, game_row, made)
    for card in range(len(card_rows)):
        write_card(tables[GAME], tally, card, card_rows[card])
    return np.asarray(turns[:filled]).view(TURN_ROW)


def _choosers(setting: Setting, seated: Sequence[str], seed: int) -> Callable[[Table], int]:
    """What asks the bots that play interpreted only."""
    names = names_of(len(seated))
    bots: dict[int, Bot] = {
        seat: bot_factory.make(bot, bot_seed(seed, seat), own=True, wait=True)
        for seat, bot in enumerate(seated)
        if bot not in KINDS
    }

    def ask(t: Table) -> int:
        decision = decision_of(setting.deck, t, names)
        assert decision is not None
        view = view_of(setting.deck, t, names, t.asked, sheet=setting.sheet)
        return bots[t.asked].choose(view, decision).index

    return ask


class _RandomSeat:
    """A seat that answers as `random` does in these games."""

    def __init__(self, seed: int) -> None:
        self._plan = _Plan(())
        self._plan.rng[0] = seed_state(seed)

    def choose(self, view: View, decision: Decision) -> Option:
        """Any of the options, by the seat's own generator; where there is but one, nothing is drawn."""
        if len(decision.options) > 1:
            self._plan.rng[0] = next_random(self._plan.rng[0])
            return decision.options[(self._plan.rng[0] * len(decision.options)) >> 32]
        return decision.options[0]


def replayed(
    deck: str | Deck, seats: int, bots: str | Sequence[str], seed: int, *, meta: Sequence[str] = (), cap: int = CAP
) -> Game:
    """The game that `play_games` plays for a seed, played again through views alone: to look at, or for its record."""
    seated = _seated(bots, seats)
    game = Game(deck, seats=names_of(seats), seed=seed, meta=meta)
    choosers: dict[str, Chooser] = {
        name: _RandomSeat(bot_seed(seed, seat))
        if bot == "random"
        else bot_factory.make(bot, bot_seed(seed, seat), own=True, wait=True)
        for seat, (name, bot) in enumerate(zip(game.seats, seated, strict=True))
    }
    return play(game, choosers, most=cap)


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
