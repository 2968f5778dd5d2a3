"""How a game ended: who won, by which card, and what fulfilled it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from changeling.cards import codes as w
from changeling.engine.layout import ALL_LOST, FAULT, FAULTS, GOING, WON
from changeling.engine.machine.board.seats import players_left
from changeling.engine.machine.checks.goals import goal_met, is_called_for, meets, stops_unless_excused
from changeling.engine.machine.checks.ungoals import ungoal_met
from changeling.engine.machine.journal import GOAL_3, V_CANCELS, V_CLAIMS, V_DISCARDS, V_PLAYS, V_WINS
from changeling.engine.machine.rules.permissions import waives
from changeling.engine.seen.conditions.counting_cards import CountingCards
from changeling.engine.seen.conditions.lacks import Condition
from changeling.engine.seen.conditions.saying import COLON, STOP, Said, Saying, cards_in_a_row, people, say, who
from changeling.engine.seen.conditions.trees import tree_of
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.looked_past import as_counted
from changeling.engine.seen.reasons.reason import Inquiry, Reason
from changeling.engine.seen.reasons.shares import shares_of
from changeling.engine.seen.reasons.standing import ruling_cards
from changeling.engine.seen.reasons.stuck import why_stuck
from changeling.engine.seen.winners import winners_of

How = Literal["goal", "claim", "card", "all lost", "stuck", "fault"]
_ROW_VERB, _ROW_SEAT, _ROW_CARD, _ROW_CLAUSE = 0, 1, 2, 5
# What can happen between a claim and its verdict, and the win.
_OF_A_VERDICT: Final = (V_CLAIMS, V_PLAYS, V_DISCARDS, V_CANCELS, V_WINS)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended.

    `how`: a Goal was met; the win was claimed as an Ungoal was met; a card said that its player wins; all lost by an
    Ungoal; nobody could do anything more; a program went wrong. `winner` is empty where nobody has won. `card` is the
    Goal, the Ungoal or the card that said so, and `by` are the cards by which a win was claimed. `reason` tells it.
    `winners` are all who have won together, `winner` first. `counted` are the cards in front of players by which the
    Goal was met; none where it was met by something else.
    """

    how: How
    winner: str
    card: str
    by: tuple[str, ...]
    reason: Reason
    winners: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()


def ending_of(at: Inquiry) -> Ending | None:
    """How the game ended; nothing while it goes on."""
    t = at.table
    if t.outcome == GOING:
        return None
    if t.outcome == WON:
        return replace(_won(at, t.winner), winners=winners_of(t, at.names))
    if t.outcome == ALL_LOST:
        card = _told_card(at)
        card = ungoal_met(at.sheet, t) if card == w.NONE else card
        return _all_lost(at, card)
    if t.outcome == FAULT:
        return _nobody("fault", f"a card's program went wrong ({FAULTS[t.fault]})")
    return _nobody("stuck", *why_stuck(at.deck, t, at.journal))


def _nobody(how: How, text: str, cards: tuple[str, ...] = ()) -> Ending:
    return Ending(how, "", "", cards, Reason(say("The game is over, and nobody has won: ", text, STOP), cards))


def _won(at: Inquiry, seat: int) -> Ending:
    told, card = _verdict(at), _told_card(at)
    if card == w.NONE:  # no journal: the game was laid out as it ended
        goal = goal_met(at.sheet, at.table, _meeting(at, seat))
        card = goal if goal != w.NONE else ungoal_met(at.sheet, at.table)
    if card == w.NONE:
        return Ending("card", at.names[seat], "", (), Reason(say(_they_have(at), " won", STOP), ()))
    if at.deck.ends[card] != w.NONE:
        return _claimed(at, seat, card)
    if at.deck.wins[card] != w.NONE and (not told or told[_ROW_CLAUSE] == GOAL_3):
        return _by_goal(at, seat, card)
    title, spoken = at.title(card), at.spoken(card)
    if players_left(at.table) == 1:
        last = say(who(at.names[seat], "have"), f" won as the last player in the game, by {spoken}", STOP)
        return Ending("card", at.names[seat], title, (title,), Reason(last, (title, "TURN-8")))
    text = at.deck.cards[card].text
    saying = say(_they_have(at), f" won by {spoken}", f", which says: {text}" if text else "", STOP)
    return Ending("card", at.names[seat], title, (title,), Reason(saying, (title, "TURN-8")))


def _by_goal(at: Inquiry, seat: int, goal: int) -> Ending:
    title, met_by = at.title(goal), _meeting(at, seat, goal)
    condition = Condition(at.reader(goal, met_by))
    proof = condition.evidence(tree_of(at.deck, at.deck.wins[goal]))
    harmless, rules = _harmless(at, met_by, goal)
    told: list[Said] = [_they_have(at), f" won by {at.spoken(goal)}"]
    told += [COLON, proof] if proof else []
    told += [STOP, harmless]
    saying = at.with_text(say(*told), goal)
    reason = Reason(saying, (title, *rules, "GOAL-3"))
    return Ending("goal", at.names[seat], title, (), reason, counted=_counted(at, met_by, goal))


def _counted(at: Inquiry, seat: int, goal: int) -> tuple[str, ...]:
    """The cards in front of players by which a seat meets a Goal."""
    counted = as_counted(at, seat)
    if counted is at:
        counted = replace(at, table=at.table.copy())
    cards = CountingCards(counted.reader(goal, seat)).met_by(tree_of(at.deck, at.deck.wins[goal]))
    return tuple(map(at.title, cards))


