"""Puzzles made of moments of replays. Such a puzzle is named by its replay and its moves, `REPLAY@MOVES`: it is made
again wherever it is asked for, so that no position has to be taken from outside."""

from __future__ import annotations

from collections import OrderedDict

from changeling.errors import EngineFault
from changeling.learn.moment import NoPuzzle, puzzle_from
from changeling.learn.puzzle import Puzzle
from changeling.web.table.game.practice import practise
from changeling.web.table.written.packing import Source
from changeling.web.table.written.replays import play_whole, source_of
from changeling.web.wire.errors import Refuse
from changeling.web.wire.practice import Practice, Practise

_KEPT = 16  # puzzles that are not proved again for every answer
_made: OrderedDict[str, Puzzle] = OrderedDict()


def moment_of(name: str) -> tuple[str, int]:
    """The replay and the number of moves in the name of such a puzzle; no replay where it is another name."""
    replay, _, moves = name.rpartition("@")
    return (replay, int(moves)) if moves.isascii() and moves.isdecimal() and len(moves) < 8 else ("", 0)


def moment_puzzle(name: str, found: Source, moves: int) -> Puzzle:
    """The puzzle of a moment of a replay. Raises Refuse that says why it is none."""
    if name not in _made:
        record, choice, _ = source_of(found)
        if moves > len(record.moves):
            raise Refuse("replay/moves", f"there are {len(record.moves)} moves, not {moves}")
        if choice.text.strip():
            raise Refuse("puzzle/none", "this game has cards of somebody's own; a puzzle can only name editions")
        try:
            _made[name] = puzzle_from(play_whole(record, choice, moves))
        except (NoPuzzle, EngineFault) as error:
            raise Refuse("puzzle/none", f"this makes no puzzle: {error}") from error
    _made.move_to_end(name)
    while len(_made) > _KEPT:
        _made.popitem(last=False)
    return _made[name]


def puzzle_text(name: str, found: Source, moves: int) -> str:
    """The same as the text of a file that `changeling puzzle` takes."""
    return str(moment_puzzle(name, found, moves))


def practise_moment(asked: Practise, found: Source, moves: int) -> tuple[Practice, str, bytes]:
    """Such a puzzle after some answers; also the id and the cards of its deck. Raises Refuse."""
    return practise(asked, moment_puzzle(asked.name, found, moves))
