"""Which function reads which term of an expression. They never suspend."""

# Written by `make docs` from cards/vocabulary.py and the functions of engine/machine; not to be edited.
# fmt: off

from __future__ import annotations

from changeling.cards.codes import ALL, ALL_BUT, DISCARD, DRAWS, N_FACTS, N_STATICS, NONE, ONE_SEAT, WIDTH
from changeling.engine.layout import BAD_INSTRUCTION, ENDING, F_CARD, F_REGISTER, F_SEAT, FRAME, SHORT, Table
from changeling.engine.machine.board.counters import counter_of, tokens_on
from changeling.engine.machine.board.counts import fits, largest, named, plays_left, rank
from changeling.engine.machine.board.having import anyone_has, has_all, in_play
from changeling.engine.machine.board.likeness import rank_now
from changeling.engine.machine.board.memory import remembered_card, remembered_player
from changeling.engine.machine.board.numerals import one_numeral
from changeling.engine.machine.board.seats import youngest
from changeling.engine.machine.board.two_sided import side_up
from changeling.engine.machine.frames import stop
from changeling.engine.machine.happenings import last_played
from changeling.engine.machine.values.arithmetic import makes
from changeling.engine.machine.values.chosen import select_names, select_numbers, votes_for
from changeling.engine.machine.values.membership import among, asked_for
from changeling.engine.machine.values.picks import count_picked, select_picked, select_picked_seats
from changeling.engine.machine.values.selection import (
    begin_inner_walk,
    begin_sieve,
    begin_walk,
    count_stash,
    count_under,
    drop,
    end_inner_walk,
    find,
    one_more,
    select_answer,
    select_end,
    select_seats,
    select_stash,
    select_under,
    select_zones,
    selected,
    sieve,
    sieve_is_done,
    walk_is_done,
)
from changeling.engine.machine.values.sums import (
    adds_up,
    consecutive,
    lowest_of_all,
    most_of_one_rank,
    pairs_among,
    product_of,
    total,
)
from changeling.engine.machine.values.terms import MOST, count_cards, doom_of_all, highest_of_all, left_of, right_of
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet


