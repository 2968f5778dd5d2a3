"""Sentences about everything that moves no card by itself: turns, answers, counters, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from changeling.engine.seen.events import Event
from changeling.terminal.sentences.voice import Voice, ended, owner, zone
from changeling.terminal.table_text import listed, plural


# --- the rest ---------------------------------------------------------------------------------------------------------
def _cancels(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    what = voice.cards(events)
    if zone(first.origin) == "keepers":  # what is being played lies elsewhere
        what = f"the taking of {what}" if not first.other else f"{voice.whose(first.other)} taking of {what}"
    elif first.other:
        what = voice.owned(first.other, what)
    return ended(f"{voice.does(first.seat, 'cancel')} {what}{voice.using(events)}")


def _names(voice: Voice, events: list[Event]) -> str:
    """What a card being played is about, before anybody answers it."""
    first = events[0]
    if first.other:
        what = voice.object(first.other)
    else:
        what = voice.cards(events)
        if first.card and first.origin is not None and first.origin.seat not in ("", first.seat):
            what = voice.owned(first.origin.seat, what)
    return ended(f"{voice.does(first.seat, 'name')} {what}{voice.because(events)}")


# --- choosing, counting, sides, players who are out -------------------------------------------------------------------
def _answers(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    return ended(f"{voice.does(first.seat, 'say')}: {voice.card(first.card) or first.answer}{voice.because(events)}")


def _discloses(voice: Voice, events: list[Event]) -> str:
    """All secret choices together."""
    told = [f"{voice.subject(event.seat)}: {voice.card(event.card) or event.answer}" for event in events]
    return ended(f"All is revealed{voice.because(events)}. {'; '.join(told)}")


def _counts(voice: Voice, events: list[Event]) -> str:
    """A counter of a player, or the tokens on a card."""
    first, number = events[0], abs(events[0].change)
    if not first.counter:
        way = "put on" if first.change > 0 else "taken off"
        are = "is" if number == 1 else "are"
        return f"{plural(number, 'token')} {are} {way} {voice.card(first.card)}, which makes {first.total}."
    whose = "Your" if first.seat == voice.me else voice.whose(first.seat)
    more = "more" if first.change > 0 else "less"
    what = f"{whose} {first.counter.replace('_', ' ')}"
    return ended(f"{what}: {number} {more}, which makes {first.total}{voice.because(events)}")


def _flips(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    return ended(f"{voice.does(first.seat, 'turn')} {voice.card(first.host)} over: it is {voice.card(first.card)} now")


def _remembers(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    what = voice.object(first.other) if first.other else voice.card(first.host)
    return ended(f"{voice.card(first.card)} remembers {what}")


def _leaves(voice: Voice, events: list[Event]) -> str:
    seat = events[0].seat
    return f"{voice.subject(seat)} {'are' if seat == voice.me else 'is'} out of the game{voice.because(events)}."


def _copies(voice: Voice, events: list[Event]) -> str:
    verb = "You carry" if events[0].seat == voice.me else f"{events[0].seat} carries"
    return ended(f"{verb} out {voice.cards(events)}{voice.because(events)}")


def _is_stopped(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    what = voice.cards(events[:1]) if first.card else "What is going on"
    line = f" (line {first.line})" if first.line else ""
    return f"{what} goes round in circles{line}, and is stopped."


def _looks_at(voice: Voice, events: list[Event]) -> str:
    where = voice.inside(events[0].origin)
    return ended(f"{voice.does(events[0].seat, 'look')} at {voice.cards(events)} {where}{voice.because(events)}")


def _shuffles(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    if zone(first.origin) == "draw pile":
        return ended(f"The draw pile is shuffled{voice.because(events)}")
    if first.clause == "PILE-1":
        return "The draw pile is empty: the discard pile is shuffled and becomes the draw pile."
    return ended(f"The discard pile is shuffled into the draw pile{voice.because(events)}")


def _swaps_piles(voice: Voice, events: list[Event]) -> str:
    return ended(f"The draw pile and the discard pile change places{voice.because(events)}")


def _stashes(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    puts = "You put" if first.seat == voice.me else f"{first.seat} puts"
    whose = "your" if first.seat == voice.me else "the"
    return ended(f"{puts} {voice.cards(events)} face down into {whose} stash{voice.because(events)}")


def _begins(voice: Voice, events: list[Event]) -> str:
    whose = voice.whose(events[0].seat)
    return f"{'Your' if events[0].seat == voice.me else whose} turn."


def _ends(voice: Voice, events: list[Event]) -> str:
    seat = events[0].seat
    whose = "Your" if seat == voice.me else voice.whose(seat)
    return ended(f"{whose} turn ends at once{voice.because(events)}")


def _gains(voice: Voice, events: list[Event]) -> str:
    cards = f" ({voice.cards(events[:1])})" if events[0].card else ""
    return ended(f"{voice.subject(events[0].seat)} will have an extra turn{cards}")


def _joins(voice: Voice, events: list[Event]) -> str:
    return f"{voice.does(events[0].seat, 'join')} the game."


def _wins(voice: Voice, events: list[Event]) -> str:
    first, card = events[0], voice.card(events[0].card)
    if first.clause == "UNGOAL-1":
        return f"Everybody loses: the Ungoal {card} is met."
    if first.clause == "UNGOAL-2":
        return f"{voice.does(first.seat, 'win')}, for the Ungoal {card} is met!"
    return ended(f"{voice.does(first.seat, 'win')} with {card}" if card else voice.does(first.seat, "win"), "!")


def _wins_too(voice: Voice, events: list[Event]) -> str:
    seats = sorted((event.seat for event in events), key=lambda seat: seat != voice.me)
    if len(seats) == 1:
        return f"{voice.does(seats[0], 'win')} too!"
    return f"{listed([voice.subject(seats[0]), *seats[1:]])} win too!"


def _claims(voice: Voice, events: list[Event]) -> str:
    return ended(f"{voice.does(events[0].seat, 'claim')} the win with {voice.cards(events)}")


# --- piles, dice and the order of turns -------------------------------------------------------------------------------
def _reveals(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    if owner(first.origin) == first.seat:
        return ended(f"{voice.does(first.seat, 'show')} {voice.cards(events)} to everybody{voice.because(events)}")
    return ended(f"Everybody sees {voice.cards(events)} {voice.inside(first.origin)}{voice.because(events)}")


def _removes(voice: Voice, events: list[Event]) -> str:
    leaves = "leaves" if len(events) == 1 else "leave"
    return ended(f"{voice.cards(events)} {leaves} the game{voice.because(events)}")


def _puts_back(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    puts = "You put" if first.seat == voice.me else f"{first.seat} puts"
    source = "" if owner(first.origin) in ("", first.seat) else f" from {voice.giver(first.origin)}"
    again = " back" if zone(first.origin) == "draw pile" else ""
    where = _INTO_THE_PILE.get(first.answer) or f"into the draw pile, under its top {_so_many(first.answer)}"
    return ended(f"{puts} {voice.cards(events)}{source}{again} {where}{voice.because(events)}")


def _so_many(number: str) -> str:
    return "card" if number == "1" else f"{number} cards"


def _rolls(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    if first.sides == 0:
        return ended(f"{voice.does(first.seat, 'flip')} a coin{voice.because(events)}: {_COIN[first.rolled]}")
    sides = "" if first.sides == 6 else f" with {plural(first.sides, 'side')}"
    return ended(f"{voice.does(first.seat, 'roll')} a die{sides}{voice.because(events)}: {first.rolled}")


def _misses(voice: Voice, events: list[Event]) -> str:
    return f"{'You miss' if events[0].seat == voice.me else f'{events[0].seat} misses'} a turn."


def _will_miss(voice: Voice, events: list[Event]) -> str:
    turns = "the next turn" if len(events) == 1 else f"{plural(len(events), 'turn')}"
    return ended(f"{voice.subject(events[0].seat)} will miss {turns}{voice.because(events)}")


def _goes_next(voice: Voice, events: list[Event]) -> str:
    return ended(f"{voice.subject(events[0].seat)} will have the next turn{voice.because(events)}")


def _turns_round(voice: Voice, events: list[Event]) -> str:
    return ended(f"Turns now pass the other way round the table{voice.because(events)}")


def _leaves_out(voice: Voice, events: list[Event]) -> str:
    return ended(f"{voice.does(events[0].seat, 'leave')} out the draw{voice.because(events)}")


def _spends(voice: Voice, events: list[Event]) -> str:
    spent = plural(-sum(event.change for event in events), "play")
    return ended(f"{voice.does(events[0].seat, 'spend')} {spent}{voice.because(events)}")


_COIN: Final = ("tails", "heads")
_INTO_THE_PILE: Final = {
    "top": "on top of the draw pile",
    "bottom": "at the bottom of the draw pile",
    "random": "somewhere into the draw pile",
}
TELLERS: Final[dict[str, Callable[[Voice, list[Event]], str]]] = {
    "spends": _spends,
    "shuffles": _shuffles,
    "swaps the piles": _swaps_piles,
    "stashes": _stashes,
    "begins a turn": _begins,
    "wins": _wins,
    "wins too": _wins_too,
    "claims": _claims,
    "gains a turn": _gains,
    "ends the turn": _ends,
    "joins": _joins,
    "cancels": _cancels,
    "looks at": _looks_at,
    "names": _names,
    "copies": _copies,
    "is stopped": _is_stopped,
    "reveals": _reveals,
    "removes": _removes,
    "puts back": _puts_back,
    "rolls": _rolls,
    "misses a turn": _misses,
    "will miss a turn": _will_miss,
    "goes next": _goes_next,
    "turns round": _turns_round,
    "leaves out the draw": _leaves_out,
    "answers": _answers,
    "discloses": _discloses,
    "counts": _counts,
    "flips": _flips,
    "remembers": _remembers,
    "leaves": _leaves,
}
