"""The journal of a game: one row of integers for everything that happened. `seen.events` makes events of it."""

from __future__ import annotations

from dataclasses import dataclass

from changeling.cards import vocabulary as v
from changeling.cards.codes import (
    A_CARD,
    A_PLAY,
    ASIDE,
    BASICS,
    BEING_PLAYED,
    DRAWS,
    HAND,
    HAND_LIMIT,
    INFLATION,
    KEEPER_LIMIT,
    KEEPERS,
    MAX_SEATS,
    NONE,
    RULES,
    SORT,
    WIDTH,
)
from changeling.engine.layout import (
    F_CARD,
    F_PC,
    F_PROGRAM,
    F_SEAT,
    F_WINDOW,
    FORMULA_STATIC,
    FORMULA_VALUE,
    FORMULA_WIDTH,
    FRAME,
    NOT_YET,
    Table,
)
from changeling.engine.machine.board.attachments import root_of
from changeling.engine.machine.journal import (
    CHOICE,
    CREEP_6,
    RULE_6,
    RULE_12,
    SURP_1,
    SURP_2,
    V_ANSWERS,
    V_ATTACHES,
    V_BEGINS_A_TURN,
    V_CANCELS,
    V_COUNTS,
    V_DISCARDS,
    V_DISCLOSES,
    V_DIVERTS,
    V_FLIPS,
    V_GIVES,
    V_IS_HELD_UP,
    V_IS_STOPPED,
    V_NAMES,
    V_PLAYS,
    V_PUTS_BACK,
    V_REMEMBERS,
    V_TAKES,
    V_USES,
)
from changeling.engine.machine.rules.formulas import varies
from changeling.engine.machine.turn.free_actions import applies
from changeling.engine.machine.values.operands import ONE_CARD, PACKED_BITS, VARIABLE, read
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.sheet_layout import Sheet

# The columns of a row that others ask for.
ROW_VERB = 0
ROW_CARD = 2
ROW_SOURCE, ROW_TARGET = 3, 4  # zones, or NONE
_ROW_CLAUSE, _ROW_HOST = 5, 9
ROW_CAUSE = 6  # the card that caused it
ROW_SEEN = 7  # bits of the seats that could see the card

_LIMITS = {HAND_LIMIT: HAND, KEEPER_LIMIT: KEEPERS}  # by number in force: the zones that it limits
_DRAWING = (DRAWS, INFLATION, BASICS)  # the numbers in force that make somebody draw more
_TOGETHER = (V_DISCARDS, V_TAKES, V_GIVES)  # cards that lie on one another are told of the chosen one
_NEW_PROGRAM = (V_PLAYS, V_USES, V_BEGINS_A_TURN)  # what was chosen before is no longer spoken of


_SHOWN = (
    V_ANSWERS,
    V_DISCLOSES,
    V_COUNTS,
    V_FLIPS,
    V_REMEMBERS,
)  # whatever card these are about, everybody hears or sees it


@dataclass(frozen=True, slots=True)
class Causes:
    """What is needed to say why something happened: which cards change which number, the program of thefts, and
    the deck's sheet."""

    limits: dict[int, frozenset[int]]  # by zone, HAND or KEEPERS: the cards that limit it
    draws: frozenset[int]  # the cards that change how many cards are drawn
    theft: int
    sheet: Sheet


