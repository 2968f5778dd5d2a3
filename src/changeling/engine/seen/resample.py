"""Another table that a seat cannot tell from this one: what it does not know is dealt anew, what it knows stays."""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.engine.layout import Sheet, Table
from changeling.engine.machine.chance import below, sow
from changeling.engine.machine.dispatch import step
from changeling.engine.seen.view import cards_in

_TRIES = 8


def resample(d: Sheet, t: Table, seat: int, *, seed: int) -> Table:
    """Deal all cards that the seat does not know anew, honouring what is public: no Creeper is ever in a hand.

    Chance is sown anew too. A question to another seat is put again for its new cards; that the seat is asked is
    public, so hands
    that would not be asked it are dealt once more. In a Surprise window only that somebody is asked is public.
    """
    for attempt in range(_TRIES):
        other = _dealt_anew(d, t, seat, seed + attempt * 0x9E3779B97F4A7C15, kept=w.NONE)
        if _asks_alike(d, other, t, seat):
            return other
    other = _dealt_anew(d, t, seat, seed, kept=t.asked)
    _asks_alike(d, other, t, seat)
    return other


def _dealt_anew(d: Sheet, t: Table, seat: int, seed: int, *, kept: int) -> Table:
    """The table with new unknown cards; the hand of the seat `kept` stays as it is."""
    other = t.copy()
    sow(other, seed & 0xFFFFFFFFFFFFFFFF)
    zones = [zone for zone in _hidden(t, seat) if kept == w.NONE or zone != w.HAND + kept]
    places = [card for zone in zones for card in cards_in(t, zone) if not t.known[card] >> seat & 1]
    held = [card for card in places if t.place[card] != w.PILE]
    pool = [card for card in places if d.kind[card] != w.CREEPER]
    _mix(other, pool)
    rest = pool[len(held) :] + [card for card in places if d.kind[card] == w.CREEPER]
    _mix(other, rest)
    taken = iter(rest)
    given = dict(zip(held, pool[: len(held)], strict=True))
    given |= {card: next(taken) for card in places if t.place[card] == w.PILE}
    _exchange(other, t, given)
    return other


def _asks_alike(d: Sheet, other: Table, t: Table, seat: int) -> bool:
    """Put a question to another seat again; whether it is asked as the seat has seen it asked."""
    if t.asked in (w.NONE, seat):
        return True
    other.asked = w.NONE
    other.options = 0
    step(d, other)
    if other.asked == w.NONE or other.prompt != t.prompt or other.outcome != t.outcome:
        return False
    if t.prompt == w.SURPRISE_WINDOW:
        return other.asked not in (w.NONE, seat)
    return other.asked == t.asked


def _hidden(t: Table, seat: int) -> list[int]:
    """The zones whose cards a seat may not know."""
    hands = [w.HAND + place for place in range(t.seats) if place != seat]
    down = [w.DOWN + place for place in range(t.seats)]
    return [w.PILE, *hands, *down, *range(w.ASIDE, w.ASIDE + t.asides)]


def _mix(t: Table, cards: list[int]) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = below(t, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def _exchange(other: Table, t: Table, given: dict[int, int]) -> None:
    """Put each given card into the place that its counterpart had, with what was known and promised of that place."""
    for zone in {t.place[card] for card in given}:
        row = [given.get(card, card) for card in cards_in(t, zone)]
        for place, card in enumerate(row):
            other.place[card] = zone
            other.prev[card] = row[place - 1] if place else w.NONE
            other.next[card] = row[place + 1] if place + 1 < len(row) else w.NONE
        other.head[zone], other.tail[zone] = row[0], row[-1]
    for card, instead in given.items():
        other.known[instead] = t.known[card]
        other.promised[instead] = t.promised[card]
    if t.blind in given:
        other.blind = given[t.blind]
