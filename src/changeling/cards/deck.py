"""What a compiled deck is: its cards, their programs as integers, and where each instruction was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from changeling.cards import codes as w
from changeling.cards import vocabulary as v


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck. Cards of one name are copies of it: the second is called `Name #2`."""

    id: int
    name: str
    copy: int
    kind: str
    slot: str
    marks: tuple[str, ...]
    text: str
    house: bool
    reading: str
    needs: tuple[str, ...]
    forbids: tuple[str, ...]
    rank: int
    counts_as: str  # the one name that it counts as besides its own; empty where it is none, or more than that
    likes: tuple[str, ...]  # all that it counts as: names, and kinds of card
    edition: str
    file: str
    line: int
    source: str = field(repr=False)
    back_of: str = ""  # of the back of a two-sided card: the name of its front

    @property
    def title(self) -> str:
        """The name that is unique in the deck."""
        return self.name if self.copy == 1 else f"{self.name} #{self.copy}"


@dataclass(frozen=True, slots=True)
class Program:
    """A stretch of instructions that a frame can run."""

    name: str
    kind: str
    entry: int
    length: int
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Hook:
    """A section of a card that the machine looks at: when it applies, and what it runs."""

    card: int
    condition: int  # an expression, or NONE for always
    program: int
    reads: int
    once: bool = False
    anytime: bool = False


@dataclass(frozen=True, slots=True)
class EventHook:
    """A section about an event: of which cards, and what it runs."""

    card: int
    event: int  # plus INSTEAD where it runs in place of the event
    filter: int  # or THIS_CARD
    program: int
    condition: int  # of a section that runs in place of the event, or NONE


@dataclass(frozen=True, slots=True)
class Permit:
    """What a card in play says of other cards: one of the permissions, and the expression that a card is tested by."""

    card: int
    sort: int
    test: int


