"""The instructions of programs that are neither an effect nor a step of the turn: one function for each.

A function is found by the name that its row in `cards.vocabulary` gives, and takes what it names: the sheet `d`, the
table `t`, the frame `base`, the place `pc` of the instruction, the player `seat` and the card `this` of the frame; then
the operands. The frame already stands at the next instruction: one that has to run again sets it back to `pc`.
Where a function is one statement, the dispatcher (`dispatch.py`, made by `engine.dispatch_writer`) holds that statement
instead of a call.
"""

from __future__ import annotations

from changeling.cards.codes import (
    A_CARD,
    A_PLAY,
    A_SEAT,
    ACTION,
    BEING_PLAYED,
    CREEPER,
    GOAL,
    HAND,
    IN_SECRET,
    KEEPER,
    NONE,
    PILE,
    RULE,
    SAFE_FROM_DISCARD,
    SORT,
    SURPRISE,
    UNGOAL,
    WORD_DONE,
    question,
)
from changeling.engine.layout import (
    AS_BEFORE,
    AT_ONCE,
    BEFORE_DRAW,
    CLOSED,
    DUE_BITS,
    DUE_WORDS,
    ENDING,
    F_CARD,
    F_CLAIM,
    F_HOOK,
    F_PC,
    F_PROGRAM,
    F_REGISTER,
    F_SEAT,
    F_WINDOW,
    FRAME,
    NAMING,
    NOT_YET,
    PLAYING,
    WHEN_DONE,
    Sheet,
    Table,
)
from changeling.engine.machine.attachments import front, in_front, move_with_attached, stays
from changeling.engine.machine.chance import below
from changeling.engine.machine.checks import judge
from changeling.engine.machine.counts import seat_after, seat_at
from changeling.engine.machine.effects import discard_all, draw, draw_by_rule, is_safe, place_rule
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.extra_turns import extra_turn, giver
from changeling.engine.machine.frames import become, open_checks, push, transfer
from changeling.engine.machine.journal import (
    ACT_2,
    KEEP_1,
    RULE_18,
    SURP_1,
    SURP_2,
    TURN_1,
    TURN_3,
    TURN_8,
    V_COPIES,
    V_NAMES,
    V_PLAYS,
    V_SETTLES,
    V_SHUFFLES,
    V_TAKES,
    note,
)
from changeling.engine.machine.lasting import keeper_of
from changeling.engine.machine.operands import read
from changeling.engine.machine.permissions import is_barred, is_disabled, permission
from changeling.engine.machine.secret_choices import tell_answer, told_to_all
from changeling.engine.machine.sections import of_event
from changeling.engine.machine.surprises import trigger_of
from changeling.engine.machine.turns import applies, ask, offer
from changeling.engine.machine.zones import EVERYBODY, on_table, shuffle

TO_PLAY = question("play")
TO_PLAY_OR_NOT = question("play", optional=True)
TO_TAKE = question("take") // 2  # whether optional or not
TO_SWAP = question("swap") // 2
TO_GIVE = question("give") // 2
TO_DISCARD = question("discard") // 2


# --- control ----------------------------------------------------------------------------------------------------------
def set_register(t: Table, base: int, register: int, value: int) -> None:
    """Keep a value."""
    t.stack[base + F_REGISTER + register] = value


def goto(t: Table, base: int, target: int) -> None:
    """Go on elsewhere."""
    t.stack[base + F_PC] = target


def goto_unless(t: Table, base: int, value: int, target: int) -> None:
    """Go on elsewhere if a condition does not hold."""
    if value == 0:
        t.stack[base + F_PC] = target


def for_seats(t: Table, base: int, seat: int, register: int, who: int, leave: int) -> None:
    """The next seat of a loop over players; after the last one the loop is left."""
    now = t.stack[base + F_REGISTER + register]
    place = 0
    if t.out != 0 and now != NONE:
        following = seat_after(t, seat, who, now)
        if following == NONE:
            t.stack[base + F_PC] = leave
        t.stack[base + F_REGISTER + register] = following
        return
    if now != NONE:
        while seat_at(t, seat, who, place) != now and place < t.seats:
            place += 1
        place += 1
    following = seat_at(t, seat, who, place)
    if following == NONE:
        t.stack[base + F_PC] = leave
    t.stack[base + F_REGISTER + register] = following


