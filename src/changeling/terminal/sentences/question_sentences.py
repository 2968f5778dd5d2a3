"""What is asked, put to one person: the sentence of a question, and what helps to choose each answer."""

from __future__ import annotations

from changeling.cards.deck import Card
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.terminal.table_text import KINDS, card_of, listed, names, owner_of, plural, possessive, text_of


def question_line(view: View, decision: Decision) -> str:
    """The question, and the text of the card that asks it."""
    card = asking_card(view, decision)
    return decision.ask if card is None else f"{card.name}: {text_of(card)} {decision.ask}"


def asking_card(view: View, decision: Decision) -> Card | None:
    """The card that a question comes from; nothing for the Basic Rules."""
    card = view.deck.card(decision.because)
    return None if card is None or card.kind == "basic" else card


def note_of(view: View, option: Option) -> str:
    """What helps to choose an option: the card's text and where it lies, a player's cards, what a word means here."""
    if option.sort in ("play", "use", "card"):
        card = card_of(view, option.value)
        place = "" if option.sort == "play" and option.value in view.hand else _place(view, option.value)
        kind = KINDS[card.kind] + (f", {place}" if place else "")
        return f"{kind}: {text_of(card)}{_bearing(view, card)}"
    if option.sort == "seat":
        seat = view.look(option.value)
        rows = [f"{plural(seat.hand, 'card')} in hand"]
        rows += [f"has {listed(names(view, [*seat.keepers, *seat.creepers]))}"] if seat.keepers or seat.creepers else []
        return ", ".join(rows)
    return option.meaning


def _bearing(view: View, card: Card) -> str:
    """What a card has to do with the Goals at hand: who has what of a Goal, which Goals want a Keeper."""
    if card.kind == "goal":
        owners = {name: owner_of(view, name) for name in (*card.needs, *card.forbids)}
        having = [f"{'you have' if who == view.seat else f'{who} has'} {name}" for name, who in owners.items() if who]
        return f" Now {listed(having)}." if having else ""
    if card.kind not in ("keeper", "creeper"):
        return ""
    for titles, place in ((view.goals, "in play"), (view.hand, "in your hand")):
        wanting = [title for title in titles if card.name in card_of(view, title).needs]
        if wanting:
            return f" Wanted for {listed(names(view, wanting))} {place}."
    return ""


def _place(view: View, title: str) -> str:
    """Where a card lies, as far as the view tells."""
    for seat in view.seats:
        if title in seat.keepers or title in seat.creepers:
            return "yours" if seat.name == view.seat else possessive(seat.name)
    places = {"in your hand": view.hand, "set aside": view.aside, "discard pile": view.discard}
    return next((place for place, titles in places.items() if title in titles), "")
