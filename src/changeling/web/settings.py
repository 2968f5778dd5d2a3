"""The settings of a server, given when it starts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server behaves. Times are in seconds; a delay is drawn at random between its two numbers."""

    bot_delay: tuple[float, float] = (0.7, 1.5)
    window_delay: tuple[float, float] = (0.4, 0.9)
    patience: float = 20.0  # a bot plays a seat that has no client for so long
    idle: float = 120.0  # a table without clients is kept in memory for so long
    reveal: float = 10.0  # players have so long to commit to a nonce, and to reveal it, when a game is to begin
    rates: bool = True  # whether messages and requests are limited in number
    addresses: tuple[str, ...] = ()  # where others on the network reach this server
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    host_names: tuple[str, ...] = ()  # names by which this server is reached, besides addresses and its own name
