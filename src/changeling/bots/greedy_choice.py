"""What greedy answers, inside what is compiled: every option is played out on the table that the seat imagines, and
of the best ones chance takes one.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from changeling.bots.evaluation import overused
from changeling.bots.lookahead import (
    WORLD,
    Sheets,
    Tables,
    Thought,
    Thoughts,
    WeightSets,
    Words,
    copy_table,
    expected,
)
from changeling.cards.codes import CREEPER, PILE
from changeling.engine.layout import Table
from changeling.engine.machine.hidden.hidden_deal import Ints, deal_hidden
from changeling.engine.machine.hidden.unseen import forget_unseen
from changeling.engine.machine.playout import next_random
from changeling.engine.machine.zones import link, unlink
from changeling.engine.sheet_layout import Sheet

_NEAR: Final = 1e-9
PATIENCE: Final = 100  # turns of a game in which only what looks best is taken; most games are over by then
RESTLESSNESS: Final = 0.2  # times the square root of the turns beyond: how much an answer may lack and still be taken
MOST_LACKING: Final = 20.0  # far less than a win is worth, so that no win is missed or handed out


def leeway(turns: int) -> float:
    """How much worse than the best an answer may look and still be taken, in a game of so many turns.

    What looks best may lead round in circles: players pass a Creeper on for ever, or save up cards and never play them.
    No evaluation sees that far, so the longer a game lasts, the more is left to chance. It grows ever more slowly: a
    little is enough to leave most circles, and players who leave all to chance take long to win.
    """
    return _NEAR + min(MOST_LACKING, RESTLESSNESS * sqrt(max(0, turns - PATIENCE)))


def imagine_from(sheets: Sheets, tables: Tables, memory: Words, scratch: Ints, row: int) -> None:
    """Make the world of the seat that is asked at a true table, from what that seat knows (`View.imagine(0)`)."""
    copy_table(tables, memory, row, WORLD)
    forget_unseen(sheets[0], tables[row], tables[WORLD], scratch)
    deal_hidden(sheets[0], tables[WORLD], tables[row].asked, scratch)


def look_around(d: Sheet, t: Table, thought: Thought) -> None:
    """Note which cards of an imagined table the asked seat cannot see; the Creepers among them are not drawn soon."""
    thought.seat = t.asked
    thought.unseens = 0
    for card in range(d.cards):
        if t.known[card] >> t.asked & 1 != 0:
            thought.is_unseen[card] = 0
            continue
        thought.is_unseen[card] = 1
        thought.unseen[thought.unseens] = card
        thought.unseens += 1
        if d.kind[card] == CREEPER and t.place[card] == PILE:
            unlink(t, card)
            link(t, card, PILE)  # at the bottom


def choose_answer(
    sheets: Sheets, tables: Tables, memory: Words, goals: Ints, weights: WeightSets, thoughts: Thoughts
) -> int:
    """The index of the option that leads to the table of the highest worth, or in a long game of one that lacks little
    of it. The world is the table in its row; it is left as it is but for its order of Creepers that nobody sees."""
    count = tables[WORLD].options
    if count == 1:
        return 0
    thought = thoughts[0]
    look_around(sheets[0], tables[WORLD], thought)
    fresh = 0
    for place in range(count):
        if not overused(sheets[0], tables[WORLD], tables[WORLD].option[place]):
            fresh += 1
    best = 0.0
    weighed = 0
    for place in range(count):
        if fresh > 0 and overused(sheets[0], tables[WORLD], tables[WORLD].option[place]):
            thought.worth[place] = -1e9
            continue
        value = expected(sheets, tables, memory, goals, weights, thoughts, place)
        thought.worth[place] = value
        if weighed == 0 or value > best:
            best = value
        weighed += 1
    return one_of_the_best(thought, count, best - leeway(tables[WORLD].turns))


def answer_greedily(
    sheets: Sheets,
    tables: Tables,
    memory: Words,
    goals: Ints,
    weights: WeightSets,
    thoughts: Thoughts,
    scratch: Ints,
    row: int,
) -> int:
    """What greedy answers at the table in a row: a true one, of which it knows what the asked seat knows, or in the row
    of the world one that this seat has imagined. An entry for Python to call; its generator is in `thoughts`."""
    if row != WORLD:
        imagine_from(sheets, tables, memory, scratch, row)
    return choose_answer(sheets, tables, memory, goals, weights, thoughts)


def one_of_the_best(thought: Thought, count: int, least: float) -> int:
    """The index of one of the options that are worth so much, by chance where there are several."""
    ties = 0
    for place in range(count):
        if thought.worth[place] >= least:
            ties += 1
    skip = 0
    if ties > 1:
        thought.rng = next_random(thought.rng)
        skip = (thought.rng * ties) >> 32
    chosen = 0
    for place in range(count):
        if thought.worth[place] >= least:
            if skip == 0:
                chosen = place
            skip -= 1
    return chosen
