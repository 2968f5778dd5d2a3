"""The rows that games leave behind, written inside what is compiled: one for each game, for each game and card, and
for each game and turn. `played_games` tells what the columns mean.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from changeling.bots.evaluation import standing
from changeling.bots.lookahead import WeightSets
from changeling.bots.weights import PROSPECT, Weights
from changeling.cards.codes import A_PLAY, CREEPERS, DOWN, GOALS, HAND, KEEPERS, MAX_SEATS, NONE, RULES, SORT
from changeling.engine.layout import ALL_LOST, GOING, WON, Table
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.hidden.hidden_deal import Ints
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet
from changeling.lab.games.tally import Tallied

GAME_ROW: Final = np.dtype(
    [
        ("seed", "u8"),
        ("first", "i1"),
        ("winner", "i1"),
        ("outcome", "i1"),
        ("why", "i1"),
        ("won_by", "i2"),
        ("turns", "i4"),
        ("decisions", "i4"),
        ("answers", "i4"),
        ("moves", "i8"),
    ],
    align=True,
)
CARD_ROW: Final = np.dtype(
    [
        ("drawn", "u2", (MAX_SEATS,)),
        ("played", "u2", (MAX_SEATS,)),
        ("front", "u2", (MAX_SEATS,)),
        ("in_play", "u2"),
        ("stolen", "u2"),
        ("cancelled", "u2"),
        ("discarded", "u2"),
        ("used", "u2"),
        ("swings", "u2"),
        ("swing", "f4"),
        ("end_seat", "i1"),
        ("end_hand", "i1"),
    ],
    align=True,
)
TURN_ROW: Final = np.dtype(
    [("game", "i4"), ("turn", "i4"), ("seat", "i1"), ("chance", "f4", (MAX_SEATS,))],
    align=True,
)
MOST_TURNS: Final = 1000  # of one game that have rows


class Rows(NamedTuple):
    """The rows of some games as the machine writes them: `cards` has one for each game and card of the deck."""

    games: NDArray[Any]
    cards: NDArray[Any]
    turns: NDArray[Any]


# Records of these types.
GameRow = Any
CardRow = Any
TurnRow = Any
Tallies = Any  # by row: the counts of its game; in compiled code the tables themselves


def watch(d: Sheet, t: Table, tally: Tallied, goals: Ints, weights: WeightSets, turn_row: TurnRow) -> bool:
    """Look at a game that asks somebody: how its seats stand, and at the first question of a turn what lies where.

    Gives whether the turn's row was filled. While a card is at work nothing is measured. The table is left as it is.
    """
    begins = t.turns != tally.seen_turn
    if t.frames > 1 and not begins:
        return False
    measure(d, t, tally, goals, weights[PROSPECT])
    settle_swing(tally)
    if not begins:
        return False
    tally.seen_turn = t.turns
    count_places(d, t, tally)
    turn_row.turn = t.turns
    turn_row.seat = t.turn
    for seat in range(t.seats):
        turn_row.chance[seat] = tally.chances[seat]
    return True


def measure(d: Sheet, t: Table, tally: Tallied, goals: Ints, weights: Weights) -> None:
    """Work out each seat's chance to win, as `evaluation.prospect` does.

    The game itself is evaluated: a copy would cost more than that. An evaluation works where the options are, and what
    it runs into is no fault of the game's.
    """
    options, fault = t.options, t.fault
    for place in range(options):
        tally.question[place] = t.option[place]
    total = 0.0
    for seat in range(t.seats):
        tally.chances[seat] = exp(standing(d, goals, weights, t, seat))
        total += tally.chances[seat]
    for seat in range(t.seats):
        tally.chances[seat] /= total
    for place in range(options):
        t.option[place] = tally.question[place]
    t.options, t.outcome, t.fault = options, GOING, fault


def settle_swing(tally: Tallied) -> None:
    """Add what the last play has changed of its player's chance to win."""
    card = tally.pending
    if card != NONE:
        tally.swing[card] += tally.chances[tally.played_by] - tally.before
        tally.swings[card] += 1
        tally.pending = NONE


def note_answer(t: Table, tally: Tallied, game_row: GameRow, index: int) -> None:
    """An answer is about to be given: where it plays a card in the turn, that play's effect will be measured."""
    code = t.option[index]
    game_row.moves = moves_with(game_row.moves, code)
    if code // SORT == A_PLAY and t.frames <= 1:
        tally.pending = code % SORT
        tally.played_by = t.asked
        tally.before = tally.chances[t.asked]


def moves_with(moves: int, code: int) -> int:
    """A number that stands for all answers of a game, with one more answer."""
    return (moves * 1_000_003 + code + 1) & 0xFF_FFFF_FFFF


def count_places(d: Sheet, t: Table, tally: Tallied) -> None:
    """Count a turn for each card in play: for Keepers and Creepers by seat."""
    for card in range(d.cards):
        zone = t.place[card]
        if zone in (RULES, GOALS):
            tally.in_play[card] += 1
        elif KEEPERS <= zone < CREEPERS:
            tally.front[card * MAX_SEATS + zone - KEEPERS] += 1
        elif CREEPERS <= zone < DOWN:
            tally.front[card * MAX_SEATS + zone - CREEPERS] += 1


def close_game(t: Table, tally: Tallied, game_row: GameRow, made: int) -> None:
    """Write the row of a game that is over, or was broken off after so many answers."""
    if t.outcome == WON or t.outcome == ALL_LOST:
        for seat in range(t.seats):
            tally.chances[seat] = 1.0 if has_won(t, seat) else 0.0
        settle_swing(tally)
    game_row.first = tally.first
    game_row.winner = t.winner
    game_row.outcome = t.outcome
    game_row.why = t.fault
    game_row.won_by = tally.won_by
    game_row.turns = t.turns
    game_row.decisions = t.decisions
    game_row.answers = made


def write_card(t: Table, tally: Tallied, card: int, card_row: CardRow) -> None:
    """Write the row of a card in a game that is over."""
    zone = t.place[card]
    for seat in range(MAX_SEATS):
        place = card * MAX_SEATS + seat
        card_row.drawn[seat] = tally.draws[place]
        card_row.played[seat] = tally.plays[place]
        card_row.front[seat] = tally.front[place]
    card_row.in_play = tally.in_play[card]
    card_row.stolen = tally.stolen[card]
    card_row.cancelled = tally.cancelled[card]
    card_row.discarded = tally.discarded[card]
    card_row.used = tally.uses[card]
    card_row.swings = tally.swings[card]
    card_row.swing = tally.swing[card]
    card_row.end_seat = seat_of(t, card)
    card_row.end_hand = 1 if HAND <= zone < KEEPERS else 0
