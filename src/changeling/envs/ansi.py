"""A table as text: what an environment renders."""

from __future__ import annotations

from changeling.engine.seen.view import View
from changeling.play.game import Game


def picture(game: Game) -> str:
    """The table as the seat that is asked sees it, and its question; at the end as the first seat sees it."""
    view = game.view(game.seats[0] if game.over else game.decision.seat)
    lines = [*_common(view), *(_seat(view, name) for name in game.seats)]
    if not game.over:
        lines += [f"{view.seat} holds: {_listed(view.hand)}", str(game.decision)]
    elif game.winners:
        lines.append(f"{_listed(game.winners)} {'has' if len(game.winners) == 1 else 'have'} won.")
    else:
        lines.append("Nobody has won.")
    return "\n".join(lines)


def _common(view: View) -> list[str]:
    return [
        f"Turn {view.turns}: {view.turn}, drew {view.drawn}, played {view.played}",
        f"Rules: {_listed(view.rules)}",
        f"Goals: {_listed(view.goals)}",
        f"Draw pile: {view.pile}, discard pile: {len(view.discard)}",
    ]


def _seat(view: View, name: str) -> str:
    seat = view.look(name)
    return f"{name}: {seat.hand} in hand; {_listed((*seat.keepers, *seat.creepers))}"


def _listed(titles: tuple[str, ...]) -> str:
    return ", ".join(titles) or "none"


def shown(game: Game, mode: str | None) -> str | None:
    """Render a game as an environment's mode asks: printed (`human`), given back (`ansi`), or not at all."""
    if mode is None:
        return None
    text = picture(game)
    if mode == "ansi":
        return text
    print(text, end="\n\n")
    return None
