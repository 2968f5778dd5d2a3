"""What the table says: expressions are read here. They never suspend and change nothing but the selection."""

from __future__ import annotations

from changeling.cards.words import (
    A_SEAT,
    A_WORD,
    ALL,
    E_ACTING,
    E_ADD,
    E_ADD_CARD,
    E_ADD_SEATS,
    E_ADD_WORD,
    E_ADD_ZONE,
    E_AND,
    E_ANYONE,
    E_CLEAR,
    E_COUNT,
    E_DROP_CARD,
    E_EACH,
    E_EQ,
    E_FACT,
    E_GE,
    E_GT,
    E_HALF,
    E_HAS,
    E_HOLIDAY,
    E_ITEM,
    E_JUMP,
    E_KEEP,
    E_LE,
    E_LEADS,
    E_LEAST,
    E_LEFT_OF,
    E_LIMITED,
    E_LIVE,
    E_LT,
    E_MOST,
    E_MUL,
    E_NE,
    E_NEXT,
    E_NOT,
    E_NUM,
    E_OR,
    E_OWNER,
    E_PLAYS_LEFT,
    E_REG,
    E_RESHUFFLES,
    E_RETURN,
    E_RIGHT_OF,
    E_SOME,
    E_STATIC,
    E_STEP,
    E_SUB,
    E_TALLY,
    E_THIS,
    E_UNLESS,
    E_WALK,
    E_YOU,
    E_YOUNGEST,
    E_YOUR_TURN,
    N_FACTS,
    N_STATICS,
    NOBODY,
    NONE,
    ONE_SEAT,
    OTHERS,
    SORT,
    WIDTH,
    YOU_ONLY,
)
from changeling.engine.counts import anyone_has, has_all, plays_left, rank, seat_at, tally, youngest, zone_of
from changeling.engine.layout import ENDING, F_REGISTER, Sheet, Table
from changeling.engine.rarer import evaluate_more
from changeling.engine.selection import drop, gather, selected
from changeling.engine.walks import begin_walk, walk
from changeling.engine.zones import around, seat_of

MOST = 30_000  # no number grows beyond this, so that every one fits where it is kept


