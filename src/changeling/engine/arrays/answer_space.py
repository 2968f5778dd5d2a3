"""The answer space of a deck: one number for everything that anybody can ever be asked to answer with.

A deck of N cards has 3 N + 12 answers: a card chosen, played or used, a player by how far to the left of whoever is
asked, a word. The space depends on the deck alone, not on the number of players, and players are named as the one who
is asked sees them, so that what is learned in one seat holds in another. A
deck whose questions offer numbers or words of its own has the numbers 0 to 50 and those words besides.
"""

from __future__ import annotations

from dataclasses import dataclass

from changeling.cards import vocabulary as v
from changeling.cards.codes import (
    A_CARD,
    A_NUMBER,
    A_SEAT,
    A_WORD,
    ANSWER_WORDS,
    MAX_SEATS,
    MOST_CHOSEN,
    OWN_WORD,
    SORT,
    SORTS,
    WIDTH,
)
from changeling.cards.deck import Deck
from changeling.errors import AnswerError
from changeling.whole import as_whole, whole

WORDS = len(ANSWER_WORDS)
BESIDES = MAX_SEATS + WORDS  # the answers that are no cards, but for what only some decks have
CARD_SORTS = A_SEAT  # card, play, use: one answer of each for every card


def action_of(code: int, cards: int, seat: int, seats: int) -> int:
    """The number in the answer space of a deck of `cards` cards for an option's code, when `seat` is asked."""
    sort, value = code // SORT, code % SORT
    if sort < A_SEAT:
        return sort * cards + value
    if sort == A_SEAT:
        away = value - seat
        return A_SEAT * cards + (away + seats if away < 0 else away)
    return A_SEAT * cards + MAX_SEATS + (value if sort == A_WORD else WORDS + value)


def code_of(action: int, cards: int, seat: int, seats: int) -> int:
    """The option's code for a number of the answer space, when `seat` is asked. What is further away than the last
    player is nobody: its code is that of a seat where none sits."""
    if action < A_SEAT * cards:
        return action // cards * SORT + action % cards
    away = action - A_SEAT * cards
    if away < MAX_SEATS:
        return A_SEAT * SORT + ((seat + away) % seats if away < seats else away)
    word = away - MAX_SEATS
    if WORDS <= word < OWN_WORD:
        return A_NUMBER * SORT + word - WORDS
    return A_WORD * SORT + word


def _offers_numbers(deck: Deck) -> bool:
    """Whether some question of a deck is answered with a number. Terms and statements have numbers of their own, which
    may be the same: at worst a deck has answers that nobody needs."""
    return v.Terms.add_numbers.term in deck.code[::WIDTH]


@dataclass(frozen=True, slots=True)
class Space:
    """The answers of a deck, by number and by text."""

    deck: Deck

    @property
    def size(self) -> int:
        """How many answers there are."""
        more = OWN_WORD - WORDS + len(self.deck.words) if self.deck.words or _offers_numbers(self.deck) else 0
        return CARD_SORTS * len(self.deck.cards) + BESIDES + more

    def action(self, code: int, seat: int = 0, seats: int = MAX_SEATS) -> int:
        """The number of an option's code (`Option.code`) when `seat` of `seats` is asked.

        >>> from changeling import load_deck
        >>> space = Space(load_deck("family"))
        >>> space.text(space.action(space.code(space.find("play Cake"))))
        'play Cake'
        """
        code, seat, seats = whole("code", code), whole("seat", seat), whole("seats", seats)
        return action_of(code, len(self.deck.cards), seat, seats)

    def code(self, action: int, seat: int = 0, seats: int = MAX_SEATS) -> int:
        """The option's code of a number when `seat` of `seats` is asked."""
        action, seat, seats = self._checked(action), whole("seat", seat), whole("seats", seats)
        return code_of(action, len(self.deck.cards), seat, seats)

    def text(self, action: int) -> str:
        """An answer as text: `Milk`, `play Milk`, `use Milk`, `seat +1`, `done`."""
        action, cards = self._checked(action), len(self.deck.cards)
        if action < CARD_SORTS * cards:
            sort, title = action // cards, self.deck.cards[action % cards].title
            return title if sort == A_CARD else f"{SORTS[sort]} {title}"
        away = action - CARD_SORTS * cards
        word = away - MAX_SEATS
        if WORDS <= word < OWN_WORD:
            return str(word - WORDS)
        return f"seat +{away}" if away < MAX_SEATS else self.deck.word(word)

    def find(self, text: str) -> int:
        """The number of an answer's text. Raises AnswerError when the deck has no such answer.

        >>> from changeling import load_deck
        >>> space = Space(load_deck("family"))
        >>> [space.find(space.text(action)) for action in (0, 60, 130, 170, 175)]
        [0, 60, 130, 170, 175]
        """
        cards = len(self.deck.cards)
        if text in ANSWER_WORDS:
            return CARD_SORTS * cards + MAX_SEATS + ANSWER_WORDS.index(text)
        if text in self.deck.words:
            return CARD_SORTS * cards + MAX_SEATS + OWN_WORD + self.deck.words.index(text)
        if text.isdecimal() and len(text) < 3 and int(text) <= MOST_CHOSEN and self.size > CARD_SORTS * cards + BESIDES:
            return CARD_SORTS * cards + BESIDES + int(text)
        for away in range(MAX_SEATS):
            if text == f"seat +{away}":
                return CARD_SORTS * cards + away
        for sort, verb in enumerate(SORTS[:CARD_SORTS]):
            card = self.deck.card(text if sort == A_CARD else text.removeprefix(f"{verb} "))
            if card is not None and (sort == A_CARD or text != card.title):
                return sort * cards + card.id
        raise AnswerError(
            f"'{text}' is no answer of {self.deck.name}; answers are a card, play or use and a card, seat +0 to "
            f"seat +{MAX_SEATS - 1}, {', '.join(ANSWER_WORDS)}"
        )

    def _checked(self, action: int) -> int:
        number = as_whole(action)
        if number is None or not 0 <= number < self.size:
            raise AnswerError(f"{action} is no answer of {self.deck.name}; they are numbered 0 to {self.size - 1}")
        return number
