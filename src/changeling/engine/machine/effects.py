"""The effects: one short function for each word that changes the table. Each is one indivisible event."""

from __future__ import annotations

from changeling.cards.codes import (
    ASIDE,
    CREEPER,
    CREEPERS,
    DISCARD,
    DISCARDED,
    DOWN,
    DRAWN,
    DRAWS,
    EVERYONE,
    HAND,
    KEEPER,
    KEEPERS,
    LEFT,
    N_STATICS,
    NONE,
    OPEN_HAND,
    PART_GAINS,
    PART_HANDS,
    PART_PILES,
    PILE,
    RESHUFFLED,
    RULES,
    SAFE_FROM_DISCARD,
    SAFE_FROM_THEFT,
    SORT,
    STOLEN,
    THEFT,
)
from changeling.engine.layout import AS_BEFORE, ENDING, F_ASIDE, F_DRAWN_TO, F_SEAT, Sheet, Table
from changeling.engine.machine.attachments import (
    front,
    gather_riders,
    held,
    in_front,
    loosen,
    move_with_attached,
    moved_by,
    rider_zone,
    root_of,
    stays,
)
from changeling.engine.machine.chance import below
from changeling.engine.machine.counts import players_left, seat_at
from changeling.engine.machine.frames import aside_of, pop, push, transfer
from changeling.engine.machine.happenings import tell_event
from changeling.engine.machine.journal import (
    ACT_3,
    CREEP_1,
    PILE_1,
    RULE_3,
    RULE_5,
    TURN_6,
    TURN_8,
    V_DISCARDS,
    V_DRAWS,
    V_ENDS_THE_TURN,
    V_GIVES,
    V_IS_DEALT,
    V_LAYS_DOWN,
    V_LOOKS_AT,
    V_PASSES,
    V_SETS_ASIDE,
    V_SETTLES,
    V_SHUFFLES,
    V_SWAPS,
    V_TAKES,
    V_TAKES_IN,
    note,
)
from changeling.engine.machine.permissions import permission
from changeling.engine.machine.sections import replaced, tell_drawn
from changeling.engine.machine.selection import selected
from changeling.engine.machine.zones import EVERYBODY, MOVED, forget_who_knows, pour, seat_of, shuffle


def restock(t: Table) -> None:
    """The discard pile, shuffled, becomes the draw pile (PILE-1)."""
    pour(t, DISCARD, PILE)
    shuffle(t, PILE)
    t.dirty |= PART_PILES


def draw(d: Sheet, t: Table, seat: int, number: int, zone: int, clause: int) -> int:
    """Draw cards into a zone; gives how many came. A Creeper goes in front of the drawer and is replaced (CREEP-1);
    the piles may run out (C-R20)."""
    drawn = 0
    while drawn < number:
        if t.head[PILE] == NONE:
            if t.head[DISCARD] == NONE:
                return drawn
            restock(t)
            t.reshuffles += 1
            note(t, V_SHUFFLES, seat, NONE, DISCARD, PILE, PILE_1)
            tell_event(t, RESHUFFLED, NONE, seat, NONE, NONE)
        card = t.head[PILE]
        t.idle = 0
        if d.kind[card] == CREEPER:
            transfer(t, V_LAYS_DOWN, seat, card, CREEPERS + seat, CREEP_1)
        else:
            t.known[card] = 1 << seat
            if d.opens == 1 and t.force[seat * N_STATICS + OPEN_HAND] != 0 and zone == HAND + seat:
                t.known[card] = EVERYBODY
            transfer(t, V_DRAWS, seat, card, zone, clause)
            drawn += 1
        if t.watched >> DRAWN & 1 == 1:
            tell_drawn(d, t, seat, card)
    return drawn


def draw_by_rule(d: Sheet, t: Table, clause: int) -> None:
    """The player whose turn it is draws what the draw rule asks for now beyond what was drawn for it (RULE-6, RULE-7).

    What the piles cannot supply is not made up for later (C-R20)."""
    required = t.force[t.turn * N_STATICS + DRAWS]
    if required > t.draws_done:
        missing = required - t.draws_done
        t.draws_done = required
        t.drawn += draw(d, t, t.turn, missing, HAND + t.turn, clause)


def draw_to(d: Sheet, t: Table, base: int, seat: int, number: int) -> None:
    """Draw aside until this card has drawn `number` in all, so that a numeral that grows counts at once (C-R82)."""
    zone = aside_of(t, base)
    missing = number - t.stack[base + F_DRAWN_TO]
    if zone != NONE and missing > 0:
        t.stack[base + F_DRAWN_TO] = number
        draw(d, t, seat, missing, zone, ACT_3)


