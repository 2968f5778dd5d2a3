"""What all tests share: what is tried at random is the same in every run."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("the same every time", derandomize=True, deadline=None)
settings.load_profile("the same every time")
