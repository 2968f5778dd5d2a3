"""What a condition lacks, and what fulfils it: found by walking its tree, true for every condition one can write.

A way is one set of things that, together, are all that the condition lacks. `this or that` has several ways; a
condition that holds has one that lacks nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from changeling.cards import vocabulary as v
from changeling.engine.seen.conditions.places_to_fill import filled
from changeling.engine.seen.conditions.saying import Said, Saying, article, cards_in_a_row, joined, row, say, who
from changeling.engine.seen.conditions.situations import NEGATED, Situations, hides
from changeling.engine.seen.conditions.trees import Term
from changeling.engine.seen.conditions.wording import LITERAL, LOOSELY, NUMBER_NAMES, summands

MANY: Final = 24  # ways; of more than these only that there are many is said


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A card that has to lie in front of the player: of a name, or with a mark (below zero). Of several alike, the
    `nth` that is missing; `more` where one that suits is there already."""

    item: int
    nth: int = 1
    more: bool = False


@dataclass(frozen=True, slots=True)
class Amiss:
    """Something else that is not as it should be, as a clause of a sentence."""

    saying: Saying


Lack = MissingCard | Amiss
Way = tuple[Lack, ...]
HIDDEN: Final = Amiss(say("it depends on cards that not everybody sees"))
MUST_NOT_BE: Final = ", which must not be"
TOO_MANY: Final = Amiss(say("none of the ways to meet it ", LOOSELY, " is complete"))


