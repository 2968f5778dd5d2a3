"""Why an answer can be given now, or cannot."""

from __future__ import annotations

from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Card
from changeling.engine.layout import ENDING
from changeling.engine.machine.board.counts import plays_left
from changeling.engine.machine.rules.permissions import holds, is_disabled
from changeling.engine.machine.turn.free_actions import usable
from changeling.engine.machine.zones import on_table
from changeling.engine.seen.conditions.lacks import Condition
from changeling.engine.seen.conditions.saying import STOP, Saying, row, say, who, whose
from changeling.engine.seen.conditions.trees import tree_of
from changeling.engine.seen.places import place_at
from changeling.engine.seen.questions.decision import WINDOW, Decision, decision_of
from changeling.engine.seen.reasons.ending import ending_of
from changeling.engine.seen.reasons.reason import Inquiry, Reason

_PLACES: Final = {
    "discard pile": "lies in the discard pile",
    "rules": "is in play",
    "goals": "is in play",
    "meta rules": "is in play",
    "centre": "is in play",
    "out of the game": "is not in this game",
    "being played": "is being played",
    "sealed": "lies under another card",
    "set aside": "is set aside",
}
_NO_PLAY: Final = "A play is not what is asked for"


def why_option(at: Inquiry, card: Card, verb: str, viewer: int) -> Reason:
    """Why a card can or cannot be played (`play`), used (`use`) or chosen now, as the seat `viewer` may know it."""
    decision = decision_of(at.deck, at.table, at.names)
    if decision is None:
        ending = ending_of(at)
        because = ending.reason.because if ending is not None else ()
        return Reason(say("The game is over: nobody can do anything more."), because)
    if viewer != at.table.asked:
        return _not_asked(at, decision, viewer)
    for option in decision.options:
        if option.value == card.title and (not verb or option.sort == verb):
            answer = say(who(decision.seat, "may"), f" answer '{option.text}' now", STOP)
            meant = say(answer, " ", _asked(decision)) if option.sort == "card" else answer
            return Reason(meant, (decision.because,))
    if verb == "use":
        return _not_used(at, decision, card)
    if verb and any((option.sort, option.value) == ("card", card.title) for option in decision.options):
        return Reason(say(_NO_PLAY, STOP, " ", _asked(decision)), (decision.because, "TURN-1"))
    in_hand = at.table.place[card.id] == w.HAND + at.table.asked
    said, clause = _not_played(at, decision, card) if in_hand else (_elsewhere(at, decision, card), "TURN-3")
    return Reason(say(said, STOP, " ", _asked(decision)), (decision.because, clause))


def _not_asked(at: Inquiry, decision: Decision, viewer: int) -> Reason:
    """Why a seat that is not asked can answer nothing: it learns neither where cards are nor what could be answered,
    and in a Surprise window not even who is asked."""
    said = say(who(at.names[viewer], "are"), " not asked anything now")
    told = say() if decision.about == WINDOW else say(": ", who(decision.seat, "are"), " asked")
    return Reason(say(said, told, STOP), ("TURN-3",))


def _asked(decision: Decision) -> Saying:
    """What is asked instead, and by which card."""
    if decision.because == "Basic Rules":
        return say(who(decision.seat, "are"), f" asked: {decision.ask}")
    return say(f"{decision.because} asks ", who(decision.seat), f": {decision.ask}")


# --- cards of the hand ------------------------------------------------------------------------------------------------
def _not_played(at: Inquiry, decision: Decision, card: Card) -> tuple[Saying, str]:
    """Why a card in the hand of the asked seat is no answer, and the clause."""
    forbids = _saying_so(at, card.id, (w.CANNOT_PLAY, w.CANNOT_PLAY + w.ITSELF), at.table.asked)
    if forbids and decision.about in (WINDOW, "play", "act"):
        return say(f"{at.spoken(card.id)} cannot be played: ", row(forbids), _says_so(forbids)), "TURN-8"
    if decision.about == WINDOW:
        return say(f"{at.spoken(card.id)} does not answer what was just done"), "SURP-1"
    if decision.about == "before the draw":
        return say("A card is played only after the draw"), "TURN-1"
    if decision.about == "play":
        return say(f"{at.spoken(card.id)} is not among the cards that can be played now"), "ACT-2"
    if decision.about != "act":
        return say(_NO_PLAY), "TURN-1"
    called = _calling(at, decision)
    if called:
        return say("Another card has to be played first: ", row(called), _says_so(called)), "TURN-8"
    plays = [option.value for option in decision.options if option.sort == "play"]
    if plays:
        return say("Of ", whose(decision.seat), " hand only ", row(plays), " can be played now"), "TURN-3"
    if plays_left(at.table) == 0:
        return say(who(decision.seat, "have"), " no play left"), "TURN-1"
    return say("The first card is picked by chance"), "TURN-3"