def evaluate(d: Sheet, t: Table, pc: int, you: int, this: int, base: int) -> int:
    """Read an expression for a player and a card; `base` is the frame whose registers it may use, or NONE.

    `held` is the top of the value stack, and the others lie in `value` below `top`.
    """
    first = pc
    top = 0
    held = 0
    value = t.value
    while True:
        at = pc * WIDTH
        op, a = d.code[at], d.code[at + 1]
        pc += 1
        if op == 0:
            if pc - first > SHORT:
                t.touched += pc - first
            return held
        if op == 1:  # num
            value[top] = held
            top += 1
            held = a
        elif op == 2:  # live
            value[top] = held
            top += 1
            held = a + t.inflation
        elif op == 3:  # reg
            value[top] = held
            top += 1
            held = t.stack[base + F_REGISTER + a]
        elif op == 4:  # you
            value[top] = held
            top += 1
            held = you
        elif op == 5:  # this
            value[top] = held
            top += 1
            held = this
        elif op == 6:  # has
            value[top] = held
            top += 1
            held = 1 if has_all(d, t, you, a) else 0
        elif op == 7:  # anyone_has
            value[top] = held
            top += 1
            held = 1 if anyone_has(d, t, a) else 0
        elif op == 8:  # count
            seat = NONE
            if d.code[at + 2] == ONE_SEAT:
                seat = held
                top -= 1
                held = value[top]
            value[top] = held
            top += 1
            held = count_cards(d, t, you, base, a, d.code[at + 2], d.code[at + 3], seat)
        elif op == 9:  # and
            if held == 0:
                pc += a - 1
            else:
                top -= 1
                held = value[top]
        elif op == 10:  # or
            if held != 0:
                pc += a - 1
            else:
                top -= 1
                held = value[top]
        elif op == 11:  # not
            held = 1 if held == 0 else 0
        elif op == 12:  # eq
            top -= 1
            held = 1 if value[top] == held else 0
        elif op == 13:  # ne
            top -= 1
            held = 1 if value[top] != held else 0
        elif op == 14:  # lt
            top -= 1
            held = 1 if value[top] < held else 0
        elif op == 15:  # le
            top -= 1
            held = 1 if value[top] <= held else 0
        elif op == 16:  # gt
            top -= 1
            held = 1 if value[top] > held else 0
        elif op == 17:  # ge
            top -= 1
            held = 1 if value[top] >= held else 0
        elif op == 18:  # add
            top -= 1
            held = min(value[top] + held, MOST)
        elif op == 19:  # sub
            top -= 1
            held = max(value[top] - held, -MOST)
        elif op == 20:  # mul
            top -= 1
            held = max(min(value[top] * held, ALL), -ALL)
        elif op == 21:  # half
            held = (held + 1) // 2
        elif op == 22:  # some
            held = 1 if held >= 0 else 0
        elif op == 23:  # jump
            pc += a - 1
        elif op == 24:  # unless
            if held == 0:
                pc += a - 1
            top -= 1
            held = value[top]
        elif op == 25:  # leads
            value[top] = held
            top += 1
            held = 1 if rank(d, t, a, d.code[at + 2], you, False, False) else 0
        elif op == 26:  # most
            value[top] = held
            top += 1
            held = 1 if rank(d, t, a, d.code[at + 2], you, False, True) else 0
        elif op == 27:  # least
            value[top] = held
            top += 1
            held = 1 if rank(d, t, a, d.code[at + 2], you, True, True) else 0
        elif op == 28:  # static
            held = t.force[held * N_STATICS + a] if held >= 0 else 0
        elif op == 29:  # fact
            held = t.facts[held * N_FACTS + a] if held >= 0 else 0
        elif op == 30:  # holiday
            value[top] = held
            top += 1
            held = t.holiday
        elif op == 31:  # youngest
            held = 1 if youngest(t, held) else 0
        elif op == 32:  # left_of
            held = left_of(t, held)
        elif op == 33:  # right_of
            held = right_of(t, held)
        elif op == 34:  # owner
            held = seat_of(t, held) if held >= 0 and t.promised[held] == NONE else NONE
        elif op == 35:  # plays_left
            value[top] = held
            top += 1
            held = plays_left(t)
        elif op == 36:  # reshuffles
            value[top] = held
            top += 1
            held = t.reshuffles
        elif op == 37:  # your_turn
            value[top] = held
            top += 1
            held = 1 if you == t.turn else 0
        elif op == 38:  # acting
            value[top] = held
            top += 1
            held = 1 if t.phase != ENDING else 0
        elif op == 39:  # clear
            t.options = 0
        elif op == 40:  # add_zone
            seat = NONE
            if d.code[at + 2] == ONE_SEAT:
                seat = held
                top -= 1
                held = value[top]
            select_zones(d, t, you, base, a, d.code[at + 2], d.code[at + 3], seat)
        elif op == 41:  # add_seats
            select_seats(t, you, a)
        elif op == 42:  # add_card
            if held >= 0 and (not selected(t, held, t.options)):
                t.option[t.options] = held
                t.options += 1
                t.touched += t.options
            top -= 1
            held = value[top]
        elif op == 43:  # drop_card
            drop(t, held)
            top -= 1
            held = value[top]
        elif op == 44:  # add_word
            select_answer(t, a)
        elif op == 45:  # each
            begin_sieve(t)
        elif op == 46:  # next
            if sieve_is_done(t):
                pc += a - 1
        elif op == 47:  # keep
            sieve(t, held)
            top -= 1
            held = value[top]
            t.touched -= a
            pc += a - 1
        elif op == 62:  # item
            value[top] = held
            top += 1
            held = t.item
        elif op == 63:  # walk
            seat = NONE
            if d.code[at + 2] == ONE_SEAT:
                seat = held
                top -= 1
                held = value[top]
            value[top] = held
            top += 1
            held = begin_walk(t, a, d.code[at + 2], d.code[at + 3], seat)
        elif op == 64:  # step
            if walk_is_done(d, t, you, base):
                pc += a - 1
        elif op == 65:  # tally
            top -= 1
            held = one_more(d, t, value[top], held)
            t.touched -= a
            pc += a - 1
        else:
            value[top] = held
            top = rare_term(d, t, op, at, you, this, base, top)
            if top == NONE:
                return 0
            held = value[top]


