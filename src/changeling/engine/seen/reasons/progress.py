"""How far everybody is with the Goals in play: how much of each is there for a seat, and how much it takes.

Made from what everybody sees. A condition that looks at hidden cards counts as something that is not there yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck, Static
from changeling.cards.recent import RecentSayings
from changeling.engine.machine.board.having import suits
from changeling.engine.machine.board.likeness import LOOKED_UP
from changeling.engine.seen.conditions.lacks import Condition
from changeling.engine.seen.conditions.places_to_fill import filled
from changeling.engine.seen.conditions.saying import Saying, players_in, say
from changeling.engine.seen.conditions.situations import NEGATED, hides
from changeling.engine.seen.conditions.trees import Term, tree_of
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.disabling import counts_for_nothing, disabling
from changeling.engine.seen.reasons.front_memory import FrontMemory
from changeling.engine.seen.reasons.looked_past import as_counted
from changeling.engine.seen.reasons.progress_key import RULED
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.seen.reasons.standing import in_the_way, in_words, standing_of

Share = tuple[int, int, int]  # what is there, what it takes, and how much else is not as it should be
THERE: Final = (1, 1, 0)
LACKING: Final = (0, 1, 0)
AMISS: Final = (0, 0, 1)  # nothing that one could collect is missing, and yet it does not hold: such as `most`
NOTHING: Final = (0, 0, 0)  # it holds, and there is nothing to collect for it: such as `most` or what must not be
# Where a card says how things are.
_IN_PLAY: Final = frozenset((w.CENTRE, w.METAS, w.RULES, w.GOALS, *range(w.KEEPERS, w.DOWN)))
_FOR_ALL: Final = (w.METAS, w.RULES)  # where it says so for everybody
_COLLECTED: Final = (v.Queries.anyone_has, v.Queries.in_play)  # besides `has`: cards that have to be there


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that a Goal asks for, or forbids: what it is called, and the card that a seat has for it, or that is in
    the way in front of anybody; empty for none."""

    name: str
    card: str
    forbidden: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a seat is with a Goal: what it has of the cards and numbers that it takes. `seat` is empty for an Ungoal,
    which is everybody's. Where all is there something may still be in the way: then it is not `met`, and `lacks` says
    why. `pieces` are the things that are counted, one by one; none where they are not all cards that it takes in any
    case, as in an either-or or a number."""

    goal: str
    seat: str
    have: int
    need: int
    met: bool
    lacks: Saying
    pieces: tuple[Piece, ...] = ()


_counted: FrontMemory[tuple[int, int, tuple[Piece, ...]]] = FrontMemory(lambda counted: False)
_plain: FrontMemory[Progress] = FrontMemory(lambda progress: True)
_plain_ungoals: FrontMemory[Progress] = FrontMemory(lambda progress: bool(players_in(progress.lacks)))
_rulings: RecentSayings[dict[int, list[Static]]] = RecentSayings()  # what cards say of a winner


def progress_of(at: Inquiry) -> Iterator[Progress]:
    """How far every seat is with every Goal in play, and how near every Ungoal is.

    The table of the inquiry is only read. What is not remembered is worked out on a copy, made when it is needed."""
    apart = _Apart(at)
    for card in cards_in(at.table, w.GOALS):
        if at.deck.wins[card] != w.NONE:
            yield from (_with_goal(at, card, seat, apart) for seat in range(at.table.seats))
        if at.deck.ends[card] != w.NONE:
            yield _with_ungoal(at, card, apart)


class _Apart:
    """An inquiry about a copy of a table, made when it is first asked for."""

    def __init__(self, at: Inquiry) -> None:
        self._at, self._made = at, False

    def __call__(self) -> Inquiry:
        """The inquiry."""
        if not self._made:
            self._at, self._made = replace(self._at, table=self._at.table.copy()), True
        return self._at


def _with_goal(at: Inquiry, goal: int, seat: int, apart: Callable[[], Inquiry] | None = None) -> Progress:
    """How far a seat is with a Goal; `apart` gives the inquiry by which it is worked out where it is not remembered."""
    own = apart or (lambda: at)
    besides = _besides(at, goal, seat)
    if besides is None:
        return _worked_out(own(), goal, seat)
    return _plain.of(at, goal, at.deck.wins[goal], seat, lambda: _worked_out(own(), goal, seat), besides)


# Bits of `permitted`: cards say who is not stopped, what counts, or how many Goals are needed.
_CHANGING = 1 << w.EXCUSED | 1 << w.UNCOUNTED | 1 << w.SHARED | 1 << w.GOALS_NEEDED | 1 << w.DISABLED


def _besides(at: Inquiry, goal: int, seat: int) -> tuple[object, ...] | None:
    """What else makes a difference to how far a seat is with a Goal than what the Goal's own condition is about:
    Creepers in the way, rules that ask for more or might excuse them, and all that those are about. None where that may
    be anything. No card is asked what it says now, for that would be counted on the table."""
    d, t = at.sheet, at.table
    if d.stoppers == 1 or d.aliases == LOOKED_UP or d.permitted & _CHANGING:
        return None
    blocking = () if t.head[w.CREEPERS + seat] == w.NONE else in_the_way(at, goal, seat)
    unmet = t.force[seat * w.N_STATICS + w.REQUIRES] == 0
    if not blocking and not unmet:
        return ()
    rulings = _rulings.of(at.deck, lambda: _rulings_of(at.deck))
    if t.lastings or any(t.place[card] in _IN_PLAY and t.place[card] not in _FOR_ALL for card in rulings):
        return None
    asked = (w.REQUIRES if unmet else w.NONE, w.HARMLESS if blocking else w.NONE)
    found: list[object] = [at.names, seat, *blocking]
    for card in (card for zone in _FOR_ALL for card in cards_in(t, zone)):
        for ruling in (one for one in rulings.get(card, ()) if one.static in asked):
            within = _counted.within(at, ruling.expression, seat)
            if within is None:
                return None
            found += [w.NONE, card, *within]
    return tuple(found)


def _rulings_of(deck: Deck) -> dict[int, list[Static]]:
    """By card that says it: what has to hold for a winner, and for Creepers to stop nobody."""
    said = {card.id: [one for one in deck.statics[card.id] if one.static in RULED] for card in deck.cards}
    return {card: rulings for card, rulings in said.items() if rulings}


def _worked_out(at: Inquiry, goal: int, seat: int) -> Progress:
    counted = as_counted(at, seat)
    standing = standing_of(at, goal, seat, counted)
    have, need, pieces = _counted.of(counted, goal, at.deck.wins[goal], seat, lambda: _count(counted, goal, seat))
    lacks = say() if standing.met else in_words(at, standing)[0]
    return Progress(at.title(goal), at.names[seat], have, need, standing.met, lacks, pieces)


def _count(at: Inquiry, goal: int, seat: int) -> tuple[int, int, tuple[Piece, ...]]:
    """How much of a Goal is there for a seat, how much it takes, and its pieces."""
    counting, tree = _Counting(at.reader(goal, seat)), tree_of(at.deck, at.deck.wins[goal])
    have, need = counting.progress(tree)
    pieces = tuple(counting.pieces(tree))
    whole = sum(not piece.forbidden for piece in pieces) == need
    return have, need, pieces if whole else ()


def _with_ungoal(at: Inquiry, ungoal: int, apart: Callable[[], Inquiry]) -> Progress:
    """How near an Ungoal is; `apart` gives the inquiry by which it is worked out where it is not remembered."""
    if at.sheet.permitted & _CHANGING:
        return _ungoal_worked_out(apart(), ungoal)
    turn, ends = at.table.turn, at.deck.ends[ungoal]
    return _plain_ungoals.of(at, ungoal, ends, turn, lambda: _ungoal_worked_out(apart(), ungoal))


def _ungoal_worked_out(at: Inquiry, ungoal: int) -> Progress:
    at = as_counted(at, w.NONE)
    counting, tree = _Counting(at.reader(ungoal, at.table.turn)), tree_of(at.deck, at.deck.ends[ungoal])
    have, need = counting.progress(tree)
    ways = counting.ways(tree)
    by = disabling(at, ungoal)
    met = ways == [()] and not by
    lacks = say() if met else counts_for_nothing(at, by) if by else at.with_text(counting.lacks(ways), ungoal)
    return Progress(at.title(ungoal), "", have, need, met, lacks)


class _Counting(Condition):
    """Counts how much of one card's condition holds for one seat."""

    def progress(self, term: Term) -> tuple[int, int]:
        """What is there of a condition, and what it takes; one thing, where it takes nothing that could be counted."""
        have, need, amiss = self.share(term)
        return (have, need) if need or not amiss else (0, 1)

    def share(self, term: Term, *, want: bool = True) -> Share:
        """How much there is of a term that is to hold, or with `want` off, not to hold."""
        if term.word is v.Terms.not_:
            return self.share(term.parts[0], want=not want)
        if term.word in (v.Terms.and_, v.Terms.or_):
            sides = [self.share(part, want=want) for part in term.parts]
            return _sum(sides) if (term.word is v.Terms.and_) == want else min(sides, key=_distance)
        if hides(self.reader, term):
            return LACKING
        if term.word is v.Terms.unless:
            return self.share(self.branch(term), want=want)
        several = self._some_of(term) if want else None
        if several is not None:
            number, conditions = several
            return _sum(sorted((self.share(one) for one in conditions), key=_distance)[:number])
        return self._single(term, want)

    def pieces(self, term: Term) -> Iterator[Piece]:
        """The cards that a condition asks for in any case, and those that must not be in front of anybody."""
        if term.word is v.Terms.and_:
            for part in term.parts:
                yield from self.pieces(part)
        elif term.word is v.Queries.has:
            items = self.reader.items(term.operands[0])
            there = filled(self.reader.sheet, self.reader.table, self.reader.seat, items)
            for item, card in zip(items, there, strict=True):
                yield Piece(self.item(item), "" if card == w.NONE else self.reader.title(card))
        elif term.word is v.Terms.not_ and term.parts[0].word is v.Queries.anyone_has:
            items = self.reader.items(term.parts[0].operands[0])
            if len(items) == 1:
                yield Piece(self.item(items[0]), self._in_front(items[0]), forbidden=True)

    def _in_front(self, item: int) -> str:
        """The first card in front of anybody that is such a thing; empty for none."""
        d, t = self.reader.sheet, self.reader.table
        fronts = (
            card for seat in range(t.seats) for zone in (w.KEEPERS, w.CREEPERS) for card in cards_in(t, zone + seat)
        )
        return next((self.reader.title(card) for card in fronts if suits(d, t, card, item)), "")

    def _single(self, term: Term, want: bool) -> Share:
        """How much there is of a condition that is not made of others."""
        holds = self.reader.holds(term) == want
        if term.word is v.Queries.has and want:
            items = self.reader.items(term.operands[0])
            there = filled(self.reader.sheet, self.reader.table, self.reader.seat, items)
            return sum(card != w.NONE for card in there), len(items), 0
        if term.word.term in NEGATED:
            return self._compared(term, want, holds)
        if holds:
            return THERE if want and term.word in _COLLECTED else NOTHING
        return LACKING if want and term.word in _COLLECTED else AMISS

    def _compared(self, term: Term, want: bool, holds: bool) -> Share:
        """A number that has to grow to another one counts up to it; any other comparison holds or not."""
        word = term.word if want else NEGATED[term.word.term]
        left, right = term.parts
        if word in (v.Terms.le, v.Terms.lt):
            left, right = right, left
        if word in (v.Terms.ge, v.Terms.gt, v.Terms.le, v.Terms.lt) and left.type == right.type == v.NUMBER:
            need = self.reader.value(right) + (word in (v.Terms.gt, v.Terms.lt))
            if 0 < need < w.ALL:
                return min(max(self.reader.value(left), 0), need), need, 0
        return NOTHING if holds else AMISS


def _sum(shares: list[Share]) -> Share:
    return sum(one[0] for one in shares), sum(one[1] for one in shares), sum(one[2] for one in shares)


def _distance(share: Share) -> tuple[int, int]:
    """How far a share is from what it takes; of two that are as far, the one of which more is there is nearer."""
    have, need, amiss = share
    return need - have + amiss, -have
