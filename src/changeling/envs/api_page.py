"""The reference page of the Python API, made from the package itself: what it gives, and the values of its fields."""

from __future__ import annotations

import dataclasses
import inspect
import re
import textwrap
import types
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import changeling
from changeling import envs
from changeling.cards import codes as w
from changeling.engine.machine.journal import CLAUSES, MOVES

_HEAD = """# The Python API

This page is made from the source by `make docs`: all that `import changeling as cl` gives, what `changeling.envs` adds,
and the values that fields can have. How it is used: [your first program](../tutorial/first-program.md), [your first
bot](../tutorial/first-bot.md), [train a policy](../how-to/train.md). Every integer argument takes any kind of whole
number, NumPy's too.
"""

# Fields with a fixed set of values: where they are, what they say, and the values.
VALUES: tuple[tuple[str, str, Sequence[str]], ...] = (
    ("Option.sort", "what kind of answer an option is", w.SORTS),
    ("Decision.about", "what a question is about", w.PROMPTS),
    ("Decision.done", "what the answer `done` does; empty where it is no answer", get_args(w.Done)),
    ("Event.what", "the kind of event", MOVES),
    ("Event.clause", "the rule of the rulebook that it rests on", CLAUSES),
    ("Place.zone", "where a card is (`Event.origin`, `Event.destination`)", get_args(w.Zone)),
    ("Card.kind", "the kind of card", tuple(kind.lower() for kind in w.KINDS)),
)


def api_page() -> str:
    """The whole page."""
    public: dict[str, Any] = {name: getattr(changeling, name) for name in changeling.__all__}
    errors = {name: one for name, one in public.items() if isinstance(one, type) and issubclass(one, Exception)}
    functions = {name: one for name, one in public.items() if isinstance(one, types.FunctionType)}
    classes = {name: one for name, one in public.items() if name not in errors and name not in functions}
    rows = [_HEAD, "## Functions", ""]
    for name, function in functions.items():
        rows += _function(f"cl.{name}", function)
    rows += ["## Environments", ""]
    for name in envs.__all__:
        one = getattr(envs, name)
        rows += (
            _class(name, one, "changeling.envs") if isinstance(one, type) else _function(f"changeling.envs.{name}", one)
        )
    rows += ["## Classes", ""]
    for name, kind in classes.items():
        rows += _class(name, kind)
    rows += ["## Errors", "", "All but `EngineFault` are ValueErrors.", "", "| error | says |", "|---|---|"]
    rows += [f"| `{name}` | {_first(kind)} |" for name, kind in errors.items()]
    rows += ["", "## Values", ""]
    for field, says, values in VALUES:
        rows += [f"### `{field}`", "", *_listed(f"{says[:1].upper()}{says[1:]}", values), ""]
    return "\n".join(rows).rstrip() + "\n"


def _function(name: str, function: Any) -> list[str]:
    return [f"### `{name}`", "", "```text", *_signature(name, function), "```", "", *_said(function), ""]


def _class(name: str, kind: Any, module: str = "cl") -> list[str]:
    rows = [f"### `{module}.{name}`", ""]
    described = dataclasses.is_dataclass(kind) or getattr(kind, "_is_protocol", False)  # by its fields and members
    if "__init__" in vars(kind) and not described:
        rows += ["```text", *_signature(f"{module}.{name}", kind), "```", ""]
    rows += [*_said(kind), ""]
    if dataclasses.is_dataclass(kind):
        fields = [one.name for one in dataclasses.fields(kind) if not one.name.startswith("_")]
        rows += [*_listed("Fields", fields), ""]
    members = [f"| `{shown}` | {says} |" for shown, says in _members(kind)]
    return [*rows, "| member | says |", "|---|---|", *members, ""] if members else rows


def _listed(title: str, values: Sequence[str]) -> list[str]:
    """Values in lines of a page; none is broken in two."""
    shown = ", ".join(f"`{value}`".replace(" ", "\0") if value else "empty" for value in values)
    return [row.replace("\0", " ") for row in textwrap.wrap(f"{title}: {shown}.", 118)]


def _members(kind: Any) -> Iterator[tuple[str, str]]:
    """The methods and properties of a class, each with the first sentence said of it."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(plain, types.FunctionType):
            names = [one for one in inspect.signature(plain).parameters.values() if one.name not in ("self", "cls")]
            keyword = [one.name for one in names if one.kind is one.KEYWORD_ONLY]
            given = [one.name for one in names if one.kind is not one.KEYWORD_ONLY]
            yield f"{name}({', '.join([*given, *(f'{one}=' for one in keyword)])})", _first(plain)
        elif isinstance(plain, property):
            yield name, _first(plain)


def _signature(name: str, called: Any) -> list[str]:
    """How it is called, a parameter a line where there are several."""
    rows, starred = [], False
    for one in inspect.signature(called).parameters.values():
        if one.kind is one.KEYWORD_ONLY and not starred:
            rows.append("    *,")
            starred = True
        default = "" if one.default is one.empty else f" = {_default(one.default)}"
        star = "*" if one.kind is one.VAR_POSITIONAL else ""
        rows.append(f"    {star}{one.name}: {one.annotation}{default},")
    gives = inspect.signature(called).return_annotation
    end = "" if gives in ("None", inspect.Signature.empty) else f" -> {gives}"
    return [f"{name}(", *rows, f"){end}"] if rows else [f"{name}(){end}"]


def _default(value: object) -> str:
    return getattr(value, "__qualname__", "") if callable(value) else repr(value)


def _said(what: Any) -> list[str]:
    """What is said of it, without the examples, which are for those who read the source."""
    text = inspect.cleandoc(what.__doc__ or "")
    return text.partition("\n>>>")[0].rstrip().replace("    >>>", ">>>").split("\n")


def _first(what: Any) -> str:
    """The first paragraph of what is said of it, in one line."""
    text = inspect.cleandoc(what.__doc__ or "").partition("\n\n")[0].partition("\n>>>")[0]
    return re.sub(r"\s+", " ", text).replace("|", r"\|")
