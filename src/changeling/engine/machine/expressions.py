"""What the table says: expressions are read here. They never suspend and change nothing but the selection."""

from __future__ import annotations

from changeling.cards.codes import (
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
    E_LIVE,
    E_LT,
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
from changeling.engine.layout import ENDING, F_REGISTER, Sheet, Table
from changeling.engine.machine.counts import anyone_has, has_all, plays_left, rank, seat_at, tally, youngest, zone_of
from changeling.engine.machine.rare_expressions import evaluate_more
from changeling.engine.machine.selection import drop, gather, selected
from changeling.engine.machine.walks import begin_walk, walk
from changeling.engine.machine.zones import around, seat_of

MOST = 30_000  # no number grows beyond this, so that every one fits where it is kept


def evaluate(d: Sheet, t: Table, pc: int, you: int, this: int, base: int) -> int:
    """Read an expression for a player and a card; `base` is the frame whose registers it may use, or NONE."""
    top = 0
    held = 0
    value = t.value
    while True:
        at = pc * WIDTH
        op, a = d.code[at], d.code[at + 1]
        pc += 1
        if op == E_RETURN:
            return held
        if op == E_NUM:
            value[top] = held
            top += 1
            held = a
        elif op == E_LIVE:
            value[top] = held
            top += 1
            held = a + t.inflation
        elif op == E_REG:
            value[top] = held
            top += 1
            held = t.stack[base + F_REGISTER + a]
        elif op == E_YOU:
            value[top] = held
            top += 1
            held = you
        elif op == E_THIS:
            value[top] = held
            top += 1
            held = this
        elif op == E_HAS:
            value[top] = held
            top += 1
            held = 1 if has_all(d, t, you, a) else 0
        elif op == E_ANYONE:
            value[top] = held
            top += 1
            held = 1 if anyone_has(d, t, a) else 0
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
                if held >= 0:
                    found = tally(d, t, a + held, which)
                top -= 1
                held = value[top]
            else:
                place = 0
                seat = seat_at(t, you, who, place)
                while seat != NONE:
                    found += tally(d, t, a + seat, which)
                    place += 1
                    seat = seat_at(t, you, who, place)
            value[top] = held
            top += 1
            held = found
        elif op == E_AND:
            if held == 0:
                pc += a - 1
            else:
                top -= 1
                held = value[top]
        elif op == E_OR:
            if held != 0:
                pc += a - 1
            else:
                top -= 1
                held = value[top]
        elif op == E_NOT:
            held = 1 if held == 0 else 0
        elif E_EQ <= op <= E_MUL:
            top -= 1
            left, right = value[top], held
            if op == E_EQ:
                held = 1 if left == right else 0
            elif op == E_NE:
                held = 1 if left != right else 0
            elif op == E_LT:
                held = 1 if left < right else 0
            elif op == E_LE:
                held = 1 if left <= right else 0
            elif op == E_GT:
                held = 1 if left > right else 0
            elif op == E_GE:
                held = 1 if left >= right else 0
            elif op == E_ADD:
                held = min(left + right, MOST)
            elif op == E_SUB:
                held = max(left - right, -MOST)
            else:
                held = max(min(left * right, ALL), -ALL)
        elif op == E_HALF:
            held = (held + 1) // 2
        elif op == E_SOME:
            held = 1 if held >= 0 else 0
        elif op == E_JUMP:
            pc += a - 1
        elif op == E_UNLESS:
            if held == 0:
                pc += a - 1
            top -= 1
            held = value[top]
        elif E_LEADS <= op <= E_LEAST:
            value[top] = held
            top += 1
            held = 1 if rank(d, t, a, d.code[at + 2], you, op == E_LEAST, op != E_LEADS) else 0
        elif op == E_STATIC:
            held = t.force[held * N_STATICS + a]
        elif op == E_FACT:
            held = t.facts[held * N_FACTS + a]
        elif op == E_HOLIDAY:
            value[top] = held
            top += 1
            held = t.holiday
        elif op == E_YOUNGEST:
            held = 1 if youngest(t, held) else 0
        elif op == E_LEFT_OF:
            held = around(t, held + 1)
        elif op == E_RIGHT_OF:
            held = around(t, held + t.seats - 1)
        elif op == E_OWNER:
            held = seat_of(t, held) if held >= 0 else NONE
        elif op == E_PLAYS_LEFT:
            value[top] = held
            top += 1
            held = plays_left(t)
        elif op == E_RESHUFFLES:
            value[top] = held
            top += 1
            held = t.reshuffles
        elif op == E_YOUR_TURN:
            value[top] = held
            top += 1
            held = 1 if you == t.turn else 0
        elif op == E_ACTING:
            value[top] = held
            top += 1
            held = 1 if t.phase != ENDING else 0
        elif op == E_CLEAR:
            t.options = 0
        elif op == E_ADD_ZONE:
            who, which = d.code[at + 2], d.code[at + 3]
            if who == NOBODY:
                gather(d, t, zone_of(t, a, 0, base), which)
            elif who == ONE_SEAT:
                if held >= 0:
                    gather(d, t, a + held, which)
                top -= 1
                held = value[top]
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
            if held >= 0 and not selected(t, held, t.options):
                t.option[t.options] = held
                t.options += 1
            top -= 1
            held = value[top]
        elif op == E_DROP_CARD:
            drop(t, held)
            top -= 1
            held = value[top]
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
            if held != 0:
                t.option[t.kept] = t.option[t.scan]
                t.kept += 1
            t.scan += 1
            top -= 1
            held = value[top]
            pc += a - 1
        elif op == E_ITEM:
            value[top] = held
            top += 1
            held = t.item
        elif op == E_WALK:
            t.walk_seat = NONE
            if d.code[at + 2] == ONE_SEAT:
                t.walk_seat = held
                top -= 1
                held = value[top]
            begin_walk(t, a, d.code[at + 2], d.code[at + 3])
            value[top] = held
            top += 1
            held = 0
        elif op == E_STEP:
            if not walk(d, t, you, base):
                pc += a - 1
        elif op == E_TALLY:
            top -= 1
            held = value[top] + 1 if held != 0 else value[top]
            pc += a - 1
        else:
            value[top] = held
            top = evaluate_more(d, t, at, you, base, top)
            held = value[top]
