"""Where an extra is not installed, a sentence says what to install, and what needs none of them works."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
for name in ("llvmlite", "yaml", "gymnasium", "pettingzoo", "pyspiel"):
    sys.modules[name] = None  # so that importing it raises

import changeling as cl
from changeling import envs
from changeling.cli import main

def told(act):
    try:
        act()
    except cl.ChangelingError as error:
        print(str(error).partition(" (")[0] + " ... " + str(error).rpartition(": ")[2])

told(lambda: cl.Batch("family", 2, 2))
told(lambda: envs.aec_env("family"))
told(lambda: envs.gym_env("family"))
told(lambda: envs.vector_env("family"))
told(lambda: envs.spiel_game("family"))
game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
told(lambda: cl.Game.from_notation(game.notation()))
print(main(["scenario", "any.yaml"]))
print(game.view(game.decision.seat).observation().shape == (len(game.view(game.decision.seat).observation()),))
print(game.decision.from_action(game.decision.mask().argmax()) in game.decision.options)
"""

SAID = """\
compiled play needs llvmlite ... pip install 'changeling[fast]'
aec_env needs PettingZoo and Gymnasium ... pip install 'changeling[envs]'
gym_env needs Gymnasium ... pip install 'changeling[envs]'
vector_env needs Gymnasium ... pip install 'changeling[envs]'
spiel_game needs OpenSpiel ... pip install 'changeling[openspiel]'
reading YAML needs PyYAML: pip install 'changeling[play]' ... pip install 'changeling[play]'
2
True
True
"""


def test_what_is_missing_is_named() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout == SAID, done.stderr
    assert done.stderr == "changeling: reading scenarios needs PyYAML: pip install 'changeling[play]'\n"


BARE = """
import sys
for name in ("numpy", "llvmlite"):
    sys.modules[name] = None

import changeling as cl
from changeling.cli import main

def told(act):
    try:
        act()
    except (cl.ChangelingError, ImportError) as error:
        print(str(error).partition(" (")[0] + " ... " + str(error).rpartition(": ")[2])

def environments():
    import changeling.envs

game = cl.Game("family", seats=["Ann", "Bob"], seed=1)
told(environments)
told(lambda: game.view(game.decision.seat).observation())
told(game.decision.mask)
told(lambda: game.decision.from_action(0))
for command in (["bench"], ["ladder", "random", "greedy"], ["transfer", "random"], ["soak"]):
    print(main(command))
"""


def test_what_needs_numpy_says_so() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False, timeout=300)
    seen = "observations and masks need NumPy ... pip install 'changeling[fast]'\n"
    assert done.stdout == f"environments need NumPy ... pip install 'changeling[envs]'\n{seen * 3}" + "2\n" * 4, (
        done.stderr
    )
    lines = [line.partition(" (")[0] for line in done.stderr.splitlines()]
    assert lines == [f"changeling: {command} needs NumPy" for command in ("bench", "ladder", "transfer", "soak")]
    assert all(line.endswith("pip install 'changeling[fast]'") for line in done.stderr.splitlines())
