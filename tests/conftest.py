"""What all tests share: what is tried at random is the same in every run, and the machine is compiled meanwhile.

Where several processes test, two more compile all that they will ask for, one the lean machine and one the whole one.
They know what they have compiled already, which takes half the time of doing it piece by piece; and tests that need
compiled code come last, so that hardly any waits. Those that test are polite to them, for nothing takes longer.

In a new clone the first of the processes reads all tests alone: what pytest and Hypothesis make of each file is then
kept, and the others have it for half the work.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# Games are interpreted, unless somebody wants to see all tests pass with compiled ones.
os.environ.setdefault("CHANGELING_MACHINE", "interpreted")
settings.register_profile("the same every time", derandomize=True, deadline=None)
settings.load_profile("the same every time")
# What a script starts with & ignores Ctrl-C, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Where compiled code is asked for: the beginnings of paths, as in the ids of tests.
_COMPILED = (
    "tests/benchmarks",
    "tests/bots",
    "tests/decks/test_deck_report.py",
    "tests/engine/arrays",
    "tests/engine/native",
    "tests/envs",
    "tests/lab",
    "tests/play/test_batch",
    "tests/play/compiled",
    "tests/play/test_bot_factory.py",
    "tests/play/test_cookbook_players.py",
    "tests/play/test_game.py::test_the_examples_in_docstrings_run[changeling.lab",
    "tests/play/test_meta_rules.py",
    "tests/repo/test_docs.py",
    "tests/web/table/test_workers.py",
)
# Where browsers, databases, proxies and clusters are waited for. On a machine that stands still for a moment one of
# them may be too late: such a test is tried once more, which the summary tells, and fails where it fails again.
_WAITING = ("tests/lab/runs", "tests/web/")
_POLITE = 5  # how nice processes that test are to the one that compiles
_READ = "CHANGELING_TESTS_READ"  # names a file that is there when the first process has read all tests
_PATIENCE = 180  # seconds for that; then the others read them too
_warming = pytest.StashKey[list["subprocess.Popen[bytes]"]]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin to compile, where this process has others that test."""
    if "PYTEST_XDIST_WORKER" in os.environ and sys.platform != "win32":
        os.nice(_POLITE)
    if getattr(session.config.option, "numprocesses", None):
        if not (Path(__file__).parent / "clauses" / "__pycache__").exists():
            os.environ[_READ] = str(Path(tempfile.mkdtemp()) / "read")
        session.config.stash[_warming] = [_compiling(lean) for lean in (False, True)]


def _compiling(lean: bool) -> subprocess.Popen[bytes]:
    """A process that compiles one form of the machine."""
    program = f"from changeling.lab.speed.warm_up import compile_all; compile_all(forms=[{lean}], rare=False)"
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Read the tests, after the first process where there is something that it makes for all."""
    read, worker = os.environ.get(_READ), os.environ.get("PYTEST_XDIST_WORKER")
    until = time.monotonic() + _PATIENCE
    while read and worker and worker != "gw0" and not Path(read).exists() and time.monotonic() < until:
        time.sleep(0.1)
    try:
        return (yield)
    finally:
        if read and worker == "gw0":
            Path(read).touch()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Nothing goes on after the tests, and nothing is left of how they began."""
    if _warming in session.config.stash and _READ in os.environ:
        shutil.rmtree(Path(os.environ.pop(_READ)).parent, ignore_errors=True)
    for warming in session.config.stash.get(_warming, []):
        warming.kill()
        warming.wait()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs compiled code comes last, what waits for others has a second try, and soaks have no end set."""
    items.sort(key=lambda item: item.nodeid.startswith(_COMPILED))
    for item in items:
        if "soak" in item.keywords:  # what happens once in a thousand times is what they are for
            item.add_marker(pytest.mark.timeout(0))
        elif item.nodeid.startswith(_WAITING):
            item.add_marker(pytest.mark.flaky(reruns=1))
