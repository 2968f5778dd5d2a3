"""What happened, told to one person in short sentences: made from the facts of events, and never read back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from changeling.cards.deck import Deck
from changeling.engine.seen.events import Event
from changeling.terminal.table_text import KINDS, listed, plural
from changeling.terminal.voice import Voice, ended, owner, zone

_ANSWERS = ("SURP-1", "SURP-2")
_DEALT = ("SETUP-2", "SETUP-7")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; one that says whose turn begins is the heading of what follows."""

    text: str
    heading: bool = False


class Narrator:
    """Tells events in sentences. The text of a card is told the first time that the card is played."""

    def __init__(self, deck: Deck) -> None:
        self._cards = deck.by_title()
        self._told: set[str] = set()

    def sentences(self, seat: str, events: Sequence[Event]) -> list[Sentence]:
        """The events as a seat saw them, several of a kind in one sentence."""
        voice = Voice(seat, self._cards, self._told)
        rows = []
        for group in _told([list(alike) for _, alike in groupby(events, _alike)]):
            what = group[0].what
            text = "" if what in SILENT else _TELLERS[what](voice, group)
            if text:
                rows.append(Sentence(text, what == "begins a turn"))
        return rows


def _told(groups: list[list[Event]]) -> list[list[Event]]:
    """Without what a card names, where nobody has answered it: what it then does tells as much."""
    told: list[list[Event]] = []
    for group in reversed(groups):
        after = told[-1][0] if told else None
        answered = after is None or after.what == "names" or after.clause in ("SURP-1", "SURP-2")
        if group[0].what != "names" or answered:
            told.append(group)
    return told[::-1]


def _alike(event: Event) -> tuple[object, ...]:
    """Events that are told in one sentence have this in common."""
    if event.what in ("is dealt", "swaps", "discloses"):
        return (event.what, event.decision, event.because)
    if event.what in ("counts", "answers", "flips"):
        return (event.what, event.number)
    if event.what in ("plays", "uses", "rolls", "turns round"):
        return (event.what, event.number)
    places = (event.origin, event.destination)
    return (event.what, event.seat, *places, event.because, event.clause, event.other, event.host)


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
    if event.clause in _ANSWERS:
        return ended(row + _answered(voice, event))  # its text says what it would do at other times too
    row += _out_of(voice, event) + voice.because(events)
    if card.kind != "keeper" and card.name not in voice.told:
        voice.told.add(card.name)
        row += f": {card.text}"
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
    return ended(f"{out} and {lies} in front of {voice.object(owner(first.destination))}{why}")


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
    return ended(f"{puts} {voice.cards(events)}{source}{again} into the draw pile{voice.because(events)}")


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


# Kinds of event that have no sentence: a card that was played lies where everybody expects it. The machine never says
# that cards were set aside or picked by chance: drawing and playing them says so.
SILENT: Final = frozenset({"settles", "sets aside", "picks by chance"})
_TELLERS: Final[dict[str, Callable[[Voice, list[Event]], str]]] = {
    "draws": _draws,
    "lays down": _lays_down,
    "plays": _plays,
    "discards": _discards,
    "takes": _takes,
    "gives": _gives,
    "swaps": _swaps,
    "is dealt": _is_dealt,
    "passes": _passes,
    "shuffles": _shuffles,
    "begins a turn": _begins,
    "uses": _uses,
    "wins": _wins,
    "claims": _claims,
    "gains a turn": _gains,
    "ends the turn": _ends,
    "takes in": _takes_in,
    "joins": _joins,
    "attaches": _attaches,
    "detaches": _detaches,
    "seals": _seals,
    "uncovers": _uncovers,
    "cancels": _cancels,
    "looks at": _looks_at,
    "diverts": _diverts,
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
    "leaves": _leaves,
    "spends": _spends,
}


def _them(events: Sequence[Event]) -> str:
    return "it" if len(events) == 1 else "them"