def _they_have(at: Inquiry) -> Saying:
    """All who have won together: `Ann has`, `Ann and Bob have`."""
    return people(winners_of(at.table, at.names), "have")


def _meeting(at: Inquiry, seat: int, goal: int = w.NONE) -> int:
    """Of those who have won together the first who meets this Goal, or any; the one who is named first if none does."""
    t = at.table.copy()
    for name in winners_of(t, at.names):
        one = at.names.index(name)
        if meets(at.sheet, t, goal, one) if goal != w.NONE else goal_met(at.sheet, t, one) != w.NONE:
            return one
    return seat


def _harmless(at: Inquiry, seat: int, goal: int) -> tuple[Saying, tuple[str, ...]]:
    """Why the Creepers that would keep the winner from winning were not in the way, where the Goal names none."""
    d, t = at.sheet, at.table.copy()
    zones = (w.CREEPERS + seat, *(w.CREEPERS + one for one in range(t.seats) if one != seat))
    lying = [card for zone in zones for card in cards_in(t, zone) if stops_unless_excused(d, t, card, seat)]
    creepers = [card for card in lying if not is_called_for(d, t, goal, card)]
    if not creepers:
        return say(), ()
    them = cards_in_a_row(at.spoken(creeper) for creeper in creepers)
    if at.sheet.excuses_all[goal] == 1:
        return say(" ", them, " did not stand in the way: no Creeper does with this Goal."), ("CREEP-3",)
    rules = [
        card
        for card in ruling_cards(at, seat)
        for formula in at.deck.statics[card]
        if formula.static == w.HARMLESS and at.says(card, formula.expression, seat) not in (0, w.NONE)
    ]
    cards = list(dict.fromkeys([*rules, *_waiving(at, goal, creepers)]))
    because = cards_in_a_row(at.spoken(card) for card in cards)
    return say(" ", them, " did not stand in the way because of ", because, STOP), (*map(at.title, cards), "CREEP-3")


def _waiving(at: Inquiry, goal: int, creepers: list[int]) -> list[int]:
    """The cards that say that one of these Creepers keeps nobody from winning by a Goal."""
    d, t = at.sheet, at.table.copy()
    rows = [row for row in range(d.permits) if any(waives(d, t, row, goal, creeper) for creeper in creepers)]
    return [d.permit_card[row] for row in rows]


def _claimed(at: Inquiry, seat: int, ungoal: int) -> Ending:
    name, title = at.names[seat], at.title(ungoal)
    surprise = _surprise(at, seat)
    cards = claiming(at, seat) if surprise == w.NONE else [surprise]
    by, named = tuple(map(at.title, cards)), cards_in_a_row(map(at.spoken, cards))
    claim = say(who(name, "have"), " won by ", named, " as ") if by else say(who(name, "have"), " won as ")
    saying = say(claim, f"the Ungoal {at.spoken(ungoal)} was met", _met_by(at, ungoal), STOP)
    return Ending("claim", name, title, by, Reason(at.with_text(saying, ungoal), (*by, title, "UNGOAL-2")))


def claims_of(at: Inquiry) -> list[int]:
    """How strong each seat's claim to win by an Ungoal is, counted as the Ungoals that are judged would have it."""
    return [shares_of(at.deck, at.sheet, at.table, seat, w.CLAIMS)[0] for seat in range(at.table.seats)]


def claiming(at: Inquiry, seat: int) -> list[int]:
    """The cards by which a seat's claim is the highest: no more of them than that takes."""
    others = [claim for one, claim in enumerate(claims_of(at)) if one != seat]
    _, shares = shares_of(at.deck, at.sheet, at.table, seat, w.CLAIMS)
    found: list[int] = []
    claim = 0
    for share in sorted(shares, key=lambda share: -share.value):
        if share.value > 0 and claim <= max(others):
            found.append(share.card)
            claim += share.value
    return found


def _all_lost(at: Inquiry, ungoal: int) -> Ending:
    if ungoal == w.NONE:
        return Ending("all lost", "", "", (), Reason(say("Everybody has lost", STOP), ("UNGOAL-1",)))
    title = at.title(ungoal)
    saying = say(f"Everybody has lost: the Ungoal {at.spoken(ungoal)} was met", _met_by(at, ungoal), STOP)
    return Ending("all lost", "", title, (), Reason(at.with_text(saying, ungoal), (title, "UNGOAL-1")))


def _met_by(at: Inquiry, ungoal: int) -> Saying:
    """What fulfilled an Ungoal, if that still holds."""
    condition, tree = Condition(at.reader(ungoal, at.table.turn)), tree_of(at.deck, at.deck.ends[ungoal])
    proof = condition.evidence(tree) if condition.reader.holds(tree) else ()
    return say(COLON, proof) if proof else say()


# --- what the journal tells -------------------------------------------------------------------------------------------
def _verdict(at: Inquiry) -> Sequence[int]:
    """The row of the journal that says how the game ended, or nothing."""
    return next((told for told in reversed(at.journal) if told[_ROW_VERB] == V_WINS), ())


def _told_card(at: Inquiry) -> int:
    told = _verdict(at)
    return told[_ROW_CARD] if told else w.NONE


def _surprise(at: Inquiry, seat: int) -> int:
    """The Surprise by which a seat claimed the win of the Ungoal that ended the game, or NONE."""
    for told in reversed(at.journal):
        if told[_ROW_VERB] == V_CLAIMS and told[_ROW_SEAT] == seat:
            return told[_ROW_CARD]
        if told[_ROW_VERB] not in _OF_A_VERDICT:
            break
    return w.NONE
