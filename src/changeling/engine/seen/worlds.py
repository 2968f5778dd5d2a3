"""Possible worlds: tables that a seat cannot tell from the true one. What it knows stays, the rest is dealt anew.

`imagine` serves the seat that is asked, and knows no more than it: `as_seen` first makes one and the same table of all
that the seat cannot tell apart. There, what is hidden lies in the order of the cards' numbers, and whatever else the
seat cannot know has a fixed value. So an imagined table depends on what the seat may know and on the seed, and on
nothing else. `resample` serves any seat, from the true table; what others know of one another's cards stays in it.

The dealing itself is in `machine.hidden_deal`, because it is compiled with the search.
"""

from __future__ import annotations

from typing import Final

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
    SURPRISE_WINDOW,
    WIDTH,
)
from changeling.engine.layout import F_PC, F_PROGRAM, F_REGISTER, FRAME, Sheet, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.dispatch import step
from changeling.engine.machine.hidden_deal import DEAL_SCRATCH, deal_hidden
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.secrets import forget_secrets

_SEED = 0xFFFFFFFFFFFFFFFF
_PICKS: Final = (v.Questions.choose.statement, v.Queries.random.statement, v.Queries.first.statement)
_TRIES = 8


def imagine(d: Sheet, seen: Table, *, seed: int) -> Table:
    """A table that might be the true one, from a table `as_seen` by the seat that is asked."""
    other = seen.copy()
    sow(other, seed & _SEED)
    deal_hidden(d, other, other.asked, [0] * DEAL_SCRATCH)
    return other


def resample(d: Sheet, t: Table, seat: int, *, seed: int) -> Table:
    """Another table that the seat, asked or not, cannot tell from this one.

    The generator is seeded anew too. A question to another seat is put again for its new cards. That this seat is asked
    is public, so hands that would not be asked the same are dealt once more. In a Surprise window only that somebody is
    asked is public.
    """
    for attempt in range(_TRIES):
        other = _dealt_anew(d, t, seat, seed + attempt * 0x9E3779B97F4A7C15, kept=NONE)
        if _asks_alike(d, other, t, seat):
            return other
    other = _dealt_anew(d, t, seat, seed, kept=t.asked)
    _asks_alike(d, other, t, seat)
    return other


def _dealt_anew(d: Sheet, t: Table, seat: int, seed: int, *, kept: int) -> Table:
    """The table with other cards where the seat does not know them; the hand of the seat `kept` stays as it is."""
    other = t.copy()
    sow(other, seed & _SEED)
    lent = [] if kept == NONE else [card for card in cards_in(t, HAND + kept) if not t.known[card] >> seat & 1]
    for card in lent:
        other.known[card] |= 1 << seat
    deal_hidden(d, other, seat, [0] * DEAL_SCRATCH)
    for card in lent:
        other.known[card] = t.known[card]
    if t.blind != NONE:  # the card at the same place in the hand
        zone = t.place[t.blind]
        other.blind = cards_in(other, zone)[cards_in(t, zone).index(t.blind)]
    for place in range(t.picks):  # likewise, of what somebody chose from a hand
        card, owner = t.pick[place] % SORT, t.pick[place] - t.pick[place] % SORT
        zone = t.place[card]
        if HAND <= zone < KEEPERS:
            other.pick[place] = owner + cards_in(other, zone)[cards_in(t, zone).index(card)]
    return other


def _asks_alike(d: Sheet, other: Table, t: Table, seat: int) -> bool:
    """Put a question to another seat again; whether it is asked as the seat has seen it asked."""
    if t.asked in (NONE, seat):
        return True
    other.asked = NONE
    other.options = 0
    step(d, other)
    if other.asked == NONE or other.prompt != t.prompt or other.outcome != t.outcome:
        return False
    if t.prompt == SURPRISE_WINDOW:
        return other.asked not in (NONE, seat)
    return other.asked == t.asked


def as_seen(d: Sheet, t: Table) -> Table:
    """One and the same table for all tables that the asked seat cannot tell apart."""
    seat = t.asked
    other = t.copy()
    hidden = _hidden_choices(d, t, seat)
    _sort_hidden(d, other, seat)
    sow(other, 0)
    other.clear_scratch()
    other.quiet = other.stopped = 0  # they depend on what others could have chosen
    if t.options != 1 or t.option[0] != A_PLAY * SORT + t.blind:
        other.blind = NONE
    for register, zone in hidden:
        other.stack[register] = min(cards_in(other, zone))
    _forget_picks(t, other, seat)
    _forget_last_choice(d, other)
    forget_secrets(d, other, seat)
    return other


def _forget_picks(t: Table, other: Table, seat: int) -> None:
    """Put other cards of the same hand in place of those that somebody chose together and the seat cannot know."""
    used: dict[int, int] = {}
    for place in range(t.picks):
        card, zone = t.pick[place] % SORT, t.place[t.pick[place] % SORT]
        if HAND <= zone < KEEPERS and not t.known[card] >> seat & 1:
            hidden = sorted(one for one in cards_in(other, zone) if not other.known[one] >> seat & 1)
            other.pick[place] += hidden[used.get(zone, 0)] - card
            used[zone] = used.get(zone, 0) + 1


def _sort_hidden(d: Sheet, t: Table, seat: int) -> None:
    """Lay out what is hidden in the order of the cards' numbers: held cards first, then the pile with its Creepers."""
    rows = {zone: cards_in(t, zone) for zone in _zones(t, seat)}
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


def _known(zone: int) -> int:
    """Who surely knows a card in that zone, as far as the seat can say."""
    if HAND <= zone < KEEPERS:
        return 1 << (zone - HAND)
    return 0 if zone == PILE or zone >= DOWN else EVERYBODY


def _hidden_choices(d: Sheet, t: Table, seat: int) -> list[tuple[int, int]]:
    """The registers of waiting programs that hold a card of a hand which the seat cannot know, each with that hand:
    what another player has chosen there, or what chance has picked and nobody has seen."""
    found = []
    for base in range(0, t.frames * FRAME, FRAME):
        pc = d.entry[t.stack[base + F_PROGRAM]]
        while (op := d.code[pc * WIDTH]) != v.Control.end.statement:
            register = base + F_REGISTER + d.code[pc * WIDTH + 1]
            if op in _PICKS and _from_hands(d, d.code[pc * WIDTH + 2]) and 0 <= t.stack[register] < d.cards:
                zone = t.place[t.stack[register]]
                if HAND <= zone < KEEPERS and not t.known[t.stack[register]] >> seat & 1:
                    found.append((register, zone))
            pc += 1
    return found


def _from_hands(d: Sheet, selection: int) -> bool:
    """Whether a selection can hold cards of hands."""
    while (op := d.code[selection * WIDTH]) != v.Terms.return_.term:
        if op == v.Terms.add_zone.term and d.code[selection * WIDTH + 1] == HAND:
            return True
        selection += 1
    return False


def _forget_last_choice(d: Sheet, t: Table) -> None:
    """Overwrite what another seat has answered to the same question: the pending answer replaces it."""
    base = (t.frames - 1) * FRAME
    at = t.stack[base + F_PC] * WIDTH
    if d.code[at] == v.Questions.choose.statement:
        t.stack[base + F_REGISTER + d.code[at + 1]] = 0
