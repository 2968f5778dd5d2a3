"""The command line itself; what its commands do is tested where they are."""

from __future__ import annotations

import subprocess
import sys

import pytest

from changeling.cli import main
from changeling.decks import card_listing


@pytest.mark.parametrize(
    ("given", "allowed"),
    [(["serve", "--data", "x"], "--db URL"), (["play", "--colour"], "--seats"), (["--data"], "COMMAND")],
)
def test_an_option_that_is_none_is_answered_with_those_of_the_command(
    given: list[str], allowed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(given)
    assert exit_.value.code == 2
    said = capsys.readouterr().err
    assert "unrecognized arguments: --" in said
    assert allowed in said


def test_the_package_can_be_run_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "changeling", "nothing"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage: changeling" in done.stderr


def test_an_interrupt_of_a_command_that_says_nothing_itself_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(card_listing, "words", interrupted)
    assert main(["words"]) == 130
    assert capsys.readouterr().err == "changeling: stopped.\n"
