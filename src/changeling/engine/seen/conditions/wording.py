"""What the table says, in words: sets and numbers of the card language as people would name them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.machine.board.counts import amount
from changeling.engine.machine.board.seats import seat_at
from changeling.engine.seen.conditions.saying import Saying, people, row, say, who, whose
from changeling.engine.seen.conditions.trees import Reader, Term
from changeling.engine.seen.marks import mark_in_words

LOOSELY: Final = "that the card means"  # stands where words would take too many: the card's own text says it
KINDS: Final = w.KIND_WORDS | {"basic": "Basic Rules card"}
_OF_ZONE: Final = {
    w.KEEPERS: "Keeper",
    w.CREEPERS: "Creeper",
    w.RULES: "New Rule",
    w.GOALS: "Goal",
    w.METAS: "Meta Rule",
}
_WHERE: Final = {
    w.RULES: "in play",
    w.GOALS: "in play",
    w.METAS: "in play",
    w.DISCARD: "in the discard pile",
    w.PILE: "in the draw pile",
    w.ASIDE: "set aside",
}
_LIMITS: Final = {w.HAND_LIMIT: "Hand Limit", w.KEEPER_LIMIT: "Keeper Limit"}
NUMBER_NAMES: Final = {number: name for name, number in v.NUMBER_WORDS.items()}
LITERAL: Final = (v.Terms.num, v.Terms.live, v.Terms.numeral)
_COUNTED: Final = (v.Queries.count, v.Terms.walk)


class Wording:
    """Words for the terms of one card's expression, read for one seat."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.me = reader.names[reader.seat]

    # --- cards and sets -----------------------------------------------------------------------------------------------
    def item(self, item: int) -> str:
        """What a list asks for: a card by its name, or one that bears a mark."""
        return self.reader.deck.names[item] if item >= 0 else f"{self._mark(-item - 1)} card"

    def _mark(self, mark: int) -> str:
        return mark_in_words(self.reader.deck, mark)

    def noun(self, zone: int, which: int, number: int = 2) -> str:
        """The cards of a zone that pass a filter: `food Keepers`, `Goals or Ungoals`."""
        deck = self.reader.deck
        kinds, marks, slots, names = deck.filters[which * 4 : which * 4 + 4]
        meant = [kind for place, kind in enumerate(w.KINDS) if kinds >> place & 1]
        there = {card.kind for card in deck.cards} & {*meant} or {*meant}  # a kind that the deck lacks is not named
        nouns = [KINDS[kind] for kind in meant if kind in there] or [_OF_ZONE.get(zone, "card")]
        text = " or ".join(noun if number == 1 else f"{noun}s" for noun in nouns)
        bearing = [self._mark(place) for place in range(len(deck.marks)) if marks >> place & 1]
        if bearing:
            text = f"{' or '.join(bearing)} {text}"
        if names != w.NONE:
            text += f" named {_either([deck.names[name] for name in self.reader.items(names)])}"
        if slots != w.NONE:
            text += f" about the {_either([deck.slots[slot].replace('_', ' ') for slot in self.reader.items(slots)])}"
        return text

    def seats(self, group: int) -> list[str]:
        """The names of a group of seats."""
        found, t = [], self.reader.table
        seat = seat_at(t, self.reader.seat, group, 0)
        while seat != w.NONE:
            found.append(self.reader.names[seat])
            seat = seat_at(t, self.reader.seat, group, len(found))
        return found

    def owners(self, group: int, parts: tuple[Term, ...]) -> list[str]:
        """Whose cards a set is of: the seats of a group, or the one seat that is its part."""
        return [self.seat(parts[0])] if group == w.ONE_SEAT else self.seats(group)

    def seat(self, term: Term) -> str:
        """The seat that a term gives; nothing for none."""
        seat = self.reader.value(term)
        return self.reader.names[seat] if 0 <= seat < len(self.reader.names) else ""

    def cards(self, term: Term) -> Saying:
        """The cards, or the players, that a term counts."""
        zone, group, which = term.operands[:3]
        loosely = (" ", LOOSELY) if term.word is v.Terms.walk else ()
        if zone == w.NONE:
            return say("other players" if group == w.OTHERS else "players", loosely)
        nouns = self.noun(zone, which)
        if group == w.NOBODY:
            return say(f"{nouns} {_WHERE.get(zone, 'there')}", loosely)
        everybody = group in (w.EVERYONE, w.FROM_LEFT)
        owners = [owner for owner in self.owners(group, term.parts) if owner]
        possessive = say("all players'") if everybody else row([whose(owner) for owner in owners] or ["nobody's"])
        if zone == w.HAND:
            return say(nouns, " in ", possessive, " hands" if everybody or len(owners) > 1 else " hand", loosely)
        return say(possessive, " face-down " if zone == w.DOWN else " ", nouns, loosely)

    # --- numbers ------------------------------------------------------------------------------------------------------
    def counts(self, term: Term) -> bool:
        """Whether a term counts cards or seats."""
        return term.word in _COUNTED

    def tally(self, term: Term, number: int, shown: str = "") -> Saying:
        """How many there are of what a term counts: `Ann has 2 Keepers`. `shown` stands in the number's place."""
        zone, group, which = term.operands
        number = 2 if shown else number  # `2 of 5` and `no` go with the plural
        nouns = self.noun(zone, which, number)
        loosely = (" ", LOOSELY) if term.word is v.Terms.walk else ()
        shown = shown or str(number)
        if zone == w.NONE:
            other = "other " if group == w.OTHERS else ""
            return say(f"there {_be(number)} {shown} {other}player{'' if number == 1 else 's'}", loosely)
        if group == w.NOBODY:
            return say(
                f"{shown} {nouns} ", loosely, " " if loosely else "", f"{_be(number)} {_WHERE.get(zone, 'there')}"
            )
        return say(self._have(zone, group, term), f" {shown} {'face-down ' * (zone == w.DOWN)}{nouns}", loosely)

    def together(self, term: Term, needed: int = 0) -> Saying:
        """How many there are of several sorts of cards of the same players, where a term adds them up: `Ann has 1 of 3
        food Keepers or Keepers named Love`; nothing for any other term."""
        sorts = list(summands(term))
        zone, group = sorts[0].operands[:2] if sorts[0].word is v.Queries.count else (w.NONE, w.NONE)
        alike = all(one.word is v.Queries.count and one.operands[:2] == (zone, group) for one in sorts)
        if len(sorts) < 2 or not alike or zone == w.NONE or group in (w.NOBODY, w.ONE_SEAT) or zone == w.DOWN:
            return ()
        number = self.reader.value(term)
        nouns = list(dict.fromkeys(self.noun(zone, one.operands[2], 2 if needed else number) for one in sorts))
        shown = f"{number} of {needed}" if needed else str(number)
        return say(self._have(zone, group, sorts[0]), f" {shown} {_either(nouns)}")

    def _have(self, zone: int, group: int, term: Term) -> Saying:
        verb = "hold" if zone == w.HAND else "have"
        if group in (w.EVERYONE, w.FROM_LEFT):
            return say(f"all players together {verb}")
        owners = [owner for owner in self.owners(group, term.parts) if owner]
        if not owners:
            return say(f"nobody {'holds' if zone == w.HAND else 'has'}")
        return people(owners, verb) if len(owners) == 1 else say(people(owners), f" together {verb}")

    def much(self, zone: int, which: int, seat: int) -> Saying:
        """How much a seat has of what players are ranked by."""
        number = amount(self.reader.sheet, self.reader.table, zone, seat, which)
        name = self.reader.names[seat]
        if zone == w.DOOM_COUNT:
            return say(whose(name), f" Doom is {number}")
        if zone <= w.COUNTER:
            return say(whose(name), f" {self._counter_name(w.COUNTER - zone)} is {number}")
        return say(who(name, "hold" if zone == w.HAND else "have"), f" {number} {self.noun(zone, which, number)}")

    def is_so(self, term: Term) -> Saying:
        """What a number is at present, as a sentence."""
        value = self.reader.value(term)
        if self.counts(term):
            return self.tally(term, value)
        if term.word is v.Terms.static and value >= w.ALL and term.operands[0] in _LIMITS:
            return say(who(self.seat(term.parts[0]), "have"), f" no {_LIMITS[term.operands[0]]}")
        if term.word is v.Terms.fact and term.operands[0] == w.AGE and value >= w.NO_AGE:
            return say(whose(self.seat(term.parts[0])), " age is not known")
        return say(self.number(term), f" is {value}")

    def number(self, term: Term) -> Saying:
        """A number by its name."""
        if term.word in LITERAL:
            return say(str(self.reader.value(term)))
        if self.counts(term):
            return say("the number of ", self.cards(term))
        named = NUMBERS.get(term.word.term)
        if named is not None:
            return named(self, term)
        if term.type == v.CONDITION:
            return say("the number of conditions ", LOOSELY, " and that hold")
        return say(f"the number {term.word.name.replace('_', ' ')} ", LOOSELY)

    def _sum(self, term: Term) -> Saying:
        between = {v.Terms.add: "plus", v.Terms.sub: "less", v.Terms.mul: "times"}[term.word]
        left, right = term.parts
        return say(self.number(left), f" {between} ", self.number(right))

    def _half(self, term: Term) -> Saying:
        return say("half of ", self.number(term.parts[0]), " (rounded up)")

    def _branch(self, term: Term) -> Saying:
        test, yes, no = term.parts
        return self.number(yes if self.reader.holds(test) else no)

    def _doom(self, term: Term) -> Saying:
        group = term.operands[0]
        if group in (w.EVERYONE, w.FROM_LEFT):
            return say("the table's Doom")
        owners = [owner for owner in self.owners(group, term.parts) if owner]
        return say(whose(owners[0]), " Doom") if len(owners) == 1 else say("the Doom of ", people(owners) or "nobody")

    def _counter_name(self, counter: int) -> str:
        return self.reader.deck.counters[counter][0].replace("_", " ")

    def _counter(self, term: Term) -> Saying:
        name, group = self._counter_name(term.operands[0]), term.operands[1]
        if group in (w.EVERYONE, w.FROM_LEFT):
            return say(f"the {name} of all players together")
        owners = [owner for owner in self.owners(group, term.parts) if owner]
        return (
            say(whose(owners[0]), f" {name}")
            if len(owners) == 1
            else say(f"the {name} of ", people(owners) or "nobody")
        )

    def _tokens(self, term: Term) -> Saying:
        return say("the number of tokens on ", self.card(term.parts[0]))

    def _largest(self, term: Term) -> Saying:
        zone, which = term.operands
        if zone <= w.COUNTER:
            return say(f"the highest {self._counter_name(w.COUNTER - zone)} of any player")
        what = "Doom" if zone == w.DOOM_COUNT else self.noun(zone, which)
        return say(f"the most {what} that any player {'holds' if zone == w.HAND else 'has'}")

    def _named(self, term: Term) -> Saying:
        return say("the number of cards named by an Ungoal in play in front of ", who(self.seat(term.parts[0])))

    def _static(self, term: Term) -> Saying:
        name = _LIMITS.get(term.operands[0])
        if name is None:
            return say("the number of Goals allowed" if term.operands[0] == w.GOALS_ALLOWED else LOOSELY)
        return say(whose(self.seat(term.parts[0])), f" {name}")

    def _fact(self, term: Term) -> Saying:
        return say(whose(self.seat(term.parts[0])), " age")

    def _under(self, term: Term) -> Saying:
        return say("the number of cards under ", self.card(term.parts[0]))

    def _stash(self, term: Term) -> Saying:
        group = term.operands[0]
        if group in (w.EVERYONE, w.FROM_LEFT):
            return say("the number of cards in all stashes")
        owners = [whose(owner) for owner in self.owners(group, term.parts) if owner]
        return say("the number of cards in ", row(owners or ["nobody's"]), " stash")

    def _total(self, term: Term) -> Saying:
        mark = term.operands[3]
        what = "the sum of the ranks of " if mark == w.NONE else f"the number of {self._mark(mark)} marks on "
        return say(what, self.cards(term))

    def _rank_of(self, term: Term) -> Saying:
        return say("the rank of ", self.card(term.parts[0]))

    # --- single cards -------------------------------------------------------------------------------------------------
    def card(self, term: Term) -> Saying:
        """A card, or a seat, that a term gives, by its title or name."""
        value = self.reader.value(term)
        if term.type == v.SEAT:
            return who(self.reader.names[value]) if 0 <= value < len(self.reader.names) else say("nobody")
        return say(self.reader.title(value) if value < len(self.reader.deck.cards) else LOOSELY)

    def named_card(self, term: Term) -> Saying:
        """A card, or a seat, by what it is and not by its title: `the highest of Ann's Keepers`."""
        if term.word is v.Queries.highest:
            return say("the highest of ", self.cards(term))
        if term.word is v.Queries.lowest:
            return say("the lowest of ", self.cards(term))
        if term.word is v.Queries.owner:
            return say("the owner of ", self.named_card(term.parts[0]))
        if term.word in (v.Queries.remembered_player, v.Queries.remembered_card):
            what = "player" if term.word is v.Queries.remembered_player else "card"
            return say(f"the {what} that ", self.named_card(term.parts[0]), " remembers")
        if term.word is v.Queries.host:
            return say("what ", self.named_card(term.parts[0]), " is attached to")
        if term.word in (v.Queries.left_of, v.Queries.right_of):
            side = "left" if term.word is v.Queries.left_of else "right"
            return say("the player to the ", f"{side} of ", self.named_card(term.parts[0]))
        return self.card(term)


