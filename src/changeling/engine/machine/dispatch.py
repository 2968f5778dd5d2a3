"""The instructions that cards speak of: what each is about is read, and it is carried out."""

from __future__ import annotations

from changeling.cards.codes import (
    HAND,
    NONE,
    PILE,
    S_ANSWER,
    S_ATTACH,
    S_CANCEL,
    S_COPY,
    S_DEAL_DOWN,
    S_DELIVER,
    S_DETACH,
    S_DISCARD,
    S_DIVERT,
    S_DRAW,
    S_DRAW_TO,
    S_END_TURN,
    S_EXTRA_TURN,
    S_FIRST,
    S_FOR_SEATS,
    S_GIVE,
    S_JUDGE,
    S_LOOK,
    S_OPEN,
    S_PASS_HANDS,
    S_PLAY,
    S_PROMISE,
    S_RANDOM,
    S_REDEAL,
    S_SEAL,
    S_SEIZE,
    S_SHUFFLE_DISCARDS,
    S_SHUFFLE_PILE,
    S_SWAP,
    S_SWAP_HANDS,
    S_TAKE,
    S_TAKE_IN,
    S_TO_HAND,
    S_UNSEAL,
    S_WIN,
    SORT,
    WIDTH,
)
from changeling.engine.layout import (
    BAD_INSTRUCTION,
    F_CARD,
    F_CLAIM,
    F_HOOK,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    FRAME,
    Sheet,
    Table,
)
from changeling.engine.machine.attachments import attach, detach, front, seal, travel, unseal
from changeling.engine.machine.chance import below
from changeling.engine.machine.checks import judge, keeper_of
from changeling.engine.machine.counts import seat_at
from changeling.engine.machine.effects import (
    deal_down,
    deliver,
    discard_all,
    draw,
    draw_to,
    end_turn,
    give,
    look,
    pass_hands,
    promise,
    redeal,
    shuffle_discards,
    swap,
    swap_hands,
    take,
    take_in,
    to_hand,
)
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.extra_turns import extra_turn, giver
from changeling.engine.machine.frames import push, stop
from changeling.engine.machine.journal import RULE_18, TURN_8, V_SHUFFLE, V_TAKE, note
from changeling.engine.machine.operands import read
from changeling.engine.machine.surprises import answer_below, cancel, divert, win
from changeling.engine.machine.zones import on_table, shuffle


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
        extra_turn(d, t, seat, giver(d, t, base, card))
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
        judge(d, t, t.stack[base + F_CLAIM])
    else:
        stop(t, BAD_INSTRUCTION)


def run_ungoal_hooks(d: Sheet, t: Table, base: int) -> None:
    """Run the next `on ungoal` section that applies, for the owner of its card; done when there are no more."""
    hook = t.stack[base + F_HOOK]
    while hook < d.on_ungoals:
        card, test = d.ungoal_card[hook], d.ungoal_test[hook]
        seat = keeper_of(t, card)
        if on_table(t, card) and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] -= 1
            push(d, t, d.ungoal_hook[hook], seat, card, 0)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0


def resolving(t: Table, card: int) -> bool:
    """Whether a program of the card is in the middle of its work; until it is done the card cannot be played
    (again)."""
    for frame in range(t.frames):
        if t.stack[frame * FRAME + F_CARD] == card:
            return True
    return False


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
    """The clause that a discard cites: a surplus Goal's, or the card that says so."""
    return RULE_18 if t.stack[base + F_PROGRAM] == d.goals_program else TURN_8
