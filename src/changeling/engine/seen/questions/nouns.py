"""Seats, cards, sets and numbers of a program in words, as one seat would say them at this table.

Only what that seat may know is named: a card by its title where the seat knows the card, a number where it follows from
what lies open. Everything else is described by what the card's text says of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import F_CARD, F_REGISTER, F_SEAT, FRAME, Table
from changeling.engine.machine.board.memory import remembered_card, remembered_player
from changeling.engine.machine.board.numerals import one_numeral
from changeling.engine.machine.values.terms import count_cards
from changeling.engine.machine.zones import on_table, seat_of
from changeling.engine.seen.marks import mark_in_words
from changeling.engine.seen.questions.kinds import LIES, kinds_of
from changeling.engine.seen.questions.symbols import (
    ANSWER,
    ANY,
    END,
    NAMED,
    OPEN,
    PICKED,
    UNDER,
    Part,
    Selection,
    Value,
)
from changeling.engine.sheet_cache import sheet_for

_ONE: Final = {"": "one of ", "another": "another of ", "random": "a random one of ", "first": "the first of "}
_WHERE: Final = {w.DISCARD: " from the discard pile", w.PILE: " from the draw pile"}
_COUNTED: Final = (w.KEEPERS, w.CREEPERS, w.RULES, w.GOALS, w.DISCARD, w.HAND, w.NONE)
Noun = tuple[str, list[str], str]  # what stands before nouns, the nouns, what stands behind


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Several things in a row."""
    if len(parts) == 1:
        return parts[0]
    return f" {word} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def closed(sentence: str) -> str:
    """A sentence with its full stop, unless the title that it ends with has one of its own."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def an(noun: str, how: str = "") -> str:
    """A noun with its article: any one, another, a random one, the first one."""
    if how:
        return {"another": "another", "random": "a random", "first": "the first"}[how] + f" {noun}"
    return f"an {noun}" if noun[:1] in "AEIOUaeio" and not noun.startswith("Eu") else f"a {noun}"


@dataclass(slots=True)
class Nouns:
    """What can be said to the seat `asked` about the program in the frame at `base`. Made for every question that a
    card asks; frozen, it would take twice as long."""

    deck: Deck
    t: Table
    names: Sequence[str]
    base: int
    asked: int

    @property
    def you(self) -> int:
        """The seat that the program runs for."""
        return self.t.stack[self.base + F_SEAT]

    # --- seats --------------------------------------------------------------------------------------------------------
    def seat_number(self, value: Value) -> int:
        """The seat that a value is, where it can be told; else NONE."""
        if value.word == "you":
            return self.you
        if value.word == "now":
            held = self.t.stack[self.base + F_REGISTER + value.number]
            return held if 0 <= held < self.t.seats else w.NONE
        if value.word == "player":
            return self.t.stack[self.base - FRAME + F_SEAT] if self.base >= FRAME else w.NONE
        arg = value.args[0] if value.args else None
        if value.word in ("left_of", "right_of") and isinstance(arg, Value):
            seat = self.seat_number(arg)
            return w.NONE if seat == w.NONE else (seat + (1 if value.word == "left_of" else -1)) % self.t.seats
        if value.word == "owner" and isinstance(arg, Value):
            card = self.card_number(arg)
            return seat_of(self.t, card) if card != w.NONE and on_table(self.t, card) else w.NONE
        if value.word == "remembered_player" and isinstance(arg, Value):
            card = self.card_number(arg)
            return remembered_player(self.t, card) if card != w.NONE else w.NONE
        return w.NONE

    def seat(self, value: Value) -> str:
        """A seat, as the object of a sentence."""
        number = self.seat_number(value)
        if number != w.NONE:
            return self.names[number] if number != self.asked else "yourself" if self.you == self.asked else "you"
        if value == ANSWER:
            return "them"
        if value.word == "each":
            return "each player" if value.number != w.OTHERS else self._but_you("each other player", "each player but")
        if value.word == "asked" and isinstance(value.args[0], Selection):
            return self.one_seat(value.args[0].seats)
        if value.word in ("left_of", "right_of") and isinstance(value.args[0], Value):
            side = "left" if value.word == "left_of" else "right"
            return f"the player to the {side} of {self.seat(value.args[0])}"
        return "that player"

    def one_seat(self, who: int) -> str:
        """One of a group of seats."""
        return "a player" if who != w.OTHERS else self._but_you("another player", "a player other than")

    def possessive(self, value: Value) -> str:
        """What is a seat's: `your`, `Bob's`."""
        seat = self.seat(value)
        return {"you": "your", "yourself": "your", "them": "their"}.get(seat) or f"{seat}'s"

    def _but_you(self, ours: str, theirs: str) -> str:
        """The others are those of the player who runs the program, who need not be the one who is asked."""
        return ours if self.you == self.asked else f"{theirs} {self.names[self.you]}"

    # --- cards --------------------------------------------------------------------------------------------------------
    def card_number(self, value: Value) -> int:
        """The card that a value is, where the seat that is asked knows it; else NONE."""
        card = w.NONE
        if value.word == "this":
            card = self.t.stack[self.base + F_CARD]
        elif value.word == "played" and self.base >= FRAME:
            card = self.t.stack[self.base - FRAME + F_CARD]
        elif value.word == "now":
            card = self.t.stack[self.base + F_REGISTER + value.number]
        elif value.word == "remembered_card" and isinstance(value.args[0], Value):
            card = remembered_card(self.t, self.card_number(value.args[0]))
        known = 0 <= card < len(self.deck.cards) and self.t.known[card] >> self.asked & 1
        return card if known else w.NONE

    def card(self, value: Value) -> str:
        """A card, as the object of a sentence."""
        number = self.card_number(value)
        if number != w.NONE:
            return self.deck.spoken[number]
        if value.word in ("random", "first") and isinstance(value.args[0], Selection):
            return self.one_of(value.args[0], value.word)
        if value.word == "loop" and isinstance(value.args[0], Selection):
            return f"each of {self.all_of(value.args[0])}"
        if value.word == "asked" and isinstance(value.args[0], Selection):
            by = value.args[1]
            assert isinstance(by, Value)
            chooser = "" if self._is_asked(by) else f" ({self._chooser(by)})"
            return self.one_of(value.args[0]) + chooser
        return "it" if value == ANSWER else "a card"

    def _is_asked(self, seat: Value) -> bool:
        return self.seat_number(seat) == self.asked

    def _chooser(self, by: Value) -> str:
        return "they choose" if by == ANSWER else f"{self.seat(by)} chooses"

    # --- sets ---------------------------------------------------------------------------------------------------------
    def one_of(self, cards: Selection, how: str = "") -> str:
        """One card of a set: any, `another`, a `random` or the `first` one."""
        nouns = [self._one(part, how) for part in cards.parts]
        found = []
        for (before, behind), same in groupby(nouns, key=lambda noun: (noun[0], noun[2])):
            found.append(
                before + listed(list(dict.fromkeys(one for _, ones, _ in same for one in ones)), "or") + behind
            )
        return listed(list(dict.fromkeys(found)), "or") or "a card"

    def all_of(self, cards: Selection) -> str:
        """A whole set."""
        return listed(list(dict.fromkeys(self._all(part) for part in cards.parts))) or "nothing"

    def _one(self, part: Part, how: str) -> Noun:
        if part.zone == w.NONE and part.of is not None:
            return "", [self.card(part.of)], ""
        if part.zone == NAMED:
            return "", self._list(part.filter), " (wherever it is)"
        if part.zone == ANY:
            return "", [an(noun, how) + self.more(part) for noun in self.kinds(part)], " of the deck"
        if part.zone == UNDER and part.of is not None:
            return "", [f"{_ONE[how]}the cards under {self.card(part.of)}"], ""
        if part.zone == w.ASIDE:
            return "", [f"{_ONE[how]}the cards set aside{self.more(part)}"], ""
        if part.zone == PICKED:
            return "", [f"{_ONE[how]}{self._picked(part, 'the {} that chance picks from {}')}"], ""
        if part.zone == END:
            return "", [f"{_ONE[how]}{self._all(part)}"], ""
        if part.zone in (w.KEEPERS, w.CREEPERS, w.DOWN):
            return self._in_front(part, how)
        where = f" from {self._hand(part)}" if part.zone == w.HAND else _WHERE.get(part.zone, " in play")
        return "", [an(noun, how) + self.more(part) for noun in self.kinds(part)], where

    def kinds(self, part: Part) -> tuple[str, ...]:
        """What the cards of one part of a set are called, one by one."""
        return kinds_of(self.deck, part.zone, part.filter)

    def _in_front(self, part: Part, how: str) -> Noun:
        """One of the cards in front of players."""
        more, noun = self.more(part), LIES[part.zone]
        names = self._list(self.deck.filters[part.filter * 4 + 3]) if self._by_name_alone(part.filter) else []
        if part.who in (w.EVERYONE, w.FROM_LEFT):
            return ("", names, "") if names else ("", [an(noun, how) + more], " in play")
        if part.who != w.OTHERS:
            return (
                (f"{self._owner(part)} ", names, "")
                if names
                else (_ONE[how] + f"{self._owner(part)} ", [f"{noun}s"], more)
            )
        if self.you != self.asked:
            return "", names or [an(noun, how) + more], f" of a player other than {self.names[self.you]}"
        if names:
            return "another player's ", names, ""
        ones = {"": "another player's ", "random": "another player's random "}
        return (ones[how], [noun], more) if how in ones else (_ONE[how] + "the other players' ", [f"{noun}s"], more)

    def _owner(self, part: Part) -> str:
        return self.possessive(Value("you") if part.of is None else part.of)

    def _hand(self, part: Part) -> str:
        if part.who in (w.EVERYONE, w.FROM_LEFT):
            return "any hand"
        if part.who == w.OTHERS:
            return self._but_you("another player's hand", "the hand of a player other than")
        return f"{self._owner(part)} hand"

    def _all(self, part: Part) -> str:
        """All cards of one part of a set."""
        if part.zone == w.NONE and part.of is not None:
            return self.card(part.of)
        if part.zone == NAMED:
            return listed(self._list(part.filter))
        if part.zone == UNDER and part.of is not None:
            return f"what lies under {self.card(part.of)}"
        if part.zone == w.ASIDE:
            return f"the cards set aside{self.more(part)}"
        if part.zone == PICKED:
            return self._picked(part, "{} of {} at random")
        if part.zone == END and part.of is not None:
            return self._end(part, part.of)
        plural = listed([f"{noun}s" for noun in self.kinds(part)]) + self.more(part)
        if part.zone in (w.RULES, w.GOALS):
            return f"all {plural} in play"
        if part.zone == w.PILE:
            return f"all {plural} in the draw pile" if part.filter else "the draw pile"
        if part.zone == w.DISCARD:
            return f"all {plural} in the discard pile" if part.filter else "the discard pile"
        if part.zone == w.HAND:
            plural = f"{plural} in hand" if part.filter else "hand"
        if part.who in (w.EVERYONE, w.FROM_LEFT):
            return f"each player's {plural}"
        if part.who == w.OTHERS:
            return self._but_you(f"each other player's {plural}", f"the {plural} of each player but")
        return f"{self._owner(part)} {plural}"

    def _picked(self, part: Part, by_chance: str) -> str:
        """Cards that were chosen together, or that chance picks together: so many of which, in these words."""
        if part.of is None or part.of.word != "several":
            return "the chosen cards"
        number, cards = part.of.args
        assert isinstance(number, Value)
        assert isinstance(cards, Selection)
        return by_chance.format(self._cards(number), self.all_of(cards))

    def _end(self, part: Part, many: Value) -> str:
        """Some cards at one end of the draw pile."""
        number, side = self.number(many), "bottom" if part.filter else "top"
        some = "card" if number == 1 else "cards" if number is None else f"{number} cards"
        return f"the {side} {some} of the draw pile"

    def _by_name_alone(self, which: int) -> bool:
        kinds, marks, slots, names = self.deck.filters[which * 4 : which * 4 + 4]
        return not kinds and not marks and slots == w.NONE and names != w.NONE

    def _list(self, at: int) -> list[str]:
        return [self.deck.names[item] for item in self.deck.lists[at + 1 : at + 1 + self.deck.lists[at]]]

    def more(self, part: Part) -> str:
        """What a filter asks for besides a kind."""
        _, marks, slots, names = self.deck.filters[part.filter * 4 : part.filter * 4 + 4]
        more = ""
        if marks:
            some = [mark_in_words(self.deck, number) for number in range(len(self.deck.marks)) if marks >> number & 1]
            more += f" marked {listed(some, 'or')}"
        if slots != w.NONE:
            items = self.deck.lists[slots + 1 : slots + 1 + self.deck.lists[slots]]
            more += f" about {listed([self.deck.slots[item].replace('_', ' ') for item in items], 'or')}"
        return more + (f" named {listed(self._list(names), 'or')}" if names != w.NONE else "")

    # --- numbers ------------------------------------------------------------------------------------------------------
    def number(self, value: Value) -> int | None:
        """A number, where it follows from what everybody can see."""
        if value.word == "num":
            return value.number
        if value.word == "live":
            return value.number + self.t.inflation
        if value.word == "numeral":
            return one_numeral(sheet_for(self.deck), self.t, value.number)
        if value.word == "now":
            return self.t.stack[self.base + F_REGISTER + value.number]
        args = [self.number(arg) for arg in value.args if isinstance(arg, Value)]
        if value.word in ("add", "sub", "mul", "half", "min", "max") and None not in args:
            first, *rest = [arg for arg in args if arg is not None]
            if value.word == "half":
                return (first + 1) // 2
            sums = {"add": first + rest[0], "sub": first - rest[0], "mul": first * rest[0]}
            return (sums | {"min": min(first, rest[0]), "max": max(first, rest[0])})[value.word]
        if value.word == "count" and isinstance(value.args[0], Selection):
            return self._counted(value.args[0].parts[0])
        return None

    def _counted(self, part: Part) -> int | None:
        if part.zone not in _COUNTED or (part.zone == w.HAND and part.filter):
            return None
        seat = w.NONE if part.of is None else self.seat_number(part.of)
        if part.who == w.ONE_SEAT and seat == w.NONE:
            return None
        return count_cards(sheet_for(self.deck), self.t, self.you, self.base, part.zone, part.who, part.filter, seat)

    def amount(self, value: Value) -> str:
        """A number by itself; `some` where not everybody can see which."""
        number = self.number(value)
        return "some" if number is None else str(number)

    def times(self, value: Value) -> str:
        """How often a loop goes round."""
        number = None if value == OPEN else self.number(value)
        return " several times" if number is None else "" if number == 1 else f" {number} times"

    def _cards(self, value: Value) -> str:
        number = self.number(value)
        either = (
            [self.number(one) for one in value.args[1:] if isinstance(one, Value)] if value.word == "either" else []
        )
        if either and None not in either:  # both stand on the card
            return f"{either[0]} or {either[1]} cards"
        return "cards" if number is None else "1 card" if number == 1 else f"{number} cards"
