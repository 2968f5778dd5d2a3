"""Ctrl-C in the first second of a command: a sentence and no traceback, whatever was being imported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from changeling import lab
from changeling.lab.runs.manifest import plan_run
from changeling.lab.simulation import play_run
from changeling.start import SAFE_PATH

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a terminal's Ctrl-C is sent to a group of processes")

# A program that begins as the command does, and is interrupted as a module of this name is imported.
HIT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == hit:
            os.kill(os.getpid(), signal.SIGINT)

hit = sys.argv.pop(1)
sys.meta_path.insert(0, Finder())
from changeling.start import main
sys.exit(main())
"""
MOMENTS = [0.01, 0.05, 0.1, 0.2, 0.4, 0.8]  # seconds: what is measured is never the time
COMMANDS = {
    "simulate": "--deck family --seats 2 --games 3000 --cores 2 --out FOLDER",
    "compare": "family fluxx-4 --games 100000",
    "tune": "FOLDER/my.cards --games 100000",
    "soak": "--deck family --games 1000000",
    "ladder": "greedy random --deck family --games 100000 --jobs 2",
    "transfer": "greedy --games 100000 --jobs 2",
    "serve": "--port 0 --db FOLDER/tables.db",
    "play": "--seats 2",
}


def interrupted_at(moment: float, command: list[str]) -> tuple[int, str]:
    """Press Ctrl-C so many seconds after a command was typed; gives its exit status and all that it said."""
    with subprocess.Popen(
        [sys.executable, "-m", "changeling", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(moment)
        os.killpg(process.pid, signal.SIGINT)
        try:
            said, _ = process.communicate(timeout=100)
        finally:
            process.kill()
    return process.returncode, said


@pytest.mark.parametrize("module", ["changeling.cli", "argparse", "changeling.decks.card_listing"])
def test_an_interrupt_while_a_command_and_what_it_needs_are_imported_ends_in_a_line(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HIT, module, "words", "draw"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "changeling: stopped before anything was done.\n")


def test_a_second_interrupt_while_the_first_is_answered_is_no_traceback() -> None:
    text = (
        "from changeling import cli, start\ndef main(**_): raise KeyboardInterrupt\ncli.main = main\nexit(start.main())"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "changeling: stopped.\n")


def test_a_command_that_is_told_to_ignore_interrupts_does() -> None:
    text = f"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n{HIT}"
    words = ["changeling.cli", "words", "draw"]
    done = subprocess.run([sys.executable, "-c", text, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


STARTS = """
import multiprocessing
from changeling import cli, start

def starts_another(**_):
    process = multiprocessing.get_context("spawn").Process(target=print, args=("it runs",))
    process.start()
    process.join()
    return process.exitcode

if __name__ == "__main__":
    cli.main = starts_another
    exit(start.main())
"""


def test_processes_of_a_command_do_not_import_from_the_folder_that_it_was_started_in(tmp_path: Path) -> None:
    program, folder = tmp_path / "program.py", tmp_path / "folder"
    program.write_text(STARTS)
    folder.mkdir()
    (folder / "types.py").write_text("raise SystemExit('a file of the folder ran')")
    usual = {name: value for name, value in os.environ.items() if name != SAFE_PATH}
    done = subprocess.run(
        [sys.executable, str(program)], cwd=folder, env=usual, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "it runs\n", "")


def test_the_package_imports_hardly_anything_until_it_is_asked_for() -> None:
    text = "import sys; before = set(sys.modules); import changeling.start; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    ours = [name for name in done.stdout.split() if name.startswith("changeling")]
    assert ours == ["changeling", "changeling.start"]
    assert not {"typing", "argparse", "importlib.metadata", "numpy"} & set(done.stdout.split())


@pytest.mark.parametrize(
    ("command", "moment"),
    [(name, moment) for name in COMMANDS for moment in (MOMENTS if name == "simulate" else MOMENTS[1::3])],
)
def test_ctrl_c_in_the_first_second_ends_in_a_sentence(tmp_path: Path, command: str, moment: float) -> None:
    (tmp_path / "my.cards").write_text('take "family"\n\nkeeper "Tea"\n    "Hot."\n')
    words = COMMANDS[command].replace("FOLDER", str(tmp_path if command != "simulate" else tmp_path / "run")).split()
    status, said = interrupted_at(moment, [command, *words])
    if "changeling: " not in said and "start.py" not in said and (not said or "Traceback" in said):
        assert status != 0
        return  # it was Python itself that was hit, while it looked for what it is to run
    assert "Traceback" not in said
    assert said.strip()
    if command == "simulate":
        assert status in (0, 130)
        play_run(tmp_path / "run", plan_run("family", seats=2, bots="greedy", games=3000, seed=1), resume=True, on=1)
        assert lab.open_run(tmp_path / "run").played == 3000
