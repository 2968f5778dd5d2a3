"""Finding puzzles: games of greedy bots are played, and every turn of them is searched for a win that can be forced.

The same deck, seats and seed give the same puzzles. What is found is written after every few games, with how far the
finder has come, so that it can be stopped and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from changeling.engine.machine.playout import seed_state
from changeling.errors import ChangelingError
from changeling.learn.greedy_turns import GAME_OVER, GAME_ROW, HUNT
from changeling.learn.lesson import YOU
from changeling.learn.moment import MOST_NODES, holds_elsewhere, position_at, proof_at, puzzle_of, too_easy
from changeling.learn.puzzle import SHORTEST, Puzzle, read_puzzles, texts_of, write_puzzles
from changeling.learn.search_room import SearchRoom, interpreted_room
from changeling.learn.titles import cards_on, named_apart
from changeling.play.game import Game
from changeling.play.seated_bot import BOT_NAMES

_EVERY: Final = 5  # games after which the file is written


@dataclass(frozen=True, slots=True)
class Found:
    """How far a finder has come, and what it has looked at: the first line of its file."""

    deck: str
    seats: int
    seed: int
    games: int = 0
    turns: int = 0  # that were searched
    nodes: int = 0  # positions in those searches
    too_large: int = 0  # turns that could not be searched to the end
    wins: int = 0  # turns with a way to win
    trivial: int = 0  # of those: one answer decides all
    alike: int = 0  # of those: another puzzle needs the same cards
    untold: int = 0  # of those: it hangs on something that the position as text does not tell
    digest: str = ""  # of the deck: its cards when the file was begun


Tell = Callable[[Found, int], None]


def find(start: Found, games: int, out: Path, *, tell: Tell, room: SearchRoom | None = None) -> None:
    """Search games until `games` of them were played, beginning where the file `out` ends. `tell` hears how far it has
    come, and how many puzzles there are. A compiled `room` finds the same in a hundredth of the time.

    Whoever breaks it off loses the game that is being searched, and no other.
    """
    deck = _new_game(start, 0).deck
    start = replace(start, digest=deck.digest)
    found, puzzles = start, list[Puzzle]()
    if not out.parent.is_dir():  # said at once, not after the first games
        raise ChangelingError(f"{out} cannot be written: there is no folder {out.parent}")
    if out.exists():
        head, puzzles = read_puzzles(out)
        found = _gone_on(head, start, out)
    room = room or interpreted_room(deck)
    seen = {cards_on(deck, puzzle.line) for puzzle in puzzles}
    written = found.games
    try:
        while found.games < games:
            found, puzzles = _with_next_game(found, puzzles, seen, room)
            if found.games % _EVERY == 0 or found.games == games:
                puzzles = named_apart(deck, puzzles)
                write_puzzles(out, asdict(found), puzzles)
                written = found.games
                tell(found, len(puzzles))
    except KeyboardInterrupt:
        if found.games > written:
            puzzles = named_apart(deck, puzzles)
            write_puzzles(out, asdict(found), puzzles)
            tell(found, len(puzzles))
        raise


def _with_next_game(
    found: Found, puzzles: Sequence[Puzzle], seen: set[frozenset[str]], room: SearchRoom
) -> tuple[Found, list[Puzzle]]:
    """How far a finder has come with one game more, and its puzzles then."""
    made = list(puzzles)
    for fresh in _puzzles(found, seen, room):
        if isinstance(fresh, Found):
            found = fresh
        else:
            made.append(fresh)
    return replace(found, games=found.games + 1), made


def _gone_on(head: Mapping[str, Any], start: Found, out: Path) -> Found:
    kinds = {part.name: str if part.type == "str" else int for part in fields(Found)}
    odd = [name for name, value in head.items() if type(value) is not kinds.get(name)]
    odd += [name for name in ("deck", "seats", "seed") if name not in head]
    if odd:
        raise ChangelingError(f"{out}: its first line is not that of a finder: '{odd[0]}' is not as it should be")
    found = Found(**head)
    if (found.deck, found.seats, found.seed) != (start.deck, start.seats, start.seed):
        was = f"--deck {found.deck} --seats {found.seats} --seed {found.seed}"
        raise ChangelingError(f"{out} was begun with {was}; go on with that, or name another file")
    if found.digest not in ("", start.digest):
        raise ChangelingError(f"{out} was begun when {found.deck} had other cards or other rules; name another file")
    return replace(found, digest=start.digest)


def _puzzles(found: Found, seen: set[frozenset[str]], room: SearchRoom) -> Iterator[Puzzle | Found]:
    """The puzzles of the next game, and after each win what has been looked at by then."""
    before, hunt = found, room.hunt
    hunt.turns = hunt.nodes = hunt.too_large = 0
    for game, value in _wins(found, room):
        found = replace(found, wins=found.wins + 1)
        proof = None if value < SHORTEST else proof_at(game)
        if value < SHORTEST or (game is not None and proof is not None and too_easy(game, proof)):
            found = replace(found, trivial=found.trivial + 1)
        elif game is None or proof is None:
            found = replace(found, untold=found.untold + 1)
        elif (cards := cards_on(game.deck, texts_of(game.deck, game.seats, proof.line))) in seen:
            found = replace(found, alike=found.alike + 1)
        elif not holds_elsewhere(game, proof):
            found = replace(found, untold=found.untold + 1)
        else:
            seen.add(cards)
            try:
                yield puzzle_of(game, proof)
            except ChangelingError:  # its way cannot be gone from the position as text
                found = replace(found, untold=found.untold + 1)
    yield replace(
        found,
        turns=before.turns + int(hunt.turns),
        nodes=before.nodes + int(hunt.nodes),
        too_large=before.too_large + int(hunt.too_large),
    )


# --- games ------------------------------------------------------------------------------------------------------------
def _new_game(found: Found, number: int) -> Game:
    names = [*BOT_NAMES[: found.seats - 1], YOU]
    return Game(found.deck, seats=names, seed=found.seed + number)


def _wins(found: Found, room: SearchRoom) -> Iterator[tuple[Game | None, int]]:
    """The turns of a game that can be won, each as the game that its text describes, and the length of the way."""
    game = _new_game(found, found.games)
    room.store(game.table, GAME_ROW)
    room.seek.most, room.seek.kindly = MOST_NODES, 0
    room.hunt.task, room.hunt.rng = HUNT, seed_state(found.seed + found.games)
    room.hunt.made = room.hunt.last = 0
    while (value := room.hunt_wins()) != GAME_OVER:
        yield (position_at(game, room.fetch(GAME_ROW)) if value >= SHORTEST else None), value
