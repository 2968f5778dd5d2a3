"""Games of greedy bots whose turns are searched for a win, inside what is compiled.

Rows of `tables`: those of the search, which greedy thinks in too, then the game.
"""

from __future__ import annotations

from typing import Any, Final

from changeling.bots.greedy_choice import choose_answer, imagine_from
from changeling.bots.lookahead import Sheets, Tables, Thoughts, WeightSets, Words, copy_table
from changeling.cards.codes import DOWN, NONE
from changeling.engine.layout import GOING, MAX_HOOKS, PLAYING, Table
from changeling.engine.machine.hidden.hidden_deal import Ints
from changeling.engine.machine.loop import answer
from changeling.engine.machine.turn.turns import TO_ACT
from changeling.learn.seek import SEARCH_ROWS, Keyed, Seek, Seeks
from changeling.learn.turn_search import LOST, TOO_LARGE, begin_search, search_turn

GAME_ROW: Final = SEARCH_ROWS
HUNT_ROWS: Final = SEARCH_ROWS + 1
LONGEST: Final = 5  # answers of a way that is looked for
MOST_ANSWERS: Final = 3_000  # of one game

# What is to be done.
SEARCH: Final = 0  # search the table in the first row
HUNT: Final = 1  # play on in the game, and search its turns, to the next win

GAME_OVER: Final = -1

HUNT_FIELDS: Final = (
    ("task", 0, "i8"),  # SEARCH or HUNT
    ("left", 0, "i8"),  # for SEARCH: own answers that the way may have
    ("rng", 0, "i8"),  # greedy's generator
    ("made", 0, "i8"),  # answers given in the game
    ("last", 0, "i8"),  # the number of the turn that was searched last
    ("turns", 0, "i8"),  # turns searched since this was last set to 0, as all that follow
    ("nodes", 0, "i8"),  # positions looked at
    ("too_large", 0, "i8"),  # turns that could not be searched to the end
)


class Hunt:
    """A hunt for wins in games; a record where it is compiled."""

    __slots__ = tuple(name for name, _, _ in HUNT_FIELDS)

    task: int
    left: int
    rng: int
    made: int
    last: int
    turns: int
    nodes: int
    too_large: int

    def __init__(self) -> None:
        for name, _, _ in HUNT_FIELDS:
            setattr(self, name, 0)


Hunts = list[Hunt]
RoomGiven = tuple[Any, ...]  # of `hunt_wins`: what is worked with, as a plain tuple


def hunt_wins(room: RoomGiven, keyed: Keyed, seeks: Seeks, hunts: Hunts) -> int:
    """Carry out the task: gives the value of the table that was searched, or GAME_OVER.

    One function does all, since each that holds the machine takes about ten seconds to compile.
    """
    sheets, tables, memory, goals, weights, thoughts, scratch = room
    hunt = hunts[0]
    if hunt.task == SEARCH:
        return search_turn(sheets, tables, memory, keyed, seeks, hunt.left)
    while play_to_turn(sheets, tables, memory, goals, weights, thoughts, scratch, hunts):
        found = search_game(sheets, tables, memory, keyed, seeks, hunt)
        if found < LOST:
            return found
    return GAME_OVER


def search_game(sheets: Sheets, tables: Tables, memory: Words, keyed: Keyed, seeks: Seeks, hunt: Hunt) -> int:
    """Search the turn that the game is in, and count it."""
    seek = seeks[0]
    copy_table(tables, memory, GAME_ROW, 0)
    open_search(seek, tables[0])
    found = search_turn(sheets, tables, memory, keyed, seeks, LONGEST)
    hunt.turns += 1
    hunt.nodes += seek.nodes
    hunt.too_large += 1 if found == TOO_LARGE else 0
    return found


def open_search(seek: Seek, t: Table) -> None:
    """Begin a search: everybody is asked in every Surprise window, able to answer or not."""
    t.polite = 1
    begin_search(seek, t)


def play_to_turn(
    sheets: Sheets,
    tables: Tables,
    memory: Words,
    goals: Ints,
    weights: WeightSets,
    thoughts: Thoughts,
    scratch: Ints,
    hunts: Hunts,
) -> bool:
    """Let greedy play on until the plays of a turn begin that can be told as text; False where the game ends first."""
    hunt = hunts[0]
    while tables[GAME_ROW].outcome == GOING and hunt.made < MOST_ANSWERS:
        if tables[GAME_ROW].turns != hunt.last and begins_plays(tables[GAME_ROW]):
            hunt.last = tables[GAME_ROW].turns
            return True
        index = 0
        if tables[GAME_ROW].options > 1:
            imagine_from(sheets, tables, memory, scratch, GAME_ROW)
            thoughts[0].rng = hunt.rng
            index = choose_answer(sheets, tables, memory, goals, weights, thoughts)
            hunt.rng = thoughts[0].rng
        answer(sheets[0], tables[GAME_ROW], index)
        hunt.made += 1
    return False


def begins_plays(t: Table) -> bool:
    """Whether the first play of a turn is asked for, and all that matters can be told as text."""
    return t.played == 0 and asks_for_play(t) and can_be_told(t)


def asks_for_play(t: Table) -> bool:
    """Whether whoever has the turn is asked what to play."""
    return t.asked == t.turn and t.prompt // 2 == TO_ACT // 2 and t.phase == PLAYING and t.drawn != 0


def can_be_told(t: Table) -> bool:
    """Whether all that matters of a table can be told as text."""
    if t.blind != NONE or t.extras + t.next_up + t.lastings + t.asides + t.averted + t.streak_size != 0:
        return False
    if t.out != 0 or t.turned_round != 0:
        return False
    for seat in range(t.seats):
        if t.misses[seat] != 0 or t.size[DOWN + seat] != 0:
            return False
    for hook in range(MAX_HOOKS):
        if t.used[hook] != 0:
            return False
    return True
