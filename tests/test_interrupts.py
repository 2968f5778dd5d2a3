"""Ctrl-C while processes are started: the children never hear of it, this process always does."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from changeling.interrupts import kept_from_children

MASKS = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system has no masks of signals")
HELD = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


def child_holds_it_back() -> bool:
    done = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True)
    return done.stdout.strip() == "True"


def test_an_interrupt_comes_afterwards_and_is_not_lost() -> None:
    done: list[str] = []

    def start() -> None:
        with kept_from_children():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            done.append("the process was started")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@MASKS
def test_children_hold_interrupts_back_and_this_process_does_not() -> None:
    with kept_from_children():
        assert child_holds_it_back()
    assert not child_holds_it_back()


@MASKS
def test_in_another_thread_the_children_are_spared_too() -> None:
    held: list[bool] = []

    def start() -> None:
        with kept_from_children():
            held.append(child_holds_it_back())

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert held == [True]
