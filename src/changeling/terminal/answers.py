"""What a person types, and the option that it means."""

from __future__ import annotations

from changeling.engine.seen.questions.decision import Decision, Option
from changeling.errors import AnswerError


def option_for(decision: Decision, typed: str) -> Option:
    """The option that was typed: its number, its text, or the first letters of any of its words.

    Raises AnswerError when it is none of them or could be several; the error says which.
    """
    wanted = " ".join(typed.split())
    if wanted.isdecimal():
        number = int(wanted[:9])
        if 1 <= number <= len(decision.options):
            return decision.options[number - 1]
        raise AnswerError(f"there is no number {wanted}; {allowed(decision)}")
    for match in (_exact, _beginning, _words):
        found = [option for option in decision.options if match(option, wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            several = " or ".join(f"{option.index + 1} {option.text}" for option in found[:6])
            raise AnswerError(f"'{wanted}' could be {several}; type more letters or the number")
    raise AnswerError(f"'{wanted}' is not an option; {allowed(decision)}")


def allowed(decision: Decision) -> str:
    """What can be answered, in a line."""
    shown = [f"{option.index + 1} {option.text}" for option in decision.options[:12]]
    more = len(decision.options) - len(shown)
    return "you can answer " + ", ".join(shown) + (f" and {more} more" if more else "")


def letters(text: str) -> list[str]:
    """The words of a text as they are compared: no case, no punctuation."""
    bare = "".join(letter if letter.isalnum() or letter.isspace() else "" for letter in text.casefold())
    return bare.split()


def _exact(option: Option, wanted: str) -> bool:
    return letters(wanted) in (letters(option.text), letters(option.value))


def _beginning(option: Option, wanted: str) -> bool:
    start = " ".join(letters(wanted))
    value = " ".join(letters(option.value))
    ways = (" ".join(letters(option.text)), value, value.removeprefix("the "))
    return bool(start) and any(way.startswith(start) for way in ways)


def _words(option: Option, wanted: str) -> bool:
    """Whether each word typed begins a word of the option, in the same order."""
    words = iter(letters(option.text))
    typed = letters(wanted)
    return bool(typed) and all(any(word.startswith(start) for word in words) for start in typed)
