"""A table without what a seat cannot know: one and the same for all tables that the seat cannot tell apart.

Here and not in `engine.seen`, because whoever plays compiled games for several seats forgets at every question.
"""

from __future__ import annotations

from typing import Final

from changeling.cards import vocabulary as v
from changeling.cards.codes import A_PLAY, ASIDE, CREEPER, DOWN, HAND, KEEPERS, NONE, PICKED_SEAT, PILE, SORT, WIDTH
from changeling.engine.layout import F_PC, F_PROGRAM, F_REGISTER, FRAME, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.choices.secret_choices import HIDDEN
from changeling.engine.machine.hidden.hidden_deal import PROMISES, Ints
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.sheet_layout import Sheet

# The integers to work with are those of `hidden_deal`: first the cards of a zone, then these.
_LAST_HELD: Final = PROMISES  # of the hidden cards that are no Creepers: the last one that is not in the pile
_HELD_AT: Final = PROMISES + 1  # the card that comes next into a hand, or aside
_PILED_AT: Final = PROMISES + 2  # the card that comes next into the pile
_PROMISED: Final = PROMISES + 3  # by place in the zone: the seat that its card is promised to, or NONE

_CHOOSE: Final = v.Questions.choose.statement
_RANDOM: Final = v.Queries.random.statement
_FIRST: Final = v.Queries.first.statement
_END: Final = v.Control.end.statement
_RETURN: Final = v.Terms.return_.term
_SECRET: Final = v.Effects.secret.statement
_ADD_ZONE: Final = v.Terms.add_zone.term


def forget_unseen(d: Sheet, t: Table, other: Table, scratch: Ints) -> None:
    """Make a copy of a table the one that the asked seat sees. There, what is hidden lies in the order of the cards'
    numbers, and whatever else the seat cannot know has a fixed value."""
    seat = t.asked
    sort_hidden(d, t, other, seat, scratch)
    sow(other, 0)
    other.quiet = 0  # these two depend on what others could have chosen
    other.stopped = 0
    if t.options != 1 or t.option[0] != A_PLAY * SORT + t.blind:
        other.blind = NONE
    forget_hidden_choices(d, t, other, seat)
    forget_hidden_picks(t, other, seat)
    if d.secrets == 1:
        forget_secrets(d, t, other, seat)
    # What another seat has answered to the same question is replaced by the pending answer.
    base = (t.frames - 1) * FRAME
    at = t.stack[base + F_PC] * WIDTH
    if d.code[at] == _CHOOSE:
        other.stack[base + F_REGISTER + d.code[at + 1]] = 0


def is_hidden(t: Table, card: int, seat: int) -> bool:
    """Whether the seat cannot know which card this is."""
    return t.known[card] >> seat & 1 == 0


def sort_hidden(d: Sheet, t: Table, other: Table, seat: int, scratch: Ints) -> None:
    """Lay out what is hidden in the order of the cards' numbers: held cards first, then the pile with its Creepers."""
    held = 0
    for card in range(d.cards):
        if is_hidden(t, card, seat) and t.place[card] != PILE:
            held += 1
    scratch[_LAST_HELD] = NONE
    for card in range(d.cards):
        if held > 0 and is_hidden(t, card, seat) and d.kind[card] != CREEPER:
            held -= 1
            scratch[_LAST_HELD] = card
    scratch[_HELD_AT] = 0
    scratch[_PILED_AT] = 0
    for zone in range(HAND, ASIDE + t.asides):
        if zone != HAND + seat and (zone < KEEPERS or zone >= DOWN):
            sort_zone(d, t, other, seat, zone, scratch)
    sort_zone(d, t, other, seat, PILE, scratch)
    for card in range(d.cards):
        own = 0 if is_hidden(t, card, seat) else 1 << seat
        other.known[card] = surely_known(other.place[card]) | own


def surely_known(zone: int) -> int:
    """Who surely knows a card in that zone, as far as anybody can say, as bits."""
    if HAND <= zone < KEEPERS:
        return 1 << (zone - HAND)
    return 0 if zone == PILE or zone >= DOWN else EVERYBODY


def sort_zone(d: Sheet, t: Table, other: Table, seat: int, zone: int, scratch: Ints) -> None:
    """Fill the unknown places of a zone with the next hidden cards. Where in a hand a known card is kept says nothing,
    so there the known ones come first."""
    count, known = 0, 0
    card = t.head[zone]
    while card != NONE:
        scratch[count] = card
        count += 1
        known += 0 if is_hidden(t, card, seat) else 1
        card = t.next[card]
    if HAND <= zone < KEEPERS and known > 0:
        known_first(d, t, seat, zone, scratch)
    if t.promises > 0:
        write_promises(t, scratch, count, zone < KEEPERS or known == 0)
    before = NONE
    for place in range(count):
        card = scratch[place]
        if is_hidden(t, card, seat):
            card = next_piled(d, t, seat, scratch) if zone == PILE else next_held(d, t, seat, scratch)
        if t.promises > 0:
            other.promised[card] = scratch[_PROMISED + place]
        other.place[card] = zone
        other.prev[card] = before
        other.next[card] = NONE
        if before == NONE:
            other.head[zone] = card
        else:
            other.next[before] = card
        before = card
    other.tail[zone] = before


