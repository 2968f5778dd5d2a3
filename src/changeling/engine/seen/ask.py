"""The sentence of a question, made from its facts."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

_ASKS: Final = {
    "choose": "Choose",
    "play": "Choose a card to play",
    "discard": "Choose what is discarded",
    "take": "Choose what to take",
    "give": "Choose who gets it",
    "swap": "Choose what is exchanged",
    "promise": "Choose a card to hand over",
    "pick": "Choose",
    "agree": "Do it?",
    "before the draw": "Use a free action, or draw",
    "discard to the hand limit": "Discard down to the Hand Limit",
    "discard to the Keeper limit": "Discard down to the Keeper Limit",
    "replace a goal": "Choose which Goal is discarded",
    "answer with a Surprise": "Answer with a Surprise, or let it pass",
    "attach": "Choose which Keeper it attaches to",
    "seal": "Choose which Creeper is sealed",
    "copy": "Choose which Action is carried out",
    "keep to the goals allowed": "Too many Goals: choose which one is discarded",
}
_DONE: Final = {"end the turn": "end the turn", "play blind": "have the first card picked"}


def ask_of(about: str, sorts: Set[str], done: str, receiver: str) -> str:
    """The question in a sentence: `about` and `done` as in a Decision, the sorts of its options, who receives."""
    if about == "act":
        return _act(sorts, done)
    if about == "promise" and receiver:
        return f"Choose a card for {receiver}."
    text = _ASKS[about]
    if about in ("choose", "take", "swap", "promise") and sorts <= {"seat"}:
        text = "Choose a player"
    elif about == "choose" and "card" in sorts:
        text = "Choose a card"
    elif about == "give" and "card" in sorts:
        text = "Choose what is given"
    if done == "choose none":
        return f"{text}, or done."
    return text if about == "agree" else f"{text}."


def _act(sorts: Set[str], done: str) -> str:
    """What may be done next in the turn."""
    if "play" not in sorts:
        return f"Use a free action, or {_DONE[done]}." if "use" in sorts else "End the turn."
    extra = " or use a free action" if "use" in sorts else ""
    return f"Play a card{extra}" + (", or end the turn." if done else ".")
