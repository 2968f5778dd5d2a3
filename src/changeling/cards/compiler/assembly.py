"""The deck put together from cards that are compiled: their copies, their faces, their sections by kind, the digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.pool import Pool
from changeling.cards.deck import Card, Deck, EventHook, Hook, Permit, Program, Static
from changeling.cards.language.cards_file import Source
from changeling.cards.language.source import MAX_CARDS
from changeling.errors import DeckError

# Fields of a deck that came after the first ones.
_LATER = (
    "events",
    "permits",
    "stops",
    "lasts",
    "numerals",
    "lends",
    "words",
    "counters",
    "backs",
    "like_sets",
    "like_tests",
    "count_tests",
    "lend_tests",
    "react_tests",
    "deals",
    "counts_for",
    "wins_with",
)


@dataclass(slots=True)
class CompiledCard:
    """What one card's source became; its copies share it."""

    source: Source
    edition: str
    written: str  # the lines of the file
    play: int = w.NONE
    wins: int = w.NONE
    reads: int = 0
    excuses: int = w.NONE
    statics: list[Static] = field(default_factory=list)
    hooks: list[tuple[str, int, int, int]] = field(default_factory=list)  # section, condition, program, reads
    leaves_out: int = w.NONE
    reading: str = ""
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    ends: int = w.NONE
    named: int = w.NONE
    excuses_all: bool = False
    likes: tuple[str, ...] = ()
    like_sets: list[tuple[int, int]] = field(default_factory=list)  # players and filter: it counts as their Keepers
    react_tests: list[tuple[int, int, int]] = field(default_factory=list)  # program of an answer, filter, condition
    like_test: int = w.NONE  # the condition under which it counts as anything, or NONE: always
    count_test: int = w.NONE  # the condition under which it counts for several
    lend_test: int = w.NONE  # the condition under which it lends anything
    lends: list[tuple[int, int, int, int]] = field(default_factory=list)  # name or mark, zone, seats, filter
    back_of: str = ""
    said: dict[str, int] = field(default_factory=dict)  # by word that holds once: the line of its formula
    reacts: list[tuple[int, int]] = field(default_factory=list)  # what is answered, program
    events: list[tuple[int, int, int, int]] = field(default_factory=list)  # event, filter, program, condition
    permits: list[tuple[int, int]] = field(default_factory=list)  # permission, expression
    stops: int = w.AS_USUAL
    lasts: int = 0
    numerals: list[tuple[int, int]] = field(default_factory=list)  # a numeral, and what it grows by
    asks: tuple[str, ...] = ()
    deals: int = w.NONE
    counts_for: int = 1
    wins_with: int = w.NONE  # the expression that tests whether a seat wins with whoever wins by it


def deck_from(made: Sequence[CompiledCard], pool: Pool, programs: Sequence[Program], *, name: str, title: str) -> Deck:
    """Lay out the cards and their programs. Raises DeckError where they are too many for a table."""
    parts = _copies(made, name)
    cards = _faces(parts)
    hooks = _hooks(cards, parts)
    deck = Deck(
        name=name,
        title=title,
        cards=cards,
        digest="",
        names=tuple(pool.names),
        marks=tuple(pool.marks),
        slots=tuple(pool.slots),
        code=_code(made, pool, programs),
        lists=tuple(pool.lists),
        filters=tuple(pool.filters),
        programs=tuple(programs),
        play=tuple(part.play for part in parts),
        wins=tuple(part.wins for part in parts),
        reads=tuple(part.reads for part in parts),
        excuses=tuple(part.excuses for part in parts),
        statics=tuple(tuple(part.statics) for part in parts),
        whens=tuple(hooks["when"]),
        on_goals=tuple(hooks["on goals"]),
        on_ungoals=tuple(hooks["on ungoal"]),
        starts=tuple(hooks["start"]),
        finishes=tuple(hooks["finish"]),
        frees=tuple(hooks["free"]),
        lends=tuple((card.id, *row) for card, part in zip(cards, parts, strict=True) for row in part.lends),
        leaves_out=tuple(part.leaves_out for part in parts),
        ends=tuple(part.ends for part in parts),
        named=tuple(part.named for part in parts),
        excuses_all=tuple(part.excuses_all for part in parts),
        reacts=tuple(tuple(part.reacts) for part in parts),
        lines=dict(pool.lines),
        events=tuple(EventHook(card.id, *row) for card, part in zip(cards, parts, strict=True) for row in part.events),
        permits=tuple(Permit(card.id, *row) for card, part in zip(cards, parts, strict=True) for row in part.permits),
        stops=tuple((card.id, part.stops) for card, part in zip(cards, parts, strict=True) if part.stops),
        lasts=tuple((card.id, part.lasts) for card, part in zip(cards, parts, strict=True) if part.lasts),
        numerals=tuple((card.id, *row) for card, part in zip(cards, parts, strict=True) for row in part.numerals),
        asks=tuple(part.asks for part in parts),
        words=tuple(pool.words),
        counters=tuple((counter, pool.declared[counter]) for counter in pool.counters),
        backs=_backs(cards),
        questions=dict(pool.questions),
        like_sets=tuple((card.id, *row) for card, part in zip(cards, parts, strict=True) for row in part.like_sets),
        react_tests=tuple({row: None for part in parts for row in part.react_tests}),
        deals=tuple((card.id, part.deals) for card, part in zip(cards, parts, strict=True) if part.deals != w.NONE),
        counts_for=tuple(
            (card.id, part.counts_for) for card, part in zip(cards, parts, strict=True) if part.counts_for > 1
        ),
        wins_with=tuple(
            (card.id, part.wins_with) for card, part in zip(cards, parts, strict=True) if part.wins_with != w.NONE
        ),
        like_tests=_tests(cards, [part.like_test for part in parts]),
        count_tests=_tests(cards, [part.count_test for part in parts]),
        lend_tests=_tests(cards, [part.lend_test for part in parts]),
    )
    return replace(deck, digest=_digest(deck))


