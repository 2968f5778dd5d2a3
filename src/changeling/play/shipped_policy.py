"""The weights of the bot `learned` as they come with the package; `bots/learned.md` says how they were made."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from changeling.errors import ChangelingError

if TYPE_CHECKING:
    from changeling.bots.policy_network import Network


@lru_cache(maxsize=1)
def shipped_network() -> Network:
    """The network of `learned`, read once. Raises ChangelingError where the file is not what it should be."""
    try:
        from changeling.bots.policy_network import Network, decoded
    except ImportError as error:
        raise ChangelingError(f"the bot 'learned' needs NumPy ({error}); greedy plays without") from error
    return Network(decoded(files("changeling.bots").joinpath("learned.npz").read_bytes()))
