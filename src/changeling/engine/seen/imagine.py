"""The table as the asked seat imagines it: what it knows lies where it is, everything else is dealt anew.

`as_seen` makes, of all tables that the seat cannot tell apart, one and the same: what is hidden lies in the order of
the cards' numbers, and whatever else the seat cannot know has a fixed value. `deal_hidden` then deals the hidden cards
by chance. So what comes out depends on what the seat may know and on the seed, and on nothing else.
"""

from __future__ import annotations

from changeling.cards import vocabulary as v
from changeling.cards.codes import (
    A_PLAY,
    ASIDE,
    CREEPER,
    DOWN,
    HAND,
    KEEPERS,
    NONE,
    PILE,
    SORT,
    WIDTH,
)
from changeling.engine.layout import F_PC, F_PROGRAM, F_REGISTER, FRAME, Sheet, Table
from changeling.engine.machine.chance import below, sow
from changeling.engine.machine.zones import EVERYBODY

Ints = list[int]  # an array of int64 where it is compiled

ROOM = 1024  # how many integers `deal_hidden` needs to work with
PROMISES = 600  # where in it the promises begin


def imagine(d: Sheet, seen: Table, *, seed: int) -> Table:
    """A table that might be the true one, from a table `as_seen` by the seat that is asked."""
    other = seen.copy()
    sow(other, seed & 0xFFFFFFFFFFFFFFFF)
    deal_hidden(d, other, other.asked, [0] * ROOM)
    return other


def as_seen(d: Sheet, t: Table) -> Table:
    """The same table for all that the asked seat cannot tell apart."""
    seat = t.asked
    other = t.copy()
    _sort_hidden(d, other, seat)
    sow(other, 0)
    other.clear_scratch()
    if t.options != 1 or t.option[0] != A_PLAY * SORT + t.blind:
        other.blind = NONE
    _forget_registers(d, other)
    return other


def _sort_hidden(d: Sheet, t: Table, seat: int) -> None:
    """Lay out what is hidden in the order of the cards' numbers: held cards first, then the pile with its Creepers."""
    rows = {zone: _row(t, zone) for zone in _zones(t, seat)}
    hidden = [card for row in rows.values() for card in row if not t.known[card] >> seat & 1]
    pool = sorted(card for card in hidden if d.kind[card] != CREEPER)
    held = [card for card in hidden if t.place[card] != PILE]
    piled = iter(sorted([*pool[len(held) :], *(card for card in hidden if d.kind[card] == CREEPER)]))
    handed = iter(pool[: len(held)])
    unseen, promises = set(hidden), t.promised[:]
    for zone, row in rows.items():
        if HAND <= zone < KEEPERS:  # where in a hand a known card is kept says nothing
            row.sort(key=lambda card: (card in unseen, card if card not in unseen else 0))
        promised = [promises[card] for card in row]
        if zone < KEEPERS or unseen.issuperset(row):  # which card of a hand was promised is hidden
            promised.sort(reverse=True)
        row[:] = [next(piled if zone == PILE else handed) if card in unseen else card for card in row]
        for place, card in enumerate(row):
            t.place[card] = zone
            t.prev[card] = row[place - 1] if place else NONE
            t.next[card] = row[place + 1] if place + 1 < len(row) else NONE
            t.promised[card] = promised[place]
        t.head[zone], t.tail[zone] = (row[0], row[-1]) if row else (NONE, NONE)
    for card in range(d.cards):
        t.known[card] = _known(t.place[card]) | (0 if card in unseen else 1 << seat)


def _zones(t: Table, seat: int) -> list[int]:
    """The zones whose cards a seat may not know; the pile comes last."""
    hands = [HAND + place for place in range(t.seats) if place != seat]
    return [*hands, *(DOWN + place for place in range(t.seats)), *range(ASIDE, ASIDE + t.asides), PILE]


def _row(t: Table, zone: int) -> list[int]:
    row = []
    card = t.head[zone]
    while card != NONE:
        row.append(card)
        card = t.next[card]
    return row


