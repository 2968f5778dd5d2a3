"""Another table that a seat cannot tell from this one: what it does not know is dealt anew, what it knows stays."""

from __future__ import annotations

from changeling.cards import words as w
from changeling.engine.chance import below, sow
from changeling.engine.layout import Sheet, Table
from changeling.engine.machine import run
from changeling.engine.view import cards_in


def resample(d: Sheet, t: Table, seat: int, *, seed: int) -> Table:
    """Deal all cards that the seat does not know anew, honouring what is public: no Creeper is ever in a hand.

    Chance is sown anew too, and a question to another seat is put again for its new cards.
    """
    other = t.copy()
    sow(other, seed)
    places = [card for zone in _hidden(t, seat) for card in cards_in(t, zone) if not t.known[card] >> seat & 1]
    held = [card for card in places if t.place[card] != w.PILE]
    pool = [card for card in places if d.kind[card] != w.CREEPER]
    _mix(other, pool)
    creepers = [card for card in places if d.kind[card] == w.CREEPER]
    rest = pool[len(held) :] + creepers
    _mix(other, rest)
    taken = iter(rest)
    given = dict(zip(held, pool[: len(held)], strict=True))
    given |= {card: next(taken) for card in places if t.place[card] == w.PILE}
    _exchange(other, t, given)
    if other.asked not in (w.NONE, seat):
        other.asked = w.NONE
        other.options = 0
        run(d, other)
    return other


def _hidden(t: Table, seat: int) -> list[int]:
    """The zones whose cards a seat may not know."""
    hands = [w.HAND + place for place in range(t.seats) if place != seat]
    return [w.PILE, *hands, *range(w.ASIDE, w.ASIDE + t.asides)]


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
