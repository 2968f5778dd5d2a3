"""What an answer leads to: the machine plays it out on an imagined table, as far as nothing unseen decides.

Playing out stops where another player is asked, where a card without a face would be played, and where the turn goes
on. Questions to oneself on the way are answered as well as can be. Where chance has a say, it is tried several times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from changeling.bots.board import Board, put, top
from changeling.bots.worth import WIN, worth
from changeling.cards import codes as w
from changeling.engine.layout import F_CARD, FAULT, GOING, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.checks import check_table
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.frames import push

BUDGET = 24  # how many answers to questions on the way are tried, all in all
CHANCES = 6  # how often a matter of chance is tried
OPEN_END = 1.5  # what it is worth that a card is still at work when we look away
STEPS = 400


def advance(board: Board, floor: int = 1) -> None:
    """Go on until somebody is asked, a card without a face is to be played, or only `floor` programs are left."""
    t, d = board.table, board.facts.sheet
    for _ in range(STEPS):
        if t.outcome != GOING:
            return
        if t.dirty != 0:
            check_table(d, t)
            if t.outcome != GOING:
                return
        if t.frames <= floor or t.stack[top(t) + F_CARD] in board.faceless:
            return
        step(d, t)
        if t.asked != w.NONE:
            return


def expected(board: Board, act: Callable[[Table], None], budget: int = BUDGET) -> float:
    """The worth of what an act leads to, averaged over chances where chance has a say."""
    total = 0.0
    chances = CHANCES if budget >= BUDGET else 2
    for sample in range(chances):
        table = board.table.copy()
        sow(table, sample)
        before = table.rng[:]
        act(table)
        here = Board(board.facts, table, board.me, board.faceless)
        advance(here)
        total += _outlook(here, budget)
        if table.rng == before:
            return total / (sample + 1)
    return total / chances


def _outlook(board: Board, budget: int) -> float:
    """The worth of where things stand, with one's own next questions answered well."""
    t = board.table
    if t.outcome == FAULT:
        return -WIN
    if t.outcome == GOING and t.asked == board.me and t.frames > 1 and t.options <= budget and not _blind(board):
        share = budget // t.options
        return max(expected(board, partial(reply, index=index), share) for index in range(t.options))
    working = t.outcome == GOING and t.frames > 1 and t.asked in (w.NONE, board.me)
    _hand_out(board)
    return worth(board) + (OPEN_END if working else 0.0)


def _blind(board: Board) -> bool:
    """Whether the pending question is about cards that the seat cannot see."""
    codes = board.table.option[: board.table.options]
    return any(code // w.SORT in (w.A_CARD, w.A_PLAY) and code % w.SORT in board.faceless for code in codes)


def reply(t: Table, index: int) -> None:
    """Answer the pending question of an imagined table."""
    t.answer = t.option[index]
    t.asked = w.NONE
    t.options = 0


def _hand_out(board: Board) -> None:
    """What is promised counts as given."""
    t = board.table
    for card in range(board.facts.sheet.cards):
        if t.promised[card] != w.NONE:
            put(t, card, w.HAND + t.promised[card])


def rebuilt(board: Board, programs: Iterator[tuple[int, int, int]], codes: list[int]) -> Iterator[Board]:
    """Boards on which one of the programs (program, seat, card) is just asking the seat this very question."""
    for program, seat, card in programs:
        table = board.table.copy()
        if table.place[card] == w.OUT:
            continue
        push(board.facts.sheet, table, program, seat, card, 0)
        here = Board(board.facts, table, board.me, board.faceless)
        yield from _find(here, codes, 6)


def _find(board: Board, codes: list[int], depth: int) -> Iterator[Board]:
    advance(board)
    t = board.table
    if t.outcome != GOING or t.asked == w.NONE or depth == 0:
        return
    asked = t.option[: t.options]
    if t.asked == board.me and asked == codes:
        yield board
        return
    places = range(len(asked)) if t.asked == board.me and len(asked) <= 12 else [len(asked) - 1]
    for place in places:
        table = t.copy()
        reply(table, place)
        yield from _find(Board(board.facts, table, board.me, board.faceless), codes, depth - 1)
