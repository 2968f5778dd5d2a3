"""Which function carries out which instruction of a program."""

# Written by `make docs` from cards/vocabulary.py and the functions of engine/machine; not to be edited.
# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from changeling.cards.codes import DOWN, HAND, WIDTH
from changeling.engine.layout import (
    BAD_INSTRUCTION,
    ENDING,
    F_CARD,
    F_CLAIM,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    F_SEAT,
    FRAME,
    PLAYING,
    Table,
)
from changeling.engine.machine.board.attachments import attach, detach, held, in_front, move_with_attached, unseal
from changeling.engine.machine.board.counters import add_tokens, gain, lose, take_tokens
from changeling.engine.machine.board.memory import remember, remember_card
from changeling.engine.machine.board.two_sided import flip
from changeling.engine.machine.checks.goals import has_met
from changeling.engine.machine.checks.replacing import as_usual
from changeling.engine.machine.checks.together import win_all
from changeling.engine.machine.checks.ungoals import judge, run_ungoal_hooks
from changeling.engine.machine.choices.picking import (
    begin_picks,
    for_cards,
    for_players,
    pick_more,
    pick_several_by_chance,
)
from changeling.engine.machine.choices.questions import choose, pick_by_chance, pick_first
from changeling.engine.machine.choices.secret_choices import forget_choices, keep_secret, reveal_choices
from changeling.engine.machine.choices.surprises import answer_below, cancel, divert, win, win_for, window
from changeling.engine.machine.effects.dealing import hand_out, redeal, take_in
from changeling.engine.machine.effects.dice import roll_die
from changeling.engine.machine.effects.discarding import discard_all
from changeling.engine.machine.effects.drawing import draw_by_rule, draw_cards, draw_to, shuffle_discards, shuffle_pile
from changeling.engine.machine.effects.hands import pass_hands, swap_hands
from changeling.engine.machine.effects.many_cards import all_to_hand, give_all, into_hand, pass_on, take_all, trade
from changeling.engine.machine.effects.piles import draw_from, remove, swap_piles, to_pile
from changeling.engine.machine.effects.showing import look, look_by, reveal
from changeling.engine.machine.effects.stashing import stash
from changeling.engine.machine.effects.taking import INTO_HAND, carry_off, give, promise, seal, swap, take, to_hand
from changeling.engine.machine.frames import end, stop
from changeling.engine.machine.instructions import for_seats
from changeling.engine.machine.journal import RULE_18, TURN_1, TURN_8, V_GIVES, V_IS_DEALT, V_TAKES
from changeling.engine.machine.playing import carry_out, copy_action, lay_down, play, settle
from changeling.engine.machine.rules.lasting import stay
from changeling.engine.machine.turn.extra_turns import extra_turn, giver
from changeling.engine.machine.turn.free_actions import use_power
from changeling.engine.machine.turn.limits import name_goal, place_goal, trim
from changeling.engine.machine.turn.players_out import eliminate
from changeling.engine.machine.turn.start_and_finish import note_starts, run_finishes, run_starts
from changeling.engine.machine.turn.turn_order import (
    extra_turn_of,
    go_next,
    skip_draw,
    skip_turn,
    spend_plays,
    turn_round,
)
from changeling.engine.machine.turn.turns import act, end_turn, pass_turn, prepare
from changeling.engine.machine.values.operands import read
from changeling.engine.sheet_layout import Sheet