def evaluate(d: Sheet, t: Table, pc: int, you: int, this: int, base: int) -> int:
    """Read an expression for a player and a card; `base` is the frame whose registers it may use, or NONE."""
    top = -1
    value = t.value
    while True:
        at = pc * WIDTH
        op, a = d.code[at], d.code[at + 1]
        pc += 1
        if op == E_RETURN:
            return value[top] if top >= 0 else 0
        if op == E_NUM:
            top += 1
            value[top] = a
        elif op == E_LIVE:
            top += 1
            value[top] = a + t.inflation
        elif op == E_REG:
            top += 1
            value[top] = t.stack[base + F_REGISTER + a]
        elif op == E_YOU:
            top += 1
            value[top] = you
        elif op == E_THIS:
            top += 1
            value[top] = this
        elif op == E_HAS:
            top += 1
            value[top] = 1 if has_all(d, t, you, a) else 0
        elif op == E_ANYONE:
            top += 1
            value[top] = 1 if anyone_has(d, t, a) else 0
        elif op == E_COUNT:
            who, which = d.code[at + 2], d.code[at + 3]
            found = 0
            if a == NONE:
                found = t.seats - 1 if who == OTHERS else t.seats
            elif who == YOU_ONLY:
                found = tally(d, t, a + you, which)
            elif who == NOBODY:
                found = tally(d, t, zone_of(t, a, 0, base), which)
            elif who == ONE_SEAT:
                if value[top] >= 0:
                    found = tally(d, t, a + value[top], which)
                top -= 1
            else:
                place = 0
                seat = seat_at(t, you, who, place)
                while seat != NONE:
                    found += tally(d, t, a + seat, which)
                    place += 1
                    seat = seat_at(t, you, who, place)
            top += 1
            value[top] = found
        elif op == E_AND:
            if value[top] == 0:
                pc += a - 1
            else:
                top -= 1
        elif op == E_OR:
            if value[top] != 0:
                pc += a - 1
            else:
                top -= 1
        elif op == E_NOT:
            value[top] = 1 if value[top] == 0 else 0
        elif E_EQ <= op <= E_MUL:
            top -= 1
            left, right = value[top], value[top + 1]
            if op == E_EQ:
                value[top] = 1 if left == right else 0
            elif op == E_NE:
                value[top] = 1 if left != right else 0
            elif op == E_LT:
                value[top] = 1 if left < right else 0
            elif op == E_LE:
                value[top] = 1 if left <= right else 0
            elif op == E_GT:
                value[top] = 1 if left > right else 0
            elif op == E_GE:
                value[top] = 1 if left >= right else 0
            elif op == E_ADD:
                value[top] = min(left + right, MOST)
            elif op == E_SUB:
                value[top] = max(left - right, -MOST)
            else:
                value[top] = max(min(left * right, ALL), -ALL)
        elif op == E_HALF:
            value[top] = (value[top] + 1) // 2
        elif op == E_SOME:
            value[top] = 1 if value[top] >= 0 else 0
        elif op == E_JUMP:
            pc += a - 1
        elif op == E_UNLESS:
            if value[top] == 0:
                pc += a - 1
            top -= 1
        elif op == E_LEADS:
            top += 1
            value[top] = 1 if rank(d, t, a, d.code[at + 2], you, 0, 0) else 0
        elif op == E_MOST:
            top += 1
            value[top] = 1 if rank(d, t, a, d.code[at + 2], you, 0, 1) else 0
        elif op == E_LEAST:
            top += 1
            value[top] = 1 if rank(d, t, a, d.code[at + 2], you, 1, 1) else 0
        elif op == E_STATIC:
            value[top] = t.force[value[top] * N_STATICS + a]
        elif op == E_FACT:
            value[top] = t.facts[value[top] * N_FACTS + a]
        elif op == E_HOLIDAY:
            top += 1
            value[top] = t.holiday
        elif op == E_YOUNGEST:
            value[top] = 1 if youngest(t, value[top]) else 0
        elif op == E_LEFT_OF:
            value[top] = around(t, value[top] + 1)
        elif op == E_RIGHT_OF:
            value[top] = around(t, value[top] + t.seats - 1)
        elif op == E_OWNER:
            value[top] = seat_of(t, value[top]) if value[top] >= 0 else NONE
        elif op == E_PLAYS_LEFT:
            top += 1
            value[top] = plays_left(t)
        elif op == E_RESHUFFLES:
            top += 1
            value[top] = t.reshuffles
        elif op == E_YOUR_TURN:
            top += 1
            value[top] = 1 if you == t.turn else 0
        elif op == E_ACTING:
            top += 1
            value[top] = 1 if t.phase != ENDING else 0
        elif op == E_LIMITED:
            top += 1
            value[top] = t.limited
        elif op == E_CLEAR:
            t.options = 0
        elif op == E_ADD_ZONE:
            who, which = d.code[at + 2], d.code[at + 3]
            if who == NOBODY:
                gather(d, t, zone_of(t, a, 0, base), which)
            elif who == ONE_SEAT:
                if value[top] >= 0:
                    gather(d, t, a + value[top], which)
                top -= 1
            else:
                place = 0
                seat = seat_at(t, you, who, place)
                while seat != NONE:
                    gather(d, t, a + seat, which)
                    place += 1
                    seat = seat_at(t, you, who, place)
        elif op == E_ADD_SEATS:
            place = 0
            seat = seat_at(t, you, a, place)
            while seat != NONE:
                t.option[t.options] = A_SEAT * SORT + seat
                t.options += 1
                place += 1
                seat = seat_at(t, you, a, place)
        elif op == E_ADD_CARD:
            if value[top] >= 0 and not selected(t, value[top], t.options):
                t.option[t.options] = value[top]
                t.options += 1
            top -= 1
        elif op == E_DROP_CARD:
            drop(t, value[top])
            top -= 1
        elif op == E_ADD_WORD:
            t.option[t.options] = A_WORD * SORT + a
            t.options += 1
        elif op == E_EACH:
            t.scan = 0
            t.kept = 0
        elif op == E_NEXT:
            if t.scan >= t.options:
                t.options = t.kept
                pc += a - 1
            else:
                t.item = t.option[t.scan] % SORT
        elif op == E_KEEP:
            if value[top] != 0:
                t.option[t.kept] = t.option[t.scan]
                t.kept += 1
            t.scan += 1
            top -= 1
            pc += a - 1
        elif op == E_ITEM:
            top += 1
            value[top] = t.item
        elif op == E_WALK:
            t.walk_seat = NONE
            if d.code[at + 2] == ONE_SEAT:
                t.walk_seat = value[top]
                top -= 1
            begin_walk(t, a, d.code[at + 2], d.code[at + 3])
            top += 1
            value[top] = 0
        elif op == E_STEP:
            if not walk(d, t, you, base):
                pc += a - 1
        elif op == E_TALLY:
            top -= 1
            if value[top + 1] != 0:
                value[top] += 1
            pc += a - 1
        else:
            top = evaluate_more(d, t, at, you, base, top)
