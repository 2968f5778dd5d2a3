"""Single conditions in words: how things stand with each, whether it holds or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.machine.board.counts import amount
from changeling.engine.machine.board.having import owned, owns
from changeling.engine.machine.zones import on_table
from changeling.engine.seen.conditions.places_to_fill import filled
from changeling.engine.seen.conditions.saying import (
    Saying,
    article,
    cards_in_a_row,
    joined,
    people,
    row,
    say,
    who,
    whose,
)
from changeling.engine.seen.conditions.trees import Reader, Term
from changeling.engine.seen.conditions.wording import LITERAL, LOOSELY, Wording

NEGATED: Final = {
    v.Terms.eq.term: v.Terms.ne,
    v.Terms.ne.term: v.Terms.eq,
    v.Terms.lt.term: v.Terms.ge,
    v.Terms.ge.term: v.Terms.lt,
    v.Terms.gt.term: v.Terms.le,
    v.Terms.le.term: v.Terms.gt,
}
_MIRRORED: Final = {
    v.Terms.lt.term: v.Terms.gt,
    v.Terms.gt.term: v.Terms.lt,
    v.Terms.le.term: v.Terms.ge,
    v.Terms.ge.term: v.Terms.le,
}
_BOUNDS: Final = {
    v.Terms.ge.term: "at least",
    v.Terms.gt.term: "more than",
    v.Terms.eq.term: "exactly",
    v.Terms.ne.term: "any number but",
    v.Terms.le.term: "at most",
    v.Terms.lt.term: "less than",
}
_HIDDEN_ZONES: Final = (w.HAND, w.DOWN)


def hides(reader: Reader, term: Term) -> bool:
    """Whether a term looks at cards that not everybody sees: at more of a hand than how many cards it holds."""
    kinds = dict(zip(term.word.kinds, term.operands, strict=False))
    if kinds.get(v.ZONE) in _HIDDEN_ZONES and (kinds.get(v.FILTER) or not _only_counts(term)):
        return True
    if term.word is v.Terms.stash_size and kinds.get(v.FILTER):
        return True
    if term.word is v.Queries.owner:  # of a card that may lie in a hand
        card = reader.value(term.parts[0])
        return card >= 0 and not on_table(reader.table, card)
    return any(hides(reader, part) for part in term.parts)


def _only_counts(term: Term) -> bool:
    return term.word in (v.Queries.count, v.Queries.most, v.Queries.least, v.Queries.leads, v.Queries.largest)


class Situations(Wording):
    """How things stand with the conditions of one card's expression, for one seat."""

    def of(self, term: Term, holds: bool) -> Saying:
        """How things stand with a condition that is not made of others, given whether it holds."""
        if term.word.term in NEGATED:
            return self.comparison(term, holds)
        tell = TELLERS.get(term.word.term)
        if tell is not None:
            return tell(self, term, holds)
        if term.type == v.NUMBER or self.counts(term):
            return self._something(term, holds)
        return say(f"{term.word.name.replace('_', ' ')} ", "holds" if holds else "does not hold", " as ", LOOSELY)

    # --- comparisons --------------------------------------------------------------------------------------------------
    def comparison(self, term: Term, holds: bool, *, negated: bool = False) -> Saying:
        """Two things compared. Where they do not compare as they should, with what it takes."""
        word = NEGATED[term.word.term] if negated else term.word
        left, right = term.parts
        if left.word in LITERAL and right.word not in LITERAL:
            left, right, word = right, left, _MIRRORED.get(word.term, word)
        if v.CONDITION in (left.type, right.type) and v.NUMBER not in (left.type, right.type):
            return say("two conditions ", LOOSELY, " are ", "alike" if self._equal(left, right) else "unlike")
        if left.type != v.NUMBER and not self.counts(left):
            said = say(self.named_card(left), " is ", self.card(left))
            wanted = say("not " if word is v.Terms.ne else "", self.card(right))
            return said if holds else say(said, ", but it takes ", wanted)
        needed = self.reader.value(right)
        if holds:
            return self.together(left) or self.is_so(left)
        if right.word in LITERAL and word in (v.Terms.ge, v.Terms.gt):
            several = self.together(left, needed + (word is v.Terms.gt))
            if several:
                return several
        if self.counts(left) and right.word in LITERAL and word in (v.Terms.ge, v.Terms.gt) and needed >= 0:
            needed += word is v.Terms.gt
            return self.tally(left, 2, f"{self.reader.value(left)} of {needed}" if needed > 1 else "no")
        named = () if right.word in LITERAL else say(" (", self.number(right), ")")
        bound = "fewer than" if word is v.Terms.lt and self.counts(left) else _BOUNDS[word.term]
        return say(self.is_so(left), f", but it takes {bound} {needed}", named)

    def _equal(self, left: Term, right: Term) -> bool:
        return self.reader.value(left) == self.reader.value(right)

    def _something(self, term: Term, holds: bool) -> Saying:
        """A number, or a set, where a condition is needed: it holds when it is not 0."""
        if holds:
            return self.is_so(term)
        return self.tally(term, 0, "no") if self.counts(term) else self.is_so(term)

    # --- who has what -------------------------------------------------------------------------------------------------
    def _has(self, term: Term, holds: bool) -> Saying:
        items = self.reader.items(term.operands[0])
        if holds:
            return say(who(self.me, "have"), " ", cards_in_a_row(self._filling(items)))
        things = row([self.item(item) if item >= 0 else article(self.item(item)) for item in items])
        return say(who(self.me, "do"), " not have ", things, " together" if len(items) > 1 else "")

    def _filling(self, items: tuple[int, ...]) -> list[str]:
        """The cards in front of the seat that fill the places of a list, as sentences call them."""
        cards = filled(self.reader.sheet, self.reader.table, self.reader.seat, items)
        return [self.reader.spoken(card) for card in cards if card != w.NONE]

    def _anyone_has(self, term: Term, holds: bool) -> Saying:
        d, t = self.reader.sheet, self.reader.table
        items = self.reader.items(term.operands[0])
        if not holds:
            lacking = [item for item in items if not owned(d, t, item)]
            return say("nobody has ", row([self._thing(item) for item in lacking], "or"))
        clauses = []
        for item in dict.fromkeys(items):
            owners = [self.reader.names[seat] for seat in range(t.seats) if owns(d, t, seat, item)]
            clauses.append(say(people(owners, "have"), " ", self._thing(item)))
        return joined(clauses, " and ")

    def _thing(self, item: int) -> str:
        return self.item(item) if item >= 0 else article(self.item(item))

    def _in_play(self, term: Term, holds: bool) -> Saying:
        names = [self.reader.deck.names[item] for item in self.reader.items(term.operands[0])]
        there = [
            self.reader.spoken(card.id)
            for card in self.reader.deck.cards
            if card.name in names and on_table(self.reader.table, card.id)
        ]
        if holds:
            return say(cards_in_a_row(there), " is" if len(there) == 1 else " are", " in play")
        return say(
            f"{names[0]} is not in play" if len(names) == 1 else say("none of ", row(list(names)), " is in play")
        )

    def _ranking(self, term: Term, holds: bool) -> Saying:
        zone, which = term.operands
        mine = self.much(zone, which, self.reader.seat)
        if holds:
            return say(mine, f", {self._rank(term)} than anybody else")
        return say(mine, " and ", self.much(zone, which, self._rival(term)))

    def _rank(self, term: Term) -> str:
        """What a ranking asks for."""
        fewer = "less" if term.operands[0] <= w.DOOM_COUNT else "fewer"
        return "more" if term.word is v.Queries.most else fewer if term.word is v.Queries.least else f"no {fewer}"

    def demand(self, term: Term) -> str:
        """What a condition takes that does not hold, where how things stand does not say it by itself."""
        if term.word in (v.Queries.most, v.Queries.least, v.Queries.leads):
            return f", but it takes {self._rank(term)} than anybody else"
        number = term.type == v.NUMBER and not self.counts(term) and term.word.term not in TELLERS
        return ", but it takes any number but 0" if number else ""

    def _rival(self, term: Term) -> int:
        """The seat that stands most in the way of having the most, or the least."""
        d, t = self.reader.sheet, self.reader.table
        zone, which = term.operands
        others = [seat for seat in range(t.seats) if seat != self.reader.seat and not t.out >> seat & 1]
        sign = 1 if term.word is v.Queries.least else -1
        return min(others, key=lambda seat: sign * amount(d, t, zone, seat, which))

    def _consecutive(self, term: Term, holds: bool) -> Saying:
        return say("two" if holds else "no two", " of ", self.cards(term), " have numbers next to each other")

    def _adds_up(self, term: Term, holds: bool) -> Saying:
        owner, number = self.seat(term.parts[0]), self.reader.value(term.parts[1])
        cards = say(whose(owner) if owner else "nobody's", " ", self.noun(*term.operands[:2]))
        return say("some" if holds else "none", " of ", cards, f" add up to {number}")

    def _makes(self, term: Term, holds: bool) -> Saying:
        owner, number = self.seat(term.parts[0]), self.reader.value(term.parts[1])
        cards = say(whose(owner) if owner else "nobody's", " ", self.noun(*term.operands[:2]))
        signs = " ".join(sign for sign, way in w.WAYS.items() if term.operands[2] & way)
        return say("some" if holds else "none", " of ", cards, f" make {number} by {signs}")

    # --- one card, one player, the world ------------------------------------------------------------------------------
    def _is_a(self, term: Term, holds: bool) -> Saying:
        noun = article(self.noun(w.NONE, term.operands[0], 1))
        return say(self.named_card(term.parts[0]), " is " if holds else " is not ", noun)

    def _loose(self, term: Term, holds: bool) -> Saying:
        return say(
            self.named_card(term.parts[0]), " is attached to nothing" if holds else " is attached to another card"
        )

    def _among(self, term: Term, holds: bool) -> Saying:
        card = next(part for part in term.parts if part.type == v.CARD)
        return say(self.named_card(card), " is " if holds else " is not ", "one of the cards ", LOOSELY)

    def _asked_for(self, term: Term, holds: bool) -> Saying:
        no = "a Goal in play asks for " if holds else "no Goal in play asks for "
        return say(no, self.named_card(term.parts[0]))

    def _some(self, term: Term, holds: bool) -> Saying:
        there = " is there" if holds else " is not there"
        return say(self.named_card(term.parts[0]), there)

    def _youngest(self, term: Term, holds: bool) -> Saying:
        return say(who(self.seat(term.parts[0]), "are"), "" if holds else " not", " the youngest")

    def _known_of(self, term: Term, holds: bool) -> Saying:
        fact, seat = term.operands[0], self.seat(term.parts[0])
        no = "" if holds else "not "
        if fact == w.AGE:
            return self.is_so(term)
        if fact == w.BIRTHDAY:
            return say(f"today is {no}", whose(seat), " birthday")
        return say(who(seat, "are"), f" {no}a {'grandparent' if fact == w.GRANDPARENT else 'parent'}")

    def _in_force(self, term: Term, holds: bool) -> Saying:
        if term.operands[0] != w.HARMLESS:
            return self.is_so(term)
        keep = "do not keep " if holds else "keep "
        return say("Creepers ", keep, who(self.seat(term.parts[0])), " from winning")

    def _alike(self, term: Term, holds: bool) -> Saying:
        one, other = (self.named_card(part) for part in term.parts)
        return say(one, " and ", other, " have ", "the same name" if holds else "different names")

    def _in_game(self, term: Term, holds: bool) -> Saying:
        return say(who(self.seat(term.parts[0]), "are"), " in the game" if holds else " out of the game")

    def _your_turn(self, term: Term, holds: bool) -> Saying:
        return say("it is ", "" if holds else "not ", whose(self.me), " turn")

    def _literal(self, term: Term, holds: bool) -> Saying:
        return say("this always holds" if holds else "this never holds")