def step(d: Sheet, t: Table) -> None:
    """Carry out one instruction of the innermost frame."""
    base = (t.frames - 1) * FRAME
    pc = t.stack[base + F_PC]
    at = pc * WIDTH
    op = d.code[at]
    seat, this = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    t.stack[base + F_PC] = pc + 1
    if op == 0:  # end
        end(t, base, pc)
    elif op == 1:  # set
        t.stack[base + F_REGISTER + d.code[at + 1]] = read(d, t, d.code[at + 2], seat, this, base)
    elif op == 2:  # goto
        t.stack[base + F_PC] = d.code[at + 1]
    elif op == 3:  # unless
        if read(d, t, d.code[at + 1], seat, this, base) == 0:
            t.stack[base + F_PC] = d.code[at + 2]
    elif op == 4:  # choose
        choose(d, t, base, pc, d.code[at + 1], d.code[at + 2], d.code[at + 3], d.code[at + 4])
    elif op == 23:  # begin
        run_starts(d, t, base, pc, seat)
    elif op == 24:  # prepare
        prepare(d, t, base, pc)
    elif op == 25:  # draw_required
        if t.phase != ENDING:
            t.phase = PLAYING
            draw_by_rule(d, t, TURN_1)
    elif op == 26:  # act
        act(d, t, base, pc)
    elif op == 27:  # finish
        run_finishes(d, t, base, pc, seat)
    elif op == 28:  # next_turn
        pass_turn(d, t, base)
    elif op == 29:  # lay_down
        lay_down(d, t, base, seat, this)
    elif op == 30:  # settle
        settle(d, t, base, seat, this)
    elif op == 31:  # place_goal
        place_goal(d, t, base, seat, this)
    elif op == 45:  # window
        window(d, t, base, pc)
    elif op == 50:  # trim
        trim(d, t, base, pc, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 51:  # carry_out
        carry_out(d, t, base, this)
    elif op == 52:  # note_starts
        note_starts(d, t, seat)
    elif op == 53:  # name_goal
        name_goal(d, t, base, pc, seat, this)
    else:
        effect(d, t, op, base, pc, seat, this)


def effect(d: Sheet, t: Table, op: int, base: int, pc: int, seat: int, this: int) -> None:
    """Carry out an instruction that most editions use."""
    at = pc * WIDTH
    if op == 5:  # random
        read(d, t, d.code[at + 2], seat, this, base)
        pick_by_chance(t, base, d.code[at + 1])
    elif op == 6:  # for_seats
        for_seats(t, base, seat, d.code[at + 1], d.code[at + 2], d.code[at + 3])
    elif op == 7:  # draw
        draw_cards(d, t, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 8:  # draw_to
        draw_to(d, t, base, seat, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 9:  # play
        play(d, t, base, pc, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 10:  # discard
        read(d, t, d.code[at + 1], seat, this, base)
        discard_all(d, t, seat, RULE_18 if t.stack[base + F_PROGRAM] == d.goals_program else TURN_8)
    elif op == 11:  # take
        take(d, t, seat, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 12:  # give
        give(d, t, seat, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 13:  # swap
        swap(d, t, seat, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 14:  # swap_hands
        swap_hands(t, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 15:  # pass_hands
        pass_hands(t, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 16:  # redeal
        read(d, t, d.code[at + 1], seat, this, base)
        redeal(d, t, seat)
    elif op == 17:  # promise
        promise(d, t, base, seat, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 18:  # deliver
        hand_out(d, t, V_GIVES, seat, HAND)
    elif op == 19:  # take_in
        take_in(t, base, seat)
    elif op == 20:  # shuffle_discards
        shuffle_discards(t, seat)
    elif op == 21:  # extra_turn
        extra_turn(d, t, seat, giver(d, t, base, this))
    elif op == 22:  # end_turn
        end_turn(t)
    else:
        rare_effect(d, t, op, base, pc, seat, this)


def rare_effect(d: Sheet, t: Table, op: int, base: int, pc: int, seat: int, this: int) -> None:
    """Carry out an instruction that only some editions use."""
    at = pc * WIDTH
    if op == 32:  # first
        read(d, t, d.code[at + 2], seat, this, base)
        pick_first(t, base, d.code[at + 1])
    elif op == 33:  # attach
        attach(t, seat, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 34:  # detach
        detach(t, seat, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 35:  # seal
        seal(d, t, seat, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 36:  # unseal
        unseal(d, t, seat, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 37:  # deal_down
        hand_out(d, t, V_IS_DEALT, seat, DOWN)
    elif op == 38:  # to_hand
        to_hand(d, t, seat, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 39:  # look
        read(d, t, d.code[at + 1], seat, this, base)
        look(t, seat)
    elif op == 40:  # shuffle_pile
        shuffle_pile(t, seat)
    elif op == 41:  # copy
        copy_action(d, t, seat, this, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 42:  # cancel
        cancel(d, t, base, seat)
    elif op == 43:  # divert
        divert(d, t, base, seat)
    elif op == 44:  # win
        win(d, t, base, seat, this)
    elif op == 46:  # answer
        answer_below(d, t, base, this)
    elif op == 47:  # seize
        if in_front(t, this):
            if t.stack[base + F_REGISTER] == INTO_HAND:
                move_with_attached(d, t, V_TAKES, seat, this, held(d, this, seat), TURN_8)
            else:
                carry_off(d, t, seat, this)
    elif op == 48:  # judge
        judge(d, t, t.stack[base + F_CLAIM])
    elif op == 49:  # open_ungoal
        run_ungoal_hooks(d, t, base, pc)
    elif op == 54:  # as_usual
        as_usual(d, t, base)
    elif op == 55:  # stay
        stay(d, t, seat, this)
    elif op == 70:  # take_all
        read(d, t, d.code[at + 1], seat, this, base)
        take_all(d, t, seat, read(d, t, d.code[at + 2], seat, this, base))
    elif op == 71:  # give_all
        read(d, t, d.code[at + 1], seat, this, base)
        give_all(d, t, seat, read(d, t, d.code[at + 2], seat, this, base))
    elif op == 72:  # all_to_hand
        read(d, t, d.code[at + 1], seat, this, base)
        all_to_hand(d, t, seat)
    elif op == 73:  # pass_on
        read(d, t, d.code[at + 1], seat, this, base)
        pass_on(d, t, read(d, t, d.code[at + 2], seat, this, base))
    elif op == 74:  # trade
        read(d, t, d.code[at + 1], seat, this, base)
        trade(d, t, seat, read(d, t, d.code[at + 2], seat, this, base), read(d, t, d.code[at + 3], seat, this, base))
    elif op == 75:  # to_pile
        read(d, t, d.code[at + 1], seat, this, base)
        to_pile(d, t, seat, read(d, t, d.code[at + 2], seat, this, base))
    elif op == 76:  # draw_from
        draw_from(d, t, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base), read(d, t, d.code[at + 3], seat, this, base))
    elif op == 77:  # reveal
        read(d, t, d.code[at + 1], seat, this, base)
        reveal(t, seat)
    elif op == 78:  # remove
        read(d, t, d.code[at + 1], seat, this, base)
        remove(d, t, seat)
    elif op == 79:  # skip_turn
        skip_turn(t, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 80:  # turn_round
        turn_round(t, seat)
    elif op == 81:  # go_next
        go_next(t, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 82:  # skip_draw
        skip_draw(t)
    elif op == 83:  # roll
        roll_die(t, base, d.code[at + 1], read(d, t, d.code[at + 2], seat, this, base), read(d, t, d.code[at + 3], seat, this, base))
    elif op == 84:  # for_cards
        for_cards(d, t, base, d.code[at + 1], d.code[at + 2], d.code[at + 3])
    elif op == 85:  # win_for
        win_for(d, t, base, this, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 86:  # extra_turn_of
        extra_turn_of(d, t, base, this, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 87:  # look_by
        read(d, t, d.code[at + 1], seat, this, base)
        look_by(t, read(d, t, d.code[at + 2], seat, this, base))
    elif op == 88:  # begin_picks
        begin_picks(t, base, d.code[at + 1], read(d, t, d.code[at + 2], seat, this, base))
    elif op == 89:  # pick_more
        pick_more(d, t, base, pc, d.code[at + 1], d.code[at + 2], d.code[at + 3], d.code[at + 4])
    elif op == 90:  # secret
        keep_secret(t, base, d.code[at + 1], d.code[at + 2], read(d, t, d.code[at + 3], seat, this, base))
    elif op == 91:  # reveal_choices
        reveal_choices(t, base, d.code[at + 1], d.code[at + 2])
    elif op == 92:  # forget_choices
        forget_choices(t, base, d.code[at + 1])
    elif op == 93:  # eliminate
        eliminate(d, t, this, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 94:  # gain
        gain(t, read(d, t, d.code[at + 1], seat, this, base), d.code[at + 2], read(d, t, d.code[at + 3], seat, this, base))
    elif op == 95:  # lose
        lose(t, read(d, t, d.code[at + 1], seat, this, base), d.code[at + 2], read(d, t, d.code[at + 3], seat, this, base))
    elif op == 96:  # add_tokens
        add_tokens(t, seat, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 97:  # take_tokens
        take_tokens(t, seat, read(d, t, d.code[at + 1], seat, this, base), read(d, t, d.code[at + 2], seat, this, base))
    elif op == 98:  # flip
        flip(d, t, seat, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 99:  # into_hand
        read(d, t, d.code[at + 1], seat, this, base)
        into_hand(d, t, seat, read(d, t, d.code[at + 2], seat, this, base))
    elif op == 100:  # spend_plays
        spend_plays(t, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 101:  # use
        use_power(d, t, seat, this, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 102:  # random_several
        read(d, t, d.code[at + 3], seat, this, base)
        pick_several_by_chance(t, base, d.code[at + 1], read(d, t, d.code[at + 2], seat, this, base))
    elif op == 103:  # remember
        remember(t, seat, this, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 104:  # remember_card
        remember_card(t, seat, this, read(d, t, d.code[at + 1], seat, this, base))
    elif op == 105:  # win_all
        read(d, t, d.code[at + 1], seat, this, base)
        win_all(d, t, base, this)
    elif op == 106:  # swap_piles
        swap_piles(t, seat)
    elif op == 107:  # meets
        has_met(d, t, base, d.code[at + 1], read(d, t, d.code[at + 2], seat, this, base), read(d, t, d.code[at + 3], seat, this, base))
    elif op == 108:  # for_players
        for_players(d, t, base, d.code[at + 1], d.code[at + 2], d.code[at + 3])
    elif op == 109:  # stash
        read(d, t, d.code[at + 1], seat, this, base)
        stash(d, t, read(d, t, d.code[at + 2], seat, this, base))
    else:
        stop(t, BAD_INSTRUCTION)
