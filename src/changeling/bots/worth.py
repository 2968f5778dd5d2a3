"""What a table is worth to a seat: a number, and nothing about how to get there."""

from __future__ import annotations

from changeling.bots.board import Board
from changeling.cards import codes as w
from changeling.engine.layout import ALL_LOST, ENDING, PLAYING, WON, Sheet, Table
from changeling.engine.machine.checks import excused, meets
from changeling.engine.machine.counts import plays_left
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.rules_in_force import refresh
from changeling.engine.seen.view import cards_in

WIN = 1000.0

# How much of a missing piece counts, by where it is: roughly how likely it is to be had in time.
MINE_IN_HAND, UNSEEN, ELSEWHERE, DISCARDED = 0.7, 0.55, 0.16, 0.03
THEIRS_KNOWN = 0.7
BLOCKED = 0.45  # a Creeper in the way, or a rule that asks for more
MET_IN_PART = 0.25  # everything named is there and still the Goal is not met

GOAL_IN_PLAY, GOAL_IN_HAND, GOAL_OF_OTHERS = 8.0, 12.0, 9.0
KEEPER, KEEPER_WANTED, KEEPER_OF_OTHERS = 0.4, 0.10, 0.3
CREEPER, CREEPER_OF_OTHERS = 1.9, 0.3
CARD_IN_HAND, CARD_TOO_MANY, CARD_OF_OTHERS = 0.85, 0.15, 0.15
PLENTY, SPARE = 6, 0.1  # beyond plenty a card in hand hardly helps: it has to be played some day
PLAY_LEFT = 0.9
EXTRA_TURN = 2.5


def worth(board: Board) -> float:
    """The worth of the board to the seat that imagines it: WIN for a win, as much below nothing for another's."""
    t, d, me = board.table, board.facts.sheet, board.me
    if t.outcome == WON:
        return WIN if t.winner == me else -WIN
    if t.outcome == ALL_LOST:
        return -WIN / 2  # nobody wins: bad, but not as bad as somebody else winning
    refresh(d, t)
    total = 0.0
    goals = cards_in(t, w.GOALS)
    held = [card for card in cards_in(t, w.HAND + me) if card not in board.faceless]
    for seat in range(t.seats):
        weight = GOAL_IN_PLAY if seat == me else -GOAL_OF_OTHERS
        total += weight * _best([closeness(board, goal, seat) for goal in goals])
    ready = [closeness(board, card, me) for card in held if d.kind[card] == w.GOAL]
    total += GOAL_IN_HAND * _best(ready)
    total += _fronts(board) + _hands(board)
    if t.turn == me and t.phase == PLAYING:
        total += PLAY_LEFT * min(plays_left(t), t.size[w.HAND + me])
    return total + EXTRA_TURN * sum(1 for place in range(t.extras) if t.extra_seat[place] == me)


def _best(chances: list[float]) -> float:
    """Several Goals are worth more than the best of them, but not by much."""
    ordered = sorted(chances, reverse=True)
    return sum(chance * 0.35**place for place, chance in enumerate(ordered[:4]))


def _fronts(board: Board) -> float:
    t, facts = board.table, board.facts
    total = 0.0
    for seat in range(t.seats):
        mine = seat == board.me
        limit = t.force[seat * w.N_STATICS + w.KEEPER_LIMIT]
        values = sorted(
            (KEEPER + KEEPER_WANTED * facts.wanted[card] for card in cards_in(t, w.KEEPERS + seat)), reverse=True
        )
        total += sum(values[:limit]) * (1.0 if mine else -KEEPER_OF_OTHERS / (t.seats - 1))
        if not t.force[seat * w.N_STATICS + w.HARMLESS]:
            total -= t.size[w.CREEPERS + seat] * (CREEPER if mine else -CREEPER_OF_OTHERS / (t.seats - 1))
    return total


def _hands(board: Board) -> float:
    t, me = board.table, board.me
    total = 0.0
    for seat in range(t.seats):
        size, limit = t.size[w.HAND + seat], t.force[seat * w.N_STATICS + w.HAND_LIMIT]
        if seat == me:
            if t.turn == me and t.phase == PLAYING:
                limit += plays_left(t)
            kept = min(size, limit)
            total += (min(kept, PLENTY) + SPARE * max(kept - PLENTY, 0)) * CARD_IN_HAND
            if t.turn != me or t.phase != ENDING:  # at the end of the turn what is too many goes at once
                total += (size - kept) * CARD_TOO_MANY
        else:
            total -= min(size, limit) * CARD_OF_OTHERS / (t.seats - 1)
    return total


def closeness(board: Board, goal: int, seat: int) -> float:
    """How near a seat is to winning by a Goal if it were in play: 1 when only the Goal is missing, 0 when hopeless."""
    t, d = board.table, board.facts.sheet
    if d.wins[goal] == w.NONE:
        return 0.0
    if meets(d, t, goal, seat):
        return 1.0
    chance = 1.0
    missing = False
    for cards in board.facts.needs[goal]:
        piece = max((_reach(board, card, seat) for card in cards), default=0.0)
        missing = missing or piece < 1.0
        chance *= piece
    if evaluate(d, t, d.wins[goal], seat, goal, w.NONE) == 0 and not missing:
        chance *= MET_IN_PART if board.facts.needs[goal] else _count(d, t, goal, seat)
    return chance * BLOCKED ** _obstacles(d, t, goal, seat)


def _reach(board: Board, card: int, seat: int) -> float:
    """How likely a seat has a card in front of it when it needs it."""
    t = board.table
    zone = t.place[card]
    if zone in (w.KEEPERS + seat, w.CREEPERS + seat):
        return 1.0
    if card in board.faceless:
        return UNSEEN
    if zone == w.HAND + seat:
        return MINE_IN_HAND if seat == board.me else THEIRS_KNOWN
    return DISCARDED if zone in (w.DISCARD, w.OUT) else ELSEWHERE


def _count(d: Sheet, t: Table, goal: int, seat: int) -> float:
    """For a Goal that only counts: how many more Keepers or cards in hand would do."""
    for zone, each in ((w.KEEPERS, 0.5), (w.HAND, 0.7)):
        size = t.size[zone + seat]
        for more in range(1, 6):
            t.size[zone + seat] = size + more
            met = evaluate(d, t, d.wins[goal], seat, goal, w.NONE) != 0
            t.size[zone + seat] = size
            if met:
                return float(each**more)
    return 0.02


def _obstacles(d: Sheet, t: Table, goal: int, seat: int) -> int:
    row = seat * w.N_STATICS
    found = int(t.force[row + w.REQUIRES] == 0)
    if not t.force[row + w.HARMLESS]:
        found += sum(1 for card in cards_in(t, w.CREEPERS + seat) if not excused(d, t, goal, card))
    return found
