"""Finding puzzles: games of greedy bots are played, and every turn of them is searched for a win that can be forced.

The same deck, seats and seed give the same puzzles. What is found is written after every few games, with how far the
finder has come, so that it can be stopped and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from changeling.bots.greedy_choice import choose_answer
from changeling.bots.greedy_state import GreedyState, greedy_state
from changeling.bots.lookahead import WORLD
from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import GOING, PLAYING, WON, Table
from changeling.engine.machine.loop import answer
from changeling.engine.machine.playout import seed_state
from changeling.engine.seen.worlds import as_seen, imagine
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError, EngineFault
from changeling.learn.grading import cards_on, difficulty, grade_of, title_of
from changeling.learn.lesson import YOU
from changeling.learn.puzzle import Puzzle, name_of, proof_of, read_puzzles, search_for, texts_of, write_puzzles
from changeling.learn.win_search import Proof, TooLarge, start_of
from changeling.play.game import Game
from changeling.play.seated_bot import BOT_NAMES
from changeling.record import notation

MOST_NODES: Final = 1_500  # of one search: a person at the page waits while it is proved again
_MOST_ANSWERS: Final = 3_000  # of one game
_WORLDS: Final = 2  # other worlds that a proof is tried in
_EVERY: Final = 5  # games after which the file is written
# What a position as text does not tell, so that a turn with any of it is left out.
_UNTOLD: Final = ("extras", "turned_round", "next_up", "lastings", "asides", "averted", "out", "streak_size")
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


Tell = Callable[[Found, int], None]


def find(start: Found, games: int, out: Path, *, tell: Tell) -> None:
    """Search games until `games` of them were played, beginning where the file `out` ends. `tell` hears how far it has
    come, and how many puzzles there are."""
    found, puzzles = start, list[Puzzle]()
    if out.exists():
        head, puzzles = read_puzzles(out)
        found = _gone_on(head, start, out)
    game = _new_game(found, 0)
    seen = {cards_on(game.deck, puzzle.line) for puzzle in puzzles}
    while found.games < games:
        for fresh in _puzzles(found, seen):
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


def _puzzles(found: Found, seen: set[frozenset[str]]) -> Iterator[Puzzle | Found]:
    """The puzzles of the next game, and after each turn what has been looked at by then."""
    for game in _turns(found):
        search, proof = search_for(game, most=MOST_NODES), None
        try:
            proof = search.prove(start_of(game.table))
        except TooLarge:
            found = replace(found, too_large=found.too_large + 1)
        except EngineFault:
            continue
        found = replace(found, turns=found.turns + 1, nodes=found.nodes + search.nodes)
        if proof is not None:
            found = replace(found, wins=found.wins + 1)
            puzzle = _worthy(game, proof)
            cards = cards_on(game.deck, puzzle.line) if puzzle is not None else frozenset()
            if puzzle is None:
                found = replace(found, trivial=found.trivial + 1)
            elif cards in seen:
                found = replace(found, alike=found.alike + 1)
            else:
                seen.add(cards)
                yield puzzle
        yield found


def _worthy(game: Game, proof: Proof) -> Puzzle | None:
    """The puzzle of a position with a way to win; nothing where one answer wins, at least if nobody else answers, or
    where the proof does not hold in other worlds that You could not tell from this one."""
    if sum(count > 1 for count in proof.options) < 2:
        return None
    for seed in range(_WORLDS):
        try:
            other = proof_of(game.imagine(YOU, seed=seed))
        except TooLarge:
            return None
        if other is None or (other.length, other.ways) != (proof.length, proof.ways):
            return None
    record = game.record()
    line = texts_of(game.deck, game.seats, proof.line)
    greedy = greedy_wins(game)
    hard = difficulty(length=proof.length, ways=proof.ways, options=proof.options, greedy=greedy)
    table = _told(game.deck, game.table, game.seats)
    return Puzzle(
        id=name_of(record.deck, table),
        title=title_of(game.deck, line),
        grade=grade_of(hard),
        deck=record.deck,
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


def _turns(found: Found) -> Iterator[Game]:
    """The positions of a game at which somebody's plays begin, each as the game that its text describes."""
    game = _new_game(found, found.games)
    deck, d, t = game.deck, sheet_for(game.deck), game.table.copy()
    state, rng = greedy_state(deck), seed_state(found.seed + found.games)
    searched = 0
    for _ in range(_MOST_ANSWERS):
        if t.outcome != GOING:
            return
        if t.asked == t.turn and t.turns != searched and _begins_plays(t):
            searched = t.turns
            position = _position(game, t)
            if position is not None:
                yield position
        index, rng = greedy_answer(state, t, rng) if t.options > 1 else (0, rng)
        answer(d, t, index)


def greedy_answer(state: GreedyState, t: Table, rng: int) -> tuple[int, int]:
    """What greedy answers on a table, and its generator afterwards."""
    d = state.sheets[0]
    state.tables[WORLD] = imagine(d, as_seen(d, t), seed=0)
    state.thoughts[0].rng = rng
    index = choose_answer(state.sheets, state.tables, None, state.goals, state.weights, state.thoughts)
    return index, state.thoughts[0].rng


def _begins_plays(t: Table) -> bool:
    """Whether the first play of a turn is asked for, and all that matters can be told as text."""
    if w.about(t.prompt) != "act" or t.phase != PLAYING or t.played or not t.drawn or t.blind != w.NONE:
        return False
    if any(getattr(t, name) for name in _UNTOLD) or any(t.misses) or any(t.used):
        return False
    return not any(t.size[w.DOWN : w.DOWN + t.seats])


def _position(played: Game, t: Table) -> Game | None:
    """The game that the text of a table describes, with You in the seat that has the turn; nothing where it asks
    something else."""
    others = iter(BOT_NAMES)
    names = [YOU if seat == t.turn else next(others) for seat in range(t.seats)]
    table = _told(played.deck, t, names)
    parts = list(played.record().deck)
    game = Game.from_values({"deck": parts, "seats": names, "table": table}, compiled=played.deck)
    same = game.table.asked == t.turn and game.table.option[: game.table.options] == t.option[: t.options]
    return game if same else None


def _told(deck: Deck, t: Table, names: Sequence[str]) -> dict[str, Any]:
    """A table as plain values, without what is only the machine's and without the draw pile."""
    values = notation.write(deck, t, names)
    return {key: values[key] for key in (*_TOLD, *_TOLD_LATER) if values.get(key)}


def greedy_wins(game: Game) -> bool:
    """Whether the greedy bot wins from here before the turn ends, where the others let everything pass."""
    d, t = sheet_for(game.deck), game.table.copy()
    state, rng, turns, mine = greedy_state(game.deck), seed_state(1), t.turns, t.turn
    while t.outcome == GOING and t.turns == turns:
        if t.asked != mine:
            index = t.options - 1
        else:
            index, rng = greedy_answer(state, t, rng) if t.options > 1 else (0, rng)
        answer(d, t, index)
    return t.outcome == WON and t.winner == mine
