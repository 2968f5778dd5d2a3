"""Environments that can be kept: as bytes that they go on from, and by Python's own `copy` and `pickle`."""

from __future__ import annotations

import pickle
from typing import Any

from changeling.errors import ChangelingError


class Keepable:
    """Gives an environment `save` and `restore`.

    `setting()` names what two environments need to have in common for one to go on from the other's state;
    `_kept` are the attributes that the state consists of.
    """

    _kept: tuple[str, ...] = ()

    def setting(self) -> tuple[Any, ...]:
        """What is being played, and how."""
        raise NotImplementedError

    def save(self) -> bytes:
        """The state, to be given to `restore`: everything from the table to the generators."""
        state = {name: getattr(self, name) for name in self._kept if hasattr(self, name)}
        return pickle.dumps((self.setting(), state))

    def restore(self, state: bytes) -> None:
        """Bring the environment to a state that it, or another one of the same setting, was saved in.

        Raises ChangelingError for any other. It is read by `pickle`: only give it what you saved yourself.
        """
        try:
            setting, kept = pickle.loads(state)
        except (pickle.UnpicklingError, EOFError, TypeError, ValueError, AttributeError, ImportError) as error:
            raise ChangelingError(f"this is not the saved state of an environment: {error}") from error
        if setting != self.setting():
            raise ChangelingError(f"the state is that of another environment: {setting}; this is {self.setting()}")
        for name in self._kept:
            if name in kept:
                setattr(self, name, kept[name])
            elif name in vars(self):
                delattr(self, name)
