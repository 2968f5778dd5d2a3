"""What the Goals of a deck ask for, as one list of integers that compiled code can read."""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.layout import MAX_CARDS

# Where each part of a goal table begins.
ROW_OF = 0  # by card: where its row begins, or NONE for a card that is no Goal
WANTED_BY = MAX_CARDS  # by card: how many Goals ask for it
ROWS = (
    2 * MAX_CARDS
)  # a row: how many ways there are to meet the Goal; each how many things; each how many cards would do

_FEW = 3  # a thing that more cards than this would do for makes none of them wanted

_made: Recent[list[int]] = Recent()


def goal_table_for(deck: Deck) -> list[int]:
    """The goal table of a deck, made once and never changed."""
    return _made.of(deck.digest, lambda: _goal_table(deck))


def _goal_table(deck: Deck) -> list[int]:
    table = [w.NONE] * WANTED_BY + [0] * (ROWS - WANTED_BY)
    for card in deck.cards:
        if card.kind != "goal" or deck.wins[card.id] == w.NONE:
            continue
        # Each `has` of a Goal is a way to meet it; what else it asks for is left to the Goal itself.
        ways = [[_cards(deck, item) for item in items] for items in deck.asked_for(card.id)]
        table[ROW_OF + card.id] = len(table)
        table.append(len(ways))
        for things in ways:
            table.append(len(things))
            for cards in things:
                table += [len(cards), *cards]
        for wanted in {each for things in ways for cards in things if len(cards) <= _FEW for each in cards}:
            table[WANTED_BY + wanted] += 1
    return table


def _cards(deck: Deck, item: int) -> list[int]:
    """The cards of a name, or those that bear a mark."""
    if item < 0:
        return [card.id for card in deck.cards if deck.marks[-item - 1] in card.marks]
    return deck.called(deck.names[item])