TELLERS: Final[dict[int, Callable[[Situations, Term, bool], Saying]]] = {  # by the number of its instruction
    v.Queries.has.term: Situations._has,
    v.Queries.anyone_has.term: Situations._anyone_has,
    v.Queries.in_play.term: Situations._in_play,
    v.Queries.most.term: Situations._ranking,
    v.Queries.least.term: Situations._ranking,
    v.Queries.leads.term: Situations._ranking,
    v.Queries.consecutive.term: Situations._consecutive,
    v.Queries.adds_up.term: Situations._adds_up,
    v.Queries.makes.term: Situations._makes,
    v.Queries.is_a.term: Situations._is_a,
    v.Queries.loose.term: Situations._loose,
    v.Terms.some.term: Situations._some,
    v.Queries.youngest.term: Situations._youngest,
    v.Terms.fact.term: Situations._known_of,
    v.Terms.static.term: Situations._in_force,
    v.Queries.your_turn.term: Situations._your_turn,
    v.Queries.alike.term: Situations._alike,
    v.Queries.in_game.term: Situations._in_game,
    v.Terms.num.term: Situations._literal,
    v.Terms.live.term: Situations._literal,
    v.Terms.numeral.term: Situations._literal,
    v.Terms.among.term: Situations._among,
    v.Queries.asked_for.term: Situations._asked_for,
    v.Queries.holiday.term: lambda said, term, holds: say("today is ", "" if holds else "not ", "a special day"),
}
