"""Why? Every number in force, every option that is not there, every win and what is missing for one, with cards and
clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from changeling.cards import codes as w
from changeling.cards.deck import Card
from changeling.engine.layout import F_PROGRAM, FRAME
from changeling.engine.seen.conditions.lacks import Condition
from changeling.engine.seen.conditions.saying import STOP, Saying, cards_in_a_row, counted, joined, people, say, who
from changeling.engine.seen.conditions.trees import tree_of
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.disabling import counting, counts_for_nothing, disabling
from changeling.engine.seen.reasons.ending import claiming, claims_of, ending_of
from changeling.engine.seen.reasons.looked_past import as_counted
from changeling.engine.seen.reasons.reason import Inquiry, Reason
from changeling.engine.seen.reasons.shares import Share, shares_of
from changeling.engine.seen.reasons.standing import in_words, standing_of
from changeling.engine.seen.reasons.why_option import why_option
from changeling.errors import ChangelingError

__all__ = ["NUMBERS", "Inquiry", "Reason", "number_asked", "why"]

NUMBERS: Final = {
    "draws": w.DRAWS,
    "plays": w.PLAYS,
    "optional_plays": w.OPTIONAL_PLAYS,
    "hand_limit": w.HAND_LIMIT,
    "keeper_limit": w.KEEPER_LIMIT,
    "goals_allowed": w.GOALS_ALLOWED,
}
_ALSO: Final = {  # other words for the numbers
    "draw": "draws",
    "play": "plays",
    "optional_play": "optional_plays",
    "hand": "hand_limit",
    "keepers": "keeper_limit",
    "goal": "goals_allowed",
    "goals": "goals_allowed",
}


def number_asked(question: str) -> str:
    """The number in force that a question is about, in whatever case and as people say it; empty for none."""
    key = "_".join(question.casefold().split())
    return key if key in NUMBERS else _ALSO.get(key, "")


def why(at: Inquiry, question: str, seat: int | None) -> Reason:
    """Answer a question about the table for a seat: its numbers in force, and only what it may know.

    Without a seat, numbers are those of whose turn it is, and options are explained to the seat that is asked. Raises
    ChangelingError that lists what can be asked.
    """
    wanted = " ".join(question.split())
    key = number_asked(wanted)
    if key and (wanted in NUMBERS or at.deck.card(wanted) is None) and wanted not in at.names:
        return _number(at, key, at.table.turn if seat is None else seat)
    names = [wanted] if wanted in at.names else [name for name in at.names if name.casefold() == wanted.casefold()]
    if names:
        return _win(at, at.names.index(names[0]))
    verb, _, rest = wanted.partition(" ")
    verb = verb.casefold()
    viewer = at.table.asked if seat is None else seat
    card = _card_called(at, wanted)  # a title such as Play All goes before the verb
    if card is not None:
        return why_option(at, card, "", viewer)
    card = _card_called(at, rest) if verb in ("play", "use") else None
    if card is not None:
        return why_option(at, card, verb, viewer)
    raise ChangelingError(
        f"'{question}' cannot be explained; ask about {', '.join(NUMBERS)}, a player, or an answer such as: play "
        f"{at.deck.cards[-1].title}"
    )


# --- numbers ----------------------------------------------------------------------------------------------------------
def _card_called(at: Inquiry, title: str) -> Card | None:
    """The card of that title, in any case."""
    return at.deck.card(title) or next((c for c in at.deck.cards if c.title.casefold() == title.casefold()), None)


def _number(at: Inquiry, key: str, seat: int) -> Reason:
    value, shares = shares_of(at.deck, at.sheet, at.table, seat, NUMBERS[key])
    causes = [at.title(share.card) for share in shares]
    parts = [say(_share(at, share)) for share in shares]
    if at.table.inflation and any(share.printed for share in shares):
        growing = [card for card in counting(at, cards_in(at.table, w.RULES)) if _inflates(at, card)]
        causes += map(at.title, growing)
        parts.append(say(f"numerals are {at.table.inflation} higher by ", cards_in_a_row(map(at.spoken, growing))))
    because = joined(parts, "; ") if parts else say("no card in play says otherwise")
    clause = "RULE-2" if shares and shares[0].card != at.sheet.basic else "RULE-1"
    return Reason(say(_told(key, at.names[seat], value), ": ", because, STOP), (*dict.fromkeys(causes), clause))


_BOUNDS = {w.TIMES: "makes it", w.AT_LEAST: "makes it at least", w.AT_MOST: "makes it at most"}


def _share(at: Inquiry, share: Share) -> str:
    title = at.spoken(share.card)
    if share.bound:
        return f"{title} {_BOUNDS[share.bound]} {_amount(share.value)}"
    if not share.adds:
        return f"{title} says {_amount(share.value)}"
    return f"{title} {'adds' if share.value > 0 else 'takes away'} {_amount(abs(share.value))}"


def _inflates(at: Inquiry, card: int) -> bool:
    return any(formula.static == w.INFLATION for formula in at.deck.statics[card])


def _amount(number: int) -> str:
    if number > w.ALL:
        return f"all but {number - w.ALL}"
    return "all" if number == w.ALL else str(number)


def _told(key: str, name: str, value: int) -> Saying:
    """A number in force as a sentence."""
    endless = value >= w.ALL
    match key:
        case "draws" | "plays":
            cards = "all cards" if endless else counted(value, "card")
            cards = f"all but {counted(value - w.ALL, 'card')}" if value > w.ALL else cards
            return say(who(name, key.removesuffix("s")), f" {cards} each turn")
        case "optional_plays":
            cards = "no further card" if value == 0 else f"up to {counted(value, 'further card')}"
            return say(who(name, "may"), " play ", "any number of further cards" if endless else cards, " each turn")
        case "hand_limit":
            limit = "any number of cards" if endless else f"at most {counted(value, 'card')}"
            return say(who(name, "may"), f" hold {limit}")
        case "keeper_limit":
            limit = "any number of Keepers" if endless else f"at most {counted(value, 'Keeper')}"
            return say(who(name, "may"), f" have {limit}")
    return say("any number of Goals" if endless else counted(value, "Goal"), " may be in play at a time")


# --- wins -------------------------------------------------------------------------------------------------------------
def _win(at: Inquiry, seat: int) -> Reason:
    name, ending = at.names[seat], ending_of(at)
    if ending is None and at.table.out >> seat & 1:
        return Reason(say(who(name, "are"), " out of the game, and cannot win", STOP), ())
    if ending is not None and ending.winner and name not in ending.winners:
        by = f", by {ending.card}" if ending.card else ""
        have = people(ending.winners, "have")
        return Reason(say(who(name, "have"), " not won: ", have, by, STOP), ending.reason.because)
    if ending is not None:
        return ending.reason
    goals = _winning_cards(at, seat)
    ungoals = [_ungoal(at, card) for card in cards_in(at.table, w.GOALS) if at.deck.ends[card] != w.NONE]
    reason = _by_goals(at, seat, goals) if goals else _without_goal(name, beside=bool(ungoals))
    told = joined([reason.saying, *(one.saying for one in ungoals)], " ")
    because = [*reason.because, *(cause for one in ungoals for cause in one.because)]
    return Reason(told, tuple(dict.fromkeys(because)))


def _winning_cards(at: Inquiry, seat: int) -> list[int]:
    """The cards that a seat can win by: the Goals in play, and what lies in front of it and is a Goal of its own."""
    zones = (w.GOALS, w.KEEPERS + seat, w.CREEPERS + seat)
    return [card for zone in zones for card in cards_in(at.table, zone) if at.deck.wins[card] != w.NONE]


def _without_goal(name: str, *, beside: bool) -> Reason:
    if beside:  # by an Ungoal one may win too, if one claims it
        return Reason(say(who(name, "do"), " not win yet. There is no Goal in play."), ("GOAL-2",))
    return Reason(say(who(name, "cannot"), " win yet: there is no Goal in play."), ("GOAL-2",))


def _by_goals(at: Inquiry, seat: int, goals: list[int]) -> Reason:
    """Why a seat does not win by the Goals in play, nor by cards of its own."""
    name = at.names[seat]
    playing = [one for one in range(at.table.seats) if not at.table.out >> one & 1]
    rivals = [one for one in playing if any(standing_of(at, goal, one).met for goal in _winning_cards(at, one))]
    if seat in rivals:
        return _meeting(at, seat, [at.names[one] for one in rivals if one != seat])
    parts: list[Saying] = []
    causes: list[str] = []
    for goal in goals:
        said, because = in_words(at, standing_of(at, goal, seat))
        parts.append(say(f"{at.spoken(goal)}: ", said, STOP))
        causes += [at.title(goal), *because]
    return Reason(say(who(name, "do"), " not win yet. ", joined(parts, " ")), tuple(dict.fromkeys(causes)))


def _meeting(at: Inquiry, seat: int, others: Sequence[str]) -> Reason:
    """Why a seat that meets a Goal has not won."""
    meets = say(who(at.names[seat], "meet"), " a Goal")
    if others:
        return Reason(say(meets, ", but so ", _do(others), ": play on until one alone does."), ("GOAL-5",))
    if any(_holds(at, card) for card in cards_in(at.table, w.GOALS) if at.deck.ends[card] != w.NONE):
        return Reason(say(meets, ", but an Ungoal is met too: there is no clear winner yet."), ("GOAL-5", "UNGOAL-1"))
    if at.table.averted == seat + 1:
        until = " win at once: that is looked at again when another card has been played or used."
        return Reason(say(meets, ", but a card in play did not let ", who(at.names[seat]), until), ("GOAL-3",))
    return Reason(say(meets, ". Whether that wins is decided when what is being carried out is done."), ("GOAL-3",))


def _do(names: Sequence[str]) -> Saying:
    """`does Bob`, `do you`, `do Bob and Cy`."""
    return say(people(names, "do")[-1], " ", people(names))


# --- Ungoals ----------------------------------------------------------------------------------------------------------
def _holds(at: Inquiry, ungoal: int) -> bool:
    holds = as_counted(at, w.NONE).says(ungoal, at.deck.ends[ungoal], at.table.turn) != 0
    return holds and not disabling(at, ungoal)


def _ungoal(at: Inquiry, ungoal: int) -> Reason:
    """How things stand with an Ungoal in play, and what follows when it is met."""
    title, spoken, by = at.title(ungoal), at.spoken(ungoal), disabling(at, ungoal)
    if by:
        return Reason(say(f"The Ungoal {spoken}: ", counts_for_nothing(at, by), STOP), (title, *map(at.title, by)))
    reader = as_counted(at, w.NONE).reader(ungoal, at.table.turn)
    condition, tree = Condition(reader), tree_of(at.deck, at.deck.ends[ungoal])
    ways = condition.ways(tree)
    if ways == [()]:
        said = "is met, and is being judged." if _judging(at) else "is met, but there is no clear winner: play goes on."
        return Reason(say(f"The Ungoal {spoken} {said}"), (title, "UNGOAL-1"))
    lacks = at.with_text(condition.lacks(ways), ungoal)
    outcome, causes = _outcome(_judged(at, ungoal))
    return Reason(say(f"The Ungoal {spoken} is not met: ", lacks, STOP, " ", outcome, STOP), (title, *causes))


def _judging(at: Inquiry) -> bool:
    t = at.table
    return any(t.stack[frame * FRAME + F_PROGRAM] == at.sheet.doom_program for frame in range(t.frames))


def _judged(at: Inquiry, ungoal: int) -> Inquiry:
    """The table as if this Ungoal, besides those that are met, were judged now: others count for nothing."""
    table = at.table.copy()
    table.judged = 0
    for place, card in enumerate(cards_in(table, w.GOALS)):
        if card == ungoal or (at.deck.ends[card] != w.NONE and _holds(at, card)):
            table.judged |= 1 << place
    return replace(at, table=table)


def _outcome(at: Inquiry) -> tuple[Saying, tuple[str, ...]]:
    """What would follow if the Ungoals that are judged were met now."""
    claims = claims_of(at)
    best = [seat for seat, claim in enumerate(claims) if claim == max(claims) > 0]
    surprises = any(trigger == w.DOOM for answers in at.deck.reacts for trigger, _ in answers)
    unless = ", unless somebody claims the win with a Surprise" if surprises else ""
    if not best:
        return say(f"When it is met, everybody loses{unless}"), ("UNGOAL-1",)
    if len(best) > 1:
        names = [at.names[seat] for seat in best]
        return say(
            "Were it met now, ", people(names, "would have"), f" the same claim to win: play would go on{unless}"
        ), ("UNGOAL-2",)
    by = claiming(at, best[0])
    titles, named = map(at.title, by), cards_in_a_row(map(at.spoken, by))
    return say("Were it met now, ", who(at.names[best[0]]), " would win by ", named, unless), (*titles, "UNGOAL-2")
