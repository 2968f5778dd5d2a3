"""Sentences about cards that move: drawn, played, discarded, taken, swapped, laid on others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from changeling.engine.seen.events import Event
from changeling.terminal.sentences.voice import Voice, ended, owner, zone
from changeling.terminal.table_text import KINDS, listed, plural

ANSWERS = ("SURP-1", "SURP-2")
_DEALT = ("SETUP-2", "SETUP-7")


# --- drawing and playing ----------------------------------------------------------------------------------------------
def _draws(voice: Voice, events: list[Event]) -> str:
    first, cards = events[0], voice.cards(events)
    if first.clause in _DEALT:
        if first.seat == voice.me:
            return ended(f"You are dealt {cards}")
        return ended(f"{first.seat} is dealt {cards}") if first.clause == "SETUP-7" else ""
    draws = f"{voice.does(first.seat, 'draw')} {cards}"
    if zone(first.destination) == "set aside":
        aside = f"{'set' if first.seat == voice.me else 'sets'} {_them(events)} aside"
        return ended(f"{draws} and {aside}{voice.because(events)}")
    if first.clause == "RULE-6" and not first.because:
        return f"{draws}: more is drawn now."
    return ended(draws + ("" if first.clause == "TURN-1" else voice.because(events)))


def _lays_down(voice: Voice, events: list[Event]) -> str:
    seat = events[0].seat
    creepers = f"the Creeper{'s' if len(events) > 1 else ''} {voice.cards(events)}"
    stay = "they stay" if len(events) > 1 else "it stays"
    return f"{voice.does(seat, 'turn')} up {creepers}; {stay} in front of {voice.object(seat)}."


def _plays(voice: Voice, events: list[Event]) -> str:
    event = events[0]
    card = voice.known[event.card]
    row = f"{voice.does(event.seat, 'play')} the {KINDS[card.kind]} {card.name}"
    if event.clause in ANSWERS:
        return ended(row + _answered(voice, event))  # its text says what it would do at other times too
    row += _out_of(voice, event) + voice.because(events)
    if card.kind != "keeper" and card.name not in voice.told:
        voice.told.add(card.name)
        row += f"{'' if row.endswith(('!', '?', '.')) else ':'} {card.text}"
    return ended(row)


def _answered(voice: Voice, event: Event) -> str:
    """What a Surprise is played in answer to."""
    cause = voice.known.get(event.because)
    if cause is None:
        return f" on {voice.whose(event.other)} turn" if event.other else ""
    if cause.kind == "ungoal" or not event.other:
        return f" in answer to the {KINDS[cause.kind]} {cause.name}"
    return f" in answer to {voice.owned(event.other, cause.name)}"


def _out_of(voice: Voice, event: Event) -> str:
    """Where a card is played from, where that is not the player's own hand."""
    where = zone(event.origin)
    if where in ("", "set aside") or (where == "hand" and owner(event.origin) == event.seat):
        return ""
    if where == "face-down cards":
        return ", which lay face down"
    return f" out of {voice.place(event.origin)}"


def _uses(voice: Voice, events: list[Event]) -> str:
    return ended(f"{voice.does(events[0].seat, 'use')} {voice.cards(events)}")


# --- cards that move --------------------------------------------------------------------------------------------------
def _discards(voice: Voice, events: list[Event]) -> str:
    first, cards = events[0], voice.cards(events)
    if first.clause == "ACT-1":  # an Action that is done; one that lasted was seen lying there
        over = "is" if len(events) == 1 else "are"
        return f"{cards} {over} over." if zone(first.origin) == "meta rules" else ""
    if first.clause in ("RULE-3", "GOAL-1"):
        return f"{cards} {'leaves' if len(events) == 1 else 'leave'} play."
    if first.host:
        return ended(f"{cards} {'is' if len(events) == 1 else 'are'} discarded with {voice.card(first.host)}")
    who, whose = voice.does(first.seat, "discard"), owner(first.origin)
    if first.clause == "RULE-18":
        return f"{who} {cards}: there is no more room for {_them(events)}."
    if whose in ("", first.seat):
        return ended(f"{who} {cards}{voice.because(events)}")
    if zone(first.origin) in ("keepers", "creepers"):
        return ended(f"{who} {cards} from in front of {voice.object(whose)}{voice.because(events)}")
    return ended(f"{who} {cards} from {voice.place(first.origin)}{voice.because(events)}")