def _tests(cards: Sequence[Card], tests: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The cards that say something under a condition, each with that."""
    return tuple((card.id, test) for card, test in zip(cards, tests, strict=True) if test != w.NONE)


def _code(made: Sequence[CompiledCard], pool: Pool, programs: Sequence[Program]) -> tuple[int, ...]:
    """The instructions. Where a rule makes single numerals grow, all printed numerals are read with that in mind."""
    code = list(pool.code)
    if any(part.numerals for part in made):
        in_programs = {pc for program in programs for pc in range(program.entry, program.entry + program.length)}
        for pc in range(len(code) // w.WIDTH):
            if pc not in in_programs and code[pc * w.WIDTH] == v.Terms.live.term:
                code[pc * w.WIDTH] = v.Terms.numeral.term
    return tuple(code)


def _copies(made: Sequence[CompiledCard], name: str) -> list[CompiledCard]:
    """One for each card on the table: programs are no cards, and the Basic Rules lie there once."""
    total = sum(part.source.copies for part in made if part.source.kind != "program")
    if total > MAX_CARDS:
        raise DeckError(f"the deck '{name}' has {total} cards; a table holds at most {MAX_CARDS}")
    basic = next((part for part in made if part.source.kind == "basic"), None)
    wanted = [part for part in made if part is basic or part.source.kind not in ("program", "basic")]
    return [part for part in wanted for _ in range(part.source.copies)]


def _faces(parts: Sequence[CompiledCard]) -> tuple[Card, ...]:
    copies: dict[str, int] = {}
    cards = []
    for number, part in enumerate(parts):
        name = part.source.name
        copies[name] = copies.get(name, 0) + 1
        cards.append(_face(number, copies[name], part))
    return tuple(cards)


def _face(number: int, copy: int, made: CompiledCard) -> Card:
    source = made.source
    return Card(
        id=number,
        name=source.name,
        copy=copy,
        kind=source.kind,
        slot=(source.slot or source.name) if source.kind == "rule" else "",
        marks=source.marks,
        text=source.text,
        house=source.house,
        reading=made.reading,
        needs=made.needs,
        forbids=made.forbids,
        rank=source.rank,
        counts_as=made.likes[0] if _counts_as_one(made) else "",
        likes=made.likes,
        edition=made.edition,
        file=source.file,
        line=source.line,
        source=made.written,
        back_of=made.back_of,
    )


def _counts_as_one(made: CompiledCard) -> bool:
    """Whether a card counts as one other, always."""
    return len(made.likes) == 1 and made.likes[0] not in w.KINDS and not made.like_sets and made.like_test == w.NONE


def _backs(cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """Fronts and backs of two-sided cards, copy by copy. Raises DeckError where they do not fit together."""
    copies = {(card.name, card.copy): card for card in cards}
    found: list[tuple[int, int]] = []
    for card in (card for card in cards if card.back_of):
        front = copies.get((card.back_of, card.copy))
        if front is None:
            raise DeckError(
                f"'{card.title}' is the back of '{card.back_of}', of which there are not as many in the deck"
            )
        if front.back_of or any(front.id == other for other, _ in found):
            raise DeckError(f"'{card.title}' cannot be the back of '{front.title}': that one has another side already")
        if {front.kind, card.kind} - {"keeper", "creeper"} and front.kind != card.kind:
            raise DeckError(
                f"'{card.title}' is a {card.kind} and cannot be the back of the {front.kind} '{front.title}'"
            )
        found.append((front.id, card.id))
    sided = {front for front, _ in found}
    for card in cards:
        if card.id not in sided and any(cards[front].name == card.name for front in sided):
            raise DeckError(f"'{card.title}' is two-sided, but its back has fewer copies than it")
    return tuple(found)


def _hooks(cards: Sequence[Card], parts: Sequence[CompiledCard]) -> dict[str, list[Hook]]:
    """The sections of all cards that the machine looks at, by kind."""
    hooks: dict[str, list[Hook]] = {kind: [] for kind in ("when", "on goals", "on ungoal", "start", "finish", "free")}
    for card, made in zip(cards, parts, strict=True):
        for kind, condition, program, reads in made.hooks:
            hook = Hook(card.id, condition, program, reads, once=kind == "once", anytime=kind == "anytime")
            hooks["free" if kind in ("once", "anytime") else kind].append(hook)
    return hooks


def _digest(deck: Deck) -> str:
    """A fingerprint of everything that the machine reads, and of nothing that only people do."""
    made = hashlib.sha256()
    for card in deck.cards:
        rank = {w.NONE: 0, 0: "0"}.get(card.rank, card.rank)  # none was written as 0 when no card could have that
        made.update(repr((card.title, card.kind, card.slot, card.marks, rank, card.counts_as)).encode())
        if card.likes and not card.counts_as:
            made.update(repr(card.likes).encode())
    skipped = {"name", "title", "cards", "digest", "programs"}
    for part in fields(deck):
        if part.name in _LATER and not getattr(deck, part.name):
            continue  # decks without it have the digest that they always had
        if part.compare and part.name not in skipped:
            made.update(repr((part.name, getattr(deck, part.name))).encode())
    made.update(repr([(program.name, program.entry) for program in deck.programs]).encode())
    return made.hexdigest()[:16]
