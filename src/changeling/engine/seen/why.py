"""Why? Every number in force, every option that is not there, every win and what is missing for one, with cards and
clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.deck import Card, Deck
from changeling.engine.layout import WON, Sheet, Table
from changeling.engine.machine.checks import excused, meets
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.formulas import turn_only
from changeling.engine.machine.rules_in_force import mark_all_changed, refresh
from changeling.engine.seen.decision import decision_of
from changeling.engine.seen.places import Place, cards_in, place_at
from changeling.errors import ChangelingError

NUMBERS = {
    "draws": w.DRAWS,
    "plays": w.PLAYS,
    "optional_plays": w.OPTIONAL_PLAYS,
    "hand_limit": w.HAND_LIMIT,
    "keeper_limit": w.KEEPER_LIMIT,
    "goals_allowed": w.GOALS_ALLOWED,
}


@dataclass(frozen=True, slots=True)
class Reason:
    """An explanation in a sentence or two, and the cards and clauses that it rests on."""

    text: str
    because: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.text} [{', '.join(self.because)}]"


def why(deck: Deck, d: Sheet, t: Table, names: Sequence[str], question: str, seat: int) -> Reason:
    """Answer a question about the table. Raises ChangelingError that lists what can be asked."""
    wanted = " ".join(question.split())
    key = wanted.lower().replace(" ", "_")
    if key in NUMBERS:
        return _number(deck, d, t, names, key, seat)
    if wanted in names:
        return _win(deck, d, t, names, list(names).index(wanted))
    verb, _, rest = wanted.partition(" ")
    title = rest if verb in ("play", "use") else wanted
    card = deck.card(title)
    if card is not None:
        return _option(deck, t, names, card, verb if verb in ("play", "use") else "")
    raise ChangelingError(
        f"'{question}' cannot be explained; ask about {', '.join(NUMBERS)}, a player, or an answer such as: play "
        f"{deck.cards[-1].title}"
    )


def _number(deck: Deck, d: Sheet, t: Table, names: Sequence[str], key: str, seat: int) -> Reason:
    static = NUMBERS[key]
    if turn_only(static) and seat != t.turn:  # kept only for the player whose turn it is: what if it were this one's?
        t = t.copy()
        t.turn = seat
        mark_all_changed(t)
        refresh(d, t)
    value = t.force[seat * w.N_STATICS + static]
    parts: list[str] = []
    causes: list[str] = []
    for zone in (w.CENTRE, w.METAS, w.RULES):
        for card in cards_in(t, zone):
            for formula in deck.statics[card]:
                if formula.static != static and not (formula.static == w.BASICS and static in (w.DRAWS, w.PLAYS)):
                    continue
                number = evaluate(d, t, formula.expression, seat, card, w.NONE)
                if number == w.NONE:
                    continue
                adds = formula.mode == w.ADDS
                if not adds:
                    parts, causes = [], []
                parts.append(f"{deck.cards[card].title} {'adds' if adds else 'says'} {_amount(number)}")
                causes.append(deck.cards[card].title)
    rules = [card for card in cards_in(t, w.RULES) if any(f.static == w.INFLATION for f in deck.statics[card])]
    if t.inflation and parts:
        causes += [deck.cards[card].title for card in rules]
        parts.append(f"numerals are {t.inflation} higher by {', '.join(deck.cards[card].title for card in rules)}")
    shown = "no limit" if value >= w.ALL and "limit" in key else _amount(value)
    because = "; ".join(parts) or "no card in play says otherwise"
    clause = "RULE-2" if causes and causes[0] != "Basic Rules" else "RULE-1"
    return Reason(f"{key.replace('_', ' ')} for {names[seat]}: {shown}. {because}.", (*causes, clause))


def _amount(number: int) -> str:
    return "all" if number >= w.ALL else str(number)


def _win(deck: Deck, d: Sheet, t: Table, names: Sequence[str], seat: int) -> Reason:
    name = names[seat]
    goals = cards_in(t, w.GOALS)
    if t.outcome == WON and t.winner == seat:
        met = [deck.cards[goal].title for goal in goals if meets(d, t, goal, seat)]
        by = " and ".join(met)
        return Reason(f"{name} has won by {by}{'' if by.endswith(('!', '?')) else '.'}", (*met, "GOAL-3"))
    if t.outcome == WON:
        return Reason(f"{name} has not won: {names[t.winner]} has.", ("GOAL-3",))
    if not goals:
        return Reason(f"{name} cannot win yet: there is no Goal in play.", ("GOAL-2",))
    rivals = [other for other in range(t.seats) if any(meets(d, t, goal, other) for goal in goals)]
    if len(rivals) > 1 and seat in rivals:
        others = ", ".join(names[other] for other in rivals if other != seat)
        return Reason(f"{name} meets a Goal, but so does {others}: play on until one alone does.", ("GOAL-5",))
    parts: list[str] = []
    causes: list[str] = []
    for goal in goals:
        text, because = _missing(deck, d, t, goal, seat)
        parts.append(f"{deck.cards[goal].title}: {text}")
        causes += [deck.cards[goal].title, *because]
    return Reason(f"{name} does not win yet. {'; '.join(parts)}.", tuple(dict.fromkeys(causes)))


def _missing(deck: Deck, d: Sheet, t: Table, goal: int, seat: int) -> tuple[str, tuple[str, ...]]:
    """What keeps a seat from winning by a Goal."""
    card = deck.cards[goal]
    front = [deck.cards[c].name for zone in (w.KEEPERS, w.CREEPERS) for c in cards_in(t, zone + seat)]
    if evaluate(d, t, d.wins[goal], seat, goal, w.NONE) == 0:
        lacking = _lacking(deck, goal, front)
        if lacking:
            return f"{' and '.join(lacking)} missing", ()
        present = [name for name in card.forbids if any(deck.cards[c].name == name for c in _in_front(t))]
        if present:
            return f"{' and '.join(present)} in play", tuple(present)
        return f"not met ({card.text})", ()
    if t.force[seat * w.N_STATICS + w.REQUIRES] == 0:
        rules = [
            deck.cards[c].title for c in cards_in(t, w.RULES) if any(f.static == w.REQUIRES for f in deck.statics[c])
        ]
        return f"met, but {' and '.join(rules)} asks for more", tuple(rules)
    blocking = [c for c in cards_in(t, w.CREEPERS + seat) if not excused(d, t, goal, c)]
    titles = tuple(deck.cards[c].title for c in blocking)
    return f"met, but {' and '.join(titles)} stands in the way", (*titles, "CREEP-3")


def _lacking(deck: Deck, goal: int, front: Sequence[str]) -> list[str]:
    """The cards that a Goal names and that are not in front, or not as often as it asks for them."""
    lacking = []
    for name in deck.cards[goal].needs:
        times = [items.count(deck.names.index(name)) for items in deck.asked_for(goal)]
        missing = max([1, *times]) - front.count(name)
        if missing > 0:
            more = "" if name not in front else "another " if missing == 1 else f"{missing} more "
            lacking.append(more + name)
    return lacking


def _in_front(t: Table) -> list[int]:
    return [c for seat in range(t.seats) for zone in (w.KEEPERS, w.CREEPERS) for c in cards_in(t, zone + seat)]


def _option(deck: Deck, t: Table, names: Sequence[str], card: Card, verb: str) -> Reason:
    decision = decision_of(deck, t, names)
    if decision is None:
        return Reason("The game is over: nobody can do anything more.", ("GOAL-3",))
    for option in decision.options:
        if option.value == card.title and (not verb or option.sort in (verb, "card")):
            return Reason(f"{decision.seat} may answer '{option.text}' now.", (decision.because,))
    by = decision.because
    asked = (
        f"{decision.seat} is asked: {decision.ask}"
        if by == "Basic Rules"
        else f"{by} asks {decision.seat}: {decision.ask}"
    )
    if t.place[card.id] == w.HAND + t.asked and verb != "use":
        if any(option.sort == "play" for option in decision.options):
            return Reason(
                f"Only {', '.join(o.text for o in decision.options)} can be answered. {asked}",
                (decision.because, "TURN-3"),
            )
        return Reason(f"No play is left or a play is not what is asked for. {asked}", (decision.because, "TURN-1"))
    if verb == "use":
        place = _public(place_at(t.place[card.id], names))
        return Reason(
            f"{card.title} is not a free action that {decision.seat} can use now (it is in: {place}).", ("TURN-4",)
        )
    return Reason(
        f"{card.title} is not in {decision.seat}'s hand or among what can be chosen. {asked}",
        (decision.because, "TURN-3"),
    )


def _public(place: Place | None) -> str:
    """A place as far as everybody may know it."""
    return "a hand or the draw pile" if place is None or place.zone in ("hand", "draw pile") else str(place)
