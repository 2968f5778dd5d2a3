"""Nothing is left unproved: every clause of the complete editions, every ruling for them, every card on the shelf."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

import changeling as cl
from changeling.proofs.matrix import LETTERS, Proof, proofs_in, read_clauses

ROOT = Path(__file__).parents[2]
FACTS = ROOT / "tests" / "facts"
CLAUSES = read_clauses(FACTS / "clauses.yaml")
RULINGS = (FACTS / "rulings.txt").read_text(encoding="utf-8").split()
COMPLETE = ("fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action")
# About all of the rules together: no position shows them.
NOT_SHOWN = {"K-H14", "W-I5"}


@lru_cache(maxsize=1)
def proofs() -> list[Proof]:
    """Read by the first test that asks: each process imports this file, and few run its tests."""
    return proofs_in(ROOT / "tests")


def named() -> set[str]:
    return {name for proof in proofs() for name in proof.names}


def test_ids_are_well_formed_and_there_once() -> None:
    ids = [clause.id for clause in CLAUSES]
    assert len(set(ids)) == len(ids)
    assert len(set(RULINGS)) == len(RULINGS)
    assert all(re.fullmatch(r"[A-Z]+-\d+", name) for name in ids)
    assert all(re.fullmatch(r"[CKW]-[A-Z]\d+", name) for name in RULINGS)
    assert not set(ids) & set(RULINGS)


def test_what_is_named_exists() -> None:
    known = {clause.id for clause in CLAUSES} | set(RULINGS)
    unknown = [
        f"{proof.file.name}: {proof.title}: {name}" for proof in proofs() for name in proof.names if name not in known
    ]
    assert not unknown, "\n".join(unknown)


@pytest.mark.parametrize("edition", COMPLETE)
def test_every_clause_of_a_complete_edition_is_proved(edition: str) -> None:
    wanted = {clause.id for clause in CLAUSES if edition in clause.editions}
    assert wanted
    assert wanted - named() == set(), "proved nowhere"


def test_every_ruling_is_shown_unless_nothing_can_show_it() -> None:
    shown = named() | NOT_SHOWN
    missing = [name for name in RULINGS if name not in shown]
    assert not missing, missing
    assert not NOT_SHOWN & named()


@pytest.mark.parametrize("edition", cl.editions())
def test_every_card_has_a_scenario_that_names_it(edition: str) -> None:
    shown = {card for proof in proofs() if edition in proof.editions for card in proof.cards}
    missing = sorted({card.name for card in cl.load_deck(edition).cards if card.kind != "basic"} - shown)
    assert not missing, f"{len(missing)} cards: {', '.join(missing)}"


def test_scenarios_name_cards_of_their_deck() -> None:
    wrong = []
    for proof in proofs():
        if proof.cards and all(edition in LETTERS.values() for edition in proof.editions):
            names = {card.name for card in cl.load_deck(list(proof.editions)).cards}
            wrong += [f"{proof.file.name}: {proof.title}: {card}" for card in proof.cards if card not in names]
    assert not wrong, "\n".join(wrong)


def test_the_page_names_every_clause_and_what_proves_it() -> None:
    page = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")  # `make check`: it is current
    for clause in CLAUSES:
        assert f"| {clause.id} |" in page
    assert "| C-R81 |" in page
