"""What a server can be told when it starts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server behaves; times in seconds. Delays are drawn between two numbers."""

    bot_delay: tuple[float, float] = (0.7, 1.5)
    window_delay: tuple[float, float] = (0.4, 0.9)
    patience: float = 20.0  # how long a seat may be without a client before a bot plays it
    idle: float = 120.0  # how long a table without clients is kept in memory
    rates: bool = True  # whether there are limits to how often a client may do things
    addresses: tuple[str, ...] = ()  # where others on the network reach this server
    origins: tuple[str, ...] = ()  # foreign pages that may talk to it
