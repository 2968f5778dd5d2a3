"""Information-set tree search, inside what is compiled: one tree of answers over many imagined tables.

Each iteration deals what the seat cannot know anew, walks down the tree of its own answers in this turn, lets a simple
policy play on for everybody for a few turns, and adds the result to the answers on the way. Children of a node are
the answers that were possible there on some imagined table; how often each was possible is part of its claim to be
tried. Rows of `tables`: the table as it is seen first, then three to play on.
"""

from __future__ import annotations

from math import log, sqrt

from changeling.bots.evaluation import advantage, overused, prospect
from changeling.bots.lookahead import Field, Sheets, Tables, WeightSets, Words, copy_table
from changeling.bots.weights import POLICY, PROSPECT
from changeling.cards.codes import NONE
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.hidden.hidden_deal import Ints, deal_hidden
from changeling.engine.machine.loop import answer
from changeling.engine.machine.playout import next_random
from changeling.engine.sheet_layout import Sheet

# How it searches.
CURIOSITY = 0.5  # how much an answer that was seldom tried is preferred
NOISE = 0.6  # the policy's: added to the value of an answer, at most
OPEN_END = 1.5  # what it is worth to the policy that its own card is still at work
ANSWERS_TRIED = 16  # by the policy, at one question
DECISIONS_AHEAD = 120  # at most, in one iteration

ROOT = 0
PLAYED = 1  # the row that an iteration begins to play on
ROWS = 4
NODES = 60_000
DEPTH = 40

TREE_FIELDS: tuple[Field, ...] = (
    ("rng", 0, "i8"),  # the search's own generator
    ("nodes", 0, "i8"),  # how many are in use
    ("depth", 0, "i8"),  # how many answers were taken inside the tree in this iteration
    ("path", DEPTH, "i8"),  # their nodes
    ("code", NODES, "i8"),  # by node, as all that follow: the answer
    ("child", NODES, "i8"),  # the first of the answers that may follow, or NONE
    ("sibling", NODES, "i8"),  # the next answer to the same question, or NONE
    ("possible", NODES, "i8"),  # how often the answer was possible
    ("taken", NODES, "i8"),  # how often it was taken
    ("total", NODES, "f8"),  # the sum of the chances to win that it led to
)


class Tree:
    """A search tree and what one iteration notes; a record where it is compiled."""

    __slots__ = tuple(name for name, _, _ in TREE_FIELDS)

    rng: int
    nodes: int
    depth: int
    path: list[int]
    code: list[int]
    child: list[int]
    sibling: list[int]
    possible: list[int]
    taken: list[int]
    total: list[float]

    def __init__(self) -> None:
        for name, length, kind in TREE_FIELDS:
            zero = 0.0 if kind == "f8" else 0
            setattr(self, name, [zero] * length if length else zero)


Trees = list[Tree]  # where it is interpreted; where it is compiled, an array of records


def play_on(
    sheets: Sheets, tables: Tables, memory: Words, goals: Ints, weights: WeightSets, trees: Trees, row: int
) -> int:
    """Let whoever is asked answer with what looks best at once, and a little by chance; gives the row played on.

    Every answer is tried on a copy, and the best copy is the one that goes on.
    """
    tree, policy = trees[0], weights[POLICY]
    count = tables[row].options
    seat = tables[row].asked
    if count == 1:
        answer(sheets[0], tables[row], 0)
        return row
    trial = row % 3 + 1
    kept = trial % 3 + 1
    tried = min(count, ANSWERS_TRIED)
    tree.rng = next_random(tree.rng)
    start = (tree.rng * count) >> 32 if tried < count else 0
    best = -1e9
    for place in range(tried):
        if best > -1e9 and overused(sheets[0], tables[row], tables[row].option[(start + place) % count]):
            continue
        copy_table(tables, memory, row, trial)
        answer(sheets[0], tables[trial], (start + place) % count)
        t = tables[trial]
        if has_won(t, seat):
            return trial
        tree.rng = next_random(tree.rng)
        value = NOISE * tree.rng / 4294967296.0
        if t.outcome == GOING:
            value += advantage(sheets[0], goals, policy, policy, t, seat)
            if t.frames > 1 and t.asked == seat:
                value += OPEN_END
        else:
            value -= 1000.0
        if value > best:
            best = value
            trial, kept = kept, trial
    return kept