def discard_all(d: Sheet, t: Table, seat: int, clause: int) -> None:
    """Discard the selection. What is safe from it stays, and `instead of discarded` replaces it (but never what makes
    room for a newer Goal)."""
    for place in range(t.options):
        card = t.option[place] % SORT
        if clause == TURN_8 and d.permitted | d.insteads != 0 and spared(d, t, card, seat):
            continue
        if t.place[card] != DISCARD:
            move_with_attached(d, t, V_DISCARDS, seat, card, DISCARD, clause)
    t.options = 0


def spared(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a card that a program discards is not: it is safe, or something else happens instead."""
    if t.place[card] == DISCARD or stays(t, card):
        return False
    return permission(d, t, SAFE_FROM_DISCARD, card, NONE) or replaced(d, t, DISCARDED, card, seat, NONE)


def is_safe(d: Sheet, t: Table, card: int, seat: int) -> bool:
    """Whether a player cannot take a card, or what moves along with it, away from another."""
    root = moved_by(t, card)
    owner = seat_of(t, root)
    if d.permitted >> SAFE_FROM_THEFT & 1 == 0 or owner == NONE or owner == seat:
        return False
    return permission(d, t, SAFE_FROM_THEFT, card, NONE) or permission(d, t, SAFE_FROM_THEFT, root, NONE)


def take(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card comes to the seat, from in front of another or from wherever it was found, unless it is safe from that or
    something else happens instead."""
    if card < 0 or is_safe(d, t, card, seat):
        return
    root = moved_by(t, card)
    if in_front(t, root) and seat_of(t, root) != seat and replaced(d, t, STOLEN, card, seat, NONE):
        return
    take_away(d, t, seat, card)


def take_away(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card is being taken. A Keeper may be defended, also one that would come along with the Creeper on it (K-E05,
    W-B31)."""
    defended = keeper_to_defend(d, t, seat, card) if d.answerable >> THEFT & 1 else NONE
    if defended != NONE:
        push(d, t, d.theft_program, seat, defended, AS_BEFORE)
    else:
        move_with_attached(d, t, V_TAKES, seat, card, front(d, card, seat), TURN_8)


def keeper_to_defend(d: Sheet, t: Table, seat: int, card: int) -> int:
    """The Keeper of somebody else that would leave its owner if this card were taken, or NONE."""
    root = moved_by(t, card)
    owner = seat_of(t, root)
    if not in_front(t, root) or owner == seat:
        return NONE
    if d.kind[root] == KEEPER:
        return root
    keeper = t.head[KEEPERS + owner]
    while keeper != NONE and root_of(t, keeper) != root:
        keeper = t.next[keeper]
    return keeper


def give(d: Sheet, t: Table, seat: int, card: int, receiver: int) -> None:
    """A card goes to another seat, which draws nothing for it (C-R109)."""
    if card >= 0 and receiver >= 0 and not is_safe(d, t, card, seat):
        move_with_attached(d, t, V_GIVES, seat, card, front(d, card, receiver), TURN_8)


def swap(d: Sheet, t: Table, seat: int, mine: int, theirs: int) -> None:
    """Two cards, in hands or in front of players, change places; each takes what is attached to it along."""
    if mine < 0 or theirs < 0 or not can_swap(t, mine) or not can_swap(t, theirs):
        return
    if root_of(t, mine) == root_of(t, theirs) or is_safe(d, t, mine, seat) or is_safe(d, t, theirs, seat):
        return
    one = taken_place(d, t, mine, theirs)
    other = taken_place(d, t, theirs, mine)
    if one != t.place[mine] or other != t.place[theirs]:
        move_with_attached(d, t, V_SWAPS, seat, mine, one, TURN_8)
        move_with_attached(d, t, V_SWAPS, seat, theirs, other, TURN_8)


def can_swap(t: Table, card: int) -> bool:
    """Whether a card is in a hand or lies face up in front of a player."""
    return HAND <= t.place[card] < DOWN


def taken_place(d: Sheet, t: Table, card: int, other: int) -> int:
    """The zone in which a card takes the place of another: in the hand that the other was in, else in front."""
    owner = seat_of(t, other)
    return held(d, card, owner) if t.place[other] < KEEPERS else front(d, card, owner)


def hand_over(t: Table, giver: int, receiver: int) -> None:
    """Tell the journal about a whole hand that changed its owner, and let the new owner look at it."""
    t.touched += MOVED * t.size[HAND + receiver]
    card = t.head[HAND + receiver]
    while card != NONE:
        t.place[card] = HAND + receiver
        t.known[card] |= 1 << receiver
        note(t, V_PASSES, giver, card, HAND + giver, HAND + receiver, TURN_8)
        card = t.next[card]


def exchange(t: Table, one: int, other: int) -> None:
    """The lists of two zones change places. The cards do not say yet where they are."""
    head, tail, size = t.head[one], t.tail[one], t.size[one]
    t.head[one], t.tail[one], t.size[one] = t.head[other], t.tail[other], t.size[other]
    t.head[other], t.tail[other], t.size[other] = head, tail, size


def swap_hands(t: Table, one: int, other: int) -> None:
    """Two whole hands change owners, empty ones too (ACT-4)."""
    if one < 0 or other < 0 or one == other or (t.out >> one | t.out >> other) & 1 == 1:
        return
    exchange(t, HAND + one, HAND + other)
    hand_over(t, other, one)
    hand_over(t, one, other)
    t.dirty |= PART_HANDS | PART_GAINS


def pass_hands(t: Table, way: int) -> None:
    """Every hand goes to the neighbour on one side, all at once (C-R93)."""
    if t.out != 0:
        pass_hands_around(t, way)
        return
    step = 1 if way == LEFT else t.seats - 1
    for place in range(t.seats - 1):  # one neighbour after another: the last hand moves along to the other end
        seat = t.seats - 2 - place if way == LEFT else place
        exchange(t, HAND + seat, HAND + seat + 1)
    for seat in range(t.seats):
        hand_over(t, seat, (seat + step) % t.seats)
    t.dirty |= PART_HANDS | PART_GAINS


def pass_hands_around(t: Table, way: int) -> None:
    """As `pass_hands`, past the players who are out of the game."""
    seat = seat_at(t, t.turn, EVERYONE, 0)
    count = players_left(t)
    for place in range(1, count):  # the first hand changes with one after another, against the way they go
        exchange(t, HAND + seat, HAND + seat_at(t, seat, EVERYONE, place if way == LEFT else count - place))
    for place in range(count):
        giver = seat_at(t, seat, EVERYONE, place)
        hand_over(t, giver, seat_at(t, giver, EVERYONE, 1 if way == LEFT else count - 1))
    t.dirty |= PART_HANDS | PART_GAINS


def redeal(d: Sheet, t: Table, seat: int) -> None:
    """The selection is shuffled and dealt out to the players, the seat first. One event: nobody wins before all is
    dealt (W-F7)."""
    count = things_to_deal(t)
    for last in range(count - 1, 0, -1):
        other = below(t, last + 1)
        held_back = t.option[last]
        t.option[last] = t.option[other]
        t.option[other] = held_back
    for place in range(count):
        card = t.option[place]
        receiver = (seat + place) % t.seats if t.out == 0 else seat_at(t, seat, EVERYONE, place % players_left(t))
        zone = HAND + receiver if HAND <= t.place[card] < KEEPERS else front(d, card, receiver)
        if HAND <= zone < KEEPERS:
            t.known[card] = 0
            transfer(t, V_IS_DEALT, seat, card, zone, TURN_8)
        else:
            move_with_attached(d, t, V_IS_DEALT, seat, card, zone, TURN_8)
    t.options = 0


def things_to_deal(t: Table) -> int:
    """Leave of the selection what moves by itself: cards that are attached to one another are one thing (K-E08). Gives
    how many things there are."""
    t.touched += t.options * t.options // 2
    kept = 0
    for place in range(t.options):
        card = moved_by(t, t.option[place] % SORT)
        if not stays(t, card) and not selected(t, card, kept):
            t.option[kept] = card
            kept += 1
    return kept


def promise(t: Table, base: int, card: int, receiver: int) -> None:
    """Promise a card to a player. In a hand it stays until it is handed over, so that nobody learns which card it is,
    but nothing finds it there any more; from elsewhere it is put aside, with all that is attached to it or under it."""
    if card < 0 or receiver < 0 or stays(t, card):
        return
    if HAND <= t.place[card] < KEEPERS or t.place[card] >= ASIDE:
        promise_one(t, card, receiver)
        return
    zone = aside_of(t, base)
    if zone == NONE:
        return
    root, seat = moved_by(t, card), t.stack[base + F_SEAT]
    owner = seat_of(t, root)
    for part in range(3 if gather_riders(t, root) else 0):
        rider = t.head[rider_zone(owner, part)]
        while rider != NONE:
            after = t.next[rider]
            if t.host[rider] == root:
                put_aside(t, seat, rider, zone, receiver)
            rider = after
    put_aside(t, seat, root, zone, receiver)


def promise_one(t: Table, card: int, receiver: int) -> None:
    """Mark a card as promised."""
    if t.promised[card] == NONE:
        t.promises += 1
    t.promised[card] = receiver
    t.dirty |= PART_HANDS


def put_aside(t: Table, seat: int, card: int, zone: int, receiver: int) -> None:
    """Put a card aside for a player."""
    loosen(t, card)
    t.known[card] |= 1 << seat
    transfer(t, V_SETS_ASIDE, seat, card, zone, TURN_8)
    promise_one(t, card, receiver)


def deliver(d: Sheet, t: Table, seat: int) -> None:
    """All promised cards go into the hands they were promised to. Nobody else learns which cards these were."""
    hand_out(d, t, V_GIVES, seat, HAND)


def deal_down(d: Sheet, t: Table, seat: int) -> None:
    """Everything promised goes face down in front of the players; nobody sees it until it has to be played (K-B05)."""
    hand_out(d, t, V_IS_DEALT, seat, DOWN)


def hand_out(d: Sheet, t: Table, verb: int, seat: int, zones: int) -> None:
    """Everything promised goes to these zones of those it was promised to; a Creeper comes face up in front, being
    never in a hand (CREEP-1)."""
    t.touched += d.cards
    # Before anything arrives: what is handed over now is not among the cards that others lose track of.
    for card in range(d.cards if t.promises > 0 else 0):
        if t.promised[card] != NONE and seat_of(t, card) != NONE:
            forget_who_knows(t, t.place[card], seat_of(t, card), t.promised[card])
    # Zone by zone: in the order of the cards' numbers the events would show which cards they are.
    for zone in range(ASIDE + t.asides if t.promises > 0 else 0):
        card = t.head[zone]
        while card != NONE:
            after = t.next[card]
            receiver = t.promised[card]
            if receiver != NONE:
                giver = seat_of(t, card) if verb == V_GIVES else NONE
                to = CREEPERS if d.kind[card] == CREEPER else zones
                transfer(t, verb, giver if giver != NONE else seat, card, to + receiver, TURN_8)
            card = after


def take_in(t: Table, base: int, seat: int) -> None:
    """What lies aside and is not promised goes into the hand."""
    zone = t.stack[base + F_ASIDE]
    card = t.head[zone] if zone != NONE else NONE
    while card != NONE:
        after = t.next[card]
        if t.promised[card] == NONE:
            transfer(t, V_TAKES_IN, seat, card, HAND + seat, TURN_8)
        card = after


def shuffle_discards(t: Table, seat: int) -> None:
    """The discard pile is shuffled into the draw pile. No new draw pile has come about, so nothing escalates."""
    restock(t)
    note(t, V_SHUFFLES, seat, NONE, DISCARD, PILE, TURN_8)


def to_hand(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A card goes into the hand of its owner, or of the seat where it has none; a Creeper never does (W-F5)."""
    if card < 0:
        return
    owner = seat_of(t, root_of(t, card))
    receiver = owner if owner != NONE else seat
    zone = held(d, card, receiver)
    if t.place[card] != zone:
        move_with_attached(d, t, V_TAKES if d.kind[card] == CREEPER else V_TAKES_IN, seat, card, zone, TURN_8)


def look(t: Table, seat: int) -> None:
    """The seat sees the selection."""
    t.touched += MOVED * t.options
    for place in range(t.options):
        card = t.option[place] % SORT
        t.known[card] |= 1 << seat
        if t.place[card] == PILE:
            t.pile_known = 1
        note(t, V_LOOKS_AT, seat, card, t.place[card], NONE, TURN_8)
    t.options = 0


def end_turn(t: Table) -> None:
    """The turn's plays are over at once: every program but the turn's own is broken off (TURN-6, W-D3)."""
    note(t, V_ENDS_THE_TURN, t.turn, NONE, NONE, NONE, TURN_6)
    while t.frames > 1:
        pop(t)
    t.phase = ENDING


def place_rule(d: Sheet, t: Table, seat: int, card: int) -> None:
    """A New Rule comes into force; those about the same thing go (RULE-3, RULE-5)."""
    old = t.head[RULES]
    while old != NONE:
        after = t.next[old]
        if d.slot[old] == d.slot[card]:
            transfer(t, V_DISCARDS, seat, old, DISCARD, RULE_3)
        old = after
    transfer(t, V_SETTLES, seat, card, RULES, RULE_5)
