"""How a player stands with a Goal in play: what is missing, what rules ask for besides, what is in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.engine.machine.checks.goals import excused, goals_met, needed_by, stops_seat
from changeling.engine.machine.rules.lasting import is_everybodys, keeper_of
from changeling.engine.seen.conditions.lacks import MUST_NOT_BE, Amiss, Condition, Way
from changeling.engine.seen.conditions.saying import Saying, cards_in_a_row, joined, players_in, say
from changeling.engine.seen.conditions.trees import Term, tree_of
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.reasons.disabling import counting, counts_for_nothing, disabling
from changeling.engine.seen.reasons.front_memory import FrontMemory
from changeling.engine.seen.reasons.looked_past import as_counted, looked_past
from changeling.engine.seen.reasons.reason import Inquiry
from changeling.engine.seen.reasons.shares import beyond

MET = ((),)


def names_players(found: tuple[tuple[Way, ...], Saying]) -> bool:
    """Whether ways to meet a condition, or what it lacks in words, speak of players."""
    ways, lacks = found
    sayings = (lack.saying for way in ways for lack in way if isinstance(lack, Amiss))
    return any(map(players_in, (lacks, *sayings)))


_lacking: FrontMemory[tuple[tuple[Way, ...], Saying]] = FrontMemory(names_players)
_ruled: FrontMemory[Saying] = FrontMemory(lambda lacks: bool(players_in(lacks)))


@dataclass(frozen=True, slots=True)
class Standing:
    """What keeps a seat from winning by a Goal, if anything does.

    `ways` are those of the Goal's own condition. `required` are rules that ask for more, each with what that lacks;
    `blocking` the Creepers in the way; `excusing` rules in play that would excuse them, each with what that lacks;
    `past` what lies in front of the seat and counts for no Goal, each with the cards that say so; `disabled_by` the
    cards because of which nobody wins by the Goal.
    """

    goal: int
    ways: tuple[Way, ...]
    lacks: Saying
    required: tuple[tuple[int, Saying], ...]
    blocking: tuple[int, ...]
    excusing: tuple[tuple[int, Saying], ...]
    past: dict[int, list[int]]
    disabled_by: tuple[int, ...] = ()

    @property
    def met(self) -> bool:
        """Whether the seat meets the Goal, with everything else that is asked of a winner."""
        return self.ways == MET and not self.required and not self.blocking and not self.disabled_by


def standing_of(at: Inquiry, goal: int, seat: int, counted: Inquiry | None = None) -> Standing:
    """How a seat stands with a Goal; `counted` is the table as it counts for it, where that is known."""
    counted = counted or as_counted(at, seat)
    ways, lacks = _lacking.of(counted, goal, at.deck.wins[goal], seat, lambda: _own_lacks(counted, goal, seat))
    blocking = in_the_way(at, goal, seat)
    unmet = at.table.force[seat * w.N_STATICS + w.REQUIRES] == 0
    return Standing(
        goal=goal,
        ways=ways,
        lacks=lacks,
        required=(*(_failing(at, w.REQUIRES, seat) if unmet else ()), *_wanting(at, seat)),
        blocking=blocking,
        excusing=tuple(_failing(at, w.HARMLESS, seat)) if blocking else (),
        past=looked_past(at, seat) if ways != MET else {},
        disabled_by=disabling(at, goal),
    )


def _own_lacks(at: Inquiry, goal: int, seat: int) -> tuple[tuple[Way, ...], Saying]:
    """What a Goal's own condition lacks for a seat, and that in words."""
    condition, tree = Condition(at.reader(goal, seat)), tree_of(at.deck, at.deck.wins[goal])
    ways = condition.ways(tree)
    if tree.word is v.Terms.num and ways != [()]:
        return tuple(ways), say("nobody wins by it")
    return tuple(ways), at.with_text(condition.lacks(ways), goal)


def in_the_way(at: Inquiry, goal: int, seat: int) -> tuple[int, ...]:
    """The Creepers that keep a seat from winning by a Goal (CREEP-3), and what else says that it does."""
    if at.sheet.stoppers == 1:
        lying = [card for zone in range(w.KEEPERS, w.DOWN) for card in cards_in(at.table, zone)]
        return tuple(card for card in lying if stops_seat(at.sheet, at.table, goal, card, seat))
    if at.sheet.excuses_all[goal] == 1 or at.table.force[seat * w.N_STATICS + w.HARMLESS] != 0:
        return ()
    creepers = cards_in(at.table, w.CREEPERS + seat)
    return tuple(creeper for creeper in creepers if not excused(at.sheet, at.table, goal, creeper))