# --- questions, and what is picked without one ------------------------------------------------------------------------
def choose(d: Sheet, t: Table, base: int, pc: int, register: int, selection: int, asked: int, prompt: int) -> None:
    """Ask for one of a set, or take the answer given. With nothing to choose from nothing is chosen (TURN-8)."""
    optional = prompt % 2 == 1
    if t.answer != NONE:
        given = t.answer
        t.answer = NONE
        t.stack[base + F_REGISTER + register] = NONE if optional and given == WORD_DONE else given % SORT
        if told_to_all(prompt, given):
            tell_answer(t, read(d, t, asked, t.stack[base + F_SEAT], t.stack[base + F_CARD], base), given)
        elif prompt != IN_SECRET and prompt != IN_SECRET + 1:
            announce(d, t, base, given)
        return
    if to_be_played(prompt) and checks_first(t, base, pc):
        return
    seat, this = t.stack[base + F_SEAT], t.stack[base + F_CARD]
    who = read(d, t, asked, seat, this, base)
    if t.out != 0 and who != NONE and t.out >> who & 1 == 1:
        who = NONE
    evaluate(d, t, selection, seat, this, base)
    if d.permitted != 0:
        leave_out_spared(d, t, prompt, seat, who)
    if t.stack[base + F_WINDOW] == NAMING and named_already(t, t.stack[base + F_REGISTER + register], optional):
        t.options = 0
        return
    if t.options == 0 or who == NONE:  # nothing to choose from, or nobody to ask
        t.options = 0
        t.stack[base + F_REGISTER + register] = NONE
        return
    if to_be_played(prompt):
        for place in range(t.options):
            if t.option[place] // SORT == A_CARD:
                t.option[place] += A_PLAY * SORT
    if optional:
        offer(t, WORD_DONE)
    t.stack[base + F_PC] = pc
    ask(t, who, prompt)


def leave_out_spared(d: Sheet, t: Table, prompt: int, seat: int, who: int) -> None:
    """Leave out of the selection what cannot be done with: cards that are safe, or that cannot be played."""
    kept, about = 0, prompt // 2
    for place in range(t.options):
        option = t.option[place]
        card, spared_now = option % SORT, False
        if option // SORT == A_CARD:
            if about == TO_TAKE or about == TO_SWAP or about == TO_GIVE:
                spared_now = is_safe(d, t, card, seat)
            elif about == TO_DISCARD:
                spared_now = permission(d, t, SAFE_FROM_DISCARD, card, NONE)
            elif to_be_played(prompt):
                spared_now = is_barred(d, t, card, who)
        if not spared_now:
            t.option[kept] = option
            kept += 1
    t.options = kept


def announce(d: Sheet, t: Table, base: int, given: int) -> None:
    """Tell everybody what a card that can still be answered is about (K-C12, W-B17)."""
    this, sort = t.stack[base + F_CARD], given // SORT
    if d.answerable == 0 or this == NONE or t.place[this] != BEING_PLAYED or t.stack[base + F_WINDOW] != NOT_YET:
        return
    if sort == A_SEAT:
        note(t, V_NAMES, t.stack[base + F_SEAT], NONE, NONE, given % SORT, TURN_8)
    elif sort == A_CARD or sort == A_PLAY:
        note(t, V_NAMES, t.stack[base + F_SEAT], given % SORT, t.place[given % SORT], NONE, TURN_8)


def named_already(t: Table, value: int, optional: bool) -> bool:
    """Whether a choice made before the card was answered still stands: it is in the selection, or was left open."""
    if optional and value == NONE:
        return True
    t.touched += t.options
    for place in range(t.options):
        if t.option[place] % SORT == value:
            return True
    return False


def to_be_played(prompt: int) -> bool:
    """Whether a question is about which card to play."""
    return prompt == TO_PLAY or prompt == TO_PLAY_OR_NOT


