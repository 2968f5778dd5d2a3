"""Every mechanism of another edition that we say to be able to say has a scenario that proves it, on both forms of the
machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from changeling.proofs.mechanisms import Mechanism, mechanisms, mechanisms_page, scenarios
from changeling.proofs.scenario import read_scenarios, run_scenario

ROOT = Path(__file__).parents[2]
ALL = mechanisms(ROOT)
EXACT = [row for row in ALL if row.proof]


def test_most_can_be_said_exactly() -> None:
    assert len(ALL) >= 98
    assert len(EXACT) >= 0.95 * len(ALL)
    assert len({row.what for row in ALL}) == len(ALL)


def test_what_is_short_says_why() -> None:
    for row in ALL:
        assert bool(row.proof) != bool(row.short), row


@pytest.mark.parametrize("row", EXACT, ids=lambda row: row.what)
def test_the_proof_names_the_card(row: Mechanism) -> None:
    file, scenario = scenarios(ROOT)[row.proof]
    decks = [file.parent / name for name in scenario["deck"] if name.endswith(".cards")]
    assert any(f'"{row.card}"' in deck.read_text(encoding="utf-8") for deck in decks)
    assert row.card in str(scenario["table"]) + str(scenario["play"])


def test_the_page_is_current() -> None:
    assert (ROOT / "docs" / "reference" / "mechanisms.md").read_text(encoding="utf-8") == mechanisms_page(ROOT)


def test_proofs_hold_on_the_compiled_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setenv("CHANGELING_MACHINE", "compiled")
    proofs = {row.proof for row in EXACT}
    ran = 0
    for file in {scenarios(ROOT)[proof][0] for proof in proofs}:
        for scenario in read_scenarios(file):
            if scenario.title in proofs:
                run_scenario(scenario)
                ran += 1
    assert ran == len(proofs)
