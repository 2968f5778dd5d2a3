"""The sentences of questions that a card's text asks, and what an answer that is a word does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.layout import F_REGISTER
from changeling.engine.machine.values.picks import count_picked
from changeling.engine.seen.questions.nouns import an, closed, listed
from changeling.engine.seen.questions.paths import Deed, Way
from changeling.engine.seen.questions.phrases import Phrases
from changeling.engine.seen.questions.sites import Site
from changeling.engine.seen.questions.symbols import ANSWER, ANY, Selection, Value, contains

_MOST: Final = 3  # deeds that a sentence names
_ZONES: Final = {w.HAND: "hand", w.KEEPERS: "Keepers", w.CREEPERS: "Creepers", w.DOWN: "face-down cards"}


class Choice:
    """One question of a card at a table, in words. `card` is what people call the card that asks."""

    def __init__(self, site: Site, phrases: Phrases, card: str) -> None:
        self.site = site
        self.phrases = phrases
        self.card = card

    # --- the question -------------------------------------------------------------------------------------------------
    def sentence(self) -> str:
        """The whole question."""
        if self.site.options.numbers:
            return self._about_numbers()
        if self.site.options.words:
            return self._about_words()
        rounds = f" ({of})" if (of := self._of()) else ""
        way_out = f", or {self.meaning(w.DONE)}" if w.DONE in self.site.ways else ""
        return closed(f"Choose {self._wanted()}{rounds}{way_out}")

    def _wanted(self) -> str:
        """What is to be chosen, and what for."""
        if any(part.zone == ANY for part in self.site.options.parts):
            return f"{self._one()}, to name it for {self.card}"
        if self.site.options.seats != w.NONE:
            return self._player()
        return f"{self._one()} {self._tail()}"

    def _tail(self) -> str:
        deed, gap = self.site.purpose, self.site.gap
        clause = "" if deed is None or gap == w.NONE else self.phrases.clause(deed, gap)
        return f"{self._to(deed)} {clause}" if deed is not None and clause else f"for {self.card}"

    def _to(self, deed: Deed) -> str:
        doer = self.phrases.doer(deed)
        ours = doer is None or self.phrases.seat_number(doer) == self.phrases.asked
        return "to" if doer is None or ours else f"for {self.phrases.seat(doer)} to"

    def _one(self) -> str:
        """One of the cards, told from an earlier question of the program that asked for the same."""
        one = self.phrases.one_of(self.site.options)
        if self.site.former == w.NONE:
            return one
        before = self.phrases.t.stack[self.phrases.base + F_REGISTER + self.site.former]
        other = self.phrases.one_of(self.site.options, "another")
        if not self.site.sure or before == w.NONE or other == one:
            return f"{one} (a choice of its own)"
        return other

    def _about_numbers(self) -> str:
        """A number, from the lowest to the highest that can be chosen now."""
        t = self.phrases.t
        low, high = t.option[0] % w.SORT, t.option[t.options - 1] % w.SORT
        return closed(f"Choose a number from {low} to {high} for {self.card}")

    # --- players ------------------------------------------------------------------------------------------------------
    def _player(self) -> str:
        deed, gap = self.site.purpose, self.site.gap
        one = self.phrases.one_seat(self.site.options.seats)
        one += " (a choice of its own)" if self.site.former != w.NONE else ""
        if deed is None or not deed.word.deed:
            return f"{one} for {self.card}"
        kinds = [kind for kind in deed.word.params if kind != v.ASIDE]
        if gap != w.NONE and gap == len(kinds):  # whoever is chosen does it
            return f"{one} to {self.phrases.clause(deed)}"
        if gap != w.NONE:
            deed, gap = _other_first(deed, gap)
            return f"{one} {self._to(deed)} {self.phrases.clause(deed, gap)}"
        whose = self._whose(deed)
        if whose:
            return f"whose {whose}"
        clause = self.phrases.done(deed)
        told = any(word in clause.replace("(", "").split() for word in ("them", "their", "they"))
        told = told and "that player" not in clause  # somebody else, who would be taken for the one chosen
        return f"{one}, to {clause}" if told else f"{one} for {self.card}"

    def _whose(self, deed: Deed) -> str:
        """Where something is done to cards of the player chosen and to nothing else: `hand to look at`."""
        place = next((at for at, operand in enumerate(deed.operands) if contains(operand, ANSWER)), 0)
        if not deed.word.deed.endswith(f"{{{place}}}") or sum(contains(one, ANSWER) for one in deed.operands) > 1:
            return ""
        whole, cards, how = _set_of(deed.operands[place])
        if cards is None or len(cards.parts) != 1 or cards.parts[0].zone not in _ZONES:
            return ""
        part = cards.parts[0]
        clause = f"{self._to(deed)} {self.phrases.clause(deed, place)}"
        if whole:
            return "" if part.filter else f"{_ZONES[part.zone]} {clause}"
        if part.zone != w.HAND:
            return "" if part.filter else f"{_ZONES[part.zone]} {clause} {_ONE[how]} from"
        ones = [an(noun, how) + self.phrases.more(part) for noun in self.phrases.kinds(part)]
        return f"hand {clause} {listed(ones, 'or')} from"

    # --- words --------------------------------------------------------------------------------------------------------
    def _about_words(self) -> str:
        words = self.site.options.words
        deed, gap = self.site.purpose, self.site.gap
        if deed is not None and gap != w.NONE and set(words) <= {w.LEFT, w.RIGHT} and deed.word.deed:
            return closed(f"Choose which way {self._to(deed)} {self.phrases.clause(deed, gap)}")
        if set(words) == {w.YES, w.NO}:
            return self._yes_or_no()
        told = [(self.phrases.deck.word(word), self._deeds(self.site.ways[word])) for word in words]
        if any(text for _, text in told):
            return closed(f"Choose: {listed([f'{word} to {text or _NOTHING}' for word, text in told], 'or')}")
        return closed(f"Choose {listed([word for word, _ in told], 'or')} for {self.card}")

    def _yes_or_no(self) -> str:
        yes, no = (self._deeds(self.site.ways[word]) for word in (w.YES, w.NO))
        if yes and no:
            return closed(f"{_capital(yes)}? If not: {no}")
        if no:
            return f"Say yes, or {no}?"
        return f"{_capital(yes)}?" if yes else f"Say yes to {self.card}?"

    def _deeds(self, way: Way) -> str:
        """What an answer leads to, in words; nothing where it leads to nothing of its own."""
        told: list[str] = []
        whole, doubtful = way.whole, False
        for fork, group in groupby(way.deeds, key=lambda deed: deed.fork):
            deeds = list(group)
            sides = [self._told([deed for deed in deeds if deed.otherwise is side]) for side in (False, True)]
            told += [f"either {listed(sides[0])} or {listed(sides[1])}"] if all(sides) else sides[0] or sides[1]
            whole = whole and sum(map(len, sides)) == len(deeds)
            doubtful = doubtful or any(deed.doubtful for deed in deeds) or (fork != w.NONE and not all(sides))
        if not whole or len(told) > _MOST:
            told = [*told[:_MOST], f"do {'what else' if told else 'as'} {self.card} says"]
        return listed(told) + (", as far as it applies" if doubtful else "")

    def _told(self, deeds: Sequence[Deed]) -> list[str]:
        """Deeds in words, but for those that no words tell."""
        return [text for deed in deeds if (text := self.phrases.done(deed))]

    # --- answers ------------------------------------------------------------------------------------------------------
    def meaning(self, word: int) -> str:
        """What an answer that is a word does."""
        way = self.site.ways[word]
        if word == w.DONE and not self.site.options.words:
            return self._declined(way)
        if word in (w.LEFT, w.RIGHT) and self._passes_hands():
            seat = (self.phrases.asked + (1 if word == w.LEFT else -1)) % self.phrases.t.seats
            return f"all hands go to the {w.ANSWER_WORDS[word]}, yours to {self.phrases.names[seat]}"
        return self._deeds(way) or ("go on without it" if word in (w.NO, w.DONE) else "go on")

    def _passes_hands(self) -> bool:
        return self.site.purpose is not None and self.site.purpose.word is v.Effects.pass_hands

    def _declined(self, way: Way) -> str:
        """What happens when none is chosen."""
        told = self._deeds(way)
        purpose = self.site.purpose
        if told:
            less = purpose is not None and any(deed.place == purpose.place for deed in way.deeds)
            return f"only {told}" if less and _shares(purpose, way) else f"{told} instead"
        done, _ = self._round()
        if done and self.site.again and not way.again:
            if done > 1:
                return f"stop after {done - 1}"
            return self._nothing()
        return self._nothing() + (" this time" if self.site.counter != w.NONE and way.again else "")

    def _nothing(self) -> str:
        if self.site.options.seats != w.NONE:
            return "choose nobody"
        deed, gap = self.site.purpose, self.site.gap
        if deed is None or gap == w.NONE or not deed.word.deed:
            return "choose none"
        verb = deed.word.deed.partition(" ")[0]
        doer = self.phrases.doer(deed)
        if doer is not None and self.phrases.seat_number(doer) != self.phrases.asked:
            return "choose none"
        if not deed.word.deed.startswith(f"{verb} {{{gap}}}"):
            return "choose none"
        return f"{verb} none" if self.site.counter != w.NONE or self.site.several != w.NONE else f"{verb} nothing"

    # --- rounds -------------------------------------------------------------------------------------------------------
    def _round(self) -> tuple[int, int | None]:
        """Which round of a counted loop this is, or which of several cards, and of how many; 0 where it is neither."""
        if self.site.several != w.NONE:
            picked = count_picked(self.phrases.t, self.phrases.base, self.site.several)
            return picked + 1, self.phrases.t.stack[self.phrases.base + F_REGISTER + self.site.several]
        if self.site.counter == w.NONE or self.site.bound is None:
            return 0, None
        now = self.phrases.t.stack[self.phrases.base + F_REGISTER + self.site.counter]
        return now, self.phrases.number(self.site.bound)

    def _of(self) -> str:
        now, allowed = self._round()
        if now == 0 or allowed == 1:
            return ""
        if allowed is None:
            return f"choice {now}"
        return f"{now} of {'up to ' if w.DONE in self.site.ways else ''}{allowed}"


_NOTHING: Final = "go on"
_ONE: Final = {"": "one", "random": "a random one", "first": "the first"}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _set_of(operand: Value | Selection) -> tuple[bool, Selection | None, str]:
    """Whether a whole set is meant, the set that it or a card comes from, and how the card is picked."""
    if isinstance(operand, Selection):
        alone = operand.parts[0].of if len(operand.parts) == 1 and operand.parts[0].zone == w.NONE else None
        if alone is None:
            return True, operand, ""
        operand = alone
    cards = operand.args[0] if operand.word in ("random", "first", "asked") else None
    if not isinstance(cards, Selection) or (operand.word == "asked" and contains(operand.args[1], ANSWER)):
        return False, None, ""
    return False, cards, "" if operand.word == "asked" else operand.word


def _other_first(deed: Deed, gap: int) -> tuple[Deed, int]:
    """Of two players who are treated alike, the one who is chosen stands last."""
    if deed.word is not v.Effects.swap_hands or gap != 0:
        return deed, gap
    return Deed(deed.place, deed.word, deed.operands[::-1]), 1


def _shares(purpose: Deed | None, way: Way) -> bool:
    """Whether what is left without the answer is a part of what is done with it."""
    if purpose is None:
        return False
    return all(
        isinstance(left, Selection) and isinstance(whole, Selection) and set(left.parts) < set(whole.parts)
        for deed in way.deeds
        if deed.place == purpose.place
        for left, whole in zip(deed.operands, purpose.operands, strict=True)
    )
