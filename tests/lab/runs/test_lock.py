"""Two processes do not write into one folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from changeling.errors import ChangelingError
from changeling.lab.runs.lock import alone_in

HOLD = """
import sys, pathlib
from changeling.lab.runs.lock import alone_in
with alone_in(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_another_process_is_refused_and_let_in_when_the_first_was_killed(tmp_path: Path) -> None:
    program = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with (
            pytest.raises(ChangelingError, match=rf"another run is writing into .* \(process {other.pid}\)"),
            alone_in(tmp_path),
        ):
            pass
        other.kill()
    with alone_in(tmp_path):
        pass
