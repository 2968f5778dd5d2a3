"""Who won, and why."""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.play.game import Game
from changeling.terminal.table_text import card_of, listed, plural, text_of


def ending(game: Game, winner: str, me: str) -> list[str]:
    """The win in a few sentences: the Goal, what the winner has, and why no Creeper was in the way."""
    view = game.view(winner)
    seat = view.look(winner)
    goals = [event.card for event in game.events_for(winner) if event.what == "wins"] or list(view.goals)
    goal = card_of(view, goals[-1])
    mine = winner == me
    rows = [f"{'You have' if mine else f'{winner} has'} won with {goal.title}: {text_of(goal)}"]
    front = listed([*seat.keepers, *seat.creepers]) or "no card"
    whom = "you" if mine else winner
    rows.append(f"In front of {whom}: {front}. In the hand: {plural(seat.hand, 'card')}.")
    if any(card_of(view, title).name not in goal.needs for title in seat.creepers):
        rows += [f"{title}: {text_of(card_of(view, title))}" for title in view.rules if _excuses(game, title)]
    return rows


def _excuses(game: Game, title: str) -> bool:
    """Whether a rule is about Creepers that do not block."""
    card = game.deck.card(title)
    return card is not None and any(row.static in (w.HARMLESS, w.REQUIRES) for row in game.deck.statics[card.id])
