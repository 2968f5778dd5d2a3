"""Positions for the tests of puzzles."""

from __future__ import annotations

from typing import Any

from changeling.learn.puzzle import proof_of, texts_of
from changeling.play.game import Game


def at(deck: str = "fluxx-4", /, **table: Any) -> Game:
    """A game at a position with You to play."""
    return Game.from_values({"deck": deck, "seats": ["You", "Ann"], "table": {"turn": "You", **table}})


def way(game: Game) -> tuple[str, ...]:
    """A shortest forced way to win, as texts; nothing where there is none."""
    proof = proof_of(game)
    return () if proof is None else texts_of(game.deck, game.seats, proof.line)


def three_plays() -> Game:
    """A win of three plays, the last two in any order."""
    return at(
        hand={"You": ["Play 3", "Chocolate", "Chocolate Milk", "The Eye"], "Ann": ["Time"]},
        keepers={"You": ["Milk"]},
    )


def theft(**table: Any) -> Game:
    """A theft that wins, unless somebody has an answer to it."""
    given = {"hand": {"You": ["Steal a Keeper", "The Farm"], "Ann": ["The Tomb"]}, **table}
    return at(
        "cthulhu",
        keepers={"You": ["The Dreamlands"], "Ann": ["The Cat", "The Rats"]},
        goals=["The Cats of Ulthar"],
        **given,
    )


def one_choice() -> Game:
    """A win of two answers, of which the second may be any: which of two Goals makes way."""
    return at(
        hand={"You": ["Toast", "The Eye"], "Ann": ["Time"]},
        keepers={"You": ["Bread", "The Toaster"]},
        rules=["Double Agenda"],
        goals=["Milk and Cookies", "Rocket to the Moon"],
    )
