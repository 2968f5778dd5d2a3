"""The machine: one instruction after another, until somebody is asked or the game is over."""

from __future__ import annotations

from changeling.cards.words import (
    A_CARD,
    A_PLAY,
    A_WORD,
    ACTION,
    CREEPER,
    DONE,
    GOAL,
    HAND,
    KEEPER,
    NONE,
    PILE,
    PLAYING,
    RULE,
    S_ACT,
    S_ANSWER,
    S_ATTACH,
    S_BEGIN,
    S_CANCEL,
    S_CHOOSE,
    S_COPY,
    S_DEAL_DOWN,
    S_DELIVER,
    S_DETACH,
    S_DISCARD,
    S_DIVERT,
    S_DRAW,
    S_DRAW_REQUIRED,
    S_DRAW_TO,
    S_END,
    S_END_TURN,
    S_EXTRA_TURN,
    S_FINISH,
    S_FIRST,
    S_FOR_SEATS,
    S_GIVE,
    S_GOTO,
    S_JUDGE,
    S_LAY_DOWN,
    S_LOOK,
    S_NEXT_TURN,
    S_OPEN,
    S_PASS_HANDS,
    S_PLACE_GOAL,
    S_PLAY,
    S_PREPARE,
    S_PROMISE,
    S_RANDOM,
    S_REDEAL,
    S_SEAL,
    S_SEIZE,
    S_SET,
    S_SETTLE,
    S_SHUFFLE_DISCARDS,
    S_SHUFFLE_PILE,
    S_SWAP,
    S_SWAP_HANDS,
    S_TAKE,
    S_TAKE_IN,
    S_TO_HAND,
    S_UNLESS,
    S_UNSEAL,
    S_WIN,
    S_WINDOW,
    SORT,
    SURPRISE,
    UNGOAL,
    WIDTH,
    WINDOW,
)
from changeling.engine.attend import attend, judge, keeper_of
from changeling.engine.chance import below, sow
from changeling.engine.counts import seat_at
from changeling.engine.effects import (
    deal_down,
    deliver,
    discard_all,
    draw,
    draw_due,
    draw_to,
    end_turn,
    extra_turn,
    give,
    look,
    pass_hands,
    place_goal,
    place_rule,
    promise,
    redeal,
    shuffle_discards,
    swap,
    swap_hands,
    take,
    take_in,
    to_hand,
)
from changeling.engine.force import look_afresh
from changeling.engine.frames import become, pop, push, shift, stop
from changeling.engine.groups import attach, detach, front, seal, travel, unseal
from changeling.engine.journal import (
    ACT_2,
    KEEP_1,
    RULE_12,
    RULE_18,
    SETUP_2,
    TURN_1,
    TURN_3,
    TURN_8,
    V_PLAY,
    V_SETTLE,
    V_SHUFFLE,
    V_TAKE,
    note,
)
from changeling.engine.layout import (
    BAD_INSTRUCTION,
    BUDGET,
    ENDING,
    F_CARD,
    F_DREW,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    F_SEAT,
    FRAME,
    GOING,
    OUT_OF_BUDGET,
    Sheet,
    Table,
)
from changeling.engine.layout import PLAYING as IN_PLAY_PHASE
from changeling.engine.queries import evaluate, read
from changeling.engine.turns import act, applies, ask, offer, pass_turn, prepare
from changeling.engine.windows import answer_below, cancel, divert, win, window
from changeling.engine.zones import on_table, shuffle

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
    look_afresh(t)
    run(d, t)


def run(d: Sheet, t: Table) -> None:
    """Go on until a seat is asked, or the game is over."""
    while t.outcome == GOING:
        # An answer goes to whoever asked, before anything else.
        if t.dirty & t.alert == 0:
            t.dirty = 0
        while t.dirty != 0 and t.answer == NONE and attend(d, t):
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
            travel(d, t, V_PLAY, seat, card, PLAYING, TURN_3 if t.frames == 2 else ACT_2)
    elif op == S_SETTLE:
        settle(d, t, base, seat, card)
    elif op == S_DRAW_REQUIRED:
        if t.phase != ENDING:
            t.phase = IN_PLAY_PHASE
            draw_due(d, t, TURN_1)
    elif op == S_PREPARE:
        prepare(d, t, base, pc)
    elif op == S_WINDOW:
        window(d, t, base, pc)
    elif op == S_BEGIN or op == S_FINISH:
        run_hooks(d, t, base, pc, seat, op == S_BEGIN)
    elif op == S_NEXT_TURN:
        pass_turn(d, t, base)
    elif op == S_PLACE_GOAL:
        place_goal(t, seat, card, read(d, t, a, seat, card, base))
    else:
        effect(d, t, op, base, a, b, seat, card)


