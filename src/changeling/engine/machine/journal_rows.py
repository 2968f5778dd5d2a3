"""The rows of a journal: what `note` is told, and what the table as it stands says besides: why, by whom, seen by whom.

The same functions write the journal of an interpreted game and of a compiled one. Where nobody keeps a journal nothing
of this is compiled.
"""

from __future__ import annotations

from typing import Any

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
from changeling.engine.journal_layout import WRITTEN_WIDTH
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
from changeling.engine.machine.values.operands import read
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.sheet_layout import Sheet

Noting = Any  # `journal_layout.Noted`; in compiled code the record of the table itself


# --- another function each in compiled code (engine.native.noting) ----------------------------------------------------
def noted_sheet(j: Noting) -> Sheet:
    """The sheet of the deck whose game a journal is of."""
    return j.sheet  # type: ignore[no-any-return]  # a `Noted` here, whose sheet this is


def spare_of(t: Table) -> Table:
    """A copy of the table, on which something may be evaluated: a game without a journal has to go on alike."""
    return t.copy()


# --- writing ----------------------------------------------------------------------------------------------------------
def write_row(t: Table, j: Noting, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """One thing that happened, with who did it, because of which card, and whom or what else it concerns."""
    if verb == CHOICE:
        if card // SORT == A_CARD or card // SORT == A_PLAY:
            remember_choice(j, card % SORT, seat)
        return
    if verb == V_PLAYS or verb == V_USES or verb == V_BEGINS_A_TURN:
        j.choices = 0  # what was chosen before is no longer spoken of
        j.leads = 0
    if j.told >= j.room:
        j.missed = 1
        return
    at = j.told * WRITTEN_WIDTH
    row = j.told_row
    host = host_of(t, j, verb, card, clause)
    if host != NONE and goes_together(verb):
        clause = CREEP_6
    row[at] = verb
    row[at + 1] = actor_of(t, j, verb, card if host == NONE else host, source, target, seat)
    row[at + 2] = card
    row[at + 3] = source
    row[at + 4] = target
    row[at + 5] = clause
    row[at + 6] = cause_of(t, j, verb, source, clause)
    row[at + 7] = seen_by(t, j, verb, card)
    row[at + 8] = answered_seat(t, verb, clause)
    row[at + 9] = host
    row[at + 10] = t.decisions
    row[at + 11] = NONE
    if verb == V_NAMES:
        row[at + 8] = target
        row[at + 4] = NONE
        row[at + 11] = tells_itself(t, j)
    elif verb == V_IS_HELD_UP:
        row[at + 3] = t.place[card] if card >= 0 else NONE
        row[at + 4] = NONE
        row[at + 6] = target
        row[at + 9] = source
    elif verb == V_REMEMBERS:
        row[at + 3] = NONE
        row[at + 4] = NONE
        row[at + 8] = source
        row[at + 9] = target
    elif verb == V_PUTS_BACK:
        row[at + 9] = depth_of(t, j)
    j.told += 1


def goes_together(verb: int) -> bool:
    """Whether cards that lie on one another are told of the chosen one."""
    return verb == V_DISCARDS or verb == V_TAKES or verb == V_GIVES


def tells_itself(t: Table, j: Noting) -> int:
    """The next instruction of the innermost program, which tells what has just been chosen if it uses that, or NONE: of
    a card that can still be answered everybody hears at once what it is about (K-C12)."""
    base = (t.frames - 1) * FRAME
    this = t.stack[base + F_CARD]
    waits = this >= 0 and t.place[this] == BEING_PLAYED and t.stack[base + F_WINDOW] == NOT_YET
    return NONE if waits and noted_sheet(j).answerable != 0 else t.stack[base + F_PC]


# --- who chose which card ---------------------------------------------------------------------------------------------
def remember_choice(j: Noting, card: int, seat: int) -> None:
    """A seat has chosen a card for the program under way."""
    for place in range(j.choices):
        if j.choice_card[place] == card:
            j.choice_seat[place] = seat
            return
    j.choice_card[j.choices] = card
    j.choice_seat[j.choices] = seat
    j.choices += 1


def chooser_of(j: Noting, card: int) -> int:
    """Who chose a card for the program under way, or NONE."""
    for place in range(j.choices):
        if j.choice_card[place] == card:
            return int(j.choice_seat[place])
    return NONE


def chosen_on(t: Table, j: Noting, root: int) -> int:
    """Of the cards that lie on another one, the one that was chosen instead of that, or NONE."""
    if chooser_of(j, root) != NONE:
        return NONE
    for place in range(j.choices):
        card = j.choice_card[place]
        if t.host[card] != NONE and root_of(t, card) == root:
            return int(card)
    return NONE


def take_lead(j: Noting, root: int) -> int:
    """The chosen card that goes before the one at the bottom, which is told next; NONE where none was noted."""
    for place in range(j.leads):
        if j.lead_root[place] == root:
            card = int(j.lead_card[place])
            j.leads -= 1
            j.lead_root[place] = j.lead_root[j.leads]
            j.lead_card[place] = j.lead_card[j.leads]
            return card
    return NONE


def note_lead(j: Noting, root: int, card: int) -> None:
    """The card at the bottom will go along with a chosen one."""
    take_lead(j, root)
    j.lead_root[j.leads] = root
    j.lead_card[j.leads] = card
    j.leads += 1


def host_of(t: Table, j: Noting, verb: int, card: int, clause: int) -> int:
    """The card that a card lies on, or goes along with, or NONE.

    Of cards that lie on one another the chosen one leads, and the others go along, whichever of them is at the bottom
    (CREEP-6)."""
    if card < 0:
        return NONE
    if not goes_together(verb):
        return t.host[card] if clause == CREEP_6 or verb == V_ATTACHES else NONE
    if clause != CREEP_6:  # the one at the bottom; those on it come after it, or have left already
        lead = take_lead(j, card)
        return chosen_on(t, j, card) if lead == NONE else lead
    root = root_of(t, card)
    if chosen_on(t, j, root) != card:
        return t.host[card]
    note_lead(j, root, card)
    return NONE


# --- who does it, and who sees it -------------------------------------------------------------------------------------
def owner_of(zone: int) -> int:
    """The seat whose zone it is, or NONE."""
    return (zone - HAND) % MAX_SEATS if HAND <= zone < ASIDE else NONE


def actor_of(t: Table, j: Noting, verb: int, card: int, source: int, target: int, seat: int) -> int:
    """Who discards a card: whoever chose it; else its owner; else the player of the card that says so. Who acts where a
    card comes to somebody: whoever chose it; else the player of the card that says so, if it is for that player; else,
    as in everything else, who is noted."""
    if verb != V_DISCARDS and verb != V_GIVES:
        return seat
    chooser = chooser_of(j, card)
    if chooser != NONE:
        return chooser
    owner = owner_of(source if verb == V_DISCARDS else target)
    player = t.stack[(t.frames - 1) * FRAME + F_SEAT] if t.frames > 0 else NONE
    if owner == NONE or (verb == V_GIVES and player != owner):
        return seat
    return owner


def answered_seat(t: Table, verb: int, clause: int) -> int:
    """Whom a Surprise answers, or NONE."""
    answers = verb == V_CANCELS or verb == V_DIVERTS or (verb == V_PLAYS and (clause == SURP_1 or clause == SURP_2))
    return t.stack[(t.frames - 2) * FRAME + F_SEAT] if answers and t.frames > 1 else NONE


def seen_by(t: Table, j: Noting, verb: int, card: int) -> int:
    """Bits of the seats that can see which card it is about."""
    if verb == V_IS_STOPPED:
        return (1 << t.seats) - 1  # everybody knows whose program runs, wherever the card has gone meanwhile
    if card < 0:
        return 0
    if verb == V_ANSWERS or verb == V_DISCLOSES or verb == V_COUNTS or verb == V_FLIPS or verb == V_REMEMBERS:
        return EVERYBODY  # whatever card these are about, everybody hears or sees it
    chooser = chooser_of(j, card) if verb == V_NAMES else NONE
    if chooser == NONE:
        return t.known[card]
    return t.known[card] | 1 << chooser  # wherever it lies hidden: who chose it was shown it


# --- why --------------------------------------------------------------------------------------------------------------
def cause_of(t: Table, j: Noting, verb: int, source: int, clause: int) -> int:
    """The card that makes it happen, or NONE for the Basic Rules."""
    d = noted_sheet(j)
    if clause == RULE_12:
        return limiting_card(d, t, source)
    frame = t.frames - 1
    if verb == V_PLAYS:
        frame -= 1  # the innermost program is the card's own: the one below lets it be played, or is answered
    if frame >= 0 and t.stack[frame * FRAME + F_PROGRAM] == d.theft_program:
        frame -= 1  # the program of a theft has the stolen card for its own
    card = t.stack[frame * FRAME + F_CARD] if frame >= 0 else NONE
    if clause == RULE_6 and (card == NONE or not draws_more(d, card)):
        return drawing_card(d, t)
    return card


def limiting_card(d: Sheet, t: Table, source: int) -> int:
    """The card in play that a discard to a limit comes from: the newest such rule, else any other card."""
    limit, seat = (HAND_LIMIT if source < KEEPERS else KEEPER_LIMIT), (source - HAND) % MAX_SEATS
    card = t.tail[RULES]
    while card != NONE and not has_formula(d, card, limit):
        card = t.prev[card]
    if card != NONE:
        return card
    for other in range(d.cards):
        if has_formula(d, other, limit) and applies(t, other, seat):
            return other
    return NONE


def drawing_card(d: Sheet, t: Table) -> int:
    """The card in play by which more is drawn now: one whose number changes with the table; else the only one there
    is; else NONE."""
    other = spare_of(t)
    fixed = NONE
    several = False
    for card in range(d.cards):
        if not draws_more(d, card) or not applies(t, card, t.turn):
            continue
        first = d.statics_at[card] + 1
        for place in range(first, first + FORMULA_WIDTH * d.statics[first - 1], FORMULA_WIDTH):
            if not draws_by(d.statics[place + FORMULA_STATIC]):
                continue
            if read(d, other, d.statics[place + FORMULA_VALUE], t.turn, card, NONE) > 0:
                if varies(d, place):
                    return card
                several = several or fixed != NONE
                fixed = card
    return NONE if several else fixed


def draws_by(static: int) -> bool:
    """Whether a number in force makes somebody draw more."""
    return static == DRAWS or static == INFLATION or static == BASICS


def draws_more(d: Sheet, card: int) -> bool:
    """Whether a card changes how many cards are drawn."""
    return has_formula(d, card, DRAWS) or has_formula(d, card, INFLATION) or has_formula(d, card, BASICS)


def has_formula(d: Sheet, card: int, static: int) -> bool:
    """Whether a card sets or changes a number in force."""
    at = d.statics_at[card]
    if at == NONE:
        return False
    for place in range(at + 1, at + 1 + FORMULA_WIDTH * d.statics[at], FORMULA_WIDTH):
        if d.statics[place + FORMULA_STATIC] == static:
            return True
    return False


def depth_of(t: Table, j: Noting) -> int:
    """How many cards of the draw pile lie above those that the innermost program puts there."""
    d = noted_sheet(j)
    base = (t.frames - 1) * FRAME
    where = d.code[(t.stack[base + F_PC] - 1) * WIDTH + 2]
    if where < 0:
        return read(d, t, where, t.stack[base + F_SEAT], t.stack[base + F_CARD], base)
    return read(d, spare_of(t), where, t.stack[base + F_SEAT], t.stack[base + F_CARD], base)