def checks_first(t: Table, base: int, pc: int) -> bool:
    """Have what a program has changed so far checked before it plays a card, which is a play of its own (K-F02); the
    instruction at `pc` is then run again. Gives whether there is anything to check."""
    if open_checks(t):
        t.stack[base + F_PC] = pc
        return True
    if t.stack[base + F_CARD] != NONE:
        t.deferring = 1
    return False


def pick_by_chance(t: Table, base: int, register: int) -> None:
    """Keep one of the selection, by chance."""
    t.stack[base + F_REGISTER + register] = t.option[below(t, t.options)] % SORT if t.options > 0 else NONE
    t.options = 0


def pick_first(t: Table, base: int, register: int) -> None:
    """Keep the first of the selection."""
    t.stack[base + F_REGISTER + register] = t.option[0] % SORT if t.options > 0 else NONE
    t.options = 0


# --- effects that need to know which card or program says them --------------------------------------------------------
def draw_cards(d: Sheet, t: Table, number: int, by: int) -> None:
    """A player draws cards into the hand; nobody draws nothing."""
    if by >= 0 and t.out >> by & 1 == 0:
        draw(d, t, by, number, HAND + by, TURN_8)


def play(d: Sheet, t: Table, base: int, pc: int, card: int, by: int) -> None:
    """A player plays a card as part of this play (ACT-2)."""
    if card < 0 or by < 0 or t.out >> by & 1 == 1:
        return
    if stays(t, card) or resolving(d, t, card) or is_barred(d, t, card, by):
        return
    if not checks_first(t, base, pc):
        push(d, t, d.resolve_program, by, card, AT_ONCE)


def resolving(d: Sheet, t: Table, card: int) -> bool:
    """Whether a program of the card is in the middle of its work; until it is done the card cannot be played again.
    What a card says of its own being drawn or discarded may play it."""
    for frame in range(t.frames):
        base = frame * FRAME
        if t.stack[base + F_CARD] == card and (on_table(t, card) or not of_event(d, t.stack[base + F_PROGRAM])):
            return True
    return False


def discard(d: Sheet, t: Table, base: int, seat: int) -> None:
    """Discard the selection; a surplus Goal cites the rule that allows no more of them."""
    discard_all(d, t, seat, RULE_18 if t.stack[base + F_PROGRAM] == d.goals_program else TURN_8)


def give_extra_turn(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """Another turn for the player; where an Action is copied, the copied card gives it."""
    extra_turn(d, t, seat, giver(d, t, base, this))


def shuffle_pile(t: Table, seat: int) -> None:
    """Shuffle the draw pile."""
    shuffle(t, PILE)
    note(t, V_SHUFFLES, seat, NONE, PILE, PILE, TURN_8)


def copy_action(d: Sheet, t: Table, seat: int, this: int, card: int) -> None:
    """Show an Action to everybody and carry out its instructions, as if this card said them."""
    if card >= 0 and d.play[card] != NONE:
        t.known[card] |= EVERYBODY
        note(t, V_COPIES, seat, card, t.place[card], NONE, TURN_8)
        push(d, t, d.play[card], seat, this, AS_BEFORE)
        t.stack[(t.frames - 1) * FRAME + F_WINDOW] = CLOSED


def seize(d: Sheet, t: Table, seat: int, this: int) -> None:
    """The Keeper being taken changes its owner, unless an answer has taken it away already."""
    if in_front(t, this):
        move_with_attached(d, t, V_TAKES, seat, this, front(d, this, seat), TURN_8)


# --- the shared programs ----------------------------------------------------------------------------------------------
def note_starts(d: Sheet, t: Table, seat: int) -> None:
    """Note which `start` sections apply as the turn begins, before anything is played in it (RULE-16)."""
    for place in range(DUE_WORDS):
        t.starts_due[place] = 0
    for hook in range(d.starts):
        card, test = d.start_card[hook], d.start_test[hook]
        if (
            applies(t, card, seat)
            and not is_disabled(d, t, card)
            and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0)
        ):
            t.starts_due[hook // DUE_BITS] |= 1 << hook % DUE_BITS


def run_starts(d: Sheet, t: Table, base: int, pc: int, seat: int) -> None:
    """Run the next `start` section that applied as the turn began, if its card still does; the instruction is done when
    there are no more. A turn that was ended at its very start has no more of them (TURN-6)."""
    hook = t.stack[base + F_HOOK]
    while hook < d.starts and t.phase != ENDING:
        card = d.start_card[hook]
        due = t.starts_due[hook // DUE_BITS] >> hook % DUE_BITS & 1
        if due and applies(t, card, seat) and not is_disabled(d, t, card):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.start_program_of[hook], seat, card, WHEN_DONE)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0


def run_finishes(d: Sheet, t: Table, base: int, pc: int, seat: int) -> None:
    """Run the next `finish` section that applies; the instruction is done when there are no more."""
    hook = t.stack[base + F_HOOK] if t.out >> seat & 1 == 0 else d.finishes
    while hook < d.finishes:
        card, test = d.finish_card[hook], d.finish_test[hook]
        if (
            applies(t, card, seat)
            and not is_disabled(d, t, card)
            and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0)
        ):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.finish_program[hook], seat, card, WHEN_DONE)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0