def summands(term: Term) -> Iterator[Term]:
    """The terms of a sum; of any other term that one."""
    if term.word is v.Terms.add:
        for part in term.parts:
            yield from summands(part)
    else:
        yield term


def _either(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


_DATES: Final = {
    w.HOUR: "hour",
    w.WEEKDAY: "day of the week",
    w.DAY: "day of the month",
    w.MONTH: "month",
    w.MINUTE: "minute",
}
NUMBERS: Final[dict[int, Callable[[Wording, Term], Saying]]] = {  # by the number of its instruction
    v.Terms.add.term: Wording._sum,
    v.Terms.sub.term: Wording._sum,
    v.Terms.mul.term: Wording._sum,
    v.Terms.mod.term: lambda words, term: say(
        "what ", words.number(term.parts[0]), " leaves over divided by ", words.number(term.parts[1])
    ),
    v.Queries.min.term: lambda words, term: say(
        "the smaller of ", words.number(term.parts[0]), " and ", words.number(term.parts[1])
    ),
    v.Queries.max.term: lambda words, term: say(
        "the larger of ", words.number(term.parts[0]), " and ", words.number(term.parts[1])
    ),
    v.Queries.half.term: Wording._half,
    v.Terms.unless.term: Wording._branch,
    v.Queries.doom.term: Wording._doom,
    v.Queries.largest.term: Wording._largest,
    v.Queries.named.term: Wording._named,
    v.Terms.static.term: Wording._static,
    v.Terms.fact.term: Wording._fact,
    v.Terms.under.term: Wording._under,
    v.Terms.stash_size.term: Wording._stash,
    v.Queries.total.term: Wording._total,
    v.Queries.product.term: lambda words, term: say("the product of the ranks of ", words.cards(term)),
    v.Queries.pairs.term: lambda words, term: say("the number of pairs of one rank among ", words.cards(term)),
    v.Queries.same_rank.term: lambda words, term: say("the most of one rank among ", words.cards(term)),
    v.Queries.rank.term: Wording._rank_of,
    v.Queries.initial.term: lambda words, term: say("the first letter of ", words.card(term.parts[0])),
    v.Queries.letters.term: lambda words, term: say("the number of letters in the name of ", words.card(term.parts[0])),
    v.Terms.date.term: lambda words, term: say(f"the {_DATES[term.operands[0]]}"),
    v.Queries.draws_made.term: lambda words, term: say("the number of cards drawn by the rule in this turn"),
    v.Queries.draws_left.term: lambda words, term: say("the number of cards still to be drawn in this turn"),
    v.Queries.plays_made.term: lambda words, term: say("the number of plays made in this turn"),
    v.Terms.counter.term: Wording._counter,
    v.Queries.tokens.term: Wording._tokens,
    v.Queries.plays_left.term: lambda words, term: say("the number of plays left in this turn"),
    v.Queries.reshuffles.term: lambda words, term: say("the number of times that the discard pile was shuffled"),
}
