"""Positions for the tests of puzzles."""

from __future__ import annotations

from typing import Any

from changeling.decks.shelf import load_deck
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


def giveaway() -> Game:
    """A win by lots that any lot wins: a card of the hand goes to Ann, whichever it is, and the Creeper is gone."""
    return at(
        "dice-camera-action",
        hand={"You": ["Play 2", "Tome of Strahd", "Waffles"], "Ann": ["Strix"]},
        keepers={"You": ["Evelyn", "Heart of Spinelli"]},
        creepers={"You": ["Shemeshka"]},
        goals=["Paladin's Blade"],
    )


def picked_blindly(**table: Any) -> Game:
    """A Creeper that has to go, and nobody who could answer: the Sonic Screwdriver gives it away and comes into the
    hand. Of two cards or more the first one played is picked by chance, of a single one it is not."""
    mix = ["cthulhu", "doctor-who"]
    unseen = ("surprise", "creeper")
    given: dict[str, Any] = {
        "turn": "You",
        "drawn": 1,
        "keepers": {"You": ["Sonic Screwdriver", "5th Doctor", "Rose Tyler"]},
        "creepers": {"You": ["Nightmares"]},
        "rules": ["The Blind Idiot God", "Play 2"],
        "discard": [card.title for card in load_deck(mix).cards if card.kind in unseen and card.title != "Nightmares"],
    }
    return Game.from_values({"deck": mix, "seats": ["You", "Ann"], "table": {**given, **table}})


def too_late() -> Game:
    """A win as Ann's turn begins: the last candle burns down then, and nobody can win before."""
    hand = ["Cold Iron", "The Masked Ball", "The Mole's Road", "The Coronation", "Autumn Leaves", "Blindman's Buff"]
    hand += ["Change of Masks", "Treat or Trick", "The Wishing Well", "The Looking-Glass", "The Fairy Queen"]
    return at(
        "changeling-court",
        drawn=1,
        hand={"You": [*hand, "Lost in the Well"], "Ann": ["The Owl Mask"]},
        creepers={"You": ["The Loose Tongue"], "Ann": ["The Long Night"]},
        tokens={"The Long Night": 1},
        goals=["Arms Full of Gifts"],
        discard=[card.title for card in load_deck("changeling-court").cards if card.kind == "surprise"],
    )


def cancelled() -> Game:
    """A Goal that wins at once, unless it is canceled; so another one has to come first."""
    mix = ["fluxx-4", "dice-camera-action"]
    surprises = [card.title for card in load_deck(mix).cards if card.kind == "surprise"]
    return Game.from_values(
        {
            "deck": mix,
            "seats": ["You", "Ann"],
            "table": {
                "turn": "You",
                "drawn": 2,
                "hand": {"You": ["Baked Goods", "5 Keepers", "The Rocket"], "Ann": ["Milk", "Sleep"]},
                "keepers": {"You": ["Love", "Bread", "Simon", "Cookies"], "Ann": ["The Sun"]},
                "rules": ["Play 2"],
                "discard": [title for title in surprises if title != "Canceled Plans"],
            },
        }
    )
