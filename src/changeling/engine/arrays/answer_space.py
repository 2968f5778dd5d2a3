"""The answer space of a deck: one number for everything that anybody can ever be asked to answer with.

A deck of N cards has 3 N + 12 answers: a card chosen, played or used, a player by how far to the left of whoever is
asked, a word. The space depends on the deck alone, not on the number of players, and players are named as the one who
is asked sees them, so that what is learned in one seat holds in another. No question offers numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from changeling.cards.codes import A_CARD, A_SEAT, A_WORD, ANSWER_WORDS, MAX_SEATS, SORT, SORTS
from changeling.cards.deck import Deck
from changeling.errors import AnswerError

WORDS = len(ANSWER_WORDS)
BESIDES = MAX_SEATS + WORDS  # the answers that are no cards
CARD_SORTS = A_SEAT  # card, play, use: one answer of each for every card


def action_of(code: int, cards: int, seat: int, seats: int) -> int:
    """The number in the answer space of a deck of `cards` cards for an option's code, when `seat` is asked."""
    sort, value = code // SORT, code % SORT
    if sort < A_SEAT:
        return sort * cards + value
    if sort == A_SEAT:
        away = value - seat
        return A_SEAT * cards + (away + seats if away < 0 else away)
    return A_SEAT * cards + MAX_SEATS + value


def code_of(action: int, cards: int, seat: int, seats: int) -> int:
    """The option's code for a number of the answer space, when `seat` is asked."""
    if action < A_SEAT * cards:
        return action // cards * SORT + action % cards
    away = action - A_SEAT * cards
    if away < MAX_SEATS:
        return A_SEAT * SORT + (seat + away) % seats
    return A_WORD * SORT + away - MAX_SEATS


@dataclass(frozen=True, slots=True)
class Space:
    """The answers of a deck, by number and by text."""

    deck: Deck

    @property
    def size(self) -> int:
        """How many answers there are."""
        return CARD_SORTS * len(self.deck.cards) + BESIDES

    def action(self, code: int, seat: int = 0, seats: int = MAX_SEATS) -> int:
        """The number of an option's code (`Option.code`) when `seat` of `seats` is asked.

        >>> from changeling import load_deck
        >>> space = Space(load_deck("family"))
        >>> space.text(space.action(space.code(space.find("play Cake"))))
        'play Cake'
        """
        return action_of(code, len(self.deck.cards), seat, seats)

    def code(self, action: int, seat: int = 0, seats: int = MAX_SEATS) -> int:
        """The option's code of a number when `seat` of `seats` is asked."""
        self._check(action)
        return code_of(action, len(self.deck.cards), seat, seats)

    def text(self, action: int) -> str:
        """An answer as text: `Milk`, `play Milk`, `use Milk`, `seat +1`, `done`."""
        self._check(action)
        cards = len(self.deck.cards)
        if action < CARD_SORTS * cards:
            sort, title = action // cards, self.deck.cards[action % cards].title
            return title if sort == A_CARD else f"{SORTS[sort]} {title}"
        away = action - CARD_SORTS * cards
        return f"seat +{away}" if away < MAX_SEATS else ANSWER_WORDS[away - MAX_SEATS]

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

    def _check(self, action: int) -> None:
        if not 0 <= action < self.size:
            raise AnswerError(f"{action} is no answer of {self.deck.name}; they are numbered 0 to {self.size - 1}")
