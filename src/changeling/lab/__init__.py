"""The lab: measuring, soaking, and running many games at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from changeling.lab.runs.run import Run, open_run
    from changeling.lab.simulation import simulate

__all__ = ["Run", "open_run", "simulate"]
_HOMES = {
    "Run": "changeling.lab.runs.run",
    "open_run": "changeling.lab.runs.run",
    "simulate": "changeling.lab.simulation",
}


def __getattr__(name: str) -> Any:
    """What needs Polars is imported when it is asked for: the rest of the lab does without."""
    if name not in _HOMES:
        raise AttributeError(f"module 'changeling.lab' has no attribute '{name}'")
    from importlib import import_module

    try:
        return getattr(import_module(_HOMES[name]), name)
    except ImportError as error:
        raise ImportError(f"simulating needs more ({error}): pip install 'changeling[lab]'") from error