def rare_term(d: Sheet, t: Table, op: int, at: int, you: int, this: int, base: int, top: int) -> int:
    """Read a term that only some editions use; its value is left on the value stack. Gives the new top, or NONE."""
    a = d.code[at + 1]
    value = t.value
    held = value[top]
    if op == 48:  # doom
        seat = NONE
        if a == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = doom_of_all(d, t, you, a, seat)
    elif op == 49:  # largest
        value[top] = held
        top += 1
        held = largest(d, t, a, d.code[at + 2])
    elif op == 50:  # named
        held = named(d, t, held)
    elif op == 51:  # loose
        held = 1 if held >= 0 and t.host[held] == NONE else 0
    elif op == 52:  # in_play
        value[top] = held
        top += 1
        held = 1 if in_play(d, t, a) else 0
    elif op == 53:  # is_a
        held = 1 if held >= 0 and fits(d, t, held, a) else 0
    elif op == 54:  # consecutive
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = 1 if consecutive(d, t, you, a, d.code[at + 2], d.code[at + 3], seat) else 0
    elif op == 55:  # highest
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = highest_of_all(d, t, you, a, d.code[at + 2], d.code[at + 3], seat)
    elif op == 56:  # player
        value[top] = held
        top += 1
        held = t.stack[base - FRAME + F_SEAT] if base >= FRAME else NONE
    elif op == 57:  # played
        value[top] = held
        top += 1
        held = t.stack[base - FRAME + F_CARD] if base >= FRAME else NONE
    elif op == 58:  # add_names
        find(d, t, a)
    elif op == 59:  # add_under
        select_under(t, held)
        top -= 1
        held = value[top]
    elif op == 60:  # under
        held = count_under(t, held)
    elif op == 61:  # host
        held = t.host[held] if held >= 0 else NONE
    elif op == 66:  # among
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        held = 1 if among(d, t, you, a, d.code[at + 2], d.code[at + 3], seat, held) else 0
    elif op == 67:  # asked_for
        held = 1 if asked_for(d, t, held) else 0
    elif op == 68:  # numeral
        value[top] = held
        top += 1
        held = one_numeral(d, t, a)
    elif op == 69:  # cause
        value[top] = held
        top += 1
        held = t.stack[(t.frames - 1) * FRAME + F_CARD] if t.frames > 0 else NONE
    elif op == 70:  # actor
        value[top] = held
        top += 1
        held = t.stack[(t.frames - 1) * FRAME + F_SEAT] if t.frames > 0 else NONE
    elif op == 80:  # add_end
        select_end(t, a, held)
        top -= 1
        held = value[top]
    elif op == 81:  # add_picked
        select_picked(t, base, a)
    elif op == 82:  # picked
        value[top] = held
        top += 1
        held = count_picked(t, base, a)
    elif op == 83:  # total
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = total(d, t, you, a, d.code[at + 2], d.code[at + 3], d.code[at + 4], seat)
    elif op == 84:  # adds_up
        top -= 1
        held = 1 if adds_up(d, t, a, d.code[at + 2], d.code[at + 3], value[top], held) else 0
    elif op == 85:  # lowest
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = lowest_of_all(d, t, you, a, d.code[at + 2], d.code[at + 3], seat)
    elif op == 86:  # rank
        held = max(rank_now(d, t, held), 0) if held >= 0 else 0
    elif op == 87:  # draws_made
        value[top] = held
        top += 1
        held = t.drawn
    elif op == 88:  # draws_left
        value[top] = held
        top += 1
        held = max(t.force[t.turn * N_STATICS + DRAWS] - t.draws_done, 0)
    elif op == 89:  # plays_made
        value[top] = held
        top += 1
        held = t.played
    elif op == 90:  # date
        value[top] = held
        top += 1
        held = t.dates[a]
    elif op == 100:  # add_numbers
        top -= 1
        select_numbers(t, value[top], held)
        top -= 1
        held = value[top]
    elif op == 101:  # add_any
        select_names(d, t, a)
    elif op == 102:  # alike
        top -= 1
        held = 1 if value[top] >= 0 and held >= 0 and (d.name[value[top]] == d.name[held]) else 0
    elif op == 103:  # choice
        held = max(t.stack[base + F_REGISTER + a + held], NONE) if held >= 0 else NONE
    elif op == 104:  # votes
        held = votes_for(t, base, a, held)
    elif op == 105:  # counter
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = counter_of(t, you, a, d.code[at + 2], seat)
    elif op == 106:  # tokens
        held = tokens_on(t, held)
    elif op == 107:  # in_game
        held = 1 if held >= 0 and t.out >> held & 1 == 0 else 0
    elif op == 108:  # face_up
        held = side_up(d, t, held)
    elif op == 109:  # all_but
        held = ALL_BUT - max(min(held, ALL - 1), 0)
    elif op == 110:  # product
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = product_of(d, t, you, a, d.code[at + 2], d.code[at + 3], seat)
    elif op == 111:  # pairs
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = pairs_among(d, t, you, a, d.code[at + 2], d.code[at + 3], seat)
    elif op == 112:  # same_rank
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = most_of_one_rank(d, t, you, a, d.code[at + 2], d.code[at + 3], seat)
    elif op == 113:  # top_discard
        value[top] = held
        top += 1
        held = t.head[DISCARD]
    elif op == 114:  # inner_walk
        seat = NONE
        if d.code[at + 2] == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = begin_inner_walk(t, a, d.code[at + 2], d.code[at + 3], seat)
    elif op == 115:  # inner_end
        held = end_inner_walk(t, held)
    elif op == 116:  # outer_item
        value[top] = held
        top += 1
        held = t.outer_item
    elif op == 117:  # remembered_player
        held = remembered_player(t, held)
    elif op == 118:  # remembered_card
        held = remembered_card(t, held)
    elif op == 119:  # makes
        top -= 1
        held = 1 if makes(d, t, a, d.code[at + 2], d.code[at + 3], value[top], held) else 0
    elif op == 120:  # last_played
        value[top] = held
        top += 1
        held = last_played(t, this)
    elif op == 121:  # mod
        top -= 1
        held = value[top] % held if held > 0 else 0
    elif op == 122:  # min
        top -= 1
        held = min(value[top], held)
    elif op == 123:  # max
        top -= 1
        held = max(value[top], held)
    elif op == 124:  # initial
        held = d.initial[held] if held >= 0 else 0
    elif op == 125:  # add_picked_seats
        select_picked_seats(t, base, a)
    elif op == 126:  # add_stash
        seat = NONE
        if a == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        select_stash(d, t, you, a, d.code[at + 2], seat)
    elif op == 127:  # stash_size
        seat = NONE
        if a == ONE_SEAT:
            seat = held
            top -= 1
            held = value[top]
        value[top] = held
        top += 1
        held = count_stash(d, t, you, a, d.code[at + 2], seat)
    elif op == 128:  # letters
        held = d.letters[held] if held >= 0 else 0
    else:
        stop(t, BAD_INSTRUCTION)
        return NONE
    value[top] = held
    return top
