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
    rates: bool = True  # whether messages and requests are limited in number
    addresses: tuple[str, ...] = ()  # where others on the network reach this server
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    host_names: tuple[str, ...] = ()  # names by which this server is reached, besides addresses and its own name
    # What takes long runs in processes of their own; each answer has a time, and each process a memory.
    upload_processes: int = 2  # for decks of people's own, replays, and long games
    upload_seconds: float = 30.0
    upload_megabytes: int = 1024
    bot_processes: int = 2
    bot_seconds: float = 20.0
    bot_megabytes: int = 3072  # compiled code needs some of it
