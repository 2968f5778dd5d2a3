"""The text of a scenario file: its scenarios one by one, each with the lines that it stands on.

All of YAML is read, anchors, aliases and merged keys too, as long as what they stand for stays small. What is wrong
with one scenario's text, such as a key that is there twice, is told of that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from changeling.errors import ScenarioError

if TYPE_CHECKING:
    import yaml

MOST: Final = 8 * 1024 * 1024  # characters of a file
MOST_VALUES: Final = 200_000  # values of one scenario, aliases written out
_DEEPEST: Final = 100  # lists and mappings inside of each other
_TOO_DEEP: Final = "nested too deeply for a scenario"
_MERGE: Final = "tag:yaml.org,2002:merge"
_BOOL, _INT, _FLOAT, _TEXT = (f"tag:yaml.org,2002:{name}" for name in ("bool", "int", "float", "str"))
_SEATS: Final = ("seats", "turn", "asked", "winner")  # behind these keys stand names of seats


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the list that a file holds: its value, or what is wrong with its text; its title, where that is
    text, and the lines that it and its steps begin on."""

    value: object
    line: int
    title: str = ""
    steps: tuple[int, ...] = ()
    wrong: str = ""


def rows_of(text: str) -> list[Row]:
    """The entries of a scenario file's text. Raises ScenarioError where it is no list, or no YAML at all."""
    import yaml

    if len(text) > MOST:
        raise ScenarioError(f"{len(text):,} characters; at most {MOST:,} are read")
    try:
        loader = _loader(text)
        node = loader.get_single_node()
        if not isinstance(node, yaml.SequenceNode):
            raise ScenarioError("a list of scenarios is needed, each beginning with '- scenario: TITLE'")
        found = [(entry, _wrong(entry)) for entry in node.value]  # all of it before merging keys changes anything
        return [_row(loader, entry, wrong) for entry, wrong in found]
    except yaml.YAMLError as error:
        raise ScenarioError(f"this is not YAML: {_said(error)}") from error
    except RecursionError as error:
        raise ScenarioError(_TOO_DEEP) from error


def _loader(text: str) -> Any:
    """Who reads a text: libyaml where it is there. It is many times faster and takes a `?` inside of brackets, as YAML
    1.2 does (`[What Do You Want?]`); but it dies of what is nested very deeply, so that is looked for first."""
    import yaml

    fast = getattr(yaml, "CSafeLoader", None)
    if fast is None:
        return yaml.SafeLoader(text)
    depth = 0
    for event in yaml.parse(text, fast):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise ScenarioError(_TOO_DEEP)
    return fast(text)


def _row(loader: Any, node: yaml.Node, wrong: str) -> Row:
    """An entry with its value; one that cannot be made is wrong."""
    import yaml

    value = None
    if not wrong:
        _names_are_text(node, "", set())
    try:
        value = None if wrong else loader.construct_document(node)
    except yaml.YAMLError as error:
        wrong = f"this is not YAML: {_said(error)}"
    except (ValueError, OverflowError) as error:  # a date that is none, a number of thousands of digits
        wrong = f"this is not YAML: {error}"
    return Row(value, node.start_mark.line + 1, _title(node), _steps(node), wrong)


def _names_are_text(node: yaml.Node, under: str, seen: set[int]) -> None:
    """Read as text what YAML takes for something else: keys, a bare yes or no, and seats that are numbers."""
    import yaml

    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        bare = node.tag == _BOOL and node.value.lower() in ("yes", "no") and under != "holiday"
        if bare or (under in _SEATS and node.tag in (_INT, _FLOAT)):
            node.tag = _TEXT
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.tag in (_BOOL, _INT, _FLOAT):
                key.tag = _TEXT
            _names_are_text(value, str(key.value), seen)
    else:
        for entry in node.value:
            _names_are_text(entry, under, seen)


def _said(error: Exception) -> str:
    """What PyYAML says, on one line, without the name that it makes up for the text."""
    return " ".join(str(error).replace('in "<unicode string>", ', "in ").split())


def _under(node: yaml.Node, name: str) -> yaml.Node | None:
    """What stands under a key of an entry."""
    import yaml

    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((value for key, value in pairs if key.value == name), None)


def _title(node: yaml.Node) -> str:
    import yaml

    title = _under(node, "scenario")
    return str(title.value) if isinstance(title, yaml.ScalarNode) and title.tag.endswith(":str") else ""


def _steps(node: yaml.Node) -> tuple[int, ...]:
    """The lines that the entries under `play` begin on."""
    import yaml

    play = _under(node, "play")
    return tuple(step.start_mark.line + 1 for step in play.value) if isinstance(play, yaml.SequenceNode) else ()


def _wrong(node: yaml.Node) -> str:
    """What is wrong with the text of an entry: a key twice, or aliases that stand for themselves or for too much."""
    return _key_twice(node, set()) or ("" if _size(node, {}) <= MOST_VALUES else "aliases stand for too much")


def _key_twice(node: yaml.Node, seen: set[int]) -> str:
    """Which key stands twice in one place of an entry, and where."""
    import yaml

    if id(node) in seen or isinstance(node, yaml.ScalarNode):
        return ""
    seen.add(id(node))
    lines: dict[tuple[str, str], int] = {}
    pairs = node.value if isinstance(node, yaml.MappingNode) else [(None, entry) for entry in node.value]
    for key, value in pairs:
        if isinstance(key, yaml.ScalarNode) and key.tag != _MERGE:
            name, line = (key.tag, key.value), key.start_mark.line + 1
            if name in lines:
                return f"'{key.value}' is there twice, on line {lines[name]} and on line {line}"
            lines[name] = line
        found = _key_twice(value, seen)
        if found:
            return found
    return ""


def _size(node: yaml.Node, known: dict[int, int]) -> int:
    """How many values a node stands for, aliases written out; one that is part of itself stands for too many."""
    import yaml

    if isinstance(node, yaml.ScalarNode):
        return 1
    if id(node) not in known:
        known[id(node)] = MOST_VALUES + 1  # until it is known: whoever comes by again is inside of it
        parts = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
        known[id(node)] = 1 + sum(_size(part, known) for part in parts)
    return known[id(node)]
