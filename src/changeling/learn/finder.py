"""Finding puzzles: games of greedy bots are played, and every turn of them is searched for a win that can be forced.

The same deck, seats and seed give the same puzzles. What is found is written after every few games, with how far the
finder has come, so that it can be stopped and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from changeling.bots.greedy_choice import choose_answer, imagine_from
from changeling.bots.greedy_state import greedy_state
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, WON, Table
from changeling.engine.machine.loop import answer
from changeling.engine.machine.playout import seed_state
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError, EngineFault
from changeling.learn.grading import cards_on, difficulty, grade_of, title_of
from changeling.learn.greedy_turns import GAME_OVER, GAME_ROW, HUNT, HUNT_ROWS
from changeling.learn.lesson import YOU
from changeling.learn.puzzle import Puzzle, name_of, proof_of, read_puzzles, texts_of, write_puzzles
from changeling.learn.search_room import SearchRoom, interpreted_room
from changeling.learn.win_search import Proof, TooLarge
from changeling.play.game import Game
from changeling.play.seated_bot import BOT_NAMES
from changeling.record import notation

MOST_NODES: Final = 1_500  # of one search: a person at the page waits while it is proved again
_SHORTEST: Final = 2  # answers: one that wins at once is no puzzle
_WORLDS: Final = 2  # other worlds that a proof is tried in
_EVERY: Final = 5  # games after which the file is written
_TOLD: Final = (
    "turn",
    "drawn",
    "played",
    "hand",
    "keepers",
    "creepers",
    "attached",
    "sealed",
    "rules",
    "goals",
    "meta",
)
_TOLD_LATER: Final = ("discard", "reshuffles", "counters", "tokens")


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
    trivial: int = 0  # of those: one answer wins
    alike: int = 0  # of those: another puzzle needs the same cards
    untold: int = 0  # of those: it hangs on something that the position as text does not tell


Tell = Callable[[Found, int], None]


def find(start: Found, games: int, out: Path, *, tell: Tell, room: SearchRoom | None = None) -> None:
    """Search games until `games` of them were played, beginning where the file `out` ends. `tell` hears how far it has
    come, and how many puzzles there are. A compiled `room` finds the same in a hundredth of the time."""
    found, puzzles = start, list[Puzzle]()
    if out.exists():
        head, puzzles = read_puzzles(out)
        found = _gone_on(head, start, out)
    deck = _new_game(found, 0).deck
    room = room or interpreted_room(deck)
    seen = {cards_on(deck, puzzle.line) for puzzle in puzzles}
    while found.games < games:
        for fresh in _puzzles(found, seen, room):
            found = fresh if isinstance(fresh, Found) else found
            if isinstance(fresh, Puzzle):
                puzzles.append(fresh)
        found = replace(found, games=found.games + 1)
        if found.games % _EVERY == 0 or found.games == games:
            write_puzzles(out, asdict(found), puzzles)
            tell(found, len(puzzles))


def _gone_on(head: Mapping[str, Any], start: Found, out: Path) -> Found:
    try:
        found = Found(**head)
    except TypeError as error:
        raise ChangelingError(f"{out}: its first line is not that of a finder: {error}") from error
    if (found.deck, found.seats, found.seed) != (start.deck, start.seats, start.seed):
        was = f"--deck {found.deck} --seats {found.seats} --seed {found.seed}"
        raise ChangelingError(f"{out} was begun with {was}; go on with that, or name another file")
    return found


def _puzzles(found: Found, seen: set[frozenset[str]], room: SearchRoom) -> Iterator[Puzzle | Found]:
    """The puzzles of the next game, and after each win what has been looked at by then."""
    before, hunt = found, room.hunt
    hunt.turns = hunt.nodes = hunt.too_large = 0
    for game, value in _wins(found, room):
        found = replace(found, wins=found.wins + 1)
        proof = None if value < _SHORTEST else _proof(game)
        if value < _SHORTEST or (proof is not None and sum(count > 1 for count in proof.options) < _SHORTEST):
            found = replace(found, trivial=found.trivial + 1)
        elif game is None or proof is None:
            found = replace(found, untold=found.untold + 1)
        elif (cards := cards_on(game.deck, texts_of(game.deck, game.seats, proof.line))) in seen:
            found = replace(found, alike=found.alike + 1)
        elif not _holds_elsewhere(game, proof):
            found = replace(found, untold=found.untold + 1)
        else:
            seen.add(cards)
            yield _puzzle(game, proof)
    yield replace(
        found,
        turns=before.turns + int(hunt.turns),
        nodes=before.nodes + int(hunt.nodes),
        too_large=before.too_large + int(hunt.too_large),
    )


def _proof(game: Game | None) -> Proof | None:
    """The proof of a position; nothing where it does not hold for what the text of the position tells."""
    try:
        return None if game is None else proof_of(game, most=MOST_NODES)
    except (TooLarge, EngineFault):
        return None


def _holds_elsewhere(game: Game, proof: Proof) -> bool:
    """Whether the proof is the same in other worlds that You could not tell from this one."""
    for seed in range(_WORLDS):
        try:
            other = proof_of(game.imagine(YOU, seed=seed))
        except (TooLarge, EngineFault):
            return False
        if other is None or (other.length, other.ways) != (proof.length, proof.ways):
            return False
    return True


def _puzzle(game: Game, proof: Proof) -> Puzzle:
    """The puzzle of a position with a way to win."""
    deck = tuple(game.record().deck)
    line = texts_of(game.deck, game.seats, proof.line)
    greedy = greedy_wins(game)
    hard = difficulty(length=proof.length, ways=proof.ways, options=proof.options, greedy=greedy)
    table = told_of(game.deck, game.table, game.seats)
    return Puzzle(
        id=name_of(deck, table),
        title=title_of(game.deck, line),
        grade=grade_of(hard),
        deck=deck,
        seats=game.seats,
        table=table,
        line=line,
        length=proof.length,
        ways=proof.ways,
        nodes=proof.nodes,
        greedy=greedy,
    )


# --- positions --------------------------------------------------------------------------------------------------------
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
        yield (_position(game, room.fetch(GAME_ROW)) if value >= _SHORTEST else None), value


def _position(played: Game, t: Table) -> Game | None:
    """The game that the text of a table describes, with You in the seat that has the turn; nothing where it asks
    something else."""
    others = iter(BOT_NAMES)
    names = [YOU if seat == t.turn else next(others) for seat in range(t.seats)]
    table = told_of(played.deck, t, names)
    parts = list(played.record().deck)
    game = Game.from_values({"deck": parts, "seats": names, "table": table}, compiled=played.deck)
    same = game.table.asked == t.turn and game.table.option[: game.table.options] == t.option[: t.options]
    return game if same else None


def told_of(deck: Deck, t: Table, names: Sequence[str]) -> dict[str, Any]:
    """A table as plain values, without what is only the machine's and without the draw pile."""
    values = notation.write(deck, t, names)
    return {key: values[key] for key in (*_TOLD, *_TOLD_LATER) if values.get(key)}


def greedy_wins(game: Game) -> bool:
    """Whether the greedy bot wins from here before the turn ends, where the others let everything pass."""
    d, t, state = sheet_for(game.deck), game.table.copy(), greedy_state(game.deck)
    turns, mine = t.turns, t.turn
    tables = [*state.tables, *[None] * (HUNT_ROWS - len(state.tables))]
    tables[GAME_ROW], state.thoughts[0].rng = t, seed_state(1)
    while t.outcome == GOING and t.turns == turns:
        index = 0
        if t.asked != mine:
            index = t.options - 1
        elif t.options > 1:
            imagine_from(state.sheets, tables, None, state.scratch, GAME_ROW)
            index = choose_answer(state.sheets, tables, None, state.goals, state.weights, state.thoughts)
        answer(d, t, index)
    return t.outcome == WON and t.winner == mine
