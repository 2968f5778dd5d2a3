"""A moment of a game as a puzzle: its position as text, whether that can be won for sure, and what the puzzle is.

The finder looks at moments by the thousand; whoever has a beautiful turn, or an odd one, makes a puzzle of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from changeling.bots.greedy_choice import choose_answer, imagine_from
from changeling.bots.greedy_state import greedy_state
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.loop import answer
from changeling.engine.machine.playout import seed_state
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError, EngineFault
from changeling.learn.effort import are_tempting, effort_of
from changeling.learn.grading import Way, difficulty, grade_of
from changeling.learn.greedy_turns import GAME_ROW, HUNT_ROWS, can_be_told
from changeling.learn.lesson import YOU
from changeling.learn.puzzle import SHORTEST, Puzzle, choices_on, name_of, proof_of, refuted_answers, texts_of
from changeling.learn.titles import title_of
from changeling.learn.win_search import Proof, TooLarge
from changeling.play.game import Game
from changeling.play.seated_bot import BOT_NAMES
from changeling.record import notation

MOST_NODES: Final = 1_500  # of one search: a person at the page waits while it is proved again
_WORLDS: Final = 2  # other worlds that a proof is tried in
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


class NoPuzzle(ChangelingError):
    """A moment makes no puzzle; the message says why."""


def puzzle_from(game: Game) -> Puzzle:
    """The puzzle of the moment that a game is at: whoever has the turn is to win in it. Raises NoPuzzle."""
    t = game.table
    if game.over:
        raise NoPuzzle("the game is over: go back to a moment before that")
    who, asked = game.seats[t.turn], game.decision
    if asked.seat != who or asked.about != "act":
        raise NoPuzzle(f"{asked.seat} is in the middle of something: go to a moment where {who} chooses what to play")
    if not can_be_told(t):
        raise NoPuzzle("more is going on than a position as text tells: extra turns, cards face down or set aside, ...")
    position = position_at(game, t)
    if position is None:
        raise NoPuzzle("the position as text asks something else, so that it would not be this moment")
    try:
        proof = proof_of(position, most=MOST_NODES)
    except TooLarge:
        raise NoPuzzle(
            f"there are more than {MOST_NODES:,} positions in this turn: too many to prove anything"
        ) from None
    if proof is None:
        raise NoPuzzle(f"there is no way for {who} to win this turn for sure, whatever others do and hold")
    if too_easy(position, proof):
        way = ", ".join(texts_of(game.deck, position.seats, proof.line))
        raise NoPuzzle(f"one answer decides it, for nothing else on the way can go wrong: {way}")
    if not _on_the_shelf(game):
        raise NoPuzzle("its cards are not those of the editions and files that its deck names")
    if not holds_elsewhere(position, proof):
        raise NoPuzzle("the way to win hangs on cards that cannot be seen")
    return puzzle_of(position, proof)


def _on_the_shelf(game: Game) -> bool:
    """Whether the deck can be had again by its name."""
    try:
        return load_deck(list(game.record().deck)).digest == game.deck.digest
    except ChangelingError:
        return False


def puzzle_of(game: Game, proof: Proof) -> Puzzle:
    """The puzzle of a position with a way to win."""
    deck = tuple(game.record().deck)
    line = texts_of(game.deck, game.seats, proof.line)
    greedy, refuted = greedy_wins(game), refuted_answers(game)
    way = Way(proof.ways, greedy, stopped=are_tempting(refuted), longer=proof.length > len(line))
    table = told_of(game.deck, game.table, game.seats)
    return Puzzle(
        id=name_of(deck, table),
        title=title_of(game.deck, line, table),
        grade=grade_of(difficulty(effort_of(game, line), way)),
        deck=deck,
        seats=game.seats,
        table=table,
        line=line,
        length=proof.length,
        ways=proof.ways,
        nodes=proof.nodes,
        greedy=greedy,
        refuted=refuted,
    )


def proof_at(game: Game | None) -> Proof | None:
    """The proof of a position; nothing where it does not hold for what the text of the position tells."""
    try:
        return None if game is None else proof_of(game, most=MOST_NODES)
    except (TooLarge, EngineFault):
        return None


def too_easy(game: Game, proof: Proof) -> bool:
    """Whether one answer decides all: at fewer than two questions of the way is there an answer that loses."""
    return sum(count > 1 for count in proof.options) < SHORTEST or choices_on(game, proof) < SHORTEST


def holds_elsewhere(game: Game, proof: Proof) -> bool:
    """Whether the proof is the same in other worlds that You could not tell from this one."""
    for seed in range(_WORLDS):
        try:
            other = proof_of(game.imagine(YOU, seed=seed))
        except (TooLarge, EngineFault):
            return False
        if other is None or (other.length, other.ways) != (proof.length, proof.ways):
            return False
    return True


def position_at(played: Game, t: Table) -> Game | None:
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
    return t.turns == turns and has_won(t, mine)
