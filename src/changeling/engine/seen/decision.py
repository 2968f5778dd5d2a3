"""Questions as people and programs see them: one type for every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import F_CARD, F_PC, F_SEAT, FRAME, Table
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.turns import plays_blind
from changeling.engine.sheet_cache import sheet_for


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
    """A question to one seat. Options are ordered, unique and never empty."""

    id: int
    seat: str
    ask: str
    options: tuple[Option, ...]
    because: str
    about: str  # one of cards.codes.PROMPTS: what kind of question this is
    receiver: str = ""  # the seat that gets the card that is chosen, where that is known already

    def find(self, answer: str) -> Option | None:
        """The option that an answer's text means: `play Milk` and `Milk` mean the same where only one of them is
        offered."""
        wanted = " ".join(answer.split())
        for option in self.options:
            if option.text == wanted:
                return option
        verb, _, rest = wanted.partition(" ")
        for option in self.options:
            if option.sort == "play" and option.value == wanted:
                return option
            if option.sort == "card" and verb == "play" and option.value == rest:
                return option
        return None

    def __str__(self) -> str:
        return f"{self.seat}: {self.ask} ({' | '.join(option.text for option in self.options)})"


_ASKS = {
    "choose": "Choose",
    "play": "Choose a card to play",
    "discard": "Choose what is discarded",
    "take": "Choose what to take",
    "give": "Choose who gets it",
    "swap": "Choose what is exchanged",
    "promise": "Choose a card to hand over",
    "pick": "Choose",
    "agree": "Do it?",
    "act": "Play a card",
    "before the draw": "Use a free action, or draw",
    "discard to the hand limit": "Discard down to the Hand Limit",
    "discard to the Keeper limit": "Discard down to the Keeper Limit",
    "replace a goal": "Choose which Goal is discarded",
    "answer with a Surprise": "Answer with a Surprise, or let it pass",
    "attach": "Choose which Keeper it attaches to",
    "seal": "Choose which Creeper is sealed",
    "keep to the goals allowed": "Too many Goals: choose which one is discarded",
}


def option_of(deck: Deck, names: Sequence[str], index: int, code: int) -> Option:
    """An option from its number."""
    sort, value = w.SORTS[code // w.SORT], code % w.SORT
    if sort in ("card", "play", "use"):
        title = deck.cards[value].title
        return Option(index, title if sort == "card" else f"{sort} {title}", sort, title, code)
    text = names[value] if sort == "seat" else str(value) if sort == "number" else w.ANSWER_WORDS[value]
    return Option(index, text, sort, text, code)


def decision_of(deck: Deck, t: Table, names: Sequence[str]) -> Decision | None:
    """The pending question, or nothing when nobody is asked."""
    if t.asked == w.NONE:
        return None
    options = tuple(option_of(deck, names, index, t.option[index]) for index in range(t.options))
    cause = t.stack[(t.frames - 1) * FRAME + F_CARD]
    prompt = w.PROMPTS[t.prompt // 2]
    if prompt.startswith("discard to"):
        cause = _limit(deck, t, w.HAND_LIMIT if "hand" in prompt else w.KEEPER_LIMIT)
    because = deck.cards[cause].title if cause >= 0 else "Basic Rules"
    ask = _sentence(options, t)
    receiver = _receiver(deck, t, names)
    if prompt == "promise" and receiver:
        ask = f"Choose a card for {receiver}."
    return Decision(t.decisions, names[t.asked], ask, options, because, prompt, receiver)


def _receiver(deck: Deck, t: Table, names: Sequence[str]) -> str:
    """The seat that gets the card that is being chosen: the compiler kept the expression for it with the question."""
    base = (t.frames - 1) * FRAME
    expression = deck.receivers.get(t.stack[base + F_PC])
    if expression is None:
        return ""
    # on a copy: reading an expression may use the selection, which holds the options
    seat = evaluate(sheet_for(deck), t.copy(), expression, t.stack[base + F_SEAT], t.stack[base + F_CARD], base)
    return names[seat] if seat != w.NONE else ""


def _limit(deck: Deck, t: Table, static: int) -> int:
    """The rule in play that a limit comes from."""
    card = t.tail[w.RULES]
    while card != w.NONE and all(formula.static != static for formula in deck.statics[card]):
        card = t.prev[card]
    return card


def _sentence(options: tuple[Option, ...], t: Table) -> str:
    prompt = w.PROMPTS[t.prompt // 2]
    sorts = {option.sort for option in options}
    if prompt == "act":
        if "play" not in sorts:
            rest = "have the first card picked" if plays_blind(t) else "end the turn"
            return f"Use a free action, or {rest}." if "use" in sorts else "End the turn."
        extra = " or use a free action" if "use" in sorts else ""
        return f"Play a card{extra}" + (", or end the turn." if options[-1].text == "done" else ".")
    text = _ASKS[prompt]
    if prompt in ("choose", "take", "swap", "promise") and sorts <= {"seat"}:
        text = "Choose a player"
    elif prompt == "choose" and "card" in sorts:
        text = "Choose a card"
    elif prompt == "give" and "card" in sorts:
        text = "Choose what is given"
    if t.prompt % 2:
        text += ", or done"
    return text if text.endswith("?") else text + "."
