"""A game and its bots run where neither NumPy nor llvmlite can be imported; what needs them says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCKED = """
import sys
for name in ("numpy", "llvmlite"):
    sys.modules[name] = None  # so that importing it raises
"""

GAME = """
import changeling as cl
game = cl.Game("fluxx-4", seats=["Ann", "Bob"], seed=3)
while not game.over:
    game.answer(0)
back = cl.replay(cl.Record.from_json(game.record().to_json()))
assert cl.Game.from_notation(back.notation()).winner == game.winner
print("over")
"""

BOTS = """
import changeling as cl
from changeling.play.driver import Driver
game = cl.Game("family", seats=["Ann", "Bob", "Cy"], seed=5)
bots = {seat: cl.bot(name, 1) for seat, name in zip(game.seats, ("random", "greedy", "search:2"))}
Driver(game, bots).run(most=40)
print("over")
"""

LEARNED = """
import changeling as cl
try:
    cl.bot("learned", 1)
except cl.ChangelingError as error:
    assert "needs NumPy" in str(error)
    print("over")
"""

BATCH = """
import changeling as cl
assert "Batch" in cl.__all__ and "Batch" in dir(cl)
try:
    cl.Batch
except ImportError:
    print("over")
"""


@pytest.mark.parametrize("program", [GAME, BOTS, LEARNED, BATCH], ids=["game", "bots", "learned", "batch"])
def test_a_game_needs_neither_numpy_nor_llvmlite(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED + program], capture_output=True, text=True, check=False)
    assert done.stdout == "over\n", done.stderr


def test_the_block_would_be_seen() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED + "import numpy"], capture_output=True, text=True, check=False)
    assert "import of numpy halted" in done.stderr
