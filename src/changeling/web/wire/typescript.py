"""The types of the page, web/src/lib/protocol.ts, written from the types of the wire: each message is declared once.

A field that a client may leave out of a message is optional there; values inside of messages are always whole, but for
fields that mean "as it was" when they are left out.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Literal, get_args, get_origin

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as mi

from changeling.cards.codes import KINDS
from changeling.web.wire import http_bodies, messages, practice, values

WIDTH = 120
HEAD = """/**
 * What the page and the server say to each other: docs/protocol.md, as types.
 *
 * Written by docs/generate.py from src/changeling/web/wire; `make docs` writes it again.
 */
"""
_SCALARS = {
    mi.AnyType: "unknown",
    mi.BoolType: "boolean",
    mi.FloatType: "number",
    mi.IntType: "number",
    mi.NoneType: "null",
    mi.StrType: "string",
}


def typescript() -> str:
    """The whole file."""
    parts = [HEAD, f"export const PROTOCOL = {messages.PROTOCOL};\n"]
    parts.append("".join(f"export type {name} = {_either(words)};\n" for name, words in _literals().items()))
    for title, module in (
        ("values", values),
        ("messages", messages),
        ("over HTTP", http_bodies),
        ("practice", practice),
    ):
        parts.append(_rule(title))
        parts.extend(_interface(struct) for struct in _structs(module))
    parts.append(_rule("all messages"))
    for side, union in (("FromClient", messages.FromClient), ("FromServer", messages.FromServer)):
        names = "".join(f"\n  | {struct.__name__}" for struct in get_args(union))
        parts.append(f"export type {side} ={names};\n")
    return "\n".join(parts)


def _rule(title: str) -> str:
    return f"// --- {title} ".ljust(WIDTH, "-") + "\n"


def _literals() -> dict[str, tuple[str, ...]]:
    """The choices between words that have a name, in the order in which they are declared."""
    found: dict[str, tuple[str, ...]] = {"Kind": KINDS}
    for module in (values, messages, http_bodies, practice):
        found |= {name: get_args(kind) for name, kind in vars(module).items() if get_origin(kind) is Literal}
    return found


def _structs(module: ModuleType) -> Iterator[type[msgspec.Struct]]:
    """The types that a module declares, in their order."""
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__:
            yield kind


def _interface(struct: type[msgspec.Struct]) -> str:
    info = mi.type_info(struct)
    assert isinstance(info, mi.StructType)
    bases = [base for base in struct.__bases__ if base is not msgspec.Struct and issubclass(base, msgspec.Struct)]
    inherited = {name for base in bases for name in base.__struct_fields__}
    extends = f" extends {', '.join(base.__name__ for base in bases)}" if bases else ""
    lines = [f"  {info.tag_field}: {_quoted(info.tag)};\n"] if info.tag is not None else []
    lines += [f"  {_field(field, info)};\n" for field in info.fields if field.name not in inherited]
    return f"{_comment(struct.__doc__ or '')}export interface {struct.__name__}{extends} {{\n{''.join(lines)}}}\n"


def _field(field: mi.Field, owner: mi.StructType) -> str:
    unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    may_be_left_out = unset or (not field.required and owner.forbid_unknown_fields and owner.tag is not None)
    return f"{field.encode_name}{'?' if may_be_left_out else ''}: {_type(field.type)}"


def _type(kind: mi.Type) -> str:
    """A type as TypeScript writes it."""
    if isinstance(kind, mi.Metadata):
        return str((kind.extra or {}).get("typescript") or _type(kind.type))
    if isinstance(kind, mi.StructType):
        return kind.cls.__name__
    if isinstance(kind, mi.LiteralType):
        return _literal(kind)
    if isinstance(kind, mi.UnionType):
        return " | ".join(_type(one) for one in kind.types)
    if isinstance(kind, mi.ListType):
        item = _type(kind.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if isinstance(kind, mi.TupleType):
        return f"[{', '.join(_type(one) for one in kind.item_types)}]"
    if isinstance(kind, mi.DictType):
        return f"Record<{_type(kind.key_type)}, {_type(kind.value_type)}>"
    return _SCALARS[type(kind)]


def _literal(kind: mi.LiteralType) -> str:
    """The name of a choice between words, or the words themselves where it has none."""
    named = [name for name, choices in _literals().items() if set(choices) == set(kind.values)]
    return named[0] if named else _either(kind.values)


def _either(words: Iterable[object]) -> str:
    return " | ".join(map(_quoted, words))


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _comment(text: str) -> str:
    """A docstring as a comment; paragraphs stay apart."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    if len(paragraphs) == 1 and len(paragraphs[0]) <= WIDTH - len("/**  */"):
        return f"/** {paragraphs[0]} */\n"
    wrapped = ["\n".join(textwrap.wrap(part, WIDTH - 3)) for part in paragraphs]
    lines = [f" * {line}".rstrip() for line in "\n\n".join(wrapped).split("\n")]
    return "/**\n" + "\n".join(lines) + "\n */\n"
