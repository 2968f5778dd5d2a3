"""Tables that no game can come to: what a scenario begins from is checked, so that nothing is proved of such a one."""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.engine.machine.checks.goals import too_many_goals
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_cache import sheet_for
from changeling.play.game import Game


def contradiction(game: Game) -> str:
    """What contradicts what on a table that a scenario begins from; empty where nothing does."""
    d, t, cards = sheet_for(game.deck), game.table, game.deck.cards
    first: dict[int, int] = {}
    for card in cards_in(t, w.RULES):
        other = first.setdefault(d.slot[card], card)
        if other != card:
            return (
                f"rules: '{cards[other].title}' and '{cards[card].title}' are about the same thing, "
                "and only one of them can be in play (RULE-3)"
            )
    if too_many_goals(d, t):
        titles = ", ".join(cards[card].title for card in cards_in(t, w.GOALS))
        return f"goals: {titles} are more than the rules in play allow (GOAL-1, RULE-17)"
    return ""
