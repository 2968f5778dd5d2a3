"""All that the conditions of Goals look at, as one value: while that stays the same, so does how far everybody is.

After most answers nothing of it has changed: somebody has drawn, chosen or let something pass.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.layout import Table
from changeling.engine.seen.conditions.trees import Term, tree_of
from changeling.engine.sheet_layout import Sheet

Key = tuple[object, ...]

UNKNOWN: Final = 1  # a condition of the card looks at something that is not in the key
HANDS: Final = 2  # one looks at how many cards somebody holds
ENDS: Final = 4  # it is an Ungoal: whose turn it is makes a difference
_CENTRAL: Final = (w.GOALS, w.RULES, w.METAS, w.CENTRE)
_FRONTS: Final = (w.KEEPERS, w.CREEPERS)
_COUNTABLE: Final = (*_FRONTS, w.DOOM_COUNT)
RULED: Final = (w.REQUIRES, w.HARMLESS)  # what rules say of a winner
_t, _q = v.Terms, v.Queries
_KNOWN: Final = frozenset(
    {_t.and_, _t.or_, _t.not_, _t.eq, _t.ne, _t.lt, _t.le, _t.gt, _t.ge, _t.add, _t.sub, _t.mul, _t.mod, _q.min, _q.max}
    | {_t.num, _t.live, _t.numeral, _t.you, _t.counter, _q.has, _q.anyone_has, _q.doom, _q.count, _q.half}
    | {_t.item, _t.among}  # of permissions: whether a card is one of those that are meant
    | {_q.most, _q.least, _q.leads, _q.largest, _q.consecutive, _q.total, _q.adds_up, _q.makes, _q.pairs, _q.same_rank}
)


def progress_key(deck: Deck, sheet: Sheet, t: Table, names: tuple[str, ...]) -> Key | None:
    """What how far everybody is depends on; None where a condition in play looks at anything else."""
    facts = _facts_of(deck)
    found: list[int] = []
    looked, following = 0, t.next
    first = t.head
    for zone in _zones(t.seats):
        card = first[zone]
        while card != w.NONE:
            looked |= facts[card]
            found.append(card)
            card = following[card]
        found.append(w.NONE)
    if looked & UNKNOWN:
        return None
    hands = t.size[w.HAND : w.HAND + t.seats] if looked & HANDS else []
    promised = tuple(t.promised) if t.promises else ()  # which do not count, wherever they lie
    turn = t.turn if looked & ENDS else w.NONE
    force = t.force
    ruled = [force[place] for place in _ruled(t.seats)]
    lasting = (*t.lasting_card[: t.lastings], *t.lasting_seat[: t.lastings]) if t.lastings else ()
    counted = tuple(t.counters) if sheet.counters else ()
    remembered = (*t.memory_card[: t.memories], *t.memory_of[: t.memories]) if t.memories else ()
    said = (remembered, lasting, counted, promised, t.inflation, t.out, t.turned_round, t.like_holds)
    return (names, *found, *hands, turn, *ruled, *said)


@lru_cache
def _zones(seats: int) -> tuple[int, ...]:
    """Where the cards lie that make a difference."""
    return (*_CENTRAL, *(front + seat for front in _FRONTS for seat in range(seats)))


@lru_cache
def _ruled(seats: int) -> tuple[int, ...]:
    """Where the numbers in force are that make a difference."""
    return tuple(seat * w.N_STATICS + static for seat in range(seats) for static in RULED)


_facts: Recent[list[int]] = Recent()


def _facts_of(deck: Deck) -> list[int]:
    """By card: what its conditions look at."""
    return _facts.of(deck.digest, lambda: [_of_card(deck, card.id) for card in deck.cards])


def _of_card(deck: Deck, card: int) -> int:
    conditions = [deck.wins[card], deck.ends[card]]
    conditions += [formula.expression for formula in deck.statics[card] if formula.static in RULED]
    conditions += [permit.test for permit in deck.permits if permit.card == card and permit.sort == w.EXCUSED]
    blurs = (w.DISABLED, w.UNCOUNTED, w.SHARED, w.GOALS_NEEDED)  # they change what other cards count for
    found = UNKNOWN if any(permit.card == card and permit.sort in blurs for permit in deck.permits) else 0
    if deck.ends[card] != w.NONE:
        found |= ENDS
    for condition in conditions:
        found |= _looks(tree_of(deck, condition)) if condition != w.NONE else 0
    return found


def _looks(term: Term) -> int:
    found = 0 if term.word in _KNOWN else UNKNOWN
    for kind, operand in zip(term.word.kinds, term.operands, strict=False):
        if kind == v.ZONE and operand == w.HAND:
            found |= HANDS
        elif kind == v.ZONE and operand not in _COUNTABLE and operand > w.COUNTER:
            found |= UNKNOWN
    for part in term.parts:
        found |= _looks(part)
    return found
