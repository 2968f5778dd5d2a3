"""Games with bots in their seats on the interpreted machine: any bots, slowly, and the same rows as compiled games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from changeling.bots.bot import Bot
from changeling.bots.greedy_state import greedy_state
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.loop import answer
from changeling.engine.seen.questions.decision import decision_of
from changeling.engine.seen.standing import Standing
from changeling.engine.seen.view import view_of
from changeling.lab.games.game_rows import (
    CARD_ROW,
    GAME_ROW,
    MOST_TURNS,
    TURN_ROW,
    Rows,
    close_game,
    note_answer,
    watch,
    write_card,
)
from changeling.lab.games.seated_games import (
    GAME,
    GAMES_ROWS,
    GREEDY,
    RANDOM,
    begin_seated,
    bot_seed,
    greedy_answer,
    random_answer,
)
from changeling.lab.games.start_tables import Setting, names_of
from changeling.lab.games.tally import Counter, Tally
from changeling.play import bot_factory
from changeling.play.seats import MAX_SEATS

KINDS: Final = {"random": RANDOM, "greedy": GREEDY}  # the bots that can play compiled


class _Plan:
    """What an interpreted game needs of a plan."""

    def __init__(self, seated: Sequence[str]) -> None:
        self.records = 1
        self.bots = [KINDS.get(bot) for bot in seated]
        self.rng = [0] * MAX_SEATS


def interpreted_rows(setting: Setting, seated: Sequence[str], seeds: NDArray[np.uint64], cap: int) -> Rows:
    """Play games on the interpreted machine, with any bots."""
    cards = len(setting.deck.cards)
    games, card_rows = np.zeros(len(seeds), GAME_ROW), np.zeros(len(seeds) * cards, CARD_ROW)
    games["seed"] = seeds
    turns: list[NDArray[Any]] = []
    for number, seed in enumerate(seeds):
        mine = card_rows[number * cards : (number + 1) * cards].view(np.recarray)
        turns.append(_interpreted(setting, seated, int(seed), cap, games.view(np.recarray)[number], mine))
        turns[-1]["game"] = number
    return Rows(games, card_rows, np.concatenate(turns) if turns else np.zeros(0, TURN_ROW))


def _interpreted(
    setting: Setting, seated: Sequence[str], seed: int, cap: int, game_row: Any, card_rows: Any
) -> NDArray[Any]:
    """Play one game and write its rows; gives those of its turns."""
    state, plan = greedy_state(setting.deck), _Plan(seated)
    tables: list[Any] = [None] * GAMES_ROWS
    tally = Tally()
    tallies = {GAME: tally}
    tables[GAME] = setting.start(len(seated))
    tables[GAME].journal = Counter(setting.sheet, tally)
    ask = _choosers(setting, seated, seed)
    begin_seated(state.sheets, tables, tallies, plan, seed)
    turns, made, filled = np.zeros(MOST_TURNS, TURN_ROW).view(np.recarray), 0, 0
    while tables[GAME].outcome == GOING and made < cap:
        t = tables[GAME]
        if watch(setting.sheet, t, tally, state.goals, state.weights, turns[filled]):
            filled = min(filled + 1, MOST_TURNS - 1)
        index = 0
        if t.options > 1:
            kind = plan.bots[t.asked]
            if kind == GREEDY:
                index = greedy_answer(
                    state.sheets, tables, None, state.goals, state.weights, state.thoughts, state.scratch, plan
                )
            else:
                index = random_answer(t, plan) if kind == RANDOM else ask(t)
        note_answer(t, tally, game_row, index)
        answer(setting.sheet, t, index)
        made += 1
    close_game(tables[GAME], tally, game_row, made)
    for card in range(len(card_rows)):
        write_card(tables[GAME], tally, card, card_rows[card])
    return np.asarray(turns[:filled]).view(TURN_ROW)


def _choosers(setting: Setting, seated: Sequence[str], seed: int) -> Callable[[Table], int]:
    """What asks the bots that play interpreted only."""
    names = names_of(len(seated))
    bots: dict[int, Bot] = {
        seat: bot_factory.bot(bot, bot_seed(seed, seat), wait=True)
        for seat, bot in enumerate(seated)
        if bot not in KINDS
    }

    def ask(t: Table) -> int:
        decision = decision_of(setting.deck, t, names)
        assert decision is not None
        standing = Standing(setting.sheet, t)
        standing.seen()  # a bot may still have its view when the table has changed
        view = view_of(setting.deck, t, names, t.asked, standing=standing, decision=decision)
        return bots[t.asked].choose(view, decision).index

    return ask
