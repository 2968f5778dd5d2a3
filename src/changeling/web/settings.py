"""The settings of a server, given when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address may ask for and have kept. Zero means no limit, of sockets and of what is kept.

    Requests and messages cost units by their kind: an address has `burst` of them at once and `rate` a second. An
    address is an IPv4 address or the 64 bits of an IPv6 network, which is what one household has.
    """

    rate: float = 40.0
    burst: float = 800.0
    sockets: int = 60  # open at the same time
    tables: int = 500  # kept in the store
    replays: int = 200  # brought as files and kept in the store
    megabytes: float = 30.0  # of the replays brought, and of tables: games, their cards and answers, pictures and chat


@dataclass(frozen=True, slots=True)
class Ages:
    """After how many days without anything happening what is kept is removed; zero keeps it for ever."""

    lobbies: int = 30  # tables whose game was never begun
    tables: int = 90  # tables whose game is over
    games: int = 365  # games that were left in the middle
    replays: int = 365  # since they were made


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server behaves. Times are in seconds; a delay is drawn at random between its two numbers."""

    bot_delay: tuple[float, float] = (0.7, 1.5)
    window_delay: tuple[float, float] = (0.4, 0.9)
    # Windows are open until bots have chosen, however long that takes, so that tests can play fast. Then their length
    # tells who holds a Surprise.
    await_bots: bool = False
    patience: float = 90.0  # a bot plays a seat that has no client for so long, where the table says nothing else
    host_patience: float = 120.0  # another player is host when the host has no client for so long
    lobby_delay: float = 0.1  # what changes by coming and going is sent once in so long
    update_every: float = 0.05  # who is not asked is sent at most one update in so long, with all that has happened
    standings_every: float = 0.25  # how far everybody is with the Goals is told at most once in so long
    idle: float = 120.0  # a table without clients is kept in memory for so long
    reveal: float = 10.0  # players have so long to commit to a nonce, and to reveal it, when a game is to begin
    rates: bool = True  # whether there are limits to what a client and an address may ask for
    limits: Limits = field(default_factory=Limits)
    ages: Ages = field(default_factory=Ages)
    purge_every: float = 3600.0  # seconds between two looks for what is too old
    proxies: tuple[str, ...] = ()  # addresses or networks whose word is taken for whom they ask
    addresses: tuple[str, ...] = ()  # where others on the network reach this server
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    host_names: tuple[str, ...] = ()  # names by which this server is reached, besides addresses and its own name
    metrics: tuple[str, ...] = ("127.0.0.0/8", "::1/128")  # networks that may read /metrics
    # What takes long runs in processes of their own; each answer has a time, and each process a memory.
    upload_processes: int = 2  # for decks of people's own, replays, and long games
    upload_seconds: float = 30.0
    upload_megabytes: int = 1024
    bot_processes: int = 2
    bot_seconds: float = 20.0
    bot_megabytes: int = 3072  # compiled code needs some of it
