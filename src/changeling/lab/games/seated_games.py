"""Whole games with bots in their seats, inside what is compiled: one after another in a row of tables.

Rows of `tables`: those that greedy thinks with, the game, then the start of the games.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from changeling.bots.greedy_choice import choose_answer, imagine_from
from changeling.bots.lookahead import ROWS, Sheets, Tables, Thoughts, WeightSets, Words, copy_table
from changeling.cards.codes import MAX_SEATS, NONE
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.hidden.hidden_deal import Ints
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import next_random, seed_state
from changeling.lab.games.game_rows import MOST_TURNS, Tallies, close_game, note_answer, watch, write_card
from changeling.lab.games.tally import clear_tally

# How a seat answers.
RANDOM: Final = 0
GREEDY: Final = 1

GAME: Final = ROWS  # the row that is played in
START: Final = ROWS + 1  # the row with the table that each game begins with
GAMES_ROWS: Final = ROWS + 2

GAMES_PLAN: Final = np.dtype(
    [
        ("games", "i8"),  # how many are to be played
        ("done", "i8"),  # how many were
        ("cap", "i8"),  # answers after which a game is broken off
        ("records", "i8"),  # 1: rows are written for cards and turns; 0: for games only
        ("answers", "i8"),  # 1: the answers of each game are written over those of the one before
        ("turns", "i8"),  # rows of turns that are filled
        ("room", "i8"),  # rows of turns that there are
        ("bots", "i8", (MAX_SEATS,)),  # by seat: how it answers
        ("rng", "i8", (MAX_SEATS,)),  # by seat: its own generator
    ],
    align=True,
)

GamesPlan = Any  # a record of that type
GamesPlans = Any  # an array of one
# What Python gives of each of the tuples below: a tuple
RoomGiven = tuple[Any, ...]
ToldGiven = tuple[Any, ...]


class Room(NamedTuple):
    """What games are played with: the arrays of `greedy_answer`."""

    sheets: Any
    tables: Any
    memory: Any
    goals: Any
    weights: Any
    thoughts: Any
    scratch: Any  # for dealing what is hidden


class Told(NamedTuple):
    """Where what is to be told of games is written: arrays of the rows of `game_rows`."""

    games: Any
    cards: Any  # for each game all cards of the deck
    turns: Any
    answers: Any  # the indices of the options taken in one game


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat of a game: another for every seat, and a function of the game's seed alone."""
    return (seed ^ seed >> 32) + 0x9E3779B9 * (seat + 1) & 0xFFFFFFFF


def begin_seated(sheets: Sheets, tables: Tables, tallies: Tallies, plan: GamesPlan, seed: int) -> None:
    """Begin the game of a seed with the table as it lies in its row, and with bots that know of no game before."""
    clear_tally(sheets[0], tallies[GAME])
    tallies[GAME].counting = plan.records
    begin_game(sheets[0], tables[GAME], seed, NONE)
    for seat in range(tables[GAME].seats):
        plan.rng[seat] = seed_state(bot_seed(seed, seat))


def random_answer(t: Table, plan: GamesPlan) -> int:
    """Any of the options, by the asked seat's own generator."""
    plan.rng[t.asked] = next_random(plan.rng[t.asked])
    state: int = plan.rng[t.asked]
    return (state * t.options) >> 32


def greedy_answer(
    sheets: Sheets,
    tables: Tables,
    memory: Words,
    goals: Ints,
    weights: WeightSets,
    thoughts: Thoughts,
    scratch: Ints,
    plan: GamesPlan,
) -> int:
    """What greedy answers, knowing what the asked seat knows."""
    seat = tables[GAME].asked
    imagine_from(sheets, tables, memory, scratch, GAME)
    thoughts[0].rng = plan.rng[seat]
    index = choose_answer(sheets, tables, memory, goals, weights, thoughts)
    plan.rng[seat] = thoughts[0].rng
    return index


def play_seated(room: RoomGiven, told: ToldGiven, plans: GamesPlans) -> int:
    """Play games, as planned, until all are played or there may be no room for the turns of another; gives how many
    were played in all. `room` is a Room and `told` a Told, as plain tuples; the seeds stand in the rows of the games.
    """
    sheets, tables, memory, goals, weights, thoughts, scratch = room
    game_rows, card_rows, turn_rows, answers = told
    plan = plans[0]
    while plan.done < plan.games and plan.turns + MOST_TURNS <= plan.room:
        game = plan.done
        copy_table(tables, memory, START, GAME)
        begin_seated(sheets, tables, tables, plan, game_rows[game].seed)
        made, last = 0, plan.turns + MOST_TURNS - 1
        while tables[GAME].outcome == GOING and made < plan.cap:
            row = turn_rows[plan.turns]
            if plan.records == 1 and watch(sheets[0], tables[GAME], tables[GAME], goals, weights, row):
                turn_rows[plan.turns].game = game
                plan.turns = min(plan.turns + 1, last)
            index = 0
            if tables[GAME].options > 1:
                if plan.bots[tables[GAME].asked] == GREEDY:
                    index = greedy_answer(sheets, tables, memory, goals, weights, thoughts, scratch, plan)
                else:
                    index = random_answer(tables[GAME], plan)
            if plan.answers == 1:
                answers[made] = index
            note_answer(tables[GAME], tables[GAME], game_rows[game], index)
            answer(sheets[0], tables[GAME], index)
            made += 1
        close_game(tables[GAME], tables[GAME], game_rows[game], made)
        for card in range(sheets[0].cards if plan.records == 1 else 0):
            write_card(tables[GAME], tables[GAME], card, card_rows[game * sheets[0].cards + card])
        plan.done += 1
    return int(plan.done)