class Condition(Situations):
    """One card's condition, read for one seat."""

    def ways(self, term: Term, *, want: bool = True) -> list[Way]:
        """What is lacking for a term to hold, or with `want` off, not to hold: one way to get there each."""
        if term.word is v.Terms.not_:
            return self.ways(term.parts[0], want=not want)
        if term.word in (v.Terms.and_, v.Terms.or_):
            sides = [self.ways(part, want=want) for part in term.parts]
            return _all_of(sides) if (term.word is v.Terms.and_) == want else _any_of(sides)
        if term.word is v.Terms.unless and not hides(self.reader, term.parts[0]):
            return self.ways(self.branch(term), want=want)
        several = self._some_of(term) if want else None
        if several is not None:
            number, conditions = several
            chosen = [[self.ways(one) for one in group] for group in combinations(conditions, number)]
            return _any_of([_all_of(sides) for sides in chosen])
        if hides(self.reader, term):
            return [(HIDDEN,)]
        return [()] if self.reader.holds(term) == want else [self._lacking(term, want)]

    def branch(self, term: Term) -> Term:
        """Of a choice between two values, the one that counts now."""
        test, yes, no = term.parts
        return yes if self.reader.holds(test) else no

    def _some_of(self, term: Term) -> tuple[int, list[Term]] | None:
        """For a sum of conditions of which so many have to hold: how many, and the conditions. Else nothing."""
        if term.word not in (v.Terms.ge, v.Terms.gt) or term.parts[1].word not in LITERAL:
            return None
        conditions = list(summands(term.parts[0]))
        number = self.reader.value(term.parts[1]) + (term.word is v.Terms.gt)
        if len(conditions) < 2 or not all(one.type == v.CONDITION and one.word.params == () for one in conditions):
            return None
        return (number, conditions) if 0 < number <= len(conditions) else None

    def _lacking(self, term: Term, want: bool) -> Way:
        """What is lacking for a single condition."""
        if term.word is v.Queries.has and want:
            return self._missing(self.reader.items(term.operands[0]))
        if term.word.term in NEGATED:
            return (Amiss(self.comparison(term, False, negated=not want)),)
        said = self.of(term, not want)
        if want:
            return (Amiss(say(said, self.demand(term))),)
        return (Amiss(say(said, ", but it takes none" if self.counts(term) else MUST_NOT_BE)),)

    def _missing(self, items: tuple[int, ...]) -> Way:
        there = filled(self.reader.sheet, self.reader.table, self.reader.seat, items)
        found: list[MissingCard] = []
        for item, card in zip(items, there, strict=True):
            if card < 0:
                alike = [one for one in found if one.item == item]
                more = any(other == item and one >= 0 for other, one in zip(items, there, strict=True))
                found.append(MissingCard(item, len(alike) + 1, more))
        return tuple(found)

    # --- what fulfils it ----------------------------------------------------------------------------------------------
    def evidence(self, term: Term) -> Saying:
        """What fulfils a condition that holds, as clauses; nothing where it rests on hidden cards alone."""
        clauses: list[Saying] = []
        cards: list[str] = []
        for leaf, want in self._holding(term, True):
            if hides(self.reader, leaf):
                continue
            if leaf.word is v.Queries.has and want:
                cards += self._filling(self.reader.items(leaf.operands[0]))
            elif leaf.word.term in NEGATED:
                clauses.append(self.comparison(leaf, True, negated=not want))
            else:
                clauses.append(self.of(leaf, want))
        if cards:
            clauses.insert(0, say(who(self.me, "have"), " ", cards_in_a_row(cards)))
        # `Ann has 5 Keepers` says nothing new beside `Ann has 5 Keepers, more than anybody else`
        telling = [one for one in clauses if not any(other[: len(one)] == one != other for other in clauses)]
        return joined(dict.fromkeys(telling), "; ")

    def _holding(self, term: Term, want: bool) -> list[tuple[Term, bool]]:
        """The single conditions that a condition holds by, each with whether it is to hold."""
        if term.word is v.Terms.not_:
            return self._holding(term.parts[0], not want)
        if term.word is v.Terms.unless:
            return self._holding(self.branch(term), want)
        if term.word in (v.Terms.and_, v.Terms.or_):
            good = [part for part in term.parts if self.reader.holds(part) == want]
            open_first = sorted(good, key=lambda part: hides(self.reader, part))
            used = good if (term.word is v.Terms.and_) == want else open_first[:1]
            return [leaf for part in used for leaf in self._holding(part, want)]
        several = self._some_of(term) if want else None
        if several is not None:
            return [leaf for one in several[1] if self.reader.holds(one) for leaf in self._holding(one, True)]
        return [(term, want)]

    # --- in words -----------------------------------------------------------------------------------------------------
    def lacks(self, ways: Sequence[Way]) -> Saying:
        """What some ways lack, as clauses of one sentence."""
        common = [lack for lack in ways[0] if all(lack in way for way in ways)]
        rests = [tuple(lack for lack in way if lack not in common) for way in ways]
        clauses = self._clauses(common)
        if len(ways) > 1:
            only_cards = all(isinstance(lack, MissingCard) for rest in rests for lack in rest)
            if only_cards and len(clauses) == 1 and isinstance(common[0], MissingCard):
                return say(clauses[0], ", and ", self._one_of(rests), " as well")
            clauses.append(self._alternatives(rests, only_cards=only_cards))
        return joined(clauses, "; ")

    def _clauses(self, lacks: Sequence[Lack]) -> list[Saying]:
        """Things that are lacking, the cards in one clause."""
        cards = [lack for lack in lacks if isinstance(lack, MissingCard)]
        amiss = [lack.saying for lack in lacks if isinstance(lack, Amiss)]
        return [self._are_missing(cards), *amiss] if cards else amiss

    def _alternatives(self, rests: list[Way], *, only_cards: bool) -> Saying:
        if not only_cards:
            return say("either ", joined([joined(self._clauses(rest), " and ") for rest in rests], ", or "))
        single = all(len(rest) == 1 for rest in rests)
        return say(self._one_of(rests), " is missing" if single else " are missing")

    def _one_of(self, rests: list[Way]) -> Saying:
        """Cards of which some would do: `Bread or Milk`, `two of Bread, Milk and Love`."""
        cards = list(dict.fromkeys(lack for rest in rests for lack in rest if isinstance(lack, MissingCard)))
        number = len(rests[0])
        if number == 1 and all(len(rest) == 1 for rest in rests):
            return row([self._card(card, 1) for card in cards], "or")
        every = {frozenset(group) for group in combinations(cards, number)}
        if {frozenset(rest) for rest in rests} == every and len(every) == len(rests):
            return say(f"{NUMBER_NAMES.get(number, number)} of ", row([self._card(card, 1) for card in cards]))
        return joined([self._listed([one for one in rest if isinstance(one, MissingCard)]) for rest in rests], ", or ")

    def _are_missing(self, cards: list[MissingCard]) -> Saying:
        one = len(cards) == 1
        return say(self._listed(cards), " is missing" if one else " are missing")

    def _listed(self, cards: list[MissingCard]) -> Saying:
        """Missing cards in a row, those alike counted."""
        numbers: dict[int, list[MissingCard]] = {}
        for card in cards:
            numbers.setdefault(card.item, []).append(card)
        things: list[Said] = [self._card(alike[0], len(alike)) for alike in numbers.values()]
        return row(things)

    def _card(self, card: MissingCard, number: int) -> str:
        name = self.item(card.item)
        if number > 1:
            cards = name if card.item < 0 else f"card named {name}"
            parts = cards.split(" ", 1) if card.item >= 0 else [cards, ""]
            shown = f"{parts[0]}s {parts[1]}".strip()
            return f"{NUMBER_NAMES.get(number, number)} {'more ' if card.more else ''}{shown}"
        if card.item < 0 or card.more:
            return f"another {name}" if card.more else article(name)
        return name


def _all_of(sides: list[list[Way]]) -> list[Way]:
    """The ways to have all of several things."""
    number = 1
    for ways in sides:
        number *= len(ways)
    if number > MANY * MANY:
        return [(TOO_MANY,)]
    found = [tuple(dict.fromkeys(lack for way in chosen for lack in way)) for chosen in product(*sides)]
    return _without_detours(found)


def _any_of(sides: list[list[Way]]) -> list[Way]:
    """The ways to have one of several things."""
    return _without_detours([way for ways in sides for way in ways])


def _without_detours(ways: list[Way]) -> list[Way]:
    """The ways of which no other is a part."""
    sets = [frozenset(way) for way in ways]
    best = [
        way
        for place, way in enumerate(ways)
        if not any(other < sets[place] or (other == sets[place] and at < place) for at, other in enumerate(sets))
    ]
    return best if len(best) <= MANY else [(TOO_MANY,)]