def _known(zone: int) -> int:
    """Who surely knows a card in that zone, as far as the seat can say."""
    if HAND <= zone < KEEPERS:
        return 1 << (zone - HAND)
    return 0 if zone == PILE or zone >= DOWN else EVERYBODY


def _forget_registers(d: Sheet, t: Table) -> None:
    """Programs on the way may hold a card that the seat cannot know: the one that another chose before it, which the
    pending answer replaces, or one that chance has picked and nobody has seen, for which any other of that hand will
    do."""
    base = (t.frames - 1) * FRAME
    at = t.stack[base + F_PC] * WIDTH
    if d.code[at] == v.Questions.choose.statement:
        t.stack[base + F_REGISTER + d.code[at + 1]] = 0
    for base in range(0, t.frames * FRAME, FRAME):
        for pc in range(d.entry[t.stack[base + F_PROGRAM]], t.stack[base + F_PC]):
            register = base + F_REGISTER + d.code[pc * WIDTH + 1]
            if d.code[pc * WIDTH] == v.Queries.random.statement and t.stack[register] >= 0:
                zone = t.place[t.stack[register]]
                if HAND <= zone < KEEPERS:
                    t.stack[register] = min(_row(t, zone))


# --- inside what Numba compiles ---------------------------------------------------------------------------------------
def deal_hidden(d: Sheet, t: Table, seat: int, room: Ints) -> None:
    """Deal all cards that the seat does not know anew, honouring what is public: no Creeper is ever in a hand."""
    room[PROMISES] = 0
    held = 0
    for zone in range(HAND, ASIDE + t.asides):
        if zone != HAND + seat and (zone < KEEPERS or zone >= DOWN):
            held = write_down(t, zone, seat, room, held)
    count = write_down(t, PILE, seat, room, held)
    for place in range(count - 1):
        if t.known[room[place]] >> seat & 1:
            continue
        other = place + below(t, count - place)
        while t.known[room[other]] >> seat & 1 or (place < held and d.kind[room[other]] == CREEPER):
            other = place + below(t, count - place)
        card = room[place]
        room[place] = room[other]
        room[other] = card
    place = 0
    for zone in range(HAND, ASIDE + t.asides):
        if zone != HAND + seat and (zone < KEEPERS or zone >= DOWN):
            lay_out(t, zone, seat, room, place)
            place += t.size[zone]
    lay_out(t, PILE, seat, room, place)
    for promise in range(room[PROMISES]):
        renew_promise(t, room[PROMISES + 1 + 2 * promise], room[PROMISES + 2 + 2 * promise])


def write_down(t: Table, zone: int, seat: int, room: Ints, count: int) -> int:
    """Write down the cards of a zone, and what is promised of them unseen; gives how many are written now."""
    card = t.head[zone]
    while card != NONE:
        room[count] = card
        count += 1
        if t.promised[card] != NONE and (zone < KEEPERS or t.known[card] >> seat & 1 == 0):
            at = PROMISES + 1 + 2 * room[PROMISES]
            room[at] = zone
            room[at + 1] = t.promised[card]
            room[PROMISES] += 1
            t.promised[card] = NONE
        card = t.next[card]
    return count


def lay_out(t: Table, zone: int, seat: int, room: Ints, start: int) -> None:
    """Fill a zone with the cards that are written from `start` on."""
    before = NONE
    for place in range(start, start + t.size[zone]):
        card = room[place]
        t.place[card] = zone
        t.prev[card] = before
        t.next[card] = NONE
        if before == NONE:
            t.head[zone] = card
        else:
            t.next[before] = card
        t.tail[zone] = card
        if t.known[card] >> seat & 1 == 0:
            t.known[card] = 1 << (zone - HAND) if HAND <= zone < KEEPERS else 0
        before = card


def renew_promise(t: Table, zone: int, receiver: int) -> None:
    """Some card of the zone is promised to the receiver: any one that is not promised yet."""
    skip = below(t, t.size[zone])
    card = t.head[zone]
    while skip > 0 or t.promised[card] != NONE:
        card = t.next[card] if t.next[card] != NONE else t.head[zone]
        skip -= 1
    t.promised[card] = receiver
