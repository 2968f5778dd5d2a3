"""Reasons in words: the answers to `why`, and why a game ended."""

from __future__ import annotations

from changeling.engine.seen.reasons.why import NUMBERS, number_asked
from changeling.errors import ChangelingError
from changeling.play.game import Game
from changeling.web.table.changes import Moment
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.render import Scenes
from changeling.web.wire.errors import Refuse
from changeling.web.wire.messages import Reason, Why
from changeling.web.wire.values import Ended, Seal


def explain(why: Why, loop: GameLoop, scenes: Scenes, place: int | None, moment: Moment) -> Reason:
    """The answer to `why`, for a seat or for somebody who looks on. Raises Refuse for what cannot be explained.

    Numbers and players are explained to everybody; an option only to the seat that is asked, and only about a card that
    this seat can see.
    """
    game, about = loop.log.game, " ".join(why.about.split())
    if why.seat is not None and why.seat not in game.seats:
        raise Refuse("why/unknown", f"'{why.seat}' is not a seat; the seats are {', '.join(game.seats)}")
    if about not in game.seats and (not number_asked(about) or scenes.deck.card(about) is not None):
        title = about.removeprefix("play ").removeprefix("use ")
        if scenes.deck.card(title) is None:
            known = f"{', '.join(NUMBERS)}, a player, or an answer such as: play NAME"
            raise Refuse("why/unknown", f"'{about}' cannot be explained; ask about {known}")
        if not _may_ask_about(title, loop, scenes, place, moment):
            who = scenes.public(game).asked
            return _reason(why, f"You cannot do that now{f': {who} is asked' if who else ''}.", ["TURN-3"])
        assert place is not None, "only a seat that is asked may ask about a card"
        return _told(why, game, about, game.seats[place], place)
    whose = why.seat
    if whose is None and place is not None and "limit" in number_asked(about):
        whose = game.seats[place]  # draws and plays are told of whose turn it is, limits of one's own seat
    return _told(why, game, about, whose, place)


def _told(why: Why, game: Game, about: str, whose: str | None, place: int | None) -> Reason:
    """The game's own answer, in the words for that place."""
    try:
        reason = game.why(about, whose)
    except ChangelingError as error:
        raise Refuse("why/unknown", str(error)) from error
    me = game.seats[place] if place is not None else ""
    return _reason(why, reason.told_to(me), list(reason.because))


def _reason(why: Why, text: str, because: list[str]) -> Reason:
    return Reason(why.about, why.seat, text, because)


def _may_ask_about(title: str, loop: GameLoop, scenes: Scenes, place: int | None, moment: Moment) -> bool:
    """Whether a place is asked outside of a window, and sees the card: in its own hand, or open on the table."""
    if place is None or loop.window is not None or loop.question(place, moment) is None:
        return False
    own, public = scenes.own(loop.log.game, place), scenes.public(loop.log.game)
    fronts = [card for seat in public.seats for card in (*seat.keepers, *seat.creepers)]
    piles = (own.hand, own.aside, public.rules, public.goals, public.meta, public.discard, public.playing, fronts)
    return any(title in cards for cards in piles)


def ended_of(game: Game, replay: str, seal: Seal | None) -> Ended:
    """The end of a game that is over, with the secret of its shuffle."""
    ending = game.ending
    assert ending is not None, "only a game that is over has an end"
    reason = ending.reason
    yours = reason.told_to(ending.winner) if ending.winner else ""
    because, winners, counted = list(reason.because), list(ending.winners), list(ending.counted)
    return Ended(ending.winner or None, reason.text, because, replay, seal, ending.how, yours, winners, counted)
