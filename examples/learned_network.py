"""The network of `train_learned.py` in PyTorch, and how it learns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.functional import relu

from changeling.bots.policy_network import CARD_WIDTH, CONTEXT, LAST, SHAPES, Questions

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
FIELDS = (
    "table",
    "cards",
    "printed",
    "options",
    "lacking",
    "allowed",
    "card_question",
    "option_card",
    "option_question",
)


def joined(questions: Sequence[Questions]) -> dict[str, torch.Tensor]:
    """Many questions as tensors on the device: places count on from one part to the next."""
    parts: dict[str, list[np.ndarray]] = {name: [] for name in FIELDS}
    asked = cards = 0
    for q in questions:
        moved = q._replace(
            card_question=q.card_question + asked, option_question=q.option_question + asked,
            option_card=q.option_card + cards,
        )  # fmt: skip
        for name in FIELDS:
            parts[name].append(getattr(moved, name))
        asked, cards = asked + len(q.table), cards + len(q.cards)
    found = {name: torch.from_numpy(np.concatenate(each)).to(DEVICE) for name, each in parts.items()}
    for name, of in (("cards", "card_question"), ("options", "option_question")):
        count = torch.bincount(found[of], minlength=asked)
        found[f"{name}_count"], found[f"{name}_start"] = count, count.cumsum(0) - count
    return found


def part_of(whole: dict[str, torch.Tensor], chosen: torch.Tensor) -> dict[str, torch.Tensor]:
    """Some of the questions."""
    found = {"table": whole["table"][chosen]}
    rows = {}
    for name in ("cards", "options"):
        count, start = whole[f"{name}_count"][chosen], whole[f"{name}_start"][chosen]
        of = torch.repeat_interleave(torch.arange(len(chosen), device=DEVICE), count)
        begins = count.cumsum(0) - count
        rows[name] = torch.arange(len(of), device=DEVICE) - begins[of] + start[of]
        found[f"{name}_start"], found[f"{name}_of"] = begins, of
    found["cards"], found["printed"] = whole["cards"][rows["cards"]], whole["printed"][rows["cards"]]
    for name in ("options", "lacking", "allowed"):
        found[name] = whole[name][rows["options"]]
    inside = whole["option_card"][rows["options"]] - whole["cards_start"][chosen][found["options_of"]]
    found["option_card"] = inside + found["cards_start"][found["options_of"]]
    found["option_rows"] = rows["options"]
    return found


class Learned(nn.Module):
    """The same network as `changeling.bots.policy_network.Network`, and what it expects the game to give."""

    def __init__(self, weights: dict[str, np.ndarray] | None, printed: np.ndarray) -> None:
        super().__init__()
        self.w = nn.ParameterDict()
        for name, shape in SHAPES.items():
            start = torch.zeros(shape)
            if len(shape) == 2:
                nn.init.normal_(start, std=(2 / shape[0]) ** 0.5 * (0.5 if name in ("total", "most") else 1))
            if name == "greed":
                start += 1.0  # at first it takes what greedy would, more or less
            self.w[name] = nn.Parameter(start if weights is None else torch.from_numpy(weights[name]))
        self.value = nn.Sequential(nn.Linear(CONTEXT + LAST, 64), nn.ReLU(), nn.Linear(64, 1))
        self.register_buffer("printed", torch.from_numpy(printed))
        self.to(DEVICE)

    def forward(self, q: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithm of the probability of each answer, and what the game is expected to give."""
        w, asked = self.w, len(q["table"])
        seen = torch.log1p(q["cards"].float())
        each = relu(
            seen @ w["card"][:CARD_WIDTH] + (self.printed @ w["card"][CARD_WIDTH:] + w["card_bias"])[q["printed"]]
        )
        total, most = pooled(each, q["cards_of"], asked)
        context = torch.log1p(q["table"].float()) @ w["table"] + w["context_bias"]
        context = relu(context + total @ w["total"] / 8 + most @ w["most"])
        hidden = (each @ w["answer_card"])[q["option_card"]] + (context @ w["answer_context"])[q["options_of"]]
        hidden = relu(hidden + q["options"] @ w["answer"] + w["answer_bias"])
        hidden = relu(hidden @ w["last"] + w["last_bias"])
        scores = (hidden @ w["score"] + w["greed"] * q["lacking"]).masked_fill(~q["allowed"], -1e9)
        _, best = pooled(hidden, q["options_of"], asked)
        value = torch.tanh(self.value(torch.cat([context, best], dim=1))[:, 0])
        return logs_of(scores, q["options_of"], asked), value

    def weights(self) -> dict[str, np.ndarray]:
        """The weights as they are kept."""
        return {name: each.detach().cpu().numpy().astype(np.float32).copy() for name, each in self.w.items()}


