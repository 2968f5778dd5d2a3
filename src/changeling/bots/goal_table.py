"""What the Goals of a deck ask for, as plain integers: what thinking inside the compiled machine can read."""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck

WANTS = 0  # from here on, by card: where the row of a Goal begins, or NONE
WANTED = 512  # from here on, by card: how many Goals ask for it
ROWS = 1024  # a row: how many ways there are to meet the Goal; each how many things; each how many cards would do


def lore_of(deck: Deck) -> list[int]:
    """The lore of a deck: which cards each of its Goals needs, in each of the ways to meet it."""
    lore = [w.NONE] * WANTED + [0] * (ROWS - WANTED)
    for card in deck.cards:
        if card.kind != "goal" or deck.wins[card.id] == w.NONE:
            continue
        ways = _ways(deck, deck.wins[card.id])
        lore[WANTS + card.id] = len(lore)
        lore.append(len(ways))
        for things in ways:
            lore.append(len(things))
            for cards in things:
                lore += [len(cards), *cards]
        for wanted in {each for things in ways for cards in things if len(cards) <= 3 for each in cards}:
            lore[WANTED + wanted] += 1
    return lore


def _ways(deck: Deck, pc: int) -> list[list[list[int]]]:
    """Each `has` of a Goal is a way to meet it; what else it asks for is left to the Goal itself."""
    ways = []
    while deck.code[pc * w.WIDTH] != v.Terms.return_.term:
        op, at = deck.code[pc * w.WIDTH : pc * w.WIDTH + 2]
        if op == v.Queries.has.term:
            items = deck.lists[at + 1 : at + 1 + deck.lists[at]]
            ways.append([_cards(deck, item) for item in items])
        pc += 1
    return ways


def _cards(deck: Deck, item: int) -> list[int]:
    """The cards of a name, or those that bear a mark."""
    if item < 0:
        return [card.id for card in deck.cards if deck.marks[-item - 1] in card.marks]
    return [card.id for card in deck.cards if deck.names[item] in (card.name, card.counts_as)]
