"""The pool that all programs of a deck are compiled into: instructions, lists of names, filters."""

from __future__ import annotations

from changeling.cards import codes as w

Instruction = tuple[int, int, int, int, int]


class Pool:
    """Collects the integers of a deck. Equal expressions, lists and filters are kept once."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.lists: list[int] = []
        self.filters: list[int] = [0, 0, w.NONE, w.NONE]
        self.names: dict[str, int] = {}
        self.marks: dict[str, int] = {}
        self.slots: dict[str, int] = {}
        self.words: dict[str, int] = {}  # words of the cards' own that questions are answered with
        self.declared: dict[str, int] = {}  # the counters that files declare, and what everybody begins with
        self.counters: dict[str, int] = {}  # those that cards use
        self.questions: dict[int, str] = {}  # by question: its text in the card's own words
        self.two_sided = False  # some card is the back of another
        self.creepers: set[str] = set()  # the names of those of all files
        self.lines: dict[int, tuple[str, int, str]] = {}
        self._expressions: dict[tuple[Instruction, ...], int] = {}
        self._lists: dict[tuple[int, ...], int] = {}
        self._filters: dict[tuple[int, int, int, int], int] = {(0, 0, w.NONE, w.NONE): 0}

    def name(self, name: str) -> int:
        """The number of a card's name."""
        return self.names.setdefault(name, len(self.names))

    def mark(self, mark: str) -> int:
        """The number of a mark."""
        return self.marks.setdefault(mark, len(self.marks))

    def slot(self, slot: str) -> int:
        """The number of a slot."""
        return self.slots.setdefault(slot, len(self.slots))

    def word(self, word: str) -> int:
        """The number of a word that a question can be answered with: one that every deck knows, or the deck's own."""
        if word in w.ANSWER_WORDS:
            return w.ANSWER_WORDS.index(word)
        return w.OWN_WORD + self.words.setdefault(word, len(self.words))

    def counter(self, name: str) -> int:
        """The number of a declared counter."""
        return self.counters.setdefault(name, len(self.counters))

    def list_of(self, items: tuple[int, ...]) -> int:
        """Where a list of integers lies: its length, then its items."""
        if items not in self._lists:
            self._lists[items] = len(self.lists)
            self.lists += [len(items), *items]
        return self._lists[items]

    def filter(self, kinds: int, marks: int, slots: tuple[int, ...], names: tuple[int, ...]) -> int:
        """The number of a filter; 0 lets everything through."""
        row = (
            kinds,
            marks,
            self.list_of(slots) if slots else w.NONE,
            self.list_of(names) if names else w.NONE,
        )
        if row not in self._filters:
            self._filters[row] = len(self.filters) // 4
            self.filters += row
        return self._filters[row]

    def expression(self, instructions: list[Instruction]) -> int:
        """Where an expression lies; jumps in it are relative, so equal ones are one."""
        key = tuple(instructions)
        if key not in self._expressions:
            self._expressions[key] = self.append(instructions)
        return self._expressions[key]

    def append(self, instructions: list[Instruction]) -> int:
        """Append instructions; gives the number of the first."""
        entry = len(self.code) // w.WIDTH
        for instruction in instructions:
            self.code += instruction
        return entry
