"""Whether a table that was read from a text is one that a game can come to, as far as the machine relies on it.

Compiled code trusts every integer of a table: it uses them as places in memory without looking. So nothing of a text
reaches it unchecked: each number is within its range, the frames of the stack stand in their programs, with registers
that hold what the program keeps there, and the lists of the zones are whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine import layout as at
from changeling.engine.layout import Table
from changeling.engine.machine.board.census import census
from changeling.engine.machine.board.seats import players_left
from changeling.engine.machine.happenings import actor_in, card_in, cause_in, event_in, owner_in
from changeling.engine.machine.turn.turn_order import MOST_MISSED
from changeling.engine.machine.values.terms import MOST
from changeling.engine.machine.zones import EVERYBODY
from changeling.engine.sheet_layout import Sheet
from changeling.errors import NotationError
from changeling.record.register_kinds import fits, instruction, registers_of

LONG: Final = 10**9  # of what only grows: no game comes near it, and it cannot run over
LARGEST: Final = 2**15 - 1  # of what the stack holds
_WORD: Final = 2**32 - 1
_BITS: Final = w.PART_ALL | w.PART_FORCE | w.PART_GAINS | w.PART_EVENTS
_YES_OR_NO: Final = (0, 1)
_PLAYED: Final = tuple(kind for kind in w.KINDS if kind not in ("basic", "meta"))


def ranges(seats: int) -> dict[str, tuple[int, int]]:
    """The least and the most that each number of the machine can be, by the name of its field."""
    return {
        "regular": (0, seats - 1),
        "turns": (1, LONG),
        "phase": (at.BEFORE_DRAW, at.ENDING),
        "draws_done": (0, MOST),
        "declined": _YES_OR_NO,
        "idle": (0, 3 * w.MAX_SEATS + 4),
        "polite": _YES_OR_NO,
        "used": (0, MOST),
        "dirty": (0, _BITS),
        "changed_boards": (0, EVERYBODY),
        "moved_cards": (0, at.ANY_CARD),
        "relevant": (0, _BITS),
        "recheck_all": _YES_OR_NO,
        "deferring": _YES_OR_NO,
        "deferred": (0, _BITS),
        "goals_changed": _YES_OR_NO,
        "goal_fired": (0, at.FLAGS | 1),
        "fired": (0, at.FLAGS | 7 | ((1 << seats) - 1) * at.FIRED_FOR),
        "turned_round": _YES_OR_NO,
        "next_up": (0, seats),
        "misses": (0, MOST_MISSED),
        "pile_known": _YES_OR_NO,
        "picks": (0, w.MAX_PICKS),
        "pick": (0, at.MAX_FRAMES * w.REGISTERS * w.SORT - 1),
        "starts_due": (0, (1 << at.DUE_BITS) - 1),
        "judged": (0, 2**31 - 1),
        "answer": (w.NONE, w.NONE),  # an answer is taken at once: none waits while somebody is asked
        "decisions": (0, LONG),
        "outcome": (at.GOING, at.STUCK),
        "winner": (w.NONE, seats - 1),
        "co_winners": (0, (1 << seats) - 1),
        "fault": (at.NO_FAULT, len(at.FAULTS) - 1),
        "quiet": (0, at.MOST_QUIET_TURNS + 1),
        "answers": (0, at.MOST_ANSWERS + 1),
        "steps": (0, at.BUDGET + (at.MOST_STRETCHES + 1) * at.STRETCH),
        "stopped": (0, at.MOST_STOPPED),
        "resting": (0, at.SECTIONS_REST | at.GOALS_REST | at.LIMITS_REST),
        "floor": (0, at.MAX_FRAMES),
        "floor_steps": (0, (at.MOST_STRETCHES + 1) * at.STRETCH),
        "floor_before": (-at.MAX_FRAMES, at.MAX_FRAMES),
        "watched_turn": (0, LONG),
        "rng": (0, _WORD),
        "happenings": (0, at.MAX_HAPPENINGS),
        "happened": (0, 2**31 - 1),
        "event_hook": (0, at.MAX_HOOKS + 1),
        "averted": (0, seats),
        "recent": (0, at.MAX_CARDS),
        "lastings": (0, at.MAX_LASTING),
        "lasting_card": (0, at.MAX_CARDS - 1),
        "lasting_seat": (0, seats - 1),
    }


# The most entries of a list that stand for something.
LENGTHS: Final[Mapping[str, str]] = {"used": "frees", "goal_fired": "on_goals", "fired": "whens"}


def number(value: object, where: str, least: int, most: int) -> int:
    """An integer of the text within its range. Raises NotationError."""
    if type(value) is not int or not least <= value <= most:  # neither yes nor 3.0 nor '3' is meant
        raise NotationError(f"machine: {where}: a number from {least} to {most} is needed, not {brief(value)}")
    return value


def brief(value: object) -> str:
    """A value as an error quotes it."""
    if isinstance(value, int):
        return str(value) if value.bit_length() < 100 else "one of very many digits"
    text = f"'{value}'" if isinstance(value, str) else type(value).__name__
    return text if len(text) <= 40 else text[:40] + "...'"


def check_machine(deck: Deck, d: Sheet, t: Table) -> None:
    """Check what was read before anything of it runs. Raises NotationError."""
    if (t.outcome == at.WON) != (t.winner != w.NONE):
        raise NotationError("machine: outcome and winner do not fit together")
    if max(t.recent) > d.cards:
        raise NotationError("machine: recent: there is no such card")
    if t.co_winners and (t.outcome != at.WON or t.co_winners >> t.winner & 1):
        raise NotationError("machine: winner and co_winners do not fit together")
    if (t.outcome == at.STUCK) != (t.fault != at.NO_FAULT):
        raise NotationError("machine: outcome and fault do not fit together")
    if t.outcome == at.GOING and players_left(t) < 2:
        raise NotationError("out: two players at least are in a game that goes on")
    if t.outcome == at.FAULT:
        raise NotationError("machine: outcome: a fault stopped this game; read its record instead")
    _check_events(d, t)
    _check_lasting(d, t)
    _check_frames(deck, d, t)
    _check_picks(d, t)
    found = census(d, t)
    if found:
        raise NotationError("machine: the cards are not each in one place")


def check_question(t: Table) -> None:
    """Check that a game which goes on has come to its question. Raises NotationError."""
    if t.outcome != at.GOING or not (0 <= t.asked < t.seats and t.options > 0):
        raise NotationError("machine: the stack does not stand at a question")


def _check_picks(d: Sheet, t: Table) -> None:
    """What was chosen together is cards or seats, for a frame that there is; nobody misses turns who has no seat."""
    if any(t.misses[t.seats :]):
        raise NotationError("machine: misses: there are not so many seats")
    for entry in t.pick[: t.picks]:
        picked = entry % w.SORT
        seat = w.PICKED_SEAT <= picked < w.PICKED_SEAT + t.seats
        if (picked >= d.cards and not seat) or entry // w.SORT // w.REGISTERS >= t.frames:
            raise NotationError("machine: pick: there is no such card, or no such frame")
    if any(t.pick[t.picks :]):
        raise NotationError("machine: pick: there are more than picks says")


def _check_events(d: Sheet, t: Table) -> None:
    """Events that wait are those that some section is about, with cards and players that there are."""
    if t.event_hook > d.whens + 1 or (t.event_hook > 0 and t.happenings == 0):
        raise NotationError("machine: event_hook: there is no such section")
    for packed in t.happened[: t.happenings]:
        event, card = event_in(packed), card_in(packed)
        needs_card = event not in w.WITHOUT_CARD
        seats = (actor_in(packed), owner_in(packed))
        if event >= len(w.EVENTS) or d.watched >> event & 1 == 0 or needs_card != (card != w.NONE):
            raise NotationError("machine: happened: no section of the deck is about that")
        cause = w.NONE if event == w.ROLLED else cause_in(packed)
        if max(card, cause) >= d.cards or max(seats) >= t.seats:
            raise NotationError("machine: happened: there is no such card or seat")


def _check_lasting(d: Sheet, t: Table) -> None:
    """The Actions that last are those that lie with the Meta Rules."""
    lasting = t.lasting_card[: t.lastings]
    there = [card for card in range(d.cards) if t.place[card] == w.METAS and d.kind[card] != w.META]
    if sorted(lasting) != sorted(there) or any(d.lasts[card] == 0 for card in there):
        raise NotationError("machine: lasting_card: these are not the Actions that lie with the Meta Rules")


def _check_frames(deck: Deck, d: Sheet, t: Table) -> None:
    if not 1 <= t.frames <= at.MAX_FRAMES:
        raise NotationError(f"machine: stack: 1 to {at.MAX_FRAMES} frames are needed, not {t.frames}")
    opened = 0
    running = set()
    for place in range(t.frames):
        frame = t.stack[place * at.FRAME : (place + 1) * at.FRAME]
        problem = next(_problems(deck, d, t, frame, place), "")
        if problem:
            raise NotationError(f"machine: frame {place + 1} of the stack: {problem}")
        running.add(frame[at.F_CARD])
        if frame[at.F_ASIDE] != w.NONE:
            if frame[at.F_ASIDE] != w.ASIDE + opened:  # a frame opens its own while it is the innermost
                raise NotationError(f"machine: frame {place + 1} of the stack: its cards set aside are not the next")
            opened += 1
    if opened != t.asides:
        raise NotationError("machine: asides do not fit the stack")
    card = t.head[w.BEING_PLAYED]
    while card != w.NONE:
        if card not in running:
            raise NotationError(f"machine: playing: no frame plays '{deck.cards[card].title}'")
        card = t.next[card]


def _problems(deck: Deck, d: Sheet, t: Table, frame: list[int], place: int) -> Iterator[str]:
    """What is wrong with a frame."""
    program, pc, seat, card = frame[at.F_PROGRAM], frame[at.F_PC], frame[at.F_SEAT], frame[at.F_CARD]
    if not 0 <= program < len(deck.programs):
        yield "there is no such program"
    if (program == d.turn_program) != (place == 0) or (place == 0 and seat != t.turn):
        yield "the turn is the first, and no other, for whoever has the turn"
    if not 0 <= seat < t.seats:
        yield "there is no such seat"
    if program in (d.turn_program, d.doom_program) and frame[at.F_WINDOW] not in (at.NOT_YET, at.CLOSED, at.USED):
        yield "neither a turn nor a verdict can be answered like a card"
    if not _may_run(deck, d, program, card):
        yield "the card cannot run that program"
    states = registers_of(deck, program)
    before = states.get(pc)
    if before is not None and frame[at.F_WINDOW] == at.NAMING:  # it goes through its beginning again
        before = tuple(frozenset().union(*held) for held in zip(*states.values(), strict=True))
    if before is None or (place == 0 and instruction(deck, pc) is v.Control.end):  # a turn begins again, and never ends
        yield "the program does not come to that place"
    elif not all(
        fits(held, value, cards=d.cards, seats=t.seats, words=len(deck.words))
        for held, value in zip(before, frame[at.F_REGISTER :], strict=True)
    ):
        yield "a variable holds what it cannot hold"
    for field, least, most in (
        (at.F_OUTER, 0, 3),
        (at.F_WINDOW, at.NOT_YET, at.USED),
        (at.F_DRAWN_TO, 0, MOST),
        (at.F_HOOK, 0, at.MAX_HOOKS),
        (at.F_SEATS_PASSED, 0, t.seats),
        (at.F_ASKED, 0, t.seats - 1),
        (at.F_CLAIM, w.NONE, t.seats - 1),
    ):
        if not least <= frame[field] <= most:
            yield f"number {field + 1} goes from {least} to {most}"
    if program == d.react_program and not _in_window(deck, t, place - 1):
        yield "a Surprise answers where there is nothing to answer"


def _may_run(deck: Deck, d: Sheet, program: int, card: int) -> bool:
    """Whether a frame of the program can be about the card, or about none."""
    if program in (d.turn_program, d.comply_program, d.goals_program):
        return card == w.NONE
    if not 0 <= card < len(deck.cards):
        return False
    shared = {
        d.resolve_program: _PLAYED,
        d.react_program: ("surprise",),
        d.goal_program: ("goal", "ungoal"),
        d.theft_program: ("keeper", "creeper"),
        d.doom_program: ("ungoal",),
    }
    if program in shared:
        return deck.cards[card].kind in shared[program]
    if program in deck.play or program in (answer for _, answer in deck.reacts[card]):
        return True  # also what another card says when it is played: it may be copied
    if any(hook.card == card and hook.program == program for hook in deck.events):
        return True
    hooks = (deck.whens, deck.on_goals, deck.on_ungoals, deck.starts, deck.finishes, deck.frees)
    return any(hook.card == card and hook.program == program for group in hooks for hook in group)


def _in_window(deck: Deck, t: Table, place: int) -> bool:
    """Whether a frame stands where Surprises may be played."""
    return place >= 0 and instruction(deck, t.stack[place * at.FRAME + at.F_PC]) is v.Effects.window