def child_of(tree: Tree, node: int, code: int) -> int:
    """The child of a node for an answer, or NONE."""
    child = tree.child[node]
    while child != NONE and tree.code[child] != code:
        child = tree.sibling[child]
    return child


def add_node(tree: Tree, node: int, code: int) -> int:
    """A new child for an answer; NONE when the tree is full."""
    made = tree.nodes
    if made >= NODES:
        return NONE
    tree.nodes = made + 1
    tree.code[made] = code
    tree.child[made] = NONE
    tree.sibling[made] = tree.child[node]
    tree.possible[made] = 0
    tree.taken[made] = 0
    tree.total[made] = 0.0
    tree.child[node] = made
    return made


def choose_child(d: Sheet, t: Table, tree: Tree, node: int) -> int:
    """The index of the answer to try next: one not taken yet, else the one with the best claim."""
    untried = 0
    best = -1.0
    chosen = t.options - 1
    for place in range(t.options):
        if overused(d, t, t.option[place]):
            continue
        child = child_of(tree, node, t.option[place])
        if child == NONE:
            child = add_node(tree, node, t.option[place])
            if child == NONE:
                continue
        tree.possible[child] += 1
        taken = tree.taken[child]
        if taken == 0:
            untried += 1
            tree.rng = next_random(tree.rng)
            if tree.rng % untried == 0:
                chosen = place
        elif untried == 0:
            claim = tree.total[child] / taken + CURIOSITY * sqrt(log(tree.possible[child]) / taken)
            if claim > best:
                best = claim
                chosen = place
    return chosen


def try_out(
    sheets: Sheets, tables: Tables, memory: Words, goals: Ints, weights: WeightSets, trees: Trees, seat: int
) -> int:
    """Play on from the table that was dealt: down the tree, then by the policy; gives the row where it ended.

    The nodes on the way are the tree's `path`. The policy plays one round and the seat's own next turn.
    """
    tree = trees[0]
    row, node, made = PLAYED, ROOT, 0
    turns = tables[row].turns
    last = turns + tables[row].seats
    inside = True
    tree.depth = 0
    while tables[row].outcome == GOING and tables[row].turns <= last and made < DECISIONS_AHEAD:
        made += 1
        if not inside or tables[row].asked != seat or tables[row].turns != turns or tables[row].options == 1:
            row = play_on(sheets, tables, memory, goals, weights, trees, row)
            continue
        place = choose_child(sheets[0], tables[row], tree, node)
        node = child_of(tree, node, tables[row].option[place])
        answer(sheets[0], tables[row], place)
        if node == NONE:
            inside = False
        else:
            inside = tree.taken[node] > 0 and tree.depth < DEPTH - 1
            tree.path[tree.depth] = node
            tree.depth += 1
    return row


def think(
    sheets: Sheets,
    tables: Tables,
    memory: Words,
    goals: Ints,
    weights: WeightSets,
    trees: Trees,
    scratch: Ints,
    iterations: int,
) -> None:
    """Go through that many imagined tables. `scratch` is for dealing."""
    tree = trees[0]
    seat = tables[ROOT].asked
    for _ in range(iterations):
        copy_table(tables, memory, ROOT, PLAYED)
        tree.rng = next_random(tree.rng)
        sow(tables[PLAYED], tree.rng)
        deal_hidden(sheets[0], tables[PLAYED], seat, scratch)
        row = try_out(sheets, tables, memory, goals, weights, trees, seat)
        value = prospect(sheets[0], goals, weights[PROSPECT], tables[row], seat)
        for step in range(tree.depth):
            tree.taken[tree.path[step]] += 1
            tree.total[tree.path[step]] += value
