"""Many games side by side for a policy that learns, inside what is compiled: what greedy thinks of every answer and
what the asked seat sees stand beside each game, and greedy plays the seats that it was given.

Rows of `tables`: those that greedy thinks with, the start of the games, then a row for each game.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from changeling.bots.greedy_choice import choose_answer, imagine_from
from changeling.bots.lookahead import ROWS, Sheets, Tables, Thoughts, WeightSets, Words, copy_table
from changeling.bots.summary import NUMBERS
from changeling.cards.codes import MAX_SEATS, NONE
from changeling.engine.arrays.observe import observe
from changeling.engine.layout import GOING, MAX_OPTIONS, WON
from changeling.engine.machine.hidden.hidden_deal import Ints
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import seed_state
from changeling.lab.games.seated_games import RoomGiven

START: Final = ROWS  # the row with the table that each game begins with
FIRST: Final = ROWS + 1  # the row of the first game

WEIGHED: Final = np.dtype(  # what is told of a game, and what it is told
    [
        ("row", "i8"),  # of the game's table
        ("seed", "i8"),  # of the game
        ("stride", "i8"),  # how much larger the seed of the next game in this row is
        ("greedy", "i8"),  # a bit for each seat that greedy plays
        ("next_greedy", "i8"),  # the same, of the next game
        ("through", "i8"),  # how far answers are played out for the policy: as `Thought.through`
        ("index", "i8"),  # told: the option that is the answer to the pending question
        ("fresh", "i8"),  # 1: a game is to begin
        ("cap", "i8"),  # answers after which a game is broken off
        ("made", "i8"),  # answers given in this game
        ("seat", "i8"),  # who is asked
        ("options", "i8"),
        ("turns", "i8"),
        ("ended", "i8"),  # 1: a game ended since the last question
        ("winner", "i8"),  # of the game that ended, or NONE
        ("played", "i8"),  # the seats that greedy played in it, a bit for each
        ("rng", "i8", (MAX_SEATS,)),  # by seat: greedy's own generator
        ("worth", "f8", (MAX_OPTIONS,)),  # by option: what greedy thinks that it is worth
        ("code", "i8", (MAX_OPTIONS,)),  # by option: its code
        ("led_to", "f8", (MAX_OPTIONS * NUMBERS,)),  # by option: what the tables that it leads to come to
    ],
    align=True,
)

Weighed = Any  # a record of that type
Weigheds = Any  # an array of them, a row for each game
SightGiven = tuple[Any, ...]


class Sight(NamedTuple):
    """Where what the asked seats see is written, a row for each game, and the facts that it is made with. The rows are
    blank before."""

    facts: Any
    table: Any
    cards: Any


def weigh(
    sheets: Sheets,
    tables: Tables,
    memory: Words,
    goals: Ints,
    weights: WeightSets,
    thoughts: Thoughts,
    scratch: Ints,
    told: Weighed,
) -> int:
    """What greedy answers to the question of a game, knowing what the asked seat knows; its thoughts keep the rest."""
    seat = tables[told.row].asked
    imagine_from(sheets, tables, memory, scratch, told.row)
    thoughts[0].rng = told.rng[seat]
    thoughts[0].through = 0 if told.greedy >> seat & 1 == 1 else told.through
    index = choose_answer(sheets, tables, memory, goals, weights, thoughts)
    told.rng[seat] = thoughts[0].rng
    return index


def begin_weighed(sheets: Sheets, tables: Tables, memory: Words, told: Weighed, row: int) -> None:
    """Begin the next game of a row."""
    copy_table(tables, memory, START, row)
    told.seed += told.stride
    told.greedy = told.next_greedy
    begin_game(sheets[0], tables[row], told.seed, NONE)
    for seat in range(tables[row].seats):
        told.rng[seat] = seed_state((told.seed ^ told.seed >> 32) + 0x9E3779B9 * (seat + 1) & 0xFFFFFFFF)
    told.made = 0
    told.fresh = 0


def note_question(tables: Tables, thoughts: Thoughts, told: Weighed, row: int) -> None:
    """Write down the question of a row: who is asked, and the options with their worths."""
    told.seat = tables[row].asked
    told.options = tables[row].options
    told.turns = tables[row].turns
    for place in range(tables[row].options):
        told.worth[place] = thoughts[0].worth[place]
        told.code[place] = tables[row].option[place]
        for number in range(NUMBERS):
            told.led_to[place * NUMBERS + number] = thoughts[0].led_to[place * NUMBERS + number]


def note_outcome(tables: Tables, told: Weighed, row: int) -> None:
    """Write down how the game of a row ended; of several since the last question, the first."""
    if told.ended == 1:
        return
    told.ended = 1
    told.winner = tables[row].winner if tables[row].outcome == WON else NONE
    told.played = told.greedy


def go_on(room: RoomGiven, sight: SightGiven, weighed: Weigheds, games: int) -> int:
    """Give each game its answer and let it go on to the next question of a seat that greedy does not play, with two
    options or more; a game that is over is followed by the next. `room` is a Room and `sight` a Sight, as plain tuples.
    """
    sheets, tables, memory, goals, weights, thoughts, scratch = room
    facts, table, cards = sight
    for game in range(games):
        row = FIRST + game
        told = weighed[game]
        told.ended = 0
        if told.fresh == 1:
            begin_weighed(sheets, tables, memory, told, row)
        else:
            answer(sheets[0], tables[row], told.index)
            told.made += 1
        while True:
            if tables[row].outcome != GOING or told.made >= told.cap:
                note_outcome(tables, told, row)
                begin_weighed(sheets, tables, memory, told, row)
                continue
            if tables[row].options > 1:
                index = weigh(sheets, tables, memory, goals, weights, thoughts, scratch, told)
                if told.greedy >> tables[row].asked & 1 == 0:
                    note_question(tables, thoughts, told, row)
                    observe(sheets[0], tables[row], facts, tables[row].asked, table, cards, game)
                    break
                answer(sheets[0], tables[row], index)
            else:
                answer(sheets[0], tables[row], 0)
            told.made += 1
    return games
