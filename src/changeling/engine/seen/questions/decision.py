"""Questions as people and programs see them: one type for every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from changeling.cards import codes as w
from changeling.cards.codes import Done
from changeling.cards.deck import Deck
from changeling.engine.layout import F_CARD, FRAME, Table
from changeling.engine.machine.turn.turns import plays_blind
from changeling.engine.seen.as_arrays import code_of_action, mask_of
from changeling.engine.seen.questions.ask import LIMITS, asked_of
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import AnswerError, ChangelingError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WINDOW: Final = w.about(w.SURPRISE_WINDOW)
_OF_ITS_CARD: Final = ("replace a goal", WINDOW)  # questions about the card whose program asks


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer. `text` is unique within the decision; `code` is the same number for the same answer all
    game long. `meaning` says what an answer that is a word does here: `end the turn`, `discard none`."""

    index: int
    text: str
    sort: w.Sort
    value: str  # the card's title, the seat's name, the number or the word
    code: int
    meaning: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat. Options are ordered, unique and never empty.

    `about` is the kind of question, one of cards.codes.PROMPTS, and `because` the card that asks. `receiver` is the
    seat that gets the card that is chosen. `card` is the card that the choice is made for: what somebody gets, what
    attaches or is exchanged, which Goal waits for its place, what a Surprise would answer. Both are empty where that is
    open, or where the seat cannot see the card. `deed` is the instruction that the answer goes into first, a word of
    the card language; empty where it goes into none, or that depends on the answer. `ask` is the same in a sentence.
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
    deed: str = ""
    _asked: tuple[Deck, int, int] | None = field(default=None, compare=False, repr=False)  # deck, seat, seats

    def mask(self) -> NDArray[np.int8]:
        """A byte for each answer of the deck's space (`observations.md` of the reference): 1 for the legal ones, as in
        `Batch` and environments. Needs NumPy."""
        deck, seat, seats = self._place()
        return mask_of(deck, [option.code for option in self.options], seat, seats)

    def from_action(self, action: int) -> Option:
        """The option that a number of the deck's space is. Raises AnswerError where it is none of the options."""
        deck, seat, seats = self._place()
        found = self.by_code(code_of_action(deck, action, seat, seats))
        if found is None:
            legal = " | ".join(option.text for option in self.options)
            raise AnswerError(f"{action} is not an option: {legal} ({self.seat}, {self.because})")
        return found

    def _place(self) -> tuple[Deck, int, int]:
        if self._asked is None:
            raise ChangelingError("this decision does not know its deck: ask a game, a view or an environment for one")
        return self._asked

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
        title = deck.titles[value]
        return Option(index, title if sort == "card" else f"{sort} {title}", sort, title, code)
    text = names[value] if sort == "seat" else str(value) if sort == "number" else deck.word(value)
    return Option(index, text, sort, text, code)


def in_window(t: Table) -> bool:
    """Whether what is asked is a Surprise window: who is asked there is nobody else's business."""
    return t.asked != w.NONE and t.prompt == w.SURPRISE_WINDOW


Options = dict[tuple[int, int], Option]  # by index and code: options that were made before for the same players


def decision_of(deck: Deck, t: Table, names: Sequence[str], made: Options | None = None) -> Decision | None:
    """The pending question, or nothing when nobody is asked. `made` are options of earlier ones, and is added to."""
    if t.asked == w.NONE:
        return None
    about = w.about(t.prompt)
    cause = t.stack[(t.frames - 1) * FRAME + F_CARD]
    if about in LIMITS:
        cause = _limiting_rule(deck, t, LIMITS[about][0])
    because = deck.cards[cause].title if cause >= 0 else "Basic Rules"
    done = _done(deck, t, about)
    asked = asked_of(deck, t, names, because, done)
    options = _options(deck, names, t.option[: t.options], {} if made is None else made)
    card = cause if about in _OF_ITS_CARD else asked.card
    return Decision(
        id=t.decisions,
        seat=names[t.asked],
        ask=asked.ask,
        options=tuple([_explained(one, asked.meanings) if one.sort == "word" else one for one in options]),
        because=because,
        about=about,
        receiver=names[asked.receiver] if asked.receiver != w.NONE else "",
        card=deck.cards[card].title if card >= 0 and t.known[card] >> t.asked & 1 else "",
        done=done,
        deed=asked.deed,
        _asked=(deck, t.asked, t.seats),
    )


def _options(deck: Deck, names: Sequence[str], codes: list[int], made: Options) -> list[Option]:
    """The options of these codes, in their order."""
    found = []
    for each in enumerate(codes):
        option = made.get(each)
        if option is None:
            option = made[each] = option_of(deck, names, *each)
        found.append(option)
    return found


def _explained(option: Option, meanings: dict[str, str]) -> Option:
    """An option with what it does, where it is a word."""
    meaning = meanings.get(option.value, "")
    return replace(option, meaning=meaning) if meaning else option


def _done(deck: Deck, t: Table, about: str) -> Done:
    """What `done` does here."""
    if w.WORD_DONE not in t.option[: t.options]:
        return ""
    if w.is_optional(t.prompt):
        return "choose none"
    if about == WINDOW:
        return "let pass"
    if about != "act":
        return ""
    return "play blind" if plays_blind(sheet_for(deck), t) else "end the turn"


def _limiting_rule(deck: Deck, t: Table, static: int) -> int:
    """The newest rule in play that sets a limit."""
    card = t.tail[w.RULES]
    while card != w.NONE and all(formula.static != static for formula in deck.statics[card]):
        card = t.prev[card]
    return card
