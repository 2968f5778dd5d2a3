"""YAML that may come from anybody: of a limited size, and without aliases, by which a short text becomes huge."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from changeling.errors import NotationError

MOST: Final = 1024 * 1024  # characters; a table of the largest deck needs a tenth of it


@cache
def _loader() -> Any:
    """A loader that refuses aliases; made once, where PyYAML is there."""
    import yaml

    class Loader(yaml.SafeLoader):
        """Refuses aliases."""

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):
                event: Callable[[], Any] = self.peek_event
                mark = event().start_mark
                raise NotationError(f"line {mark.line + 1}, column {mark.column + 1}: aliases (*name) are not read")
            node: yaml.Node | None = super().compose_node(parent, index)
            return node

    return Loader


def plain_yaml(text: str) -> object:
    """The value of a text. Raises NotationError where it is none, and where PyYAML is missing."""
    try:
        import yaml
    except ImportError as error:
        raise NotationError("reading YAML needs PyYAML: pip install 'changeling[play]'") from error
    if len(text) > MOST:
        raise NotationError(f"{len(text):,} characters; at most {MOST:,} are read")

    try:
        value: object = yaml.load(text, _loader())
    except NotationError:
        raise
    except yaml.YAMLError as error:
        raise NotationError(f"this is not YAML: {' '.join(str(error).split())}") from error
    except RecursionError as error:
        raise NotationError("nested too deeply for a table") from error
    except (ValueError, OverflowError) as error:  # a date that is none, a number of thousands of digits
        raise NotationError(f"this is not YAML: {error}") from error
    return value