def _saying_so(at: Inquiry, card: int, sorts: tuple[int, ...], player: int) -> list[str]:
    """The cards in play that forbid something with a card, or keep it safe. Read on a copy: asking changes nothing."""
    d, t, found = at.sheet, at.table.copy(), list[str]()
    for number in sorted(range(d.permits), key=lambda number: d.permit_card[number]):
        by, sort = d.permit_card[number], d.permit_sort[number]
        here = on_table(t, by) and not is_disabled(d, t, by)
        said = sort in sorts and (by == card if sort >= w.ITSELF else here)
        if said and holds(d, t, number, card, player):
            found.append(at.spoken(by))
    return list(dict.fromkeys(found))


def _calling(at: Inquiry, decision: Decision) -> list[str]:
    """The cards in play that want one of the cards that can be played now to be played before others."""
    offered = {option.value for option in decision.options if option.sort == "play"}
    wanted = [card.id for card in at.deck.cards if card.title in offered]
    found = (
        title
        for card in wanted
        for title in _saying_so(at, card, (w.MUST_PLAY, w.MUST_PLAY + w.ITSELF), at.table.asked)
    )
    return list(dict.fromkeys(found))


def _says_so(titles: list[str]) -> str:
    return " says so" if len(titles) == 1 else " say so"


def _elsewhere(at: Inquiry, decision: Decision, card: Card) -> Saying:
    """Why a card that is not in the hand of the asked seat is no answer; what is hidden from that seat is not told."""
    place = place_at(at.table.place[card.id], at.names)
    known = at.table.known[card.id] >> at.table.asked & 1
    if place is None or not known or place.zone in ("hand", "draw pile", "face-down cards"):
        return say(f"{at.spoken(card.id)} is not in ", whose(decision.seat), " hand")
    keeps = _saying_so(at, card.id, (w.SAFE_FROM_THEFT, w.SAFE_FROM_DISCARD), w.NONE)
    if keeps and decision.about in ("take", "swap", "give", "discard"):
        return say(f"{at.spoken(card.id)} is safe: ", row(keeps), _says_so(keeps))
    if place.seat:
        there = say("lies in front of ", who(place.seat))
    else:
        there = say(_PLACES[place.zone])
    return say(f"{at.spoken(card.id)} ", there, ", and is not among what can be answered now")


# --- free actions -----------------------------------------------------------------------------------------------------
def _not_used(at: Inquiry, decision: Decision, card: Card) -> Reason:
    """Why a free action cannot be used now (TURN-4)."""
    t, title, because = at.table, at.spoken(card.id), (card.title, "TURN-4")
    hooks = [place for place, hook in enumerate(at.deck.frees) if hook.card == card.id]
    if not hooks and at.deck.reacts[card.id] and card.kind != "surprise":
        return Reason(say(f"{title} is an answer to what another player does, for that moment only", STOP), because)
    if not hooks:
        return Reason(say(f"{title} has no free action", STOP), because)
    place = place_at(t.place[card.id], at.names)
    if place is None or place.zone not in ("keepers", "creepers", "rules", "meta rules"):
        return Reason(say(f"{title} can be used only while it is in play", STOP), because)
    if place.seat and place.seat != at.names[t.turn]:
        who_may = say(who(place.seat), " alone")
        when = "on a turn of their own"
        if any(at.sheet.free_anytime[hook] == 1 for hook in hooks):
            when = "on a turn of their own, right after a card was played, or at the end of a turn"
        return Reason(say(f"Only its owner can use {title}, {when}: ", who_may, STOP), because)
    if decision.seat != at.names[t.turn] or decision.about not in ("act", "before the draw") or t.phase == ENDING:
        return Reason(say(f"{title} can be used only between the plays of a turn. ", _asked(decision)), because)
    if any(at.sheet.free_once[hook] == 1 and t.used[hook] > 0 for hook in hooks):
        return Reason(say(f"{title} was used in this turn already", STOP), because)
    return Reason(say(f"{title} cannot be used now", _lacking(at, card, hooks), STOP), because)


def _lacking(at: Inquiry, card: Card, hooks: list[int]) -> Saying:
    """What the condition of a free action lacks."""
    for hook in hooks:
        test = at.deck.frees[hook].condition
        if test != w.NONE and not usable(at.sheet, at.table, hook, at.table.turn):
            condition = Condition(at.reader(card.id, at.table.turn))
            return say(": ", at.with_text(condition.lacks(condition.ways(tree_of(at.deck, test))), card.id))
    return say()
