"""Words that can do nothing with what they are given, or something else than it looks like."""

from __future__ import annotations

import ast
from collections.abc import Callable

from changeling.cards import vocabulary as v
from changeling.cards.language.source import a
from changeling.errors import WARNING

Told = Callable[[ast.AST, str, str], None]

_OF_A_SET = ("choose", "maybe", "random", "first", "highest", "lowest")
_PLAYABLE = frozenset({"action", "surprise", "rule"})  # what does something when it is played
_UNUSED = frozenset({"action", "surprise"})  # what has no free action
_IN_FRONT = ("keeper", "creeper")
_IN_PLAY = (*_IN_FRONT, "rule", "goal", "ungoal")
_KEPT = "a Keeper from a hand comes in front of you, not into your hand; into the hand it goes by to_hand(CARD, by=you)"
_FORGETS = "is gone when it is done, and what it remembers with it; one that stays on the table says so: lasts = round"


def idle_words(tree: ast.AST, kind: str, told: Told, *, lasts: bool = False) -> None:
    """Tell of the words of an instruction, in a card of this kind, that are surely not what was meant. An Action that
    `lasts` stays on the table for a while."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="remember")) if kind in _UNUSED and not lasts:
                told(node, f"{a(kind)} {_FORGETS}", WARNING)
            case ast.Call(func=ast.Name(id="copy"), args=[card]) if _lies_in(card) and _PLAYABLE.isdisjoint(
                _lies_in(card)
            ):
                what = " or ".join(map(a, _lies_in(card)))
                told(card, f"copy does nothing with {what}: only what a card does when it is played is copied", WARNING)
            case ast.Call(func=ast.Name(id="use"), args=[card]) if _lies_in(card) and _UNUSED.issuperset(
                _lies_in(card)
            ):
                what = " or ".join(map(a, _lies_in(card)))
                told(card, f"use does nothing with {what}: it is for free actions of cards; copy is for plays", WARNING)
            case ast.Call(func=ast.Name(id="seal" | "attach" as word), args=[_, ast.Name(id="this") as over]):
                if kind not in (_IN_FRONT if word == "attach" else _IN_PLAY):
                    where = "lies in front of nobody" if word == "attach" else "has no place in play to lie in"
                    told(over, f"{word} does nothing here: {a(kind)} {where}", WARNING)
            case ast.Call(func=ast.Name(id="take"), args=[card]) if _is_hand_of_others(card):
                told(card, _KEPT, WARNING)


def _set_of(node: ast.expr) -> ast.expr:
    """The set that one card or several are picked from."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OF_A_SET and node.args:
        node = node.args[0]
    return node


def _lies_in(node: ast.expr) -> tuple[str, ...]:
    """The kinds of card that a set can hold, where these are known."""
    chosen = _set_of(node)
    chosen = chosen.generators[0].iter if isinstance(chosen, ast.GeneratorExp) else chosen
    if isinstance(chosen, ast.Call) and isinstance(chosen.func, ast.Name) and chosen.func.id in v.Sets.words:
        kinds = v.Sets.words[chosen.func.id].of
        named = tuple(arg.id for arg in chosen.args if isinstance(arg, ast.Name) and arg.id in kinds)
        return named or kinds
    return v.Sets.words[chosen.id].of if isinstance(chosen, ast.Name) and chosen.id in v.Sets.words else ()


def _is_hand_of_others(node: ast.expr) -> bool:
    """Whether any card of other hands can be meant, Keepers among them."""
    chosen = _set_of(node)
    if not isinstance(chosen, ast.Call) or not isinstance(chosen.func, ast.Name) or chosen.func.id != "hand":
        return False
    whose = chosen.args[0] if chosen.args else None
    return len(chosen.args) == 1 and not (isinstance(whose, ast.Name) and whose.id == "you")
