"""Which puzzles of many are worth keeping: each proved and graded anew, and no sort of them too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from changeling.decks.shelf import load_deck
from changeling.errors import ChangelingError
from changeling.learn.moment import puzzle_of
from changeling.learn.puzzle import Puzzle, proof_of
from changeling.learn.titles import pattern_of

Sort = tuple[tuple[str, ...], int, str]  # deck, grade, and what kinds of cards are on the way


def regraded(puzzle: Puzzle) -> Puzzle:
    """A puzzle as it would be found today: its way, what is proved of it, grade and title. Raises ChangelingError where
    it does not hold."""
    game = puzzle.game()
    proof = proof_of(game)
    if proof is None:
        raise ChangelingError(f"{puzzle.id}: there is no way to win that could be known of")
    return replace(puzzle_of(game, proof), id=puzzle.id, table=puzzle.table, kind=puzzle.kind)


def sort_of(puzzle: Puzzle) -> Sort:
    """What puzzles have in common that feel alike."""
    return puzzle.deck, puzzle.grade, pattern_of(load_deck(list(puzzle.deck)), puzzle.line)


def chosen(puzzles: Sequence[Puzzle], count: int, *, of_a_deck: int = 1) -> list[Puzzle]:
    """So many of some puzzles, in their order: one after the other of the sort of which there are most is left out,
    first what greedy finds and what has more ways. A deck keeps `of_a_deck` of them at least."""
    sorts = {puzzle.id: sort_of(puzzle) for puzzle in puzzles}
    kept = list(puzzles)
    while len(kept) > count:
        decks, sizes = Counter(one.deck for one in kept), Counter(sorts[one.id] for one in kept)
        spare = [one for one in kept if decks[one.deck] > of_a_deck]
        if not spare:
            break
        kept.remove(min(spare, key=lambda one: (-sizes[sorts[one.id]], not one.greedy, one.grade, -one.ways, one.id)))
    return kept