def _takes(voice: Voice, events: list[Event]) -> str:
    first, cards = events[0], voice.cards(events)
    if first.origin == first.destination:
        return ""  # it lies there already
    if first.host:
        return _along(voice, events)
    if owner(first.origin) == first.seat:
        front = "from the hand onto the table"
        return ended(f"{voice.does(first.seat, 'lay')} {cards} {front}{voice.using(events)}")
    taken = f"{cards} from {voice.giver(first.origin)}" + (" into the hand" if _picked_up(first) else "")
    return ended(f"{voice.does(first.seat, 'take')} {taken}{voice.using(events)}")


def _picked_up(event: Event) -> bool:
    """Whether a card that lay in front of somebody has come into a hand."""
    return zone(event.destination) == "hand" and zone(event.origin) in ("keepers", "creepers")


def _gives(voice: Voice, events: list[Event]) -> str:
    first, cards = events[0], voice.cards(events)
    if first.host:
        return _along(voice, events)
    giver, taker = owner(first.origin), owner(first.destination)
    if first.card and first.card == first.because:
        return f"{cards} moves from {voice.giver(first.origin)} to {voice.object(taker)}."
    if taker == first.seat and (giver == first.seat or zone(first.origin) == "set aside"):
        return ended(f"{voice.does(first.seat, 'keep')} {cards}{voice.because(events)}")
    if taker == first.seat:
        return ended(f"{voice.does(first.seat, 'take')} {cards} from {voice.giver(first.origin)}{voice.using(events)}")
    if giver == first.seat or zone(first.origin) == "set aside":
        if _picked_up(first):
            hand = voice.place(first.destination)
            return ended(f"{voice.does(first.seat, 'put')} {cards} into {hand}{voice.because(events)}")
        return ended(f"{voice.does(first.seat, 'give')} {cards} to {voice.object(taker)}{voice.because(events)}")
    way = f"from {voice.giver(first.origin)} to {voice.object(taker)}"
    return ended(f"{voice.does(first.seat, 'move')} {cards} {way}{voice.using(events)}")


def _swaps(voice: Voice, events: list[Event]) -> str:
    swapped = [event for event in events if not event.host]
    rows = []
    for place in range(0, len(swapped), 2):
        pair = swapped[place : place + 2]
        if len(pair) == 2 and owner(pair[1].origin) == pair[0].seat:
            pair.reverse()  # one's own card is named first
        rows.append(ended(f"{voice.does(pair[0].seat, 'swap')} {_exchange(voice, pair)}{voice.using(pair)}"))
    return " ".join([*rows, *_riders(voice, events)])


def _exchange(voice: Voice, pair: list[Event]) -> str:
    """What is swapped for what."""
    first = pair[0]
    mine = voice.cards([first])
    if owner(first.origin) != first.seat:
        mine = f"{mine} from {voice.giver(first.origin)}"
    if len(pair) == 1:
        return mine
    return f"{mine} for {voice.cards(pair[1:])} from {voice.giver(pair[1].origin)}"


def _is_dealt(voice: Voice, events: list[Event]) -> str:
    shares: dict[str, list[Event]] = {}
    for event in events:
        if not event.host:
            shares.setdefault(owner(event.destination), []).append(event)
    gets = [
        f"{voice.object(seat)} {'get' if seat == voice.me else 'gets'} {voice.cards(share)}"
        for seat, share in shares.items()
    ]
    how = "face down" if zone(events[0].destination) == "face-down cards" else "anew"
    deals = f"{voice.card(events[0].because)} deals" if events[0].because else "Cards are dealt"
    return " ".join([ended(f"{deals} {how}: {'; '.join(gets)}"), *_riders(voice, events)])


def _riders(voice: Voice, events: list[Event]) -> list[str]:
    """What moved with the cards that it is attached to."""
    return [_along(voice, [event]) for event in events if event.host]


def _along(voice: Voice, events: list[Event]) -> str:
    go = "goes" if len(events) == 1 else "go"
    return ended(f"{voice.cards(events)} {go} along with {voice.card(events[0].host)}")


