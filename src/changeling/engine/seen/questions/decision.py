"""Questions as people and programs see them: one type for every one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from changeling.cards import codes as w
from changeling.cards.codes import Done
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.layout import F_CARD, FRAME, Table
from changeling.engine.machine.turn.turns import plays_blind
from changeling.engine.seen.as_arrays import code_of_action, mask_of
from changeling.engine.seen.late import Late, is_late, make, put_later
from changeling.engine.seen.questions.ask import LIMITS, asked_of, plain_meanings
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
class Decision(Late):
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

    def _make(self, *given: Any) -> None:
        """The card that asks, and what it says."""
        deck, table, names, done, asked = given
        t = table if isinstance(table, Table) else table()
        cause = _cause(deck, t, self.about)
        because = _because(deck, cause)
        asked = asked or asked_of(deck, t, names, because, done)
        card = cause if self.about in _OF_ITS_CARD else asked.card
        _put_because(self, because)
        _put_ask(self, asked.ask)
        _put_receiver(self, names[asked.receiver] if asked.receiver != w.NONE else "")
        _put_card(self, deck.titles[card] if card >= 0 and t.known[card] >> t.asked & 1 else "")
        _put_deed(self, asked.deed)

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


_put_id, _put_seat, _put_options, _put_about, _put_done, _put_asked = (
    Decision.__dict__[name].__set__ for name in ("id", "seat", "options", "about", "done", "_asked")
)
_put_because, _put_ask, _put_receiver, _put_card, _put_deed = (
    Decision.__dict__[name].__set__ for name in ("because", "ask", "receiver", "card", "deed")
)


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


Options = dict[tuple[int, int] | tuple[int, int, str], Option]  # by index, code and meaning: those made before


def decision_of(deck: Deck, t: Table, names: Sequence[str]) -> Decision | None:
    """The pending question, or nothing when nobody is asked."""
    if t.asked == w.NONE:
        return None
    decision = late_decision(deck, t, names, t.option[: t.options], {})
    make(decision)
    return decision


def late_decision(deck: Deck, t: Table, names: Sequence[str], codes: Sequence[int], made: Options) -> Decision:
    """The pending question, which has options of these codes. It is put into words when somebody reads them: before the
    table changes, `part` has to be called where anybody still has it. `made` are options of earlier questions to the
    same players, and is added to."""
    about = w.about(t.prompt)
    done = _done(deck, t, about) if w.WORD_DONE in codes else ""
    meanings, asked = plain_meanings(about, done), None
    if meanings is None and max(codes) >= w.A_WORD * w.SORT:  # what a word does, the card has to say
        asked = asked_of(deck, t, names, _because(deck, _cause(deck, t, about)), done)
        meanings = asked.meanings
    decision = object.__new__(Decision)
    _put_id(decision, t.decisions)
    _put_seat(decision, names[t.asked])
    _put_options(decision, _options(deck, names, codes, made, meanings or {}))
    _put_about(decision, about)
    _put_done(decision, done)
    _put_asked(decision, (deck, t.asked, t.seats))
    put_later(decision, (deck, t, tuple(names), done, asked))
    return decision


def _cause(deck: Deck, t: Table, about: str) -> int:
    """The card that asks, or less than 0 where the turn itself does."""
    if about in LIMITS:
        return _limiting_rule(deck, t, LIMITS[about][0])
    return t.stack[(t.frames - 1) * FRAME + F_CARD]


def _because(deck: Deck, cause: int) -> str:
    return deck.titles[cause] if cause >= 0 else "Basic Rules"


def about_to_change(decision: Decision, kept: Callable[[], Callable[[], Table]]) -> None:
    """The table of a decision is about to change: the parts not read yet will be made from `kept()`, a function that
    gives the table as it stands now. `kept` is called only where some are left."""
    later = decision._later if is_late(decision) else None
    if later is not None and isinstance(later[1], Table):
        put_later(decision, (later[0], kept(), *later[2:]))


def _options(
    deck: Deck, names: Sequence[str], codes: Sequence[int], made: Options, meanings: Mapping[str, str]
) -> tuple[Option, ...]:
    """The options of these codes, in their order, with what those do that are words."""
    found = []
    for each in enumerate(codes):
        option = made.get(each)
        if option is None:
            option = made[each] = option_of(deck, names, *each)
        if option.sort == "word":
            option = _explained(option, meanings.get(option.value, ""), made)
        found.append(option)
    return tuple(found)


def _explained(option: Option, meaning: str, made: Options) -> Option:
    """An option that is a word, with what it does."""
    key = (option.index, option.code, meaning)
    if key not in made:
        made[key] = replace(option, meaning=meaning) if meaning else option
    return made[key]


def _done(deck: Deck, t: Table, about: str) -> Done:
    """What `done` does here, where it is an option."""
    if w.is_optional(t.prompt):
        return "choose none"
    if about == WINDOW:
        return "let pass"
    if about != "act":
        return ""
    return "play blind" if plays_blind(sheet_for(deck), t) else "end the turn"


def _limiting_rule(deck: Deck, t: Table, static: int) -> int:
    """The newest rule in play that sets a limit."""
    setting, previous = _setters.of(deck.digest, lambda: _setters_in(deck))[static], t.prev
    card = t.tail[w.RULES]
    while card != w.NONE and card not in setting:
        card = previous[card]
    return card


_setters: Recent[list[set[int]]] = Recent()  # by deck, by number in force: the cards that set it


def _setters_in(deck: Deck) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(w.N_STATICS)]
    for card, formulas in enumerate(deck.statics):
        for formula in formulas:
            found[formula.static].add(card)
    return found
