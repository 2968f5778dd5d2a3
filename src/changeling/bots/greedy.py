"""The bot that takes what looks best at once: it wins when it can, hands out no win, and gathers what Goals ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

from changeling.bots.board import Board, board_of, put
from changeling.bots.lookahead import expected, rebuilt, reply
from changeling.cards import codes as w
from changeling.engine.layout import Table
from changeling.engine.machine.frames import push
from changeling.engine.machine.turns import do
from changeling.engine.seen.decision import Decision, Option
from changeling.engine.seen.view import View

_NEAR = 1e-9
_OFTEN = 2  # no free action is used more often in one turn: some could be used for ever (K-I02)
_DISCARDS = (
    "discard to the hand limit",
    "discard to the Keeper limit",
    "replace a goal",
    "keep to the goals allowed",
)


class Greedy:
    """Weighs each option by the table it leads to, as far as its view tells, and takes the best; chance breaks ties."""

    __slots__ = ("_random",)
    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View, decision: Decision) -> Option:
        """The option with the best outlook."""
        if len(decision.options) == 1:
            return decision.options[0]
        tired = {title for title, times in view.used if times >= _OFTEN}
        fresh = [option for option in decision.options if option.sort != "use" or option.value not in tired]
        values = weigh(view, replace(decision, options=tuple(fresh or decision.options)))
        best = max(values)
        return self._random.choice(
            [option for option, value in zip(fresh or decision.options, values, strict=True) if value >= best - _NEAR]
        )


def weigh(view: View, decision: Decision) -> list[float]:
    """What each option is worth to the seat that is asked; equal numbers where nothing can be said."""
    board = board_of(view)
    if decision.about in ("act", "before the draw", "play"):
        return [expected(board, partial(_step, board, option)) for option in decision.options]
    if decision.about in _DISCARDS:
        return [expected(board, partial(_drop, board, option)) for option in decision.options]
    if decision.about == "promise" and view.aside:
        return _shares(board, view, decision)
    return _by_program(board, decision)


def _step(board: Board, option: Option, t: Table) -> None:
    """Play a card or use a free action; `done` and `draw` leave everything as it is."""
    card = option.code % w.SORT
    if option.sort == "word":
        if option.value == "done":
            t.played = w.ALL
        return
    if option.sort == "play" and t.place[card] != w.HAND + board.me:
        push(board.facts.sheet, t, board.facts.sheet.resolve_program, board.me, card, 0)
    else:
        do(board.facts.sheet, t, option.code)


def _drop(board: Board, option: Option, t: Table) -> None:
    """Discard a card; a Goal that was waiting for its place takes it."""
    put(t, option.code % w.SORT, w.DISCARD)
    if option.code % w.SORT in board.facts.goals:
        for card in board.facts.goals:
            if t.place[card] == w.BEING_PLAYED:
                put(t, card, w.GOALS)


def _shares(board: Board, view: View, decision: Decision) -> list[float]:
    """Cards set aside are given out, each to the player whom the question names."""
    asks = [f"Choose a card for {seat.name}." for seat in view.seats]
    seat = asks.index(decision.ask) if decision.ask in asks else board.me
    return [expected(board, partial(put, card=option.code % w.SORT, zone=w.HAND + seat)) for option in decision.options]


def _by_program(board: Board, decision: Decision) -> list[float]:
    """Let the card that asks run again up to this question, and weigh what each answer leads to."""
    values = [0.0] * len(decision.options)
    codes = [option.code for option in decision.options]
    found = False
    for here in rebuilt(board, _programs(board, decision), codes):
        outlook = [expected(here, partial(reply, index=index)) for index in range(len(codes))]
        values = [max(old, new) for old, new in zip(values, outlook, strict=True)] if found else outlook
        found = True
    return values


def _programs(board: Board, decision: Decision) -> Iterator[tuple[int, int, int]]:
    """The programs of the card that asks, each with the seat and the card that it runs for."""
    deck, t = board.facts.deck, board.table
    card = board.facts.ids.get(decision.because, w.NONE)
    if card == w.NONE:
        return
    if deck.play[card] != w.NONE:
        yield deck.play[card], t.turn, card
    for hooks in (deck.whens, deck.on_goals, deck.starts, deck.finishes, deck.frees):
        for hook in hooks:
            if hook.card == card:
                yield hook.program, board.me, card
