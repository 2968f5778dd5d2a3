"""Train a small policy by PPO until it beats `random`, and draw its learning curve.

    pip install 'changeling[train]'
    python examples/train.py --minutes 8

The network looks at one card at a time with the same weights, so that what it learns on one deck can be tried on
another: `--try family` plays there without any training. One file, in the manner of CleanRL; PyTorch, on the processor.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn.functional import log_softmax, mse_loss, relu

from changeling import Batch
from changeling.engine.arrays.answer_space import BESIDES, CARD_SORTS
from changeling.engine.arrays.features import CARD_WIDTH, OF_CARD, PRINT_WIDTH, TABLE_WIDTH, WHERE, starts
from changeling.envs import vector_env

AT = starts(OF_CARD)
UNINTERESTING = [WHERE.index(place) for place in ("unknown", "discard pile", "Basic Rules", "out of the game")]


class Policy(nn.Module):
    """Scores every legal answer and says how likely a win is: cards one by one, then all of them together."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.card = nn.Linear(CARD_WIDTH + PRINT_WIDTH, width)
        self.table = nn.Linear(TABLE_WIDTH, width)
        self.context = nn.Linear(3 * width, width)
        self.answer = nn.Linear(2 * width, width)
        self.scores = nn.Linear(width, CARD_SORTS)  # of choosing, playing and using a card
        self.besides = nn.Linear(width, BESIDES)  # of players and words
        self.value = nn.Linear(width, 1)
        for layer in (self.scores, self.besides, self.value):
            nn.init.orthogonal_(layer.weight, 0.01)

    def forward(self, seen: np.ndarray, mask: np.ndarray, printed: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithm of the probability of every answer, and the value."""
        games, cards = len(seen), len(printed)
        rows = seen[:, TABLE_WIDTH:].reshape(games, cards, CARD_WIDTH)
        game, card = np.nonzero(interesting(rows))
        features = np.concatenate([rows[game, card], printed[card]], axis=1)
        of_game, of_card = torch.from_numpy(game), torch.from_numpy(card)
        each = relu(self.card(scaled(features)))
        table = relu(self.table(scaled(seen[:, :TABLE_WIDTH])))
        width = table.shape[1]
        total = torch.zeros(games, width).index_add(0, of_game, each) / 8
        most = torch.zeros(games, width).scatter_reduce(0, of_game[:, None].expand(-1, width), each, "amax")
        context = relu(self.context(torch.cat([table, total, most], dim=1)))
        answer = relu(self.answer(torch.cat([each, context[of_game]], dim=1)))
        scores = torch.zeros(games, CARD_SORTS, cards).index_put(
            (of_game[:, None], torch.arange(CARD_SORTS)[None, :], of_card[:, None]), self.scores(answer)
        )
        logits = torch.cat([scores.flatten(1), self.besides(context)], dim=1)
        logits = logits.masked_fill(torch.from_numpy(mask == 0), -1e9)
        return log_softmax(logits, dim=1), self.value(context)[:, 0]


def interesting(rows: np.ndarray) -> np.ndarray:
    """Which cards are looked at: those that are answers, and all of which the seat knows where they are in play."""
    options = rows[:, :, AT["option"] : AT["option"] + CARD_SORTS].any(axis=2)
    away = rows[:, :, [AT["where"] + place for place in UNINTERESTING]].any(axis=2)
    return options | ~away


def scaled(numbers: np.ndarray) -> torch.Tensor:
    """Counts in a range that suits a network."""
    return torch.log1p(torch.from_numpy(numbers.astype(np.float32)))


def sample(logs: torch.Tensor) -> torch.Tensor:
    """An answer for each game, by its probability."""
    return torch.multinomial(logs.exp(), 1)[:, 0]


class Learner:
    """PPO with masks: gathers games against `random`, then improves the policy on them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.envs = vector_env(options.deck, options.games, seats=options.seats, copy=False)
        self.printed = self.envs.batch.printed
        self.policy = Policy()
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=options.rate, eps=1e-5)
        self.seen, _ = self.envs.reset(seed=options.seed)
        self.answers = 0

    def gather(self) -> dict[str, np.ndarray]:
        """Play `steps` answers of every game with the policy as it is."""
        steps, games = self.options.steps, self.options.games
        kept: dict[str, list[np.ndarray]] = {key: [] for key in ("seen", "mask", "action", "log", "value")}
        rewards, ended = np.zeros((steps, games), np.float32), np.zeros((steps, games), np.bool_)
        for step in range(steps):
            with torch.no_grad():
                logs, value = self.policy(self.seen["observation"], self.seen["action_mask"], self.printed)
                action = sample(logs)
                log = logs.gather(1, action[:, None])[:, 0]
            for key, what in (("seen", "observation"), ("mask", "action_mask")):
                kept[key].append(self.seen[what].copy())
            for key, tensor in (("action", action), ("log", log), ("value", value)):
                kept[key].append(tensor.numpy())
            self.seen, rewards[step], over, cut, _ = self.envs.step(action.numpy())
            ended[step] = over | cut
        with torch.no_grad():
            _, last = self.policy(self.seen["observation"], self.seen["action_mask"], self.printed)
        self.answers += steps * games
        found = {key: np.concatenate(parts) for key, parts in kept.items()}
        values = np.concatenate([found["value"], last.numpy()]).reshape(steps + 1, games)
        found["gain"] = gains(rewards, ended, values).reshape(-1)
        found["return"] = found["gain"] + found["value"]
        return found

    def improve(self, found: dict[str, np.ndarray]) -> None:
        """A few rounds over what was gathered, in small parts."""
        gain = (found["gain"] - found["gain"].mean()) / (found["gain"].std() + 1e-8)
        for _ in range(self.options.epochs):
            for part in np.array_split(np.random.permutation(len(gain)), self.options.parts):
                logs, value = self.policy(found["seen"][part], found["mask"][part], self.printed)
                log = logs.gather(1, torch.from_numpy(found["action"][part])[:, None])[:, 0]
                ratio = (log - torch.from_numpy(found["log"][part])).exp()
                better = torch.from_numpy(gain[part])
                surrogate = torch.minimum(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
                spread = -(logs.exp() * logs.clamp(min=-30)).sum(dim=1).mean()
                error = mse_loss(value, torch.from_numpy(found["return"][part]))
                self.optimizer.zero_grad()
                (0.5 * error - surrogate - 0.01 * spread).backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self.optimizer.step()


def gains(rewards: np.ndarray, ended: np.ndarray, values: np.ndarray, later: float = 0.99) -> np.ndarray:
    """How much better each answer was than expected (generalised advantage estimation)."""
    found, running = np.zeros_like(rewards), np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        on = ~ended[step]
        surprise = rewards[step] + later * values[step + 1] * on - values[step]
        running = surprise + later * 0.95 * running * on
        found[step] = running
    return found


def win_share(policy: Policy, deck: str, seats: int, games: int, seed: int) -> tuple[float, float, float]:
    """How many games the policy wins in one seat against `random` in the others, with the 95 % (Wilson) interval."""
    batch = Batch(deck, games, seats, seed, restart=False, most=5000)
    while (batch.seat != -1).any():
        actions = batch.sample()
        mine = np.flatnonzero(batch.seat == 0)
        if len(mine):
            with torch.no_grad():
                logs, _ = policy(batch.observation[mine], batch.mask[mine], batch.printed)
            actions[mine] = sample(logs).numpy()
        batch.step(actions)
    share, z = float((batch.winner == 0).mean()), 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return share, middle - half, middle + half


def draw(curve: list[dict[str, float]], options: argparse.Namespace, path: Path) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.6))
    at = [point["answers"] for point in curve]
    axes.fill_between(at, [point["low"] for point in curve], [point["high"] for point in curve], alpha=0.25)
    axes.plot(at, [point["share"] for point in curve], label="policy")
    axes.axhline(1 / options.seats, linestyle="--", color="grey", label="random")
    axes.set(xlabel="answers given while learning", ylabel="games won", ylim=(0, 1))
    axes.set_title(f"{options.deck}, {options.seats} seats, against random (95 % interval)")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path)


