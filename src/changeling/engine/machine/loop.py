"""The machine: one instruction after another, until somebody is asked or the game is over."""

from __future__ import annotations

from changeling.cards.codes import (
    A_CARD,
    A_PLAY,
    A_WORD,
    ACTION,
    BEING_PLAYED,
    CREEPER,
    DONE,
    GOAL,
    HAND,
    KEEPER,
    NONE,
    PILE,
    RULE,
    S_ACT,
    S_BEGIN,
    S_CHOOSE,
    S_DRAW_REQUIRED,
    S_END,
    S_FINISH,
    S_GOTO,
    S_LAY_DOWN,
    S_NEXT_TURN,
    S_PLACE_GOAL,
    S_PREPARE,
    S_SET,
    S_SETTLE,
    S_TRIM,
    S_UNLESS,
    S_WINDOW,
    SORT,
    SURPRISE,
    UNGOAL,
    WIDTH,
    WINDOW,
)
from changeling.engine.layout import (
    BEFORE_DRAW,
    BUDGET,
    ENDING,
    F_CARD,
    F_HOOK,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    F_SEAT,
    FRAME,
    GOING,
    OUT_OF_BUDGET,
    PLAYING,
    Sheet,
    Table,
)
from changeling.engine.machine.attachments import front, travel
from changeling.engine.machine.chance import below, sow
from changeling.engine.machine.checks import check_table
from changeling.engine.machine.dispatch import effect
from changeling.engine.machine.effects import draw, draw_by_rule, place_rule
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.frames import become, pop, push, stop, transfer
from changeling.engine.machine.journal import ACT_2, KEEP_1, SETUP_2, SURP_1, SURP_2, TURN_1, TURN_3, V_PLAY, V_SETTLE
from changeling.engine.machine.limits import place_goal, trim
from changeling.engine.machine.operands import read
from changeling.engine.machine.rules_in_force import mark_all_changed
from changeling.engine.machine.surprises import trigger_of, window
from changeling.engine.machine.turns import act, applies, ask, offer, pass_turn, prepare
from changeling.engine.machine.zones import shuffle

WORD_DONE = A_WORD * SORT + DONE
HAND_DEALT = 3  # SETUP-2


def begin_game(d: Sheet, t: Table, seed: int, first: int) -> None:
    """Shuffle, choose who begins where nobody was chosen, deal, and run to the first question (SETUP-2 to SETUP-6)."""
    sow(t, seed)
    shuffle(t, PILE)
    t.turn = below(t, t.seats) if first == NONE else first
    t.regular = t.turn
    for place in range(t.seats):
        seat = (t.turn + place) % t.seats
        draw(d, t, seat, HAND_DEALT, HAND + seat, SETUP_2)
    push(d, t, d.turn_program, t.turn, NONE, 0)
    mark_all_changed(t)
    run(d, t)


def run(d: Sheet, t: Table) -> None:
    """Go on until a seat is asked, or the game is over."""
    while t.outcome == GOING:
        if t.dirty & t.relevant == 0:
            t.dirty = 0
        elif t.answer == NONE:  # an answer goes to whoever asked, before anything else
            while t.dirty != 0 and check_table(d, t):
                pass
            if t.outcome != GOING:
                return
        t.steps += 1
        if t.steps > BUDGET:
            stop(t, OUT_OF_BUDGET)
            return
        step(d, t)
        if t.asked != NONE:
            t.steps = 0
            return


def ask_again(d: Sheet, t: Table) -> None:
    """Put the pending question again: the instruction that asked is run once more, before anything else that is due."""
    t.asked = NONE
    t.options = 0
    step(d, t)
    if t.asked == NONE:
        run(d, t)
    t.steps = 0


def answer(d: Sheet, t: Table, index: int) -> None:
    """Give the option of that index as the answer, and go on."""
    t.answer = t.option[index]
    t.asked = NONE
    t.options = 0
    t.idle = 0
    if t.prompt != WINDOW * 2 or t.answer != WORD_DONE:  # that somebody let a window pass is nobody else's business
        t.decisions += 1
    run(d, t)