def run_ungoal_hooks(d: Sheet, t: Table, base: int, pc: int) -> None:
    """Run the next `on ungoal` section that applies, for the owner of its card; done when there are no more."""
    hook = t.stack[base + F_HOOK]
    while hook < d.on_ungoals:
        card, test = d.ungoal_card[hook], d.ungoal_test[hook]
        seat = keeper_of(t, card)
        said = on_table(t, card) and not is_disabled(d, t, card)
        if said and (test == NONE or evaluate(d, t, test, seat, card, NONE) != 0):
            t.stack[base + F_HOOK] = hook + 1
            t.stack[base + F_PC] = pc
            push(d, t, d.ungoal_hook[hook], seat, card, AS_BEFORE)
            return
        hook += 1
    t.stack[base + F_HOOK] = 0


def judge_ungoal(d: Sheet, t: Table, base: int) -> None:
    """Say who wins or that all lose; `F_CLAIM` holds the seat that has claimed the win, or NONE."""
    judge(d, t, t.stack[base + F_CLAIM])


def draw_required(d: Sheet, t: Table) -> None:
    """Draw what the rules in force require, unless the turn was ended before (TURN-1)."""
    if t.phase != ENDING:
        t.phase = PLAYING
        draw_by_rule(d, t, TURN_1)


def lay_down(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """The card leaves where it was and is being played."""
    if this != NONE:
        move_with_attached(d, t, V_PLAYS, seat, this, BEING_PLAYED, laid_by(d, t, base))


def laid_by(d: Sheet, t: Table, base: int) -> int:
    """The clause by which a card is laid down: a play of the turn, an answer, or what something else makes happen."""
    if t.stack[base + F_PROGRAM] == d.react_program:
        return SURP_2 if trigger_of(d, t, base - FRAME) == SURPRISE else SURP_1
    return TURN_3 if t.frames == 2 and t.phase != BEFORE_DRAW else ACT_2  # face down until now: no play (K-B05)


def carry_out(d: Sheet, t: Table, base: int, this: int) -> None:
    """A card that is a program of its own goes on as that program, which says when it can be answered: an Action, a
    Surprise, a Goal that looks for its place."""
    kind = d.kind[this]
    if t.place[this] != BEING_PLAYED:
        return  # something has taken it away already
    if kind == GOAL or kind == UNGOAL:
        become(d, t, base, d.goal_program)
    elif (kind == ACTION or kind == SURPRISE) and d.play[this] != NONE:
        become(d, t, base, d.play[this])


def settle(d: Sheet, t: Table, base: int, seat: int, this: int) -> None:
    """The card being played takes its place on the table (KEEP-1, RULE-5), and what a rule does when played follows."""
    kind = d.kind[this]
    if t.place[this] != BEING_PLAYED:
        return  # something has taken it away already
    if kind == KEEPER or kind == CREEPER:
        transfer(t, V_SETTLES, seat, this, front(d, this, seat), KEEP_1)
    elif kind == RULE:
        place_rule(d, t, seat, this)
        if d.play[this] != NONE:
            become(d, t, base, d.play[this])