@dataclass(frozen=True, slots=True)
class Static:
    """One formula of a card in play: what it sets or adds to, and the expression."""

    static: int
    mode: int
    expression: int
    reads: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A compiled deck: frozen, shared by all its tables. `digest` is the same for the same cards on every machine."""

    name: str
    title: str
    cards: tuple[Card, ...]
    digest: str
    names: tuple[str, ...]
    marks: tuple[str, ...]
    slots: tuple[str, ...]
    code: tuple[int, ...]
    lists: tuple[int, ...]
    filters: tuple[int, ...]
    programs: tuple[Program, ...]
    play: tuple[int, ...]  # by card: the program that runs when it is played, or NONE
    wins: tuple[int, ...]  # by card: the expression, or NONE
    reads: tuple[int, ...]  # by card: what its `wins` looks at
    excuses: tuple[int, ...]  # by card: a list of card names, or NONE
    statics: tuple[tuple[Static, ...], ...]
    whens: tuple[Hook, ...]
    on_goals: tuple[Hook, ...]
    starts: tuple[Hook, ...]
    finishes: tuple[Hook, ...]
    frees: tuple[Hook, ...]
    on_ungoals: tuple[Hook, ...]
    ends: tuple[int, ...]  # by card: the expression, or NONE
    named: tuple[int, ...]  # by Ungoal: a list of the cards that it names, or NONE
    excuses_all: tuple[bool, ...]
    reacts: tuple[tuple[tuple[int, int], ...], ...]  # by Surprise: what it answers, and its program for that
    lends: tuple[tuple[int, int, int, int, int], ...]  # card, name or mark, zone, seats and filter of what is lent
    leaves_out: tuple[int, ...]  # by card: the kind that a Meta Rule leaves out, or NONE
    lines: dict[int, tuple[str, int, str]] = field(repr=False, compare=False)  # by instruction: file, line, text
    # What decks without these words have none of; it is part of the digest only where there is some.
    events: tuple[EventHook, ...] = ()
    permits: tuple[Permit, ...] = ()
    like_sets: tuple[
        tuple[int, int, int], ...
    ] = ()  # card that counts as Keepers in play: of which seats, and a filter
    react_tests: tuple[tuple[int, int, int], ...] = ()  # program of an answer, and which cards and when it answers
    like_tests: tuple[tuple[int, int], ...] = ()  # card, and the condition under which it counts as another
    count_tests: tuple[tuple[int, int], ...] = ()  # card, and the condition under which it counts for several
    lend_tests: tuple[tuple[int, int], ...] = ()  # card, and the condition under which it lends marks or names
    deals: tuple[tuple[int, int], ...] = ()  # Meta Rule, and how many cards are dealt at the start
    counts_for: tuple[tuple[int, int], ...] = ()  # card, and how many cards it counts for, where that is not one
    wins_with: tuple[tuple[int, int], ...] = ()  # card, and the test of who wins with its winner
    stops: tuple[tuple[int, int], ...] = ()  # card, and whom it keeps from winning
    lasts: tuple[tuple[int, int], ...] = ()  # Action, and how long it lasts
    numerals: tuple[tuple[int, int, int], ...] = ()  # card, a numeral, and what it grows by
    asks: tuple[tuple[str, ...], ...] = field(default=(), compare=False)  # by card: the cards that a Goal asks for
    words: tuple[str, ...] = ()  # words of the deck's own that questions are answered with
    counters: tuple[tuple[str, int], ...] = ()  # what players have of their own: its name, and what they begin with
    backs: tuple[tuple[int, int], ...] = ()  # two-sided cards: front and back
    questions: dict[int, str] = field(default_factory=dict, repr=False, compare=False)  # by question: its own words
    titles: tuple[str, ...] = field(init=False, repr=False, compare=False)  # by card
    spoken: tuple[str, ...] = field(init=False, repr=False, compare=False)  # by card: how sentences call it
    _titles: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Cards are asked for by their titles, and titles by their cards, many times a decision."""
        object.__setattr__(self, "titles", tuple(card.title for card in self.cards))
        object.__setattr__(self, "spoken", _spoken(self.cards))
        object.__setattr__(self, "_titles", {card.title: card for card in self.cards})

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {len(self.cards)} cards>"

    @staticmethod
    def from_text(text: str, *, parts: Sequence[str] = (), name: str = "own.cards") -> Deck:
        """The deck of a text in the card language, which stands for a `.cards` file of that name, mixed with the
        editions and files that `parts` names. Raises CardsError that lists all that is wrong with the text.

        >>> import changeling as cl
        >>> deck = cl.Deck.from_text('keeper "Kite"\\n    "It flies."', parts=["family"])
        >>> deck.card("Kite").kind
        'keeper'
        """
        return _reader[0](text, parts=parts, name=name)

    def card(self, title: str) -> Card | None:
        """The card of that title, or nothing."""
        return self._titles.get(title)

    def called(self, name: str) -> list[int]:
        """The cards of a name, and those that count as it."""
        kinds = {card.kind for card in self.cards if card.name == name}
        any_keeper = {card for card, _, _ in self.like_sets} if "keeper" in kinds else set()
        return [
            card.id
            for card in self.cards
            if name in (card.name, *card.likes) or kinds & {*card.likes} or card.id in any_keeper
        ]

    def asks_the_date(self) -> bool:
        """Whether some card asks for the day or the hour."""
        programs = {pc for one in self.programs for pc in range(one.entry, one.entry + one.length)}
        terms = (pc for pc in range(len(self.code) // w.WIDTH) if pc not in programs)
        return any(self.code[pc * w.WIDTH] == v.Terms.date.term for pc in terms)

    def shares_wins(self) -> bool:
        """Whether some card has several players win together."""
        places = (pc for one in self.programs for pc in range(one.entry, one.entry + one.length))
        return bool(self.wins_with) or any(self.code[pc * w.WIDTH] == v.Effects.win_all.statement for pc in places)

    def by_title(self) -> dict[str, Card]:
        """All cards by their unique title."""
        return dict(self._titles)

    def word(self, number: int) -> str:
        """The word that a question is answered with, from its number."""
        return w.ANSWER_WORDS[number] if number < w.OWN_WORD else self.words[number - w.OWN_WORD]

    def other_side(self, card: int) -> Card | None:
        """The other side of a two-sided card, or nothing."""
        return next((self.cards[a + b - card] for a, b in self.backs if card in (a, b)), None)

    def program(self, name: str) -> int:
        """The number of a shared program."""
        return next(number for number, program in enumerate(self.programs) if program.name == name)

    def asked_for(self, goal: int, *words: v.Word) -> list[tuple[int, ...]]:
        """What each has() of a Goal or an Ungoal asks for, or each of these words: numbers of names, and below zero
        those of marks."""
        terms = [word.term for word in words or (v.Queries.has,)]
        pc = self.wins[goal] if self.wins[goal] != w.NONE else self.ends[goal]
        found = []
        while pc != w.NONE and self.code[pc * w.WIDTH] != v.Terms.return_.term:
            op, at = self.code[pc * w.WIDTH : pc * w.WIDTH + 2]
            if op in terms:
                found.append(self.lists[at + 1 : at + 1 + self.lists[at]])
            pc += 1
        return found

    def listing(self, program: int) -> list[str]:
        """The instructions of a program as readable lines; a jump names the line that it goes to."""
        entry, length = self.programs[program].entry, self.programs[program].length
        rows = []
        for pc in range(entry, entry + length):
            op, *operands = self.code[pc * w.WIDTH : (pc + 1) * w.WIDTH]
            word = v.STATEMENTS[op]
            given = zip(word.kinds, operands, strict=False)
            shown = " ".join(
                str(value - entry) if kind == v.JUMP else self._operand(kind, value) for kind, value in given
            )
            rows.append(f"{pc - entry:3} {word.name.upper():16} {shown}".rstrip())
        return rows

    def expression(self, pc: int) -> str:
        """An expression as postfix words; a printed numeral has a prime."""
        parts: list[str] = []
        while self.code[pc * w.WIDTH] != v.Terms.return_.term:
            op, *operands = self.code[pc * w.WIDTH : (pc + 1) * w.WIDTH]
            parts.append(self._term(v.TERMS[op], operands))
            pc += 1
        return " ".join(parts)

    def _term(self, word: v.Word, operands: list[int]) -> str:
        given = list(zip(word.kinds, operands, strict=False))
        shown = [text for kind, value in given if kind != v.JUMP and (text := self._operand(kind, value))]
        if word.shown:
            return word.shown.format(*shown)
        jump = "".join(f"{value:+d}" for kind, value in given if kind == v.JUMP)
        return f"{word.name}({', '.join(shown)}){jump}" if shown else word.name + jump

    def _operand(self, kind: str, value: int) -> str:
        """An operand as people read it; nothing for a filter that lets everything through."""
        if kind in v.EXPRESSIONS_IN_PROGRAMS:
            return f"[{self.expression(value)}]" if value >= 0 else "-"
        if kind == v.REGISTER:
            return f"r{value}"
        if kind == v.QUESTION:
            return w.about(value) + (" or done" if w.is_optional(value) else "")
        if kind == v.LIST:
            items = self.lists[value + 1 : value + 1 + self.lists[value]]
            return ", ".join(self.names[item] if item >= 0 else self.marks[-item - 1] for item in items)
        if kind == v.FILTER:
            return f"filter {value}" if value else ""
        if kind == v.ZONE:
            return v.ZONES.get(value, str(value))
        if kind == v.WHO:
            return v.SEAT_GROUPS[value]
        if kind == v.STATIC:
            return w.STATICS[value]
        if kind == v.COUNTED:
            return self.counters[value][0]
        return self.word(value) if kind == v.ANSWER else str(value)


_reader: list[Callable[..., Deck]] = []


def read_texts_with(reader: Callable[..., Deck]) -> None:
    """Say how `Deck.from_text` makes a deck: `decks` does, which knows the editions; nothing here knows files."""
    _reader[:] = [reader]


def _spoken(cards: Sequence[Card]) -> tuple[str, ...]:
    """What people call each card: nobody numbers copies, unless cards of one name are not the same card."""
    faces: dict[str, set[tuple[str, str]]] = {}
    for card in cards:
        faces.setdefault(card.name, set()).add((card.kind, card.text))
    return tuple(card.name if len(faces[card.name]) == 1 else card.title for card in cards)