class Journal(list[tuple[int, ...]]):
    """The rows of what happened."""

    def __init__(self, causes: Causes) -> None:
        super().__init__()
        self.causes = causes
        self.chosen: dict[int, int] = {}  # by card: who chose it for the program under way
        self.leads: dict[int, int] = {}  # by card that others were attached to: the chosen one that it goes along with

    def copy(self) -> Journal:
        """Another journal with the same rows."""
        other = Journal(self.causes)
        other.extend(self)
        other.chosen, other.leads = dict(self.chosen), dict(self.leads)
        return other

    def seen_by(self, seat: int) -> Journal:
        """Another journal, in which the cards that the seat could not see are not named."""
        other = Journal(self.causes)
        other.extend(
            row if row[ROW_SEEN] >> seat & 1 else (*row[:ROW_CARD], NONE, *row[ROW_CARD + 1 :]) for row in self
        )
        return other

    def write(self, t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
        """One thing that happened, with who did it, because of which card, and whom or what else it concerns."""
        if verb == CHOICE:
            if card // SORT in (A_CARD, A_PLAY):
                self.chosen[card % SORT] = seat
            return
        if verb == V_NAMES and _used_at_once(self.causes.sheet, t):
            return
        if verb in _NEW_PROGRAM:
            self.chosen.clear()
            self.leads.clear()
        answers = verb in (V_CANCELS, V_DIVERTS) or (verb == V_PLAYS and clause in (SURP_1, SURP_2))
        other = t.stack[(t.frames - 2) * FRAME + F_SEAT] if answers and t.frames > 1 else NONE
        host, clause = self._host(t, verb, card, clause)
        if verb == V_DISCARDS:
            seat = self._discarder(card if host == NONE else host, source, seat)
        elif verb == V_GIVES:
            seat = self._giver(t, card if host == NONE else host, target, seat)
        if verb == V_NAMES:
            other, target = target, NONE
        seen = t.known[card] if card >= 0 else 0
        if verb == V_IS_STOPPED:
            seen = (1 << t.seats) - 1  # everybody knows whose program runs, wherever the card has gone meanwhile
        elif verb in _SHOWN and card >= 0:
            seen = EVERYBODY
        elif verb == V_NAMES and card in self.chosen:
            seen |= 1 << self.chosen[card]  # wherever it lies hidden: who chose it was shown it
        cause = self._cause(t, verb, source, clause)
        if verb == V_IS_HELD_UP:
            cause, host, source, target = target, source, t.place[card], NONE
        elif verb == V_REMEMBERS:
            other, host, source, target = source, target, NONE, NONE
        elif verb == V_PUTS_BACK:
            host = _depth(self.causes.sheet, t)
        row = (verb, seat, card, source, target, clause, cause, seen, other, host, t.decisions)
        self.insert(self._place_of(row), row)

    def _host(self, t: Table, verb: int, card: int, clause: int) -> tuple[int, int]:
        """The card that a card lies on, or goes along with, or NONE; and the clause of its move.

        Of cards that lie on one another the chosen one leads, and the others go along, whichever of them is at the
        bottom (CREEP-6)."""
        if card < 0 or verb not in _TOGETHER:
            return (t.host[card] if card >= 0 and (clause == CREEP_6 or verb == V_ATTACHES) else NONE), clause
        if clause != CREEP_6:  # the one at the bottom; those on it come after it, or have left already
            lead = self.leads.pop(card, NONE)
            lead = self._chosen_on(t, card) if lead == NONE else lead
            return lead, clause if lead == NONE else CREEP_6
        root = root_of(t, card)
        if self._chosen_on(t, root) != card:
            return t.host[card], clause
        self.leads[root] = card
        return NONE, clause

    def _chosen_on(self, t: Table, root: int) -> int:
        """Of the cards that lie on another one, the one that was chosen instead of that, or NONE."""
        if root in self.chosen:
            return NONE
        return next((card for card in self.chosen if t.host[card] != NONE and root_of(t, card) == root), NONE)

    def _place_of(self, row: tuple[int, ...]) -> int:
        """Where a row belongs: the card that leads before those that go along with it."""
        place = len(self)
        if row[_ROW_CLAUSE] == CREEP_6 and row[_ROW_HOST] == NONE and row[ROW_VERB] in _TOGETHER:
            while place and self[place - 1][_ROW_CLAUSE] == CREEP_6 and self[place - 1][ROW_VERB] == row[ROW_VERB]:
                place -= 1
                if self[place][_ROW_HOST] == row[ROW_CARD]:
                    return place
        return len(self)

    def _discarder(self, card: int, source: int, seat: int) -> int:
        """Who discards a card: whoever chose it; else its owner; else the player of the card that says so."""
        owner = (source - HAND) % MAX_SEATS if HAND <= source < ASIDE else seat
        return self.chosen.get(card, owner)

    def _giver(self, t: Table, card: int, target: int, seat: int) -> int:
        """Who acts where a card comes to somebody: whoever chose it; else the player of the card that says so, if it is
        for that player; else as noted."""
        player = t.stack[(t.frames - 1) * FRAME + F_SEAT] if t.frames > 0 else NONE
        receiver = (target - HAND) % MAX_SEATS if HAND <= target < ASIDE else NONE
        return self.chosen.get(card, player if player == receiver != NONE else seat)

    def _cause(self, t: Table, verb: int, source: int, clause: int) -> int:
        """The card that makes it happen, or NONE for the Basic Rules."""
        if clause == RULE_12:
            return self._limiting(t, source)
        frame = t.frames - 1
        if verb == V_PLAYS:
            frame -= 1  # the innermost program is the card's own: the one below lets it be played, or is answered
        if frame >= 0 and t.stack[frame * FRAME + F_PROGRAM] == self.causes.theft:
            frame -= 1  # the program of a theft has the stolen card for its own
        card = t.stack[frame * FRAME + F_CARD] if frame >= 0 else NONE
        return self._drawing(t) if clause == RULE_6 and card not in self.causes.draws else card

    def _drawing(self, t: Table) -> int:
        """The card in play by which more is drawn now: one whose number changes with the table; else the only one there
        is; else NONE. Nothing is evaluated on the table itself: a game without a journal has to go on alike."""
        d, other, fixed = self.causes.sheet, t.copy(), []
        for card in sorted(self.causes.draws):
            if not applies(t, card, t.turn):
                continue
            for place in _formulas(d, card):
                if d.statics[place + FORMULA_STATIC] not in _DRAWING:
                    continue
                if read(d, other, d.statics[place + FORMULA_VALUE], t.turn, card, NONE) > 0:
                    if varies(d, place):
                        return card
                    fixed.append(card)
        return fixed[0] if len(fixed) == 1 else NONE

    def _limiting(self, t: Table, source: int) -> int:
        """The card in play that a discard to a limit comes from: the newest such rule, else any other card."""
        cards, seat = self.causes.limits[HAND if source < KEEPERS else KEEPERS], (source - HAND) % MAX_SEATS
        card = t.tail[RULES]
        while card != NONE and card not in cards:
            card = t.prev[card]
        return card if card != NONE else next((other for other in sorted(cards) if applies(t, other, seat)), NONE)


def _used_at_once(d: Sheet, t: Table) -> bool:
    """Whether what the innermost program has just had chosen is used by its next instruction, which tells it then. Of a
    card that can still be answered everybody hears at once what it is about (K-C12)."""
    base = (t.frames - 1) * FRAME
    this, pc = t.stack[base + F_CARD], t.stack[base + F_PC]
    if d.answerable and t.place[this] == BEING_PLAYED and t.stack[base + F_WINDOW] == NOT_YET:
        return False
    register = d.code[(pc - 1) * WIDTH + 1]
    pc += d.code[pc * WIDTH] == v.Effects.window.statement
    word = v.STATEMENTS[d.code[pc * WIDTH]]
    if word.group != v.Effects.take.group:
        return False
    operands = zip(word.kinds, d.code[pc * WIDTH + 1 : (pc + 1) * WIDTH], strict=False)
    return any(kind in v.EXPRESSIONS_IN_PROGRAMS and _reads(d, operand, register) for kind, operand in operands)


def _reads(d: Sheet, operand: int, register: int) -> bool:
    """Whether an expression of an instruction reads a register."""
    if operand < 0:
        form, number = divmod(NONE - 1 - operand, 1 << PACKED_BITS)[::-1]
        return form in (VARIABLE, ONE_CARD) and number - 1 == register
    while d.code[operand * WIDTH] != v.Terms.return_.term:
        word = v.TERMS[d.code[operand * WIDTH]]
        if v.REGISTER in word.kinds and d.code[operand * WIDTH + 1 + word.kinds.index(v.REGISTER)] == register:
            return True
        operand += 1
    return False


def _depth(d: Sheet, t: Table) -> int:
    """How many cards of the draw pile lie above those that the innermost program puts there."""
    base = (t.frames - 1) * FRAME
    where = d.code[(t.stack[base + F_PC] - 1) * WIDTH + 2]
    return read(d, t if where < 0 else t.copy(), where, t.stack[base + F_SEAT], t.stack[base + F_CARD], base)


def _formulas(d: Sheet, card: int) -> range:
    """Where the formulas of a card stand."""
    at = d.statics_at[card]
    return range(0) if at == NONE else range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH)


def journal_for(d: Sheet) -> Journal:
    """An empty journal for a game of this deck."""
    limits: dict[int, set[int]] = {zone: set() for zone in _LIMITS.values()}
    draws = set()
    for card in range(d.cards):
        for place in _formulas(d, card):
            static = d.statics[place + FORMULA_STATIC]
            zone = _LIMITS.get(static)
            if zone is not None:
                limits[zone].add(card)
            elif static in _DRAWING:
                draws.add(card)
    by_zone = {zone: frozenset(cards) for zone, cards in limits.items()}
    return Journal(Causes(by_zone, frozenset(draws), d.theft_program, d))