def pooled(rows: torch.Tensor, of: torch.Tensor, number: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The sum and the largest of the rows of each question; none is below 0."""
    empty = torch.zeros(number, rows.shape[1], device=rows.device)
    return empty.index_add(0, of, rows), empty.scatter_reduce(0, of[:, None].expand(-1, rows.shape[1]), rows, "amax")


def logs_of(scores: torch.Tensor, of: torch.Tensor, number: int) -> torch.Tensor:
    """The logarithms of the probabilities of answers, from their scores."""
    top = torch.full((number,), -1e9, device=scores.device).scatter_reduce(0, of, scores.detach(), "amax")
    low = scores - top[of]
    return low - torch.zeros(number, device=scores.device).index_add(0, of, low.exp()).log()[of]


def batches(number: int, size: int) -> Iterator[torch.Tensor]:
    """All numbers below `number`, in any order, so many at a time."""
    yield from torch.randperm(number, device=DEVICE).split(size)


def imitate(model: Learned, whole: dict[str, torch.Tensor], wanted: torch.Tensor, outcome: torch.Tensor, *,
            passes: int, rate: float) -> dict[str, Any]:  # fmt: skip
    """Learn to choose as a teacher did; `outcome` is what its games gave (2: not known)."""
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    number, tested = len(whole["table"]), len(whole["table"]) // 20
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=passes * (1 + (number - tested) // 1024)
    )
    for _ in range(passes):
        for chosen in batches(number - tested, 1024):
            q = part_of(whole, chosen)
            logs, value = model(q)
            target, known = wanted[q["option_rows"]], outcome[chosen] < 1.5
            loss = -(target * logs.clamp(min=-30)).sum() / len(chosen)
            loss = loss + 0.5 * ((value - outcome[chosen])[known] ** 2).sum() / len(chosen)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        q = part_of(whole, torch.arange(number - tested, number, device=DEVICE))
        logs, _ = model(q)
        target = wanted[q["option_rows"]]
        kept = target * (logs == best_of(logs, q["options_of"], tested)[q["options_of"]])
        return {"loss": float(-(target * logs.clamp(min=-30)).sum() / tested), "agreement": float(kept.sum() / tested)}


def best_of(logs: torch.Tensor, of: torch.Tensor, number: int) -> torch.Tensor:
    """The largest of each question."""
    return torch.full((number,), -1e9, device=logs.device).scatter_reduce(0, of, logs, "amax")


def improve(model: Learned, optimizer: torch.optim.Optimizer, whole: dict[str, torch.Tensor],
            done: dict[str, torch.Tensor], *, passes: int, size: int, spread: float) -> None:  # fmt: skip
    """PPO: make answers that led to more than was expected likelier, and others less likely."""
    number = len(whole["table"])
    for _ in range(passes):
        for chosen in batches(number, size):
            chosen = chosen[done["known"][chosen]]
            q = part_of(whole, chosen)
            logs, value = model(q)
            log = logs[q["options_start"] + done["chosen"][chosen]]
            ratio, gain = (log - done["log"][chosen]).exp(), done["gain"][chosen]
            surrogate = torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            entropy = -(logs.exp() * logs.clamp(min=-30)).sum() / len(chosen)
            error = ((value - done["return"][chosen]) ** 2).mean()
            optimizer.zero_grad()
            (0.5 * error - surrogate - spread * entropy).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()


def values_of(model: Learned, whole: dict[str, torch.Tensor]) -> np.ndarray:
    """What the network expects of every question."""
    with torch.no_grad():
        numbers = torch.arange(len(whole["table"]), device=DEVICE)
        return np.concatenate([model(part_of(whole, some))[1].cpu().numpy() for some in numbers.split(16384)])