def step(d: Sheet, t: Table) -> None:
    """Carry out one instruction of the innermost frame."""
    base = (t.frames - 1) * FRAME
    pc = t.stack[base + F_PC]
    at = pc * WIDTH
    op, a, b = d.code[at], d.code[at + 1], d.code[at + 2]
    seat, card = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    if op == S_CHOOSE:
        choose(d, t, base, at, seat, card)
        return
    t.stack[base + F_PC] = pc + 1
    if op == S_END:
        pop(t)
    elif op == S_ACT:
        act(d, t, base, pc)
    elif op == S_SET:
        t.stack[base + F_REGISTER + a] = read(d, t, b, seat, card, base)
    elif op == S_GOTO:
        t.stack[base + F_PC] = a
    elif op == S_UNLESS:
        if read(d, t, a, seat, card, base) == 0:
            t.stack[base + F_PC] = b
    elif op == S_LAY_DOWN:
        if card != NONE:
            travel(d, t, V_PLAY, seat, card, BEING_PLAYED, laid_by(d, t, base))
    elif op == S_SETTLE:
        settle(d, t, base, seat, card)
    elif op == S_DRAW_REQUIRED:
        if t.phase != ENDING:
            t.phase = PLAYING
            draw_by_rule(d, t, TURN_1)
    elif op == S_PREPARE:
        prepare(d, t, base, pc)
    elif op == S_WINDOW:
        window(d, t, base, pc)
    elif op == S_BEGIN or op == S_FINISH:
        run_hooks(d, t, base, pc, seat, op == S_BEGIN)
    elif op == S_NEXT_TURN:
        pass_turn(d, t, base)
    elif op == S_PLACE_GOAL:
        place_goal(d, t, base, pc, seat, card)
    elif op == S_TRIM:
        trim(d, t, base, pc, read(d, t, a, seat, card, base))
    else:
        effect(d, t, op, base, a, b, seat, card)


def choose(d: Sheet, t: Table, base: int, at: int, seat: int, card: int) -> None:
    """Ask for one of a set, or take the answer that was given. With nothing to choose from nothing is chosen
    (TURN-8)."""
    register, prompt = base + F_REGISTER + d.code[at + 1], d.code[at + 4]
    if t.answer != NONE:
        given = t.answer
        t.answer = NONE
        t.stack[register] = NONE if prompt % 2 == 1 and given == WORD_DONE else given % SORT
        t.stack[base + F_PC] += 1
        return
    asked = read(d, t, d.code[at + 3], seat, card, base)
    evaluate(d, t, d.code[at + 2], seat, card, base)
    if t.options == 0 or asked == NONE:  # nothing to choose from, or nobody to ask
        t.options = 0
        t.stack[register] = NONE
        t.stack[base + F_PC] += 1
        return
    if prompt // 2 == A_PLAY:  # chosen in order to be played
        for place in range(t.options):
            if t.option[place] // SORT == A_CARD:
                t.option[place] += A_PLAY * SORT
    if prompt % 2 == 1:
        offer(t, WORD_DONE)
    ask(t, asked, prompt)


def run_hooks(d: Sheet, t: Table, base: int, pc: int, seat: int, starts: bool) -> None:
    """Run the next `start` or `finish` section that applies; the instruction is done when there are no more.

    A turn that was ended at its very start has no more `start` sections (TURN-6)."""
    hook = t.stack[base + F_HOOK]
    while hook < (d.starts if starts else d.finishes) and not (starts and t.phase == ENDING):
        card = d.start_card[hook] if starts else d.finish_card[hook]
        test = d.start_test[hook] if starts else d.finish_test[hook]
        if applies(t, card, seat) and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.start_program_of[hook] if starts else d.finish_program[hook], seat, card, 0)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0


def laid_by(d: Sheet, t: Table, base: int) -> int:
    """The clause by which a card is laid down: a play of the turn, an answer, or what something else makes happen."""
    if t.stack[base + F_PROGRAM] == d.react_program:
        return SURP_2 if trigger_of(d, t, base - FRAME) == SURPRISE else SURP_1
    return TURN_3 if t.frames == 2 and t.phase != BEFORE_DRAW else ACT_2  # face down until now: no play (K-B05)


def settle(d: Sheet, t: Table, base: int, seat: int, card: int) -> None:
    """The card being played takes its place on the table, or its own program runs (KEEP-1, RULE-5, GOAL-1, ACT-1)."""
    kind = d.kind[card]
    if t.place[card] != BEING_PLAYED:
        return  # something has taken it away already
    if kind == KEEPER or kind == CREEPER:
        transfer(t, V_SETTLE, seat, card, front(d, card, seat), KEEP_1)
    elif kind == RULE:
        place_rule(d, t, seat, card)
        if d.play[card] != NONE:
            become(d, t, base, d.play[card])
    elif kind == GOAL or kind == UNGOAL:
        become(d, t, base, d.goal_program)
    elif (kind == ACTION or kind == SURPRISE) and d.play[card] != NONE:
        become(d, t, base, d.play[card])