def train(options: argparse.Namespace) -> tuple[Policy, list[dict[str, float]]]:
    """Learn until the time is over; gives the policy and its curve."""
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    learner, curve = Learner(options), []
    began, update = time.monotonic(), 0
    while True:
        late = time.monotonic() - began > options.minutes * 60 or update == options.updates
        if update % options.every == 0 or late:
            share, low, high = win_share(learner.policy, options.deck, options.seats, options.tests, seed=1_000_000)
            seconds = time.monotonic() - began
            curve.append({"answers": learner.answers, "share": share, "low": low, "high": high, "seconds": seconds})
            print(
                f"{learner.answers:>9,} answers, {seconds:4.0f} s: wins {share:.1%} ({low:.1%} to {high:.1%})",
                flush=True,
            )
        if late:
            return learner.policy, curve
        learner.improve(learner.gather())
        update += 1


def options_of(arguments: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", default="fluxx-4")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=8.0, help="how long to learn")
    parser.add_argument("--updates", type=int, default=-1, help="stop after so many updates")
    parser.add_argument("--games", type=int, default=128, help="games side by side")
    parser.add_argument("--steps", type=int, default=48, help="answers of each game between updates")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--parts", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--every", type=int, default=8, help="updates between tests")
    parser.add_argument("--tests", type=int, default=512, help="games of a test")
    parser.add_argument("--final", type=int, default=2000, help="games of the last test")
    parser.add_argument("--try", dest="others", nargs="*", default=["family"], help="decks to try without learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; more are slower where others work too")
    parser.add_argument("--out", type=Path, default=Path("learning-curve.svg"), help="the picture; .json beside it")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Train, test, draw."""
    options = options_of(arguments)
    policy, curve = train(options)
    ends = {}
    for deck in (options.deck, *options.others):
        ends[deck] = win_share(policy, deck, options.seats, options.final, seed=2_000_000)
        share, low, high = ends[deck]
        print(f"{deck}: wins {share:.1%} ({low:.1%} to {high:.1%}) of {options.final} games against random")
    options.out.with_suffix(".json").write_text(json.dumps({"curve": curve, "ends": ends}, indent=1), encoding="utf-8")
    draw(curve, options, options.out)
    torch.save(policy.state_dict(), options.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