def ruling_cards(at: Inquiry, seat: int) -> Sequence[int]:
    """The cards whose formulas are in force for a seat."""
    zones = (w.CENTRE, w.METAS, w.RULES, w.GOALS, w.KEEPERS + seat, w.CREEPERS + seat)
    found = [card for zone in zones for card in cards_in(at.table, zone)]
    if at.sheet.wide_statics:
        others = [owner for owner in range(at.table.seats) if owner != seat]
        found += [card for owner in others for card in cards_in(at.table, w.KEEPERS + owner)]
        found += [card for owner in others for card in cards_in(at.table, w.CREEPERS + owner)]
    return counting(at, found)


def _failing(at: Inquiry, static: int, seat: int) -> Iterator[tuple[int, Saying]]:
    """The cards in force with a condition of that sort that does not hold for a seat, and what each lacks."""
    for card in ruling_cards(at, seat):
        for formula in at.deck.statics[card]:
            if formula.static != static or not _concerns(at, card, formula.mode, seat):
                continue
            value = at.says(card, formula.expression, seat)
            if value == 0 or (value == w.UNSAID and static == w.HARMLESS):
                make = partial(_formula_lacks, at, card, formula.expression, seat, value)
                yield card, _ruled.of(at, card, formula.expression, seat, make)


def _wanting(at: Inquiry, seat: int) -> Iterator[tuple[int, Saying]]:
    """The cards in play that ask for more Goals at once than a seat meets."""
    d, t = at.sheet, at.table
    if not d.permitted >> w.GOALS_NEEDED & 1:
        return
    met = goals_met(d, t, seat)
    for row in range(d.permit_from[w.GOALS_NEEDED], d.permit_from[w.GOALS_NEEDED + 1]):
        needed = needed_by(d, t, row, seat)
        if needed > met and needed > 1:
            yield d.permit_card[row], say(f"{needed} Goals met at the same time")


def _formula_lacks(at: Inquiry, card: int, expression: int, seat: int, value: int) -> Saying:
    """What a rule's condition, which comes to `value`, lacks for a seat."""
    condition = Condition(at.reader(card, seat))
    ways = condition.ways(_tested(tree_of(at.deck, expression), value))
    return at.with_text(condition.lacks(ways), card)


def _concerns(at: Inquiry, card: int, mode: int, seat: int) -> bool:
    """Whether a formula of a card in play is in force for a seat."""
    owner = keeper_of(at.table, card)
    if is_everybodys(at.table, card) or at.table.place[card] == w.CENTRE:
        return True
    return mode in beyond(owner, seat) or (owner == seat and mode < w.SCOPE)


def _tested(tree: Term, value: int) -> Term:
    """What has to hold: of `yes if ...` that says nothing now, what stands behind the `if`."""
    return tree.parts[0] if value == w.UNSAID and tree.word is v.Terms.unless else tree


def in_words(at: Inquiry, standing: Standing) -> tuple[Saying, tuple[str, ...]]:
    """What keeps a seat from winning by a Goal in clauses, and what that rests on besides the Goal."""
    besides: list[Saying] = [counts_for_nothing(at, standing.disabled_by)] if standing.disabled_by else []
    causes: list[str] = [at.title(card) for card in standing.disabled_by]
    for card, lacks in standing.required:
        besides.append(say(f"{at.spoken(card)} asks for more: ", lacks))
        causes.append(at.title(card))
    untold = [card for card in standing.blocking if not _told_amiss(at, standing, card)]
    if untold:
        stand = " stands" if len(untold) == 1 else " stand"
        besides.append(say(cards_in_a_row(map(at.spoken, untold)), stand, " in the way", _excuse(at, standing)))
        causes += [*map(at.title, untold), *(at.title(card) for card, _ in standing.excusing), "CREEP-3"]
    for card, by in standing.past.items():
        besides.append(say(f"{at.spoken(card)} does not count, because of ", cards_in_a_row(map(at.spoken, by))))
        causes += map(at.title, by)
    if standing.ways != MET:
        return joined([standing.lacks, *(say("besides, ", part) for part in besides)], "; "), tuple(causes)
    return say("met", ", but " if besides else "", joined(besides, "; ")), tuple(causes)


def _told_amiss(at: Inquiry, standing: Standing, creeper: int) -> bool:
    """Whether what the Goal lacks says already that a Creeper must not be there."""
    card = at.deck.cards[creeper]
    return len(standing.ways) == 1 and any(
        isinstance(lack, Amiss) and MUST_NOT_BE in lack.saying and {card.title, card.name} & {*lack.saying}
        for lack in standing.ways[0]
    )


def _excuse(at: Inquiry, standing: Standing) -> Saying:
    """What would excuse the Creepers in the way."""
    it = "it" if len(standing.blocking) == 1 else "them"
    if standing.excusing:
        rules = [say(f"{at.spoken(card)} would excuse {it}, but ", lacks) for card, lacks in standing.excusing]
        return say(" (", joined(rules, "; "), ")")
    return say(f" (a Goal or a rule that calls for {it} would excuse {it})")
