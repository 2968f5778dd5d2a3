"""Questions as people and programs see them: one type for every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from changeling.cards import codes as w
from changeling.cards.codes import Done
from changeling.cards.deck import Deck
from changeling.engine.layout import F_CARD, F_PC, F_SEAT, FRAME, Table
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.turns import plays_blind
from changeling.engine.seen.ask import ask_of
from changeling.engine.sheet_cache import sheet_for

WINDOW: Final = w.about(w.SURPRISE_WINDOW)
_LIMITS: Final = {"discard to the hand limit": w.HAND_LIMIT, "discard to the Keeper limit": w.KEEPER_LIMIT}
_OF_ITS_CARD: Final = ("replace a goal", WINDOW)  # questions about the card whose program asks


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer. `text` is unique within the decision; `code` is the same number for the same answer all
    game long."""

    index: int
    text: str
    sort: w.Sort
    value: str  # the card's title, the seat's name, the number or the word
    code: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat. Options are ordered, unique and never empty.

    `about` is the kind of question, one of cards.codes.PROMPTS, and `because` the card that asks. `receiver` is the
    seat that gets the card that is chosen. `card` is the card that the choice is made for: what somebody gets, what
    attaches or is exchanged, which Goal waits for its place, what a Surprise would answer. Both are empty where that is
    open, or where the seat cannot see the card. `ask` is the same in a sentence.
    """

    id: int
    seat: str
    ask: str
    options: tuple[Option, ...]
    because: str
    about: str
    receiver: str = ""
    card: str = ""
    done: Done = ""

    def find(self, answer: str) -> Option | None:
        """The option that an answer's text means: `play Milk` and `Milk` mean the same where only one of them is
        offered."""
        wanted = " ".join(answer.split())
        for option in self.options:
            if option.text == answer:
                return option
        for option in self.options:
            if " ".join(option.text.split()) == wanted:
                return option
        verb, _, rest = wanted.partition(" ")
        for option in self.options:
            if option.sort == "play" and option.value == wanted:
                return option
            if option.sort == "card" and verb == "play" and option.value == rest:
                return option
        return None

    def by_code(self, code: int) -> Option | None:
        """The option of a code."""
        return next((option for option in self.options if option.code == code), None)

    def __str__(self) -> str:
        return f"{self.seat}: {self.ask} ({' | '.join(option.text for option in self.options)})"


def option_of(deck: Deck, names: Sequence[str], index: int, code: int) -> Option:
    """An option from its number."""
    sort, value = w.SORTS[code // w.SORT], code % w.SORT
    if sort in ("card", "play", "use"):
        title = deck.cards[value].title
        return Option(index, title if sort == "card" else f"{sort} {title}", sort, title, code)
    text = names[value] if sort == "seat" else str(value) if sort == "number" else w.ANSWER_WORDS[value]
    return Option(index, text, sort, text, code)


def in_window(t: Table) -> bool:
    """Whether what is asked is a Surprise window: who is asked there is nobody else's business."""
    return t.asked != w.NONE and t.prompt == w.SURPRISE_WINDOW


def decision_of(deck: Deck, t: Table, names: Sequence[str]) -> Decision | None:
    """The pending question, or nothing when nobody is asked."""
    if t.asked == w.NONE:
        return None
    about = w.about(t.prompt)
    options = tuple(option_of(deck, names, index, t.option[index]) for index in range(t.options))
    cause = t.stack[(t.frames - 1) * FRAME + F_CARD]
    if about in _LIMITS:
        cause = _limiting_rule(deck, t, _LIMITS[about])
    seat, card = _partner(deck, t)
    if about in _OF_ITS_CARD:
        card = cause
    receiver = names[seat] if seat != w.NONE else ""
    done = _done(t, about)
    return Decision(
        id=t.decisions,
        seat=names[t.asked],
        ask=ask_of(about, {option.sort for option in options}, done, receiver),
        options=options,
        because=deck.cards[cause].title if cause >= 0 else "Basic Rules",
        about=about,
        receiver=receiver,
        card=deck.cards[card].title if card >= 0 and t.known[card] >> t.asked & 1 else "",
        done=done,
    )


def _done(t: Table, about: str) -> Done:
    """What `done` does here."""
    if w.WORD_DONE not in t.option[: t.options]:
        return ""
    if w.is_optional(t.prompt):
        return "choose none"
    if about == WINDOW:
        return "let pass"
    if about != "act":
        return ""
    return "play blind" if plays_blind(t) else "end the turn"


def _partner(deck: Deck, t: Table) -> tuple[int, int]:
    """The seat and the card that the instruction is about besides what is being chosen, or NONE.

    The compiler kept the expression with the question."""
    base = (t.frames - 1) * FRAME
    partner = deck.partners.get(t.stack[base + F_PC])
    if partner is None:
        return w.NONE, w.NONE
    kind, expression = partner
    # on a copy, because reading an expression may use the selection, which holds the options
    value = evaluate(sheet_for(deck), t.copy(), expression, t.stack[base + F_SEAT], t.stack[base + F_CARD], base)
    return (value, w.NONE) if kind == "seat" else (w.NONE, value)


def _limiting_rule(deck: Deck, t: Table, static: int) -> int:
    """The newest rule in play that sets a limit."""
    card = t.tail[w.RULES]
    while card != w.NONE and all(formula.static != static for formula in deck.statics[card]):
        card = t.prev[card]
    return card
