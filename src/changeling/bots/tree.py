"""Information-set tree search, inside what Numba compiles: one tree of answers over many imagined tables.

Each iteration deals what the seat cannot know anew, walks down the tree of its own answers in this turn, lets a simple
policy play on for everybody for a few turns, and tells the answers on the way what came of it. Children of a node are
the answers that were possible there on some imagined table; how often each was possible is part of its claim to be
tried. Rows of `tables`: the table as it is seen first, then three to play on.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from changeling.bots.evaluation import Reals, advantage, prospect
from changeling.cards.codes import A_USE, NONE, SORT
from changeling.engine.layout import GOING, WON, Sheet, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.hidden_deal import DEAL_SCRATCH as ROOM
from changeling.engine.machine.hidden_deal import Ints, deal_hidden
from changeling.engine.machine.loop import answer
from changeling.engine.machine.playout import pick

Tables = Any  # a list of tables, or an array of records
Sheets = Any
Words = Any  # the same memory as integers, for copying

ROOT = 0
PLAYED = 1
ROWS = 4
OFTEN = 2

# A node: an answer, the first of what may follow, the next beside it, how often it was taken and how often possible.
CODE, CHILD, BESIDE, TAKEN, POSSIBLE = 0, 1, 2, 3, 4
NODE = 5
NODES = 60_000

# Where in `room`, behind what dealing needs, the search keeps its own integers.
STATE = ROOM  # of the generator
USED = ROOM + 1  # nodes
STEPS = ROOM + 2  # down the tree in this iteration
PATH = ROOM + 3
DEPTH = 40
ROOM_TO_THINK = PATH + DEPTH + 2

# Where in `knobs`, behind those of the outlook, the search has its own.
CURIOSITY, TURNS, NOISE, OPEN_END, ASKED, CAP = 36, 37, 38, 39, 40, 41
KNOBS = (0.5, 0.0, 0.6, 1.5, 16.0, 120.0)


def copy_table(tables: Tables, words: Words, source: int, target: int) -> None:
    """Copy a table into another row."""
    tables[target] = tables[source].copy()


def tired(d: Sheet, t: Table, code: int) -> bool:
    """Whether an answer uses a free action once more that was used often this turn: some could be for ever (K-I02)."""
    if code // SORT != A_USE or t.options == 1:
        return False
    for hook in range(d.frees):
        if d.free_card[hook] == code % SORT and t.used[hook] >= OFTEN:
            return True
    return False


def play_on(sheets: Sheets, tables: Tables, words: Words, lore: Ints, knobs: Reals, room: Ints, row: int) -> int:
    """Let whoever is asked answer with what looks best at once, and a little by chance; gives the row played on.

    Every answer is tried on a copy, and the best copy is the one that goes on.
    """
    count = tables[row].options
    seat = tables[row].asked
    if count == 1:
        answer(sheets[0], tables[row], 0)
        return row
    trial = row % 3 + 1
    kept = trial % 3 + 1
    tried = min(count, int(knobs[ASKED]))
    room[STATE] = pick(room[STATE])
    start = (room[STATE] * count) >> 32 if tried < count else 0
    best = -1e9
    for place in range(tried):
        if best > -1e9 and tired(sheets[0], tables[row], tables[row].option[(start + place) % count]):
            continue
        copy_table(tables, words, row, trial)
        answer(sheets[0], tables[trial], (start + place) % count)
        t = tables[trial]
        if t.outcome == WON and t.winner == seat:
            return trial
        room[STATE] = pick(room[STATE])
        value = knobs[NOISE] * room[STATE] / 4294967296.0
        if t.outcome == GOING:
            value += advantage(sheets[0], lore, knobs, t, seat)
            if t.frames > 1 and t.asked == seat:
                value += knobs[OPEN_END]
        else:
            value -= 1000.0
        if value > best:
            best = value
            trial, kept = kept, trial
    return kept


def child_of(nodes: Ints, node: int, code: int) -> int:
    """The child of a node for an answer, or NONE."""
    child = nodes[node * NODE + CHILD]
    while child != NONE and nodes[child * NODE + CODE] != code:
        child = nodes[child * NODE + BESIDE]
    return child


def add_node(nodes: Ints, sums: Reals, room: Ints, node: int, code: int) -> int:
    """A new child for an answer; NONE when there is no room."""
    made = room[USED]
    if made >= NODES:
        return NONE
    room[USED] = made + 1
    at = made * NODE
    nodes[at + CODE] = code
    nodes[at + CHILD] = NONE
    nodes[at + BESIDE] = nodes[node * NODE + CHILD]
    nodes[at + TAKEN] = 0
    nodes[at + POSSIBLE] = 0
    nodes[node * NODE + CHILD] = made
    sums[made] = 0.0
    return made


def choose_child(d: Sheet, t: Table, nodes: Ints, sums: Reals, room: Ints, knobs: Reals, node: int) -> int:
    """The index of the answer to try next: one not taken yet, else the one with the best claim."""
    untried = 0
    best = -1.0
    chosen = t.options - 1
    for place in range(t.options):
        if tired(d, t, t.option[place]):
            continue
        child = child_of(nodes, node, t.option[place])
        if child == NONE:
            child = add_node(nodes, sums, room, node, t.option[place])
            if child == NONE:
                continue
        at = child * NODE
        nodes[at + POSSIBLE] += 1
        taken = nodes[at + TAKEN]
        if taken == 0:
            untried += 1
            room[STATE] = pick(room[STATE])
            if room[STATE] % untried == 0:
                chosen = place
        elif untried == 0:
            claim = sums[child] / taken + knobs[CURIOSITY] * sqrt(log(nodes[at + POSSIBLE]) / taken)
            if claim > best:
                best = claim
                chosen = place
    return chosen


def try_out(
    sheets: Sheets,
    tables: Tables,
    words: Words,
    lore: Ints,
    knobs: Reals,
    nodes: Ints,
    sums: Reals,
    room: Ints,
    seat: int,
) -> int:
    """Play on from the table dealt into a row: down the tree, then by the policy; gives the row where it ended.

    The nodes on the way are written into `room`. The policy plays one round and the own next turn.
    """
    row, node, made = PLAYED, ROOT, 0
    turns = tables[row].turns
    last = turns + tables[row].seats + int(knobs[TURNS])
    inside = True
    room[STEPS] = 0
    while tables[row].outcome == GOING and tables[row].turns <= last and made < knobs[CAP]:
        made += 1
        if not inside or tables[row].asked != seat or tables[row].turns != turns or tables[row].options == 1:
            row = play_on(sheets, tables, words, lore, knobs, room, row)
            continue
        place = choose_child(sheets[0], tables[row], nodes, sums, room, knobs, node)
        node = child_of(nodes, node, tables[row].option[place])
        answer(sheets[0], tables[row], place)
        if node == NONE:
            inside = False
        else:
            inside = nodes[node * NODE + TAKEN] > 0 and room[STEPS] < DEPTH - 1
            room[PATH + room[STEPS]] = node
            room[STEPS] += 1
    return row


def think(
    sheets: Sheets,
    tables: Tables,
    words: Words,
    lore: Ints,
    knobs: Reals,
    nodes: Ints,
    sums: Reals,
    room: Ints,
    iterations: int,
) -> None:
    """Go through that many imagined tables."""
    seat = tables[ROOT].asked
    for _ in range(iterations):
        copy_table(tables, words, ROOT, PLAYED)
        room[STATE] = pick(room[STATE])
        sow(tables[PLAYED], room[STATE])
        deal_hidden(sheets[0], tables[PLAYED], seat, room)
        row = try_out(sheets, tables, words, lore, knobs, nodes, sums, room, seat)
        value = prospect(sheets[0], lore, knobs, tables[row], seat)
        for step in range(room[STEPS]):
            nodes[room[PATH + step] * NODE + TAKEN] += 1
            sums[room[PATH + step]] += value