def effect(d: Sheet, t: Table, op: int, base: int, a: int, b: int, seat: int, card: int) -> None:
    """Carry out one of the effects that cards speak of."""
    if op == S_PLAY:
        played = read(d, t, a, seat, card, base)
        if played >= 0 and not resolving(t, played):
            push(d, t, d.resolve_program, read(d, t, b, seat, card, base), played, 0)
    elif op == S_DRAW_TO:
        draw_to(d, t, base, seat, read(d, t, a, seat, card, base))
    elif op == S_DRAW:
        number = read(d, t, a, seat, card, base)
        drawer = read(d, t, b, seat, card, base)
        draw(d, t, drawer, number, HAND + drawer, TURN_8)
    elif op == S_DISCARD:
        read(d, t, a, seat, card, base)
        discard_all(d, t, seat, discard_clause(d, t, base, card))
    elif op == S_FOR_SEATS:
        for_seats(d, t, base, a, b, seat)
    elif op == S_RANDOM:
        read(d, t, b, seat, card, base)
        t.stack[base + F_REGISTER + a] = t.option[below(t, t.options)] % SORT if t.options > 0 else NONE
        t.options = 0
    elif op == S_TAKE:
        take(d, t, seat, read(d, t, a, seat, card, base))
    elif op == S_GIVE:
        given = read(d, t, a, seat, card, base)
        give(d, t, seat, given, read(d, t, b, seat, card, base))
    elif op == S_SWAP:
        mine = read(d, t, a, seat, card, base)
        swap(d, t, seat, mine, read(d, t, b, seat, card, base))
    elif op == S_SWAP_HANDS:
        one = read(d, t, a, seat, card, base)
        swap_hands(t, one, read(d, t, b, seat, card, base))
    elif op == S_PASS_HANDS:
        pass_hands(t, read(d, t, a, seat, card, base))
    elif op == S_REDEAL:
        read(d, t, a, seat, card, base)
        redeal(d, t, seat)
    elif op == S_PROMISE:
        promised = read(d, t, a, seat, card, base)
        promise(t, promised, read(d, t, b, seat, card, base))
    elif op == S_DELIVER:
        deliver(d, t, seat)
    elif op == S_TAKE_IN:
        take_in(t, base, seat)
    elif op == S_SHUFFLE_DISCARDS:
        shuffle_discards(t, seat)
    elif op == S_EXTRA_TURN:
        extra_turn(d, t, seat, card)
    elif op == S_END_TURN:
        end_turn(t)
    else:
        rarer_effect(d, t, op, base, a, b, seat, card)


def rarer_effect(d: Sheet, t: Table, op: int, base: int, a: int, b: int, seat: int, card: int) -> None:
    """Carry out one of the effects that only some editions speak of."""
    if op == S_ANSWER:
        answer_below(d, t, base, seat, card)
    elif op == S_CANCEL:
        cancel(d, t, base, seat)
    elif op == S_DIVERT:
        divert(t, base, seat)
    elif op == S_SEIZE:
        travel(d, t, V_TAKE, seat, card, front(d, card, seat), TURN_8)
    elif op == S_ATTACH:
        creeper = read(d, t, a, seat, card, base)
        attach(t, seat, creeper, read(d, t, b, seat, card, base))
    elif op == S_DETACH:
        detach(t, seat, read(d, t, a, seat, card, base))
    elif op == S_SEAL:
        creeper = read(d, t, a, seat, card, base)
        seal(t, seat, creeper, read(d, t, b, seat, card, base))
    elif op == S_UNSEAL:
        unseal(t, seat, read(d, t, a, seat, card, base))
    elif op == S_DEAL_DOWN:
        deal_down(d, t, seat)
    elif op == S_TO_HAND:
        to_hand(d, t, seat, read(d, t, a, seat, card, base))
    elif op == S_LOOK:
        read(d, t, a, seat, card, base)
        look(t, seat)
    elif op == S_SHUFFLE_PILE:
        shuffle(t, PILE)
        note(t, V_SHUFFLE, seat, NONE, PILE, PILE, TURN_8)
    elif op == S_COPY:
        copied = read(d, t, a, seat, card, base)
        if copied >= 0 and d.play[copied] != NONE:
            push(d, t, d.play[copied], seat, card, 0)
    elif op == S_FIRST:
        read(d, t, b, seat, card, base)
        t.stack[base + F_REGISTER + a] = t.option[0] % SORT if t.options > 0 else NONE
        t.options = 0
    elif op == S_WIN:
        win(d, t, base, seat)
    elif op == S_OPEN:
        run_ungoal_hooks(d, t, base)
    elif op == S_JUDGE:
        judge(d, t, t.stack[base + F_REGISTER + 1] - 1)
    else:
        stop(t, BAD_INSTRUCTION)


