"""What a compiled deck is: its cards, their programs as integers, and where each instruction was written."""

from __future__ import annotations

from dataclasses import dataclass, field

from changeling.cards import codes as w


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
    counts_as: str
    edition: str
    file: str
    line: int
    source: str = field(repr=False)

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
    leaves_out: tuple[int, ...]  # by card: the kind that a Meta Rule leaves out, or NONE
    lines: dict[int, tuple[str, int, str]] = field(repr=False, compare=False)  # by instruction: file, line, text
    # by question that is one operand of an instruction: the other operand, its kind ("card" or "seat") and expression
    partners: dict[int, tuple[str, int]] = field(repr=False, compare=False)

    def card(self, title: str) -> Card | None:
        """The card of that title, or nothing."""
        return next((card for card in self.cards if card.title == title), None)

    def by_title(self) -> dict[str, Card]:
        """All cards by their unique title."""
        return {card.title: card for card in self.cards}

    def program(self, name: str) -> int:
        """The number of a shared program."""
        return next(number for number, program in enumerate(self.programs) if program.name == name)

    def listing(self, program: int) -> list[str]:
        """The instructions of a program as readable lines."""
        entry, length = self.programs[program].entry, self.programs[program].length
        rows = []
        for pc in range(entry, entry + length):
            op, *args = self.code[pc * w.WIDTH : (pc + 1) * w.WIDTH]
            shown = " ".join(self._operand(w.STATEMENTS[op], place, value) for place, value in enumerate(args))
            rows.append(f"{pc - entry:3} {w.STATEMENTS[op].upper():16} {shown}".rstrip())
        return rows

    def _operand(self, op: str, place: int, value: int) -> str:
        if place >= OPERANDS.get(op, (0, ()))[0]:
            return ""
        what = OPERANDS[op][1][place]
        if what == "r":
            return f"r{value}"
        if what == "e":
            return "[" + self.expression(value) + "]" if value >= 0 else "-"
        if what == "p":
            return w.PROMPTS[value // 2] + (" or done" if value % 2 else "")
        return f"+{value}" if what == "j" else str(value)

    def expression(self, pc: int) -> str:
        """An expression as postfix words; a printed numeral has a prime."""
        parts: list[str] = []
        while True:
            op, a, b, c, _ = self.code[pc * w.WIDTH : (pc + 1) * w.WIDTH]
            if op == w.E_RETURN:
                return " ".join(parts)
            parts.append(self._term(op, a, b, c))
            pc += 1

    def _term(self, op: int, a: int, b: int, c: int) -> str:
        if op == w.E_NUM:
            return str(a)
        if op == w.E_LIVE:
            return f"{a}'"
        if op == w.E_REG:
            return f"r{a}"
        name = w.EXPRESSIONS[op]
        if op in (w.E_HAS, w.E_ANYONE):
            items = self.lists[a + 1 : a + 1 + self.lists[a]]
            return f"{name}({', '.join(self.names[i] if i >= 0 else self.marks[-i - 1] for i in items)})"
        if op in (w.E_COUNT, w.E_ADD_ZONE):
            return f"{name}({ZONE_NAMES.get(a, a)}, {SEAT_NAMES[b]}{f', filter {c}' if c else ''})"
        if op in (w.E_MOST, w.E_LEAST, w.E_LEADS):
            return f"{name}({ZONE_NAMES.get(a, a)})"
        if op == w.E_STATIC:
            return w.STATICS[a]
        if op == w.E_ADD_WORD:
            return f"{name} {w.ANSWER_WORDS[a]}"
        if op in (w.E_AND, w.E_OR, w.E_JUMP, w.E_UNLESS, w.E_NEXT, w.E_KEEP):
            return f"{name}{a:+d}"
        return name


ZONE_NAMES = {
    w.PILE: "pile",
    w.DISCARD: "discard_pile",
    w.RULES: "rules",
    w.GOALS: "goals",
    w.HAND: "hand",
    w.KEEPERS: "keepers",
    w.CREEPERS: "creepers",
    w.DOWN: "face_down",
    w.DOOM_COUNT: "doom",
    w.ASIDE: "aside",
}
SEAT_NAMES = {
    w.YOU_ONLY: "you",
    w.OTHERS: "others",
    w.EVERYONE: "everyone",
    w.ONE_SEAT: "seat",
    w.FROM_LEFT: "from_left",
    w.NOBODY: "table",
}
# How many operands a statement shows and what each is: r register, e expression, p prompt, j jump, n number.
OPERANDS: dict[str, tuple[int, str]] = {
    "set": (2, "re"),
    "goto": (1, "n"),
    "unless": (2, "en"),
    "choose": (4, "reep"),
    "random": (2, "re"),
    "for_seats": (3, "rnn"),
    "draw": (2, "ee"),
    "draw_to": (1, "e"),
    "play": (2, "ee"),
    "discard": (1, "e"),
    "take": (1, "e"),
    "give": (2, "ee"),
    "swap": (2, "ee"),
    "swap_hands": (2, "ee"),
    "pass_hands": (1, "e"),
    "redeal": (1, "e"),
    "promise": (2, "ee"),
    "trim": (1, "e"),
    "first": (2, "re"),
    "attach": (2, "ee"),
    "detach": (1, "e"),
    "seal": (2, "ee"),
    "unseal": (1, "e"),
    "to_hand": (1, "e"),
    "look": (1, "e"),
    "copy": (1, "e"),
}
