"""What a program does, in words: a deed as a clause, from the side of the seat that is asked."""

from __future__ import annotations

from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.seen.questions.nouns import Nouns
from changeling.engine.seen.questions.paths import Deed
from changeling.engine.seen.questions.symbols import Selection, Value

_FROM: Final = {w.DISCARDS: "from the discard pile", w.BOTTOM: "from the bottom of the draw pile"}


class Phrases(Nouns):
    """What can be said to the seat `asked` about the program in the frame at `base`."""

    __slots__ = ()

    def operand(self, kind: str, value: Value | Selection) -> str:
        """What something is done to."""
        if isinstance(value, Selection):
            return self.all_of(value)
        if kind == v.NUMBER:
            return self._cards(value)
        if kind == v.SEAT:
            return self.seat(value)
        if kind == v.WORD:
            side = self.deck.word(value.number) if value.word == "num" else ""
            return f"to the {side}" if side in ("left", "right") else "one way or the other"
        if kind == v.PLACE:
            return _FROM.get(value.number, "") if value.word == "num" else ""
        if kind == v.COUNTER:
            return self.deck.counters[value.number][0].replace("_", " ")
        return self.card(value)

    def clause(self, deed: Deed, gap: int = w.NONE) -> str:
        """A deed as people say it, `discard Milk`, without the operand at `gap`; empty where its word does not tell."""
        kinds = [kind for kind in deed.word.params if kind != v.ASIDE]
        text = deed.word.deed
        for place, kind in enumerate(kinds):
            value = deed.operands[place]
            if place == gap:
                text = text.replace(f" {{{place}}}", "").replace(f" {{{place}'s}}", "")
                text = text.replace(f"{{{place}#}}", "that many")
                continue
            if f"{{{place}#}}" in text and isinstance(value, Value):
                text = text.replace(f"{{{place}#}}", self.amount(value))
            text = text.replace(f"{{{place}}}", self.operand(kind, value))
            if f"{{{place}'s}}" in text and isinstance(value, Value):
                text = text.replace(f"{{{place}'s}}", self.possessive(value))
        if deed.word is v.Effects.trade and isinstance(deed.operands[1], Value) and self._is_asked(deed.operands[1]):
            text = text.replace("each player's", "your")  # of everybody's cards those of the two are traded
        if deed.times is not None:
            text += self.times(deed.times)
        return text

    def doer(self, deed: Deed) -> Value | None:
        """Whoever does it, where that matters."""
        if deed.word.by:
            last = deed.operands[-1]
            assert isinstance(last, Value)
            return last
        return Value("you") if deed.word.own else None

    def done(self, deed: Deed) -> str:
        """A deed from the side of the seat that is asked: `discard Milk`, `have Bob take Milk`."""
        clause, doer = self.clause(deed), self.doer(deed)
        if not clause or doer is None or self._is_asked(doer):
            return clause
        return f"have {self.seat(doer)} {clause}"
