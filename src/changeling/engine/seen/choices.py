"""The sentences of questions that a card's text asks, and what an answer that is a word does."""

from __future__ import annotations

from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.layout import F_REGISTER
from changeling.engine.seen.paths import Deed, Way
from changeling.engine.seen.phrases import Phrases, an, closed, listed
from changeling.engine.seen.sites import Site
from changeling.engine.seen.symbols import ANSWER, Part, Selection, Value, contains

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
        if self.site.options.words:
            return self._about_words()
        rounds = f" ({self._of()})" if self._of() else ""
        way_out = f", or {self.meaning(w.DONE)}" if w.DONE in self.site.ways else ""
        return closed(f"Choose {self._wanted()}{rounds}{way_out}")

    def _wanted(self) -> str:
        """What is to be chosen, and what for."""
        if self.site.options.seats != w.NONE:
            return self._player()
        one = self._another(self.phrases.one_of(self.site.options))
        return f"{one} {self._tail()}"

    def _tail(self) -> str:
        deed, gap = self.site.purpose, self.gap()
        if deed is None or gap == w.NONE or not self.phrases.clause(deed, gap):
            return f"for {self.card}"
        return f"{self._to(deed)} {self.phrases.clause(deed, gap)}"

    def _to(self, deed: Deed) -> str:
        doer = self.phrases.doer(deed)
        ours = doer is None or self.phrases.seat_number(doer) == self.phrases.asked
        return "to" if doer is None or ours else f"for {self.phrases.seat(doer)} to"

    def gap(self) -> int:
        """Which operand of what is done the answer is, if it is one as it stands; else NONE."""
        deed = self.site.purpose
        for place, operand in enumerate(() if deed is None else deed.operands):
            parts = operand.parts if isinstance(operand, Selection) else ()
            if operand == ANSWER or any(part.zone == w.NONE and part.of == ANSWER for part in parts):
                return place
        return w.NONE

    def _another(self, one: str) -> str:
        """Tell a question from an earlier one that asked for the same."""
        if self.site.former == w.NONE:
            return one
        before = self.phrases.t.stack[self.phrases.base + F_REGISTER + self.site.former]
        if not self.site.sure or before == w.NONE:
            return f"{one}, as a choice of its own,"
        for start in ("one ", "an ", "a "):
            if one.startswith(start):
                return f"another {one.removeprefix(start)}"
        return f"{one}, once more,"

    # --- players ------------------------------------------------------------------------------------------------------
    def _player(self) -> str:
        one, deed, gap = self._another(self.phrases.one_seat(self.site.options.seats)), self.site.purpose, self.gap()
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
        return f"{one}, to {clause}" if told else f"{one} for {self.card}"

    def _whose(self, deed: Deed) -> str:
        """Where something is done to cards of the player chosen and to nothing else: `hand to look at`."""
        place = next((at for at, operand in enumerate(deed.operands) if contains(operand, ANSWER)), 0)
        if not deed.word.deed.endswith(f"{{{place}}}") or sum(contains(one, ANSWER) for one in deed.operands) > 1:
            return ""
        operand = deed.operands[place]
        how, cards = "", operand
        if isinstance(operand, Value):
            if operand.word not in ("random", "first", "asked") or contains(operand.args[-1], ANSWER) > (
                operand.word != "asked"
            ):
                return ""
            how, cards = ("" if operand.word == "asked" else operand.word), operand.args[0]
        if not isinstance(cards, Selection) or len(cards.parts) != 1 or cards.parts[0].zone not in _ZONES:
            return ""
        part = cards.parts[0]
        clause = f"{self._to(deed)} {self.phrases.clause(deed, place)}"
        if cards is operand:
            return "" if part.filter else f"{_ZONES[part.zone]} {clause}"
        return f"{_ZONES[part.zone]} {clause} {self._one(part, how)} from"

    def _one(self, part: Part, how: str) -> str:
        nouns, more = self.phrases.narrowed(part.filter, "card" if part.zone == w.HAND else "one")
        if nouns == ["one"]:
            return {"": "one", "random": "a random one", "first": "the first"}[how] + more
        return listed([an(noun, how) for noun in nouns], "or") + more

    # --- words --------------------------------------------------------------------------------------------------------
    def _about_words(self) -> str:
        words = self.site.options.words
        deed, gap = self.site.purpose, self.gap()
        if deed is not None and gap != w.NONE and set(words) <= {w.LEFT, w.RIGHT} and deed.word.deed:
            return closed(f"Choose which way {self._to(deed)} {self.phrases.clause(deed, gap)}")
        if set(words) == {w.YES, w.NO}:
            return self._yes_or_no()
        told = [(w.ANSWER_WORDS[word], self._deeds(self.site.ways[word])) for word in words]
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
        deeds = [(deed, self.phrases.done(deed)) for deed in way.deeds]
        told = [text + (" if that applies" if deed.doubtful else "") for deed, text in deeds if text]
        if len(told) > _MOST or not way.whole or len(told) < len(deeds):
            told = [*told[:_MOST], f"do what else {self.card} says" if told else f"do as {self.card} says"]
            if not way.whole and not way.deeds:
                return ""
        return listed(told)

    # --- answers ------------------------------------------------------------------------------------------------------
    def meaning(self, word: int) -> str:
        """What an answer that is a word does."""
        way = self.site.ways[word]
        if word == w.DONE and not self.site.options.words:
            return self._declined(way)
        if word in (w.LEFT, w.RIGHT) and self._passes_hands():
            seat = (self.phrases.asked + (1 if word == w.LEFT else -1)) % self.phrases.t.seats
            return f"all hands go to the {w.ANSWER_WORDS[word]}, yours to {self.phrases.names[seat]}"
        return self._deeds(way) or "leave it"

    def _passes_hands(self) -> bool:
        return self.site.purpose is not None and self.site.purpose.word is v.Effects.pass_hands

    def _declined(self, way: Way) -> str:
        """What happens when none is chosen."""
        told = self._deeds(way)
        purpose = self.site.purpose
        if told:
            less = purpose is not None and any(deed.place == purpose.place for deed in way.deeds)
            return f"only {told}" if less and _shares(purpose, way) else f"{told} instead"
        done, allowed = self._round()
        if done and self.site.again and not way.again:
            if done > 1:
                return f"stop after {done - 1}" + (f" of up to {allowed}" if allowed is not None else "")
            return self._nothing()
        return self._nothing() + (" this time" if self.site.counter != w.NONE and way.again else "")

    def _nothing(self) -> str:
        if self.site.options.seats != w.NONE:
            return "choose nobody"
        deed, gap = self.site.purpose, self.gap()
        if deed is None or gap == w.NONE or not deed.word.deed:
            return "choose none"
        verb, _, rest = self.phrases.clause(deed, gap).partition(" ")
        doer = self.phrases.doer(deed)
        if doer is not None and self.phrases.seat_number(doer) != self.phrases.asked:
            return "choose none"
        if deed.word.deed == f"{verb} {{{gap}}}":
            return f"{verb} none" if self.site.counter != w.NONE else f"{verb} nothing"
        return f"{verb} nothing {rest}" if deed.word.deed.startswith(f"{verb} {{{gap}}}") else "choose none"

    # --- rounds -------------------------------------------------------------------------------------------------------
    def _round(self) -> tuple[int, int | None]:
        """Which round of a counted loop this is, and of how many; 0 where there is no such loop."""
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


_NOTHING: Final = "do nothing"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


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
