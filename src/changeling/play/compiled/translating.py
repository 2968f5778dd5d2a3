"""LLVM at work in a process of its own, which is what takes long in compiling.

Ctrl-C ends it at once; LLVM itself listens to nobody. A program that ends meanwhile ends in order: LLVM at work in one
of its threads would crash as the program is put away. And what LLVM ends at, in a version of it that nobody tried, is
that process alone.
"""

from __future__ import annotations

import os
import subprocess
from typing import Final

from changeling.play.compiled.own_process import command, environment

BEGIN: Final = b"\n--- machine code ---\n"  # whatever else may be printed at the start of a process comes before it
REFUSED: Final = 65  # the status of a process that was given no program of LLVM's, and says so
_PROGRAM: Final = f"""
import sys
from changeling.engine.native.llvm import machine_code
try:
    code = machine_code(sys.stdin.buffer.read().decode())
except RuntimeError as error:
    print(error, file=sys.stderr)
    sys.exit({REFUSED})
sys.stdout.flush()
sys.stdout.buffer.write({BEGIN!r} + code)
"""


def machine_code_elsewhere(text: str) -> bytes | None:
    """What LLVM makes of a program; nothing where no other process can be asked for it. Raises RuntimeError where LLVM
    refuses the text, or ends at it."""
    asked = command(_PROGRAM)
    if asked is None:
        return None
    try:
        done = subprocess.run(asked, input=text.encode(), capture_output=True, env=environment(), check=False)
    except OSError:  # no further process is allowed
        return None
    if done.returncode == REFUSED:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    if done.returncode < 0 or (os.name == "nt" and done.returncode not in (0, 1)):
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RuntimeError(f"LLVM ended with {done.returncode}{': ' if last else ''}{last}")
    _, begun, code = done.stdout.partition(BEGIN)
    return code if begun and done.returncode == 0 else None