def run_ungoal_hooks(d: Sheet, t: Table, base: int) -> None:
    """Run the next `on ungoal` section that applies, for the owner of its card; done when there are no more."""
    hook = t.stack[base + F_DREW]
    while hook < d.on_ungoals:
        card, test = d.ungoal_card[hook], d.ungoal_test[hook]
        seat = keeper_of(t, card)
        if on_table(t, card) and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0):
            t.stack[base + F_DREW] = hook + 1
            t.stack[base + F_PC] -= 1
            push(d, t, d.ungoal_hook[hook], seat, card, 0)
            return
        hook += 1
    t.stack[base + F_DREW] = 0


def resolving(t: Table, card: int) -> bool:
    """Whether a program of the card is in the middle of its work; until it is done the card cannot be played
    (again)."""
    for frame in range(t.frames):
        if t.stack[frame * FRAME + F_CARD] == card:
            return True
    return False


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
    """Run the next `start` or `finish` section that applies; the instruction is done when there are no more."""
    hook = t.stack[base + F_DREW]
    while hook < (d.starts if starts else d.finishes):
        card = d.start_card[hook] if starts else d.finish_card[hook]
        test = d.start_test[hook] if starts else d.finish_test[hook]
        if applies(t, card, seat) and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0):
            t.stack[base + F_DREW] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.start_program_of[hook] if starts else d.finish_program[hook], seat, card, 0)
            return
        hook += 1
    t.stack[base + F_DREW] = 0


def settle(d: Sheet, t: Table, base: int, seat: int, card: int) -> None:
    """The card being played takes its place on the table, or its own program runs (KEEP-1, RULE-5, GOAL-1, ACT-1)."""
    kind = d.kind[card]
    if t.place[card] != PLAYING:
        return  # something has taken it away already
    if kind == KEEPER or kind == CREEPER:
        shift(t, V_SETTLE, seat, card, front(d, card, seat), KEEP_1)
    elif kind == RULE:
        place_rule(d, t, seat, card)
        if d.play[card] != NONE:
            become(d, t, base, d.play[card])
    elif kind == GOAL or kind == UNGOAL:
        become(d, t, base, d.goal_program)
    elif (kind == ACTION or kind == SURPRISE) and d.play[card] != NONE:
        become(d, t, base, d.play[card])


def for_seats(d: Sheet, t: Table, base: int, register: int, who: int, seat: int) -> None:
    """The next seat of a loop over players; the instruction's third operand is where the loop ends."""
    now = t.stack[base + F_REGISTER + register]
    place = 0
    if now != NONE:
        while seat_at(t, seat, who, place) != now and place < t.seats:
            place += 1
        place += 1
    following = seat_at(t, seat, who, place)
    if following == NONE:
        t.stack[base + F_PC] = d.code[(t.stack[base + F_PC] - 1) * WIDTH + 3]
    t.stack[base + F_REGISTER + register] = following


def discard_clause(d: Sheet, t: Table, base: int, card: int) -> int:
    """The clause that a discard cites: a limit's, a surplus Goal's, or the card that says so."""
    program = t.stack[base + F_PROGRAM]
    if program == d.comply_program or program == d.turn_program:
        return RULE_12
    if program == d.goals_program:
        return RULE_18
    return TURN_8
