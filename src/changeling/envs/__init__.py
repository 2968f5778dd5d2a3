"""Environments for programs that learn: PettingZoo, Gymnasium, many games at once, and OpenSpiel.

Each is made by a function of this module, and needs `pip install 'changeling[envs]'`; `vector_env` needs the `fast`
extra too, `sb3_env` the extra `sb3`, and `spiel_game` only the extra `openspiel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from changeling.decks.shelf import parts_of
from changeling.errors import ChangelingError
from changeling.play.meta_rules import meta_names
from changeling.whole import whole

try:
    from changeling.envs.league import League, Policy
except ImportError as missing:
    raise ImportError(f"environments need NumPy ({missing}): pip install 'changeling[envs]'") from missing

if TYPE_CHECKING:
    from changeling.cards.deck import Deck
    from changeling.envs.opponents import Opponent
    from changeling.envs.opposed import OpposedBatch
    from changeling.envs.sb3 import StableTables
    from changeling.envs.single import OneSeat
    from changeling.envs.spiel import SpielGame
    from changeling.envs.vector import ManyTables

__all__ = ["League", "Policy", "aec_env", "gym_env", "opposed_batch", "sb3_env", "spiel_game", "vector_env"]

MOST = 2000  # answers after which a game is truncated: a policy may repeat itself for ever


def aec_env(
    deck: str | Sequence[str] | Deck = "fluxx-4",
    *,
    seats: int = 4,
    most: int = MOST,
    meta: Sequence[str] = (),
    plain: bool = False,
    render_mode: str | None = None,
) -> Any:
    """A PettingZoo AEC environment in which every seat is an agent.

    `meta` names the Meta Rules that are played with. With `plain` an observation is the bytes alone, for wrappers that
    know no dictionaries; the mask is in the info in any case.

    >>> env = aec_env("family", seats=2)
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(int(observation["action_mask"].argmax()))
    """
    try:
        from changeling.envs.aec import EverySeat, InOrder
    except ImportError as error:
        raise _missing("aec_env", error) from error
    return InOrder(EverySeat(deck, seats=seats, most=most, meta=meta, plain=plain, render_mode=render_mode))


def gym_env(
    deck: str | Sequence[str] | Deck = "fluxx-4",
    *,
    seats: int = 2,
    opponents: Opponent | Sequence[Opponent] = "random",
    seat: int = 0,
    most: int = MOST,
    illegal: str = "error",
    meta: Sequence[str] = (),
    plain: bool = False,
    render_mode: str | None = None,
) -> OneSeat:
    """A Gymnasium environment for one seat; bots answer for the others.

    `opponents` is the name of a bot (`random`, `greedy`, `search:200ms`, `my_bot.py:MyBot`), a class of bots, which is
    given a seed for each game, or a bot; or a list of these for the other seats from the left. `meta` and `plain` are
    those of `aec_env`. With `illegal="replace"` an answer that is not legal is replaced by a random legal one instead
    of being refused, and `info` says so.

    >>> env = gym_env("family", opponents="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> bool(observation["action_mask"].any())
    True
    """
    try:
        from changeling.envs.single import OneSeat
    except ImportError as error:
        raise _missing("gym_env", error) from error
    return OneSeat(
        deck,
        seats=seats,
        opponents=opponents,
        seat=seat,
        most=most,
        illegal=illegal,
        meta=meta,
        plain=plain,
        render_mode=render_mode,
    )


def vector_env(
    deck: str | Sequence[str] | Deck = "fluxx-4",
    games: int = 64,
    *,
    seats: int = 2,
    seat: int = 0,
    most: int = MOST,
    threads: int = 1,
    copy: bool = True,
    meta: Sequence[str] = (),
    opponents: Opponent | Sequence[Opponent] = "random",
) -> ManyTables:
    """A Gymnasium vector environment: many games on a `Batch`, one seat of each.

    `opponents` are those of `gym_env`. Against `random` all is compiled; against others each of their answers costs as
    much as the bot takes. A `League` draws a frozen opponent for each game. For self-play give a `Policy`, which is
    asked for all games at once. To answer for all seats yourself, use `changeling.Batch`;
    for the same games as arrays alone, without Gymnasium, `opposed_batch`.
    """
    try:
        from changeling.envs.vector import ManyTables
    except ImportError as error:
        raise _missing("vector_env", error) from error
    return ManyTables(
        deck, games, seats=seats, seat=seat, most=most, threads=threads, copy=copy, meta=meta, opponents=opponents
    )


def opposed_batch(
    deck: str | Sequence[str] | Deck = "fluxx-4",
    games: int = 64,
    seats: int = 2,
    *,
    only: int = 0,
    opponents: Opponent | Sequence[Opponent] = "greedy",
    most: int = MOST,
    threads: int = 1,
    meta: Sequence[str] = (),
) -> OpposedBatch:
    """A `Batch` in which you answer for the seat `only`, and bots for all others: its arrays, without Gymnasium.

    `opponents` are those of `gym_env`, a `Policy` or a `League`. `reset(seeds)` begins the games. After each `step` the
    seat is asked in every game again: a game that is over is followed by the next one, and `ended`, `reward` and
    `final_observation` tell of it.
    """
    try:
        from changeling.envs.opposed import OpposedBatch
    except ImportError as error:
        raise ChangelingError(
            f"opposed_batch needs NumPy and llvmlite ({error}): pip install 'changeling[fast]'"
        ) from error
    return OpposedBatch(deck, games, seats, only=only, opponents=opponents, most=most, threads=threads, meta=meta)


def sb3_env(
    deck: str | Sequence[str] | Deck = "fluxx-4",
    games: int = 64,
    *,
    seats: int = 2,
    seat: int = 0,
    most: int = MOST,
    threads: int = 1,
    meta: Sequence[str] = (),
    opponents: Opponent | Sequence[Opponent] = "random",
) -> StableTables:
    """A `VecEnv` for Stable-Baselines3: the games of `vector_env`, with observations of bytes alone.

    MaskablePPO of sb3-contrib finds the masks by itself (`env_method("action_masks")`).
    """
    try:
        from changeling.envs.sb3 import StableTables
    except ImportError as error:
        raise ChangelingError(f"sb3_env needs Stable-Baselines3 ({error}): pip install 'changeling[sb3]'") from error
    return StableTables(
        vector_env(deck, games, seats=seats, seat=seat, most=most, threads=threads, meta=meta, opponents=opponents)
    )


def spiel_game(
    deck: str | Sequence[str] = "fluxx-4",
    *,
    seats: int = 2,
    most: int = MOST,
    meta: Sequence[str] = (),
    chance: str = "seeded",
) -> SpielGame:
    """An OpenSpiel game with explicit chance nodes: `python_changeling`, with these parameters (seats: `players`).

    Every use of chance is a few chance nodes in a row, as `changeling.envs.spiel` describes. With `chance="enumerated"`
    it is one node with all that can follow, each as likely as it is: for decks of a few cards, so that CFR and
    exploitability are exact. The deck `tiny` ships for that, and is played with its Meta Rule, hands of one card.
    """
    try:
        from changeling.envs.spiel import SpielGame
    except ImportError as error:
        raise ChangelingError(f"spiel_game needs OpenSpiel ({error}): pip install 'changeling[openspiel]'") from error
    given = {"deck": "+".join(parts_of(deck)), "players": whole("seats", seats), "most": whole("most", most)}
    return SpielGame({**given, "meta": "+".join(map(str, meta_names(meta))), "chance": chance})


def _missing(name: str, error: ImportError) -> ChangelingError:
    needed = "PettingZoo and Gymnasium" if name == "aec_env" else "Gymnasium"
    return ChangelingError(f"{name} needs {needed} ({error}): pip install 'changeling[envs]'")
