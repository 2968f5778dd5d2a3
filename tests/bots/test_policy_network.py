"""The network of `learned`: its file is read strictly, and answers that miss a win are never taken."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

from changeling.bots.policy_network import SHAPES, Network, decoded, questions_of, with_blank
from changeling.bots.summary import NUMBERS
from changeling.engine.arrays.features import CARD_WIDTH, PRINT_WIDTH, TABLE_WIDTH
from changeling.errors import ChangelingError


def weights(**changed: Any) -> dict[str, Any]:
    random = np.random.default_rng(1)
    made = {name: random.normal(size=shape).astype(np.float32) * 0.1 for name, shape in SHAPES.items()}
    return made | changed


def file_of(arrays: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def test_what_was_written_is_read() -> None:
    found = decoded(file_of(weights()))
    assert all((found[name] == each).all() for name, each in weights().items())


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        (weights(more=np.zeros(1, np.float32)), "missing, or unknown: more"),
        ({"score": weights()["score"]}, "missing, or unknown: answer"),
        (weights(score=np.zeros(3, np.float32)), r"'score' is float32 of shape \(3,\)"),
        (weights(greed=np.zeros(1, np.float64)), "'greed' is float64"),
        (weights(greed=np.full(1, np.nan, np.float32)), "finite float32"),
        (weights(greed=np.array([{}], object)), "not the weights of a policy"),
    ],
)
def test_any_other_file_is_refused(arrays: dict[str, Any], said: str) -> None:
    with pytest.raises(ChangelingError, match=said):
        decoded(file_of(arrays))


@pytest.mark.parametrize("data", [b"", b"no file of arrays", file_of(weights())[:500]])
def test_what_is_no_file_of_arrays_is_refused(data: bytes) -> None:
    with pytest.raises(ChangelingError, match="not the weights of a policy"):
        decoded(data)


def test_several_questions_at_once_are_scored_as_each_alone() -> None:
    random = np.random.default_rng(2)
    table = random.integers(0, 4, (3, TABLE_WIDTH), np.uint8)
    cards = random.integers(0, 2, (3, 7, CARD_WIDTH), np.uint8)
    codes = [np.array([0, 1024 + 3]), np.array([3 * 1024 + 1, 3 * 1024]), np.array([5 * 1024, 4 * 1024 + 2, 6])]
    worths = [np.array([1.0, 4.0]), np.array([0.0, 0.0]), np.array([1000.0, 3.0, -1e9])]
    led = [random.normal(size=len(each) * NUMBERS) for each in codes]
    network, printed = Network(weights()), with_blank(random.integers(0, 2, (7, PRINT_WIDTH), np.uint8))
    together = network.scores(questions_of(table, cards, np.array([0, 1, 0]), 2, codes, worths, led), printed)
    alone = [
        network.scores(
            questions_of(table[[at]], cards[[at]], np.array([at % 2]), 2, [codes[at]], [worths[at]], [led[at]]), printed
        )
        for at in range(3)
    ]
    assert np.allclose(together, np.concatenate(alone), atol=1e-4)
    assert (together[-2:] < -1e8).all()  # they would miss a win
    assert (together[:-2] > -1e6).all()