def known_first(d: Sheet, t: Table, seat: int, zone: int, scratch: Ints) -> None:
    """Put the cards of a hand that the seat knows before the others, by their numbers."""
    count = 0
    for hidden in range(2):
        for card in range(d.cards):
            if t.place[card] == zone and is_hidden(t, card, seat) == (hidden == 1):
                scratch[count] = card
                count += 1


def write_promises(t: Table, scratch: Ints, count: int, mixed: bool) -> None:
    """Write down to whom the cards of a zone are promised, by place; where which ones are is hidden, by seat."""
    written = 0
    for to in range(t.seats - 1, NONE - 1, -1):
        for place in range(count):
            if t.promised[scratch[place]] == to:
                scratch[_PROMISED + (written if mixed else place)] = to
                written += 1


def next_held(d: Sheet, t: Table, seat: int, scratch: Ints) -> int:
    """The hidden card that comes next into a hand or aside: no Creeper."""
    card = scratch[_HELD_AT]
    while not is_hidden(t, card, seat) or d.kind[card] == CREEPER:
        card += 1
    scratch[_HELD_AT] = card + 1
    return card


def next_piled(d: Sheet, t: Table, seat: int, scratch: Ints) -> int:
    """The hidden card that comes next into the pile: a Creeper, or one that is not held."""
    card = scratch[_PILED_AT]
    while not is_hidden(t, card, seat) or (card <= scratch[_LAST_HELD] and d.kind[card] != CREEPER):
        card += 1
    scratch[_PILED_AT] = card + 1
    return card


def forget_hidden_choices(d: Sheet, t: Table, other: Table, seat: int) -> None:
    """Overwrite the registers of waiting programs that hold a card of a hand which the seat cannot know: what another
    player has chosen there, or what chance has picked and nobody has seen."""
    for frame in range(t.frames):
        base = frame * FRAME
        at = d.entry[t.stack[base + F_PROGRAM]] * WIDTH
        while d.code[at] != _END:
            op = d.code[at]
            if (op == _CHOOSE or op == _RANDOM or op == _FIRST) and from_hands(d, d.code[at + 2]):
                forget_choice(d, t, other, seat, base + F_REGISTER + d.code[at + 1])
            at += WIDTH


def forget_choice(d: Sheet, t: Table, other: Table, seat: int, register: int) -> None:
    """Overwrite a register that holds a hidden card of a hand: with the first card, by number, of what that hand is to
    the seat."""
    card = t.stack[register]
    if not 0 <= card < d.cards:
        return
    zone = t.place[card]
    if HAND <= zone < KEEPERS and is_hidden(t, card, seat):
        least = other.head[zone]
        card = other.next[least]
        while card != NONE:
            least = min(least, card)
            card = other.next[card]
        other.stack[register] = least


def forget_hidden_picks(t: Table, other: Table, seat: int) -> None:
    """Put other cards of the same hand in place of those that somebody chose together and the seat cannot know."""
    for place in range(t.picks):
        card = t.pick[place] % SORT
        if card >= PICKED_SEAT:
            continue
        zone = t.place[card]
        if not HAND <= zone < KEEPERS or not is_hidden(t, card, seat):
            continue
        before = 0
        for earlier in range(place):
            other_card = t.pick[earlier] % SORT
            if other_card < PICKED_SEAT and t.place[other_card] == zone and is_hidden(t, other_card, seat):
                before += 1
        instead = other.head[zone]
        while before > 0 or not is_hidden(other, instead, seat):
            before -= 1 if is_hidden(other, instead, seat) else 0
            instead = other.next[instead]
        other.pick[place] += instead - card


def forget_secrets(d: Sheet, t: Table, other: Table, seat: int) -> None:
    """Overwrite what others than the seat have chosen in secret; that they have chosen stays."""
    for frame in range(t.frames):
        base = frame * FRAME
        at = d.entry[t.stack[base + F_PROGRAM]] * WIDTH
        while d.code[at] != _END:
            if d.code[at] == _SECRET:
                for chooser in range(t.seats):
                    slot = base + F_REGISTER + d.code[at + 2] + chooser
                    if chooser != seat and t.stack[slot] < NONE:
                        other.stack[slot] = HIDDEN
            at += WIDTH


def from_hands(d: Sheet, selection: int) -> bool:
    """Whether a selection can hold cards of hands."""
    at = selection * WIDTH
    while d.code[at] != _RETURN:
        if d.code[at] == _ADD_ZONE and d.code[at + 1] == HAND:
            return True
        at += WIDTH
    return False
