"""Many cards as one event: taking, giving, passing and trading whole sets."""

from __future__ import annotations

from changeling.cards.codes import CREEPER, HAND, KEEPERS, LEFT, NONE, SORT, THEFT
from changeling.engine.layout import AS_BEFORE, F_REGISTER, FRAME, Table
from changeling.engine.machine.board.attachments import front, held, in_front, move_with_attached
from changeling.engine.machine.effects.dealing import things_to_deal
from changeling.engine.machine.effects.taking import INTO_HAND, is_held_back, is_safe, keeper_to_defend, to_hand
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import TURN_8, V_GIVES, V_PASSES, V_TAKES, V_TAKES_IN
from changeling.engine.machine.turn.players_out import in_game
from changeling.engine.machine.values.terms import left_of, right_of
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet


def take_all(d: Sheet, t: Table, seat: int, by: int) -> None:
    """The selection comes to a player, but for what is safe from that, or replaced. Keepers of others may be defended,
    one after another; what is not goes first."""
    defended = 0
    for place in range(keep_what_goes(d, t, seat, by) if in_game(t, by) else 0):
        card = t.option[place]
        root = keeper_to_defend(d, t, by, card) if d.answerable >> THEFT & 1 else NONE
        if root == NONE:
            move_with_attached(d, t, V_TAKES, by, card, front(d, card, by), TURN_8)
        else:
            t.option[defended] = root
            defended += 1
    t.options = 0
    for place in range(defended - 1, -1, -1):  # the one that is pushed last is asked about first
        push(d, t, d.theft_program, by, t.option[place], AS_BEFORE)


def give_all(d: Sheet, t: Table, seat: int, receiver: int) -> None:
    """The selection goes to a player, but for what is safe from being given away by this one."""
    for place in range(keep_what_goes(d, t, seat, NONE) if receiver >= 0 else 0):
        card = t.option[place]
        move_with_attached(d, t, V_GIVES, seat, card, front(d, card, receiver), TURN_8)
    t.options = 0


def keep_what_goes(d: Sheet, t: Table, seat: int, thief: int) -> int:
    """Leave out of the selection what a player does not get after all: what is safe from who has it moved, and what
    something else happens to instead of being taken by the thief, if there is one. That is settled before any card
    moves, as they go at once: a card that protects others does so while it goes with them. Gives how many are left."""
    kept = 0
    for place in range(things_to_deal(t)):
        card = t.option[place]
        owner = seat_of(t, card)
        taken = thief != NONE and owner != thief and in_front(t, card)
        if not is_safe(d, t, card, seat) and not (taken and is_held_back(d, t, card, thief)):
            t.option[kept] = card
            kept += 1
    return kept


def all_to_hand(d: Sheet, t: Table, seat: int) -> None:
    """The selection goes into hands, each card as by itself."""
    for place in range(things_to_deal(t)):
        to_hand(d, t, seat, t.option[place])
    t.options = 0


def into_hand(d: Sheet, t: Table, seat: int, by: int) -> None:
    """The selection goes into the hand of a player, Creepers in front. From another it is taken, unless it is safe from
    that or replaced, and Keepers may be defended; what is the player's own, or nobody's, is only picked up."""
    defended = 0
    for place in range(keep_what_is_due(d, t, seat, by) if in_game(t, by) else 0):
        card = t.option[place]
        owner, zone = seat_of(t, card), held(d, card, by)
        if owner == NONE or owner == by:
            verb = V_TAKES if d.kind[card] == CREEPER else V_TAKES_IN
        elif owner == seat:
            verb = V_GIVES
        else:
            verb = V_TAKES
            root = keeper_to_defend(d, t, by, card) if d.answerable >> THEFT & 1 else NONE
            if root != NONE:
                t.option[defended] = root
                defended += 1
                continue
        move_with_attached(d, t, verb, seat if verb == V_GIVES else by, card, zone, TURN_8)
    t.options = 0
    for place in range(defended - 1, -1, -1):  # the one that is pushed last is asked about first
        frames = t.frames
        push(d, t, d.theft_program, by, t.option[place], AS_BEFORE)
        if t.frames > frames:
            t.stack[frames * FRAME + F_REGISTER] = INTO_HAND


def keep_what_is_due(d: Sheet, t: Table, seat: int, by: int) -> int:
    """Leave out of the selection what does not go into a player's hand: what is there, what is safe, and what something
    else happens to instead of being taken. Of what is the player's own, the seat's or nobody's nothing is taken. It is
    settled before any card moves. Gives how many are left."""
    kept = 0
    for place in range(things_to_deal(t)):
        card = t.option[place]
        owner = seat_of(t, card)
        stolen = owner != NONE and owner != by and owner != seat
        spared = stolen and (is_safe(d, t, card, seat) or (in_front(t, card) and is_held_back(d, t, card, by)))
        if t.place[card] != held(d, card, by) and not spared:
            t.option[kept] = card
            kept += 1
    return kept


def pass_on(d: Sheet, t: Table, way: int) -> None:
    """Every player passes what is theirs of the selection to the next player on one side who is in the game."""
    count = things_to_deal(t)
    for place in range(count):
        owner = seat_of(t, t.option[place])
        address(t, place, left_of(t, owner) if way == LEFT else right_of(t, owner))
    hand_round(d, t, count)


def trade(d: Sheet, t: Table, seat: int, one: int, other: int) -> None:
    """What two players have of the selection changes owners, but for what is safe from the one who has them trade."""
    count = things_to_deal(t) if in_game(t, one) and in_game(t, other) and one != other else 0
    for place in range(count):
        owner = seat_of(t, t.option[place])
        receiver = other if owner == one else one if owner == other else NONE
        if receiver != NONE and is_safe(d, t, t.option[place], seat):
            receiver = NONE
        address(t, place, receiver)
    hand_round(d, t, count)


def address(t: Table, place: int, receiver: int) -> None:
    """Write down who gets a card of the selection; NONE: nobody."""
    t.option[place] += (receiver + 1) * SORT


def hand_round(d: Sheet, t: Table, count: int) -> None:
    """So many cards at the beginning of the selection go to whom they are addressed: from hand to hand, from in front
    of one to in front of another. Who gets each was settled before any moved."""
    for place in range(count):
        card, receiver = t.option[place] % SORT, t.option[place] // SORT - 1
        if receiver == NONE:
            continue
        owner = seat_of(t, card)
        zone = HAND + receiver if HAND <= t.place[card] < KEEPERS else front(d, card, receiver)
        move_with_attached(d, t, V_PASSES if zone < KEEPERS else V_GIVES, owner, card, zone, TURN_8)
    t.options = 0