def _passes(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    giver, taker = owner(first.origin), owner(first.destination)
    row = f"{voice.does(giver, 'pass')} {plural(len(events), 'card')} to {voice.object(taker)}{voice.because(events)}"
    seen = [voice.card(event.card) for event in events if event.card]
    return ended(f"{row}: {listed(seen)}" if voice.me in (giver, taker) and seen else row)


def _takes_in(voice: Voice, events: list[Event]) -> str:
    first, cards = events[0], voice.cards(events)
    receiver, why = owner(first.destination), voice.because(events)
    if receiver != first.seat:
        return ended(f"{cards} {'goes' if len(events) == 1 else 'go'} into {voice.place(first.destination)}{why}")
    if owner(first.origin) == receiver:
        return ended(f"{voice.does(receiver, 'take')} {cards} back into the hand{why}")
    source = "" if zone(first.origin) == "set aside" else f" from {voice.place(first.origin)}"
    return ended(f"{voice.does(receiver, 'take')} {cards}{source} into the hand{why}")


def _diverts(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    instead = f" instead of {voice.object(first.other)}" if first.other else ""
    return ended(f"{voice.does(first.seat, 'get')} {voice.cards(events)}{instead}{voice.using(events)}")


# --- cards on and under others ----------------------------------------------------------------------------------------
def _attaches(voice: Voice, events: list[Event]) -> str:
    are = "is" if len(events) == 1 else "are"
    return ended(f"{voice.cards(events)} {are} now attached to {voice.card(events[0].host)}{voice.because(events)}")


def _detaches(voice: Voice, events: list[Event]) -> str:
    comes = "comes" if len(events) == 1 else "come"
    return ended(f"{voice.cards(events)} {comes} off {voice.card(events[0].host)}{voice.because(events)}")


def _seals(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    why = "" if first.because == first.host else voice.because(events)
    return ended(f"{voice.does(first.seat, 'seal')} {voice.cards(events)} under {voice.card(first.host)}{why}")


def _uncovers(voice: Voice, events: list[Event]) -> str:
    first = events[0]
    comes, lies = ("comes", "lies") if len(events) == 1 else ("come", "lie")
    out = f"{voice.cards(events)} {comes} out from under {voice.card(first.host)}"
    why = "" if first.because == first.host else voice.because(events)
    if first.destination is not None and first.destination.zone == "hand":
        goes = "goes" if len(events) == 1 else "go"
        return ended(f"{out} and {goes} into {voice.whose(owner(first.destination))} hand{why}")
    return ended(f"{out} and {lies} in front of {voice.object(owner(first.destination))}{why}")


def _them(events: Sequence[Event]) -> str:
    return "it" if len(events) == 1 else "them"


def _sets_aside(voice: Voice, events: list[Event]) -> str:
    """Cards that are kept for somebody, from where they lay."""
    first = events[0]
    puts = "You put" if first.seat == voice.me else f"{first.seat} puts"
    source = "" if owner(first.origin) == first.seat else f" from {voice.giver(first.origin)}"
    return ended(f"{puts} {voice.cards(events)}{source} aside{voice.because(events)}")


def _is_held_up(voice: Voice, events: list[Event]) -> str:
    """What would happen if another card did not say what happens instead."""
    first, card = events[0], voice.cards(events)
    whose = owner(first.origin)
    if first.answer == "won":
        would = f"{voice.subject(first.seat)} would win with {card}"
    elif first.answer == "stolen":
        would = f"{voice.subject(first.seat)} would take {card}" + (f" from {voice.object(whose)}" if whose else "")
    elif first.answer == "played":
        would = f"{voice.subject(first.seat)} would play {card}"
    else:
        would = f"{card} would be discarded"
    return f"{would}, but {_itself(voice, first)}."


def _itself(voice: Voice, event: Event) -> str:
    return "it has a say itself" if event.card == event.because else f"{voice.card(event.because)} has a say"


TELLERS: Final[dict[str, Callable[[Voice, list[Event]], str]]] = {
    "sets aside": _sets_aside,
    "is held up": _is_held_up,
    "draws": _draws,
    "lays down": _lays_down,
    "plays": _plays,
    "discards": _discards,
    "takes": _takes,
    "gives": _gives,
    "swaps": _swaps,
    "is dealt": _is_dealt,
    "passes": _passes,
    "uses": _uses,
    "takes in": _takes_in,
    "attaches": _attaches,
    "detaches": _detaches,
    "seals": _seals,
    "uncovers": _uncovers,
    "diverts": _diverts,
}
